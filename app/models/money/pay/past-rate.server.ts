import type { Actor } from "~/models/foundation/access/actor"
import { rehearse } from "~/models/foundation/access/rehearse.server"
import { todayOf } from "~/utils/clock.server"
import { addDays, laterOf } from "~/utils/dates"
import type { PastRate } from "./pay"
import { calculatePay } from "./pay-lines.server"
import { agreePayRate, type NewRate } from "./pay-rates.server"

/** So many days back the lessons are counted that a rate changes. */
const daysBack = 366

/**
 * What a rate from a day that is over changes of pay that no payslip has yet: lessons that had another amount. Null where it changes
 * none; a rate that is refused changes none either.
 */
export function previewPastRate(actor: Actor, teacherId: string, rate: NewRate): PastRate | null {
  const day = todayOf(actor)
  if (rate.fromDate >= day) return null
  const period = { from: laterOf(rate.fromDate, addDays(day, -daysBack)), to: day }
  const read = () =>
    (calculatePay(actor, period, teacherId).get(teacherId) ?? []).filter(({ kind }) => kind === "lesson")
  const before = new Map(read().map((line) => [line.sessionId, line.amountMinor]))
  const after = rehearse(() => (agreePayRate(actor, teacherId, rate).ok ? read() : []))
  const changed = after.flatMap(({ sessionId, amountMinor }) => {
    const was = before.get(sessionId) ?? null
    return was === null || amountMinor === null || was === amountMinor ? [] : [{ was, is: amountMinor }]
  })
  if (changed.length === 0) return null
  return {
    from: period.from,
    lessons: changed.length,
    beforeMinor: changed.reduce((sum, { was }) => sum + was, 0),
    afterMinor: changed.reduce((sum, { is }) => sum + is, 0),
  }
}
