import { teachers } from "db/schema/people"
import { classes, enrollments, rooms } from "db/schema/teaching"
import { seats, sessions } from "db/schema/teaching-sessions"
import { and, eq, isNull, ne } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { find, hasRow, ownRows, type Params, query, select } from "~/models/foundation/access/door.server"
import { joined, own } from "~/models/foundation/access/own.server"
import { now } from "~/utils/clock.server"
import { instantOf } from "~/utils/zones"
import { listClosures } from "../closed-days/closed-days.server"
import { coTeachersOn } from "../co-teacher/co-teacher.server"
import { type Leaving, leavingText, teacherOn } from "../scheduled-teacher-change/scheduled-teacher-change"
import { findGone, findLaterTeacher } from "../scheduled-teacher-change/scheduled-teacher-change.server"
import { findTeacherLimits } from "../teacher-time/teacher-limits.server"
import type { Accepted } from "./claim.server"
import { type Clash, canBeAccepted, clashText } from "./clash"
import { findClashes } from "./clash.server"
import { findFreeTimes } from "./free-times.server"
import { expectedOn } from "./make-sessions.server"
import { listTooTight } from "./room-buffer.server"
import type { Refused } from "./slot-check"
import { listTooFar } from "./travel.server"

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
  | ({ ok: false; reason: "clash"; clashes: string[] } & Refused)
  | { ok: false; reason: "unknown-teacher" | "unknown-room" | "class-ended" }

type SlotChoice = {
  override?: Override
  exceptSessionId?: string
  /** Its class, whose other teachers must be free, too. */
  classId?: string
  /** Puts back what was there before: the teacher's leave was known then. */
  despiteLeave?: boolean
  /** Whoever chose it saw that it is outside the teacher's hours. */
  despiteHours?: boolean
  /** It was there before, on a day that was closed by then. */
  despiteClosure?: boolean
  /** Rooms and students whose double booking at this very time was accepted before. */
  acceptedBefore?: ReadonlySet<string>
  /** Whether a double booking stood there before: what is put back may have it again, a teacher's too. */
  stood?: (clash: Clash) => boolean
  /** Only another teacher, at its time in its room: who and what else is booked twice there isn't asked again. */
  isSubstitution?: boolean
  /** It is put back as it was. */
  isBack?: boolean
  /** Where a lesson is now, which isn't offered instead. */
  now?: Slot
  /** Offers times in the same room only. */
  sameRoom?: boolean
}

/**
 * Checks whether a slot is free for a session with these students, in the caller's transaction, and returns its
 * instants (UTC ms). A closure, a clash, the teacher's leave, their hours, their way from another site or the minutes of a room
 * refuse it. With a reason all of these are accepted but a teacher's clash and their leave. No lesson is given by a teacher who has
 * left by then, unless it is over and was theirs, or in a class that has ended, unless it stays on its day.
 */
export function checkSlot(
  actor: Actor,
  slot: Slot,
  studentIds: readonly string[],
  choice: SlotChoice = {},
): SlotRefusal | { ok: true; startsAt: number; endsAt: number; accepted: Accepted | undefined } {
  const { override, exceptSessionId, classId, acceptedBefore, stood, sameRoom, now: before } = choice
  const { isSubstitution = false, isBack } = choice
  const { despiteLeave = false, despiteHours = false, despiteClosure = false } = choice
  const startsAt = instantOf(slot.date, slot.startTime, actor.school.timeZone)
  const gaveIt = () =>
    exceptSessionId !== undefined &&
    startsAt <= now() &&
    findSessionRow(actor, exceptSessionId)?.teacherId === slot.teacherId
  if (slot.teacherId && !isKnownTeacher(actor, slot.teacherId) && !gaveIt())
    return { ok: false, reason: "unknown-teacher" }
  if (slot.roomId && !isKnownRoom(actor, slot.roomId)) return { ok: false, reason: "unknown-room" }
  const staysOnDay = before?.date === slot.date
  if (classId && !staysOnDay && hasEndedBy(actor, classId, { date: slot.date, sessionId: exceptSessionId }))
    return { ok: false, reason: "class-ended" }
  const endsAt = startsAt + slot.minutes * 60_000
  const { teacherId, roomId, minutes } = slot
  const coTeacherIds =
    classId && !isSubstitution
      ? coTeachersOn(actor, classId, slot.date, exceptSessionId).filter((id) => id !== teacherId)
      : []
  const gone = findGone(actor, [teacherId, ...coTeacherIds], slot.date)
  if (gone) return leavesBefore(gone, { isBack })
  const wish = { teacherId, coTeacherIds, roomId, studentIds, startsAt, endsAt, exceptSessionId }
  const asked = isSubstitution ? { ...wish, roomId: null, studentIds: [] } : wish
  const clashes = findClashes(actor, asked).filter(
    (clash) => !stood?.(clash) && (clash.resource === "teacher" || !acceptedBefore?.has(clash.resourceId)),
  )
  const near = despiteLeave ? [] : [...listTooFar(actor, wish), ...listTooTight(actor, asked)]
  const [closure] = despiteClosure ? [] : listClosures(actor, slot.date, slot.date)
  const limits = findTeacherLimits(actor, [slot, ...coTeacherIds.map((id) => ({ ...slot, teacherId: id }))])
  const away = despiteLeave ? [] : limits.away
  const outside = despiteHours ? [] : limits.outside
  const mayOverride = away.length === 0 && canBeAccepted(clashes)
  const isFree = clashes.length + away.length + outside.length + near.length === 0 && !closure
  if (!isFree && !(override && mayOverride))
    return {
      ok: false,
      reason: "clash",
      clashes: [
        ...(closure ? [`The school is closed that day: ${closure.name}.`] : []),
        ...away,
        ...outside,
        ...near,
        ...clashes.map(clashText),
      ],
      alternatives: findFreeTimes(actor, {
        teacherId,
        coTeacherIds,
        roomId,
        studentIds,
        minutes,
        near: slot,
        exceptSessionId,
        sameRoom,
        now: before && before.minutes === minutes && before.teacherId === teacherId ? before : undefined,
      }),
      mayOverride,
    }
  const resourceIds = new Set(clashes.map(({ resourceId }) => resourceId))
  const accepted = override && !isFree ? { reason: override.reason, resourceIds } : undefined
  return { ok: true, startsAt, endsAt, accepted }
}

/** Why a lesson can't be given by a teacher who is gone before it. What is put back as it was has no other teacher or day to choose. */
export const leavesBefore = (leaves: Leaving, { isBack = false } = {}): SlotRefusal => ({
  ok: false,
  reason: "clash",
  clashes: [leavingText(leaves) + (isBack ? "" : " Choose another teacher, or a day before they leave.")],
  alternatives: [],
  mayOverride: false,
  withoutSearch: true,
})

/**
 * Who gives a lesson that is put back: the class's own teacher of that day, or no one, where its own is gone. One that has begun is of
 * who gave it.
 */
export function giverOf(
  actor: Actor,
  { classId, teacherId, startsAt }: { classId: string; teacherId: string | null; startsAt: number },
  date: string,
): string | null {
  const isHere = (id: string | null) => id && teachesOn(actor, id, date)
  if (teacherId === null || startsAt <= now() || isHere(teacherId)) return teacherId
  const found = find(actor, classes, classId)
  const own = found ? teacherOn({ ...found, later: findLaterTeacher(actor, classId) }, date) : null
  return isHere(own) ? own : null
}

/** Whether a class has ended before a day. A trial's goes along with its lesson. */
const hasEndedBy = (
  actor: Actor,
  classId: string,
  { date, sessionId }: { date: string; sessionId: string | undefined },
): boolean => {
  const found = find(actor, classes, classId)
  if (!found || found.endedOn === null || found.endedOn >= date) return false
  const isTrial = found.kind === "trial" && sessionId !== undefined
  return !(isTrial && findSessionRow(actor, sessionId)?.localDate === found.endedOn)
}

/** Where a session is. */
export const slotNow = ({ localDate: date, startTime, minutes, teacherId, roomId }: SessionSlot): Slot => ({
  date,
  startTime,
  minutes,
  teacherId,
  roomId,
})

type SessionSlot = Omit<Slot, "date"> & { localDate: string }

/** Who a session concerns on a date: those enrolled in its class and not on leave then, and its guests. */
export function attendeesOn(
  actor: Actor,
  session: { id: string; classId: string; localDate: string },
  date: string,
): string[] {
  const guests = ownRows(actor, seats, ["studentId"])
    .where(and(eq(seats.sessionId, session.id), ne(seats.kind, "enrolled")))
    .all()
  return [
    ...new Set([
      ...expectedOn(actor, session.classId)(date),
      ...(date === session.localDate ? [] : trialStudents(actor, session)),
      ...guests.map(({ studentId }) => studentId),
    ]),
  ]
}

/** Whose trial a lesson is: they come on whatever day it is. */
const trialStudents = (
  actor: Actor,
  { classId, localDate }: { classId: string; localDate: string },
): string[] =>
  select({ studentId: enrollments.studentId })
    .from(enrollments)
    .innerJoin(classes, joined(classes, enrollments.classId))
    .where(
      and(
        own(actor, enrollments),
        eq(enrollments.classId, classId),
        eq(enrollments.startsOn, localDate),
        eq(enrollments.endsOn, localDate),
        eq(classes.kind, "trial"),
        eq(classes.endedOn, localDate),
      ),
    )
    .all()
    .map(({ studentId }) => studentId)

/** A session's own row, for the commands. */
export const findSessionRow = (actor: Actor, sessionId: string) => sessionRowQuery.get(actor, { sessionId })

const sessionRowQuery = query((p: Params<{ sessionId: string }>, own) =>
  select().from(sessions).where(own(sessions, p.sessionId)),
)

/** A teacher of the school who has not left. */
export const isKnownTeacher = (actor: Actor, id: string) =>
  hasRow(actor, teachers, and(eq(teachers.id, id), isNull(teachers.deactivatedAt)))

/** Whether a teacher of the school is still there on a day. */
export const teachesOn = (actor: Actor, id: string, date: string): boolean =>
  isKnownTeacher(actor, id) && findGone(actor, [id], date) === undefined

/** A room of the school that is in use. */
export const isKnownRoom = (actor: Actor, id: string) =>
  hasRow(actor, rooms, and(eq(rooms.id, id), isNull(rooms.archivedAt)))
