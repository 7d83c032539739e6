import { transact } from "db/client.server"
import { schools } from "db/schema/accounts-schools"
import { charges, invoiceLines, invoices } from "db/schema/money"
import { creditNoteLines } from "db/schema/money-corrections"
import { families, students } from "db/schema/people"
import { and, eq, inArray, isNull, ne, sql } from "drizzle-orm"
import { alias } from "drizzle-orm/sqlite-core"
import { wantsEInvoices } from "~/models/accounts/school/e-invoices"
import { type TaxedAmount, withTax } from "~/models/accounts/tax/tax"
import type { Actor } from "~/models/foundation/access/actor"
import { add, change, changeRows, find, remove, select } from "~/models/foundation/access/door.server"
import { columns, joined, own } from "~/models/foundation/access/own.server"
import { recordEvent } from "~/models/foundation/audit/audit.server"
import { deleteToBin } from "~/models/foundation/deleted-record/deleted-record.server"
import type { IssueRefusal } from "~/texts/money/refusals"
import { now } from "~/utils/clock.server"
import { newRowId } from "~/utils/ids.server"
import { formatMoney } from "~/utils/money"
import type { ChargeSource } from "../charge/charge"
import { taxedColumns } from "../charge/seat-charges.server"
import { listUnchargedSeats } from "../charge/uncharged-seats.server"
import type { Payer } from "../payer/payer"
import { listPayers, payerOf } from "../payer/payer-key.server"
import { addressOf } from "./payer-address"

/** A line before it is written. Amounts in minor units; without a charge it only tells, and is 0. */
export type Line = TaxedAmount & {
  chargeId: string | null
  /** On another payer's part of a charge instead. */
  partOfChargeId?: string | null
  source: ChargeSource | "telling"
  corrects?: ChargeSource | null
  boundTo?: string | null
  studentName: string | null
  description: string
  reason: string
  /** `YYYY-MM-DD` */
  occurredOn: string
  /** `YYYY-MM`, of a fee */
  month?: string | null
}

/**
 * Charges as they are now, never as a form remembers them: those that may be billed, those on an invoice already
 * (with it), and how many of the ids are withdrawn or another family's.
 */
export function readCharges(actor: Actor, familyId: string, chargeIds: readonly string[]) {
  const uniqueIds = [...new Set(chargeIds)]
  const rows = select({
    chargeId: charges.id,
    source: charges.source,
    firstName: students.firstName,
    lastName: students.lastName,
    ...columns(charges, "description", "reason", "occurredOn", "month"),
    ...taxedColumns,
    withdrawnAt: charges.withdrawnAt,
    // of invoices that were issued together, the first
    invoiceId: sql<
      string | null
    >`coalesce((select i.set_id from invoices i where i.school_id = ${invoiceLines.schoolId}
        and i.id = ${invoiceLines.invoiceId}), ${invoiceLines.invoiceId})`,
    isCredited: sql<number>`exists (select 1 from ${creditNoteLines} c where c.school_id = ${charges.schoolId}
        and c.charge_id = ${charges.id})`.mapWith(Boolean),
  })
    .from(charges)
    .leftJoin(students, joined(students, charges.studentId))
    .leftJoin(invoiceLines, and(joined(charges, invoiceLines.chargeId), isNull(invoiceLines.releasedAt)))
    .where(and(own(actor, charges), eq(charges.familyId, familyId), inArray(charges.id, uniqueIds)))
    .all()
  const billed = rows.flatMap(({ chargeId, invoiceId }) => (invoiceId ? [{ chargeId, invoiceId }] : []))
  const facts = listSplitFacts(
    actor,
    rows.filter(({ source }) => isSplitByOther(source)).map(({ chargeId }) => chargeId),
  )
  const open = rows
    .filter(
      ({ withdrawnAt, invoiceId, isCredited }) => withdrawnAt === null && invoiceId === null && !isCredited,
    )
    .map(({ firstName, lastName, withdrawnAt: _w, invoiceId: _i, isCredited: _c, ...charge }) => ({
      ...charge,
      source: charge.source satisfies ChargeSource,
      studentName: firstName === null ? null : `${firstName} ${lastName}`.trim(),
      ...facts.get(charge.chargeId),
    }))
  return { open, billed, goneCount: uniqueIds.length - billed.length - open.length }
}

/** Whether who pays a charge depends on another record: what it corrects, the month it is of, or the invoice that is late. */
export const isSplitByOther = (source: string) => ["correction", "item", "late_fee"].includes(source)

/** What some charges correct, and who pays the invoice that a late fee is for; by charge. */
export function listSplitFacts(actor: Actor, chargeIds: readonly string[]) {
  if (chargeIds.length === 0)
    return new Map<string, { corrects: ChargeSource | null; boundTo: string | null }>()
  const corrected = alias(charges, "corrected")
  const rows = select({
    chargeId: charges.id,
    // an item of an enrollment is what a monthly fee lacked or had too much, one of a hire what its month did
    corrects: sql<ChargeSource | null>`iif(${charges.source} = 'item' and ${charges.enrollmentId} is not null, 'flat',
        iif(${charges.source} = 'item' and ${charges.hireId} is not null, 'hire', ${corrected.source}))`,
    boundTo: payerOf(invoices),
  })
    .from(charges)
    .leftJoin(corrected, joined(corrected, charges.correctsChargeId))
    .leftJoin(invoices, joined(invoices, charges.lateInvoiceId))
    .where(and(own(actor, charges), inArray(charges.id, [...chargeIds])))
    .all()
  return new Map(rows.map(({ chargeId, ...facts }) => [chargeId, facts]))
}

/** The month of a fee that is charged before it, with the installment that pays for it. */
const aheadOf = ({ month, occurredOn }: Line): string =>
  month && month > occurredOn.slice(0, 7) ? month : ""

/** Writes lines by student and date. `claiming` false is a draft's: its charges stay unbilled until it is issued. */
export function writeLines(
  actor: Actor,
  invoiceId: string,
  lines: readonly Line[],
  { claiming }: { claiming: boolean },
) {
  const createdAt = now()
  const last = "\uffff"
  const sorted = [...lines].sort(
    (a, b) =>
      (a.studentName ?? last).localeCompare(b.studentName ?? last, "en") ||
      a.occurredOn.localeCompare(b.occurredOn) ||
      aheadOf(a).localeCompare(aheadOf(b)) ||
      a.description.localeCompare(b.description, "en"),
  )
  for (const [index, line] of sorted.entries())
    add(actor, invoiceLines, {
      id: newRowId(),
      createdAt,
      invoiceId,
      position: index + 1,
      chargeId: line.chargeId,
      partOfChargeId: line.partOfChargeId ?? null,
      studentName: line.studentName,
      description: line.description,
      reason: line.reason,
      occurredOn: line.occurredOn,
      amountMinor: line.amountMinor,
      taxMinor: line.taxMinor,
      taxName: line.taxName,
      taxRate: line.taxRate,
      taxIsAdded: line.taxIsAdded,
      releasedAt: claiming ? null : createdAt,
    })
}

/** Takes a draft's lines away; the database refuses it for an issued invoice. */
export function dropLines(actor: Actor, invoiceId: string) {
  remove(actor, invoiceLines, eq(invoiceLines.invoiceId, invoiceId))
}

/** The sum of lines in minor units. */
export const sumOf = (lines: readonly { amountMinor: number }[]): number =>
  lines.reduce((sum, line) => sum + line.amountMinor, 0)

// A draft invoice only remembers which lines were ticked. Its charges stay unbilled until
// it is issued, so a forgotten draft never hides money.

export type DraftChoice = {
  familyId: string
  /** The period, `YYYY-MM-DD`, both days included. */
  from: string
  to: string
  dueOn: string
  chargeIds: readonly string[]
  /** Seats that were not charged but are told of, with 0. */
  unchargedSeatIds: readonly string[]
  note: string | null
  /** Who pays it whole, instead of those who share the family's invoices. */
  payer?: Payer | undefined
}

type Refused = { ok: false; reason: IssueRefusal }

/** Keeps a draft of the lines that may be billed now. Refuses only an unknown family, no lines, and corrections above charges. */
export function saveDraft(actor: Actor, choice: DraftChoice): { ok: true; invoiceId: string } | Refused {
  return transact(() => {
    const ready = prepare(actor, choice)
    if (!ready.ok) return ready
    const invoiceId = newRowId()
    const createdAt = now()
    add(actor, invoices, { id: invoiceId, createdAt, state: "draft", ...ready.head })
    writeLines(actor, invoiceId, ready.lines, { claiming: false })
    recordEvent(actor, "invoice.save-draft", invoiceId, {
      after: { family: ready.family.name, totalMinor: ready.head.totalMinor },
    })
    return { ok: true, invoiceId }
  })
}

/** Replaces what a draft holds, also its family. */
export function changeDraft(
  actor: Actor,
  invoiceId: string,
  choice: DraftChoice,
): { ok: true; invoiceId: string } | Refused {
  return transact(() => {
    const ready = prepare(actor, choice)
    if (!ready.ok) return ready
    const changes = change(actor, invoices, isDraft(actor, invoiceId), ready.head)
    if (changes === 0) return { ok: false, reason: "not-a-draft" }
    dropLines(actor, invoiceId)
    writeLines(actor, invoiceId, ready.lines, { claiming: false })
    return { ok: true, invoiceId }
  })
}

/** Throws a draft away. Nothing was owed by it, so nothing else changes. */
export function discardDraft(actor: Actor, invoiceId: string): { ok: true } | Refused {
  return transact(() => {
    const draft = select().from(invoices).where(isDraft(actor, invoiceId)).get()
    if (!draft) return { ok: false, reason: "not-a-draft" }
    const family = find(actor, families, draft.familyId)
    const name = `${family?.name ?? "Family"}, ${formatMoney(draft.totalMinor, draft.currency, actor.school)}`
    deleteToBin(actor, { noun: "draft-invoice", recordId: invoiceId, name }, () => {
      remove(actor, invoiceLines, eq(invoiceLines.invoiceId, invoiceId))
      remove(actor, invoices, invoiceId)
    })
    recordEvent(actor, "invoice.discard-draft", invoiceId, {
      before: { familyId: draft.familyId, totalMinor: draft.totalMinor },
    })
    return { ok: true }
  })
}

/** Whether a draft has items of another family than its own: they moved when families were merged or a merge was undone. */
export const hasItemsOfOthers = (actor: Actor, invoiceId: string): boolean =>
  select({ id: charges.id })
    .from(invoices)
    .innerJoin(invoiceLines, joined(invoices, invoiceLines.invoiceId))
    .innerJoin(charges, joined(charges, invoiceLines.chargeId))
    .where(and(own(actor, invoices, invoiceId), ne(charges.familyId, invoices.familyId)))
    .limit(1)
    .get() !== undefined

export const isDraft = (actor: Actor, invoiceId: string) =>
  and(own(actor, invoices, invoiceId), eq(invoices.state, "draft"))

export type Prepared = {
  ok: true
  family: { id: string; name: string }
  familyAddress: string | null
  payers: Payer[]
  lines: Line[]
  goneCount: number
  billed: { chargeId: string; invoiceId: string }[]
  head: Omit<typeof invoices.$inferInsert, "schoolId" | "id" | "createdAt" | "state">
}

/** What an invoice of these lines would say today: lines and total from the charges as they are, names as they are. */
export function prepare(
  actor: Actor,
  choice: DraftChoice,
): Prepared | { ok: false; reason: "no-family" | "nothing-to-bill" | "negative-total" } {
  const schoolId = actor.school.id
  const family = find(actor, families, choice.familyId)
  if (!family) return { ok: false, reason: "no-family" }
  const { open, billed, goneCount } = readCharges(actor, family.id, choice.chargeIds)
  if (open.length === 0 && billed.length === 0 && goneCount === 0)
    return { ok: false, reason: "nothing-to-bill" }
  const totalMinor = sumOf(open)
  if (totalMinor < 0) return { ok: false, reason: "negative-total" }

  const school = select().from(schools).where(eq(schools.id, schoolId)).get()
  const payers = choice.payer ? [choice.payer] : listPayers(actor, family)
  return {
    ok: true,
    family,
    familyAddress: family.address,
    payers,
    lines: [...open, ...unchargedLines(actor, choice)],
    billed,
    goneCount,
    head: {
      familyId: family.id,
      currency: actor.school.currency,
      periodFrom: choice.from,
      periodTo: choice.to,
      dueOn: choice.dueOn,
      sellerName: actor.school.name,
      sellerAddress: school?.address ?? null,
      sellerTaxNumber: school?.taxNumber ?? null,
      paymentInstructions: school?.paymentInstructions ?? null,
      bankHolder: school?.bankHolder ?? null,
      bankIban: school?.bankIban ?? null,
      bankBic: school?.bankBic ?? null,
      ...recipientOf(family, payers),
      note: choice.note,
      isEInvoice: wantsEInvoices(school),
      taxExemption: school?.taxExemption ?? null,
      totalMinor,
    },
  }
}

/** To whom a draft is addressed: its only payer, or all of them at the family's address. */
export function recipientOf(family: { name: string; address: string | null }, payers: readonly Payer[]) {
  const only = payers.length === 1 ? payers[0] : undefined
  return {
    billTo: payers.map(({ name }) => name).join(" and ") || family.name,
    billToAddress: only ? addressOf(only, family.address) : family.address,
    billToTaxNumber: only?.taxNumber ?? null,
    billToReference: only?.reference ?? null,
  }
}

/** Gives drafts of one family to another, in the caller's transaction: all of them, or those of some ids. They are addressed to its payers. */
export function moveDrafts(actor: Actor, fromId: string, toId: string, ids?: readonly string[]): string[] {
  const family = find(actor, families, toId)
  if (!family || ids?.length === 0) return []
  return changeRows(
    actor,
    invoices,
    and(
      eq(invoices.familyId, fromId),
      eq(invoices.state, "draft"),
      ids ? inArray(invoices.id, [...ids]) : undefined,
    ),
    { familyId: toId, ...recipientOf(family, listPayers(actor, family)) },
  ).map(({ id }) => id)
}

function unchargedLines(actor: Actor, { familyId, from, to, unchargedSeatIds }: DraftChoice): Line[] {
  if (unchargedSeatIds.length === 0) return []
  return listUnchargedSeats(actor, familyId, from, to)
    .filter(({ seatId }) => unchargedSeatIds.includes(seatId))
    .map(({ seatId: _, ...line }) => ({
      chargeId: null,
      source: "telling" as const,
      ...withTax(0, null),
      ...line,
    }))
}
