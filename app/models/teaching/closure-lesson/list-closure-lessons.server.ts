import { closedLessons } from "db/schema/teaching-closed-lessons"
import { sessions } from "db/schema/teaching-sessions"
import { and, asc, between, count, eq, inArray, isNull, or } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { select } from "~/models/foundation/access/door.server"
import { own } from "~/models/foundation/access/own.server"
import { minutesOfDay } from "~/utils/clock-times"
import { addDays } from "~/utils/dates"
import type { ClosureFacts } from "../closure/closure.server"
import type { FoundTime } from "../free-time/find-times"
import { findTimes, type TimesWish } from "../free-time/find-times.server"
import type { SupposedLesson } from "../free-time/taken-times.server"
import { beginsLater } from "../session/begins-later.server"
import { type LeftOut, leftOutFinder } from "../session/left-out.server"
import { type SessionRow, sessionTitle } from "../session/session"
import { listSessionsToTell } from "../session/session-list.server"
import { type ClosureLesson, lessonsOfPage, type ProposedTime, type WhyNone } from "./closure-lesson"
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
