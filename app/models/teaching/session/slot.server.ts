import { db } from "db/client.server"
import { teachers } from "db/schema/people"
import { rooms } from "db/schema/teaching"
import { seats, sessions } from "db/schema/teaching-sessions"
import { and, eq, isNull, ne } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { own } from "~/models/foundation/access/own.server"
import { addMinutes } from "~/utils/clock-times"
import { instantOf } from "~/utils/zones"
import { listClosures } from "../closure/closure.server"
import { awayText, isAwayAt } from "../teacher-time/teacher-time"
import { listDaysAway } from "../teacher-time/time-off.server"
import type { Accepted } from "./claim.server"
import { canBeAccepted, clashText, type FreeTime } from "./clash"
import { findClashes } from "./clash.server"
import { findFreeTimes } from "./free-times.server"
import { enrolledOn } from "./make-sessions.server"

/** A wish for a session: date and wall-clock start in the school's zone, minutes, teacher and room. */
export type Slot = {
  date: string
  startTime: string
  minutes: number
  teacherId: string | null
  roomId: string | null
}

export type Override = { reason: string }

/** Why a slot is refused: the clashes as text, and up to three free slots. A reason can override only some refusals. */
export type SlotRefusal =
  | { ok: false; reason: "clash"; clashes: string[]; alternatives: FreeTime[]; mayOverride: boolean }
  | { ok: false; reason: "unknown-teacher" | "unknown-room" }

type SlotChoice = {
  override?: Override
  exceptSessionId?: string
  /** Puts back what was there before: the teacher's leave was known then. */
  despiteLeave?: boolean
}

/**
 * Checks whether a slot is free for a session with these students, in the caller's transaction, and returns its
 * instants (UTC ms). A closure, a clash or the teacher's leave refuses it. With a reason a closure, a room clash or a
 * student clash is accepted; a teacher's never, nor their leave.
 */
export function checkSlot(
  actor: Actor,
  slot: Slot,
  studentIds: readonly string[],
  { override, exceptSessionId, despiteLeave = false }: SlotChoice = {},
): SlotRefusal | { ok: true; startsAt: number; endsAt: number; accepted: Accepted | undefined } {
  if (slot.teacherId && !isKnownTeacher(actor, slot.teacherId))
    return { ok: false, reason: "unknown-teacher" }
  if (slot.roomId && !isKnownRoom(actor, slot.roomId)) return { ok: false, reason: "unknown-room" }
  const startsAt = instantOf(slot.date, slot.startTime, actor.school.timeZone)
  const endsAt = startsAt + slot.minutes * 60_000
  const { teacherId, roomId, minutes } = slot
  const clashes = findClashes(actor, { teacherId, roomId, studentIds, startsAt, endsAt, exceptSessionId })
  const [closure] = listClosures(actor, slot.date, slot.date)
  const away = teacherId && !despiteLeave ? listAwayAt(actor, teacherId, slot) : []
  const mayOverride = away.length === 0 && canBeAccepted(clashes)
  if ((clashes.length > 0 || away.length > 0 || closure) && !(override && mayOverride))
    return {
      ok: false,
      reason: "clash",
      clashes: [
        ...(closure ? [`The school is closed that day: ${closure.name}.`] : []),
        ...away.map((off) => awayText(off.teacherName, off)),
        ...clashes.map(clashText),
      ],
      alternatives: findFreeTimes(actor, {
        teacherId,
        roomId,
        studentIds,
        minutes,
        near: slot,
        exceptSessionId,
      }),
      mayOverride,
    }
  const resourceIds = new Set(clashes.map(({ resourceId }) => resourceId))
  const accepted = override && resourceIds.size > 0 ? { reason: override.reason, resourceIds } : undefined
  return { ok: true, startsAt, endsAt, accepted }
}

/** The leave of a teacher that a lesson would fall into. */
function listAwayAt(actor: Actor, teacherId: string, { date, startTime, minutes }: Slot) {
  const lesson = { date, from: startTime, to: addMinutes(startTime, minutes) }
  return listDaysAway(actor, teacherId, date, date).filter((off) => isAwayAt(off, lesson))
}

/** Who a session concerns on a date: those enrolled in its class then, and its guests. */
export function attendeesOn(actor: Actor, session: { id: string; classId: string }, date: string): string[] {
  const guests = db()
    .select({ studentId: seats.studentId })
    .from(seats)
    .where(and(own(actor, seats), eq(seats.sessionId, session.id), ne(seats.kind, "enrolled")))
    .all()
  return [
    ...new Set([...enrolledOn(actor, session.classId)(date), ...guests.map(({ studentId }) => studentId)]),
  ]
}

/** A session's own row, for the commands. */
export function findSessionRow(actor: Actor, sessionId: string) {
  return db()
    .select()
    .from(sessions)
    .where(own(actor, sessions, sessionId))
    .get()
}

/** A teacher of the school who has not left. */
export const isKnownTeacher = (actor: Actor, id: string) =>
  db()
    .select({ id: teachers.id })
    .from(teachers)
    .where(and(own(actor, teachers, id), isNull(teachers.deactivatedAt)))
    .get() !== undefined

/** A room of the school that is in use. */
export const isKnownRoom = (actor: Actor, id: string) =>
  db()
    .select({ id: rooms.id })
    .from(rooms)
    .where(and(own(actor, rooms, id), isNull(rooms.archivedAt)))
    .get() !== undefined
