import { PostForm } from "~/components/form/post-form"
import { SubmitButton } from "~/components/form/submit-button"
import { type PayAllOffer, settledText, toPayText } from "~/models/money/family-invoice/pay-all"

type PayAllProps = {
  /** Null where PayPal isn't offered. */
  offer: PayAllOffer | null
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
          {settledText(offer, money)}
        </p>
      ) : null}
      {offer ? (
        <PostForm className="no-print">
          <SubmitButton intent="pay-all" pending="Going to PayPal…">
            {`Pay ${toPayText(offer)}, ${money(offer.amountMinor)}, with PayPal`}
          </SubmitButton>
          {isPractice ? <p className="small dim">This is a test payment: no money moves.</p> : null}
        </PostForm>
      ) : null}
    </>
  )
}
