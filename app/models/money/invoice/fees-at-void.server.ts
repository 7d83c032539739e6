import { charges, invoiceLines, invoices } from "db/schema/money"
import { and, eq, isNull, sql } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { among } from "~/models/foundation/access/among.server"
import { askAll, select } from "~/models/foundation/access/door.server"
import { joined, own } from "~/models/foundation/access/own.server"
import { recordEvents } from "~/models/foundation/audit/audit.server"
import { withdrawAll } from "../charge/seat-charges.server"

// A voided invoice was never owed, so nothing is owed for being late with it: its late fees go with it, unless they are on
// an invoice that stands, which is frozen.

type FeeAtVoid = {
  chargeId: string
  lateInvoiceId: string
  description: string
  amountMinor: number
  /** Where it stays: the number of an invoice that stands, or null on a credit note. Undefined when it goes. */
  keptOn?: string | null
}

/** The late fees that end or stay when some invoices are voided together; none of them is voided yet. */
export function listFeesAtVoid(actor: Actor, invoiceIds: readonly string[]): FeeAtVoid[] {
  if (invoiceIds.length === 0) return []
  const voided = new Set(invoiceIds)
  const fees = new Map<string, FeeAtVoid>()
  for (const { billedLines, billId, billNumber, ...fee } of listFeesOf(actor, invoiceIds)) {
    const isOnVoided = billId !== null && voided.has(billId)
    const isKept = billedLines > (isOnVoided ? 1 : 0)
    fees.set(fee.chargeId, isKept ? { ...fee, keptOn: isOnVoided ? null : billNumber } : fee)
  }
  for (const fee of listFeesReleased(actor, invoiceIds)) fees.set(fee.chargeId, fee)
  return [...fees.values()]
}

const feeColumns = {
  chargeId: charges.id,
  lateInvoiceId: sql<string>`${charges.lateInvoiceId}`,
  description: charges.description,
  amountMinor: charges.amountMinor,
}

/** The fees for being late with these invoices, and which invoice that stands each is on. */
const listFeesOf = (actor: Actor, invoiceIds: readonly string[]) =>
  select({
    ...feeColumns,
    billedLines: charges.billedLines,
    billId: invoices.id,
    billNumber: invoices.number,
  })
    .from(charges)
    .leftJoin(invoiceLines, and(joined(charges, invoiceLines.chargeId), isNull(invoiceLines.releasedAt)))
    .leftJoin(invoices, joined(invoices, invoiceLines.invoiceId))
    .where(
      and(
        own(actor, charges),
        among(charges.lateInvoiceId, invoiceIds),
        eq(charges.source, "late_fee"),
        isNull(charges.withdrawnAt),
      ),
    )
    .all()

/**
 * The fees that are on these invoices, for being late with one that was voided before: no other invoice takes them on. Read from
 * the invoices on: left to itself, SQLite goes through every late fee of the school.
 */
const listFeesReleased = ({ school: { id: school } }: Actor, invoiceIds: readonly string[]): FeeAtVoid[] =>
  askAll<FeeAtVoid>(sql`
    select c.id as chargeId, c.late_invoice_id as lateInvoiceId, c.description, c.amount_minor as amountMinor
    from json_each(${JSON.stringify(invoiceIds)}) i
    cross join invoice_lines l on l.school_id = ${school} and l.invoice_id = i.value and l.released_at is null
    cross join charges c on c.school_id = ${school} and c.id = l.charge_id and c.source = 'late_fee'
      and c.withdrawn_at is null
    cross join invoices v on v.school_id = ${school} and v.id = c.late_invoice_id and v.state = 'void'`)

const goes = ({ keptOn }: FeeAtVoid) => keptOn === undefined

/** What of the fees ends with the void, in minor units. */
export const sumOfFees = (fees: readonly FeeAtVoid[]): number =>
  fees.filter(goes).reduce((sum, { amountMinor }) => sum + amountMinor, 0)

/** Ends the fees that don't stay, in the caller's transaction. A draft that has one notices when it is issued. */
export function endFeesOfVoid(actor: Actor, fees: readonly FeeAtVoid[], why: string) {
  const ended = fees.filter(goes)
  withdrawAll(actor, ended, why)
  recordEvents(
    actor,
    ended.map(({ chargeId, description, amountMinor }) => ({
      verb: "withdraw",
      noun: "charge",
      nounId: chargeId,
      before: { description, amountMinor },
      after: { reason: why },
    })),
  )
}
