import { Callout } from "~/components/ui/callout"
import { Link } from "~/components/ui/link"
import type { AutoChargeState } from "~/models/money/auto-pay/auto-pay"
import { formatDate } from "~/utils/date-text"
import { formatMoney } from "~/utils/money"
import { paths } from "~/utils/paths"

type ComingChargeProps = {
  state: AutoChargeState
  amountMinor: number
  nextTryOn: string
  /** how often it was declined */
  failures: number
  account: string | null
  currency: string
}

/** On an invoice: that it is paid automatically, and when. */
export function ComingCharge({
  state,
  amountMinor,
  nextTryOn,
  failures,
  account,
  currency,
}: ComingChargeProps) {
  const from = account ? `PayPal account ${account}` : "your PayPal account"
  return (
    <Callout>
      <p>
        {state === "held"
          ? "Your school has put the automatic payment of this invoice on hold."
          : state === "charging"
            ? `${formatMoney(amountMinor, currency)} is being charged to ${from}.`
            : failures > 0
              ? `PayPal declined the charge of ${formatMoney(amountMinor, currency)} to ${from}. It’s tried again on ${formatDate(nextTryOn, "full")}.`
              : `${formatMoney(amountMinor, currency)} will be charged to ${from} on ${formatDate(nextTryOn, "full")}.`}{" "}
        <Link to={paths.studentAutoPayment()}>Automatic payment</Link>
      </p>
    </Callout>
  )
}
