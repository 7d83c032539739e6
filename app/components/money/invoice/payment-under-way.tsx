import { CalloutText } from "~/components/ui/callout"
import { formatMoney } from "~/utils/money"

/** What was paid online for an invoice and isn’t completed yet, so that it isn't recorded by hand as well. */
export function PaymentUnderWay({ amountMinor, currency }: { amountMinor: number; currency: string }) {
  return amountMinor > 0 ? (
    <CalloutText tone="amber">
      An online payment of {formatMoney(amountMinor, currency)} is being processed. It’s recorded here when it
      completes, so don’t record it by hand.
    </CalloutText>
  ) : null
}
