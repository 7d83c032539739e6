import { db } from "db/client.server"
import { invoices } from "db/schema/money"
import { allocations, payments } from "db/schema/money-payments"
import { invoiceShares } from "db/schema/money-shares"
import { and, asc, eq, sql } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { joined, own } from "~/models/foundation/access/own.server"
import { groupBy } from "~/utils/group-by"
import type { LedgerEntry } from "../ledger/ledger"
import { payerOf } from "../payer/payer-key.server"
import { divideMoney } from "../payer/split"
import type { StatementEntry } from "./statement"

// Who pays more of a shared invoice than their share pays for the others: theirs is less due then. Without an entry that says so,
// one payer's statement would end with a balance that no one is asked for, and the other's with credit that no one has.

type Settled = {
  invoiceId: string
  number: string | null
  totalMinor: number
  shares: { payerId: string | null; amountMinor: number }[]
  /** What of it is settled, by source; of a payment with its payer. */
  parts: { sourceId: string; payerId: string | null; amountMinor: number }[]
}

/** What others paid of this payer's share of each invoice, or this payer of theirs; of all payers together nothing. */
export function betweenPayers(
  actor: Actor,
  { familyId, payerId }: { familyId: string; payerId: string | null },
  entries: readonly LedgerEntry[],
): StatementEntry[] {
  const dayOf = new Map(entries.map(({ id, on }) => [id, on]))
  return listSettled(actor, familyId).flatMap(({ invoiceId, number, parts, ...invoice }) => {
    const amountMinor = movedTo(payerId, { ...invoice, parts })
    if (amountMinor === 0) return []
    const on = parts.reduce((last, { sourceId }) => laterDay(last, dayOf.get(sourceId)), "")
    const kind = amountMinor < 0 ? ("paid-by-others" as const) : ("paid-for-others" as const)
    return { kind, id: invoiceId, on, number, method: null, payerName: null, amountMinor, balanceMinor: 0 }
  })
}

const laterDay = (last: string, day = ""): string => (day > last ? day : last)

/** What an invoice moves from one payer to another: more owed is positive. Nothing while it isn't clear who still owes what. */
function movedTo(
  payerId: string | null,
  { totalMinor, shares, parts }: Pick<Settled, "totalMinor" | "shares" | "parts">,
): number {
  const openMinor = parts.reduce((open, { amountMinor }) => open - amountMinor, totalMinor)
  const payers = [...new Set([...shares, ...parts.filter(isNamed)].map((each) => each.payerId))]
  const ofNoOne = parts
    .filter((part) => !isNamed(part))
    .reduce((sum, { amountMinor }) => sum + amountMinor, 0)
  const divided = divideMoney(
    ofNoOne,
    shares.map(({ amountMinor }) => amountMinor),
  )
  const owed = payers.map((each) => {
    const share = shares.reduce(
      (sum, { amountMinor, payerId: of }, index) =>
        sum + (of === each ? amountMinor - (divided[index] ?? 0) : 0),
      0,
    )
    return parts.reduce(
      (sum, part) => sum - (isNamed(part) && part.payerId === each ? part.amountMinor : 0),
      share,
    )
  })
  const due = owed.map((minor) => Math.max(0, Math.min(minor, openMinor)))
  if (due.reduce((sum, minor) => sum + minor, 0) !== openMinor) return 0
  const index = payers.indexOf(payerId)
  return index < 0 ? 0 : (due[index] ?? 0) - (owed[index] ?? 0)
}

const isNamed = ({ payerId }: { payerId: string | null }): boolean => payerId !== null

/** The family's issued invoices that payers share, with what settles them. */
function listSettled(actor: Actor, familyId: string): Settled[] {
  const shared = db()
    .select({
      invoiceId: invoices.id,
      number: invoices.number,
      totalMinor: invoices.totalMinor,
      payerId: payerOf(invoiceShares),
      amountMinor: invoiceShares.amountMinor,
    })
    .from(invoices)
    .innerJoin(invoiceShares, joined(invoices, invoiceShares.invoiceId))
    .where(and(own(actor, invoices), eq(invoices.familyId, familyId), eq(invoices.state, "issued")))
    .orderBy(asc(invoices.sequence), asc(invoiceShares.id))
    .all()
  const settled = groupBy(listParts(actor, familyId), ({ invoiceId }) => invoiceId)
  return [...groupBy(shared, ({ invoiceId }) => invoiceId)].flatMap(([invoiceId, shares]) => {
    const [first] = shares
    if (!first || shares.length < 2) return []
    const { number, totalMinor } = first
    return { invoiceId, number, totalMinor, shares, parts: settled.get(invoiceId) ?? [] }
  })
}

const listParts = (actor: Actor, familyId: string) =>
  db()
    .select({
      invoiceId: allocations.invoiceId,
      sourceId: sql<string>`coalesce(${allocations.paymentId}, ${allocations.creditNoteId}, ${allocations.writeOffId})`,
      payerId: payerOf(payments),
      amountMinor: sql<number>`sum(${allocations.amountMinor})`,
    })
    .from(invoices)
    .innerJoin(allocations, joined(allocations.invoiceId, invoices.id))
    .leftJoin(payments, joined(payments, allocations.paymentId))
    .where(and(own(actor, invoices), eq(invoices.familyId, familyId), eq(invoices.state, "issued")))
    .groupBy(allocations.invoiceId, allocations.paymentId, allocations.creditNoteId, allocations.writeOffId)
    .having(sql`sum(${allocations.amountMinor}) <> 0`)
    .all()
