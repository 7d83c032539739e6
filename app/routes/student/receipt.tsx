import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node"
import { Link, useLoaderData } from "@remix-run/react"
import { LedgerList } from "~/components/ui/ledger-list"
import { Status } from "~/components/ui/status"
import { methodWords } from "~/models/payment/payment"
import { findPortalPayment } from "~/models/portal/portal-invoices.server"
import { findLetterhead } from "~/models/school/letterhead.server"
import { formatDate } from "~/utils/dates"
import { requireMember } from "~/utils/http/guards.server"
import { notFound } from "~/utils/http/responses.server"
import { formatMoney } from "~/utils/money"
import { paths } from "~/utils/paths"

export async function loader({ request, params }: LoaderFunctionArgs) {
  const actor = await requireMember(request, "portal:read")
  const payment = findPortalPayment(actor, params.paymentId ?? "")
  if (!payment) throw notFound()
  const { payerName, amountMinor, currency, method, receivedOn, providerReference, allocations, spareMinor } =
    payment
  return {
    payment: { payerName, amountMinor, currency, method, receivedOn, providerReference, spareMinor },
    invoices: allocations.map(({ invoiceId, number, amountMinor: part }) => ({ invoiceId, number, part })),
    school: findLetterhead(actor),
  }
}

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: data ? `Receipt · ${data.school.name}` : "Receipt" },
]

/** What a family keeps: prints as it stands, without the frame. */
export default function Receipt() {
  const { payment, invoices, school } = useLoaderData<typeof loader>()
  const money = (amountMinor: number) => formatMoney(amountMinor, payment.currency)
  const facts: [string, string][] = [
    ["From", payment.payerName],
    ["To", [school.name, school.address].filter(Boolean).join(", ")],
    ["Paid by", methodWords[payment.method]],
    ...(payment.providerReference ? [["Reference", payment.providerReference] as [string, string]] : []),
  ]
  return (
    <div className="form narrow">
      <p className="back noprint">
        <Link to={paths.studentInvoices()}>All invoices</Link>
      </p>
      <article className="sheet">
        <div className="head">
          <div>
            <p className="expr dim">{school.name}</p>
            <h1>Receipt</h1>
          </div>
          <Status head="on" tone="ok">
            Paid
          </Status>
        </div>
        <div className="due">
          <p className="price">{money(payment.amountMinor)}</p>
          <p>
            received <b>{formatDate(payment.receivedOn, "full")}</b>
          </p>
        </div>
        <dl className="led facts">
          {facts.map(([label, words]) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{words}</dd>
            </div>
          ))}
        </dl>
        <LedgerList
          rows={[
            ...invoices.map(({ invoiceId, number, part }) => ({
              label: <Link to={paths.studentInvoice(invoiceId)}>Invoice {number}</Link>,
              amount: money(part),
            })),
            ...(payment.spareMinor > 0
              ? [{ label: "Kept in your favour", amount: money(payment.spareMinor) }]
              : []),
          ]}
          total={{ label: "Received", amount: money(payment.amountMinor) }}
        />
        <p className="small dim noprint">This page prints as a receipt on one sheet.</p>
      </article>
    </div>
  )
}
