import { charges, invoiceLines, invoices } from "db/schema/money"
import { creditNoteLines } from "db/schema/money-corrections"
import { students } from "db/schema/people"
import { and, eq, inArray, isNull, sql } from "drizzle-orm"
import { alias } from "drizzle-orm/sqlite-core"
import type { TaxedAmount } from "~/models/accounts/tax/tax"
import type { Actor } from "~/models/foundation/access/actor"
import { columns } from "~/models/foundation/access/columns.server"
import { add, remove, select } from "~/models/foundation/access/door.server"
import { joined, own } from "~/models/foundation/access/own.server"
import { now } from "~/utils/clock.server"
import { newRowId } from "~/utils/ids.server"
import type { ChargeSource } from "../charge/charge"
import { taxedColumns } from "../charge/seat-charges.server"
import { payerOf } from "../payer/payer-key.server"

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
