import { transact } from "db/client.server"
import { invoices } from "db/schema/money"
import { creditNotes } from "db/schema/money-corrections"
import { and, eq, sql } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { hasRow, ownRows, type Params, query, select } from "~/models/foundation/access/door.server"
import { recordEvent } from "~/models/foundation/audit/audit.server"
import type { ApplyCreditRefusal } from "~/texts/money/refusals"
import type { Result } from "~/utils/result"
import { listFamilyShares } from "../payer/family-shares.server"
import { openParts } from "../payer/open-parts"
import { payerOf } from "../payer/payer-key.server"
import { divideMoney } from "../payer/split"
import { oncePerForm } from "../sent-form/sent-form.server"
import {
  isEachOpen,
  listOpenClaims,
  listOpenInvoices,
  type OpenInvoice,
  settle,
  share,
} from "./allocate.server"

// Account credit: money a family paid, or was credited, that no invoice uses. It goes to the next invoice automatically,
// or to open ones when the office says so. It isn't stored but calculated from payments and credit notes. A payment that
// ended below zero, because the bank took back what had been refunded already, is owed on no invoice, as is a balance that a family
// brought from earlier books: credit makes up for it.

export type Spare = {
  source: { paymentId: string } | { creditNoteId: string }
  spareMinor: number
  /** `YYYY-MM-DD`, when the money came in or was credited. */
  cameOn: string
  /** The payer who has it, where payers have invoices of their own; null when it is the family's. */
  payerId: string | null
  /** The payer by name who paid it, also where it is the family's. */
  paidBy: string | null
}

/**
 * What a family has in its favor, the oldest first; minor units. What waits for the provider to refund it is held back, and
 * what a payment below zero lacks is made up for.
 */
export const listSpare = (actor: Actor, familyId: string): Spare[] => readSpare(actor, familyId).spare

/**
 * An amount that is owed on no invoice, by the payer who owes it; null is the family. An opening balance is anyone's of the family to
 * pay, also where payers have invoices of their own.
 */
type Owed = { payerId: string | null; isOpening: boolean; owedMinor: number }

/** What a family owes on no invoice: what payments below zero lack, after its credit; minor units. */
export const listOwedBeside = (actor: Actor, familyId: string): Owed[] => readSpare(actor, familyId).owed

/** What a family has in its favor, and what it owes on no invoice: minor units of all that is one or the other. */
export const sumSpare = (actor: Actor, familyId: string) => sumsOf(readSpare(actor, familyId))

const sumsOf = ({ spare, owed }: { spare: readonly Spare[]; owed: readonly Owed[] }) => ({
  creditMinor: spare.reduce((sum, { spareMinor }) => sum + spareMinor, 0),
  owedMinor: owed.reduce((sum, { owedMinor }) => sum + owedMinor, 0),
})

/** How much of what a payment left over makes up for what is owed on no invoice; minor units. */
export function madeUpBy(actor: Actor, familyId: string, paymentId: string): number {
  const { spare, before } = readSpare(actor, familyId)
  const of = (all: readonly Spare[]) =>
    all.find(({ source }) => "paymentId" in source && source.paymentId === paymentId)?.spareMinor ?? 0
  return of(before) - of(spare)
}

/** What is left of each credit, what is owed beside it, and what each was before it made up for that. */
function readSpare(
  actor: Actor,
  familyId: string,
): { spare: Spare[]; owed: Owed[]; before: readonly Spare[] } {
  const rows = spareQuery.all(actor, { familyId })
  const spare = rows
    .filter(({ spareMinor }) => spareMinor > 0)
    .map(({ paymentId, creditNoteId, spareMinor, cameOn, payerId, paidBy }) => ({
      payerId,
      paidBy,
      cameOn,
      source: paymentId === null ? { creditNoteId: creditNoteId ?? "" } : { paymentId },
      spareMinor,
    }))
  const lacking = rows.filter(({ lacksMinor }) => lacksMinor > 0)
  return { ...(lacking.length === 0 ? { spare, owed: [] } : makeUpFor(spare, lacking)), before: spare }
}

const spareQuery = query((p: Params<{ familyId: string }>, _own, school) => {
  return select({
    paymentId: sql<string | null>`paymentId`,
    creditNoteId: sql<string | null>`creditNoteId`,
    spareMinor: sql<number>`spareMinor`,
    lacksMinor: sql<number>`lacksMinor`,
    cameOn: sql<string>`cameOn`,
    payerId: sql<string | null>`payerId`,
    paidBy: sql<string | null>`paidBy`,
    isOpening: sql<number>`isOpening`,
  })
    .from(
      sql`(
      select p.id as paymentId, null as creditNoteId, p.received_at as at, p.received_on as cameOn,
        (select coalesce(p.guardian_id, p.outside_payer_id) from invoices i where i.school_id = p.school_id
          and (i.guardian_id = p.guardian_id or i.outside_payer_id = p.outside_payer_id)
          and i.family_id = p.family_id limit 1) as payerId,
        coalesce(p.guardian_id, p.outside_payer_id) as paidBy,
        p.amount_minor
        - (select coalesce(sum(r.amount_minor), 0) from refunds r
          where r.school_id = p.school_id and r.payment_id = p.id)
        - (select coalesce(sum(a.amount_minor), 0) from allocations a
          where a.school_id = p.school_id and a.payment_id = p.id)
        - (select coalesce(sum(o.amount_minor), 0) from refund_orders o
          where o.school_id = p.school_id and o.payment_id = p.id and o.state in ('created', 'pending'))
        as spareMinor,
        (select coalesce(sum(r.amount_minor), 0) from refunds r
          where r.school_id = p.school_id and r.payment_id = p.id) - p.amount_minor as lacksMinor, 0 as isOpening
      from payments p where p.school_id = ${school} and p.family_id = ${p.familyId}
      union all
      select null, n.id, n.issued_at, n.issued_on,
        (select coalesce(i.guardian_id, i.outside_payer_id) from invoices i where i.school_id = n.school_id and i.id = n.invoice_id),
        null,
        n.total_minor
        - (select coalesce(sum(r.amount_minor), 0) from refunds r
          where r.school_id = n.school_id and r.credit_note_id = n.id)
        - (select coalesce(sum(a.amount_minor), 0) from allocations a indexed by allocations_by_credit_note
          where a.school_id = n.school_id and a.credit_note_id = n.id), 0, 0
      from credit_notes n where n.school_id = ${school} and n.family_id = ${p.familyId}
      union all
      select null, null, o.created_at, o.as_of, null, null, 0, o.amount_minor, 1
      from opening_balances o where o.school_id = ${school} and o.family_id = ${p.familyId}
        and o.payment_id is null and o.removed_at is null)`,
    )
    .where(sql`spareMinor > 0 or lacksMinor > 0`)
    .orderBy(sql`at, coalesce(paymentId, creditNoteId)`)
})

/**
 * What payments below zero lack comes off their payer's credit, or the family's where they are no payer's own, the oldest first;
 * then off what the family has left. An opening balance at last comes off what any of its payers have.
 */
function makeUpFor(
  spare: readonly Spare[],
  lacking: readonly { payerId: string | null; isOpening: number; lacksMinor: number }[],
): { spare: Spare[]; owed: Owed[] } {
  const left = spare.map((each) => ({ ...each }))
  const owed = lacking.map(({ payerId, isOpening, lacksMinor }) => ({
    payerId,
    isOpening: isOpening === 1,
    owedMinor: lacksMinor,
  }))
  const take = (debt: Owed, credit: readonly Spare[]) => {
    for (const each of credit) {
      const part = Math.min(debt.owedMinor, each.spareMinor)
      each.spareMinor -= part
      debt.owedMinor -= part
    }
  }
  const creditOf = (of: string | null) => left.filter(({ payerId }) => payerId === of)
  for (const debt of owed) take(debt, creditOf(debt.payerId))
  for (const debt of owed) take(debt, creditOf(null))
  for (const debt of owed) if (debt.isOpening) take(debt, left)
  return {
    spare: left.filter(({ spareMinor }) => spareMinor > 0),
    owed: owed.filter(({ owedMinor }) => owedMinor > 0),
  }
}

/** Whose credit what someone pays becomes: their own where they have invoices of their own, else the family's; null. */
export const creditPayerOf = (actor: Actor, familyId: string, payerId: string | null): string | null =>
  payerId !== null &&
  ownRows(actor, invoices, ["id"])
    .where(and(eq(invoices.familyId, familyId), eq(payerOf(invoices), payerId)))
    .limit(1)
    .get()
    ? payerId
    : null

/** What is in a family's favor for its next invoice, minor units. */
export const spareCredit = (actor: Actor, familyId: string): number =>
  listSpare(actor, familyId).reduce((sum, { spareMinor }) => sum + spareMinor, 0)

/** The credit that is no payer's own, shared by invoices in the proportion of their totals; minor units. */
export function creditParts(actor: Actor, familyId: string, totals: readonly number[]): number[] {
  const familys = listSpare(actor, familyId).filter(({ payerId }) => payerId === null)
  const spareMinor = familys.reduce((sum, spare) => sum + spare.spareMinor, 0)
  const totalMinor = totals.reduce((sum, total) => sum + total, 0)
  return divideMoney(Math.min(spareMinor, totalMinor), totals)
}

type Target = {
  familyId: string
  invoiceId: string
  /** Only what this payment left over; all credit unless given. */
  paymentId?: string
}

/**
 * The credit that an invoice may take: what its only payer has, and the family's. Where payers share it and it was credited, what one
 * of them paid is only for their own part of it: what the credit note gave back to them doesn't pay another's.
 */
function spareFor(actor: Actor, { familyId, invoiceId, paymentId }: Target) {
  const payer = ownRows(actor, invoices, { payerId: payerOf(invoices) })
    .where(eq(invoices.id, invoiceId))
    .get()?.payerId
  const left = partsOfCredited(actor, { familyId, invoiceId })
  const isOf = ({ source }: Spare) => "paymentId" in source && source.paymentId === paymentId
  const all = listSpare(actor, familyId)
  return { payer, ...takenFrom(paymentId ? all.filter(isOf) : all, payer, left) }
}

/** What an invoice may take of this credit; `parts` is what is open of each payer by name, where it was credited. */
function takenFrom(
  all: readonly Spare[],
  payer: string | null | undefined,
  parts: ReadonlyMap<string, number>,
) {
  const left = new Map(parts)
  const spare = all.map((each) => {
    const most = left.get(each.paidBy ?? "") ?? each.spareMinor
    const openMinor = Math.min(each.spareMinor, most)
    if (each.paidBy !== null) left.set(each.paidBy, most - openMinor)
    return { ...each, openMinor }
  })
  return {
    mine: payer ? spare.filter(({ payerId }) => payerId === payer) : [],
    familys: spare.filter(({ payerId }) => !payer || payerId === null),
  }
}

/**
 * The same as `sumSpare`, with which of a family's open invoices may take some of its credit, and how much all of them do in this
 * order; minor units. Another payer's credit pays none.
 */
export function creditUses<Open extends Pick<OpenInvoice, "invoiceId" | "openMinor" | "payerId">>(
  actor: Actor,
  familyId: string,
  open: readonly Open[],
): { creditMinor: number; owedMinor: number; usableMinor: number; payable: Open[] } {
  const read = readSpare(actor, familyId)
  const sums = sumsOf(read)
  const payable: Open[] = []
  if (sums.creditMinor === 0 || open.length === 0) return { ...sums, usableMinor: 0, payable }
  const credited = new Set(
    ownRows(actor, creditNotes, ["invoiceId"])
      .where(eq(creditNotes.familyId, familyId))
      .all()
      .map(({ invoiceId }) => invoiceId),
  )
  const left = read.spare.map((each) => ({ ...each }))
  for (const invoice of open) {
    const { invoiceId, payerId, openMinor } = invoice
    const parts = credited.has(invoiceId)
      ? partsOfCredited(actor, { familyId, invoiceId })
      : new Map<string, number>()
    const usable = (spare: readonly Spare[]) => Object.values(takenFrom(spare, payerId, parts)).flat()
    if (usable(read.spare).some((each) => each.openMinor > 0)) payable.push(invoice)
    for (const { source, amountMinor } of share(openMinor, usable(left))) {
      const from = left.find((each) => each.source === source)
      if (from) from.spareMinor -= amountMinor
    }
  }
  const { creditMinor: restMinor } = sumsOf({ spare: left, owed: [] })
  return { ...sums, usableMinor: sums.creditMinor - restMinor, payable }
}

/** What of a credited invoice is open of each payer by name; empty where one alone pays it or nothing was credited. */
function partsOfCredited(actor: Actor, { familyId, invoiceId }: Target): Map<string, number> {
  if (!hasRow(actor, creditNotes, eq(creditNotes.invoiceId, invoiceId))) return new Map()
  const shares = listFamilyShares(actor, familyId).filter((share) => share.invoiceId === invoiceId)
  if (shares.length < 2) return new Map()
  const open = openParts(shares, listOpenInvoices(actor, familyId, [invoiceId])[0]?.openMinor ?? 0)
  return new Map(shares.flatMap(({ payerId }, index) => (payerId ? [[payerId, open[index] ?? 0]] : [])))
}

/** How much credit an invoice may take, whatever is due of it; minor units. */
export function creditFor(actor: Actor, target: Target): number {
  const { mine, familys } = spareFor(actor, target)
  return [...mine, ...familys].reduce((sum, { openMinor }) => sum + openMinor, 0)
}

/**
 * Puts spare money on an invoice, in the caller's transaction: what its only payer has first, then the family's, the
 * oldest first. Another payer's credit stays theirs. Answers how much, in minor units.
 * @param sharedMinor how much of the family's credit is for this invoice; all of it unless given
 */
export function spendSpareCredit(
  actor: Actor,
  { totalMinor, sharedMinor = totalMinor, ...target }: Target & { totalMinor: number; sharedMinor?: number },
): number {
  const { payer, mine, familys } = spareFor(actor, target)
  const { invoiceId } = target
  const theirs = share(totalMinor, mine)
  const left = theirs.reduce((sum, { amountMinor }) => sum - amountMinor, totalMinor)
  const used = [...theirs, ...share(Math.min(left, payer ? sharedMinor : totalMinor), familys)]
  for (const { source, amountMinor } of used) settle(actor, source, invoiceId, amountMinor)
  const usedMinor = used.reduce((sum, { amountMinor }) => sum + amountMinor, 0)
  if (usedMinor > 0)
    recordEvent(actor, "invoice.use-credit", invoiceId, { after: { amountMinor: usedMinor } })
  return usedMinor
}

type Applied = Result<{ appliedMinor: number; numbers: string[] }, ApplyCreditRefusal>

/**
 * Applies account credit to invoices that are open already: those chosen, else the oldest due first.
 * @returns how much was applied, in minor units, and the numbers of the invoices
 */
export function applyCredit(
  actor: Actor,
  { familyId, invoiceIds, formKey }: { familyId: string; invoiceIds?: readonly string[]; formKey?: string },
): Applied {
  return transact(() =>
    oncePerForm(actor, formKey, (): Applied => {
      if (spareCredit(actor, familyId) === 0) return { ok: false, reason: "no-credit" }
      const chosen = invoiceIds && invoiceIds.length > 0 ? invoiceIds : undefined
      const open = listOpenClaims(actor, familyId, chosen)
      if (open.length === 0) return { ok: false, reason: "nothing-open" }
      if (chosen && !isEachOpen(chosen, open)) return { ok: false, reason: "some-settled" }
      const parts = open.flatMap(({ invoiceId, number, openMinor }) => {
        const amountMinor = spendSpareCredit(actor, { familyId, invoiceId, totalMinor: openMinor })
        return amountMinor > 0 ? [{ number, amountMinor }] : []
      })
      if (parts.length === 0) return { ok: false, reason: "another-payers" }
      return {
        ok: true,
        appliedMinor: parts.reduce((sum, { amountMinor }) => sum + amountMinor, 0),
        numbers: [...new Set(parts.flatMap(({ number }) => number ?? []))],
      }
    }),
  )
}
