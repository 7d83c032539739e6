import { Link } from "~/components/ui/link"
import { Note } from "~/components/ui/note"
import { formFor } from "~/utils/count-of"
import { paths } from "~/utils/paths"

const numbers = ["No", "One", "Two", "Three", "Four", "Five", "Six", "Seven", "Eight", "Nine"]

const mostShown = 5

/** What is booked twice in the period shown, each with a way out. Nothing where nothing is. */
export function ClashNote({ clashes }: { clashes: { words: string; sessionId: string }[] }) {
  if (clashes.length === 0) return null
  const count = `${numbers[clashes.length] ?? clashes.length} ${formFor(clashes.length, "clash", "clashes")}`
  return (
    <Note tone="red">
      {clashes.slice(0, mostShown).map(({ words, sessionId }, place) => (
        <p key={`${sessionId} ${words}`}>
          {place === 0 ? <b>{count} to solve. </b> : null}
          {words}{" "}
          <Link className="no-print" to={paths.editSession(sessionId)}>
            See three free times
          </Link>
        </p>
      ))}
      {clashes.length > mostShown ? (
        <p className="dim">And {clashes.length - mostShown} more: they are red below.</p>
      ) : null}
    </Note>
  )
}
