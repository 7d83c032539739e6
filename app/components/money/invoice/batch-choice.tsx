import { getFormProps, type SubmissionResult, useForm } from "@conform-to/react"
import { DateField } from "~/components/form/field"
import { PostForm } from "~/components/form/post-form"
import { SubmitButton } from "~/components/form/submit-button"
import { TextAreaField } from "~/components/form/text-area-field"
import type { BatchFamily } from "~/models/money/invoice/invoice-batch"
import { BatchFamilies } from "./batch-families"

export const batchFormId = "batch"

type BatchChoiceProps = {
  from: string
  to: string
  families: BatchFamily[]
  dueOn: string
  today: string
  currency: string
  formKey: string
  result?: SubmissionResult
}

/** The families an invoice run bills, the due date and the note. Sending asks for confirmation. */
export function BatchChoice({
  from,
  to,
  families,
  dueOn,
  today,
  currency,
  formKey,
  result,
}: BatchChoiceProps) {
  const [form, fields] = useForm<{ dueOn: string; note: string }>({
    id: batchFormId,
    lastResult: result,
    defaultValue: { dueOn },
  })
  const typed = result?.initialValue
  return (
    <PostForm className="stack" {...getFormProps(form)}>
      <input type="hidden" name="from" value={from} />
      <input type="hidden" name="to" value={to} />
      <input type="hidden" name="key" value={formKey} />
      <BatchFamilies
        families={families}
        currency={currency}
        selected={typed ? [typed.family ?? []].flat().map(String) : undefined}
        problem={result?.error?.family?.join(" ")}
      />
      <div className="form">
        <DateField meta={fields.dueOn} label="Due date" min={today} />
        <TextAreaField meta={fields.note} label="Note on all invoices" optional rows={2} maxLength={2000} />
      </div>
      <div className="buttons">
        <SubmitButton intent="check" isMain pending="Calculating…">
          Review and send
        </SubmitButton>
        <SubmitButton intent="draft" pending="Saving…" variant="secondary">
          Save as drafts
        </SubmitButton>
      </div>
    </PostForm>
  )
}
