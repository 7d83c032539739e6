import { ActButton } from "~/components/form/act-button"
import { Callout } from "~/components/ui/callout"
import { Link } from "~/components/ui/link"
import { countOf } from "~/utils/count-of"
import { formatDate } from "~/utils/date-text"
import { paths } from "~/utils/paths"

type AskedPlanProps = {
  invoiceId: string
  /** The latest request, null without one. */
  ask: { count: number; firstOn: string; answer: string | null; reason: string | null } | null
}

/** A family's request to pay an invoice in installments: the way to it, that it waits, or why it was declined. */
export function AskedPlan({ invoiceId, ask }: AskedPlanProps) {
  const address = paths.studentInvoicePlan(invoiceId)
  if (ask?.answer === null)
    return (
      <Callout>
        <p>
          You asked to pay in {countOf(ask.count, "installment")}, the first on{" "}
          {formatDate(ask.firstOn, "full")}. We’ll email you when the school has answered. Until then the
          balance is due as above.
        </p>
        <ActButton label="Withdraw request" action={address} intent="withdraw" pending="Withdrawing…" />
      </Callout>
    )
  return (
    <p className="small no-print">
      {ask?.answer === "declined"
        ? `The school declined your request for installments: ${ask.reason} `
        : null}
      <Link to={address}>Ask to pay in installments</Link>
    </p>
  )
}
