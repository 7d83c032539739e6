import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node"
import { useActionData, useLoaderData } from "@remix-run/react"
import { MissingForEInvoice } from "~/components/accounts/settings/missing-for-e-invoice"
import { FocusFirst } from "~/components/form/focus-first"
import { AnswerSummary } from "~/components/form/post-form"
import { invoiceFormId, NewInvoiceForm } from "~/components/money/invoice/new-invoice-form"
import { PeriodForm } from "~/components/money/invoice/period-form"
import { pageTitle } from "~/components/shell/frame"
import { alsoWhenRefused } from "~/components/ui/after-refusal"
import { Link } from "~/components/ui/button"
import { CalloutText } from "~/components/ui/callout"
import { EmptyState } from "~/components/ui/data-table"
import { PageHead } from "~/components/ui/page-head"
import { disputesInHand } from "~/http/disputed-fields.server"
import { notFound, orNotFound, requireMember, requireRight } from "~/http/guards.server"
import { intents } from "~/http/intents.server"
import { requireLivingFamily } from "~/http/living-family.server"
import { invalid, readForm } from "~/http/read-form.server"
import { redirectWithToast } from "~/http/toast.server"
import { taxChoices } from "~/models/accounts/tax/tax"
import { listTaxRates } from "~/models/accounts/tax/tax-rates.server"
import { chargeLateLessonsOf, priceLessons } from "~/models/attendance/register/late-charges.server"
import { LessonPriceForm } from "~/models/attendance/register/price-lessons"
import type { Actor } from "~/models/foundation/access/actor"
import { may } from "~/models/foundation/access/permissions"
import { readNameWish } from "~/models/foundation/name-search/name-search"
import { sentOrIssued } from "~/models/foundation/outbox/bounce"
import { hasTwinCharge } from "~/models/money/charge/change-charge.server"
import { twinChargeText } from "~/models/money/charge/charge"
import { addItemCharge } from "~/models/money/charge/charge.server"
import { creditCharges } from "~/models/money/credit-note/issue-credit-note.server"
import { offerBillableFamilies } from "~/models/money/invoice/billable-families.server"
import { changeDraft, saveDraft } from "~/models/money/invoice/draft-invoice.server"
import { tellsHowToPay } from "~/models/money/invoice/how-to-pay.server"
import { numbersText, payersText } from "~/models/money/invoice/invoice"
import { InvoiceForm, InvoiceTicks, LineForm } from "~/models/money/invoice/invoice-forms"
import { issueInvoice } from "~/models/money/invoice/issue-invoice.server"
import {
  findNewInvoice,
  itemFields,
  type NewInvoice,
  priceFields,
  seenOf,
} from "~/models/money/invoice/new-invoice.server"
import { gapsOfNext } from "~/models/money/invoice/payer-papers.server"
import { lessonPriceRefusals } from "~/texts/attendance/refusals"
import { closedDay, creditNoteRefusals, issueRefusals } from "~/texts/money/refusals"
import { todayOf } from "~/utils/clock.server"
import { countOf } from "~/utils/formats"
import { nextTurn } from "~/utils/in-turns"
import { paths } from "~/utils/paths"

export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requireMember(request, "invoice:issue")
  const { searchParams } = new URL(request.url)
  const page = {
    currency: actor.school.currency,
    taxes: taxChoices(listTaxRates(actor)),
    maySetPrices: may(actor, "class:price"),
    noWayToPay: tellsHowToPay(actor) ? undefined : { mayOpenSettings: may(actor, "school:settings") },
    today: todayOf(actor),
  }
  const { search } = readNameWish(searchParams, "family")
  if (!searchParams.get("family") && !searchParams.get("draft"))
    return {
      ...page,
      families: offerBillableFamilies(actor, { search, chosen: "" }),
      eInvoiceGaps: [],
      invoice: null,
      students: [],
    }
  const invoice = orNotFound(findNewInvoice(actor, searchParams))
  const { students } = await requireLivingFamily(actor, invoice.family.id)
  const families = offerBillableFamilies(actor, { search, chosen: invoice.family.id })
  return {
    ...page,
    families,
    eInvoiceGaps: gapsOfNext(actor, invoice),
    invoice,
    students: students.map(({ id, firstName }) => ({ id, name: firstName })),
  }
}

export async function action({ request }: ActionFunctionArgs) {
  const actor = await requireMember(request, "invoice:issue")
  const invoice = orNotFound(findNewInvoice(actor, new URL(request.url).searchParams))
  await requireLivingFamily(actor, invoice.family.id)
  return actOnNewInvoice(actor, invoice, await request.formData())
}

export const shouldRevalidate = alsoWhenRefused

export const meta = pageTitle<typeof loader>(
  (data) => (data.invoice?.draftId ? "Edit draft invoice" : "New invoice"),
  "New invoice",
)

export default function NewInvoicePage() {
  const { families, invoice, students, taxes, maySetPrices, noWayToPay, currency, today, eInvoiceGaps } =
    useLoaderData<typeof loader>()
  const result = useActionData<typeof action>()?.result
  const dueOn = result?.initialValue?.dueOn
  return (
    <div className="stack">
      <AnswerSummary formId={invoiceFormId} result={result} />
      <PageHead
        back={
          invoice?.isFromReady
            ? { to: paths.unbilled(), label: "Ready to invoice" }
            : { to: paths.billing(), label: "Invoices" }
        }
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
        isFromReady={invoice?.isFromReady}
        invoiceFormId={invoiceFormId}
        dueProblem={result?.error?.dueOn?.join(" ")}
      />
      {invoice ? (
        <MissingForEInvoice gaps={eInvoiceGaps}>
          {eInvoiceGaps.includes("buyer-address") ? (
            <Link to={paths.familyPayers(invoice.family.id)}>Enter the address</Link>
          ) : null}
        </MissingForEInvoice>
      ) : null}
      {invoice && !invoice.isPeriod ? (
        <CalloutText tone="red">
          Enter a start date on or before the end date. The default period is shown instead.
        </CalloutText>
      ) : null}
      {invoice ? (
        <NewInvoiceForm
          key={[invoice.family.id, invoice.draftId, ...Object.values(invoice.typed)].join(" ")}
          {...invoice}
          isDraft={invoice.draftId !== undefined}
          familyId={invoice.family.id}
          students={students}
          taxes={taxes}
          maySetPrices={maySetPrices}
          noWayToPay={noWayToPay}
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

/** What the form of a new invoice or a draft does, by the button that sent it. */
function actOnNewInvoice(actor: Actor, invoice: NewInvoice, form: FormData) {
  const edited = form.get("edit")
  if (typeof edited === "string") return edit(invoice, edited, form)
  const add = () => addLine(actor, invoice, form)
  const price = () => setLessonPrice(actor, invoice, form)
  // What someone else has saved meanwhile is settled on the page itself.
  const shown = () =>
    disputesInHand()
      ? invalid(readForm(form, { schema: InvoiceForm }))
      : redirect(addressOf(invoice, form), 303)
  return intents(form, addressOf(invoice, form), {
    "add-line": add,
    "add-anyway": () => addLine(actor, invoice, form, { isTwin: true }),
    "price-lessons": price,
    credit: () => credit(actor, invoice, form),
    draft: () => keepDraft(actor, invoice, form),
    send: () => send(actor, invoice, form),
    enter: () => (hasLineInHand(form) ? add() : hasPriceInHand(form) ? price() : shown()),
    else: shown,
  })
}

const TickedLineForm = LineForm.extend(InvoiceTicks.shape)
const TickedPriceForm = LessonPriceForm.extend(InvoiceTicks.shape)

async function addLine(actor: Actor, invoice: NewInvoice, form: FormData, { isTwin = false } = {}) {
  const submission = readForm(form, { schema: TickedLineForm })
  if (submission.status !== "success") return invalid(submission)
  const { lineDescription, lineAmount, lineDay, lineStudent, lineTax } = submission.value
  const item = {
    familyId: invoice.family.id,
    description: lineDescription,
    amountMinor: lineAmount,
    occurredOn: lineDay,
  }
  if (!isTwin && hasTwinCharge(actor, item))
    return invalid(submission, { lineDescription: twinChargeText }, 409)
  const added = addItemCharge(actor, { ...item, studentId: lineStudent, tax: lineTax })
  if (!added.ok && added.reason === "tax-unknown")
    return invalid(submission, { lineTax: "Choose one of your taxes." })
  if (!added.ok && added.reason === "closed") return invalid(submission, { lineDay: closedDay }, 409)
  if (!added.ok) return invalid(submission, { lineStudent: "Choose a student of this family." })
  return redirectWithToast(
    addressOf(reaching(invoice, lineDay, lineDay), without(form, itemFields)),
    `${lineDescription} added.`,
  )
}

const isTyped = (form: FormData, names: readonly string[]) =>
  names.some((name) => String(form.get(name) ?? "").trim() !== "")
const hasLineInHand = (form: FormData) => isTyped(form, ["lineDescription", "lineAmount"])
const hasPriceInHand = (form: FormData) => isTyped(form, ["priceAmount"])

/** The form without an item that was added by now, or a price that was set: what else was typed stays. */
function without(form: FormData, done: readonly string[]): FormData {
  const rest = new FormData()
  for (const [name, value] of form) if (!done.includes(name)) rest.append(name, value)
  return rest
}

/** The fields of an item or a price that was begun; day and student alone begin none. */
const fieldsInHand = (form: FormData) =>
  [...(hasLineInHand(form) ? itemFields : []), ...(hasPriceInHand(form) ? priceFields : [])].filter((name) =>
    form.has(name),
  )

/** An item or a price that was typed but not added would be missing on the invoice. */
function inHand(form: FormData): Record<string, string> | undefined {
  if (hasLineInHand(form)) return { lineDescription: "Add this item or clear its fields, then continue." }
  return hasPriceInHand(form)
    ? { priceAmount: "Charge these lessons or clear the price, then continue." }
    : undefined
}

/** Gives the family's lessons that have no price one, and has them among the items at once, as far as a request may take. */
async function setLessonPrice(actor: Actor, invoice: NewInvoice, form: FormData) {
  requireRight(actor, "class:price")
  const submission = readForm(form, { schema: TickedPriceForm })
  if (submission.status !== "success") return invalid(submission)
  const { priceClass: classId, priceAmount: amountMinor, priceKind } = submission.value
  const wish = { classId, familyId: invoice.family.id }
  const priced = priceLessons(actor, { ...wish, amountMinor, isOwn: priceKind === "own" })
  if (!priced.ok) return invalid(submission, { priceAmount: lessonPriceRefusals[priced.reason] }, 409)
  let hasMore = true
  for (let steps = 0; hasMore && steps < mostSteps; steps += 1) {
    await nextTurn()
    hasMore = chargeLateLessonsOf(actor, wish)
  }
  return redirectWithToast(addressOf(reaching(invoice, priced.from, priced.to), without(form, priceFields)), {
    title: `${countOf(priced.lessons, "lesson")} charged.${hasMore ? " The last of them follow in a moment." : ""}`,
    tone: "good",
  })
}

/** Steps of a few lessons each that an invoice waits for; the rest follows in the background. */
const mostSteps = 8

/** The period with these days in it, too. */
function reaching(invoice: NewInvoice, first: string, last: string): NewInvoice {
  const [from = first] = [first, invoice.from].sort()
  const to = [last, invoice.to].sort().at(-1) ?? last
  return { ...invoice, from, to }
}

/** To the charge that is edited; from there back to what the form holds. */
function edit(invoice: NewInvoice, chargeId: string, form: FormData) {
  if (!invoice.lines.some(({ id }) => id === chargeId)) throw notFound()
  const typed = inHand(form)
  if (typed || disputesInHand()) return invalid(readForm(form, { schema: InvoiceForm }), typed)
  return redirect(paths.charge(chargeId, { back: addressOf(invoice, form) }), 303)
}

/** What the form asks for; where it can't be taken, only the answer that says why. */
function readChoice({ family, from, to }: NewInvoice, form: FormData) {
  const submission = readForm(form, { schema: InvoiceForm })
  if (submission.status !== "success") return { refused: invalid(submission) }
  const typed = inHand(form)
  if (typed) return { refused: invalid(submission, typed) }
  const { charge, seat, dueOn, note } = submission.value
  const choice = { familyId: family.id, from, to, dueOn, note, chargeIds: charge, unchargedSeatIds: seat }
  return { submission, choice }
}

async function keepDraft(actor: Actor, invoice: NewInvoice, form: FormData) {
  const { submission, choice, refused } = readChoice(invoice, form)
  if (!choice) return refused
  const { draftId } = invoice
  const saved = draftId ? changeDraft(actor, draftId, choice) : saveDraft(actor, choice)
  if (!saved.ok) return invalid(submission, { form: issueRefusals[saved.reason] }, 409)
  return redirectWithToast(paths.invoice(saved.invoiceId), "Draft saved.")
}

async function send(actor: Actor, invoice: NewInvoice, form: FormData) {
  const { submission, choice, refused } = readChoice(invoice, form)
  if (!choice) return refused
  const shown = form.get("payersShown")
  if (shown && shown !== payersText(invoice.payers)) {
    const text = `The payers have changed: ${payersText(invoice.payers)}. Check the invoice, then send it.`
    return invalid(submission, { form: text }, 409)
  }
  const issued = issueInvoice(actor, { ...choice, draftId: invoice.draftId })
  if (issued.ok)
    return redirectWithToast(
      paths.invoice(issued.invoiceId),
      sentOrIssued(numbersText(issued.numbers), issued.reach),
    )
  if (issued.invoiceId)
    return redirectWithToast(paths.invoice(issued.invoiceId), "This invoice has already been sent.")
  const field = issued.reason === "due-in-the-past" ? "dueOn" : "form"
  return invalid(submission, { [field]: issueRefusals[issued.reason] }, 409)
}

/** Reductions that come to more than the charges: a credit note instead of an invoice. */
async function credit(actor: Actor, { family }: NewInvoice, form: FormData) {
  const submission = readForm(form, { schema: InvoiceForm })
  if (submission.status !== "success") return invalid(submission)
  const typed = inHand(form)
  if (typed) return invalid(submission, typed)
  const { charge: chargeIds, note } = submission.value
  const reason = note ?? "Corrections"
  const credited = creditCharges(actor, { familyId: family.id, chargeIds, reason })
  if (!credited.ok) return invalid(submission, { form: creditNoteRefusals[credited.reason] }, 409)
  return redirectWithToast(
    paths.creditNote(credited.creditNoteId),
    sentOrIssued(`Credit note ${credited.number}`, credited.reach),
  )
}

/** This page with what the form holds: the way ticks, due date and note survive without a script. */
function addressOf(
  { family, from, to, draftId, saved, lines, isFromReady }: NewInvoice,
  form: FormData,
): string {
  const selected = new Set([...form.getAll("charge[]"), ...form.getAll("seat[]")])
  const query = new URLSearchParams({ family: family.id, from, to, edited: "1" })
  if (draftId) query.set("draft", draftId)
  for (const text of saved ? seenOf(saved) : []) query.append("seen", text)
  if (isFromReady) query.set("back", "ready")
  for (const [name, value] of [
    ["due", form.get("dueOn")],
    ["note", form.get("note")],
  ] as const)
    if (typeof value === "string" && value) query.set(name, value.slice(0, 2000))
  for (const name of fieldsInHand(form)) query.set(name, String(form.get(name) ?? "").slice(0, 200))
  for (const { id } of lines) if (!selected.has(id)) query.append("off", id)
  return `${paths.newInvoice()}?${query}`
}
