import { getFormProps, type SubmissionResult, useForm } from "@conform-to/react"
import { DateField, Field, SelectField, TextAreaField } from "~/components/form/field"
import { PostForm, SubmitRow } from "~/components/form/post-form"
import { endingLabels, endings } from "~/models/platform/school-money/ending"
import type { RefundForm } from "~/models/platform/school-money/school-money-form"
import { formatMoney, parseMoney } from "~/utils/money"

export const refundFormId = "refund"

type RefundPaymentProps = {
  result: SubmissionResult | undefined
  /** payments of which something is left, as "Nov 21, 2026: $29.00 left" */
  payments: { id: string; text: string; currency: string }[]
  schoolName: string
  /** makes a second press refund nothing more */
  formKey: string
  /** how many refunds the page shows, so that a colleague's isn't made again */
  seen: number
  /** the address that takes the form */
  action: string
}

/** Refunds a payment through the provider and decides what happens to access. */
export function RefundPayment({ result, payments, schoolName, formKey, seen, action }: RefundPaymentProps) {
  const [form, fields] = useForm<RefundForm>({
    id: refundFormId,
    lastResult: result,
    defaultValue: { key: formKey, ending: "keep" },
  })
  const currency = payments.find(({ id }) => id === fields.paymentId.value)?.currency ?? payments[0]?.currency
  return (
    <section className="section" aria-labelledby="refund-title">
      <h2 id="refund-title">Refund a payment</h2>
      {payments.length === 0 ? (
        <p className="dim">There’s no payment left to refund.</p>
      ) : (
        <PostForm
          className="form"
          {...getFormProps(form)}
          action={action}
          sends={{ key: String(fields.key.initialValue ?? formKey), seen }}
        >
          <SelectField
            meta={fields.paymentId}
            label="Payment"
            choices={payments.map(({ id, text }) => ({ value: id, label: text }))}
          />
          <Field meta={fields.amount} label="Amount" inputMode="decimal" maxLength={20} />
          <Reasons fields={fields} />
          <SelectField
            meta={fields.ending}
            label="Access after the refund"
            choices={endings.map((value) => ({ value, label: endingLabels[value] }))}
          />
          <DateField meta={fields.endsOn} label="Last day of access" hint="Only for a date." optional />
          <SubmitRow
            label={`Refund ${amountText(fields.amount.value, currency)}to ${schoolName}`}
            intent="refund"
            variant="danger"
            pending="Refunding…"
          />
        </PostForm>
      )}
    </section>
  )
}

/** The amount as the button repeats it, followed by a space; nothing until it is one. */
function amountText(typed: string | undefined, currency = "USD"): string {
  const minor = parseMoney(typed ?? "")
  return minor !== null && minor > 0 ? `${formatMoney(minor, currency)} ` : ""
}

type ReasonFields = {
  fields: {
    reason: Parameters<typeof TextAreaField>[0]["meta"]
    message: Parameters<typeof TextAreaField>[0]["meta"]
  }
  messageHint?: string
}

const usualHint = "Emailed to the school and shown in its activity, with a standard sentence."

/** Why, for staff alone; and what the school reads. */
export const Reasons = ({ fields, messageHint = usualHint }: ReasonFields) => (
  <>
    <TextAreaField
      meta={fields.reason}
      label="Internal reason"
      hint="Only staff can read this."
      rows={2}
      maxLength={500}
    />
    <TextAreaField
      meta={fields.message}
      label="Message to the school"
      hint={messageHint}
      rows={2}
      maxLength={500}
      optional
    />
  </>
)
