import { ToArrange } from "~/components/attendance/absence/to-arrange"
import { Figure } from "~/components/ui/figure"
import { Link } from "~/components/ui/link"
import { Status } from "~/components/ui/status"
import { daysOffText, type TimeOff } from "~/models/teaching/teacher-time/teacher-time"
import { countOf } from "~/utils/count-of"
import { paths } from "~/utils/paths"

type WhatWaitsProps = {
  absences: { requests: TimeOff[]; toArrange: (TimeOff & { toArrange: number })[] }
  /** how many lessons have no teacher, or no longer fit theirs, their room or their day */
  toSettle: number
  /** what waits for an approval or an email, each with where that is done */
  waiting: { to: string; label: string; about: string }[]
}

/** What waits for the office, most urgent first: lessons without someone to give them, then requests and approvals. */
export function WhatWaits({ absences: { requests, toArrange }, toSettle, waiting }: WhatWaitsProps) {
  if (requests.length + toArrange.length + toSettle + waiting.length === 0) return null
  return (
    <section className="section" aria-labelledby="to-do">
      <header>
        <h2 id="to-do">To do</h2>
        {requests.length + toArrange.length > 0 ? <Link to={paths.absences()}>All absences</Link> : null}
      </header>
      <ul className="rows">
        {toArrange.map((off) => (
          <li key={off.id}>
            <span>
              <Link to={paths.absence(off.id)}>{off.teacherName} is away</Link>{" "}
              <span className="dim">{daysOffText(off)}</span>
            </span>
            <ToArrange off={off} />
          </li>
        ))}
        {toSettle === 0 ? null : (
          <li>
            <span>
              <Figure of="lessons-to-settle" to={paths.strandedLessons()}>
                {countOf(toSettle, "lesson")} to settle
              </Figure>{" "}
              <span className="dim">no teacher, or they no longer fit their teacher, room or day</span>
            </span>
          </li>
        )}
        {requests.map((off) => (
          <li key={off.id}>
            <span>
              <Link to={`${paths.absences()}#requests`}>{off.teacherName} requests time off</Link>{" "}
              <span className="dim">{daysOffText(off)}</span>
            </span>
            <Status head="open">{countOf(off.sessions, "lesson")} scheduled</Status>
          </li>
        ))}
        {waiting.map(({ to, label, about }) => (
          <li key={to}>
            <span>
              <Link to={to}>{label}</Link> <span className="dim">{about}</span>
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
