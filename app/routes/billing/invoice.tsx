import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node"
import { useActionData, useLoaderData } from "@remix-run/react"
import { AnswerSummary } from "~/components/form/answer-summary"
import { HistoryList } from "~/components/foundation/history/history-list"
import { IntentForm } from "~/components/money/invoice/intent-form"
import { InvoicePaper } from "~/components/money/invoice/invoice-paper"
import { PaymentLinks } from "~/components/money/invoice/payment-links"
import { RecordPayment } from "~/components/money/invoice/record-payment"
import { pauseFormId, ReminderPause } from "~/components/money/reminder/reminder-pause"
import { LinkButton } from "~/components/ui/button"
import { Callout } from "~/components/ui/callout"
import { Link } from "~/components/ui/link"
import { requireMember } from "~/http/guards.server"
import { readForm } from "~/http/read-form.server"
import { redirectWhenReplicated } from "~/http/redirect-when-replicated.server"
import { invalid, notFound } from "~/http/responses.server"
import { redirectWithToast } from "~/http/toast.server"
import type { Actor } from "~/models/foundation/access/actor"
import { drawnTransfer } from "~/models/money/invoice/bank-code.server"
import { discardDraft } from "~/models/money/invoice/draft-invoice.server"
import { type InvoiceVerb, invoiceAllows, issueRefusals, sendText } from "~/models/money/invoice/invoice"
import { findInvoice } from "~/models/money/invoice/invoice.server"
import { listPayers } from "~/models/money/invoice/invoice-payers.server"
import { issueDraft } from "~/models/money/invoice/issue-draft.server"
import { paymentRefusalFields, paymentRefusals } from "~/models/money/payment/payment"
import { recordPayment } from "~/models/money/payment/payment.server"
import { PaymentForm } from "~/models/money/payment/payment-form"
import { findPause } from "~/models/money/reminder/reminder-pause.server"
import { dueLabel } from "~/models/overview/family-area/due-label"
import { familyLabel } from "~/models/people/family/family-name"
import { now } from "~/utils/clock.server"
import { formatMoney, plainAmount } from "~/utils/money"
import { paths } from "~/utils/paths"
import { today } from "~/utils/zones"
import { historyOf, linksOf, switchLinks } from "./invoice-links.server"
import { pauseOrResume, remind } from "./pause-reminders.server"

export async function loader({ request, params }: LoaderFunctionArgs) {
  const actor = await requireMember(request, "invoice:read")
  const invoice = findInvoice(actor, params.invoiceId ?? "")
  if (!invoice) throw notFound()
  const day = today(actor.school.timeZone, now())
  const payers = listPayers(actor, { id: invoice.familyId, name: invoice.familyName })
  return {
    invoice,
    today: day,
    due: dueLabel(invoice.dueOn, day).text,
    send: sendText(payers),
    transfer: drawnTransfer(invoice, invoice.openMinor),
    links: linksOf(actor, invoice.id),
    history: historyOf(actor, { noun: "invoice", id: invoice.id }),
    pause: findPause(actor, { invoiceId: invoice.id }) ?? null,
  }
}

export async function action({ request, params }: ActionFunctionArgs) {
  const actor = await requireMember(request, "invoice:issue")
  const invoice = findInvoice(actor, params.invoiceId ?? "")
  if (!invoice) throw notFound()
  const form = await request.formData()
  const here = paths.invoice(invoice.id)
  const paused = pauseOrResume(actor, form, { invoiceId: invoice.id }, here)
  if (paused) return paused
  switch (form.get("intent")) {
    case "send": {
      const issued = issueDraft(actor, invoice.id)
      if (issued.ok) return redirectWithToast(here, `Invoice ${issued.number} sent.`)
      if (issued.reason === "not-a-draft")
        return redirectWithToast(here, "This invoice has already been sent.")
      return redirectWithToast(paths.newInvoice({ draft: invoice.id }), {
        tone: "bad",
        title: "Invoice not sent.",
        text: issueRefusals[issued.reason],
      })
    }
    case "discard": {
      const discarded = discardDraft(actor, invoice.id)
      return discarded.ok
        ? redirectWithToast(paths.billing(), "Draft discarded. Its items are still ready to invoice.")
        : redirectWithToast(here, { tone: "bad", title: issueRefusals[discarded.reason] })
    }
    case "remind":
      return remind(actor, invoice.id)
    case "end-link":
    case "renew-link":
      return switchLinks(actor, invoice.id, form.get("intent") === "renew-link")
    default:
      return pay(actor, invoice.id, form)
  }
}

function pay(actor: Actor, invoiceId: string, form: FormData) {
  const submission = readForm(form, { schema: PaymentForm })
  if (submission.status !== "success") return invalid(submission)
  const { amount, payer, reference, ...facts } = submission.value
  const recorded = recordPayment(actor, {
    ...facts,
    invoiceId,
    amountMinor: amount,
    payerName: payer,
    providerReference: reference,
  })
  if (recorded.ok)
    return redirectWhenReplicated(
      paths.invoice(invoiceId),
      `${formatMoney(amount, actor.school.currency)} from ${payer} recorded.`,
    )
  const field = paymentRefusalFields[recorded.reason]
  return invalid(submission, { [field ?? "form"]: paymentRefusals[recorded.reason] }, 409)
}

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `${data?.invoice.number ? `Invoice ${data.invoice.number}` : "Draft invoice"} · Tutti` },
]

export default function InvoicePage() {
  const { invoice, due, transfer } = useLoaderData<typeof loader>()
  const { payment, paused } = useResults()
  return (
    <div className="stack">
      <AnswerSummary formId="payment" result={payment} />
      <AnswerSummary formId={pauseFormId} result={paused} />
      <p className="back-link no-print">
        <Link to={paths.billing()}>All invoices</Link>
      </p>
      <div className="two-columns">
        <InvoicePaper invoice={invoice} dueText={due} transfer={transfer}>
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
  const { invoice, send } = useLoaderData<typeof loader>()
  const may = (verb: InvoiceVerb) => invoiceAllows(invoice, verb)
  return (
    <div className="buttons no-print">
      {may("issue") ? (
        <IntentForm intent="send" pending="Sending…" variant="primary">
          {send}
        </IntentForm>
      ) : null}
      {may("change") ? (
        <LinkButton to={paths.newInvoice({ draft: invoice.id })}>Edit draft</LinkButton>
      ) : null}
      {invoice.number ? (
        <a className="button" href={paths.invoicePdf(invoice.id)}>
          Download PDF
        </a>
      ) : null}
      {may("remind") ? (
        <IntentForm intent="remind" pending="Sending…">
          Send reminder
        </IntentForm>
      ) : null}
      {may("void") ? (
        <LinkButton to={paths.invoiceVoid(invoice.id)} variant="danger">
          Void invoice
        </LinkButton>
      ) : null}
      {may("discard") ? (
        <IntentForm intent="discard" pending="Discarding…" variant="danger">
          Discard draft
        </IntentForm>
      ) : null}
    </div>
  )
}

function Side() {
  const { invoice, today, links, history, pause } = useLoaderData<typeof loader>()
  const { payment, paused } = useResults()
  return (
    <section className="section no-print" aria-labelledby="side">
      {invoiceAllows(invoice, "record-payment") ? (
        <>
          <h2 id="side">Record a payment</h2>
          <RecordPayment
            key={invoice.paidMinor}
            amount={plainAmount(invoice.openMinor)}
            payer={invoice.shares[0]?.name ?? invoice.billTo}
            today={today}
            result={payment}
          />
        </>
      ) : (
        <>
          <h2 id="side">{invoice.state === "draft" ? "Not sent yet" : "No balance due"}</h2>
          {invoice.state === "draft" ? (
            <Callout>
              <p>Drafts don’t bill anything. The invoice number is assigned when you send it.</p>
            </Callout>
          ) : null}
        </>
      )}
      <p>
        <Link to={paths.family(invoice.familyId)}>Billing for {familyLabel(invoice)}</Link>
      </p>
      {invoice.number && invoice.state !== "void" ? <PaymentLinks links={links} /> : null}
      {invoiceAllows(invoice, "remind") ? (
        <ReminderPause pause={pause} today={today} result={paused} />
      ) : null}
      <HistoryList entries={history} />
    </section>
  )
}
