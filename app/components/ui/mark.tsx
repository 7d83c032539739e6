/** A rehearsal mark: the boxed letter of a section or step. */
export function Mark({ letter }: { letter: string }) {
  return (
    <span className="mark" aria-hidden="true">
      {letter}
    </span>
  )
}
