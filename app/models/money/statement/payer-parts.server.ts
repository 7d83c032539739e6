import { invoices } from "db/schema/money"
import { creditNotes, writeOffs } from "db/schema/money-corrections"
import { allocations, payments, refunds } from "db/schema/money-payments"
import { invoiceShares } from "db/schema/money-shares"
import { and, asc, eq, isNull, sql } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { ownRows, select } from "~/models/foundation/access/door.server"
import { joined, own } from "~/models/foundation/access/own.server"
import { groupBy } from "~/utils/group-by"
import type { LedgerEntry } from "../ledger/ledger"
import { divideUnnamed } from "../payer/open-parts"
import { payerOf } from "../payer/payer-key.server"
import { isSharedAccount } from "../payer/shared-account.server"
import { divideMoney } from "../payer/split"

// What of a family's money is one payer's, where payers share: the parts of all payers together are the family's ledger, to the
// cent. An invoice and what corrects it are divided like its shares. Money that came from a payer, or went back to them, is
// theirs. Money of no payer by name is divided like the invoices it is on; what is on none, like all invoices together. Where the
// family itself is a payer, such money is its own.

type Share = { payerId: string | null; amountMinor: number }

/** How much of an entry is this payer's; undefined in a family whose invoices are all theirs alone. */
export function partsOfPayer(
  actor: Actor,
  familyId: string,
  payerId: string | null,
): ((entry: Pick<LedgerEntry, "id" | "kind" | "amountMinor">) => number) | undefined {
  const all = listShares(actor, familyId)
  const sharesOf = groupBy(all, ({ invoiceId }) => invoiceId)
  // The same for each reader, or two of them would both have what is one's: once payers have invoices of their own, those
  // of an earlier payer are that payer's.
  if (!isSharedAccount(actor, familyId)) return undefined
  const sums = sumByPayer(all)
  const ofPayer = (shares: readonly Share[], parts: readonly number[]): number =>
    shares.reduce((sum, share, index) => sum + (share.payerId === payerId ? (parts[index] ?? 0) : 0), 0)
  const sharesLike = (invoiceId: string | null | undefined) => (invoiceId && sharesOf.get(invoiceId)) || sums
  const partOfInvoice = (invoiceId: string | null | undefined, amountMinor: number): number => {
    const shares = sharesLike(invoiceId)
    return ofPayer(
      shares,
      divideMoney(
        amountMinor,
        shares.map((share) => share.amountMinor),
      ),
    )
  }
  const partOfMoney = (invoiceId: string | null, amountMinor: number): number => {
    const shares = sharesLike(invoiceId)
    return ofPayer(shares, divideUnnamed(amountMinor, shares))
  }

  const { payers, noteOf } = findPayers(actor, familyId)
  const placed = listUnnamed(actor, familyId)
  const invoiceOf = correctedInvoices(actor, familyId)
  return ({ id, kind, amountMinor }) => {
    const named = payers.get(id)
    if (named) return named === payerId ? amountMinor : 0
    const note = noteOf.get(id)
    if (kind === "invoice" || kind === "void") return partOfInvoice(id, amountMinor)
    const corrected = invoiceOf.get(note ?? id)
    if (corrected !== undefined) return partOfInvoice(corrected, amountMinor)
    // The credit of an opening balance or a gift voucher settles invoices as a payment does.
    if (kind !== "payment" && kind !== "opening-balance" && kind !== "voucher")
      return partOfMoney(null, amountMinor)
    const parts = placed.get(id) ?? []
    const onNone = parts.reduce((rest, part) => rest + part.amountMinor, amountMinor)
    return parts.reduce(
      (sum, part) => sum + partOfMoney(part.invoiceId, -part.amountMinor),
      partOfMoney(null, onNone),
    )
  }
}

/**
 * What each payer has of all invoices together; the same where all of them are of nothing, as what is paid besides would be
 * no one's then.
 */
function sumByPayer(shares: readonly Share[]): Share[] {
  const sums = sumsOf(shares)
  return sums.every(({ amountMinor }) => amountMinor === 0)
    ? sums.map((share) => ({ ...share, amountMinor: 1 }))
    : sums
}

function sumsOf(shares: readonly Share[]): Share[] {
  return [...groupBy(shares, ({ payerId }) => payerId ?? "").values()].flatMap((those) => {
    const [first] = those
    return first
      ? [
          {
            payerId: first.payerId,
            amountMinor: those.reduce((sum, { amountMinor }) => sum + amountMinor, 0),
          },
        ]
      : []
  })
}

const listShares = (actor: Actor, familyId: string) =>
  select({
    invoiceId: invoiceShares.invoiceId,
    payerId: payerOf(invoiceShares),
    amountMinor: invoiceShares.amountMinor,
  })
    .from(invoiceShares)
    .innerJoin(invoices, joined(invoices, invoiceShares.invoiceId))
    .where(and(own(actor, invoices), eq(invoices.familyId, familyId)))
    .orderBy(asc(invoiceShares.id))
    .all()

/** Who paid each payment and got each refund of one, by id; and of the other refunds the credit note they are of. */
export function findPayers(actor: Actor, familyId: string) {
  const paid = ownRows(actor, payments, { id: payments.id, payerId: payerOf(payments) })
    .where(eq(payments.familyId, familyId))
    .all()
  const given = select({ id: refunds.id, noteId: refunds.creditNoteId, payerId: payerOf(payments) })
    .from(refunds)
    .leftJoin(payments, joined(payments, refunds.paymentId))
    .where(and(own(actor, refunds), eq(refunds.familyId, familyId)))
    .all()
  return {
    payers: new Map([...paid, ...given].flatMap(({ id, payerId }) => (payerId ? [[id, payerId]] : []))),
    noteOf: new Map(given.flatMap(({ id, noteId }) => (noteId ? [[id, noteId]] : []))),
  }
}

type Placed = { paymentId: string | null; invoiceId: string; amountMinor: number }

/** What payments of no payer by name settle now, by payment and invoice. */
function listUnnamed(actor: Actor, familyId: string): Map<string, Placed[]> {
  const rows = select({
    paymentId: allocations.paymentId,
    invoiceId: allocations.invoiceId,
    amountMinor: sql<number>`sum(${allocations.amountMinor})`,
  })
    .from(payments)
    .innerJoin(allocations, joined(payments, allocations.paymentId))
    .where(and(own(actor, payments), eq(payments.familyId, familyId), isNull(payerOf(payments))))
    .groupBy(allocations.paymentId, allocations.invoiceId)
    .having(sql`sum(${allocations.amountMinor}) <> 0`)
    .all()
  return groupBy(rows, ({ paymentId }) => paymentId ?? "")
}

/** The invoice that each credit note and write-off corrects. */
function correctedInvoices(actor: Actor, familyId: string): Map<string, string | null> {
  const notes = ownRows(actor, creditNotes, ["id", "invoiceId"])
    .where(eq(creditNotes.familyId, familyId))
    .all()
  const written = ownRows(actor, writeOffs, ["id", "invoiceId"]).where(eq(writeOffs.familyId, familyId)).all()
  return new Map([...notes, ...written].map(({ id, invoiceId }) => [id, invoiceId]))
}
