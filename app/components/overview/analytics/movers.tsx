import { Link } from "~/components/ui/button"
import type { Mover } from "~/models/overview/analytics/growth"
import { formatDate, formatNumber } from "~/utils/formats"
import { paths } from "~/utils/paths"

/** How many are named here; the list of all is a page of its own. */
const most = 20

type MoversProps = { label: string; movers: Mover[]; to: string }

/** The latest people behind a figure, each linked to their page. */
export function Movers({ label, movers, to }: MoversProps) {
  if (movers.length === 0) return <p className="dim">{label}: none.</p>
  return (
    <details>
      <summary>
        {label}: {formatNumber(movers.length)}
      </summary>
      <ul className="rows">
        {movers.slice(-most).map(({ studentId, name, on, reason }) => (
          <li key={studentId}>
            <Link to={paths.student(studentId)}>{name || "No name"}</Link>{" "}
            <span className="dim">
              {formatDate(on, "medium")}
              {reason ? `, ${reason}` : ""}
            </span>
          </li>
        ))}
      </ul>
      {movers.length > most ? <Link to={to}>All {formatNumber(movers.length)}</Link> : null}
    </details>
  )
}
