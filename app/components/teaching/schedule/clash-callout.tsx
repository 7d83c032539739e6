import { Callout } from "~/components/ui/callout"
import { Link } from "~/components/ui/link"
import { formFor } from "~/utils/count-of"
import { paths } from "~/utils/paths"

const numbers = ["No", "One", "Two", "Three", "Four", "Five", "Six", "Seven", "Eight", "Nine"]

const mostListed = 5

/** The double bookings of the visible period, each with a link. Renders nothing without one. */
export function ClashCallout({ clashes }: { clashes: { words: string; sessionId: string }[] }) {
  if (clashes.length === 0) return null
  const count = `${numbers[clashes.length] ?? clashes.length} ${formFor(clashes.length, "clash", "clashes")}`
  return (
    <Callout tone="red">
      {clashes.slice(0, mostListed).map(({ words, sessionId }, index) => (
        <p key={`${sessionId} ${words}`}>
          {index === 0 ? <b>{count} to resolve. </b> : null}
          {words}{" "}
          <Link className="no-print" to={paths.editSession(sessionId)}>
            See free times<span className="visually-hidden">{` for ${words}`}</span>
          </Link>
        </p>
      ))}
      {clashes.length > mostListed ? (
        <p className="dim">{clashes.length - mostListed} more in red below.</p>
      ) : null}
    </Callout>
  )
}
