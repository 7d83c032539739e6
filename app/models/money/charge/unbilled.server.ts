import { db } from "db/client.server"
import { marks } from "db/schema/attendance"
import { charges } from "db/schema/money"
import { families, students } from "db/schema/people"
import { and, asc, count, eq, gte, lte, not, sql, sum } from "drizzle-orm"
import type { MarkCode } from "~/models/accounts/outcome/outcome"
import type { Actor } from "~/models/foundation/access/actor"
import { joined, own } from "~/models/foundation/access/own.server"
import { countMissingRegisters } from "~/models/teaching/missing-register/missing-registers.server"
import { countSeatsWithoutPrice } from "~/models/teaching/seat/billing-state.server"
import { onInvoice, standing } from "./charge-query.server"

// Charges that are on no invoice yet. Nothing goes unbilled: every open charge of a family is listed here.

export type UnbilledCharge = {
  chargeId: string
  /** Of a charge that came from a lesson. */
  seatId: string | null
  familyId: string
  familyName: string
  studentId: string | null
  studentName: string | null
  description: string
  /** `YYYY-MM-DD` */
  occurredOn: string
  reason: string
  /** The mark that a charge from a lesson came from. */
  mark: MarkCode | null
  /** Minor units; below zero for a correction. */
  amountMinor: number
  source: "seat" | "flat" | "item" | "correction"
}

/** `from` and `to` are dates, both included. A page holds 50 charges and is counted from 1; without one all come. */
export type UnbilledFilter = { familyId?: string; from?: string; to?: string; page?: number }

export const unbilledPageSize = 50

/** Standing charges on no issued invoice, oldest first. What is on a draft is still among them: a draft claims nothing. */
export function listUnbilledCharges(actor: Actor, filter: UnbilledFilter = {}): UnbilledCharge[] {
  const query = db()
    .select({
      chargeId: charges.id,
      seatId: charges.seatId,
      familyId: charges.familyId,
      familyName: families.name,
      studentId: charges.studentId,
      studentName: sql<string | null>`nullif(trim(${students.firstName} || ' ' || ${students.lastName}), '')`,
      description: charges.description,
      occurredOn: charges.occurredOn,
      reason: charges.reason,
      mark: marks.code,
      amountMinor: charges.amountMinor,
      source: charges.source,
    })
    .from(charges)
    .innerJoin(families, joined(families, charges.familyId))
    .leftJoin(students, joined(students, charges.studentId))
    .leftJoin(marks, joined(marks, charges.markId))
    .where(unbilled(actor, filter))
    .orderBy(asc(charges.occurredOn), asc(charges.id))
    .$dynamic()
  if (filter.page === undefined) return query.all()
  return query
    .limit(unbilledPageSize)
    .offset((filter.page - 1) * unbilledPageSize)
    .all()
}

/** How many unbilled charges the filter finds, and their sum in minor units. */
export function sumUnbilledCharges(actor: Actor, filter: UnbilledFilter = {}) {
  const found = db()
    .select({ charges: count(), amountMinor: sum(charges.amountMinor).mapWith(Number) })
    .from(charges)
    .where(unbilled(actor, filter))
    .get()
  return { charges: found?.charges ?? 0, amountMinor: found?.amountMinor ?? 0 }
}

/**
 * All that is unbilled in the school: charges on no invoice with their sum in minor units; lessons that ended without
 * attendance and would be charged; and attended seats of a class without a price.
 */
export function countUnbilled(actor: Actor): {
  charges: number
  amountMinor: number
  lessonsWithoutAttendance: number
  seatsWithoutPrice: number
} {
  return {
    ...sumUnbilledCharges(actor),
    lessonsWithoutAttendance: countMissingRegisters(actor, { charged: true }),
    seatsWithoutPrice: countSeatsWithoutPrice(actor),
  }
}

function unbilled(actor: Actor, { familyId, from, to }: UnbilledFilter) {
  return and(
    own(actor, charges),
    standing,
    not(onInvoice),
    familyId === undefined ? undefined : eq(charges.familyId, familyId),
    from === undefined ? undefined : gte(charges.occurredOn, from),
    to === undefined ? undefined : lte(charges.occurredOn, to),
  )
}
