import { Link } from "~/components/ui/link"
import { Status } from "~/components/ui/status"
import { daysOffText, type TimeOff } from "~/models/teaching/teacher-time/teacher-time"
import { countOf } from "~/utils/count-of"
import { paths } from "~/utils/paths"
import { ToArrange } from "./to-arrange"

type AbsencesAheadProps = { requests: TimeOff[]; toArrange: (TimeOff & { toArrange: number })[] }

/** What teachers' absences leave the office to do, until it is done. */
export function AbsencesAhead({ requests, toArrange }: AbsencesAheadProps) {
  if (requests.length + toArrange.length === 0) return null
  return (
    <section className="section" aria-labelledby="absences-ahead">
      <header>
        <h2 id="absences-ahead">Teacher absences</h2>
        <Link to={paths.absences()}>All absences</Link>
      </header>
      <ul className="rows">
        {requests.map((off) => (
          <li key={off.id}>
            <span>
              <Link to={`${paths.absences()}#requests`}>{off.teacherName} requests time off</Link>{" "}
              <span className="dim">{daysOffText(off)}</span>
            </span>
            <Status head="open">{countOf(off.sessions, "lesson")} scheduled</Status>
          </li>
        ))}
        {toArrange.map((off) => (
          <li key={off.id}>
            <span>
              <Link to={paths.absence(off.id)}>{off.teacherName} is away</Link>{" "}
              <span className="dim">{daysOffText(off)}</span>
            </span>
            <ToArrange off={off} />
          </li>
        ))}
      </ul>
    </section>
  )
}
