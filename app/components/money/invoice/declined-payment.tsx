import { Callout } from "~/components/ui/callout"
import { declineText } from "~/models/money/auto-pay/auto-pay"
import type { DeclinedOrder } from "~/models/money/invoice/invoice"
import { formatDate } from "~/utils/formats"
import { formatMoney } from "~/utils/money"

type DeclinedPaymentProps = DeclinedOrder & { currency: string }

/** To the payer: that their last payment of an invoice didn't go through, and why. */
export const DeclinedPayment = ({
  amountMinor,
  provider,
  declineReason,
  on,
  currency,
}: DeclinedPaymentProps) => (
  <Callout tone="amber">
    <p>
      Your payment of {formatMoney(amountMinor, currency)} was declined on {formatDate(on, "full")}.{" "}
      {declineText(declineReason, provider)} Nothing was charged.
    </p>
  </Callout>
)
