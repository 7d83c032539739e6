import { getFormProps, type SubmissionResult, useForm } from "@conform-to/react"
import { Field } from "~/components/form/field"
import { PostForm, SubmitRow } from "~/components/form/post-form"
import { formatFigure } from "~/utils/formats"

type PayerSharesProps = {
  guardians: { id: string; name: string; payerShare: number }[]
  result?: SubmissionResult
}

/** Each guardian's share from now on. IDs name the guardians, so that a changed family is noticed. */
export function PayerShares({ guardians, result }: PayerSharesProps) {
  const [form, fields] = useForm<Record<string, string>>({
    id: "shares",
    lastResult: result,
    defaultValue: Object.fromEntries(
      guardians.map(({ payerShare }, index) => [`share${index}`, formatFigure(payerShare / 100)]),
    ),
  })
  return (
    <PostForm edits needs="invoice:issue" className="form" {...getFormProps(form)}>
      {guardians.map(({ id, name }, index) => {
        const meta = fields[`share${index}`]
        return meta ? (
          <div key={id}>
            <input type="hidden" name="guardian[]" value={id} />
            <Field meta={meta} label={`${name}’s share (%)`} inputMode="decimal" maxLength={8} />
          </div>
        ) : null
      })}
      <SubmitRow label="Save shares" pending="Saving…" intent="shares" variant="secondary" />
      <p className="small dim">Sent invoices keep their shares.</p>
    </PostForm>
  )
}
