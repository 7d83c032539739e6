import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node"
import { useActionData, useLoaderData } from "@remix-run/react"
import { ActButton, AnswerSummary } from "~/components/form/post-form"
import { ReadWhenSeen } from "~/components/form/read-when-seen"
import { DeclinedPayment } from "~/components/money/invoice/declined-payment"
import { HowToPay } from "~/components/money/invoice/how-to-pay"
import { InvoiceLines } from "~/components/money/invoice/invoice-lines"
import { TakenBack } from "~/components/money/invoice/taken-back"
import { InstallmentList } from "~/components/money/payment-plan/installment-list"
import { AmountDue } from "~/components/overview/family-area/amount-due"
import { InvoiceSums } from "~/components/overview/family-area/invoice-sums"
import { PayBox, payPartForm } from "~/components/overview/family-area/pay-box"
import { PortalInvoiceStatus, processingSum } from "~/components/overview/family-area/portal-invoice-status"
import { pageTitle } from "~/components/shell/frame"
import { Link } from "~/components/ui/button"
import { Callout, CalloutText } from "~/components/ui/callout"
import { orNotFound, requireMember } from "~/http/guards.server"
import { act, intents } from "~/http/intents.server"
import { findComingCharge } from "~/models/money/auto-pay/announce-charges.server"
import { declineText, titleIn } from "~/models/money/auto-pay/auto-pay"
import { findPlannedCharge } from "~/models/money/auto-pay/planned-charge.server"
import { shownCredits, shownPayments } from "~/models/money/family-invoice/family-invoice"
import { findPortalInvoice } from "~/models/money/family-invoice/portal-invoices.server"
import { offersXml } from "~/models/money/invoice/invoice"
import { hasOpened, noteOpened } from "~/models/money/invoice/invoice-opened.server"
import { startInvoicePayment } from "~/models/money/payment-order/start-payment.server"
import { findOwnAsk } from "~/models/money/payment-plan/plan-asks.server"
import { providerLabels } from "~/models/money/payment-provider/payment-provider"
import { creditText } from "~/texts/money/credits"
import { notAgainText } from "~/texts/money/processing"
import { countOf, formatDate } from "~/utils/formats"
import { formatMoney } from "~/utils/money"
import { paths } from "~/utils/paths"
import { localDate } from "~/utils/zones"
import { shownInvoice } from "./shown-invoice.server"
import { payIntents } from "./start-payment.server"

export async function loader({ request, params }: LoaderFunctionArgs) {
  const actor = await requireMember(request, "portal:read")
  const invoice = orNotFound(findPortalInvoice(actor, params.invoiceId ?? ""))
  const { id, own, processing } = invoice
  const shown = shownInvoice(actor, invoice)
  return {
    ...shown,
    invoice: { id, ...shown.invoice },
    payments: shownPayments(invoice),
    credits: [
      ...shownCredits(invoice).map((credit) => ({ ...credit, label: creditText(credit) })),
      ...processingSum(processing),
    ],
    ask: own.openMinor > 0 && invoice.planId === null ? findOwnAsk(actor, id) : undefined,
    processing: processing && {
      amountMinor: processing.amountMinor,
      isOwn: processing.isOwn,
      provider: processing.provider,
      since: localDate(processing.since, actor.school.timeZone),
    },
    autoCharge: own.openMinor > 0 ? (findComingCharge(actor, id) ?? null) : null,
    planned: own.openMinor > 0 ? (findPlannedCharge(actor, id) ?? null) : null,
    isOpened: hasOpened(actor, id),
  }
}

export async function action({ request, params }: ActionFunctionArgs) {
  const actor = await requireMember(request, "portal:pay")
  const invoiceId = params.invoiceId ?? ""
  const invoice = orNotFound(findPortalInvoice(actor, invoiceId))
  const places = {
    here: paths.studentInvoice(invoiceId),
    settle: ({ token, invoiceId: first }: { token: string; invoiceId: string | null }) =>
      paths.invoicePayment(first ?? invoiceId, { token }),
  }
  return intents(request, places.here, {
    read: act({ run: () => void noteOpened(actor, invoice) }),
    ...payIntents((how) => startInvoicePayment(actor, invoiceId, how), places),
  })
}

export const meta = pageTitle<typeof loader>((data) => `Invoice ${data.invoice.number}`)

export default function StudentInvoice() {
  const { invoice, sellerName, billTo, note, period, groups, shares, payments, due, ...rest } =
    useLoaderData<typeof loader>()
  const { declined, processing, refusal, paymentInstructions, transfer, sellerTaxNumber } = rest
  const { voided, credits, autoCharge } = rest
  const { currency } = invoice
  const result = useActionData<typeof action>()?.result
  return (
    <div className="form narrow">
      <AnswerSummary formId={payPartForm} result={result} />
      <p className="back-link no-print">
        <Link to={paths.studentInvoices()}>All invoices</Link>
      </p>
      <article className="sheet">
        <div className="page-head">
          <div>
            <p className="expression dim">{sellerName}</p>
            <h1>Invoice {invoice.number}</h1>
          </div>
          <PortalInvoiceStatus
            state={invoice.state}
            isProcessing={processing !== null && invoice.openMinor === 0}
          />
        </div>
        {invoice.openMinor > 0 && invoice.shareMinor > 0 ? (
          <AmountDue {...{ invoice, due, currency }} dueCount={rest.dueCount} isShare={shares.length > 1} />
        ) : null}
        {voided ? (
          <CalloutText>
            Voided {formatDate(voided.on, "full")}: {voided.reason}
          </CalloutText>
        ) : null}
        <TakenBack rows={rest.takenBack} currency={currency} />
        {declined ? <DeclinedPayment {...declined} currency={currency} /> : null}
        {processing ? (
          <CalloutText tone="amber">
            {providerLabels[processing.provider]} is processing {processing.isOwn ? "your" : "a"} payment of{" "}
            {formatMoney(processing.amountMinor, currency)} from {formatDate(processing.since, "full")}.{" "}
            {notAgainText(invoice.openMinor, currency)}
          </CalloutText>
        ) : null}
        {autoCharge && !(processing && autoCharge.state === "charging") ? (
          <ComingCharge charge={autoCharge} />
        ) : rest.planned ? (
          <PlannedCharge {...rest.planned} currency={currency} />
        ) : null}
        {refusal === "no-payee" && (paymentInstructions || transfer) ? null : (
          <PayBox {...rest} {...invoice} result={result} />
        )}
        {invoice.openMinor > 0 && rest.installments.length > 0 ? (
          <>
            <h2>Installments</h2>
            <InstallmentList installments={rest.installments} currency={currency} today={rest.today} />
          </>
        ) : null}
        <AskedPlan />
        <HowToPay instructions={paymentInstructions} transfer={transfer} />
        <InvoiceLines caption={period} groups={groups} currency={currency} />
        <InvoiceSums
          groups={groups}
          totalMinor={invoice.totalMinor}
          shares={shares}
          payments={payments}
          credits={credits}
          openMinor={invoice.openMinor}
          currency={currency}
        />
        {rest.exemption ? <p className="small dim">{rest.exemption}</p> : null}
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
          </a>{" "}
          {offersXml(invoice) ? (
            <a className="button" href={paths.studentInvoicePdf(invoice.id, { as: "xml" })}>
              E-invoice (XML)
            </a>
          ) : null}
        </p>
        {rest.isOpened ? null : <ReadWhenSeen action={paths.studentInvoice(invoice.id)} isInBackground />}
      </article>
    </div>
  )
}

/** On an invoice: that it is paid automatically, and when. */
function ComingCharge({
  charge,
}: {
  charge: NonNullable<ReturnType<typeof useLoaderData<typeof loader>>["autoCharge"]>
}) {
  const { state, isUnannounced, amountMinor, nextTryOn, failures, account, provider, declineReason } = charge
  const { currency } = useLoaderData<typeof loader>().invoice
  const from = titleIn(account, provider)
  if (state === "held" && isUnannounced)
    return (
      <CalloutText tone="amber">
        We couldn’t email you about this payment, so it wasn’t made.{" "}
        <Link to={paths.profile()}>Update your email</Link>
      </CalloutText>
    )
  return (
    <CalloutText>
      {state === "held"
        ? "Your school has put the automatic payment of this invoice on hold."
        : state === "charging"
          ? `${formatMoney(amountMinor, currency)} is being charged to ${from}.`
          : failures > 0
            ? `${declineReason ? "Your bank" : providerLabels[provider]} declined the charge of ${formatMoney(amountMinor, currency)} to ${from}. ${declineReason ? `${declineText(declineReason, provider)} ` : ""}It’s tried again on ${formatDate(nextTryOn, "full")}.`
            : `${formatMoney(amountMinor, currency)} will be charged to ${from} on ${formatDate(nextTryOn, "full")}.`}{" "}
      <Link to={paths.studentAutoPayment()}>Automatic payment</Link>
    </CalloutText>
  )
}

type PlannedProps = Pick<
  NonNullable<ReturnType<typeof useLoaderData<typeof loader>>["planned"]>,
  "amountMinor" | "chargeOn" | "account" | "provider"
> & { currency: string }

/** The same before the charge is announced. */
const PlannedCharge = ({ amountMinor, chargeOn, account, provider, currency }: PlannedProps) => (
  <Callout>
    <p>
      You don’t need to do anything: {formatMoney(amountMinor, currency)} will be charged to{" "}
      {titleIn(account, provider)} on {formatDate(chargeOn, "full")}. We’ll email you before.{" "}
      <Link to={paths.studentAutoPayment()}>Automatic payment</Link>
    </p>
  </Callout>
)

/** A family's request to pay an invoice in installments: the way to it, that it waits, or why it was declined. */
function AskedPlan() {
  const { invoice, ask } = useLoaderData<typeof loader>()
  if (ask === undefined) return null
  const address = paths.studentInvoicePlan(invoice.id)
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
