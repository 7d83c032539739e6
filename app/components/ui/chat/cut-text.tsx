/** What was below the words of a reply by email: closed until someone asks for it. */
export function CutText({ cut }: { cut: string | null | undefined }) {
  if (!cut) return null
  return (
    <details className="cut-text">
      <summary>Show the rest of the email</summary>
      <p className="message-text">{cut}</p>
    </details>
  )
}
