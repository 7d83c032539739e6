import { Callout } from "~/components/ui/callout"
import { Link } from "~/components/ui/link"
import { type AutoChargeState, declineText, titleIn } from "~/models/money/auto-pay/auto-pay"
import type { DeclineReason, ProviderName } from "~/models/money/payment-provider/payment-provider"
import { providerLabels } from "~/models/money/payment-provider/payment-provider"
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
  provider: ProviderName
  declineReason: DeclineReason | null
  currency: string
}

/** On an invoice: that it is paid automatically, and when. */
export function ComingCharge({
  state,
  amountMinor,
  nextTryOn,
  failures,
  account,
  provider,
  declineReason,
  currency,
}: ComingChargeProps) {
  const from = titleIn(account, provider)
  return (
    <Callout>
      <p>
        {state === "held"
          ? "Your school has put the automatic payment of this invoice on hold."
          : state === "charging"
            ? `${formatMoney(amountMinor, currency)} is being charged to ${from}.`
            : failures > 0
              ? `${declineReason ? "Your bank" : providerLabels[provider]} declined the charge of ${formatMoney(amountMinor, currency)} to ${from}. ${declineReason ? `${declineText(declineReason, provider)} ` : ""}It’s tried again on ${formatDate(nextTryOn, "full")}.`
              : `${formatMoney(amountMinor, currency)} will be charged to ${from} on ${formatDate(nextTryOn, "full")}.`}{" "}
        <Link to={paths.studentAutoPayment()}>Automatic payment</Link>
      </p>
    </Callout>
  )
}
