import { getFormProps, type SubmissionResult, useForm } from "@conform-to/react"
import { ErrorSummary } from "~/components/form/error-summary"
import { DateField, Field } from "~/components/form/field"
import { PostForm } from "~/components/form/post-form"
import { SubmitButton } from "~/components/form/submit-button"
import { Link } from "~/components/ui/link"
import { countOf } from "~/utils/count-of"
import { formatMoney, plainAmount } from "~/utils/money"
import { paths } from "~/utils/paths"

type Row = { dueOn: string; amountMinor: number }

type PlanRowsFormProps = {
  rows: Row[]
  /** What the rows come to together, minor units. */
  openMinor: number
  invoiceId: string
  invoiceIds: string[]
  /** The plan that this one replaces. */
  planId: string | null
  currency: string
  formKey: string
  /** Who gets no email, and why. */
  unreached: string
  result?: SubmissionResult
}

/** The installments before they are agreed; each day and amount can be changed. */
export function PlanRowsForm(props: PlanRowsFormProps) {
  const { rows, openMinor, invoiceId, invoiceIds, planId, currency, formKey, result } = props
  const [form, fields] = useForm<{
    rows: { dueOn: string; amount: string }[]
    reason: string
  }>({
    id: "plan",
    lastResult: result,
    defaultValue: {
      rows: rows.map(({ dueOn, amountMinor }) => ({ dueOn, amount: plainAmount(amountMinor) })),
      reason: "",
    },
  })
  return (
    <>
      <ErrorSummary form={form} />
      <PostForm className="form" {...getFormProps(form)}>
        <input type="hidden" name="formKey" value={formKey} />
        <input type="hidden" name="plan" value={planId ?? ""} />
        {invoiceIds.map((id) => (
          <input key={id} type="hidden" name="invoice[]" value={id} />
        ))}
        {fields.rows.getFieldList().map((row, index) => {
          const { dueOn, amount } = row.getFieldset()
          return (
            <fieldset className="columns" key={row.key}>
              <legend className="visually-hidden">Installment {index + 1}</legend>
              <DateField meta={dueOn} label={`Installment ${index + 1}, due`} />
              <Field meta={amount} label={`Amount in ${currency}`} inputMode="decimal" maxLength={20} />
            </fieldset>
          )
        })}
        <p>
          Together they must be the balance due, <b>{formatMoney(openMinor, currency)}</b>. The family gets an
          email with the dates and amounts.
        </p>
        {props.unreached ? <p className="bad">{props.unreached}</p> : null}
        {planId ? (
          <Field
            meta={fields.reason}
            label="Reason for the change"
            hint="The family reads it in the email."
            maxLength={200}
          />
        ) : null}
        <p className="buttons">
          <SubmitButton intent="agree" pending="Saving…">
            {planId ? "Change payment plan" : `Agree ${countOf(rows.length, "installment")}`}
          </SubmitButton>
          <Link to={paths.invoice(invoiceId)}>Cancel</Link>
        </p>
      </PostForm>
    </>
  )
}
