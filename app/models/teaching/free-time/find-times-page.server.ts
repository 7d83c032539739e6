import { classes, enrollments, schedules } from "db/schema/teaching"
import { sessions } from "db/schema/teaching-sessions"
import { and, eq, gte, inArray, isNull, lte, or } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { ownRows, select } from "~/models/foundation/access/door.server"
import { among, columns, joined, own } from "~/models/foundation/access/own.server"
import { may } from "~/models/foundation/access/permissions"
import { asksForNames } from "~/models/foundation/name-search/name-search"
import { listStudentsNamed } from "~/models/people/student/student.server"
import { listTeachers } from "~/models/people/teacher/teacher.server"
import { todayOf } from "~/utils/clock.server"
import { formatTime } from "~/utils/formats"
import { joinNames } from "~/utils/names"
import { coTeachersOn } from "../co-teacher/co-teacher.server"
import { offerLinesAsked } from "../line-offer/line-offer.server"
import { listRooms } from "../room/room.server"
import { expectedOn } from "../session/make-sessions.server"
import type { findSchedulePage } from "../session/schedule-page.server"
import type { ScheduleQuery } from "../session/schedule-period"
import { sessionTitle } from "../session/session"
import { findSession, listSessionsById } from "../session/session-list.server"
import { searchWhose } from "../whose-lessons/whose-lessons.server"
import {
  type FindTimesQuery,
  type FoundTime,
  findTimesErrors,
  readFindTimesQuery,
  spanOf,
  type TimeWithDay,
  withFoundTimes,
} from "./find-times"
import { findTimes } from "./find-times.server"

/**
 * "Find a time": the search with what it can fill in by itself, and its times; none while a
 * student, class, teacher or room is still looked for by name. Undefined when the lesson or class isn't the school's.
 */
export function findTimesPage(actor: Actor, query: FindTimesQuery, asked: URLSearchParams) {
  const day = todayOf(actor)
  const session = query.sessionId ? findSession(actor, query.sessionId) : undefined
  const classId = session?.classId ?? query.classId
  const found = classId ? findClassFacts(actor, classId) : undefined
  if ((query.sessionId && !session) || (classId && !found)) return undefined
  const ids = session
    ? session.students.map(({ id }) => id)
    : found
      ? [...new Set([...expectedOn(actor, found.id)(day), ...query.studentIds])]
      : query.studentIds
  const chosen = listStudentsNamed(actor, ids)
  const usualClass = found ?? usualClassOf(actor, chosen[0]?.id, day)
  const minutes = query.minutes || String(session?.minutes ?? usualClass?.minutes ?? 30)
  const teachers = listTeachers(actor)
  const rooms = listRooms(actor)
  const teacherId =
    query.teacherId || (query.minutes ? "" : (session?.teacherId ?? usualClass?.teacherId ?? ""))
  const filled = {
    ...query,
    ...spanOf(query, day, session?.localDate),
    minutes,
    teacherId: teachers.some(({ id }) => id === teacherId) ? teacherId : "",
    roomId: rooms.some(({ id }) => id === query.roomId) ? query.roomId : "",
  }
  const errors = findTimesErrors(filled)
  const isAsked =
    !asksForNames(asked) &&
    query.search === "" &&
    (chosen.length > 0 || filled.teacherId !== "" || query.minutes !== "")
  const usual = session
    ? {
        date: session.localDate,
        startTime: session.startTime,
        teacherId: session.teacherId,
        roomId: session.roomId,
        minutes: session.minutes,
      }
    : null
  return {
    query: filled,
    errors,
    lesson: session ? { id: session.id, title: sessionTitle(session) } : null,
    chosenClass: found ? { id: found.id, name: found.name } : null,
    /** Where a new lesson belongs: several students' is the class of just them; without one they get a class of their own. */
    classId: found?.id ?? (chosen.length > 1 ? classOfJust(actor, chosen, day) : usualClass?.id),
    chosen,
    found: query.search ? searchWhose(actor, query.search) : [],
    lines: offerLinesAsked(actor, asked, filled),
    times:
      isAsked && Object.keys(errors).length === 0
        ? withDays(
            actor,
            findTimes(actor, {
              teacherId: filled.teacherId || null,
              coTeacherIds: classId
                ? coTeachersOn(actor, classId, session?.localDate ?? day, session?.id).filter(
                    (id) => id !== filled.teacherId,
                  )
                : [],
              instrument: usualClass?.instrument ?? chosen[0]?.instrument ?? null,
              studentIds: ids,
              minutes: Number(minutes),
              roomId: filled.roomId || null,
              usualRoomId: ["", usualClass?.teacherId].includes(filled.teacherId)
                ? usualClass?.roomId
                : undefined,
              from: filled.from,
              to: filled.to,
              usual,
              exceptSessionId: session?.id,
              movedOfClass: session?.classId,
            }),
            session?.id,
          )
        : null,
  }
}

const facts = {
  ...columns(classes, "id", "name", "instrument", "teacherId", "roomId"),
  minutes: schedules.minutes,
}

function findClassFacts(actor: Actor, classId: string) {
  return select(facts)
    .from(classes)
    .leftJoin(schedules, joined(schedules.classId, classes.id))
    .where(own(actor, classes, classId))
    .limit(1)
    .get()
}

/** The class in which these students are enrolled and no one else is or will be: a later lesson would have them too. */
function classOfJust(actor: Actor, chosen: readonly { id: string }[], day: string): string | undefined {
  const ids = new Set(chosen.map(({ id }) => id))
  const candidates = ownRows(actor, enrollments, ["classId"])
    .where(and(eq(enrollments.studentId, chosen[0]?.id ?? ""), isEnrolledOn(day)))
    .all()
    .map(({ classId }) => classId)
  const enrolled = ownRows(actor, enrollments, ["classId", "studentId"])
    .where(and(inArray(enrollments.classId, candidates), isNotOver(day)))
    .all()
  return candidates.find((classId) => {
    const here = new Set(enrolled.flatMap((row) => (row.classId === classId ? [row.studentId] : [])))
    return here.size === ids.size && [...here].every((studentId) => ids.has(studentId))
  })
}

const isNotOver = (day: string) => or(isNull(enrollments.endsOn), gte(enrollments.endsOn, day))

const isEnrolledOn = (day: string) => and(lte(enrollments.startsOn, day), isNotOver(day))

/** A student's private class, whose teacher and length a search begins with. */
function usualClassOf(actor: Actor, studentId: string | undefined, day: string) {
  if (!studentId) return undefined
  return select(facts)
    .from(enrollments)
    .innerJoin(classes, joined(classes, enrollments.classId))
    .leftJoin(schedules, joined(schedules.classId, classes.id))
    .where(
      and(
        own(actor, enrollments),
        eq(enrollments.studentId, studentId),
        eq(classes.kind, "private"),
        isEnrolledOn(day),
      ),
    )
    .limit(1)
    .get()
}

/** Puts each time among its teacher's lessons of that day, in order of time. Four queries, however many times. */
function withDays(actor: Actor, times: readonly FoundTime[], exceptId: string | undefined): TimeWithDay[] {
  const dates = [...new Set(times.map(({ date }) => date))]
  const teacherIds = [...new Set(times.map(({ teacherId }) => teacherId))]
  const ids = ownRows(actor, sessions, ["id"])
    .where(
      and(
        among(sessions.teacherId, teacherIds),
        among(sessions.localDate, dates),
        eq(sessions.state, "planned"),
      ),
    )
    .all()
    .flatMap(({ id }) => (id === exceptId ? [] : [id]))
  const given = listSessionsById(actor, ids, [])
  return times.map((time) => ({
    ...time,
    day: [
      { startTime: time.startTime, title: "this time", isThis: true },
      ...given
        .filter(({ teacherId, localDate }) => teacherId === time.teacherId && localDate === time.date)
        .map((session) => ({ startTime: session.startTime, title: sessionTitle(session), isThis: false })),
    ]
      .sort((one, other) => one.startTime.localeCompare(other.startTime))
      .map(({ startTime, title, isThis }) => ({
        text: `${formatTime(startTime, actor.school)} ${title}`,
        isThis,
      })),
  }))
}

type Body = ReturnType<typeof findSchedulePage>["body"]

/** A longer search isn't one of ours. */
const longestSearch = 1000

/**
 * The week of a schedule with the free times of a search, which is given as its address has it. Without a search, or where it
 * finds nothing, the schedule is as it was.
 */
export function drawFoundTimes(
  actor: Actor,
  { by }: Pick<ScheduleQuery, "by">,
  body: Body,
  find: string | null,
): { body: Body; sought: { find: string; subject: string | null } | null } {
  if (body.kind !== "week" || !find || find.length > longestSearch || !may(actor, "schedule:write"))
    return { body, sought: null }
  const asked = new URLSearchParams(find)
  const page = findTimesPage(actor, readFindTimesQuery(asked), asked)
  if (!page?.times?.length) return { body, sought: null }
  const { times, lesson, chosenClass, chosen, classId, query } = page
  const studentIds = chosen.map(({ id }) => id)
  const sought = { lessonId: lesson?.id, classId, studentIds, minutes: Number(query.minutes) }
  return {
    body: { ...body, days: withFoundTimes(body, by, times, sought) },
    sought: {
      find,
      subject: (lesson?.title ?? chosenClass?.name ?? joinNames(chosen.map(({ name }) => name))) || null,
    },
  }
}
