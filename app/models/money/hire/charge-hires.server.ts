import { db, transact } from "db/client.server"
import { charges } from "db/schema/money"
import { hires } from "db/schema/money-goods"
import { students } from "db/schema/people"
import { and, eq, gte, isNull, lte, or } from "drizzle-orm"
import { type ChosenTax, type TaxedAmount, withTax } from "~/models/accounts/tax/tax"
import { readTaxes } from "~/models/accounts/tax/tax-rates.server"
import type { Actor } from "~/models/foundation/access/actor"
import { newRow } from "~/models/foundation/access/new-row.server"
import { joined, own } from "~/models/foundation/access/own.server"
import { recordEvent } from "~/models/foundation/audit/audit.server"
import { now } from "~/utils/clock.server"
import { formatDate } from "~/utils/date-text"
import { addMonths, monthBounds, monthOf } from "~/utils/dates"
import { today } from "~/utils/zones"
import { shareText, type TuitionRule, type TuitionShare, tuitionOf } from "../tuition/tuition"
import { findTuitionRule } from "../tuition/tuition-rule.server"
import { hireShare } from "./hire"

// A month of a hire is charged once, when it begins or when the hire does. What a last day changes of it is `settleHire`'s.

/** How many months back a hire is charged that wasn't before, the present one included. */
const longestCatchUp = 13

export type Hired = ChosenTax & {
  hireId: string
  studentId: string
  familyId: string
  firstName: string
  lastName: string
  item: string
  priceMinor: number
  startsOn: string
  endsOn: string | null
}

/** Charges every month of the hires, or of one, that has begun and wasn't charged, standing or taken back. Answers how many. */
export function chargeHiresDue(actor: Actor, hireId?: string): number {
  return transact(() => {
    const thisMonth = monthOf(today(actor.school.timeZone, now()))
    const earliest = monthOf(addMonths(`${thisMonth}-01`, 1 - longestCatchUp))
    const open = listHired(actor, { from: `${earliest}-01`, to: monthBounds(thisMonth).last, hireId })
    if (open.length === 0) return 0
    const rule = findTuitionRule(actor)
    const taxes = readTaxes(actor)
    let charged = 0
    for (const hire of open) {
      const begun = monthOf(hire.startsOn)
      for (
        let month = begun > earliest ? begun : earliest;
        month <= thisMonth;
        month = monthOf(addMonths(`${month}-01`, 1))
      ) {
        const share = hireShare(rule, hire, month)
        if (!share || wasCharged(actor, hire.hireId, month)) continue
        const amountMinor = tuitionOf(hire.priceMinor, share)
        if (amountMinor === 0) continue
        insertMonth(actor, hire, month, { rule, share }, withTax(amountMinor, taxes(hire)))
        charged += 1
      }
    }
    if (charged > 0)
      recordEvent(actor, {
        verb: "charge-month",
        noun: "school",
        nounId: actor.school.id,
        after: { month: thisMonth, charged },
      })
    return charged
  })
}

/** Hires with a day between two days that still have an uncharged month: those that began, and have not ended before. */
export function listHired(
  actor: Actor,
  { from, to, hireId }: { from: string; to: string; hireId?: string },
): Hired[] {
  return db()
    .select({
      hireId: hires.id,
      studentId: hires.studentId,
      familyId: students.familyId,
      firstName: students.firstName,
      lastName: students.lastName,
      item: hires.item,
      priceMinor: hires.priceMinor,
      taxRateId: hires.taxRateId,
      isTaxFree: hires.isTaxFree,
      startsOn: hires.startsOn,
      endsOn: hires.endsOn,
    })
    .from(hires)
    .innerJoin(students, joined(students, hires.studentId))
    .where(
      and(
        own(actor, hires),
        hireId === undefined ? undefined : eq(hires.id, hireId),
        lte(hires.startsOn, to),
        or(isNull(hires.endsOn), gte(hires.endsOn, from)),
      ),
    )
    .all()
}

const wasCharged = (actor: Actor, hireId: string, month: string): boolean =>
  db()
    .select({ id: charges.id })
    .from(charges)
    .where(and(own(actor, charges), eq(charges.hireId, hireId), eq(charges.month, month)))
    .limit(1)
    .get() !== undefined

function insertMonth(
  actor: Actor,
  hire: Hired,
  month: string,
  { rule, share }: { rule: TuitionRule; share: TuitionShare },
  due: TaxedAmount,
) {
  const { first } = monthBounds(month)
  const part = shareText(share)
  db()
    .insert(charges)
    .values({
      ...newRow(actor),
      familyId: hire.familyId,
      studentId: hire.studentId,
      source: "hire",
      hireId: hire.hireId,
      month,
      description: `${hire.firstName}, ${hire.item}, ${formatDate(first, "month", actor.school)}`,
      reason: part ? `Instrument hire, ${part}` : "Instrument hire",
      occurredOn: hire.startsOn > first ? hire.startsOn : first,
      feeRule: JSON.stringify(rule),
      ...due,
    })
    .run()
}
