/** The office's own notes on a student; nothing without any. */
export function StudentNotes({ notes }: { notes: string | null }) {
  if (!notes) return null
  return (
    <section className="section" aria-labelledby="notes">
      <h2 id="notes">Notes</h2>
      <p className="whitespace-pre-line wrap-anywhere">{notes}</p>
    </section>
  )
}
