import { PostForm } from "~/components/form/post-form"
import { SubmitButton } from "~/components/form/submit-button"
import { type PayAllOffer, settledText, toPayText } from "~/models/money/family-invoice/pay-all"
import { cardText } from "./pay-box"

type PayAllProps = {
  /** Null where PayPal isn't offered. */
  offer: PayAllOffer | null
  /** What is owed on no invoice. */
  owedMinor: number
  /** How much of it can be paid by itself; nothing where PayPal isn’t offered. */
  payOwedMinor: number
  /** No money moves: it is PayPal’s sandbox. */
  isPractice: boolean
  money: (amountMinor: number) => string
}

/** One payment of everything that is due, also of what isn’t on an invoice. */
export function PayAll({ offer, owedMinor, payOwedMinor, isPractice, money }: PayAllProps) {
  return (
    <>
      {owedMinor > 0 ? (
        <p>
          {offer ? "You also owe" : "You owe"} {money(owedMinor)} that isn’t on an invoice: a payment was
          reversed after a refund. {settledText(offer, payOwedMinor, money)}
        </p>
      ) : null}
      {offer || payOwedMinor > 0 ? (
        <PostForm className="no-print stack">
          <p className="buttons">
            {offer ? (
              <SubmitButton intent="pay-all" pending="Going to PayPal…">
                {`Pay ${toPayText(offer)}, ${money(offer.amountMinor)}, with PayPal`}
              </SubmitButton>
            ) : null}
            {payOwedMinor > 0 ? (
              <SubmitButton
                intent="pay-owed"
                variant={offer ? "secondary" : undefined}
                pending="Going to PayPal…"
              >
                {`Pay ${offer ? "only " : ""}${money(payOwedMinor)} with PayPal`}
              </SubmitButton>
            ) : null}
          </p>
          <p className="small dim">
            {cardText}
            {isPractice ? " This is a test payment: no money moves." : null}
          </p>
        </PostForm>
      ) : null}
    </>
  )
}
