import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node"
import { useLoaderData } from "@remix-run/react"
import { ReceiptPaper } from "~/components/money/payment/receipt-paper"
import { Link } from "~/components/ui/link"
import { requireMember } from "~/http/guards.server"
import { notFound } from "~/http/responses.server"
import { findLetterhead } from "~/models/accounts/school/letterhead.server"
import { findPayment } from "~/models/money/payment/find-payment.server"
import { paths } from "~/utils/paths"

export async function loader({ request, params }: LoaderFunctionArgs) {
  const actor = await requireMember(request, "invoice:read")
  const found = findPayment(actor, params.paymentId ?? "")
  if (!found) throw notFound()
  const { allocations, ...payment } = found
  return {
    payment,
    invoices: allocations.map(({ amountMinor, ...invoice }) => ({ ...invoice, part: amountMinor })),
    school: findLetterhead(actor),
  }
}

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `Receipt for ${data?.payment.payerName ?? "payment"} · Tutti` },
]

export default function OfficeReceipt() {
  const { payment, invoices, school } = useLoaderData<typeof loader>()
  return (
    <div className="form narrow">
      <p className="back-link no-print">
        <Link to={paths.family(payment.familyId)}>Family billing</Link>
      </p>
      <ReceiptPaper
        payment={payment}
        invoices={invoices}
        school={school}
        invoiceLink={({ invoiceId, text }) => <Link to={paths.invoice(invoiceId)}>{text}</Link>}
      />
      {payment.note ? <p className="dim">Internal note: {payment.note}</p> : null}
    </div>
  )
}
