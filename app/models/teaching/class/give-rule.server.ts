import { db } from "db/client.server"
import { sessions } from "db/schema/teaching-sessions"
import { and, asc, eq } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { own } from "~/models/foundation/access/own.server"
import { allOrNothing } from "~/models/foundation/access/rehearse.server"
import { addMonths } from "~/utils/dates"
import { makeSessions, makingHorizon } from "../session/make-sessions.server"
import { settleClashes } from "../session/settle-clashes.server"
import type { Override, SlotRefusal } from "../session/slot.server"
import { addSchedule, type NewSchedule } from "./schedule.server"

type Made = { id: string; localDate: string; startTime: string }

/**
 * Gives a class a weekly rule and makes its sessions twelve weeks ahead. Refused where one would be booked twice; a reason
 * accepts double-booked rooms and students.
 */
export function giveRule(
  actor: Actor,
  classId: string,
  rule: NewSchedule,
  override?: Override,
): { ok: true; sessions: Made[] } | SlotRefusal {
  return allOrNothing(() => {
    const scheduleId = addSchedule(actor, classId, rule)
    const horizon = makingHorizon(actor)
    makeSessions(actor, scheduleId, horizon > rule.startsOn ? horizon : addMonths(rule.startsOn, 3))
    const made = db()
      .select({ id: sessions.id, localDate: sessions.localDate, startTime: sessions.startTime })
      .from(sessions)
      .where(and(own(actor, sessions), eq(sessions.scheduleId, scheduleId)))
      .orderBy(asc(sessions.startsAt))
      .all()
    const settled = settleClashes(
      actor,
      made.map(({ id }) => id),
      { override, areNew: true },
    )
    return settled.ok ? ({ ok: true, sessions: made } as const) : settled
  })
}
