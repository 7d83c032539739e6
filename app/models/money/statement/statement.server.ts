import { invoices } from "db/schema/money"
import { creditNotes } from "db/schema/money-corrections"
import { allocations, payments } from "db/schema/money-payments"
import { invoiceShares } from "db/schema/money-shares"
import { and, asc, eq, sql } from "drizzle-orm"
import { findLetterhead } from "~/models/accounts/school/letterhead.server"
import { readLogo } from "~/models/accounts/school/logo.server"
import type { Actor } from "~/models/foundation/access/actor"
import { select } from "~/models/foundation/access/door.server"
import { joined, own } from "~/models/foundation/access/own.server"
import {
  drawAtEnd,
  drawLetterhead,
  drawPaper,
  drawRow,
  ink,
  keepTogether,
  margin,
  quiet,
  rule,
  widthOf,
} from "~/models/foundation/paper/paper.server"
import type { Sheet } from "~/models/foundation/paper/sheet.server"
import { findPortal } from "~/models/people/family-access/portal.server"
import { now } from "~/utils/clock.server"
import { writeCsv } from "~/utils/csv.server"
import { formatDate } from "~/utils/formats"
import { inFormats } from "~/utils/formats.server"
import { groupBy } from "~/utils/group-by"
import { formatMoney } from "~/utils/money"
import { paperSize, periodText } from "../invoice/invoice-paper"
import { closeTotal } from "../invoice/invoice-pdf.server"
import { listUnseen } from "../invoice/unseen-invoices.server"
import type { LedgerEntry } from "../ledger/ledger"
import { familyLedger } from "../ledger/ledger.server"
import { entryText } from "../ledger/money-history"
import { divideUnnamed, openParts } from "../payer/open-parts"
import { payerOf } from "../payer/payer-key.server"
import { divideMoney } from "../payer/split"
import { findPayers, partsOfPayer } from "./payer-parts.server"
import { type Statement, type StatementEntry, type StatementPeriod, statementOf } from "./statement"

// Who pays more of a shared invoice than their share pays for the others: theirs is less due then. Without an entry that says so,
// one payer's statement would end with a balance that no one is asked for, and the other's with credit that no one has.

/** Without who paid and how. */
const unnamed = { method: null, reference: null, paidWith: null, payerName: null }

type Share = { payerId: string | null; amountMinor: number }

/** What settles an invoice: money, of a payer by name or not, or its own credit notes and write-offs. */
type SettledBy = Share & { sourceId: string; isCorrection: boolean }

type Settled = {
  invoiceId: string
  number: string | null
  totalMinor: number
  shares: Share[]
  parts: SettledBy[]
}

/** What others paid of this payer's share of each invoice, or this payer of theirs; of all payers together nothing. */
function betweenPayers(
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
    return { kind, id: invoiceId, on, number, ...unnamed, amountMinor, balanceMinor: 0 }
  })
}

const laterDay = (last: string, day = ""): string => (day > last ? day : last)

/** What an invoice moves from one payer to another, more owed is positive: what is due of their part less what their entries leave. */
function movedTo(
  payerId: string | null,
  { totalMinor, shares, parts }: Pick<Settled, "totalMinor" | "shares" | "parts">,
): number {
  const openMinor = Math.max(0, totalMinor - sumOf(parts))
  const weights = shares.map(({ amountMinor }) => amountMinor)
  const corrections = parts.filter(({ isCorrection }) => isCorrection)
  const money = parts.filter(({ isCorrection }) => !isCorrection)
  const named = money.filter((part) => isNamed(part))
  const credited = divideMoney(sumOf(corrections), weights)
  const due = openParts(
    shares.map((share, index) => ({
      ...share,
      paidMinor: sumOf(named.filter((part) => part.payerId === share.payerId)),
      creditedMinor: credited[index] ?? 0,
    })),
    openMinor,
  )
  const divided = [
    ...corrections.map(({ amountMinor }) => divideMoney(amountMinor, weights)),
    ...money.filter((part) => !isNamed(part)).map(({ amountMinor }) => divideUnnamed(amountMinor, shares)),
  ]
  const moved = shares.map((share, index) => {
    if (share.payerId !== payerId) return 0
    const offMinor = divided.reduce((sum, cuts) => sum + (cuts[index] ?? 0), 0)
    return (due[index] ?? 0) - share.amountMinor + offMinor
  })
  const paidMinor = sumOf(named.filter((part) => part.payerId === payerId))
  return moved.reduce((sum, minor) => sum + minor, paidMinor)
}

const isNamed = ({ payerId }: { payerId: string | null }): boolean => payerId !== null

const sumOf = (parts: readonly { amountMinor: number }[]): number =>
  parts.reduce((sum, { amountMinor }) => sum + amountMinor, 0)

/** The family's issued invoices with their shares and what settles them; one of a single payer may be paid by another. */
function listSettled(actor: Actor, familyId: string): Settled[] {
  const shared = select({
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
    if (!first) return []
    const { number, totalMinor } = first
    return { invoiceId, number, totalMinor, shares, parts: settled.get(invoiceId) ?? [] }
  })
}

const listParts = (actor: Actor, familyId: string) =>
  select({
    invoiceId: allocations.invoiceId,
    sourceId: sql<string>`coalesce(${allocations.paymentId}, ${allocations.creditNoteId}, ${allocations.writeOffId})`,
    payerId: payerOf(payments),
    isCorrection: sql<number>`${allocations.writeOffId} is not null
        or ${creditNotes.invoiceId} = ${allocations.invoiceId}`.mapWith(Boolean),
    amountMinor: sql<number>`sum(${allocations.amountMinor})`,
  })
    .from(invoices)
    .innerJoin(allocations, joined(allocations.invoiceId, invoices.id))
    .leftJoin(payments, joined(payments, allocations.paymentId))
    .leftJoin(creditNotes, joined(creditNotes, allocations.creditNoteId))
    .where(and(own(actor, invoices), eq(invoices.familyId, familyId), eq(invoices.state, "issued")))
    .groupBy(allocations.invoiceId, allocations.paymentId, allocations.creditNoteId, allocations.writeOffId)
    .having(sql`sum(${allocations.amountMinor}) <> 0`)
    .all()

/** A family's statement for the office: everything that passed. */
export const familyStatement = (actor: Actor, familyId: string, period: StatementPeriod): Statement =>
  statementOf(familyLedger(actor, familyId), period)

/** One payer's statement for the office: their part of what is shared, their own invoices and payments. */
export const payerStatement = (
  actor: Actor,
  { familyId, payerId }: { familyId: string; payerId: string },
  period: StatementPeriod,
): Statement => statementOf(ownEntries(actor, familyId, payerId), period)

/**
 * The reader's own statement, or undefined for someone who may see no money. Where invoices are shared it has the reader's
 * part of each, and the reader's own payments: what the other payer owes and pays stays private. Where they aren't it has the
 * whole account, also for who sees its money and pays none of it, but not how another payer has paid.
 */
export function portalStatement(actor: Actor, period: StatementPeriod): Statement | undefined {
  const { accounts } = findPortal(actor)
  if (accounts.length === 0) return undefined
  const entries = accounts.flatMap(({ familyId, guardianId }) =>
    withoutMeans(actor, { familyId, payerId: guardianId }, ownEntries(actor, familyId, guardianId)),
  )
  const unseen = listUnseen(
    actor,
    entries.map(({ id }) => id),
  )
  return statementOf(
    entries.filter(({ id }) => !unseen.has(id)),
    period,
  )
}

/** A family's entries as one payer sees them; all of them unless an invoice is shared with someone. */
function ownEntries(actor: Actor, familyId: string, payerId: string | null): StatementEntry[] {
  const entries = familyLedger(actor, familyId)
  const partOf = partsOfPayer(actor, familyId, payerId)
  if (!partOf) return entries
  const own = entries.flatMap((told) => {
    // Which invoice of another payer was paid stays private.
    const { paidFor: _, ...entry } = told
    const part = partOf(entry)
    return part === 0 ? [] : [{ ...entry, amountMinor: part }]
  })
  return [...own, ...betweenPayers(actor, { familyId, payerId }, entries)]
}

/** The same without the means and the name of who else paid or was refunded. */
function withoutMeans(
  actor: Actor,
  { familyId, payerId }: { familyId: string; payerId: string | null },
  entries: readonly StatementEntry[],
): StatementEntry[] {
  const { payers } = findPayers(actor, familyId)
  return entries.map((entry) => {
    const paidBy = payers.get(entry.id) ?? payerId
    return paidBy === payerId ? entry : { ...entry, ...unnamed }
  })
}

/** A statement as CSV: the balance before, every entry, the balance after. More owed is positive, less owed negative. */
export function statementCsv(
  { from, to, openingMinor, entries, closingMinor }: Statement,
  currency: string,
): string {
  return writeCsv(
    ["Date", "Activity", "Amount", "Balance", "Currency"],
    [
      [from, "Opening balance", "", openingMinor / 100, currency],
      ...entries.map((entry) => [
        entry.on,
        entryText(entry),
        entry.amountMinor / 100,
        entry.balanceMinor / 100,
        currency,
      ]),
      [to, "Closing balance", "", closingMinor / 100, currency],
    ],
  )
}

// A statement as a PDF.

/** @param name whose statement it is: the family's name */
export async function statementPdf(
  actor: Actor,
  { name, ...statement }: Statement & { name: string },
): Promise<{ fileName: string; bytes: Buffer }> {
  const { currency } = actor.school
  const school = findLetterhead(actor)
  const bytes = await drawPaper(
    {
      size: paperSize(currency),
      title: `Statement, ${name}`,
      author: school.name,
      createdAt: now(),
      logo: await readLogo(actor.school.logoId),
    },
    (sheet) =>
      inFormats(actor.school, () => {
        const money = (amountMinor: number) => formatMoney(amountMinor, currency)
        drawLetterhead(sheet, school, "Statement")
        sheet
          .font("text")
          .fontSize(10)
          .text(`${name}, ${periodText(statement.from, statement.to)}`)
        sheet.moveDown(1.2)
        drawRow(sheet, "Opening balance", money(statement.openingMinor), "bold")
        rule(sheet, { color: ink, width: 0.7 })
        sheet.y += 5
        for (const entry of statement.entries) drawEntry(sheet, entry, money)
        keepTogether(sheet, 50)
        sheet.y += 4
        drawRow(
          sheet,
          statement.closingMinor < 0 ? "Account credit" : "Balance due",
          money(Math.abs(statement.closingMinor)),
          "serif",
          15,
        )
        closeTotal(sheet)
      }),
  )
  return { fileName: `statement-${statement.from}-${statement.to}.pdf`, bytes }
}

function drawEntry(
  sheet: Sheet,
  entry: Statement["entries"][number],
  money: (amountMinor: number) => string,
) {
  const text = entryText(entry)
  const width = widthOf(sheet) - 260
  sheet.font("text").fontSize(10)
  keepTogether(sheet, sheet.heightOfString(text, { width }) + 9)
  const { y } = sheet
  sheet.fillColor(quiet).text(formatDate(entry.on, "medium"), margin, y, { width: 86 })
  sheet.fillColor(ink).text(text, margin + 90, y, { width })
  const end = Math.max(sheet.y, y + 13)
  sheet.text(money(entry.amountMinor), margin, y, {
    width: widthOf(sheet) - 90,
    align: "right",
    lineBreak: false,
    features: ["tnum"],
  })
  drawAtEnd(sheet, money(entry.balanceMinor), y)
  sheet.y = end + 3
  rule(sheet)
  sheet.y += 4
}
