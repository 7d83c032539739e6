import { periodsAfter } from "../coupon/coupon"
import { type PlanInterval, type PlanKey, planCatalogue, planKeys } from "../plan/plan-catalogue"
import type { PlanUsage } from "./plan-usage"

// Compares two plans: which allows more, what an upgrade costs today, and what prevents a downgrade.

const day = 86_400_000
const limitOf = (limit: number | null) => limit ?? Number.POSITIVE_INFINITY

/** Whether the second plan allows more of anything than the first. */
export function raisesLimits(from: PlanKey, to: PlanKey): boolean {
  const [before, after] = [planCatalogue[from], planCatalogue[to]]
  return (
    limitOf(after.teacherLimit) > limitOf(before.teacherLimit) ||
    limitOf(after.studentLimit) > limitOf(before.studentLimit)
  )
}

/** The next plan up for a school of this kind, which "Upgrade" means; undefined on the largest. */
export const nextPlanUp = (from: PlanKey | null, offered: readonly PlanKey[]): PlanKey | undefined =>
  planKeys.find((key) => offered.includes(key) && from !== null && raisesLimits(from, key))

/**
 * What moving up costs today, in minor units: the difference of the two prices over the days that are left of the paid
 * period, a day begun counts. `paidUntil` and `at` are UTC ms.
 */
export function upgradeCharge(
  { currentMinor, wantedMinor }: { currentMinor: number; wantedMinor: number },
  { interval, paidUntil, at }: { interval: PlanInterval; paidUntil: number; at: number },
): number {
  const daysOfPeriod = Math.round((paidUntil - periodsAfter(paidUntil, interval, -1)) / day)
  const daysLeft = Math.min(daysOfPeriod, Math.max(0, Math.ceil((paidUntil - at) / day)))
  return Math.max(0, Math.round(((wantedMinor - currentMinor) * daysLeft) / daysOfPeriod))
}

/** What of the school's present size a plan doesn't allow, as a sentence; undefined when everything fits. */
export function overLimits(plan: PlanKey, { teachers, students }: PlanUsage): string | undefined {
  const { name, teacherLimit, studentLimit } = planCatalogue[plan]
  const over = [
    { noun: "teachers", used: teachers.used, limit: limitOf(teacherLimit) },
    { noun: "students", used: students.used, limit: limitOf(studentLimit) },
  ].filter(({ used, limit }) => used > limit)
  if (over.length === 0) return undefined
  const allowed = over.map(({ noun, limit }) => `${limit} ${noun}`).join(" and ")
  const present = over.map(({ noun, used }) => `${used} ${noun}`).join(" and ")
  return `${name} allows ${allowed}, and you have ${present}. To move to ${name}, archive some first.`
}
