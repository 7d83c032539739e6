import { Link } from "~/components/ui/link"
import { Status } from "~/components/ui/status"
import { type MatterPriority, type MatterState, priorityLabels } from "~/models/platform/support-desk/desk"
import { paths } from "~/utils/paths"
import { MatterStatus } from "./matter-state"

type MatterLineProps = {
  state: MatterState
  priority: MatterPriority
  tags: string[]
  /** how long someone waits */
  waited: string | null
  isLate: boolean
  snoozedUntil: string | null
  closedOn: string | null
  closedByName: string | null
  schools: { id: string; name: string }[]
  email: string | null
}

/** How a matter stands, in one line: state, wait, priority, tags, school, address. */
export function MatterLine(props: MatterLineProps) {
  const { state, priority, tags, waited, isLate, snoozedUntil, closedOn, closedByName, schools, email } =
    props
  return (
    <p className="toolbar">
      <MatterStatus state={state} />
      {isLate ? <LateMark /> : null}
      {waited ? <span className="dim">for {waited}</span> : null}
      {snoozedUntil ? <span className="dim">until {snoozedUntil}</span> : null}
      {closedOn ? (
        <span className="dim">
          {closedOn}
          {closedByName ? ` by ${closedByName}` : ""}
        </span>
      ) : null}
      {priority === "normal" ? null : <span>{priorityLabels[priority]}</span>}
      {tags.length > 0 ? <span className="dim">{tags.join(", ")}</span> : null}
      {schools.map(({ id, name }) => (
        <Link key={id} to={paths.platformSchool(id)}>
          {name}
        </Link>
      ))}
      {email ? <a href={`mailto:${email}`}>{email}</a> : null}
    </p>
  )
}

/** Someone waits for longer than their priority allows. */
export const LateMark = () => (
  <Status head="x" tone="bad">
    Late
  </Status>
)
