import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node"
import { useLoaderData } from "@remix-run/react"
import { PaymentState } from "~/components/accounts/subscription/payment-list"
import { LedgerList } from "~/components/ui/ledger-list"
import { Link } from "~/components/ui/link"
import { PrintButton } from "~/components/ui/print-button"
import { requireMember } from "~/http/guards.server"
import { notFound } from "~/http/responses.server"
import { listRefunds } from "~/models/accounts/platform-payment/platform-refund.server"
import { findLetterhead } from "~/models/accounts/school/letterhead.server"
import { platformContact } from "~/models/platform/platform/platform-contact.server"
import { findReceipt } from "~/models/platform/platform/platform-receipts.server"
import { formatDate } from "~/utils/date-text"
import { formatMoney } from "~/utils/money"
import { paths } from "~/utils/paths"
import { localDate } from "~/utils/zones"

/** The receipt of one payment to us, for the school's books; prints on one sheet. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  const actor = await requireMember(request, "subscription:pay")
  const receipt = findReceipt(actor, params.receiptId ?? "")
  if (!receipt) throw notFound()
  const { id, about, status, paidAt, amountMinor, refundedMinor, currency, providerSubscriptionId } = receipt
  const { name, address } = findLetterhead(actor)
  return {
    id,
    about,
    status,
    paidOn: formatDate(localDate(paidAt, actor.school.timeZone), "full"),
    amount: formatMoney(amountMinor, currency),
    refunds: listRefunds(actor, id).map((refund) => ({
      label: `Refunded on ${formatDate(localDate(refund.refundedAt ?? refund.createdAt, actor.school.timeZone), "full")}`,
      amount: formatMoney(-refund.amountMinor, currency),
    })),
    total: formatMoney(amountMinor - refundedMinor, currency),
    providerSubscriptionId,
    to: [name, address].filter(Boolean).join(", "),
    from: platformContact().email,
  }
}

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: data ? `Receipt ${data.id} · Tutti` : "Receipt · Tutti" },
]

export default function PlatformReceipt() {
  const { id, about, status, paidOn, amount, refunds, total, providerSubscriptionId, to, from } =
    useLoaderData<typeof loader>()
  const facts = [
    ["From", to],
    ["To", `Tutti, ${from}`],
    ["Payment method", "PayPal"],
    ["Payment ID", id],
    ["Subscription ID", providerSubscriptionId],
  ]
  return (
    <div className="form narrow">
      <p className="back-link no-print">
        <Link to={paths.subscriptionSettings()}>Subscription</Link>
      </p>
      <article className="sheet">
        <div className="page-head">
          <div>
            <p className="expression dim">Tutti</p>
            <h1>Receipt</h1>
          </div>
          <PaymentState status={status} />
        </div>
        <div className="amount-due">
          <p className="price">{amount}</p>
          <p>
            Paid on <b>{paidOn}</b>
          </p>
        </div>
        <dl className="ledger facts">
          {facts.map(([label, text]) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd className="long-text">{text}</dd>
            </div>
          ))}
        </dl>
        <LedgerList rows={[{ label: about, amount }, ...refunds]} total={{ label: "Total", amount: total }} />
        <p className="no-print">
          <PrintButton />
        </p>
      </article>
    </div>
  )
}
