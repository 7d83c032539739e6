import { getFormProps, type SubmissionResult, useForm } from "@conform-to/react"
import { CheckField, DateField, Field, SelectField, TextAreaField } from "~/components/form/field"
import { PostForm, SubmitRow } from "~/components/form/post-form"
import { Callout } from "~/components/ui/callout"
import { methodChoices, referenceLabel } from "~/models/money/payment/payment"
import type { PaymentForm } from "~/models/money/payment/payment-form"
import { paymentRefusals } from "~/texts/money/refusals"
import { asksItself } from "~/utils/form-marks"
import { platformProvider } from "~/utils/payment-providers"
import { type ChoosableInvoice, InvoiceChoice } from "./invoice-choice"

type Fields = Record<Exclude<keyof PaymentForm, "invoice">, string> & { invoice: string[] }

type RecordPaymentProps = {
  /** What the form begins with; the amount as typed, "238.63". */
  amount: string
  payer: string
  today: string
  formKey: string
  /** The open invoices to choose from, when it isn't for one invoice. */
  invoices?: ChoosableInvoice[]
  currency: string
  result?: SubmissionResult
}

/** Records a payment that did not come in online. */
export function RecordPayment({
  amount,
  payer,
  today,
  formKey,
  invoices = [],
  currency,
  result,
}: RecordPaymentProps) {
  const [form, fields] = useForm<Fields>({
    id: "payment",
    lastResult: result,
    defaultValue: { amount, payer, receivedOn: today, method: "transfer" },
  })
  const isCheck = fields.method.value === "check"
  return (
    <PostForm
      needs="payment:record"
      makes={asksItself}
      className="form"
      {...getFormProps(form)}
      sends={{ formKey }}
    >
      {result?.error?.[""]?.includes(paymentRefusals.twin) ? <PossibleTwin /> : null}
      <Field meta={fields.amount} label="Amount" inputMode="decimal" maxLength={40} />
      {asksForRest(result) ? (
        <CheckField meta={fields.keepRest} label="Keep the rest as account credit" />
      ) : null}
      <SelectField meta={fields.method} label="Payment method" choices={methodChoices(currency)} />
      <DateField meta={fields.receivedOn} label="Received on" max={today} />
      <Field meta={fields.payer} label="Paid by" maxLength={120} />
      <Field
        meta={fields.reference}
        label={referenceLabel(isCheck ? "check" : "transfer")}
        optional
        hint={
          isCheck
            ? "It’s on the receipt."
            : `A check, bank or ${platformProvider} number. Each can be used once.`
        }
        maxLength={120}
      />
      <InvoiceChoice formId="payment" invoices={invoices} currency={currency} result={result} />
      <TextAreaField meta={fields.note} label="Internal note" optional rows={2} maxLength={500} />
      <SubmitRow label="Record payment" pending="Recording…" intent="pay" variant="secondary" />
    </PostForm>
  )
}

/** The question stays in a form that is refused for another reason. */
const asksForRest = (result?: SubmissionResult) =>
  result?.initialValue?.keepRest !== undefined ||
  result?.error?.amount?.includes(paymentRefusals["more-than-owed"])

/** It is part of the form, so that the payment can be recorded anyway. */
function PossibleTwin() {
  return (
    <Callout tone="amber">
      <p>{paymentRefusals.twin} Is this another one?</p>
      <SubmitRow label="Record anyway" pending="Recording…" intent="anyway" variant="secondary" />
    </Callout>
  )
}
