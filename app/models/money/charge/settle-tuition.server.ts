import { transact } from "db/client.server"
import { charges } from "db/schema/money"
import { taxOf, withTax } from "~/models/accounts/tax/tax"
import type { Actor } from "~/models/foundation/access/actor"
import { addAll } from "~/models/foundation/access/door.server"
import { newRow } from "~/models/foundation/access/own.server"
import { recordEvents } from "~/models/foundation/audit/audit.server"
import { livingFamilies } from "~/models/people/family/merged-family.server"
import { listLeaves } from "~/models/teaching/leave/leave.server"
import { monthBounds } from "~/utils/dates"
import { groupBy } from "~/utils/group-by"
import type { TakenDiscount } from "../discount/discount"
import { readStoredRule, readWorkedOut } from "../tuition/tuition-rule.server"
import { listHeldDiscounts, listTakenDiscounts, writeDiscountsOf } from "./charge-discounts.server"
import {
  type Answers,
  enrollmentEnded,
  type Fee,
  type FeeToSettle,
  listAnswers,
  listFeesToSettle,
  listMonthsOf,
  listNextToSettle,
  type MonthOf,
} from "./fees-to-settle.server"
import { isOf, type MonthFee, monthFees, readFeeTerms } from "./month-fee.server"
import { settlementOf } from "./month-history"
import { withdrawAll } from "./seat-charges.server"

// What settling one month's fee comes to, without doing anything.

const endsWithin = ({ endsOn, month }: Fee) => endsOn !== null && endsOn < monthBounds(month).last
const endedBefore = ({ endsOn, month }: Fee) => endsOn !== null && endsOn < `${month}-01`

const endedText = "Monthly fee, enrollment ended"

/** A charge that is made for a month, with the discounts it takes or those of the charge it stands for again. */
type NewCharge = {
  like: Fee
  facts: Partial<typeof charges.$inferInsert> &
    Pick<typeof charges.$inferInsert, "source" | "reason" | "amountMinor">
  discounts?: readonly TakenDiscount[]
  asBefore?: string
}

/** How a month's fee (`YYYY-MM`) changes, in minor units with tax, and what its part is called. */
type FeeChange = {
  enrollmentId: string
  month: string
  beforeMinor: number
  afterMinor: number
  reason: string
}

/** What one fee comes to: what is withdrawn, what is charged, and what the activity says of it. */
type Plan = {
  withdraw: readonly { chargeId: string }[]
  charge: NewCharge | undefined
  change: FeeChange
}

/** Undefined where the fee stands as it should. */
function planFee(
  { answersOf, isWaived }: Answers,
  { fee, original: charged, isByHand }: FeeToSettle,
  part: MonthFee | null,
  isByLeave: boolean,
): Plan | undefined {
  if (isByHand || isWaived(fee)) return undefined
  const answers = answersOf(fee)
  // The office may have given it another text since.
  const original = { ...charged, description: fee.description, occurredOn: fee.occurredOn }
  const isPart = endsWithin(fee) || isByLeave
  const wantedMinor = isPart ? (part?.due.amountMinor ?? 0) : original.amountMinor
  // Of a month that was charged within a leave more is due once that is shorter, or undone.
  const isRaised = isByLeave && wasInLeave(original)
  const wholeMinor = isRaised ? Math.max(original.amountMinor, wantedMinor) : original.amountMinor
  const settlement = settlementOf(fee, answers, { wantedMinor, wholeMinor })
  if (!settlement) return undefined
  const { withdraw, standsMinor, targetMinor, differenceMinor, isCorrected } = settlement
  const change = {
    enrollmentId: fee.enrollmentId,
    month: fee.month,
    beforeMinor: standsMinor,
    afterMinor: targetMinor,
    reason: isPart ? (part?.reason ?? endedText) : original.reason,
  }
  if (differenceMinor !== null)
    return {
      withdraw,
      charge: difference({ fee, original }, differenceMinor, part, isCorrected),
      change,
    }
  const charge =
    targetMinor === original.amountMinor
      ? asBefore(original)
      : part && targetMinor > 0
        ? again(original, part)
        : undefined
  return { withdraw, charge, change }
}

/** A fee has one correction; what is due beside that is an item. */
function difference(
  { fee, original }: Pick<FeeToSettle, "fee" | "original">,
  differenceMinor: number,
  part: MonthFee | null,
  isCorrected: boolean,
): NewCharge | undefined {
  if (differenceMinor === 0) return undefined
  if (differenceMinor > 0) return item(original, differenceMinor, `${original.reason}, rest`)
  const reason = part?.reason ?? endedText
  return isCorrected ? item(original, differenceMinor, reason) : correction(fee, differenceMinor, reason)
}

function correction(fee: Fee, differenceMinor: number, reason: string): NewCharge {
  const tax = taxOf(fee)
  return {
    like: fee,
    facts: {
      source: "correction",
      correctsChargeId: fee.chargeId,
      reason,
      // the fee's amount had its tax within it, however it was added
      ...withTax(differenceMinor, tax && { ...tax, isAdded: false }),
      taxIsAdded: fee.taxIsAdded,
    },
  }
}

/**
 * What an invoiced fee, or an invoiced correction of it, lacks or has too much now that the last day is another: an item of
 * the next invoice.
 */
function item(original: Fee, differenceMinor: number, reason: string): NewCharge {
  const tax = taxOf(original)
  return {
    like: original,
    facts: {
      source: "item",
      month: original.month,
      reason,
      ...withTax(differenceMinor, tax && { ...tax, isAdded: false }),
      taxIsAdded: original.taxIsAdded,
    },
  }
}

function asBefore(original: Fee): NewCharge {
  const { month, reason, dueOn, feeRule } = original
  const { amountMinor, taxMinor, taxName, taxRate, taxIsAdded } = original
  const amount = { amountMinor, taxMinor, taxName, taxRate, taxIsAdded }
  return {
    like: original,
    facts: { source: "flat", month, reason, dueOn, feeRule, ...amount },
    asBefore: original.chargeId,
  }
}

function again(original: Fee, { due, reason, dueOn }: MonthFee): NewCharge {
  const { discounts, ...amount } = due
  const { month, feeRule } = original
  return { like: original, facts: { source: "flat", month, reason, dueOn, feeRule, ...amount }, discounts }
}

// A student who ends in a month that was charged already pays only for its part, by the price and rule and with the discounts that it
// was charged with, and never more than was charged. An end that is undone puts the fee up to that again.

/** Fees of one step; a step asks the same few statements for any number of them. */
const feesInStep = 40

/**
 * Settles the fees of an enrollment that ended, or whose end was undone: a fee on no invoice is replaced, one that is invoiced
 * gets a correction.
 * @returns how many fees were adjusted
 */
export const settleTuition = (actor: Actor, enrollmentId: string): number =>
  transact(() => settle(actor, listMonthsOf(actor, enrollmentId)))

/**
 * The same for all enrollments of the school, or of one class, a few fees at a time.
 * @returns how many fees were adjusted, and the month that the next step goes on behind until there is none
 */
export function settleNextFees(
  actor: Actor,
  behind?: MonthOf,
  most = feesInStep,
  classId?: string,
): { settled: number; behind: MonthOf | undefined } {
  return transact(() => {
    const next = listNextToSettle(actor, behind, { classId, most })
    return { settled: settle(actor, next.months), behind: next.behind }
  })
}

/**
 * What settling the fees of an enrollment, or of all in a class, would change; nothing is done. Asked inside a rehearsal, as
 * their ends would be.
 */
export function planSettling(actor: Actor, of: { enrollmentId: string } | { classId: string }): FeeChange[] {
  if ("enrollmentId" in of) return changesOf(actor, listMonthsOf(actor, of.enrollmentId))
  const changes: FeeChange[] = []
  let behind: MonthOf | undefined
  do {
    const next = listNextToSettle(actor, behind, { classId: of.classId, most: feesInStep })
    changes.push(...changesOf(actor, next.months))
    behind = next.behind
  } while (behind)
  return changes
}

const changesOf = (actor: Actor, months: readonly MonthOf[]): FeeChange[] =>
  planFees(actor, months).map(({ change }) => change)

function settle(actor: Actor, months: readonly MonthOf[]): number {
  const plans = planFees(actor, months)
  applyPlans(actor, plans)
  return plans.length
}

function planFees(actor: Actor, months: readonly MonthOf[]): Plan[] {
  if (months.length === 0) return []
  const found = listFeesToSettle(actor, months)
  const answers = listAnswers(actor, found)
  const byLeave = isByLeaveIn(actor, found)
  const isConcerned = concernsEnd(answers)
  const fees = found.filter((each) => isConcerned(each) || byLeave(each))
  const held = listHeldDiscounts(
    actor,
    fees.map(({ original }) => original.chargeId),
  )
  const byTerms = groupBy(
    fees,
    ({ original }) => `${original.month} ${JSON.stringify(readStoredRule(original.feeRule))}`,
  )
  return [...byTerms.values()].flatMap((alike) => {
    const feeOf = feesAsCharged(actor, alike, held)
    return alike.flatMap(
      (each) => planFee(answers, each, endedBefore(each.fee) ? null : feeOf(each), byLeave(each)) ?? [],
    )
  })
}

/** Whether an enrollment ends by this month, or did so until that was undone. */
const concernsEnd =
  ({ answersOf }: Answers) =>
  ({ fee, original }: FeeToSettle): boolean =>
    endsWithin(fee) || fee !== original || fee.withdrawnAt !== null || answersOf(fee).length > 0

const wasInLeave = ({ feeRule }: Pick<Fee, "feeRule">) => readWorkedOut(feeRule).share?.leave !== undefined

/** Whether a leave is in the month of a fee, or was when that was charged; what the office set by hand stays as it is. */
function isByLeaveIn(actor: Actor, found: readonly FeeToSettle[]): (each: FeeToSettle) => boolean {
  const months = found.map(({ fee }) => fee.month).sort()
  const away = listLeaves(actor, [...new Set(found.map(({ fee }) => fee.studentId))], {
    from: monthBounds(months[0] ?? "0001-01").first,
    to: monthBounds(months.at(-1) ?? "0001-01").last,
  })
  return ({ fee, original, isSetByHand }) => {
    const { first, last } = monthBounds(fee.month)
    return !isSetByHand && (wasInLeave(original) || away.some((leave) => isOf(leave, fee, first, last)))
  }
}

/** The fees of a month as they would have been charged with the last day known: by the price, rule, discounts and tax of then. */
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
      return {
        tax,
        discounts: held.get(was?.chargeId ?? "") ?? [],
        feeMinor: readWorkedOut(was?.feeRule ?? null).feeMinor,
        dueOn: was?.dueOn ?? null,
      }
    },
  )
  return (each) => feeOf(each.fee)
}

/** Withdraws, charges and notes what was planned: a statement for each of these, however many fees there are. */
function applyPlans(actor: Actor, plans: readonly Plan[]) {
  withdrawAll(
    actor,
    plans.flatMap(({ withdraw }) => withdraw),
    enrollmentEnded,
  )
  const made = plans.flatMap(({ charge }) => charge ?? [])
  insertAll(actor, made)
  recordEvents(
    actor,
    "enrollment.settle-tuition",
    plans.map(({ change }) => ({
      nounId: change.enrollmentId,
      before: { amountMinor: change.beforeMinor },
      after: { month: change.month, amountMinor: change.afterMinor },
    })),
  )
}

/** A family that was merged has no charges any more: the one that goes on for it has them. */
function insertAll(actor: Actor, made: readonly NewCharge[]) {
  if (made.length === 0) return
  const living = livingFamilies(
    actor,
    made.map(({ like }) => like.familyId),
  )
  const rows = made.map(({ like, facts }) => ({
    ...newRow(actor),
    familyId: living(like.familyId),
    studentId: like.studentId,
    enrollmentId: like.enrollmentId,
    description: like.description,
    occurredOn: like.occurredOn,
    ...facts,
  }))
  addAll(actor, charges, rows)
  const before = listTakenDiscounts(
    actor,
    made.flatMap(({ asBefore: chargeId }) => chargeId ?? []),
  )
  writeDiscountsOf(
    actor,
    made.map(({ discounts, asBefore: chargeId }, index) => ({
      chargeId: rows[index]?.id ?? "",
      taken: discounts ?? before.get(chargeId ?? "") ?? [],
    })),
  )
}
