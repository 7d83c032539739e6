import type { ActionFunctionArgs, HeadersFunction, LoaderFunctionArgs, MetaFunction } from "@remix-run/node"
import {
  isRouteErrorResponse,
  useActionData,
  useLoaderData,
  useRouteError,
  useRouteLoaderData,
} from "@remix-run/react"
import type { ReactNode } from "react"
import { AnswerSummary } from "~/components/form/post-form"
import { DeclinedPayment } from "~/components/money/invoice/declined-payment"
import { HowToPay } from "~/components/money/invoice/how-to-pay"
import { InvoiceLines } from "~/components/money/invoice/invoice-lines"
import { TakenBack } from "~/components/money/invoice/taken-back"
import { InstallmentList } from "~/components/money/payment-plan/installment-list"
import { AmountDue } from "~/components/overview/family-area/amount-due"
import { InvoiceSums } from "~/components/overview/family-area/invoice-sums"
import { PayBox, payPartForm } from "~/components/overview/family-area/pay-box"
import { PortalInvoiceStatus, processingSum } from "~/components/overview/family-area/portal-invoice-status"
import type { PageHandle } from "~/components/shell/document"
import { FailedPage } from "~/components/shell/frame"
import { Callout, CalloutText } from "~/components/ui/callout"
import { SchoolLogo } from "~/components/ui/school-logo"
import { Toast, type ToastTone, toastTones } from "~/components/ui/toast"
import { countedAddress } from "~/http/address.server"
import { orNotFound, requireInvoiceLink } from "~/http/guards.server"
import { intents } from "~/http/intents.server"
import { redirectWithToast } from "~/http/toast.server"
import { tooManyTries } from "~/models/foundation/throttle/throttle"
import { countTry } from "~/models/foundation/throttle/throttle.server"
import { listInvoiceCharges } from "~/models/money/auto-pay/charges-of-invoice.server"
import { shownCredits, shownPayments } from "~/models/money/family-invoice/family-invoice"
import { findLinkedInvoice } from "~/models/money/family-invoice/portal-invoices.server"
import { offersXml } from "~/models/money/invoice/invoice"
import { startLinkPayment } from "~/models/money/payment-order/start-payment.server"
import { providerLabels } from "~/models/money/payment-provider/payment-provider"
import { creditText } from "~/texts/money/credits"
import { notAgainText } from "~/texts/money/processing"
import { formatDate } from "~/utils/formats"
import { formatMoney } from "~/utils/money"
import { paths } from "~/utils/paths"
import { shownInvoice } from "../family-area/shown-invoice.server"
import { payIntents } from "../family-area/start-payment.server"

/** One invoice for whoever has its link: to read, to pay, to download. Nothing else of the family is here. */
export async function loader({ params }: LoaderFunctionArgs) {
  const { actor, link } = requireInvoiceLink(params.payKey)
  const invoice = orNotFound(findLinkedInvoice(actor, link))
  const { processing } = invoice
  return {
    ...shownInvoice(actor, invoice),
    payKey: params.payKey ?? "",
    logoId: actor.school.logoId,
    payments: shownPayments(invoice),
    credits: [
      ...shownCredits(invoice).map((credit) => ({ ...credit, label: creditText(credit) })),
      ...processingSum(processing),
    ].map((credit) => ({
      ...credit,
      creditNoteId: null,
    })),
    processing: processing && { amountMinor: processing.amountMinor, provider: processing.provider },
    charges: (processing ? [] : listInvoiceCharges(actor, invoice.id))
      .filter(
        ({ guardianId, holdReason, declined }) =>
          guardianId === link.payerId && holdReason === null && declined === null,
      )
      .map(({ amountMinor, on }) => ({ amountMinor, on })),
  }
}

export async function action({ request, params }: ActionFunctionArgs) {
  const { actor, link } = requireInvoiceLink(params.payKey)
  const secret = params.payKey ?? ""
  const places = {
    here: paths.payInvoice(secret),
    settle: ({ token }: { token: string }) => paths.payInvoiceReturn(secret, { token }),
  }
  const wait = Math.max(
    await countTry("invoice-link", link.id),
    await countTry("invoice-link-address", countedAddress(request)),
  )
  if (wait > 0) return redirectWithToast(places.here, { title: tooManyTries(wait), tone: "bad" })
  return intents(
    request,
    places.here,
    payIntents((how) => startLinkPayment(actor, { ...link, secret }, how), places),
  )
}

/** The address is the key to the invoice: no linked page may learn it, nothing may cache it or list it. */
export const headers: HeadersFunction = () => ({
  "Referrer-Policy": "no-referrer",
  "Cache-Control": "private, no-store",
  "X-Robots-Tag": "noindex, nofollow",
})

export const handle: PageHandle = { area: "school" }

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: data ? `Invoice ${data.invoice.number} from ${data.sellerName}` : "Not found · Tutti" },
  { name: "robots", content: "noindex, nofollow" },
  { name: "referrer", content: "no-referrer" },
]

export default function PayInvoice() {
  const { payKey, invoice, sellerName, logoId, billTo, note, period, groups, ...rest } =
    useLoaderData<typeof loader>()
  const { shares, payments, due, declined, processing, refusal, transfer, paymentInstructions } = rest
  const result = useActionData<typeof action>()?.result
  const { currency } = invoice
  return (
    <PayFrame sellerName={sellerName} logoId={logoId}>
      <AnswerSummary formId={payPartForm} result={result} />
      <article className="sheet">
        <div className="page-head">
          <h1>Invoice {invoice.number}</h1>
          <PortalInvoiceStatus
            state={invoice.state}
            isProcessing={processing !== null && invoice.openMinor === 0}
          />
        </div>
        {invoice.openMinor > 0 ? (
          <AmountDue {...{ invoice, due, currency }} dueCount={rest.dueCount} isShare={shares.length > 1} />
        ) : null}
        {rest.voided ? (
          <Callout>
            <p>
              Voided {formatDate(rest.voided.on, "full")}: {rest.voided.reason}
            </p>
            <p>You don’t need to pay this invoice.</p>
          </Callout>
        ) : null}
        <TakenBack rows={rest.takenBack} currency={currency} />
        {declined ? <DeclinedPayment {...declined} currency={currency} /> : null}
        {processing ? (
          <CalloutText tone="amber">
            {providerLabels[processing.provider]} is processing your payment of{" "}
            {formatMoney(processing.amountMinor, currency)}. {notAgainText(invoice.openMinor, currency)}
          </CalloutText>
        ) : null}
        {rest.charges.map(({ amountMinor, on }) => (
          <CalloutText key={on}>
            You don’t need to do anything: {formatMoney(amountMinor, currency)} will be charged automatically
            on {formatDate(on, "full")}.
          </CalloutText>
        ))}
        {refusal === "no-payee" && (paymentInstructions || transfer) ? null : (
          <PayBox {...rest} {...invoice} result={result} />
        )}
        {invoice.openMinor > 0 && rest.installments.length > 0 ? (
          <>
            <h2>Installments</h2>
            <InstallmentList installments={rest.installments} currency={currency} today={rest.today} />
          </>
        ) : null}
        <HowToPay instructions={paymentInstructions} transfer={transfer} />
        <InvoiceLines caption={period} groups={groups} currency={currency} />
        <InvoiceSums
          groups={groups}
          totalMinor={invoice.totalMinor}
          shares={shares}
          payments={payments}
          credits={rest.credits}
          openMinor={invoice.openMinor}
          currency={currency}
          hasReceipts={false}
        />
        {rest.exemption ? <p className="small dim">{rest.exemption}</p> : null}
        {note ? <p className="whitespace-pre-line">{note}</p> : null}
        <p className="small dim">
          Issued {formatDate(invoice.issuedOn, "medium")} to {billTo}.
          {rest.sellerTaxNumber ? ` ${sellerName}, tax number ${rest.sellerTaxNumber}.` : null}
        </p>
        <p className="buttons full no-print">
          <a className="button" href={paths.payInvoicePdf(payKey)}>
            Download PDF
          </a>{" "}
          {offersXml(invoice) ? (
            <a className="button" href={paths.payInvoicePdf(payKey, { as: "xml" })}>
              E-invoice (XML)
            </a>
          ) : null}
        </p>
      </article>
    </PayFrame>
  )
}

/** A link that was turned off, has ended or was cut on its way. Nothing is said of what it was for. */
export function ErrorBoundary() {
  const error = useRouteError()
  const isGone = isRouteErrorResponse(error) && error.status === 404
  return (
    <PayFrame sellerName="Tutti" logoId={null}>
      {isGone ? (
        <article className="sheet">
          <h1>This link doesn’t open an invoice</h1>
          <p>
            The school may have turned it off, or it has expired. If you copied it from an email, make sure
            it’s complete.
          </p>
          <p>Ask your school for a new link.</p>
        </article>
      ) : (
        <FailedPage />
      )}
    </PayFrame>
  )
}

type Message = { title: string; text?: string; tone: ToastTone }

type PayFrameProps = { sellerName: string; logoId: string | null; children: ReactNode }

/** The frame of an invoice that is opened by its link: the school's name, the last message, no menu. */
function PayFrame({ sellerName, logoId, children }: PayFrameProps) {
  const toast = useRouteLoaderData<{ toast: Message | null }>("root")?.toast
  return (
    <>
      <a className="visually-hidden" href="#main">
        Skip to content
      </a>
      <header className="page-width narrow pay-header">
        {logoId ? <SchoolLogo logoId={logoId} schoolName="" /> : null}
        <b className="bracket">{sellerName}</b>
      </header>
      <main id="main" className="page-width form narrow">
        {toast ? (
          <Toast tone={toastTones[toast.tone]} title={toast.title}>
            {toast.text}
          </Toast>
        ) : null}
        {children}
        <p className="small dim no-print">
          Do you have a login? <a href={paths.studentInvoices()}>Log in to see all your invoices</a>
        </p>
      </main>
    </>
  )
}
