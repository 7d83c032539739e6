import { transact } from "db/client.server"
import type { Actor } from "~/models/foundation/access/actor"
import { recordEvent } from "~/models/foundation/audit/audit.server"
import { todayOf } from "~/utils/clock.server"
import { earliestDay, monthOf } from "~/utils/dates"
import {
  type Behind,
  billsMonthly,
  type DueEnrollment,
  listDue,
  listDueAhead,
  listNextEnrollments,
  monthsAhead,
  monthsDue,
} from "./due-enrollments.server"
import { monthFees } from "./month-fee.server"
import { replaceOutdated } from "./outdated-fees.server"
import { writeFees } from "./write-fees.server"

/**
 * Charges the flat fee of a month ("YYYY-MM") for every enrollment billed monthly that is in force on any of its days. The
 * school's rule says what a month costs that is only partly attended. The price is the one in force on the first
 * such day. An enrollment is charged once a month; a fee that was taken back is not charged again. An installment of a course
 * that pays for several months is charged with all of them.
 * @returns how many fees were charged
 */
export const chargeMonth = (actor: Actor, month: string): number =>
  transact(() => {
    const sums = { [month]: chargeAll(actor, month, listDue(actor, month)) }
    for (const ahead of monthsAhead(actor, month))
      sums[ahead] = chargeAll(actor, ahead, listDueAhead(actor, ahead, month))
    recordCharged(actor, sums)
    return Object.values(sums).reduce((sum, charged) => sum + charged, 0)
  })

/** Enrollments of one step; each of their months is charged with it. */
const enrollmentsInStep = 100

/** How far fees are charged: behind which enrollment, and how many of each month (`YYYY-MM`). */
type ChargedSoFar = Behind & { charged: Record<string, number> }

/**
 * Charges this month and any missed months before it, back to the month the school joined, for the next enrollments of the school or
 * of one class. There, fees of enrollments made today follow a price that changed since.
 * @returns where the next step goes on; undefined once every enrollment was looked at
 */
export function chargeNextFees(
  actor: Actor,
  { charged, ...behind }: ChargedSoFar = { after: "", charged: {} },
  most = enrollmentsInStep,
): ChargedSoFar | undefined {
  return transact(() => {
    if (behind.after === "" && !billsMonthly(actor)) return undefined
    const next = listNextEnrollments(actor, behind, most)
    const sums = addUp(
      charged,
      chargeSome(
        actor,
        next.map(({ id }) => id),
        { since: earliestMonth(next), isOfClass: behind.classId !== undefined },
      ),
    )
    const last = next.at(-1)
    if (last && next.length === most) return { ...behind, after: last.id, charged: sums }
    recordCharged(actor, sums)
    return undefined
  })
}

/** Charges some enrollments what they owe of this month and of those that were missed. */
export function chargeFeesOf(actor: Actor, all: readonly { id: string; startsOn: string }[]) {
  const ids = all.map(({ id }) => id)
  recordCharged(actor, chargeSome(actor, ids, { since: earliestMonth(all), isOfClass: true }))
}

const earliestMonth = (all: readonly { startsOn: string }[]): string =>
  monthOf(earliestDay(all.map(({ startsOn }) => startsOn)))

function addUp(sums: ChargedSoFar["charged"], more: ChargedSoFar["charged"]): ChargedSoFar["charged"] {
  const added = { ...sums }
  for (const [month, charged] of Object.entries(more))
    if (charged > 0) added[month] = (added[month] ?? 0) + charged
  return added
}

/** Charges some enrollments, of which none began before a month, what they owe of this month and earlier ones. */
function chargeSome(
  actor: Actor,
  ids: readonly string[],
  { since, isOfClass }: { since: string; isOfClass: boolean },
): ChargedSoFar["charged"] {
  if (ids.length === 0) return {}
  const months = monthsDue(actor).filter((month) => month >= since)
  const thisMonth = monthOf(todayOf(actor))
  const ahead = monthsAhead(actor, thisMonth)
  if (isOfClass) for (const month of [...months, ...ahead]) replaceOutdated(actor, month, ids)
  return Object.fromEntries([
    ...months.map((month) => [month, chargeAll(actor, month, listDue(actor, month, ids))]),
    ...ahead.map((month) => [month, chargeAll(actor, month, listDueAhead(actor, month, thisMonth, ids))]),
  ])
}

/** One entry for each month, however many steps it took. */
function recordCharged(actor: Actor, sums: ChargedSoFar["charged"]) {
  for (const [month, charged] of Object.entries(sums))
    if (charged > 0)
      recordEvent(actor, {
        verb: "charge-month",
        noun: "school",
        nounId: actor.school.id,
        after: { month, charged },
      })
}

function chargeAll(actor: Actor, month: string, due: readonly DueEnrollment[]): number {
  if (due.length === 0) return 0
  const feeOf = monthFees(actor, month, due)
  return writeFees(
    actor,
    month,
    due.map((enrollment) => ({ enrollment, fee: feeOf(enrollment) })),
  )
}
