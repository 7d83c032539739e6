import { transact } from "db/client.server"
import { charges } from "db/schema/money"
import { taxOf } from "~/models/accounts/tax/tax"
import type { Actor } from "~/models/foundation/access/actor"
import { addAll } from "~/models/foundation/access/door.server"
import { newRow } from "~/models/foundation/access/new-row.server"
import { recordEvents } from "~/models/foundation/audit/audit.server"
import { livingFamilies } from "~/models/people/family/merged-family.server"
import { groupBy } from "~/utils/group-by"
import { readStoredRule, readWorkedOut } from "../tuition/tuition-rule.server"
import { listHeldDiscounts, listTakenDiscounts, writeDiscountsOf } from "./charge-discounts.server"
import { type Answers, listAnswers } from "./fee-answers.server"
import {
  endedBefore,
  endsWithin,
  type FeeChange,
  type NewCharge,
  type Plan,
  planFee,
} from "./fee-settlement.server"
import {
  enrollmentEnded,
  type FeeToSettle,
  listFeesToSettle,
  listMonthsOf,
  listNextToSettle,
  type MonthOf,
} from "./fees-to-settle.server"
import { type MonthFee, monthFees, readFeeTerms } from "./month-fee.server"
import { withdrawAll } from "./seat-charges.server"

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
  carryOut(actor, plans)
  return plans.length
}

function planFees(actor: Actor, months: readonly MonthOf[]): Plan[] {
  if (months.length === 0) return []
  const found = listFeesToSettle(actor, months)
  const answers = listAnswers(actor, found)
  const fees = found.filter(isConcerned(answers))
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
    return alike.flatMap((each) => planFee(answers, each, endedBefore(each.fee) ? null : feeOf(each)) ?? [])
  })
}

/** Whether an enrollment ends by this month, or did so until that was undone. */
const isConcerned =
  ({ answersOf }: Answers) =>
  ({ fee, original }: FeeToSettle): boolean =>
    endsWithin(fee) || fee !== original || fee.withdrawnAt !== null || answersOf(fee).length > 0

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
function carryOut(actor: Actor, plans: readonly Plan[]) {
  withdrawAll(
    actor,
    plans.flatMap(({ withdraw }) => withdraw),
    enrollmentEnded,
  )
  const made = plans.flatMap(({ charge }) => charge ?? [])
  insertAll(actor, made)
  recordEvents(
    actor,
    plans.map(({ event }) => event),
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
