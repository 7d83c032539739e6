import { db, transact } from "db/client.server"
import { charges } from "db/schema/money"
import { hires } from "db/schema/money-goods"
import { students } from "db/schema/people"
import { and, eq, gte, isNull, lte, or, sql } from "drizzle-orm"
import { type ChosenTax, type TaxedAmount, taxOf, withTax } from "~/models/accounts/tax/tax"
import { readTaxes } from "~/models/accounts/tax/tax-rates.server"
import type { Actor } from "~/models/foundation/access/actor"
import { newRow } from "~/models/foundation/access/new-row.server"
import { joined, own } from "~/models/foundation/access/own.server"
import { recordEvent } from "~/models/foundation/audit/audit.server"
import { livingFamily } from "~/models/people/family/merged-family.server"
import { now } from "~/utils/clock.server"
import { formatDate } from "~/utils/date-text"
import { addMonths, monthBounds, monthOf } from "~/utils/dates"
import { today } from "~/utils/zones"
import { onInvoice } from "../charge/charge-query.server"
import { creditedAmount, taxedColumns, withdrawAll } from "../charge/seat-charges.server"
import { shareText, tuitionOf } from "../tuition/tuition"
import { findTuitionRule } from "../tuition/tuition-rule.server"
import { hireShare } from "./hire"

// A month of a hire is charged once, when it begins or when the hire does. Ended earlier, what was charged too much is
// replaced, or corrected where it is on an invoice already.

/** How many months back a hire is charged that wasn't before, the present one included. */
const longestCatchUp = 13

type Hired = ChosenTax & {
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
        insertMonth(actor, hire, month, share, withTax(amountMinor, taxes(hire)))
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
  share: Parameters<typeof shareText>[0],
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
      ...due,
    })
    .run()
}

/** What is charged of a hire's last two months follows its last day. Answers how many months were adjusted. */
export function settleHire(actor: Actor, hireId: string): number {
  return transact(() => {
    const thisMonth = monthOf(today(actor.school.timeZone, now()))
    const lastMonth = monthOf(addMonths(`${thisMonth}-01`, -1))
    const [hire] = listHired(actor, { from: "0000-01-01", to: "9999-12-31", hireId })
    if (!hire) return 0
    const rule = findTuitionRule(actor)
    const taxes = readTaxes(actor)
    let settled = 0
    for (const charged of listCharged(actor, hireId, lastMonth)) {
      const month = charged.month ?? thisMonth
      const share = hireShare(rule, hire, month)
      const target = share ? withTax(tuitionOf(hire.priceMinor, share), taxes(hire)) : null
      if (!settleMonth(actor, charged, target?.amountMinor ?? 0)) continue
      if (!charged.isFrozen && share && target && target.amountMinor > 0)
        insertMonth(actor, hire, month, share, target)
      recordEvent(actor, {
        verb: "settle",
        noun: "hire",
        nounId: hireId,
        before: { amountMinor: charged.amountMinor },
        after: { item: hire.item, month, amountMinor: target?.amountMinor ?? 0 },
      })
      settled += 1
    }
    return settled
  })
}

const listCharged = (actor: Actor, hireId: string, fromMonth: string) =>
  db()
    .select({
      chargeId: charges.id,
      familyId: charges.familyId,
      studentId: charges.studentId,
      month: charges.month,
      description: charges.description,
      occurredOn: charges.occurredOn,
      ...taxedColumns,
      isFrozen: sql<number>`${onInvoice}`.mapWith(Boolean),
      creditedMinor: creditedAmount,
    })
    .from(charges)
    .where(
      and(
        own(actor, charges),
        eq(charges.source, "hire"),
        eq(charges.hireId, hireId),
        gte(charges.month, fromMonth),
        isNull(charges.withdrawnAt),
      ),
    )
    .all()

/** Takes back what is charged, or corrects it where it is invoiced. Answers whether there was anything to do. */
function settleMonth(
  actor: Actor,
  charged: ReturnType<typeof listCharged>[number],
  dueMinor: number,
): boolean {
  const answer = findCorrection(actor, charged.chargeId)
  // A credit note may have taken off more than the end of the hire would: then nothing is left to correct.
  const leftMinor = charged.amountMinor - charged.creditedMinor
  const targetMinor = charged.isFrozen ? Math.min(dueMinor, leftMinor) : dueMinor
  if (targetMinor === leftMinor + (answer?.amountMinor ?? 0) || answer?.isFrozen) return false
  const why = "Hire ended"
  if (!charged.isFrozen) {
    // Its invoice was voided since it was corrected: the correction goes with it.
    withdrawAll(actor, [charged, ...(answer ? [answer] : [])], why)
    return true
  }
  if (answer) withdrawAll(actor, [answer], why)
  if (targetMinor === leftMinor) return true
  const tax = taxOf(charged)
  db()
    .insert(charges)
    .values({
      ...newRow(actor),
      familyId: livingFamily(actor, charged.familyId),
      studentId: charged.studentId,
      source: "correction",
      correctsChargeId: charged.chargeId,
      description: charged.description,
      reason: why,
      occurredOn: charged.occurredOn,
      // the month's amount had its tax within it, however it was added
      ...withTax(targetMinor - leftMinor, tax && { ...tax, isAdded: false }),
      taxIsAdded: charged.taxIsAdded,
    })
    .run()
  return true
}

const findCorrection = (actor: Actor, chargeId: string) =>
  db()
    .select({
      chargeId: charges.id,
      amountMinor: charges.amountMinor,
      isFrozen: sql<number>`${onInvoice}`.mapWith(Boolean),
    })
    .from(charges)
    .where(and(own(actor, charges), eq(charges.correctsChargeId, chargeId), isNull(charges.withdrawnAt)))
    .get()
