import { db, transact } from "db/client.server"
import { payRates } from "db/schema/money-pay"
import type { Actor } from "~/models/foundation/access/actor"
import { newRow } from "~/models/foundation/access/new-row.server"
import { recordEvent } from "~/models/foundation/audit/audit.server"
import { findTeacher } from "~/models/people/teacher/change-teacher.server"
import { now } from "~/utils/clock.server"
import type { Result } from "~/utils/result"
import { today } from "~/utils/zones"
import { type PayRate, rateOn } from "./pay"
import { listPayRates } from "./pay-lines.server"

/**
 * Agrees what a teacher is paid from a day on (minor units). What was earned is not rewritten: a day that is over is
 * refused where a rate holds on it already. Where two begin on one day the later agreed one counts.
 */
export function agreePayRate(
  actor: Actor,
  teacherId: string,
  { kind, amountMinor, fromDate }: PayRate,
): Result<void, "no-teacher" | "rewrites-the-past"> {
  return transact(() => {
    if (!findTeacher(actor, teacherId)) return { ok: false, reason: "no-teacher" }
    const before = rateOn(listPayRates(actor, teacherId), fromDate)
    if (before && fromDate < today(actor.school.timeZone, now()))
      return { ok: false, reason: "rewrites-the-past" }
    db()
      .insert(payRates)
      .values({ ...newRow(actor), teacherId, kind, amountMinor, fromDate })
      .run()
    recordEvent(actor, {
      verb: "agree-pay-rate",
      noun: "teacher",
      nounId: teacherId,
      before: before && { ...before },
      after: { kind, amountMinor, fromDate },
    })
    return { ok: true }
  })
}
