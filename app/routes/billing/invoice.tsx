import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node"
import { useActionData, useLoaderData } from "@remix-run/react"
import type { ComponentProps, ReactNode } from "react"
import { MissingForEInvoice } from "~/components/accounts/settings/missing-for-e-invoice"
import { ActButton, AnswerSummary } from "~/components/form/post-form"
import { HistoryList } from "~/components/foundation/history/history-list"
import { InvoiceCharges } from "~/components/money/auto-pay/invoice-charges"
import { ApplyCredit } from "~/components/money/invoice/apply-credit"
import { HowToPay } from "~/components/money/invoice/how-to-pay"
import { InvoiceEmails } from "~/components/money/invoice/invoice-emails"
import { InvoiceLines } from "~/components/money/invoice/invoice-lines"
import { InvoiceStatus } from "~/components/money/invoice/invoice-status"
import { PaymentLinks } from "~/components/money/invoice/payment-links"
import { PaymentUnderWay } from "~/components/money/invoice/payment-under-way"
import { RecordPayment } from "~/components/money/invoice/record-payment"
import { TakenBack } from "~/components/money/invoice/taken-back"
import { TaxedTotal } from "~/components/money/invoice/taxed-total"
import { WrittenOffInvoices } from "~/components/money/invoice/written-off"
import { InstallmentList } from "~/components/money/payment-plan/installment-list"
import { pauseFormId, ReminderPause } from "~/components/money/reminder/reminder-pause"
import { pageTitle } from "~/components/shell/frame"
import { alsoWhenRefused } from "~/components/ui/after-refusal"
import { Link, LinkButton } from "~/components/ui/button"
import { CalloutText } from "~/components/ui/callout"
import { LedgerList } from "~/components/ui/ledger-list"
import { useHasRight } from "~/components/ui/limits"
import { orNotFound, requireMember, requireRight } from "~/http/guards.server"
import { wantsEInvoices } from "~/models/accounts/school/e-invoices"
import { findSchoolSettings } from "~/models/accounts/school/school-settings.server"
import type { Actor } from "~/models/foundation/access/actor"
import { listInvoiceCharges } from "~/models/money/auto-pay/charges-of-invoice.server"
import { closedThrough, isClosed, openDay } from "~/models/money/closing/closing.server"
import { paperGaps } from "~/models/money/e-invoice/e-invoice"
import { findOrigin } from "~/models/money/family-merge/find-merge.server"
import { drawnTransfer } from "~/models/money/invoice/bank-code.server"
import { draftMark } from "~/models/money/invoice/draft-mark.server"
import {
  type InvoiceVerb,
  invoiceAllows,
  offersXml,
  sendText,
  shareLabel,
} from "~/models/money/invoice/invoice"
import { findInvoice, type Invoice } from "~/models/money/invoice/invoice.server"
import { hasUntaxed, type PaperFacts, periodText, settledRows } from "~/models/money/invoice/invoice-paper"
import { gapsOfDraft } from "~/models/money/invoice/issue-invoice.server"
import { listOthersOfSet } from "~/models/money/invoice/void-invoice.server"
import { listPayers } from "~/models/money/payer/payer-key.server"
import { listDisputes } from "~/models/money/payment/open-dispute.server"
import { creditFor, spareCredit } from "~/models/money/payment/spare-credit.server"
import { listTakenBack } from "~/models/money/payment/taken-back.server"
import { findPause } from "~/models/money/reminder/reminder-pause.server"
import { dueLabel } from "~/models/overview/family-area/due-label"
import { familyLabel } from "~/models/people/family/family-name"
import { closedInvoice } from "~/texts/money/refusals"
import { todayOf } from "~/utils/clock.server"
import { formatDate } from "~/utils/formats"
import { newId } from "~/utils/ids.server"
import { formatMoney, plainAmount } from "~/utils/money"
import { paths } from "~/utils/paths"
import { addressInLine, readAddress } from "~/utils/postal-address"
import { actOnInvoice, deliveriesOf, historyOf, linksOf, processingOf } from "./invoice-links.server"
import { rightForMoney } from "./money-rights.server"

export async function loader({ request, params }: LoaderFunctionArgs) {
  const actor = await requireMember(request, "invoice:read")
  const invoice = orNotFound(findInvoice(actor, params.invoiceId ?? ""))
  const day = todayOf(actor)
  const closed = closedThrough(actor)
  const payers = listPayers(actor, { id: invoice.familyId, name: invoice.familyName })
  return {
    invoice,
    eInvoiceGaps: missingFor(actor, invoice),
    today: day,
    paidOn: openDay(actor, day, closed),
    isMonthClosed: invoice.issuedOn !== null && isClosed(actor, invoice.issuedOn, closed),
    due: dueLabel(invoice.dueOn, day).text,
    send: sendText(payers),
    draftMark: invoice.number ? null : draftMark(actor, invoice),
    others: listOthersOfSet(actor, invoice),
    transfer: drawnTransfer(invoice, invoice.openMinor),
    links: linksOf(actor, invoice.id),
    movedFrom: findOrigin(actor, invoice) ?? null,
    takenBack: invoice.number ? listTakenBack(actor, invoice.id) : [],
    disputes: disputesOf(actor, invoice),
    history: historyOf(actor, { noun: "invoice", id: invoice.id }),
    processingMinor: processingOf(actor, invoice.id),
    charges: invoice.openMinor > 0 ? listInvoiceCharges(actor, invoice.id) : [],
    told: invoice.number ? deliveriesOf(actor, invoice) : null,
    pause: findPause(actor, { invoiceId: invoice.id }) ?? null,
    creditMinor: creditOf(actor, invoice),
    formKey: newId(),
  }
}

/** The disputes of its payments that aren't decided. */
const disputesOf = (actor: Actor, { payments }: Invoice) =>
  payments.length > 0
    ? listDisputes(
        actor,
        payments.map(({ paymentId }) => paymentId),
      )
    : []

/** The account credit that an invoice could take, or could once its balance is restored. */
function creditOf(actor: Actor, { id, familyId, openMinor, writtenOffMinor }: Invoice): number {
  if (openMinor > 0) return creditFor(actor, { familyId, invoiceId: id })
  return writtenOffMinor > 0 ? spareCredit(actor, familyId) : 0
}

/** What keeps a draft from carrying the e-invoice that the school wants, or kept an invoice from it. */
function missingFor(actor: Actor, invoice: Invoice) {
  if (!invoice.number) return gapsOfDraft(actor, invoice.id)
  const isMissed = invoice.state !== "void" && !invoice.isEInvoice
  if (!isMissed || !wantsEInvoices(findSchoolSettings(actor))) return []
  return paperGaps(
    invoice,
    invoice.groups.flatMap(({ lines }) => lines),
  )
}

export async function action({ request, params }: ActionFunctionArgs) {
  const actor = await requireMember(request, "invoice:read")
  const invoice = orNotFound(findInvoice(actor, params.invoiceId ?? ""))
  const form = await request.formData()
  requireRight(actor, rightForMoney(form))
  return actOnInvoice(actor, invoice, form)
}

export const shouldRevalidate = alsoWhenRefused

export const meta = pageTitle<typeof loader>(
  ({ invoice: { number } }) => (number ? `Invoice ${number}` : "Draft invoice"),
  "Draft invoice",
)

export default function InvoicePage() {
  const { invoice, due, transfer, today: day, processingMinor, charges } = useLoaderData<typeof loader>()
  const { payment, paused } = useResults()
  return (
    <div className="stack">
      <AnswerSummary formId="payment" result={payment} />
      <AnswerSummary formId={pauseFormId} result={paused} />
      <p className="back-link no-print">
        <Link to={paths.billing()}>All invoices</Link>
      </p>
      <PaymentUnderWay amountMinor={processingMinor} currency={invoice.currency} />
      <InvoiceCharges charges={charges} currency={invoice.currency} />
      <div className="two-columns">
        <InvoicePaper invoice={invoice} dueText={due} transfer={transfer} today={day}>
          <Deeds />
        </InvoicePaper>
        <Side />
      </div>
    </div>
  )
}

/** Which of the page's two forms was refused. */
function useResults() {
  const result = useActionData<typeof action>()?.result
  const isPause = result?.initialValue?.intent === "pause-reminders"
  return { payment: isPause ? undefined : result, paused: isPause ? result : undefined }
}

function Deeds() {
  const { invoice, send, draftMark: mark, isMonthClosed } = useLoaderData<typeof loader>()
  const may = (verb: InvoiceVerb) => invoiceAllows(invoice, verb)
  return (
    <div className="buttons no-print">
      {may("issue") ? (
        <ActButton
          needs="invoice:issue"
          intent="send"
          sends={{ draftShown: mark ?? "" }}
          pending="Sending…"
          variant="primary"
          label={send}
        />
      ) : null}
      {may("change") ? (
        <LinkButton to={paths.newInvoice({ draft: invoice.id })}>Edit draft</LinkButton>
      ) : null}{" "}
      {invoice.number ? (
        <a className="button" href={paths.invoicePdf(invoice.id)}>
          Download PDF
        </a>
      ) : null}{" "}
      {offersXml(invoice) ? (
        <a className="button" href={paths.invoicePdf(invoice.id, { as: "xml" })}>
          E-invoice (XML)
        </a>
      ) : null}
      {may("remind") ? (
        <ActButton needs="invoice:issue" intent="remind" pending="Sending…" label="Send reminder" />
      ) : null}
      {invoice.openMinor > 0 ? (
        <LinkButton to={paths.invoicePlan(invoice.id)}>
          {invoice.planId ? "Payment plan" : "Pay in installments"}
        </LinkButton>
      ) : null}{" "}
      {may("credit") ? <LinkButton to={paths.invoiceCredit(invoice.id)}>Credit</LinkButton> : null}{" "}
      {may("write-off") ? <LinkButton to={paths.invoiceWriteOff(invoice.id)}>Write off</LinkButton> : null}
      {may("restore") ? (
        <ActButton needs="invoice:issue" intent="restore" pending="Restoring…" label="Restore balance" />
      ) : null}
      {may("void") && isMonthClosed ? <p className="small dim">{closedInvoice}</p> : null}
      {may("void") && !isMonthClosed ? (
        <LinkButton to={paths.invoiceVoid(invoice.id)} variant="danger">
          Void invoice
        </LinkButton>
      ) : null}
      {may("discard") ? (
        <ActButton
          needs="invoice:issue"
          intent="discard"
          pending="Discarding…"
          variant="danger"
          label="Discard draft"
        />
      ) : null}
    </div>
  )
}

function Side() {
  const {
    invoice,
    others,
    today,
    paidOn,
    links,
    history,
    pause,
    creditMinor,
    formKey,
    movedFrom,
    told,
    eInvoiceGaps,
    disputes,
    takenBack,
  } = useLoaderData<typeof loader>()
  const { payment, paused } = useResults()
  const hasRight = useHasRight()
  return (
    <section className="section no-print" aria-labelledby="side">
      {disputes.map(({ paymentId, amountMinor, answerBy }) => (
        <CalloutText key={paymentId} tone="red">
          {formatMoney(amountMinor, invoice.currency)} of what was paid is disputed.{" "}
          <Link to={paths.paymentReceipt(paymentId)}>
            {answerBy ? `Answer the dispute by ${formatDate(answerBy, "medium")}` : "View the dispute"}
          </Link>
        </CalloutText>
      ))}
      <TakenBack rows={takenBack} currency={invoice.currency} paymentAt={paths.paymentReceipt} />
      {invoiceAllows(invoice, "record-payment") ? (
        <>
          {creditMinor > 0 ? (
            <ApplyCredit
              creditMinor={creditMinor}
              currency={invoice.currency}
              invoices={[{ ...invoice, invoiceId: invoice.id }]}
              formKey={formKey}
            />
          ) : null}
          <h2 id="side">{hasRight("payment:record") ? "Record a payment" : "Balance due"}</h2>
          <RecordPayment
            key={invoice.paidMinor}
            amount={plainAmount(invoice.openMinor)}
            payer={invoice.shares[0]?.name ?? invoice.billTo}
            today={paidOn}
            formKey={formKey}
            currency={invoice.currency}
            result={payment}
          />
        </>
      ) : (
        <>
          <h2 id="side">{invoice.state === "draft" ? "Not sent yet" : "No balance due"}</h2>
          {invoice.state === "draft" ? (
            <CalloutText>
              Drafts don’t bill anything. The invoice number is assigned when you send it.
            </CalloutText>
          ) : null}
        </>
      )}
      {invoice.writtenOffMinor > 0 && invoice.number ? (
        <WrittenOffInvoices
          invoices={[{ invoiceId: invoice.id, number: invoice.number, amountMinor: invoice.writtenOffMinor }]}
          creditMinor={creditMinor}
          currency={invoice.currency}
          formKey={formKey}
        />
      ) : null}
      <MissingForEInvoice gaps={eInvoiceGaps}>
        {eInvoiceGaps.includes("buyer-address") && hasRight("invoice:issue") ? (
          <Link to={paths.familyPayers(invoice.familyId)}>Enter the address</Link>
        ) : null}
      </MissingForEInvoice>
      <BilledFamily family={invoice} movedFrom={movedFrom} />
      {others.map((other) => (
        <p key={other.id}>
          Issued together with <Link to={paths.invoice(other.id)}>{`Invoice ${other.number}`}</Link> for{" "}
          {other.billTo}
        </p>
      ))}
      {invoice.number && invoice.state !== "void" ? <PaymentLinks links={links} /> : null}
      {told && told.payers.length > 0 ? <InvoiceEmails {...told} /> : null}
      {invoiceAllows(invoice, "remind") ? (
        <ReminderPause pause={pause} today={today} result={paused} />
      ) : null}
      <HistoryList entries={history} />
    </section>
  )
}

type BilledFamilyProps = {
  family: Parameters<typeof familyLabel>[0] & { familyId: string }
  /** Whose account the invoice was on before two families were merged, and since when it isn't. */
  movedFrom: { name: string; movedOn: string } | null
}

/** Whose account an invoice is on. */
function BilledFamily({ family, movedFrom }: BilledFamilyProps) {
  return (
    <>
      <p>
        <Link to={paths.family(family.familyId)}>Billing for {familyLabel(family)}</Link>
      </p>
      {movedFrom ? (
        <p className="small dim">
          On the account of {movedFrom.name} until the families were merged on{" "}
          {formatDate(movedFrom.movedOn, "medium")}.
        </p>
      ) : null}
    </>
  )
}

type InvoicePaperProps = {
  invoice: PaperFacts
  /** How long until or since the due date: "in 2 days". */
  dueText?: string
  /** The school's bank account, with its code. */
  transfer?: ComponentProps<typeof HowToPay>["transfer"]
  /** `YYYY-MM-DD`, to tell overdue installments. */
  today?: string
  /** What the reader can do, under the amount. */
  children?: ReactNode
}

/** An invoice as on paper, for the office and for families; prints on one page. */
function InvoicePaper({ invoice, dueText, transfer, today = "", children }: InvoicePaperProps) {
  const money = (amountMinor: number) => formatMoney(amountMinor, invoice.currency)
  const isOpen = invoice.openMinor > 0
  const home = readAddress(invoice.sellerAddress).country
  return (
    <article className="sheet">
      <div className="page-head">
        <div>
          <p className="expression dim">{invoice.sellerName}</p>
          <h1>{invoice.number ? `Invoice ${invoice.number}` : "Draft invoice"}</h1>
        </div>
        <p>
          <InvoiceStatus state={invoice.state} />
        </p>
      </div>
      <div className="amount-due">
        <p className="price">{money(isOpen ? invoice.openMinor : invoice.totalMinor)}</p>
        <p>
          {isOpen && invoice.openMinor < invoice.totalMinor ? `of ${money(invoice.totalMinor)}, ` : null}
          due <b>{formatDate(invoice.dueOn, "full")}</b>
          {isOpen && dueText ? `, ${dueText}` : null}
        </p>
      </div>
      {children}
      {invoice.voidedOn ? (
        <CalloutText>
          Voided {formatDate(invoice.voidedOn, "full")}: {invoice.voidReason}
        </CalloutText>
      ) : null}
      <InvoiceLines
        caption={periodText(invoice.periodFrom, invoice.periodTo)}
        groups={invoice.groups}
        currency={invoice.currency}
      />
      <TaxedTotal
        lines={invoice.groups.flatMap(({ lines }) => lines)}
        totalMinor={invoice.totalMinor}
        currency={invoice.currency}
      />
      {invoice.taxExemption && hasUntaxed(invoice.groups) ? (
        <p className="small dim">{invoice.taxExemption}</p>
      ) : null}
      <After invoice={invoice} today={today} />
      {invoice.note ? <p className="whitespace-pre-line">{invoice.note}</p> : null}
      {invoice.voidedOn || (invoice.number && !isOpen) ? null : (
        <HowToPay instructions={invoice.paymentInstructions} transfer={transfer} />
      )}
      <p className="small dim">
        {invoice.issuedOn ? `Issued ${formatDate(invoice.issuedOn, "medium")} to ` : "To "}
        {invoice.billTo}
        {invoice.billToAddress ? `, ${addressInLine(invoice.billToAddress, home)}` : null}.
        {invoice.billToTaxNumber ? ` Their tax number ${invoice.billToTaxNumber}.` : null}
        {invoice.billToReference ? ` Your reference ${invoice.billToReference}.` : null}
        {invoice.sellerAddress
          ? ` From ${invoice.sellerName}, ${addressInLine(invoice.sellerAddress, home)}.`
          : null}
        {invoice.sellerTaxNumber ? ` Tax number ${invoice.sellerTaxNumber}.` : null}
      </p>
    </article>
  )
}

/** Below the total: each payer's share, the payments received, and the payment plan. */
function After({ invoice, today }: { invoice: PaperFacts; today: string }) {
  const settled = settledRows(invoice)
  const money = (amountMinor: number) => formatMoney(amountMinor, invoice.currency)
  const addresses = new Map([
    ...invoice.payments.map(
      (each) => [each.paymentId, each.isOpening ? "" : paths.paymentReceipt(each.paymentId)] as const,
    ),
    ...invoice.credits.map(({ creditNoteId }) => [creditNoteId, paths.creditNote(creditNoteId)] as const),
  ])
  const linked = (id: string, label: string) => {
    const to = addresses.get(id)
    return to ? <Link to={to}>{label}</Link> : label
  }
  return (
    <>
      {invoice.shares.length > 1 ? (
        <LedgerList
          rows={invoice.shares.map((share) => ({
            label: shareLabel(share),
            amount: money(share.amountMinor),
          }))}
        />
      ) : null}
      {settled.length > 0 ? (
        <LedgerList
          rows={[
            ...settled.map(({ id, label, amountMinor }) => ({
              label: linked(id, label),
              amount: money(-amountMinor),
            })),
            { label: <b>Balance due</b>, amount: <b>{money(invoice.openMinor)}</b> },
          ]}
        />
      ) : null}
      {invoice.openMinor > 0 && invoice.installments.length > 0 ? (
        <>
          <h2>Installments</h2>
          <InstallmentList installments={invoice.installments} currency={invoice.currency} today={today} />
        </>
      ) : null}
    </>
  )
}
