import { extraWork } from "db/schema/money-pay"
import { and, between, eq, gte, isNull, or } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { select } from "~/models/foundation/access/door.server"
import { own } from "~/models/foundation/access/own.server"
import { addDays } from "~/utils/dates"
import { listChangedOf, listTaught } from "./paid-sessions.server"
import { type PayPeriod, yearBefore } from "./pay-period"
import type { Changed, Slip } from "./pay-reads.server"

// Corrections of a teacher who had nothing to be paid for a while, as in the summer: no payslip follows their newest one, so
// the first period with pay takes what changed since.

/** The newest payslip of each teacher. */
export const newestOf = (slips: ReadonlyMap<string, Slip[]>): Map<string, Slip> =>
  new Map([...slips].map(([teacherId, those]) => [teacherId, lastOf(those)]))

const lastOf = (those: readonly Slip[]): Slip =>
  those.reduce((last, slip) => (slip.periodTo > last.periodTo ? slip : last))

/** All of it, each once. */
export const joinChanged = (all: readonly Changed[]): Changed => ({
  sessionIds: [...new Set(all.flatMap(({ sessionIds }) => sessionIds))],
  workIds: [...new Set(all.flatMap(({ workIds }) => workIds))],
})

/**
 * What changed of the teachers for whom this is the first period with pay since their newest payslip, with a period between, by
 * teacher. Payslips that are more than a year older are left out.
 */
export function listChangedBefore(
  actor: Actor,
  newest: ReadonlyMap<string, Slip>,
  { from }: PayPeriod,
): Map<string, Changed> {
  const found = new Map<string, Changed>()
  for (const [teacherId, slip] of newest) {
    const { periodTo } = slip
    if (periodTo < yearBefore(from) || periodTo >= addDays(from, -1)) continue
    const changed = changedOf(actor, slip)
    if (changed.sessionIds.length + changed.workIds.length === 0) continue
    const gap = { from: addDays(periodTo, 1), to: addDays(from, -1) }
    if (!hasPay(actor, teacherId, gap)) found.set(teacherId, changed)
  }
  return found
}

type Skipped = {
  slips: ReadonlyMap<string, Slip[]>
  period: PayPeriod
  /** The lessons and the work of the period that no payslip covers. */
  paidHere: readonly { teacherId: string }[]
}

/**
 * What changed of the teachers who have pay in this period while a later one has their payslip already: it was approved first, or
 * this one was opened again. Since their payslip before; what the later one has corrected by now comes to no difference.
 */
export function listSkipped(actor: Actor, { slips, period, paidHere }: Skipped): Map<string, Changed> {
  const found = new Map<string, Changed>()
  for (const teacherId of new Set(paidHere.map((each) => each.teacherId))) {
    const those = slips.get(teacherId) ?? []
    const before = those.filter(({ periodTo }) => periodTo < period.from)
    const hasLater = those.some(({ periodTo }) => periodTo > period.to)
    if (hasLater && before.length > 0) found.set(teacherId, changedOf(actor, lastOf(before)))
  }
  return found
}

/** What changed of a teacher since a payslip. */
const changedOf = (actor: Actor, { teacherId, createdAt }: Slip): Changed => ({
  sessionIds: listChangedOf(actor, createdAt, teacherId),
  workIds: listWork(actor, teacherId, changedSince(createdAt)),
})

const hasPay = (actor: Actor, teacherId: string, { from, to }: PayPeriod): boolean =>
  listTaught(actor, { from, to, teacherId }).length > 0 ||
  listWork(actor, teacherId, and(between(extraWork.workedOn, from, to), isNull(extraWork.removedAt))).length >
    0

const changedSince = (since: number) => or(gte(extraWork.createdAt, since), gte(extraWork.removedAt, since))

const listWork = (actor: Actor, teacherId: string, which: ReturnType<typeof and>): string[] =>
  select({ id: extraWork.id })
    .from(extraWork)
    .where(and(own(actor, extraWork), eq(extraWork.teacherId, teacherId), which))
    .all()
    .map(({ id }) => id)
