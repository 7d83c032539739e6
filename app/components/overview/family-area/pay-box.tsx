import { getFormProps, type SubmissionResult, useForm } from "@conform-to/react"
import { Fragment } from "react"
import { Field } from "~/components/form/field"
import { PostForm, SubmitButton } from "~/components/form/post-form"
import { Callout } from "~/components/ui/callout"
import type { PayThrough, PayWay } from "~/models/money/payment-provider/payment-provider"
import { type PayRefusal, payRefusalText } from "~/texts/money/refusals"
import { formatMoney } from "~/utils/money"
import { platformProvider, platformWay } from "~/utils/payment-providers"

/** A payer needs no account at the provider: its page takes cards, too. */
const cardText = `Pay with your ${platformProvider} account or a card at ${platformProvider}.`

/** What each button says after the amount, the end of its intents, and what is said of it below. */
export const wayTexts: Record<PayThrough, { by: string; intent: string; pending: string; note: string }> = {
  [platformWay]: {
    by: `with ${platformProvider}`,
    intent: "",
    pending: `Going to ${platformProvider}…`,
    note: cardText,
  },
  stripe: {
    by: "by card",
    intent: "-by-card",
    pending: "Going to Stripe…",
    note: "You enter your card, or a bank account where Stripe offers that, on Stripe’s page. Tutti never sees its number.",
  },
}

/** What is said of the ways to pay, below their buttons. */
export function wayNotes(ways: readonly PayWay[]): string {
  const tests = ways.filter(({ isPractice }) => isPractice).map(({ provider }) => wayTexts[provider].by)
  const isTest = tests.length === ways.length ? "This is a test payment" : `A payment ${tests[0]} is a test`
  return [
    ...ways.map(({ provider }) => wayTexts[provider].note),
    "Then you come back here for your receipt.",
    ...(tests.length > 0 ? [`${isTest}: no money moves.`] : []),
  ].join(" ")
}

type PayBoxProps = {
  /** Minor units. */
  openMinor: number
  /** What is due now of a payment plan; all of it without one. */
  dueNowMinor?: number
  /** how many installments that is */
  dueCount?: number
  currency: string
  /** why nothing can be paid online; shown in place of the buttons */
  refusal: PayRefusal | null
  /** whom to ask instead, if the school gives an email or phone */
  contact?: { email: string | null; phone: string | null } | null
  ways: readonly PayWay[]
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
  ways,
  takesParts,
  result,
  ...due
}: PayBoxProps) {
  const { dueNowMinor = openMinor, dueCount = 1 } = due
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
      <PostForm className="form">
        <div className="buttons">
          {ways.map(({ provider }, index) => {
            const { by, intent, pending } = wayTexts[provider]
            const isPlan = dueNowMinor < openMinor
            return (
              <Fragment key={provider}>
                {isPlan ? (
                  <SubmitButton
                    intent={`pay-due${intent}`}
                    wide
                    variant={index > 0 ? "secondary" : undefined}
                    pending={pending}
                  >
                    Pay {dueCount > 1 ? `${dueCount} installments` : "this installment"},{" "}
                    {formatMoney(dueNowMinor, currency)}, {by}
                  </SubmitButton>
                ) : null}
                <SubmitButton
                  intent={`pay${intent}`}
                  wide
                  variant={isPlan || index > 0 ? "secondary" : undefined}
                  pending={pending}
                >
                  Pay {isPlan ? "all, " : null}
                  {formatMoney(openMinor, currency)}
                  {isPlan ? "," : null} {by}
                </SubmitButton>
              </Fragment>
            )
          })}
        </div>
        <p className="small dim">{wayNotes(ways)}</p>
      </PostForm>
      {takesParts ? <PayPart ways={ways} result={result} /> : null}
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

function PayPart({ ways, result }: Pick<PayBoxProps, "ways" | "result">) {
  const [form, fields] = useForm<{ amount: string }>({ id: payPartForm, lastResult: result })
  return (
    <details className="disclosure" open={Boolean(result)}>
      <summary>Pay part of it</summary>
      <PostForm className="form" {...getFormProps(form)}>
        <Field meta={fields.amount} label="Amount" inputMode="decimal" maxLength={40} />
        <div className="buttons">
          {ways.map(({ provider }) => (
            <SubmitButton
              key={provider}
              intent={`pay-part${wayTexts[provider].intent}`}
              variant="secondary"
              pending={wayTexts[provider].pending}
            >
              Pay this amount {wayTexts[provider].by}
            </SubmitButton>
          ))}
        </div>
      </PostForm>
    </details>
  )
}
