import { db, transact } from "db/client.server"
import { charges } from "db/schema/money"
import { and, eq, isNotNull, ne } from "drizzle-orm"
import { taxOf, withTax } from "~/models/accounts/tax/tax"
import type { Actor } from "~/models/foundation/access/actor"
import { newRow } from "~/models/foundation/access/new-row.server"
import { own } from "~/models/foundation/access/own.server"
import { recordEvent } from "~/models/foundation/audit/audit.server"
import { livingFamily } from "~/models/people/family/merged-family.server"
import { groupBy } from "~/utils/group-by"
import { readStoredRule } from "../tuition/tuition-rule.server"
import { copyDiscounts, listHeldDiscounts, writeDiscounts } from "./charge-discounts.server"
import {
  enrollmentEnded,
  type Fee,
  type FeeToSettle,
  listAnswers,
  listEnrollmentsOf,
  listFeesToSettle,
  listToSettle,
  type MonthOf,
} from "./fees-to-settle.server"
import { type MonthFee, monthFees, readFeeTerms } from "./month-fee.server"
import { withdrawAll } from "./seat-charges.server"

// A student who ends in a month that was charged already pays only for its part, by the rule and with the discounts that it
// was charged with, and never more than was charged. An end that is undone puts the fee up to that again.

/**
 * Settles the fees of enrollments that ended, or whose end was undone: a fee on no invoice is replaced, one that is invoiced
 * gets a correction. Of one enrollment or class, or of all whose fees may have to be.
 * @param most how many fees at once
 * @returns how many fees were adjusted
 */
export function settleTuition(
  actor: Actor,
  of?: string | { classId: string },
  most = Number.POSITIVE_INFINITY,
): number {
  return transact(() => {
    const fees = listFeesToSettle(actor, monthsOf(actor, of)).filter(isConcerned(actor))
    const held = listHeldDiscounts(
      actor,
      fees.map(({ original }) => original.chargeId),
    )
    const byTerms = groupBy(fees, ({ original }) => `${original.month} ${original.feeRule ?? ""}`)
    let settled = 0
    for (const alike of byTerms.values()) {
      const feeOf = feesAsCharged(actor, alike, held)
      for (const each of alike) {
        if (settled >= most) return settled
        if (settleOne(actor, each, endedBefore(each.fee) ? null : feeOf(each))) settled += 1
      }
    }
    return settled
  })
}

function monthsOf(actor: Actor, of: string | { classId: string } | undefined): MonthOf[] {
  if (of === undefined) return listToSettle(actor)
  const ids = typeof of === "string" ? [of] : listEnrollmentsOf(actor, of.classId)
  return ids.map((enrollmentId) => ({ enrollmentId, month: null }))
}

const endsWithin = ({ endsOn, month }: Fee) => endsOn !== null && endsOn < `${month}-31`
const endedBefore = ({ endsOn, month }: Fee) => endsOn !== null && endsOn < `${month}-01`

/** Whether an enrollment ends by this month, or did so until that was undone. */
const isConcerned =
  (actor: Actor) =>
  ({ fee, original }: FeeToSettle): boolean =>
    endsWithin(fee) || fee !== original || fee.withdrawnAt !== null || listAnswers(actor, fee).length > 0

/** The fees of a month as they would have been charged with the last day known: by the rule, discounts and tax of then. */
function feesAsCharged(
  actor: Actor,
  alike: readonly FeeToSettle[],
  held: ReturnType<typeof listHeldDiscounts>,
): (each: FeeToSettle) => MonthFee | null {
  const [{ fee, original } = {}] = alike
  if (!fee || !original) return () => null
  const originals = new Map(alike.map((each) => [each.fee.enrollmentId, each.original]))
  const terms = readFeeTerms(actor, [...new Set(alike.map((each) => each.fee.classId))])
  const feeOf = monthFees(
    actor,
    fee.month,
    alike.map((each) => each.fee),
    { ...terms, rule: readStoredRule(original.feeRule) ?? terms.rule },
    ({ enrollmentId, classId }) => {
      const was = originals.get(enrollmentId)
      const tax = was ? taxOf(was) : terms.taxOfClass(classId)
      return { tax, discounts: held.get(was?.chargeId ?? "") ?? [] }
    },
  )
  return (each) => feeOf(each.fee)
}

function settleOne(actor: Actor, { fee, original, isByHand }: FeeToSettle, part: MonthFee | null): boolean {
  if (isByHand || wasWaived(actor, fee)) return false
  const answers = listAnswers(actor, fee)
  const creditedMinor = answers.reduce(
    (sum, each) => sum + each.creditedMinor,
    fee.isFrozen ? fee.creditedMinor : 0,
  )
  const wantedMinor = endsWithin(fee) ? (part?.due.amountMinor ?? 0) : original.amountMinor
  const targetMinor = Math.max(0, Math.min(wantedMinor, original.amountMinor - creditedMinor))
  const isStanding = fee.withdrawnAt === null
  const feeMinor = isStanding ? fee.amountMinor - (fee.isFrozen ? fee.creditedMinor : 0) : 0
  const standsMinor = answers.reduce((sum, each) => sum + leftOf(each), feeMinor)
  if (targetMinor === standsMinor) return false
  const loose = answers.filter(({ isFrozen }) => !isFrozen)
  const fixed = answers.filter(({ isFrozen }) => isFrozen)
  if (fixed.length > 0 || (isStanding && fee.isFrozen)) {
    withdrawAll(actor, loose, enrollmentEnded)
    const differenceMinor = targetMinor - fixed.reduce((sum, each) => sum + leftOf(each), feeMinor)
    const isCorrected = !fee.isFrozen || fixed.some(({ source }) => source === "correction")
    const endedText = part?.reason ?? "Monthly fee, enrollment ended"
    if (differenceMinor > 0) addItem(actor, original, differenceMinor, `${original.reason}, rest`)
    else if (differenceMinor < 0 && isCorrected) addItem(actor, original, differenceMinor, endedText)
    else if (differenceMinor < 0) correct(actor, fee, differenceMinor, endedText)
  } else {
    // Its invoice was voided since it was corrected: the correction goes with it.
    withdrawAll(actor, [...(isStanding ? [fee] : []), ...loose], enrollmentEnded)
    if (targetMinor === original.amountMinor) chargeAsBefore(actor, original)
    else if (part && targetMinor > 0) chargeAgain(actor, original, part)
  }
  recordEvent(actor, {
    verb: "settle-tuition",
    noun: "enrollment",
    nounId: fee.enrollmentId,
    before: { amountMinor: standsMinor },
    after: { month: fee.month, amountMinor: targetMinor },
  })
  return true
}

const leftOf = ({ amountMinor, creditedMinor }: { amountMinor: number; creditedMinor: number }) =>
  amountMinor - creditedMinor

/** Whether the office changed or waived by hand what put the month's fee up again or took more off it: then it has decided. */
const wasWaived = (actor: Actor, { enrollmentId, month }: Fee): boolean =>
  db()
    .select({ id: charges.id })
    .from(charges)
    .where(
      and(
        own(actor, charges),
        eq(charges.enrollmentId, enrollmentId),
        eq(charges.month, month),
        eq(charges.source, "item"),
        isNotNull(charges.withdrawnAt),
        ne(charges.withdrawnReason, enrollmentEnded),
      ),
    )
    .limit(1)
    .get() !== undefined

/** The facts that every charge for the same month has. A family that was merged has none any more. */
const factsOf = (actor: Actor, { familyId, studentId, enrollmentId, description, occurredOn }: Fee) => ({
  ...newRow(actor),
  familyId: livingFamily(actor, familyId),
  studentId,
  enrollmentId,
  description,
  occurredOn,
})

function correct(actor: Actor, fee: Fee, differenceMinor: number, reason: string) {
  const tax = taxOf(fee)
  db()
    .insert(charges)
    .values({
      ...factsOf(actor, fee),
      source: "correction",
      correctsChargeId: fee.chargeId,
      reason,
      // the fee's amount had its tax within it, however it was added
      ...withTax(differenceMinor, tax && { ...tax, isAdded: false }),
      taxIsAdded: fee.taxIsAdded,
    })
    .run()
}

/**
 * What an invoiced fee, or an invoiced correction of it, lacks or has too much now that the last day is another: an item of
 * the next invoice.
 */
function addItem(actor: Actor, original: Fee, differenceMinor: number, reason: string) {
  const tax = taxOf(original)
  db()
    .insert(charges)
    .values({
      ...factsOf(actor, original),
      source: "item",
      month: original.month,
      reason,
      ...withTax(differenceMinor, tax && { ...tax, isAdded: false }),
      taxIsAdded: original.taxIsAdded,
    })
    .run()
}

function chargeAsBefore(actor: Actor, original: Fee) {
  const facts = factsOf(actor, original)
  const { month, reason, dueOn, feeRule } = original
  const { amountMinor, taxMinor, taxName, taxRate, taxIsAdded } = original
  db()
    .insert(charges)
    .values({
      ...facts,
      source: "flat",
      ...{ month, reason, dueOn, feeRule, amountMinor, taxMinor, taxName, taxRate, taxIsAdded },
    })
    .run()
  copyDiscounts(actor, original.chargeId, facts.id)
}

function chargeAgain(actor: Actor, original: Fee, { due, reason, dueOn }: MonthFee) {
  const facts = factsOf(actor, original)
  const { discounts, ...amount } = due
  const { month, feeRule } = original
  db()
    .insert(charges)
    .values({ ...facts, source: "flat", month, reason, dueOn, feeRule, ...amount })
    .run()
  writeDiscounts(actor, facts.id, discounts)
}
