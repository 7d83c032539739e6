import { transact } from "db/client.server"
import { events } from "db/schema/foundation-audit"
import { teachers } from "db/schema/people"
import { timeOff } from "db/schema/teaching-teacher-time"
import { and, desc, eq } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { change, select } from "~/models/foundation/access/door.server"
import { joined, own } from "~/models/foundation/access/own.server"
import { recordEvent } from "~/models/foundation/audit/audit.server"
import type { TimeOffRefusal } from "~/texts/teaching/refusals"
import { todayOf } from "~/utils/clock.server"
import type { Result } from "~/utils/result"
import { tellAnswer, tellRequest } from "./tell-time-off.server"
import { findTimeOff, listTimeOff } from "./time-off.server"

/**
 * Undoes that time off was canceled, by whoever canceled it: it is approved or requested as before, and who heard of the end
 * hears of this. Refused once it is over, the teacher has left, or other time off is on its days.
 */
export function restoreTimeOff(actor: Actor, timeOffId: string): Result<void, TimeOffRefusal> {
  return transact(() => {
    const found = findWithdrawn(actor, timeOffId)
    const off = findTimeOff(actor, timeOffId)
    if (!found || !off || found.leftAt !== null || !isWithdrawnBy(actor, timeOffId))
      return { ok: false, reason: "not-found" }
    if (off.endsOn < todayOf(actor)) return { ok: false, reason: "in-the-past" }
    const others = listTimeOff(actor, {
      teacherId: off.teacherId,
      from: off.startsOn,
      to: off.endsOn,
      states: ["requested", "approved"],
    })
    if (others.length > 0) return { ok: false, reason: "overlaps" }
    const state = found.decidedAt === null ? ("requested" as const) : ("approved" as const)
    change(actor, timeOff, timeOffId, { state })
    recordEvent(actor, { verb: "restore", noun: "time-off", nounId: timeOffId, after: { state } })
    if (state === "requested") return { ok: true }
    if (actor.role === "teacher") tellRequest(actor, { ...off, state }, { isRestored: true })
    else tellAnswer(actor, { ...off, state })
    return { ok: true }
  })
}

const findWithdrawn = (actor: Actor, timeOffId: string) =>
  select({ decidedAt: timeOff.decidedAt, leftAt: teachers.deactivatedAt })
    .from(timeOff)
    .innerJoin(teachers, joined(teachers, timeOff.teacherId))
    .where(and(own(actor, timeOff, timeOffId), eq(timeOff.state, "withdrawn")))
    .get()

/** A teacher can't take back that the office removed their time off. */
const isWithdrawnBy = (actor: Actor, timeOffId: string): boolean =>
  select({ memberId: events.memberId })
    .from(events)
    .where(
      and(
        own(actor, events),
        eq(events.noun, "time-off"),
        eq(events.nounId, timeOffId),
        eq(events.verb, "withdraw"),
      ),
    )
    .orderBy(desc(events.createdAt), desc(events.id))
    .limit(1)
    .get()?.memberId === actor.memberId
