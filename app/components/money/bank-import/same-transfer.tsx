import { Link } from "~/components/ui/link"
import { formatDate } from "~/utils/date-text"
import { paths } from "~/utils/paths"

/** Another transfer that may be the one beside it. */
export type TwinTransfer = {
  bookedOn: string
  payerName: string
  reference: string
  state: "open" | "recorded" | "ignored"
  paymentId: string | null
}

/** Warns before a transfer that two of the bank's files tell differently is recorded twice. */
export function SameTransfer({ twin }: { twin: TwinTransfer }) {
  const { bookedOn, payerName, reference, state, paymentId } = twin
  const day = formatDate(bookedOn, "medium")
  return (
    <span className="block small wrap-anywhere">
      Looks like the same transfer as {payerName || "an unknown payer"}, {day}
      {reference ? `, “${reference}”` : null}, which is{" "}
      {paymentId ? <Link to={paths.paymentReceipt(paymentId)}>recorded</Link> : states[state]}. If it is,
      ignore this one.
    </span>
  )
}

const states = { open: "on this list, too", recorded: "recorded", ignored: "ignored" } as const
