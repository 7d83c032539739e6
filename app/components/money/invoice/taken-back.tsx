import { Link } from "@remix-run/react"
import { CalloutText } from "~/components/ui/callout"
import type { TakenBack as Lost } from "~/models/money/payment/payment"
import { formatDate } from "~/utils/formats"
import { formatMoney } from "~/utils/money"

type TakenBackProps = {
  rows: readonly Lost[]
  currency: string
  /** The reader's way to a payment. */
  paymentAt?: (paymentId: string) => string
}

/** What went back of an invoice's payments, so that a paid one isn't read as one that was never paid. */
export function TakenBack({ rows, currency, paymentAt }: TakenBackProps) {
  return rows.map(({ paymentId, payerName, receivedOn, amountMinor, kind, backOn }) => {
    const payment = `payment of ${formatDate(receivedOn, "medium")}`
    return (
      <CalloutText key={paymentId} tone={kind === "reversal" ? "red" : "amber"}>
        {formatMoney(amountMinor, currency)} of {payerName}’s{" "}
        {paymentAt ? <Link to={paymentAt(paymentId)}>{payment}</Link> : payment} was{" "}
        {kind === "reversal" ? "charged back by their bank or the payment provider" : "refunded"} on{" "}
        {formatDate(backOn, "medium")}.
      </CalloutText>
    )
  })
}
