import { students } from "db/schema/people"
import { classes } from "db/schema/teaching"
import { bookings, sessions } from "db/schema/teaching-sessions"
import { teacherAvailability } from "db/schema/teaching-teacher-time"
import { and, between, eq, inArray, ne } from "drizzle-orm"
import { alias } from "drizzle-orm/sqlite-core"
import type { Actor } from "~/models/foundation/access/actor"
import { ownRows, select } from "~/models/foundation/access/door.server"
import { joined, own } from "~/models/foundation/access/own.server"
import { teachesIt } from "~/models/people/teacher/instruments"
import { withTaughtInstruments } from "~/models/people/teacher/taught-instruments.server"
import { listTeachers } from "~/models/people/teacher/teacher.server"
import { now } from "~/utils/clock.server"
import { minutesOfDay } from "~/utils/clock-times"
import { addDays } from "~/utils/dates"
import { groupBy } from "~/utils/group-by"
import { classAlone, fullName } from "~/utils/names"
import { instantOf, localDate, localTime, today } from "~/utils/zones"
import { listClosures } from "../closed-days/closed-days.server"
import { roomsInOrder } from "../room/room"
import { findRoomFacts, listRooms } from "../room/room.server"
import { listLastDays } from "../scheduled-teacher-change/scheduled-teacher-change.server"
import { openingHours } from "../session/opening-hours.server"
import { findBuffers } from "../session/room-buffer.server"
import type { BookedResource } from "../session/session"
import { findTravel } from "../session/travel.server"
import type { Away } from "../teacher-time/teacher-time"
import { listTimeOff } from "../teacher-time/time-off.server"
import {
  everyTime,
  type FoundTime,
  longestSpan,
  mostAmong,
  type Placed,
  rankTimes,
  type TimesSearch,
  type WorkingTimes,
} from "./find-times"

// What teachers, rooms, students and their brothers and sisters have already, or would have, on the school's wall clock.

/** A lesson that would take place: `ids` are its teachers and students. */
export type SupposedLesson = Placed & { ids: string[]; title: string; classId: string }

const supposedTimes = (lessons: readonly SupposedLesson[] = [], resourceIds: readonly string[]) =>
  lessons.flatMap(({ ids, ...lesson }) =>
    resourceIds
      .filter((id) => ids.includes(id) || id === lesson.roomId)
      .map((resourceId) => ({ ...lesson, resourceId })),
  )

type Span = { from: string; to: string; except?: string }

/** What these teachers, rooms or students have on the dates, on the school's wall clock. */
function takenTimes(actor: Actor, resource: BookedResource, ids: readonly string[], span: Span) {
  if (ids.length === 0) return []
  return takenQuery(actor, resource, ids, span)
    .all()
    .map(({ startTime, minutes, ...row }) => {
      const start = minutesOfDay(startTime)
      return { ...row, from: start, to: start + minutes }
    })
}

const takenQuery = (
  actor: Actor,
  resource: BookedResource,
  ids: readonly string[],
  { from, to, except }: Span,
) =>
  select({
    resourceId: bookings.resourceId,
    date: sessions.localDate,
    startTime: sessions.startTime,
    minutes: sessions.minutes,
    roomId: sessions.roomId,
    title: classes.name,
    classId: sessions.classId,
  })
    .from(bookings)
    .innerJoin(sessions, joined(sessions, bookings.sessionId))
    .innerJoin(classes, joined(classes, sessions.classId))
    .where(
      and(
        own(actor, bookings),
        eq(bookings.resource, resource),
        inArray(bookings.resourceId, [...ids]),
        between(
          bookings.startsAt,
          instantOf(from, "00:00", actor.school.timeZone),
          instantOf(addDays(to, 1), "00:00", actor.school.timeZone),
        ),
        except ? ne(bookings.sessionId, except) : undefined,
      ),
    )

/** When brothers and sisters are in the building, or would be. */
function siblingTimes(
  actor: Actor,
  { studentIds, alsoTaken }: { studentIds: readonly string[]; alsoTaken?: readonly SupposedLesson[] },
  span: Span,
) {
  if (studentIds.length === 0) return []
  const sibling = alias(students, "sibling")
  const siblings = select({ id: sibling.id, firstName: sibling.firstName, lastName: sibling.lastName })
    .from(students)
    .innerJoin(sibling, joined(sibling.familyId, students.familyId))
    .where(and(own(actor, students), own(actor, sibling), inArray(students.id, [...studentIds])))
    .all()
    .filter(({ id }) => !studentIds.includes(id))
  const names = new Map(siblings.map(({ id, ...name }) => [id, name]))
  const ids = [...names.keys()]
  const there = [...takenTimes(actor, "student", ids, span), ...supposedTimes(alsoTaken, ids)]
  return there.flatMap(({ resourceId, title, ...time }) => {
    const name = names.get(resourceId)
    return name ? [{ ...time, name: name.firstName, lesson: classAlone(fullName(name), title) }] : []
  })
}

export type TimesWish = {
  /** Any teacher of the instrument when there is none. */
  teacherId: string | null
  /** Only these come into question: the first `mostAmong` of them. */
  among?: readonly string[]
  /** Who else teaches the class: they must be free, too. */
  coTeacherIds?: readonly string[]
  instrument: string | null
  studentIds: readonly string[]
  minutes: number
  /** Any room when there is none. */
  roomId: string | null
  /** Where the student usually is: tried before the others. */
  usualRoomId?: string | null | undefined
  /** It takes place without one. */
  withoutRoom?: boolean
  from: string
  to: string
  /** With its length, the lesson's own time isn't offered to it. */
  usual: (NonNullable<TimesSearch["usual"]> & { minutes?: number }) | null
  exceptSessionId?: string
  /** Of a lesson to move: near its day is better than soon, and a day without another lesson of its class. */
  movedOfClass?: string
  /** What is supposed besides: days on which the school closes, and lessons at other times. */
  closedOn?: readonly string[]
  alsoTaken?: readonly SupposedLesson[]
}

const mostTeachers = 12
const offered = 6

/**
 * The best times that are free for students, teachers and a room: within the teachers' weekly hours, not on closures or
 * approved leave or after a teacher's last day, not in the past. The same number of statements however many lessons there are.
 */
export function findTimes(actor: Actor, wish: TimesWish, most = offered): FoundTime[] {
  const search = searchFor(actor, wish)
  const ranked = search ? rankTimes(search, most + 1) : []
  return ranked.filter((time) => !isAsItIs(wish, time)).slice(0, most)
}

/**
 * All times that are free so, in order of time, from an instant on (UTC ms): those of teachers without weekly hours are left out, as
 * no one has said that they can be had.
 */
export function listOpenTimes(
  actor: Actor,
  wish: TimesWish,
  { notBefore, step }: { notBefore: number; step: number },
): FoundTime[] {
  const search = searchFor(actor, wish)
  if (!search) return []
  const zone = actor.school.timeZone
  const teachers = search.teachers.filter(({ hours }) => hours.length > 0)
  const earliest = { date: localDate(notBefore, zone), minute: minutesOfDay(localTime(notBefore, zone)) }
  return everyTime({ ...search, teachers, step, earliest })
}

function searchFor(actor: Actor, wish: TimesWish): TimesSearch | undefined {
  const zone = actor.school.timeZone
  const from = wish.from < today(zone, now()) ? today(zone, now()) : wish.from
  const to = [wish.to, addDays(from, longestSpan - 1)].sort()[0] ?? wish.to
  if (to < from) return undefined
  const teachers = teachersToTry(actor, wish)
  const ids = teachers.map(({ id }) => id)
  const rooms = roomsToTry(actor, wish)
  const taken = (resource: BookedResource, resourceIds: readonly string[]) =>
    groupBy(
      [
        ...takenTimes(actor, resource, resourceIds, { from, to, except: wish.exceptSessionId }),
        ...supposedTimes(wish.alsoTaken, resourceIds),
      ],
      (row) => row.resourceId,
    )
  const ofTeachers = taken("teacher", ids)
  const ofRooms = taken(
    "room",
    rooms.map(({ id }) => id),
  )
  const buffers = rooms.length > 0 ? findBuffers(actor) : undefined
  const spread = (lessons: { date: string; from: number; to: number }[], roomId: string) => {
    const minutes = buffers?.get(roomId) ?? 0
    return lessons.map(({ date, from, to }) => ({ date, from: from - minutes, to: to + minutes }))
  }
  const others = wish.coTeacherIds ?? []
  const ofOthers = others.length > 0 ? [...taken("teacher", others).values()].flat() : []
  const ofJustStudents = [...taken("student", wish.studentIds).values()].flat()
  const ofStudents = [...ofJustStudents, ...ofOthers]
  const hours = groupBy(listHoursOf(actor, [...ids, ...others]), ({ teacherId }) => teacherId)
  const away = groupBy(listTimeOff(actor, { from, to, states: ["approved"] }), ({ teacherId }) => teacherId)
  const { weekdays, opens, closes } = openingHours(
    actor,
    from,
    ids.flatMap((id) => hours.get(id) ?? []),
  )
  const lastDays = listLastDays(actor)
  /** The days of the search after a teacher's last one. */
  const gone = (id: string): Away[] => {
    const lastDay = lastDays.get(id)
    if (lastDay === undefined || lastDay >= to) return []
    return [{ startsOn: addDays(lastDay, 1), endsOn: to, fromTime: null, toTime: null }]
  }
  const working = (id: string): WorkingTimes => ({
    hours: (hours.get(id) ?? []).map((each) => ({
      weekday: each.weekday,
      from: minutesOfDay(each.fromTime),
      to: minutesOfDay(each.toTime),
    })),
    away: [...(away.get(id) ?? []), ...gone(id)],
  })
  return {
    from,
    to,
    minutes: wish.minutes,
    teachers: teachers.map(({ id, name }) => ({
      id,
      name,
      ...working(id),
      lessons: ofTeachers.get(id) ?? [],
    })),
    rooms: rooms.map((room) => ({ ...room, lessons: spread(ofRooms.get(room.id) ?? [], room.id) })),
    travel: rooms.length > 0 ? findTravel(actor) : undefined,
    colleagues: ofOthers,
    alsoWorking: others.map(working),
    students: ofStudents,
    siblings: siblingTimes(actor, wish, { from, to }),
    closures: [
      ...listClosures(actor, from, to),
      ...(wish.closedOn ?? []).map((day) => ({ startsOn: day, endsOn: day })),
    ],
    opening: { weekdays, from: opens, to: closes },
    usual: wish.usual,
    classDays: wish.movedOfClass ? daysOfClass(ofJustStudents, wish.movedOfClass) : undefined,
    earliest: { date: today(zone, now()), minute: minutesOfDay(localTime(now(), zone)) + 1 },
  }
}

const daysOfClass = (lessons: readonly { date: string; classId: string }[], classId: string) =>
  new Set(lessons.filter((lesson) => lesson.classId === classId).map(({ date }) => date))

/** Whether a time is the one that the lesson has. */
const isAsItIs = ({ usual, minutes }: Pick<TimesWish, "usual" | "minutes">, time: FoundTime): boolean =>
  usual?.minutes === minutes &&
  usual.date === time.date &&
  usual.startTime === time.startTime &&
  usual.teacherId === time.teacherId &&
  usual.roomId === time.roomId

function teachersToTry(actor: Actor, { teacherId, among, instrument, usual }: TimesWish) {
  const all = listTeachers(actor)
  if (among) return all.filter(({ id }) => among.includes(id)).slice(0, mostAmong)
  if (teacherId) return all.filter(({ id }) => id === teacherId)
  const taught = instrument === null ? all : withTaughtInstruments(actor, all)
  const known = taught.filter(
    ({ id, instruments }) =>
      id === usual?.teacherId || (instrument !== null && teachesIt(instruments, instrument)),
  )
  return (known.length > 0 ? known : all).slice(0, mostTeachers)
}

/** The room asked for alone, otherwise the usual one before the others that hold as many. */
function roomsToTry(actor: Actor, wish: TimesWish) {
  const { roomId, usual, usualRoomId, withoutRoom, teacherId, coTeacherIds = [], studentIds } = wish
  if (withoutRoom) return []
  const facts = findRoomFacts(actor)
  const firstId = roomId || (usual?.roomId ?? usualRoomId)
  const teacherIds = [...(teacherId ? [teacherId] : []), ...coTeacherIds]
  const all = listRooms(actor)
  const rooms = roomId
    ? all.filter(({ id }) => id === roomId)
    : roomsInOrder(all, facts, { firstId, teacherIds, students: studentIds.length })
  return rooms.map(({ id, name }) => {
    const usualId = facts.get(id)?.teacherId ?? null
    return { id, name, teacherId: usualId, isPreferred: id === firstId || teacherIds.includes(usualId ?? "") }
  })
}

function listHoursOf(actor: Actor, teacherIds: readonly string[]) {
  return ownRows(actor, teacherAvailability)
    .where(inArray(teacherAvailability.teacherId, [...teacherIds]))
    .all()
}
