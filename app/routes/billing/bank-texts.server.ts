import { countOf } from "~/utils/count-of"

/** What became of a statement, for the message after it. */
export function uploadedText({ added, known, skipped }: { added: number; known: number; skipped: number }) {
  const rest = [
    known > 0 ? `${countOf(known, "transfer was", "transfers were")} imported before.` : "",
    skipped > 0 ? `${countOf(skipped, "other row")} skipped: outgoing, not booked or unreadable.` : "",
  ].filter(Boolean)
  return {
    tone: "good" as const,
    title: `${countOf(added, "new transfer")} imported.`,
    ...(rest.length > 0 ? { text: rest.join(" ") } : {}),
  }
}
