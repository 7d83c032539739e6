import type { ReactNode } from "react"
import { Status } from "~/components/ui/status"
import { daysOffText, type TimeOff, type TimeOffState } from "~/models/teaching/teacher-time/teacher-time"
import { countOf } from "~/utils/count-of"

const signs: Record<TimeOffState, Parameters<typeof Status>[0]> = {
  requested: { head: "open", children: "Asked for" },
  approved: { head: "on", children: "Approved", tone: "ok" },
  declined: { head: "x", children: "Declined" },
  withdrawn: { head: "rest", children: "Taken back", tone: "dim" },
}

/** Days off with where each stands and what it touches; `keys` are what can be done with one. */
export function TimeOffList({ timeOff, keys }: { timeOff: TimeOff[]; keys: (off: TimeOff) => ReactNode }) {
  return (
    <ul className="register-list unmarked">
      {timeOff.map((off) => (
        <li key={off.id}>
          <div className="name-line">
            <b>{daysOffText(off)}</b> <Status {...signs[off.state]} />
          </div>
          <p className="small dim wrap-anywhere">
            {[
              off.reason,
              off.sessions === 0 ? "no session planned" : `${countOf(off.sessions, "session")} planned`,
            ]
              .filter(Boolean)
              .join("; ")}
          </p>
          {off.answer ? <p className="small wrap-anywhere">The office: {off.answer}</p> : null}
          {keys(off)}
        </li>
      ))}
    </ul>
  )
}
