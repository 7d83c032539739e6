import { getFormProps, type SubmissionResult, useForm } from "@conform-to/react"
import { Field } from "~/components/form/field"
import { PostForm } from "~/components/form/post-form"
import { SubmitButton } from "~/components/form/submit-button"
import { Callout } from "~/components/ui/callout"
import { type PayRefusal, payRefusalText } from "~/models/money/payment-order/payment-order"
import { formatMoney } from "~/utils/money"

/** A payer needs no PayPal account: PayPal’s page takes cards, too. */
export const cardText = "Pay with your PayPal account or a card at PayPal."

type PayBoxProps = {
  /** Minor units. */
  openMinor: number
  /** What is due now of a payment plan; all of it without one. */
  dueNowMinor?: number
  currency: string
  /** why PayPal isn't available; shown in place of the button */
  refusal: PayRefusal | null
  /** whom to ask instead, if the school gives an email or phone */
  contact?: { email: string | null; phone: string | null } | null
  isPractice: boolean
  /** the school takes a part of the balance */
  takesParts?: boolean
  /** the refused form of a part */
  result?: SubmissionResult
}

/** The one thing to do on an open invoice. */
export function PayBox({
  openMinor,
  currency,
  refusal,
  contact,
  isPractice,
  takesParts,
  result,
  ...due
}: PayBoxProps) {
  const { dueNowMinor = openMinor } = due
  if (refusal === "nothing-open" || refusal === "processing") return null
  if (refusal)
    return (
      <div className="no-print">
        <Callout>
          <p>{payRefusalText(refusal)}</p>
          {contact ? <SchoolContact {...contact} /> : null}
        </Callout>
      </div>
    )
  return (
    <div className="no-print stack">
      <PostForm>
        <p className="buttons">
          {dueNowMinor < openMinor ? (
            <SubmitButton intent="pay-due" wide pending="Going to PayPal…">
              Pay this installment, {formatMoney(dueNowMinor, currency)}, with PayPal
            </SubmitButton>
          ) : null}
          <SubmitButton
            intent="pay"
            wide
            variant={dueNowMinor < openMinor ? "secondary" : undefined}
            pending="Going to PayPal…"
          >
            Pay {dueNowMinor < openMinor ? "all, " : null}
            {formatMoney(openMinor, currency)}
            {dueNowMinor < openMinor ? "," : null} with PayPal
          </SubmitButton>
        </p>
        <p className="small dim">
          {cardText} Then you come back here for your receipt.
          {isPractice ? " This is a test payment: no money moves." : null}
        </p>
      </PostForm>
      {takesParts ? <PayPart result={result} /> : null}
    </div>
  )
}

function SchoolContact({ email, phone }: { email: string | null; phone: string | null }) {
  return (
    <p className="long-text">
      Contact the school: {email ? <a href={`mailto:${email}`}>{email}</a> : null}
      {email && phone ? ", " : null}
      {phone ? <a href={`tel:${phone.replace(/[^+\d]/g, "")}`}>{phone}</a> : null}
    </p>
  )
}

/** The ID of the form of a part, for the summary of its errors. */
export const payPartForm = "pay-part"

function PayPart({ result }: { result?: SubmissionResult }) {
  const [form, fields] = useForm<{ amount: string }>({ id: payPartForm, lastResult: result })
  return (
    <details className="disclosure" open={Boolean(result)}>
      <summary>Pay part of it</summary>
      <PostForm className="form" {...getFormProps(form)}>
        <Field meta={fields.amount} label="Amount" inputMode="decimal" maxLength={40} />
        <p>
          <SubmitButton intent="pay-part" variant="secondary" pending="Going to PayPal…">
            Pay this amount with PayPal
          </SubmitButton>
        </p>
      </PostForm>
    </details>
  )
}
