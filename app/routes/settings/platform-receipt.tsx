import type { LoaderFunctionArgs } from "@remix-run/node"
import { useLoaderData } from "@remix-run/react"
import { PaymentState } from "~/components/accounts/subscription/payment-list"
import { pageTitle } from "~/components/shell/frame"
import { Link } from "~/components/ui/button"
import { LedgerList } from "~/components/ui/ledger-list"
import { PrintButton } from "~/components/ui/print-button"
import { orNotFound, requireMember } from "~/http/guards.server"
import { listRefunds } from "~/models/accounts/platform-payment/platform-refund.server"
import { platformContact } from "~/models/platform/contact-message/platform-contact.server"
import { findReceipt, includedTax } from "~/models/platform/platform-payment/platform-receipts.server"
import { formatDate } from "~/utils/formats"
import { formatMoney } from "~/utils/money"
import { paths } from "~/utils/paths"
import { platformProvider } from "~/utils/payment-providers"
import { localDate } from "~/utils/zones"

/** The receipt of one payment to us, for the school's books; prints on one sheet. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  const actor = await requireMember(request, "subscription:pay")
  const receipt = orNotFound(findReceipt(actor, params.receiptId ?? ""))
  const { id, about, status, paidAt, amountMinor, refundedMinor, currency, providerSubscriptionId } = receipt
  const tax = includedTax(receipt)
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
    pending: listRefunds(actor, id, "held").map((refund) => ({
      id: refund.id,
      amount: formatMoney(refund.amountMinor, currency),
    })),
    total: formatMoney(amountMinor - refundedMinor, currency),
    providerSubscriptionId,
    tax: tax && { label: tax.label, amount: formatMoney(tax.amountMinor, currency) },
    billedTo: [receipt.buyerName, receipt.buyerAddress.replace(/\s*\n\s*/g, ", ")].filter(Boolean).join(", "),
    billedTaxNumber: receipt.buyerTaxNumber,
    seller: [receipt.sellerName, receipt.sellerAddress.replace(/\s*\n\s*/g, ", "), platformContact().email]
      .filter(Boolean)
      .join(", "),
    sellerTaxNumber: receipt.sellerTaxNumber,
  }
}

export const meta = pageTitle<typeof loader>((data) => `Receipt ${data.id}`, "Receipt")

export default function PlatformReceipt() {
  const receipt = useLoaderData<typeof loader>()
  const { id, about, status, paidOn, amount, refunds, total, tax, providerSubscriptionId, ...parties } =
    receipt
  const facts = [
    ["From", parties.billedTo],
    ...(parties.billedTaxNumber ? [["Your tax number", parties.billedTaxNumber]] : []),
    ["To", parties.seller],
    ...(parties.sellerTaxNumber ? [["Tax number", parties.sellerTaxNumber]] : []),
    ["Payment method", platformProvider],
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
        {tax ? (
          <p className="dim">
            {tax.label}: {tax.amount}
          </p>
        ) : null}
        {receipt.pending.map((refund) => (
          <p key={refund.id} className="dim">
            {`${platformProvider} is still processing a refund of `}
            {refund.amount}.
          </p>
        ))}
        <p className="actions no-print">
          <PrintButton />
          <a className="button" href={paths.platformReceiptPdf(id)}>
            PDF
          </a>
        </p>
      </article>
    </div>
  )
}
