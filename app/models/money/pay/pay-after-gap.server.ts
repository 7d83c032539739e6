import { db } from "db/client.server"
import { extraWork } from "db/schema/money-pay"
import { and, between, eq, gte, isNull, or } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { own } from "~/models/foundation/access/own.server"
import { addDays } from "~/utils/dates"
import { listChangedOf, listTaught } from "./paid-sessions.server"
import { type PayPeriod, yearBefore } from "./pay-period"
import type { Changed, Slip } from "./pay-reads.server"

// Corrections of a teacher who had nothing to be paid for a while, as in the summer: no payslip follows their newest one, so
// the first period with pay takes what changed since.

/** The newest payslip of each teacher. */
export const newestOf = (slips: ReadonlyMap<string, Slip[]>): Map<string, Slip> =>
  new Map(
    [...slips].map(([teacherId, those]) => [
      teacherId,
      those.reduce((last, slip) => (slip.periodTo > last.periodTo ? slip : last)),
    ]),
  )

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
  for (const [teacherId, { periodTo, createdAt }] of newest) {
    if (periodTo < yearBefore(from) || periodTo >= addDays(from, -1)) continue
    const changed = {
      sessionIds: listChangedOf(actor, createdAt, teacherId),
      workIds: listWork(actor, teacherId, changedSince(createdAt)),
    }
    if (changed.sessionIds.length + changed.workIds.length === 0) continue
    const gap = { from: addDays(periodTo, 1), to: addDays(from, -1) }
    if (!hasPay(actor, teacherId, gap)) found.set(teacherId, changed)
  }
  return found
}

const hasPay = (actor: Actor, teacherId: string, { from, to }: PayPeriod): boolean =>
  listTaught(actor, { from, to, teacherId }).length > 0 ||
  listWork(actor, teacherId, and(between(extraWork.workedOn, from, to), isNull(extraWork.removedAt))).length >
    0

const changedSince = (since: number) => or(gte(extraWork.createdAt, since), gte(extraWork.removedAt, since))

const listWork = (actor: Actor, teacherId: string, which: ReturnType<typeof and>): string[] =>
  db()
    .select({ id: extraWork.id })
    .from(extraWork)
    .where(and(own(actor, extraWork), eq(extraWork.teacherId, teacherId), which))
    .all()
    .map(({ id }) => id)
