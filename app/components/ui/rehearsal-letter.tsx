/** A rehearsal mark: the boxed letter of a section or step. */
export function RehearsalLetter({ letter }: { letter: string }) {
  return (
    <>
      <span className="boxed-letter" aria-hidden="true">
        {letter}
      </span>{" "}
    </>
  )
}
