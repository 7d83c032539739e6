import type { Actor } from "~/models/foundation/access/actor"
import { groupBy } from "~/utils/group-by"
import type { LessonGroup } from "./lesson-groups.server"
import { earnedBy, rateFor } from "./pay"
import { listExtra } from "./pay-lines.server"
import type { PayPeriod } from "./pay-period"
import { readRates } from "./pay-reads.server"

/** The same as `listEarnedByAll` in sums of a teacher and an instrument, from lessons in groups. */
export const sumEarnedByAll = (
  actor: Actor,
  period: PayPeriod,
  groups: readonly LessonGroup[],
): SummedPay[] => [...sumEarnedByLessons(actor, groups), ...listEarnedBeside(actor, period)]

/** What teachers earned by lessons. */
export function sumEarnedByLessons(actor: Actor, groups: readonly LessonGroup[]): SummedPay[] {
  const rates = groupBy(readRates(actor), (rate) => rate.teacherId)
  return groups.flatMap(({ teacherId, instrument, lessons, ...group }) => {
    if (teacherId === null || group.students === 0) return []
    const rate = rateFor(rates.get(teacherId) ?? [], { ...group, localDate: group.day })
    const unrated = rate || group.paidPercent === 0 ? 0 : lessons
    const amountMinor = rate ? lessons * earnedBy(rate, group) : 0
    return [{ teacherId, instrument, amountMinor, unrated, day: group.day, lines: lessons }]
  })
}

/** What they earned by extra work, which is of no instrument. */
export const listEarnedBeside = (actor: Actor, period: PayPeriod): SummedPay[] =>
  listExtra(actor, period, [])
    .filter(({ isPaidBack }) => !isPaidBack)
    .map(({ teacherId, amountMinor, localDate }) => ({
      teacherId,
      instrument: null,
      amountMinor: amountMinor ?? 0,
      unrated: 0,
      day: localDate,
      lines: 1,
    }))

type SummedPay = {
  teacherId: string
  instrument: string | null
  amountMinor: number
  /** Lessons that pay their teacher and have no rate yet. */
  unrated: number
  /** The day it was earned, and how many lines `listEarnedByAll` has for it. */
  day: string
  lines: number
}
