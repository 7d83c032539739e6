import { Link } from "~/components/ui/button"
import { Callout } from "~/components/ui/callout"
import { type OccasionLine, stateLabels, whenText } from "~/models/teaching/occasion/occasion"

/** The events of a period, one a line, beside its lessons. Renders nothing without one. */
export function OccasionLines({
  occasions,
  to,
}: {
  occasions: OccasionLine[]
  to: (occasionId: string) => string
}) {
  if (occasions.length === 0) return null
  return (
    <Callout>
      {occasions.map((occasion, index) => (
        <p key={occasion.id}>
          {index === 0 ? <b>{occasions.length === 1 ? "Event: " : "Events: "}</b> : null}
          {whenText(occasion)}, <Link to={to(occasion.id)}>{occasion.title}</Link>
          {occasion.where ? `, ${occasion.where}` : ""}
          {occasion.state === "published" ? null : (
            <span className="dim"> {stateLabels[occasion.state].toLowerCase()}</span>
          )}
        </p>
      ))}
    </Callout>
  )
}
