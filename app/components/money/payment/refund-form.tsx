import { getFormProps, type SubmissionResult, useForm } from "@conform-to/react"
import { DateField, Field, SelectField, TextAreaField } from "~/components/form/field"
import { ErrorSummary, PostForm, SubmitRow } from "~/components/form/post-form"
import { methodChoices, type PaymentMethod } from "~/models/money/payment/payment"
import { type PayThrough, providerLabels } from "~/models/money/payment-provider/payment-provider"
import { platformMethod, platformWay } from "~/utils/payment-providers"

type Fields = Record<"amount" | "method" | "refundedOn" | "reason", string>

type RefundFormProps = {
  /** What the form begins with; the amount as typed. */
  amount: string
  method: PaymentMethod
  currency: string
  /** The first day that can be entered; any, where it depends on the amount. */
  since?: string
  today: string
  formKey: string
  /** Through whom it was paid: the provider sends the money back when its method is chosen. */
  online: PayThrough | null
  keep: { to: string; label: string }
  result?: SubmissionResult
}

/** Gives money back: through its provider where it came that way, else recorded as given by hand. */
export function RefundForm({
  amount,
  method,
  currency,
  since,
  today,
  formKey,
  online,
  keep,
  result,
}: RefundFormProps) {
  const [form, fields] = useForm<Fields>({
    id: "refund",
    lastResult: result,
    defaultValue: { amount, method, refundedOn: today },
  })
  const choices = methodChoices(currency, method)
    .filter(({ value }) => value !== platformMethod || online === platformWay)
    .map(({ value, label }) => ({
      value,
      label:
        online && value === method
          ? `${label === providerLabels[online] ? label : `${label}, through ${providerLabels[online]}`}, sent back now`
          : label,
    }))
  return (
    <>
      <ErrorSummary form={form} />
      <PostForm className="form" {...getFormProps(form)} sends={{ formKey }}>
        <Field meta={fields.amount} label="Amount" inputMode="decimal" maxLength={40} />
        <SelectField
          meta={fields.method}
          label="Refund method"
          hint={
            online
              ? "Other methods are only recorded here."
              : "Only recorded here. Hand over the money yourself."
          }
          choices={choices}
        />
        <DateField meta={fields.refundedOn} label="Refunded on" min={since} max={today} />
        <TextAreaField
          meta={fields.reason}
          label="Reason"
          hint="The family can see it."
          maxLength={300}
          rows={3}
        />
        <SubmitRow
          label="Refund"
          pending="Refunding…"
          variant="danger-primary"
          cancel={keep.to}
          cancelLabel={keep.label}
        />
      </PostForm>
    </>
  )
}
