import { ActButton } from "~/components/form/act-button"
import { Status } from "~/components/ui/status"
import { type CreditAct, creditActLabels } from "~/models/teaching/credit/credit-change"
import { formatDate } from "~/utils/date-text"

type Change = {
  id: string
  act: CreditAct
  reason: string
  dayAfter: string | null
  when: string
  isUndone: boolean
  /** Whether it is the latest of its credit, so that it can be undone. */
  isLatest: boolean
}

/** What was done by hand, newest first; the latest of each credit can be undone. Sends `intent` undo. */
export function CreditChanges({ changes }: { changes: Change[] }) {
  if (changes.length === 0) return null
  return (
    <section className="section" aria-labelledby="changes">
      <h2 id="changes">Changes by hand</h2>
      <ul className="rows">
        {changes.map(({ id, act, reason, dayAfter, when, isUndone, isLatest }) => (
          <li key={id}>
            <span>
              <b>
                {creditActLabels[act]}
                {dayAfter ? ` until ${formatDate(dayAfter, "medium")}` : ""}
              </b>{" "}
              <span className="dim">{when}</span>
              <br />
              {reason}
            </span>
            {isUndone ? (
              <Status head="rest" tone="dim">
                Undone
              </Status>
            ) : isLatest ? (
              <ActButton
                label="Undo"
                sends={{ change: id }}
                intent="undo"
                pending="Undoing…"
                variant="danger"
                aria-label={`Undo: ${creditActLabels[act]}, ${when}`}
              />
            ) : null}
          </li>
        ))}
      </ul>
    </section>
  )
}
