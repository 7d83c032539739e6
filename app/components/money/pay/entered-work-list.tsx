import type { ReactNode } from "react"
import { type EnteredWork, enteredStateLabels } from "~/models/money/pay/entered-work"
import { durationText } from "~/utils/durations"
import { formatDate } from "~/utils/formats"
import { formatMoney } from "~/utils/money"

type EnteredWorkListProps = {
  works: EnteredWork[]
  currency: string
  /** Whose work it is, for the office. */
  showsTeacher?: boolean
  buttons: (work: EnteredWork) => ReactNode
}

/** Extra work that was entered, each with its amount, its state and what can be done about it. */
export function EnteredWorkList({ works, currency, showsTeacher, buttons }: EnteredWorkListProps) {
  return (
    <ul className="rows">
      {works.map((work) => (
        <li key={work.id}>
          <span>
            {showsTeacher ? <b>{work.teacherName}</b> : null}
            {showsTeacher ? ", " : null}
            {work.description}
            <br />
            <span className="small dim">
              {formatDate(work.workedOn, "medium")}, {formatMoney(work.amountMinor, currency)}
              {work.minutes === null ? "" : ` for ${durationText(work.minutes)}`}
              {showsTeacher ? "" : `. ${enteredStateLabels[work.state]}`}
              {work.reason ? `: “${work.reason}”` : ""}
            </span>
            {work.note ? (
              <>
                <br />
                <span className="small">“{work.note}”</span>
              </>
            ) : null}
          </span>
          {buttons(work)}
        </li>
      ))}
    </ul>
  )
}
