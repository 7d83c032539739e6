import type { LoaderFunctionArgs } from "@remix-run/node"
import { useLoaderData } from "@remix-run/react"
import { ReceiptPaper } from "~/components/money/payment/receipt-paper"
import { pageTitle } from "~/components/shell/frame"
import { Link } from "~/components/ui/button"
import { orNotFound, requireMember } from "~/http/guards.server"
import { findLetterhead } from "~/models/accounts/school/letterhead.server"
import { findPortalPayment } from "~/models/money/family-invoice/portal-invoices.server"
import { formatDate } from "~/utils/formats"
import { paths } from "~/utils/paths"

export async function loader({ request, params }: LoaderFunctionArgs) {
  const actor = await requireMember(request, "portal:read")
  const payment = orNotFound(findPortalPayment(actor, params.paymentId ?? ""))
  const { id, payerName, amountMinor, currency, method, paidWith, receivedOn, ...rest } = payment
  const { allocations, providerReference, spareMinor, madeUpMinor, othersMinor, refunds } = rest
  const { reversedOn, reversedReason } = rest
  return {
    payment: {
      id,
      payerName,
      amountMinor,
      currency,
      method,
      paidWith,
      receivedOn,
      providerReference,
      spareMinor,
      madeUpMinor,
      othersMinor,
      refunds,
      reversedOn,
      reversedReason,
    },
    invoices: allocations.map(({ invoiceId, number, amountMinor: part }) => ({ invoiceId, number, part })),
    school: findLetterhead(actor),
  }
}

export const meta = pageTitle<typeof loader>(
  (data) => `Receipt, ${formatDate(data.payment.receivedOn, "medium")}`,
)

/** A family's copy of a receipt: prints without the frame. */
export default function Receipt() {
  const { payment, invoices, school } = useLoaderData<typeof loader>()
  return (
    <div className="form narrow">
      <p className="back-link no-print">
        <Link to={paths.studentInvoices()}>All invoices</Link>
      </p>
      <ReceiptPaper
        payment={payment}
        invoices={invoices}
        school={school}
        pdf={paths.studentReceiptPdf(payment.id)}
        invoiceLink={({ invoiceId, text }) => <Link to={paths.studentInvoice(invoiceId)}>{text}</Link>}
      />
    </div>
  )
}
