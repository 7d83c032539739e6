import { Callout } from "~/components/ui/callout"
import { formatMoney } from "~/utils/money"

/** What PayPal has taken for an invoice and not yet completed, so that it isn't recorded by hand as well. */
export function PaymentUnderWay({ amountMinor, currency }: { amountMinor: number; currency: string }) {
  return amountMinor > 0 ? (
    <Callout tone="amber">
      <p>
        PayPal is processing a payment of {formatMoney(amountMinor, currency)}. It’s recorded here when PayPal
        completes it, so don’t record it by hand.
      </p>
    </Callout>
  ) : null
}
