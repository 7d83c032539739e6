import { PostForm } from "~/components/form/post-form"
import { SubmitButton } from "~/components/form/submit-button"
import { formatNumber } from "~/utils/formats"

type PayAllProps = {
  /** How many invoices, what is paid beside them, and both together; null where PayPal isn't offered. */
  offer: { count: number; besideMinor: number; amountMinor: number } | null
  /** What is owed on no invoice. */
  owedMinor: number
  /** No money moves: it is PayPal’s sandbox. */
  isPractice: boolean
  money: (amountMinor: number) => string
}

/** One payment of everything that is due, also of what isn’t on an invoice. */
export function PayAll({ offer, owedMinor, isPractice, money }: PayAllProps) {
  return (
    <>
      {owedMinor > 0 ? (
        <p>
          You also owe {money(owedMinor)} that isn’t on an invoice: a payment was reversed after a refund.{" "}
          {offer && offer.besideMinor > 0
            ? "Paying everything settles it."
            : "Ask your school how to pay it."}
        </p>
      ) : null}
      {offer ? (
        <PostForm className="no-print">
          <SubmitButton intent="pay-all" pending="Going to PayPal…">
            {offer.besideMinor > 0
              ? `Pay everything, ${money(offer.amountMinor)}, with PayPal`
              : `Pay all ${formatNumber(offer.count)} invoices, ${money(offer.amountMinor)}, with PayPal`}
          </SubmitButton>
          {isPractice ? <p className="small dim">This is a test payment: no money moves.</p> : null}
        </PostForm>
      ) : null}
    </>
  )
}
