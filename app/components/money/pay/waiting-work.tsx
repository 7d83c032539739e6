import { getFormProps, type SubmissionResult, useForm } from "@conform-to/react"
import { ActButton } from "~/components/form/act-button"
import { Field } from "~/components/form/field"
import { PostForm } from "~/components/form/post-form"
import { SubmitButton } from "~/components/form/submit-button"
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
          <DeclineForm work={work} result={declined?.work === work.id ? declined.result : undefined} />
        </div>
      )}
    />
  )
}

function DeclineForm({ work, result }: { work: EnteredWork; result?: SubmissionResult }) {
  const [form, fields] = useForm<{ reason: string }>({ id: declineFormId(work.id), lastResult: result })
  return (
    <details open={result !== undefined}>
      <summary>Decline…</summary>
      <PostForm className="form" {...getFormProps(form)}>
        <input type="hidden" name="work" value={work.id} />
        <Field meta={fields.reason} label={`Reason, sent to ${work.teacherName}`} maxLength={200} />
        <p>
          <SubmitButton intent="decline-work" variant="danger" pending="Declining…">
            Decline
          </SubmitButton>
        </p>
      </PostForm>
    </details>
  )
}
