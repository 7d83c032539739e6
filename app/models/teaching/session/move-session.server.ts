import { transact } from "db/client.server"
import { events } from "db/schema/foundation-audit"
import { classes, schedules } from "db/schema/teaching"
import { sessions } from "db/schema/teaching-sessions"
import { and, desc, eq, gt } from "drizzle-orm"
import { z } from "zod"
import type { Actor } from "~/models/foundation/access/actor"
import { add, change, find, ownRows } from "~/models/foundation/access/door.server"
import { newRow } from "~/models/foundation/access/own.server"
import { allOrNothing } from "~/models/foundation/access/rehearse.server"
import { recordEvent } from "~/models/foundation/audit/audit.server"
import { heldMs } from "~/models/foundation/outbox/outbox.server"
import { now } from "~/utils/clock.server"
import type { Result } from "~/utils/result"
import { findBookedTrial, tellTrialSoon } from "../booked-trial/booked-trial.server"
import { teacherOn } from "../scheduled-teacher-change/scheduled-teacher-change"
import { findLaterTeacher } from "../scheduled-teacher-change/scheduled-teacher-change.server"
import { type Accepted, claim, release } from "./claim.server"
import type { Clash } from "./clash"
import { impossibleTime } from "./impossible-time.server"
import { andLeftOut, moveTrialDay, wouldBeEmpty } from "./lesson-day.server"
import { expectedOn } from "./make-sessions.server"
import { nextOriginalStart } from "./original-start.server"
import { queueUpdates } from "./reader-updates.server"
import { acceptAgain, readAccepted } from "./schedule-change.server"
import { listSessionsToTell } from "./session-list.server"
import {
  attendeesOn,
  checkSlot,
  findSessionRow,
  type Override,
  type Slot,
  type SlotRefusal,
  slotNow,
} from "./slot.server"
import type { ImpossibleTime } from "./slot-check"
import { ownTeachersCauses } from "./stranded-cause"
import { findStranded, keepLessons } from "./stranded-causes.server"

export type NewSession = Pick<Slot, "date" | "startTime"> & {
  classId: string
  /** As long as the class's lessons when absent. */
  minutes?: number
  /** The class's own of that day when absent. */
  teacherId?: string | null
  roomId?: string | null
  /** Accepts a closure, a room clash or a student clash. */
  override?: Override
  /** A lesson whose student isn't coming: this one takes its time, and its teacher and room are booked by both. */
  instead?: string
}

/** How long a class's lessons are: as its latest weekly time says, or half an hour where it never had one. */
export const usualMinutes = (actor: Actor, classId: string): number =>
  ownRows(actor, schedules, ["minutes"])
    .where(eq(schedules.classId, classId))
    .orderBy(desc(schedules.startsOn))
    .get()?.minutes ?? 30

/**
 * Adds one session to a class beside its schedule. Refused when the class is not the school's or has ended by then,
 * has a session at that very time, or the slot is not free or can't be.
 */
export function addSession(
  actor: Actor,
  { classId, override, instead, ...wish }: NewSession,
): Result<{ sessionId: string }, "no-class" | "class-over" | "already-there"> | SlotRefusal | ImpossibleTime {
  return transact(() => {
    const found = find(actor, classes, classId)
    if (!found) return { ok: false, reason: "no-class" }
    if (found.endedOn !== null && found.endedOn < wish.date) return { ok: false, reason: "class-over" }
    if (meetsAt(actor, classId, wish)) return { ok: false, reason: "already-there" }
    const { date, startTime } = wish
    const minutes = wish.minutes ?? usualMinutes(actor, classId)
    const ownTeacherId = teacherOn({ ...found, later: findLaterTeacher(actor, classId) }, wish.date)
    const teacherId = wish.teacherId === undefined ? ownTeacherId : wish.teacherId
    const roomId = wish.roomId === undefined ? found.roomId : wish.roomId
    const studentIds = expectedOn(actor, classId)(date)
    const slot = { date, startTime, minutes, teacherId, roomId }
    const impossible = impossibleTime(slot, actor.school.timeZone)
    if (impossible) return impossible
    const checked = checkSlot(actor, slot, studentIds, {
      override,
      classId,
      exceptSessionId: instead,
      despiteHours: instead !== undefined,
    })
    if (!checked.ok) return checked

    const { startsAt, endsAt } = checked
    const accepted = instead ? freedTime(teacherId, roomId) : checked.accepted
    const row = { ...newRow(actor), classId, startTime, minutes, startsAt, endsAt, teacherId, roomId }
    const original = nextOriginalStart(actor, classId, date, startTime)
    add(actor, sessions, { ...row, ...original, localDate: date })
    claim(actor, row, studentIds, accepted)
    if (accepted && !instead) keepLessons(actor, [row.id], accepted.reason)
    recordEvent(actor, "session.add", row.id, { after: { classId, ...slot, accepted: accepted?.reason } })
    return { ok: true, sessionId: row.id }
  })
}

const freedTime = (...ids: (string | null)[]): Accepted => ({
  reason: "Freed time",
  resourceIds: new Set(ids.flatMap((id) => id ?? [])),
})

type MoveChoice = {
  silent?: boolean
  despiteLeave?: boolean
  despiteHours?: boolean
  /** Why it is outside the teacher's hours. */
  hoursReason?: string
  back?: KeptBefore
  /** Another teacher gives it: at its time in its room only they are asked about. */
  isSubstitution?: boolean
  /** Refuses, unless a reason is given, where a student would be left out who comes to it today. */
  namesLeftOut?: boolean
  /** Whether a clash stood where it is put back, before it was moved away. */
  stood?: (clash: Clash) => boolean
}

/** Why a lesson stayed where it was, and despite what, before it was moved: putting it back brings that back, too. */
export type KeptBefore = { keptReason: string | null; keptDespite: string | null }

/**
 * Moves one session to another date, time, room or teacher; its original start stays, so the rule does not fill the gap.
 * Refused when its register is taken, it is canceled, none of its students is enrolled then, or the slot is not free. At the same time in the same room, what was
 * accepted about room and students stays so. `back` puts it where it was: on a day off, a closed day or outside hours, too.
 * Families and teachers are told by mail in two minutes, unless the caller tells them (`silent`); whoever booked it as a trial lesson
 * is always. Where it is there already, nothing
 * changes and no one is told (`isUnchanged`).
 */
export function moveSession(
  actor: Actor,
  sessionId: string,
  { override, ...wish }: Omit<Slot, "minutes"> & { minutes?: number; override?: Override },
  {
    silent = false,
    despiteLeave = false,
    despiteHours = despiteLeave,
    hoursReason,
    back,
    stood,
    isSubstitution = false,
    namesLeftOut = false,
  }: MoveChoice = {},
):
  | Result<{ sessionId: string; isUnchanged?: boolean }, "no-session" | "has-register" | "is-cancelled">
  | SlotRefusal
  | ImpossibleTime {
  return transact(() => {
    const session = findSessionRow(actor, sessionId)
    if (!session) return { ok: false, reason: "no-session" }
    if (session.registerTakenAt !== null) return { ok: false, reason: "has-register" }
    if (session.state === "cancelled") return { ok: false, reason: "is-cancelled" }
    const slot = { ...wish, minutes: wish.minutes ?? session.minutes }
    const isBack = despiteLeave || back !== undefined
    const impossible =
      isBack || isSameHour(session, slot) ? undefined : impossibleTime(slot, actor.school.timeZone)
    if (impossible) return impossible
    const empty = isBack ? undefined : wouldBeEmpty(actor, session, slot.date)
    if (empty) return empty
    const studentIds = attendeesOn(actor, session, slot.date)
    const staysPut = isSameTime(session, slot)
    const onlyTeacher = isSubstitution && staysPut
    const acceptedBefore = staysPut ? readAccepted(actor, [session]) : []
    const free = checkSlot(actor, slot, studentIds, {
      override,
      exceptSessionId: sessionId,
      classId: session.classId,
      now: slotNow(session),
      despiteLeave: isBack,
      despiteHours: despiteHours || back !== undefined,
      despiteClosure: back !== undefined || (onlyTeacher && keptCauses(session).includes("closure")),
      acceptedBefore: new Set(acceptedBefore.map(({ resourceId }) => resourceId)),
      stood,
      isSubstitution: onlyTeacher,
    })
    const isToName = namesLeftOut && !isBack && !override
    const checked = isToName ? andLeftOut(actor, session, slot.date, free) : free
    if (!checked.ok) return checked

    const { startsAt, endsAt, accepted } = checked
    if (!silent && isThere(actor, session, slot, { back, accepted }))
      return { ok: true, sessionId, isUnchanged: true }
    const { date: localDate, ...rest } = slot
    const before = silent ? [] : listSessionsToTell(actor, [sessionId])
    const trial = findBookedTrial(actor, sessionId)
    moveTrialDay(actor, session, localDate)
    change(actor, sessions, sessionId, {
      ...rest,
      localDate,
      startsAt,
      endsAt,
      ...keptStill(session, staysPut, onlyTeacher),
      ...back,
    })
    release(actor, sessionId)
    claim(actor, { ...session, ...rest, startsAt, endsAt }, studentIds, accepted)
    acceptAgain(actor, acceptedBefore)
    // Put back where it was, it is to be settled again, unless it was kept there.
    const isChosen = despiteHours && !despiteLeave && !back
    const kept = accepted?.reason ?? (isChosen ? (hoursReason ?? "Chosen by the office") : undefined)
    if (kept) keepLessons(actor, [sessionId], kept, onlyTeacher ? ["hours"] : undefined)
    recordEvent(actor, "session.move", sessionId, {
      before: { ...slotNow(session), ...acceptedIn(session) },
      after: { ...slot, accepted: accepted?.reason },
    })
    if (!silent) queueUpdates(actor, before)
    tellTrialSoon(actor, trial)
    return { ok: true, sessionId }
  })
}

type Row = typeof sessions.$inferSelect

const isSameHour = (session: Row, { date, startTime, minutes }: Slot) =>
  session.localDate === date && session.startTime === startTime && session.minutes === minutes

/** Whether a lesson is where a move leads, with nothing new to accept about it there. */
function isThere(
  actor: Actor,
  session: Row,
  slot: Slot,
  { back, accepted }: { back: KeptBefore | undefined; accepted: Accepted | undefined },
): boolean {
  if (!isSameTime(session, slot) || session.teacherId !== slot.teacherId) return false
  if (back && (back.keptReason !== session.keptReason || back.keptDespite !== session.keptDespite))
    return false
  if (!accepted) return true
  const isKnown = accepted.reason === session.keptReason && accepted.resourceIds.size === 0
  return isKnown && !findStranded(actor, [session.id]).has(session.id)
}

/** For the log: why a lesson stayed where it was, and despite what. */
const acceptedIn = ({ keptReason, keptDespite }: Row) =>
  keptDespite === null ? {} : { accepted: keptReason, keptDespite }

const keptCauses = ({ keptDespite }: Row): string[] => keptDespite?.split(" ") ?? []

/** What was accepted about its room, while it stays there at its time; with another teacher also about all but the teacher. */
function keptStill(session: Row, staysPut: boolean, onlyTeacher: boolean): KeptBefore {
  const still = keptCauses(session).filter(
    (cause) => cause === "buffer" || (onlyTeacher && !ownTeachersCauses.includes(cause)),
  )
  return staysPut && still.length > 0
    ? { keptReason: session.keptReason, keptDespite: still.join(" ") }
    : { keptReason: null, keptDespite: null }
}

const isSameTime = (session: Row, slot: Slot) => isSameHour(session, slot) && session.roomId === slot.roomId

/** Whether the class has a session at that very time that is not canceled. */
function meetsAt(actor: Actor, classId: string, { date, startTime }: Pick<Slot, "date" | "startTime">) {
  const found = ownRows(actor, sessions, ["id"])
    .where(
      and(
        eq(sessions.classId, classId),
        eq(sessions.localDate, date),
        eq(sessions.startTime, startTime),
        eq(sessions.state, "planned"),
      ),
    )
    .get()
  return found !== undefined
}

// A form that moves a lesson and is sent twice moves it once. Its second answer shows what the first one did, since the browser
// shows only that.

const Place = z.object({
  date: z.string(),
  startTime: z.string(),
  minutes: z.number(),
  teacherId: z.string().nullable(),
  roomId: z.string().nullable(),
})
const Before = Place.extend({
  accepted: z.string().nullish().default(null),
  keptDespite: z.string().nullish().default(null),
})

/**
 * Where a lesson was before this member moved it to the slot, as long as its emails can wait and nothing happened to it since.
 * Undefined otherwise.
 */
export function findLastMove(
  actor: Actor,
  sessionId: string,
  slot: Slot,
): { from: Slot; kept: KeptBefore } | undefined {
  const last = findLast(actor, sessionId, "move")
  if (!last) return undefined
  const { accepted, keptDespite, ...from } = Before.parse(last.before)
  const isTo = JSON.stringify(Place.parse(last.after)) === JSON.stringify(Place.parse(slot))
  return isTo ? { from, kept: { keptReason: accepted, keptDespite } } : undefined
}

const CoPlace = z.object({ teacherId: z.string(), by: z.string().nullable() })

/** The same of a co-teacher's place: who had it before this member gave it to another. */
export function findLastPlace(
  actor: Actor,
  sessionId: string,
  place: z.output<typeof CoPlace>,
): { by: string | null } | undefined {
  const last = findLast(actor, sessionId, "replace-co-teacher")
  const isTo = last && JSON.stringify(CoPlace.parse(last.after)) === JSON.stringify(CoPlace.parse(place))
  return isTo ? CoPlace.parse(last.before) : undefined
}

/** What happened last to a lesson, where this member did it and its emails can wait. */
function findLast(
  actor: Actor,
  sessionId: string,
  verb: string,
): { before: unknown; after: unknown } | undefined {
  const last = ownRows(actor, events)
    .where(
      and(eq(events.noun, "session"), eq(events.nounId, sessionId), gt(events.createdAt, now() - heldMs)),
    )
    .orderBy(desc(events.createdAt), desc(events.id))
    .limit(1)
    .get()
  if (last?.verb !== verb || last.memberId !== actor.memberId || !last.before || !last.after) return undefined
  return { before: JSON.parse(last.before), after: JSON.parse(last.after) }
}

/**
 * Two lessons take each other's date, time and room. The lessons move, their students don't: class, price, package, pay and
 * attendance belong to the lesson, so each stays with the student it was planned for. Refused, leaving both as they were,
 * when either can't be moved, or a teacher, a room or a student is taken at its new time.
 */
export function exchangeSlots(
  actor: Actor,
  oneId: string,
  otherId: string,
): Result<void, "not-movable" | "clash"> {
  return allOrNothing((): Result<void, "not-movable" | "clash"> => {
    const [one, other] = [findSessionRow(actor, oneId), findSessionRow(actor, otherId)]
    if (!one || !other || one.id === other.id) return { ok: false, reason: "not-movable" }
    // Both times are free from here on for the other of the two.
    release(actor, one.id)
    release(actor, other.id)
    for (const [session, place] of [
      [one, other],
      [other, one],
    ] as const) {
      const { localDate: date, startTime, roomId } = place
      const slot = { date, startTime, teacherId: session.teacherId, roomId }
      const moved = moveSession(actor, session.id, slot, { silent: true })
      if (!moved.ok) return { ok: false, reason: isTaken(moved.reason) ? "clash" : "not-movable" }
    }
    return { ok: true }
  })
}

const isTaken = (reason: string): boolean => ["clash", "unknown-teacher", "unknown-room"].includes(reason)
