import {
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from "@remix-run/node"
import { useLoaderData } from "@remix-run/react"
import { HowToPay } from "~/components/money/invoice/how-to-pay"
import { InvoiceLines } from "~/components/money/invoice/invoice-lines"
import { InvoiceSums } from "~/components/overview/family-area/invoice-sums"
import { PayBox } from "~/components/overview/family-area/pay-box"
import { PortalInvoiceStatus } from "~/components/overview/family-area/portal-invoice-status"
import { Callout } from "~/components/ui/callout"
import { Link } from "~/components/ui/link"
import { requireMember } from "~/http/guards.server"
import { notFound } from "~/http/responses.server"
import { redirectWithToast } from "~/http/toast.server"
import { findPortalInvoice } from "~/models/money/family-invoice/portal-invoices.server"
import { periodText } from "~/models/money/invoice/invoice-paper"
import { payRefusals } from "~/models/money/payment-order/payment-order"
import { payRefusalOf, startInvoicePayment } from "~/models/money/payment-order/start-payment.server"
import { dueLabel } from "~/models/overview/family-area/due-label"
import { paymentsArePractice } from "~/providers/paypal/provider-pages.server"
import { now } from "~/utils/clock.server"
import { formatDate } from "~/utils/date-text"
import { formatMoney } from "~/utils/money"
import { paths } from "~/utils/paths"
import { localDate, today } from "~/utils/zones"

export async function loader({ request, params }: LoaderFunctionArgs) {
  const actor = await requireMember(request, "portal:read")
  const invoice = findPortalInvoice(actor, params.invoiceId ?? "")
  if (!invoice) throw notFound()
  const { id, number, state, currency, issuedOn, dueOn, totalMinor, own, processing } = invoice
  return {
    invoice: { id, number, state, currency, issuedOn, dueOn, totalMinor, ...own },
    sellerName: invoice.sellerName,
    billTo: invoice.billTo,
    note: invoice.note,
    paymentInstructions: own.openMinor > 0 && !processing ? invoice.paymentInstructions : null,
    sellerTaxNumber: invoice.sellerTaxNumber,
    period: periodText(invoice.periodFrom, invoice.periodTo),
    groups: invoice.groups,
    // The invoice shows that there is another payer; what they have paid stays private.
    shares: invoice.shares.map(({ name, amountMinor }) => ({ name, amountMinor })),
    payments: invoice.payments
      .filter(({ guardianId }) => guardianId === null || guardianId === invoice.guardianId)
      .map(({ paymentId, amountMinor, receivedOn }) => ({ paymentId, amountMinor, receivedOn })),
    voided: invoice.voidedOn ? { on: invoice.voidedOn, reason: invoice.voidReason } : null,
    credits: [
      ...invoice.credits.map(({ creditNoteId, number: note, amountMinor }) => ({
        ...{ creditNoteId, amountMinor },
        label: `Credit note ${note}`,
      })),
      ...invoice.writeOffs.map(({ amountMinor }) => ({
        creditNoteId: null,
        amountMinor,
        label: "Written off",
      })),
    ],
    due: dueLabel(dueOn, today(actor.school.timeZone, now())).text,
    processing: processing && {
      amountMinor: processing.amountMinor,
      since: localDate(processing.since, actor.school.timeZone),
    },
    refusal: payRefusalOf(actor, { openMinor: own.openMinor, isProcessing: processing !== null }) ?? null,
    isPractice: paymentsArePractice(),
  }
}

export async function action({ request, params }: ActionFunctionArgs) {
  const actor = await requireMember(request, "portal:pay")
  const invoiceId = params.invoiceId ?? ""
  const started = await startInvoicePayment(actor, invoiceId)
  if (started.ok) return redirect(started.approveUrl, 303)
  if (started.reason === "no-invoice") throw notFound()
  if (started.reason === "already-approved")
    return redirect(paths.invoicePayment(invoiceId, { token: started.providerOrderId }), 303)
  return redirectWithToast(paths.studentInvoice(invoiceId), {
    title: payRefusals[started.reason],
    tone: "bad",
  })
}

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: data ? `Invoice ${data.invoice.number} · Tutti` : "Not found · Tutti" },
]

export default function StudentInvoice() {
  const { invoice, sellerName, billTo, note, period, groups, shares, payments, due, ...rest } =
    useLoaderData<typeof loader>()
  const { processing, refusal, isPractice, paymentInstructions, sellerTaxNumber, voided, credits } = rest
  const { currency } = invoice
  return (
    <div className="form narrow">
      <p className="back-link no-print">
        <Link to={paths.studentInvoices()}>All invoices</Link>
      </p>
      <article className="sheet">
        <div className="page-head">
          <div>
            <p className="expression dim">{sellerName}</p>
            <h1>Invoice {invoice.number}</h1>
          </div>
          <PortalInvoiceStatus state={invoice.state} isProcessing={processing !== null} />
        </div>
        {invoice.openMinor > 0 && invoice.shareMinor > 0 ? (
          <div className="amount-due">
            <p className="price">{formatMoney(invoice.openMinor, currency)}</p>
            <p>
              due <b>{formatDate(invoice.dueOn, "weekday")}</b>, {due}
              {shares.length > 1 ? `, your share of ${formatMoney(invoice.totalMinor, currency)}` : null}
            </p>
          </div>
        ) : null}
        {voided ? (
          <Callout>
            <p>
              Voided {formatDate(voided.on, "full")}: {voided.reason}
            </p>
          </Callout>
        ) : null}
        {processing ? (
          <Callout tone="amber">
            <p>
              PayPal is processing your payment of {formatMoney(processing.amountMinor, currency)} from{" "}
              {formatDate(processing.since, "full")}. You don’t need to pay again.
            </p>
          </Callout>
        ) : null}
        {refusal === "no-payee" && paymentInstructions ? null : (
          <PayBox
            openMinor={invoice.openMinor}
            currency={currency}
            refusal={refusal}
            isPractice={isPractice}
          />
        )}
        <HowToPay instructions={paymentInstructions} />
        <InvoiceLines caption={period} groups={groups} currency={currency} />
        <InvoiceSums
          totalMinor={invoice.totalMinor}
          shares={shares}
          payments={payments}
          credits={credits}
          openMinor={invoice.openMinor}
          currency={currency}
        />
        {note ? <p>{note}</p> : null}
        <p className="small dim">
          Issued {formatDate(invoice.issuedOn, "medium")} to {billTo}.
          {sellerTaxNumber ? ` ${sellerName}, tax number ${sellerTaxNumber}.` : null}{" "}
          <span className="no-print">
            Questions about this invoice? <Link to={paths.newMessage({ to: "office" })}>Ask the school</Link>
          </span>
        </p>
        <p className="buttons full">
          <a className="button" href={paths.studentInvoicePdf(invoice.id)}>
            Download PDF
          </a>
        </p>
      </article>
    </div>
  )
}
