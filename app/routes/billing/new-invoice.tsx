import {
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from "@remix-run/node"
import { useActionData, useLoaderData } from "@remix-run/react"
import { AnswerSummary } from "~/components/form/answer-summary"
import { FocusFirst } from "~/components/form/focus-first"
import { invoiceFormId, NewInvoiceForm } from "~/components/money/invoice/new-invoice-form"
import { PeriodForm } from "~/components/money/invoice/period-form"
import { Callout } from "~/components/ui/callout"
import { EmptyState } from "~/components/ui/empty-state"
import { PageHead } from "~/components/ui/page-head"
import { requireMember } from "~/http/guards.server"
import { readForm } from "~/http/read-form.server"
import { invalid, notFound } from "~/http/responses.server"
import { redirectWithToast } from "~/http/toast.server"
import { taxChoices } from "~/models/accounts/tax/tax"
import { listTaxRates } from "~/models/accounts/tax/tax-rates.server"
import type { Actor } from "~/models/foundation/access/actor"
import { readNameWish } from "~/models/foundation/name-choice/name-offer"
import { hasTwinCharge } from "~/models/money/charge/change-charge.server"
import { twinChargeText } from "~/models/money/charge/charge"
import { addItemCharge } from "~/models/money/charge/charge.server"
import { creditRefusals } from "~/models/money/credit-note/credit-note"
import { creditCharges } from "~/models/money/credit-note/issue-credit-note.server"
import { offerBillableFamilies } from "~/models/money/invoice/billable-families.server"
import { changeDraft, saveDraft } from "~/models/money/invoice/draft-invoice.server"
import { issueRefusals, sentText } from "~/models/money/invoice/invoice"
import { InvoiceForm, LineForm } from "~/models/money/invoice/invoice-forms"
import { issueInvoice } from "~/models/money/invoice/issue-invoice.server"
import { findNewInvoice, type NewInvoice } from "~/models/money/invoice/new-invoice.server"
import { findFamily } from "~/models/people/family/family.server"
import { now } from "~/utils/clock.server"
import { paths } from "~/utils/paths"
import { today } from "~/utils/zones"

export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requireMember(request, "invoice:issue")
  const { searchParams } = new URL(request.url)
  const page = {
    currency: actor.school.currency,
    taxes: taxChoices(listTaxRates(actor)),
    today: today(actor.school.timeZone, now()),
  }
  const { search } = readNameWish(searchParams, "family")
  if (!searchParams.get("family") && !searchParams.get("draft"))
    return {
      ...page,
      families: offerBillableFamilies(actor, { search, chosen: "" }),
      invoice: null,
      students: [],
    }
  const invoice = findNewInvoice(actor, searchParams)
  if (!invoice) throw notFound()
  const families = offerBillableFamilies(actor, { search, chosen: invoice.family.id })
  const students = findFamily(actor, invoice.family.id)?.students ?? []
  return {
    ...page,
    families,
    invoice,
    students: students.map(({ id, firstName }) => ({ id, name: firstName })),
  }
}

export async function action({ request }: ActionFunctionArgs) {
  const actor = await requireMember(request, "invoice:issue")
  const url = new URL(request.url)
  const invoice = findNewInvoice(actor, url.searchParams)
  if (!invoice) throw notFound()
  const form = await request.formData()
  switch (form.get("intent")) {
    case "add-line":
    case "add-anyway":
      return addLine(actor, invoice, form)
    case "credit":
      return credit(actor, invoice, form)
    case "draft":
      return keepDraft(actor, invoice, form)
    case "send":
      return send(actor, invoice, form)
    case "enter":
      if (hasLineInHand(form)) return addLine(actor, invoice, form)
      return redirect(addressOf(invoice, form), 303)
    default:
      return redirect(addressOf(invoice, form), 303)
  }
}

async function addLine(actor: Actor, invoice: NewInvoice, form: FormData) {
  const submission = readForm(form, { schema: LineForm })
  if (submission.status !== "success") return invalid(submission)
  const { lineDescription, lineAmount, lineDay, lineStudent, lineTax } = submission.value
  const item = {
    familyId: invoice.family.id,
    description: lineDescription,
    amountMinor: lineAmount,
    occurredOn: lineDay,
  }
  if (form.get("intent") !== "add-anyway" && hasTwinCharge(actor, item))
    return invalid(submission, { lineDescription: twinChargeText }, 409)
  const added = addItemCharge(actor, { ...item, studentId: lineStudent, tax: lineTax })
  if (!added.ok && added.reason === "tax-unknown")
    return invalid(submission, { lineTax: "Choose one of your taxes." })
  if (!added.ok) return invalid(submission, { lineStudent: "Choose a student of this family." })
  const [from = lineDay] = [lineDay, invoice.from].sort()
  const to = [lineDay, invoice.to].sort().at(-1) ?? lineDay
  return redirectWithToast(addressOf({ ...invoice, from, to }, form), `${lineDescription} added.`)
}

/** An item that was typed but not added would be missing on the invoice. */
const hasLineInHand = (form: FormData) =>
  ["lineDescription", "lineAmount"].some((name) => String(form.get(name) ?? "").trim() !== "")
const lineInHand = {
  lineDescription: "Add this item or clear its fields, then continue.",
}

async function keepDraft(actor: Actor, { family, from, to, draftId }: NewInvoice, form: FormData) {
  const submission = readForm(form, { schema: InvoiceForm })
  if (submission.status !== "success") return invalid(submission)
  if (hasLineInHand(form)) return invalid(submission, lineInHand)
  const { charge, seat, dueOn, note } = submission.value
  const choice = { familyId: family.id, from, to, dueOn, note, chargeIds: charge, unchargedSeatIds: seat }
  const saved = draftId ? changeDraft(actor, draftId, choice) : saveDraft(actor, choice)
  if (!saved.ok) return invalid(submission, { form: issueRefusals[saved.reason] }, 409)
  return redirectWithToast(paths.invoice(saved.invoiceId), "Draft saved.")
}

async function send(actor: Actor, { family, from, to, draftId }: NewInvoice, form: FormData) {
  const submission = readForm(form, { schema: InvoiceForm })
  if (submission.status !== "success") return invalid(submission)
  if (hasLineInHand(form)) return invalid(submission, lineInHand)
  const { charge, seat, dueOn, note } = submission.value
  const choice = { familyId: family.id, from, to, dueOn, note, chargeIds: charge, unchargedSeatIds: seat }
  const issued = issueInvoice(actor, { ...choice, draftId })
  if (issued.ok) return redirectWithToast(paths.invoice(issued.invoiceId), sentText(issued.numbers))
  if (issued.invoiceId)
    return redirectWithToast(paths.invoice(issued.invoiceId), "This invoice has already been sent.")
  const field = issued.reason === "due-in-the-past" ? "dueOn" : "form"
  return invalid(submission, { [field]: issueRefusals[issued.reason] }, 409)
}

/** Reductions that come to more than the charges: a credit note instead of an invoice. */
async function credit(actor: Actor, { family }: NewInvoice, form: FormData) {
  const submission = readForm(form, { schema: InvoiceForm })
  if (submission.status !== "success") return invalid(submission)
  if (hasLineInHand(form)) return invalid(submission, lineInHand)
  const { charge: chargeIds, note } = submission.value
  const reason = note ?? "Corrections"
  const credited = creditCharges(actor, { familyId: family.id, chargeIds, reason })
  if (!credited.ok) return invalid(submission, { form: creditRefusals[credited.reason] }, 409)
  return redirectWithToast(paths.creditNote(credited.creditNoteId), `Credit note ${credited.number} sent.`)
}

/** This page with what the form holds: the way ticks, due date and note survive without a script. */
function addressOf({ family, from, to, draftId, lines }: NewInvoice, form: FormData): string {
  const selected = new Set([...form.getAll("charge[]"), ...form.getAll("seat[]")])
  const query = new URLSearchParams({ family: family.id, from, to, edited: "1" })
  if (draftId) query.set("draft", draftId)
  for (const [name, value] of [
    ["due", form.get("dueOn")],
    ["note", form.get("note")],
  ] as const)
    if (typeof value === "string" && value) query.set(name, value.slice(0, 2000))
  for (const { id } of lines) if (!selected.has(id)) query.append("off", id)
  return `${paths.newInvoice()}?${query}`
}

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: data?.invoice?.draftId ? "Edit draft invoice · Tutti" : "New invoice · Tutti" },
]

export default function NewInvoicePage() {
  const { families, invoice, students, taxes, currency, today } = useLoaderData<typeof loader>()
  const result = useActionData<typeof action>()?.result
  const dueOn = result?.initialValue?.dueOn
  return (
    <div className="stack">
      <AnswerSummary formId={invoiceFormId} result={result} />
      <PageHead
        back={{ to: paths.billing(), label: "Invoices" }}
        title={invoice?.draftId ? "Edit draft invoice" : "New invoice"}
        actions={<p className="dim">Its number is assigned when you send it.</p>}
      />
      <PeriodForm
        families={families}
        familyId={invoice?.family.id}
        from={invoice?.from}
        to={invoice?.to}
        dueOn={typeof dueOn === "string" ? dueOn : invoice?.dueOn}
        draftId={invoice?.draftId}
        invoiceFormId={invoiceFormId}
        dueProblem={result?.error?.dueOn?.join(" ")}
      />
      {invoice && !invoice.isPeriod ? (
        <Callout tone="red">
          <p>Enter a start date on or before the end date. The default period is shown instead.</p>
        </Callout>
      ) : null}
      {invoice ? (
        <NewInvoiceForm
          key={`${invoice.family.id} ${invoice.draftId}`}
          {...invoice}
          familyId={invoice.family.id}
          students={students}
          taxes={taxes}
          today={today}
          currency={currency}
          result={result}
        />
      ) : (
        <EmptyState>
          <FocusFirst id="family" />
          Choose a family to review its charges.
        </EmptyState>
      )}
    </div>
  )
}
