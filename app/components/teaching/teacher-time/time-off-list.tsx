import type { ReactNode } from "react"
import { Status } from "~/components/ui/status"
import { daysOffText, type TimeOff, type TimeOffState } from "~/models/teaching/teacher-time/teacher-time"
import { countOf } from "~/utils/formats"

const signs: Record<TimeOffState, Parameters<typeof Status>[0]> = {
  requested: { head: "open", children: "Requested" },
  approved: { head: "on", children: "Approved", tone: "ok" },
  declined: { head: "x", children: "Declined" },
  withdrawn: { head: "rest", children: "Canceled", tone: "dim" },
}

/** Time off with its status and the lessons it affects; `buttons` renders the actions of one entry. */
export function TimeOffList({
  timeOff,
  buttons,
}: {
  timeOff: TimeOff[]
  buttons: (off: TimeOff) => ReactNode
}) {
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
              off.sessions === 0 ? "no lessons scheduled" : `${countOf(off.sessions, "lesson")} scheduled`,
            ]
              .filter(Boolean)
              .join("; ")}
          </p>
          {off.answer ? <p className="small wrap-anywhere">The office: {off.answer}</p> : null}
          {buttons(off)}
        </li>
      ))}
    </ul>
  )
}
