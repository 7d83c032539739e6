import { closedLessons } from "db/schema/teaching-closed-lessons"
import { sessions } from "db/schema/teaching-sessions"
import { and, asc, between, count, eq, inArray, isNull, or } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { add, change, ownRows, remove, select } from "~/models/foundation/access/door.server"
import { own } from "~/models/foundation/access/own.server"
import { allOrNothing } from "~/models/foundation/access/rehearse.server"
import { recordEvent } from "~/models/foundation/audit/audit.server"
import type { ItemOutcome } from "~/models/foundation/task/run-task.server"
import { slotMessages } from "~/texts/teaching/refusals"
import { now } from "~/utils/clock.server"
import { minutesOfDay } from "~/utils/clock-times"
import { addDays } from "~/utils/dates"
import { formatDate, formatTime } from "~/utils/formats"
import type { ClosureFacts } from "../closed-days/closed-days.server"
import { hasSpentCancelCredit } from "../credit/cancel-credits.server"
import type { FoundTime } from "../free-time/find-times"
import { findTimes, type SupposedLesson, type TimesWish } from "../free-time/find-times.server"
import { beginsLater } from "../session/begins-later.server"
import { restoreSession } from "../session/cancel-session.server"
import type { MovedWithout } from "../session/left-out"
import { type LeftOut, leftOutFinder, listMovingWithout } from "../session/left-out.server"
import { moveTrialDay, wouldBeEmpty } from "../session/lesson-day.server"
import { moveSession } from "../session/move-session.server"
import { deferUpdates } from "../session/reader-updates.server"
import { type SessionRow, sessionTitle } from "../session/session"
import { listSessionsToTell } from "../session/session-list.server"
import { attendeesOn, checkSlot, findSessionRow, giverOf } from "../session/slot.server"
import { closeLesson } from "./add-closure.server"
import {
  type ClosureLesson,
  type LessonChoice,
  lessonsOfPage,
  type NewTime,
  type ProposedTime,
  type WhyNone,
} from "./closure-lesson"
import { timeValue } from "./closure-lessons-form"

const [daysBefore, daysAround, timesOffered] = [7, 28, 3]
export const noneText: Record<WhyNone, string> = {
  "no-time": "No time is free for everyone in the weeks around it.",
  "no-teacher": "It has no teacher whose free times count.",
}

/** Why a lesson for which no time was found has none. */
export const whyNone = ({ teacherId }: Pick<SessionRow, "teacherId">): WhyNone =>
  teacherId ? "no-time" : "no-teacher"

/**
 * One page of the lessons to come on the days of a closure that have no attendance: those still scheduled, and those canceled
 * for it. Each with the best free times of its teacher, students and room, no two of them taking the same.
 */
export function listClosureLessons(
  actor: Actor,
  closure: ClosureFacts,
  page: number,
): { total: number; lessons: ClosureLesson[] } {
  const total = select({ n: count() }).from(sessions).where(isOfClosure(actor, closure)).get()?.n ?? 0
  const ids = closureLessonIds(actor, closure, lessonsOfPage, (page - 1) * lessonsOfPage)
  const alsoTaken: SupposedLesson[] = []
  const sessionsOfPage = listSessionsToTell(actor, ids)
  const leftOut = leftOutFinder(actor, sessionsOfPage)
  const lessons = sessionsOfPage.map((session): ClosureLesson => {
    const times = proposeTimes(actor, session, { alsoTaken }, leftOut)
    if (times[0]) alsoTaken.push(supposed(session, times[0]))
    const { id, localDate, startTime, teacherName } = session
    return {
      id,
      localDate,
      startTime,
      teacherName,
      title: sessionTitle(session),
      isCanceled: session.state === "cancelled",
      times: times.slice(0, timesOffered).map((time) => ({ ...time, value: timeValue(time) })),
      whyNone: times.length > 0 ? null : noneText[whyNone(session)],
    }
  })
  return { total, lessons }
}

/** The ids of those lessons in their order. */
export const closureLessonIds = (actor: Actor, closure: ClosureFacts, limit = -1, offset = 0): string[] =>
  select({ id: sessions.id })
    .from(sessions)
    .where(isOfClosure(actor, closure))
    .orderBy(asc(sessions.startsAt), asc(sessions.id))
    .limit(limit)
    .offset(offset)
    .all()
    .map(({ id }) => id)

const canceledAtOnce = 100

/** Those of them that still take place, also those scheduled since the day was closed: the first hundred. */
export const scheduledIds = (actor: Actor, closure: ClosureFacts): string[] =>
  select({ id: sessions.id })
    .from(sessions)
    .where(and(isOfClosure(actor, closure), eq(sessions.state, "planned")))
    .orderBy(asc(sessions.startsAt), asc(sessions.id))
    .limit(canceledAtOnce)
    .all()
    .map(({ id }) => id)

const isOfClosure = (actor: Actor, { id, startsOn, endsOn }: ClosureFacts) =>
  and(
    own(actor, sessions),
    between(sessions.localDate, startsOn, endsOn),
    beginsLater(),
    isNull(sessions.registerTakenAt),
    or(
      eq(sessions.state, "planned"),
      inArray(
        sessions.id,
        select({ id: closedLessons.sessionId })
          .from(closedLessons)
          .where(
            and(own(actor, closedLessons), eq(closedLessons.closureId, id), isNull(closedLessons.movedTo)),
          ),
      ),
    ),
  )

/**
 * The best free times in the weeks around a lesson, in its own room where that is free, and who would be left out of each; none
 * without a teacher, and none at which no one is enrolled. Those with all its students come first.
 */
export function proposeTimes(
  actor: Actor,
  session: SessionRow,
  supposed: Pick<TimesWish, "closedOn" | "alsoTaken"> = {},
  leftOut: LeftOut = leftOutFinder(actor, [session]),
): ProposedTime[] {
  const times = findFree(actor, session, supposed).map((time) => ({
    ...time,
    leftOut: leftOut(session, time.date).map(({ name }) => name),
  }))
  const someCome = times.filter((time) => time.leftOut.length < Math.max(1, session.students.length))
  return [
    ...someCome.filter((time) => time.leftOut.length === 0),
    ...someCome.filter((time) => time.leftOut.length > 0),
  ]
}

function findFree(
  actor: Actor,
  session: SessionRow,
  supposed: Pick<TimesWish, "closedOn" | "alsoTaken">,
): FoundTime[] {
  const { id, teacherId, roomId, minutes, localDate, startTime, coTeachers = [] } = session
  if (!teacherId) return []
  const wish = {
    ...supposed,
    teacherId,
    coTeacherIds: coTeachers.map((each) => each.id),
    instrument: null,
    studentIds: session.students.map((student) => student.id),
    minutes,
    roomId,
    withoutRoom: roomId === null,
    from: addDays(localDate, -daysBefore),
    to: addDays(localDate, daysAround - daysBefore - 1),
    usual: { date: localDate, startTime, teacherId, roomId },
    exceptSessionId: id,
    movedOfClass: session.classId,
  }
  const inRoom = findTimes(actor, wish)
  return inRoom.length > 0 || roomId === null ? inRoom : findTimes(actor, { ...wish, roomId: null })
}

/** A lesson as it would be at another time. */
export const supposed = (
  session: SessionRow,
  { date, startTime, teacherId, roomId }: FoundTime,
): SupposedLesson => ({
  ids: [teacherId, ...(session.coTeachers ?? []), ...session.students].map((each) =>
    typeof each === "string" ? each : each.id,
  ),
  date,
  from: minutesOfDay(startTime),
  to: minutesOfDay(startTime) + session.minutes,
  roomId,
  title: session.className,
  classId: session.classId,
})

export type Settled =
  | { ok: true; moved: number; canceled: number; without: MovedWithout[] }
  /** Nothing was changed: why, by lesson. */
  | { ok: false; reasons: Record<string, string> }

const changed = "This lesson has changed. Reload the page and choose again."

/** Cancels or moves lessons of a closure as chosen, all or none. No one is told before the office sends the emails. */
export function settleClosure(
  actor: Actor,
  closure: ClosureFacts,
  choices: Readonly<Record<string, LessonChoice>>,
): Settled {
  return allOrNothing((): Settled => {
    const known = new Set(closureLessonIds(actor, closure))
    const without = listWithout(actor, choices, known)
    const done = { moved: 0, canceled: 0 }
    const reasons: Record<string, string> = {}
    for (const [id, chosen] of Object.entries(choices)) {
      if (!known.has(id)) reasons[id] = changed
      if (!known.has(id) || chosen.choice === "stay") continue
      const outcome = moveOrCancel(actor, closure, id, chosen)
      if (!outcome.ok) reasons[id] = outcome.reason
      else if (chosen.choice === "move") done.moved += 1
      else done.canceled += 1
    }
    if (Object.keys(reasons).length > 0) return { ok: false, reasons }
    return { ok: true, ...done, without }
  })
}

/** Cancels the lessons of a closure that still take place, up to a hundred: those that were kept, brought back or scheduled since, too. */
export const cancelAllLessons = (actor: Actor, closure: ClosureFacts): Settled =>
  settleClosure(
    actor,
    closure,
    Object.fromEntries(scheduledIds(actor, closure).map((id) => [id, { choice: "cancel" }])),
  )

/** The lessons that would move to a day on which some of their students aren't enrolled. */
function listWithout(
  actor: Actor,
  choices: Readonly<Record<string, LessonChoice>>,
  known: ReadonlySet<string>,
): MovedWithout[] {
  const moving = Object.entries(choices).flatMap(([id, chosen]) =>
    chosen.choice === "move" && known.has(id) ? [[id, chosen.date] as const] : [],
  )
  const dates = new Map(moving)
  const lessons = listSessionsToTell(actor, [...dates.keys()])
  return listMovingWithout(actor, lessons, ({ id }) => dates.get(id))
}

const refuse = (reason: string) => ({ ok: false as const, reason })

function moveOrCancel(
  actor: Actor,
  closure: ClosureFacts,
  sessionId: string,
  chosen: Exclude<LessonChoice, { choice: "stay" }>,
): ItemOutcome {
  return chosen.choice === "move"
    ? moveLesson(actor, closure, sessionId, chosen)
    : cancelLesson(actor, closure, sessionId)
}

/** Cancels a lesson for a closure, without an email yet. */
export function cancelLesson(actor: Actor, closure: ClosureFacts, sessionId: string): ItemOutcome {
  forgetEarlier(actor, closure, sessionId)
  const closed = closeLesson(actor, closure.id, sessionId, closure.name)
  return closed.ok ? { ok: true, note: "Canceled", made: sessionId } : refuse(changed)
}

/**
 * Moves a lesson of a closure to a free time; one that was canceled for it takes place again, with the make-up spots in it.
 * Refused for a clash, leave, other hours and closed days, as every lesson is.
 */
export function moveLesson(
  actor: Actor,
  closure: ClosureFacts,
  sessionId: string,
  { date, startTime, roomId }: NewTime,
): ItemOutcome {
  return allOrNothing((): ItemOutcome => {
    const row = findSessionRow(actor, sessionId)
    if (!row || row.registerTakenAt !== null || row.startsAt <= now()) return refuse(changed)
    const teacherId = row.state === "cancelled" ? giverOf(actor, row, date) : row.teacherId
    const slot = { date, startTime, minutes: row.minutes, teacherId, roomId }
    const empty = wouldBeEmpty(actor, row, date)
    if (empty) return refuse(empty.message)
    const checked = checkSlot(actor, slot, attendeesOn(actor, row, date), {
      exceptSessionId: sessionId,
      classId: row.classId,
    })
    if (!checked.ok) return refuse(Object.values(slotMessages(checked).messages).join(" "))
    if (checked.startsAt <= now()) return refuse("Choose a time in the future.")
    const was = { date: row.localDate, startTime: row.startTime, roomId: row.roomId }
    const movedTo = JSON.stringify({ date, startTime, roomId })
    if (row.state === "cancelled") {
      const refusal = bringBack(actor, closure, sessionId, { ...checked, ...slot, was, movedTo })
      if (refusal) return refuse(refusal)
    } else {
      if (!moveSession(actor, sessionId, slot, { silent: true }).ok) return refuse(changed)
      forgetEarlier(actor, closure, sessionId)
      add(actor, closedLessons, {
        closureId: closure.id,
        sessionId,
        was: JSON.stringify(was),
        movedTo,
      })
    }
    deferUpdates(actor, sessionId, closure.id)
    const when = `${formatDate(date, "short", actor.school)}, ${formatTime(startTime, actor.school)}`
    return { ok: true, note: `Moved to ${when}`, made: sessionId }
  })
}

/** A lesson that was settled for the closure before, and is back on the schedule since, starts over from where it is. */
function forgetEarlier(actor: Actor, closure: ClosureFacts, sessionId: string) {
  if (findSessionRow(actor, sessionId)?.state !== "planned") return
  remove(
    actor,
    closedLessons,
    and(eq(closedLessons.closureId, closure.id), eq(closedLessons.sessionId, sessionId)),
  )
}

type Target = NewTime & { startsAt: number; endsAt: number; was: NewTime; movedTo: string }

/** Puts a canceled lesson on at another time; answers why it can't be. */
function bringBack(
  actor: Actor,
  closure: ClosureFacts,
  sessionId: string,
  { date, startTime, roomId, startsAt, endsAt, was, movedTo }: Target,
): string | undefined {
  const closed = ownRows(actor, closedLessons, ["id", "toldAt"])
    .where(and(eq(closedLessons.closureId, closure.id), eq(closedLessons.sessionId, sessionId)))
    .get()
  if (!closed) return changed
  if (hasSpentCancelCredit(actor, sessionId)) return "A make-up credit for this lesson was already used."
  const row = findSessionRow(actor, sessionId)
  if (row) moveTrialDay(actor, row, date)
  change(actor, sessions, sessionId, { localDate: date, startTime, roomId, startsAt, endsAt })
  if (!restoreSession(actor, sessionId, undefined, { silent: true }).ok) return changed
  change(actor, closedLessons, closed.id, {
    was: JSON.stringify({ ...was, wasCanceled: closed.toldAt !== null }),
    movedTo,
    toldAt: null,
    silencedAt: null,
  })
  recordEvent(actor, "session.move", sessionId, { after: { date, startTime } })
  return undefined
}
