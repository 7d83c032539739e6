import type { SubmissionResult } from "@conform-to/react"
import { ActButton } from "~/components/form/act-button"
import { DeclineForm } from "~/components/form/decline-form"
import { EmptyState } from "~/components/ui/empty-state"
import type { EnteredWork } from "~/models/money/pay/entered-work"
import { EnteredWorkList } from "./entered-work-list"

export const declineFormId = (workId: string) => `decline-${workId}`

type WaitingWorkProps = {
  works: EnteredWork[]
  currency: string
  /** The answer to the form of one entry. */
  declined: { work: string; result: SubmissionResult } | null
}

/** Extra work that waits for the office: confirmed with one button, or declined with a reason. */
export function WaitingWork({ works, currency, declined }: WaitingWorkProps) {
  if (works.length === 0)
    return <EmptyState>No extra work is waiting. What teachers enter appears here.</EmptyState>
  return (
    <EnteredWorkList
      works={works}
      currency={currency}
      showsTeacher
      buttons={(work) => (
        <div className="buttons">
          <ActButton
            label="Confirm"
            sends={{ work: work.id }}
            intent="confirm-work"
            pending="Confirming…"
            variant="primary"
            about={`${work.description} of ${work.teacherName}`}
          />
          <DeclineForm
            id={declineFormId(work.id)}
            sends={{ work: work.id }}
            field="reason"
            label={`Reason, sent to ${work.teacherName}`}
            result={declined?.work === work.id ? declined.result : undefined}
            intent="decline-work"
          >
            Decline
          </DeclineForm>
        </div>
      )}
    />
  )
}
