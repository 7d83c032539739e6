import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node"
import { useActionData, useLoaderData } from "@remix-run/react"
import { AnswerSummary } from "~/components/form/answer-summary"
import { ApplyCredit } from "~/components/money/invoice/apply-credit"
import { IntentForm } from "~/components/money/invoice/intent-form"
import { InvoicePaper } from "~/components/money/invoice/invoice-paper"
import { RecordPayment } from "~/components/money/invoice/record-payment"
import { LinkButton } from "~/components/ui/button"
import { Callout } from "~/components/ui/callout"
import { Link } from "~/components/ui/link"
import { requireMember } from "~/http/guards.server"
import { notFound } from "~/http/responses.server"
import { type InvoiceVerb, invoiceAllows, sendText } from "~/models/money/invoice/invoice"
import { findInvoice } from "~/models/money/invoice/invoice.server"
import { listPayers } from "~/models/money/invoice/invoice-payers.server"
import { spareCredit } from "~/models/money/payment/spare-credit.server"
import { dueLabel } from "~/models/overview/family-area/due-label"
import { familyLabel } from "~/models/people/family/family-name"
import { now } from "~/utils/clock.server"
import { newId } from "~/utils/ids.server"
import { plainAmount } from "~/utils/money"
import { paths } from "~/utils/paths"
import { today } from "~/utils/zones"
import { actOnInvoice } from "./invoice-acts.server"

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
    creditMinor: invoice.openMinor > 0 ? spareCredit(actor, invoice.familyId) : 0,
    formKey: newId(),
  }
}

export async function action({ request, params }: ActionFunctionArgs) {
  const actor = await requireMember(request, "invoice:issue")
  const invoice = findInvoice(actor, params.invoiceId ?? "")
  if (!invoice) throw notFound()
  return actOnInvoice(actor, invoice, await request.formData())
}

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `${data?.invoice.number ? `Invoice ${data.invoice.number}` : "Draft invoice"} · Tutti` },
]

export default function InvoicePage() {
  const { invoice, due } = useLoaderData<typeof loader>()
  return (
    <div className="stack">
      <AnswerSummary formId="payment" result={useActionData<typeof action>()?.result} />
      <p className="back-link no-print">
        <Link to={paths.billing()}>All invoices</Link>
      </p>
      <div className="two-columns">
        <InvoicePaper invoice={invoice} dueText={due}>
          <Deeds />
        </InvoicePaper>
        <Side />
      </div>
    </div>
  )
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
      {may("credit") ? <LinkButton to={paths.invoiceCredit(invoice.id)}>Credit</LinkButton> : null}
      {may("write-off") ? <LinkButton to={paths.invoiceWriteOff(invoice.id)}>Write off</LinkButton> : null}
      {may("restore") ? (
        <IntentForm intent="restore" pending="Restoring…">
          Restore balance
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
  const { invoice, today, creditMinor, formKey } = useLoaderData<typeof loader>()
  const result = useActionData<typeof action>()?.result
  return (
    <section className="section no-print" aria-labelledby="side">
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
          <h2 id="side">Record a payment</h2>
          <RecordPayment
            key={invoice.paidMinor}
            amount={plainAmount(invoice.openMinor)}
            payer={invoice.shares[0]?.name ?? invoice.billTo}
            today={today}
            formKey={formKey}
            currency={invoice.currency}
            result={result}
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
    </section>
  )
}
