import { PostForm } from "~/components/form/post-form"
import { SubmitButton } from "~/components/form/submit-button"
import {
  type PayAllOffer,
  type PayOwedOffer,
  settledText,
  toPayText,
} from "~/models/money/family-invoice/pay-all"
import { wayNotes, wayTexts } from "./pay-box"

type PayAllProps = {
  /** Null where no provider takes it. */
  offer: PayAllOffer | null
  /** What is owed on no invoice. */
  owedMinor: number
  payOwed: PayOwedOffer
  money: (amountMinor: number) => string
}

/** One payment of everything that is due, also of what isn’t on an invoice. */
export function PayAll({ offer, owedMinor, payOwed, money }: PayAllProps) {
  const ways = offer?.ways ?? payOwed.ways
  return (
    <>
      {owedMinor > 0 ? (
        <p>
          {offer ? "You also owe" : "You owe"} {money(owedMinor)} that isn’t on an invoice: a payment was
          reversed after a refund. {settledText(offer, payOwed.amountMinor, money)}
        </p>
      ) : null}
      {ways.length > 0 ? (
        <PostForm className="no-print stack">
          <p className="buttons">
            {offer?.ways.map(({ provider }, index) => (
              <SubmitButton
                key={provider}
                intent={`pay-all${wayTexts[provider].intent}`}
                variant={index > 0 ? "secondary" : undefined}
                pending={wayTexts[provider].pending}
              >
                {`Pay ${toPayText(offer)}, ${money(offer.amountMinor)}, ${wayTexts[provider].by}`}
              </SubmitButton>
            ))}
            {payOwed.ways.map(({ provider }, index) => (
              <SubmitButton
                key={`only ${provider}`}
                intent={`pay-owed${wayTexts[provider].intent}`}
                variant={offer || index > 0 ? "secondary" : undefined}
                pending={wayTexts[provider].pending}
              >
                {`Pay ${offer ? "only " : ""}${money(payOwed.amountMinor)} ${wayTexts[provider].by}`}
              </SubmitButton>
            ))}
          </p>
          <p className="small dim">{wayNotes(ways)}</p>
        </PostForm>
      ) : null}
    </>
  )
}
