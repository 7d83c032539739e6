import { Link } from "~/components/ui/button"
import { Status } from "~/components/ui/status"
import { staffRoleLabels } from "~/models/foundation/access/staff-permissions"
import { type Matter, priorityLabels } from "~/models/platform/support-desk/desk"
import { paths } from "~/utils/paths"
import { MatterStatus } from "./matter-state"

type MatterLineProps = Pick<Matter, "state" | "priority" | "tags" | "isLate" | "handedTo" | "isProven"> & {
  /** how long someone waits */
  waited: string | null
  snoozedUntil: string | null
  closedOn: string | null
  closedByName: string | null
  /** the writer’s, where their address is proven */
  schools: { id: string; name: string }[]
  email: string | null
}

/** How a matter stands, in one line: state, wait, priority, tags, school, address. */
export function MatterLine(props: MatterLineProps) {
  const { state, priority, tags, waited, isLate, snoozedUntil, closedOn, closedByName, email } = props
  const { handedTo, schools, isProven } = props
  return (
    <p className="toolbar">
      <MatterStatus state={state} />
      {isLate ? <LateMark /> : null} {waited ? <span className="dim">for {waited}</span> : null}{" "}
      {snoozedUntil ? <span className="dim">until {snoozedUntil}</span> : null}{" "}
      {closedOn ? (
        <span className="dim">
          {closedOn}
          {closedByName ? ` by ${closedByName}` : ""}
        </span>
      ) : null}{" "}
      {handedTo ? <span>With {staffRoleLabels[handedTo]}</span> : null}{" "}
      {priority === "normal" ? null : <span>{priorityLabels[priority]}</span>}{" "}
      {tags.length > 0 ? <span className="dim">{tags.join(", ")}</span> : null}{" "}
      {schools.map(({ id, name }) => (
        <Link key={id} to={paths.platformSchool(id)}>
          {`${name} `}
        </Link>
      ))}
      {isProven || schools.length === 0 ? null : <Unproven />}
      {email ? <a href={`mailto:${email}`}>{email}</a> : null}
    </p>
  )
}

/** Anyone can type an address: what is written under it isn’t that person’s until they reply from it. */
const Unproven = () => (
  <Status head="half" tone="warn">
    Unproven: anyone could have typed this school’s email
  </Status>
)

/** Someone waits for longer than their priority allows. */
export const LateMark = () => <Status tone="bad">Late</Status>
