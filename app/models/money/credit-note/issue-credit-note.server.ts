import { transact } from "db/client.server"
import { schools } from "db/schema/accounts-schools"
import { invoiceLines } from "db/schema/money"
import { creditNoteLines, creditNotes } from "db/schema/money-corrections"
import { families } from "db/schema/people"
import { eq, inArray, sql } from "drizzle-orm"
import { wantsEInvoices } from "~/models/accounts/school/e-invoices"
import { type TaxedAmount, taxOfPart } from "~/models/accounts/tax/tax"
import type { Actor } from "~/models/foundation/access/actor"
import { add, askOne, changeSchool, find, ownRows, select } from "~/models/foundation/access/door.server"
import { newRow } from "~/models/foundation/access/own.server"
import { recordEvent } from "~/models/foundation/audit/audit.server"
import type { Reach } from "~/models/foundation/outbox/bounce"
import { mailTo } from "~/models/foundation/outbox/outbox.server"
import { reachOf } from "~/models/foundation/outbox/reach.server"
import { listPayers, portalsOf } from "~/models/money/payer/payer-key.server"
import type { CreditNoteRefusal } from "~/texts/money/refusals"
import { now } from "~/utils/clock.server"
import { formatMoney } from "~/utils/money"
import type { Result } from "~/utils/result"
import { entryDay } from "../closing/closing.server"
import { carriesEInvoice } from "../e-invoice/e-invoice"
import { rememberPlans } from "../installment/plans.server"
import { readCharges, recipientOf } from "../invoice/draft-invoice.server"
import { formatInvoiceNumber, invoiceAllows } from "../invoice/invoice"
import { findInvoice, type Invoice } from "../invoice/invoice.server"
import { returnMaterial } from "../material/materials.server"
import { overpaidParts, withCredit } from "../payer/open-parts"
import type { Payer } from "../payer/payer"
import { settle, takeOff } from "../payment/allocate.server"
import { applyCredit } from "../payment/spare-credit.server"
import { madeByForm, rememberForm } from "../sent-form/sent-form.server"
import { creditableMinor } from "./credit-note"
import { listCreditableLines } from "./credit-notes.server"

/**
 * Invoice lines that are credited in full now: materials that they sold are back in stock, those that payers share once
 * each payer's part is credited.
 */
function returnCredited(actor: Actor, lines: readonly { id: string }[]) {
  const found = ownRows(actor, invoiceLines, {
    chargeId: sql<string | null>`coalesce(${invoiceLines.chargeId}, ${invoiceLines.partOfChargeId})`,
  })
    .where(
      inArray(
        invoiceLines.id,
        lines.map(({ id }) => id),
      ),
    )
    .all()
  for (const { chargeId } of found)
    if (chargeId && !hasUncredited(actor, chargeId)) returnMaterial(actor, chargeId)
}

/** Whether some part of a charge is invoiced and not credited in full. */
const hasUncredited = (actor: Actor, chargeId: string): boolean =>
  askOne<{ found: number } | undefined>(sql`
    select 1 as found from invoice_lines l where l.school_id = ${actor.school.id}
      and l.id in (
        select id from invoice_lines where school_id = ${actor.school.id} and charge_id = ${chargeId}
          and released_at is null
        union all select id from invoice_lines where school_id = ${actor.school.id}
          and part_of_charge_id = ${chargeId} and released_at is null)
      and l.amount_minor > (select coalesce(sum(c.amount_minor), 0) from credit_note_lines c
        where c.school_id = l.school_id and c.invoice_line_id = l.id) limit 1`) !== undefined

// A credit note is issued in one transaction, like an invoice: its lines are read again, its total is summed from them,
// the next number of the school is given, and each payer with an address gets a mail. It is never changed afterwards.

export type IssuedCredit = {
  creditNoteId: string
  number: string
  /** What the invoice didn't need and the family has in its favor now, minor units. */
  creditMinor: number
  /** Whom the email with it leaves for. */
  reach: Reach
}

/**
 * Credits lines of an invoice, wholly or in part (minor units by line). The balance due falls first; what was paid too
 * much by it becomes account credit of the payer whose part it is, and with `apply` goes to the oldest open invoices.
 */
export function creditInvoice(
  actor: Actor,
  credit: {
    invoiceId: string
    amounts: ReadonlyMap<string, number>
    reason: string
    apply?: boolean
    formKey?: string | null
  },
): Result<IssuedCredit, CreditNoteRefusal> & { lineId?: string } {
  return transact(() => {
    const made = madeByForm(actor, credit.formKey)
    const invoice = findInvoice(actor, credit.invoiceId)
    const payers = invoice ? [...payersOf(actor, invoice)] : []
    if (made) return known(actor, made, payers, credit)
    if (!invoice?.number) return { ok: false, reason: "no-invoice" }
    if (!invoiceAllows(invoice, "credit")) return { ok: false, reason: "not-creditable" }
    const lines = listCreditableLines(actor, invoice)
    const tooMuch = lines.find(({ id, leftMinor }) => (credit.amounts.get(id) ?? 0) > leftMinor)
    if (tooMuch) return { ok: false, reason: "more-than-line", lineId: tooMuch.id }
    const credited = lines.flatMap(({ leftMinor: _, beforeMinor, ...line }) => {
      const amountMinor = credit.amounts.get(line.id) ?? 0
      const taxMinor = taxOfPart(line, amountMinor, beforeMinor)
      return amountMinor > 0 ? [{ ...line, amountMinor, taxMinor }] : []
    })
    if (credited.length === 0) return { ok: false, reason: "nothing-credited" }
    const totalMinor = credited.reduce((sum, { amountMinor }) => sum + amountMinor, 0)
    if (totalMinor > creditableMinor(invoice)) return { ok: false, reason: "more-than-left" }

    const reach = reached(actor, payers)
    const head = { ...headOf(invoice), reason: credit.reason, totalMinor }
    const note = writeNote(actor, head, credited, reach)
    for (const [index, { id, ...line }] of credited.entries())
      add(actor, creditNoteLines, { creditNoteId: note.id, position: index + 1, invoiceLineId: id, ...line })
    const shortenPlans = rememberPlans(actor, [invoice.id], `Credit note ${note.number}`)
    const freed = freeOverpaid(actor, invoice, totalMinor)
    const creditMinor = freed.reduce((sum, { amountMinor }) => sum + amountMinor, 0)
    settle(actor, { creditNoteId: note.id }, invoice.id, totalMinor)
    shortenPlans({ invoiceId: invoice.id, amountMinor: creditMinor })
    if (credit.apply && creditMinor > 0) applyCredit(actor, { familyId: invoice.familyId })
    returnCredited(
      actor,
      lines.filter(({ id, leftMinor }) => leftMinor > 0 && credit.amounts.get(id) === leftMinor),
    )
    rememberForm(actor, credit.formKey, note.id)
    const creditOf = (payerId: string | null) =>
      freed.reduce((sum, each) => sum + (each.isFor(payerId) ? each.amountMinor : 0), 0)
    tell(actor, { ...note, totalMinor, invoiceNumber: invoice.number, creditOf }, payers)
    return { ok: true, creditNoteId: note.id, number: note.number, creditMinor, reach }
  })
}

/**
 * Credits charges that are on no invoice and come to less than nothing: reductions larger than what there is to charge.
 * The whole credit is in the family's favor; with `apply` it goes to the oldest open invoices.
 */
export function creditCharges(
  actor: Actor,
  credit: {
    familyId: string
    chargeIds: readonly string[]
    reason: string
    apply?: boolean
    formKey?: string | null
  },
): Result<IssuedCredit, CreditNoteRefusal> {
  return transact(() => {
    const made = madeByForm(actor, credit.formKey)
    const family = find(actor, families, credit.familyId)
    if (!family) return { ok: false, reason: "no-family" }
    const payers = listPayers(actor, family)
    if (made) return known(actor, made, payers)
    const { open, billed, goneCount } = readCharges(actor, family.id, credit.chargeIds)
    if (billed.length > 0 || goneCount > 0) return { ok: false, reason: "line-gone" }
    const totalMinor = -open.reduce((sum, { amountMinor }) => sum + amountMinor, 0)
    if (totalMinor <= 0) return { ok: false, reason: "nothing-credited" }
    const school = select().from(schools).where(eq(schools.id, actor.school.id)).get()
    const reach = reached(actor, payers)
    const { billTo, billToAddress } = recipientOf(family, payers)
    const head = {
      familyId: family.id,
      invoiceId: null,
      currency: actor.school.currency,
      sellerName: actor.school.name,
      sellerAddress: school?.address ?? null,
      sellerTaxNumber: school?.taxNumber ?? null,
      billTo,
      billToAddress,
      isEInvoice: wantsEInvoices(school),
      taxExemption: school?.taxExemption ?? null,
      reason: credit.reason,
      totalMinor,
    }
    const note = writeNote(actor, head, open, reach)
    for (const [index, { source: _, amountMinor, taxMinor, ...line }] of open.entries())
      add(actor, creditNoteLines, {
        creditNoteId: note.id,
        position: index + 1,
        ...line,
        amountMinor: -amountMinor,
        taxMinor: -taxMinor,
      })
    if (credit.apply) applyCredit(actor, { familyId: family.id })
    rememberForm(actor, credit.formKey, note.id)
    tell(actor, { ...note, totalMinor, invoiceNumber: null, creditOf: () => totalMinor }, payers)
    return { ok: true, creditNoteId: note.id, number: note.number, creditMinor: totalMinor, reach }
  })
}

/** What came off an invoice, and whether it is a payer's. */
type Freed = { amountMinor: number; isFor: (payerId: string | null) => boolean }

/**
 * Takes off a credited invoice what its payers have paid too much by their part of the credit, each off their own payments; then what
 * settles it beyond its total. Answers whose account credit it becomes.
 */
function freeOverpaid(actor: Actor, invoice: Invoice, totalMinor: number): Freed[] {
  const { shares, creditedMinor, writtenOffMinor } = invoice
  const surplusMinor = Math.max(0, totalMinor - invoice.openMinor)
  if (shares.length < 2) return [{ amountMinor: takeOff(actor, invoice.id, surplusMinor), isFor: () => true }]
  const named = new Set(shares.flatMap(({ payerId }) => payerId ?? []))
  const isNamed = (payerId: string | null) => payerId !== null && named.has(payerId)
  const paidMinor = shares.reduce((sum, share) => sum + share.paidMinor, 0)
  const unnamedMinor = invoice.paidMinor - creditedMinor - writtenOffMinor - paidMinor
  // Money of no payer by name is the family's own part where the family is one of the payers, else beside all parts.
  const hasItself = shares.some(({ payerId }) => payerId === null)
  const those = hasItself ? shares : [...shares, { payerId: null, amountMinor: 0, paidMinor: 0 }]
  const parts = those.map(({ payerId, amountMinor, paidMinor }) => ({
    ...{ payerId, amountMinor, paidMinor: payerId === null ? unnamedMinor : paidMinor },
  }))
  const beforeMinor = creditedMinor + writtenOffMinor
  const over = overpaidParts(
    withCredit(parts, beforeMinor),
    withCredit(parts, beforeMinor + totalMinor),
    surplusMinor,
  )
  return parts.map(({ payerId }, index) => ({
    amountMinor: takeOff(actor, invoice.id, over[index] ?? 0, (of) =>
      payerId === null ? !isNamed(of) : of === payerId,
    ),
    isFor: (of) => of === payerId || (payerId === null && !hasItself),
  }))
}

/** The form was sent before: its note again, unless it says other amounts of an invoice now. */
function known(
  actor: Actor,
  creditNoteId: string,
  payers: readonly Person[],
  said?: { invoiceId: string; amounts: ReadonlyMap<string, number> },
): Result<IssuedCredit, "line-gone" | "sent-before"> {
  const note = find(actor, creditNotes, creditNoteId)
  if (!note) return { ok: false, reason: "line-gone" }
  const saidMinor = said && [...said.amounts.values()].reduce((sum, amountMinor) => sum + amountMinor, 0)
  if (said && (said.invoiceId !== note.invoiceId || saidMinor !== note.totalMinor))
    return { ok: false, reason: "sent-before" }
  return { ok: true, creditNoteId, number: note.number, creditMinor: 0, reach: reached(actor, payers) }
}

const headOf = (invoice: Invoice) => ({
  familyId: invoice.familyId,
  invoiceId: invoice.id,
  currency: invoice.currency,
  sellerName: invoice.sellerName,
  sellerAddress: invoice.sellerAddress,
  sellerTaxNumber: invoice.sellerTaxNumber,
  billTo: invoice.billTo,
  billToAddress: invoice.billToAddress,
  isEInvoice: invoice.isEInvoice,
  taxExemption: invoice.taxExemption,
})

type Head = Omit<
  typeof creditNotes.$inferInsert,
  "schoolId" | "id" | "createdAt" | "sequence" | "number" | "issuedOn" | "issuedAt" | "issuedBy"
>

/** Writes the note with the school's next number: a failure later gives the number back, so there is no gap. */
function writeNote(
  actor: Actor,
  head: Head,
  lines: readonly TaxedAmount[],
  { reached: { length: emails } }: Reach,
): { id: string; number: string } {
  const issuedAt = now()
  const issuedOn = entryDay(actor)
  const { creditNoteSequence: sequence, creditNoteNumberFormat: format } = changeSchool(actor, {
    creditNoteSequence: sql`${schools.creditNoteSequence} + 1`,
  })
  const number = formatInvoiceNumber(format, sequence, issuedOn)
  const row = newRow(actor)
  add(actor, creditNotes, {
    ...{ ...row, ...head, sequence, number, issuedOn, issuedAt, issuedBy: actor.memberId },
    isEInvoice: carriesEInvoice(head, lines),
  })
  recordEvent(actor, "credit-note.issue", row.id, {
    after: { number, totalMinor: head.totalMinor, reason: head.reason, emails },
  })
  return { id: row.id, number }
}

type Person = Pick<Payer, "payerId" | "name" | "email" | "hasPortal">

const reached = (actor: Actor, payers: readonly Person[]) =>
  reachOf({ template: "credit-note-issued", schoolId: actor.school.id }, payers)

/** Those who were asked to pay the invoice, as they can be reached now. */
function* payersOf(actor: Actor, invoice: Invoice): Generator<Person> {
  const hasPortal = portalsOf(actor, invoice)
  for (const { name, email, payerId } of invoice.shares)
    yield {
      payerId,
      name,
      email,
      hasPortal: hasPortal(payerId),
    }
}

function tell(
  actor: Actor,
  note: {
    id: string
    number: string
    totalMinor: number
    invoiceNumber: string | null
    /** What becomes account credit of what a payer, or no one by name, paid. */
    creditOf: (payerId: string | null) => number
  },
  payers: readonly Person[],
) {
  const money = (amountMinor: number) => formatMoney(amountMinor, actor.school.currency, actor.school)
  for (const { payerId, name, email, hasPortal } of payers) {
    if (!email) continue
    const creditMinor = note.creditOf(payerId)
    mailTo(actor, { email, name }, "credit-note-issued", {
      creditNoteId: note.id,
      number: note.number,
      total: money(note.totalMinor),
      invoiceNumber: note.invoiceNumber,
      credit: creditMinor > 0 ? money(creditMinor) : null,
      hasPortal,
    })
  }
}
