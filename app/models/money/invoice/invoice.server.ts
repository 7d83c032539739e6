import { invoiceLines, invoices } from "db/schema/money"
import { accountMoves } from "db/schema/money-account-moves"
import { creditNotes, writeOffs } from "db/schema/money-corrections"
import { allocations, payments } from "db/schema/money-payments"
import { invoiceShares } from "db/schema/money-shares"
import { voucherRedemptions } from "db/schema/money-vouchers"
import { families } from "db/schema/people"
import { and, asc, eq, type SQL, sql } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { type Params, query, select } from "~/models/foundation/access/door.server"
import { columns, joined } from "~/models/foundation/access/own.server"
import { tellApart } from "~/models/people/family/family-name.server"
import { todayOf } from "~/utils/clock.server"
import { toSmallest } from "~/utils/smallest-amount"
import { listChargeDiscounts } from "../charge/charge-discounts.server"
import { claimsOf, dueDayOf, openOf, overdueOf } from "../installment/installment"
import { listInstallments } from "../installment/plans.server"
import { withCredit } from "../payer/open-parts"
import { emailOfShare, payerIdOf, payerOf } from "../payer/payer-key.server"
import { invoiceState } from "./invoice"

/**
 * The name of the family on a paper, in SQL, where its row is joined with its family: that of the account it was sent on, also where
 * this was merged into another since.
 */
export const paperFamily = (paper: typeof invoices | typeof creditNotes): SQL<string> =>
  sql<string>`coalesce((select f.name from ${accountMoves} m
    join families f on f.school_id = m.school_id and f.id = m.from_family_id
    where m.school_id = ${paper.schoolId} and m.noun_id = ${paper.id} and m.step = 1), ${families.name})`

// An invoice is a frozen copy of charges with a number. What it is worth now, paid or overdue, follows from its
// payments and its due date each time it is read.

export type Invoice = NonNullable<ReturnType<typeof findInvoice>>

/**
 * One invoice of the school with everything on its paper, or undefined. Lines are grouped by student in their order;
 * amounts in minor units, dates `YYYY-MM-DD` in the school's zone. `openMinor` is 0 for a draft and a void one; `paidMinor`
 * is all that settles it, credit notes and write-offs included. `dueOn` is the day of the earliest open installment, where
 * it has a plan, `paperDueOn` the date on the invoice itself.
 */
export function findInvoice(actor: Actor, invoiceId: string) {
  const row = invoiceQuery.get(actor, { invoiceId })
  if (!row) return undefined
  const { schoolId: _, issuedBy: _by, ...invoice } = row.invoice
  const paid = listPaymentsOf(actor, invoiceId)
  const credits = listCreditsOf(actor, invoiceId)
  const written = listWriteOffsOf(actor, invoiceId)
  const creditedMinor = sumOf(credits.filter(({ isOwn }) => isOwn))
  const writtenOffMinor = sumOf(written)
  const paidMinor = sumOf(paid) + sumOf(credits) + writtenOffMinor
  const openMinor = invoice.state === "issued" ? Math.max(0, invoice.totalMinor - paidMinor) : 0
  const day = todayOf(actor)
  const open = { dueOn: invoice.dueOn, openMinor }
  const agreed = listInstallments(actor, invoiceId)
  const dueOn = dueDayOf(open, agreed)
  const state = invoiceState({ ...invoice, dueOn, paidMinor, creditedMinor, writtenOffMinor }, day)
  const { groups, lineCount } = listLines(actor, invoiceId)
  const [family] = tellApart(actor, [{ familyId: invoice.familyId }])
  return {
    ...invoice,
    payerId: payerIdOf(invoice),
    state,
    dueOn,
    paperDueOn: invoice.dueOn,
    planId: agreed[0]?.planId ?? null,
    installments: agreed.map((each) => ({
      position: each.position,
      dueOn: each.dueOn,
      amountMinor: each.amountMinor,
      openMinor: openOf(each, openMinor),
    })),
    claims: claimsOf(open, agreed),
    overdueMinor: overdueOf(open, agreed, day),
    familyName: row.familyName,
    paperFamily: row.paperFamily,
    familyChildren: family?.familyChildren ?? null,
    groups,
    lineCount,
    shares: withCredit(listShares(actor, invoiceId), creditedMinor + writtenOffMinor).map((share) => ({
      ...share,
      paidMinor: paid
        .filter(({ payerId }) => payerId !== null && payerId === share.payerId)
        .reduce((sum, { amountMinor }) => sum + amountMinor, 0),
    })),
    payments: paid,
    credits,
    writeOffs: written,
    paidMinor,
    creditedMinor,
    writtenOffMinor,
    openMinor,
  }
}

const invoiceQuery = query((p: Params<{ invoiceId: string }>, own) =>
  select({ invoice: invoices, familyName: families.name, paperFamily: paperFamily(invoices) })
    .from(invoices)
    .innerJoin(families, joined(families, invoices.familyId))
    .where(own(invoices, p.invoiceId)),
)

const sumOf = (rows: readonly { amountMinor: number }[]): number =>
  rows.reduce((sum, { amountMinor }) => sum + amountMinor, 0)

const linesQuery = query((p: Params<{ invoiceId: string }>, own) =>
  select({
    id: invoiceLines.id,
    chargeId: invoiceLines.chargeId,
    studentName: invoiceLines.studentName,
    description: invoiceLines.description,
    reason: invoiceLines.reason,
    occurredOn: invoiceLines.occurredOn,
    amountMinor: invoiceLines.amountMinor,
    taxMinor: invoiceLines.taxMinor,
    taxName: invoiceLines.taxName,
    taxRate: invoiceLines.taxRate,
    taxIsAdded: invoiceLines.taxIsAdded,
    partOfChargeId: invoiceLines.partOfChargeId,
    /** What the charge comes to, of which this may be a part. */
    wholeMinor: sql<
      number | null
    >`(select c.amount_minor from charges c where c.school_id = invoice_lines.school_id
        and c.id = coalesce(invoice_lines.charge_id, invoice_lines.part_of_charge_id))`,
  })
    .from(invoiceLines)
    .where(and(own(invoiceLines), eq(invoiceLines.invoiceId, p.invoiceId)))
    .orderBy(asc(invoiceLines.position)),
)

function listLines(actor: Actor, invoiceId: string) {
  const lines = linesQuery.all(actor, { invoiceId })
  const discountsOf = listChargeDiscounts(
    actor,
    lines.flatMap(({ chargeId, partOfChargeId }) => chargeId ?? partOfChargeId ?? []),
  )
  const names = [...new Set(lines.map(({ studentName }) => studentName))]
  const groups = names.map((name) => ({
    studentName: name,
    lines: lines
      .filter((line) => line.studentName === name)
      .map(({ studentName: _, partOfChargeId, wholeMinor, ...line }) => ({
        ...line,
        discounts: partly(discountsOf(line.chargeId ?? partOfChargeId), line.amountMinor, wholeMinor),
      })),
  }))
  return { groups, lineCount: lines.length }
}

/** A payer's part of a line shows the same part of its discounts. */
const partly = <Taken extends { amountMinor: number }>(
  discounts: Taken[],
  amountMinor: number,
  wholeMinor: number | null,
): Taken[] =>
  !wholeMinor || amountMinor === wholeMinor
    ? discounts
    : discounts.map((taken) => ({
        ...taken,
        amountMinor: toSmallest((taken.amountMinor * amountMinor) / wholeMinor),
      }))

const listShares = (actor: Actor, invoiceId: string) => sharesQuery.all(actor, { invoiceId })

const sharesQuery = query((p: Params<{ invoiceId: string }>, own) =>
  select({
    payerId: payerOf(invoiceShares),
    email: emailOfShare,
    ...columns(invoiceShares, "name", "basisPoints", "amountMinor"),
  })
    .from(invoiceShares)
    .where(and(own(invoiceShares), eq(invoiceShares.invoiceId, p.invoiceId)))
    // the plus keeps SQLite from walking through the shares of all invoices in the order of their ids
    .orderBy(sql`+${invoiceShares.id}`),
)

/** Payments for an invoice, oldest first; `amountMinor` is the part that settles it now. */
const listPaymentsOf = (actor: Actor, invoiceId: string) => paymentsQuery.all(actor, { invoiceId })

const paymentsQuery = query((p: Params<{ invoiceId: string }>, own) =>
  select({
    paymentId: payments.id,
    payerId: payerOf(payments),
    amountMinor: sql<number>`sum(${allocations.amountMinor})`,
    ...columns(payments, "receivedOn", "receivedAt", "method", "paidWith"),
    ...columns(payments, "payerName", "providerReference", "note", "isOpening"),
    isVoucher: sql<boolean>`${voucherRedemptions.id} is not null`.mapWith(Boolean),
  })
    .from(allocations)
    .innerJoin(payments, joined(payments, allocations.paymentId))
    .leftJoin(voucherRedemptions, joined(voucherRedemptions.paymentId, payments.id))
    .where(and(own(allocations), eq(allocations.invoiceId, p.invoiceId)))
    .groupBy(payments.id)
    .having(sql`sum(${allocations.amountMinor}) > 0`)
    .orderBy(asc(payments.receivedOn), asc(payments.id)),
)

/** Credit notes of this invoice, oldest first, and those of the family whose credit was applied to it. */
const listCreditsOf = (actor: Actor, invoiceId: string) => creditsQuery.all(actor, { invoiceId })

const creditsQuery = query((p: Params<{ invoiceId: string }>, own) =>
  select({
    creditNoteId: creditNotes.id,
    ...columns(creditNotes, "number", "issuedOn", "reason"),
    isOwn: sql<number>`${creditNotes.invoiceId} is ${p.invoiceId}`.mapWith(Boolean),
    amountMinor: sql<number>`sum(${allocations.amountMinor})`,
  })
    .from(allocations)
    .innerJoin(creditNotes, joined(creditNotes, allocations.creditNoteId))
    .where(and(own(allocations), eq(allocations.invoiceId, p.invoiceId)))
    .groupBy(creditNotes.id)
    .having(sql`sum(${allocations.amountMinor}) > 0`)
    .orderBy(asc(creditNotes.sequence)),
)

/** What of an invoice was written off and not taken back since, oldest first. */
function listWriteOffsOf(actor: Actor, invoiceId: string) {
  const rows = writeOffsQuery.all(actor, { invoiceId })
  return rows
    .filter(({ id, undoesId }) => undoesId === null && !rows.some((other) => other.undoesId === id))
    .map(({ undoesId: _, ...writeOff }) => writeOff)
}

const writeOffsQuery = query((p: Params<{ invoiceId: string }>, own) =>
  select(columns(writeOffs, "id", "undoesId", "writtenOffOn", "reason", "amountMinor"))
    .from(writeOffs)
    .where(and(own(writeOffs), eq(writeOffs.invoiceId, p.invoiceId)))
    .orderBy(asc(writeOffs.writtenOffAt), asc(writeOffs.id)),
)
