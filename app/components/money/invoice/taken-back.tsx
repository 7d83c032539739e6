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

const ways: Record<Lost["kind"], string> = {
  refund: "refunded on",
  reversal: "charged back by their bank or the payment provider on",
  both: "refunded or charged back, the last of it on",
}

/** What went back of an invoice's payments, so that a paid one isn't read as one that was never paid. */
export function TakenBack({ rows, currency, paymentAt }: TakenBackProps) {
  return rows.map(({ paymentId, payerName, receivedOn, amountMinor, kind, backOn }) => {
    const payment = `payment of ${formatDate(receivedOn, "medium")}`
    return (
      <CalloutText key={`${paymentId} ${kind}`} tone={kind === "refund" ? "amber" : "red"}>
        {formatMoney(amountMinor, currency)} of {payerName}’s{" "}
        {paymentAt ? <Link to={paymentAt(paymentId)}>{payment}</Link> : payment} was {ways[kind]}{" "}
        {formatDate(backOn, "medium")}.
      </CalloutText>
    )
  })
}
