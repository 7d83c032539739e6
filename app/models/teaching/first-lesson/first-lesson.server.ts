import { classes, enrollments, schedules } from "db/schema/teaching"
import { sessions } from "db/schema/teaching-sessions"
import { and, desc, eq, gte, isNull, ne, or, sql } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { askAll, select } from "~/models/foundation/access/door.server"
import { joined, own } from "~/models/foundation/access/own.server"
import { may } from "~/models/foundation/access/permissions"
import { allOrNothing } from "~/models/foundation/access/rehearse.server"
import { admitStudent, findStudent, listStudentsNamed } from "~/models/people/student/student.server"
import type { StudentForm } from "~/models/people/student/student-form"
import { listTeachers } from "~/models/people/teacher/teacher.server"
import { todayOf } from "~/utils/clock.server"
import { addMinutes } from "~/utils/clock-times"
import { addDays, isWithinReach, laterOf, weekday } from "~/utils/dates"
import { plainAmount } from "~/utils/money"
import { fullName, joinNames } from "~/utils/names"
import { instrumentWord } from "~/utils/word-within"
import { instantOf } from "~/utils/zones"
import { startClass } from "../class/class.server"
import { listClosures } from "../closed-days/closed-days.server"
import type { FoundTime } from "../free-time/find-times"
import { findTimes } from "../free-time/find-times.server"
import { listClassPrices } from "../price/price.server"
import { type BookedResource, longestSession } from "../session/session"
import { isKnownTeacher } from "../session/slot.server"
import { isAwayAt } from "../teacher-time/teacher-time"
import { listTimeOff } from "../teacher-time/time-off.server"
import type { FirstLessonForm } from "./first-lesson-form"

/** As far ahead as the lessons of a class are made. */
const weeks = 12
const [minuteMs, weekDays] = [60_000, 7]

/**
 * Those of the found times that stay free on their weekday in the weeks after, for teacher, room and students: what a
 * class that meets weekly needs. Those on whose days the teacher is away in some week come last. Three statements, however
 * many times there are.
 */
function freeEveryWeek(
  actor: Actor,
  times: readonly FoundTime[],
  { minutes, studentIds }: { minutes: number; studentIds: readonly string[] },
): FoundTime[] {
  const wishes = times.flatMap((time, index) =>
    Array.from({ length: weeks - 1 }, (_, week) => {
      const startsAt = instantOf(
        addDays(time.date, (week + 1) * weekDays),
        time.startTime,
        actor.school.timeZone,
      )
      return resourcesOf(time, studentIds).map(([resource, id]) => ({
        index,
        resource,
        id,
        startsAt,
        endsAt: startsAt + minutes * minuteMs,
      }))
    }).flat(),
  )
  const taken = askAll<{ at: number }>(sql`
    select distinct w.value ->> 'index' as at from json_each(${JSON.stringify(wishes)}) w
    cross join bookings b on b.school_id = ${actor.school.id} and b.resource = w.value ->> 'resource'
      and b.resource_id = w.value ->> 'id' and b.starts_at > (w.value ->> 'startsAt') - ${longestSession * minuteMs}
      and b.starts_at < w.value ->> 'endsAt' and b.ends_at > w.value ->> 'startsAt'`)
  const isTaken = new Set(taken.map(({ at }) => at))
  const free = times.filter((_, index) => !isTaken.has(index))
  const isAway = readLeave(actor, free)
  return [...free.filter((time) => !isAway(time)), ...free.filter(isAway)]
}

/** Whether the teacher of a time is off in one of the weeks after it, while the school is open. */
function readLeave(actor: Actor, times: readonly FoundTime[]): (time: FoundTime) => boolean {
  const dates = times.map(({ date }) => date).sort()
  const [from, last] = [dates[0], dates.at(-1)]
  if (!from || !last) return () => false
  const to = addDays(last, (weeks - 1) * weekDays)
  const leave = listTimeOff(actor, { from, to, states: ["approved"] })
  const closures = listClosures(actor, from, to)
  const isOpen = (date: string) =>
    !closures.some(({ startsOn, endsOn }) => startsOn <= date && date <= endsOn)
  return ({ teacherId, date: first, startTime, endTime }) => {
    const theirs = leave.filter((off) => off.teacherId === teacherId)
    return Array.from({ length: weeks }, (_, week) => addDays(first, week * weekDays)).some(
      (date) => isOpen(date) && theirs.some((off) => isAwayAt(off, { date, from: startTime, to: endTime })),
    )
  }
}

const resourcesOf = (
  { teacherId, roomId }: FoundTime,
  studentIds: readonly string[],
): [BookedResource, string][] => [
  ["teacher", teacherId],
  ...(roomId ? [["room", roomId] satisfies [BookedResource, string]] : []),
  ...studentIds.map((id): [BookedResource, string] => ["student", id]),
]

/** The trial lesson that a student had last, or has soon: their lessons most likely go on like it. */
const findLatestTrial = (actor: Actor, studentId: string) =>
  select({
    teacherId: sessions.teacherId,
    roomId: sessions.roomId,
    instrument: classes.instrument,
    date: sessions.localDate,
    startTime: sessions.startTime,
  })
    .from(enrollments)
    .innerJoin(classes, joined(classes, enrollments.classId))
    .innerJoin(sessions, joined(sessions.classId, classes.id))
    .where(
      and(
        own(actor, enrollments),
        eq(enrollments.studentId, studentId),
        eq(classes.kind, "trial"),
        ne(sessions.state, "cancelled"),
      ),
    )
    .orderBy(desc(sessions.startsAt))
    .limit(1)
    .get()

/** A weekly time that an address proposes: its first day and its start. */
export type ProposedTime = { date: string; startTime: string }

/** How far ahead a first lesson is proposed, in days. */
const reach = 13
/** How many of the latest private lessons are looked through for what is usual. */
const lookedAt = 50
const usualMinutes = 45
/** Of so many times that are free at first, so many that stay free are offered. */
const [looked, offered] = [18, 6]

/**
 * What the first private lesson of a student begins with, as a form holds it: the teacher, the length and price that are
 * usual for the instrument, and a time that is free. After a trial lesson it is that one's teacher and instrument, and its time
 * where that stays free. Undefined when the student is not the school's.
 */
export function firstLesson(actor: Actor, studentId: string, chosen?: ProposedTime) {
  const student = findStudent(actor, studentId)
  if (!student) return undefined
  const name = fullName(student)
  const trial = findLatestTrial(actor, studentId)
  const instrument = trial?.instrument ?? student.instrument
  const teachers = listTeachers(actor)
  const dayAfter = trial && addDays(trial.date, 1)
  const day = laterOf(todayOf(actor), dayAfter ?? "")
  const usual = usualLesson(actor, instrument, day)
  const teacherId =
    teachers.length === 1
      ? teachers[0]?.id
      : (teachers.find(({ id }) => id === trial?.teacherId)?.id ?? usual?.teacherId)
  const minutes = usual?.minutes ?? usualMinutes
  const wish = {
    teacherId: teachers.some(({ id }) => id === teacherId) ? (teacherId ?? null) : null,
    instrument,
    studentIds: [student.id],
    minutes,
    roomId: null,
    from: day,
    to: addDays(day, reach),
    usual: trial?.teacherId
      ? { ...trial, teacherId: trial.teacherId, date: nextLike(trial.date, day) }
      : null,
  }
  const found = freeEveryWeek(actor, findTimes(actor, wish, looked), wish)
  const usually = wish.usual && likeTrial(actor, wish.usual, wish)
  const times = [
    ...(usually ? [usually] : []),
    ...found.filter(({ date, startTime }) => date !== usually?.date || startTime !== usually.startTime),
  ].slice(0, offered)
  const time =
    times.find(({ date, startTime }) => date === chosen?.date && startTime === chosen.startTime) ?? times[0]
  const begun = time && time.date > day ? usualLesson(actor, instrument, time.date) : usual
  return {
    student: { id: student.id, name },
    time: time ? { date: time.date, startTime: time.startTime } : null,
    times: times.map(({ date, startTime }) => ({ date, startTime })),
    facts: {
      name: instrument ? `${name}, ${instrumentWord(instrument)}` : name,
      kind: "private" as const,
      capacity: "1",
      instrument: instrument ?? "",
      teacherId: time?.teacherId ?? teacherId ?? "",
      roomId: time?.roomId ?? "",
      billing: begun?.billing ?? ("per_session" as const),
      amount: begun?.amountMinor === undefined ? "" : plainAmount(begun.amountMinor),
      minutes: String(minutes),
      ...(time
        ? { weekdays: [String(weekday(time.date))], startTime: time.startTime, startsOn: time.date }
        : {}),
    },
  }
}

/** The trial's weekly time, with its teacher and room, where that is free from its first day on. */
function likeTrial(
  actor: Actor,
  { date, startTime, teacherId, roomId }: ProposedTime & { teacherId: string; roomId: string | null },
  wish: { minutes: number; studentIds: readonly string[] },
) {
  const endTime = addMinutes(startTime, wish.minutes)
  const time = { startTime, endTime, teacherId, roomId, teacherName: "", roomName: null, reasons: [] }
  // the weeks after a day are looked at, so the week before the first one is where it begins
  const isFree = freeEveryWeek(actor, [{ ...time, date: addDays(date, -7) }], wish).length > 0
  return isFree ? { ...time, date } : undefined
}

/** The next day from one on with another's weekday. */
const nextLike = (date: string, day: string): string =>
  addDays(day, (((weekday(date) - weekday(day)) % 7) + 7) % 7)

/**
 * Length, teacher and price of the private lesson of this instrument that was arranged last, the price as it is on a day. Undefined
 * where the school teaches no such lesson now: another instrument's says nothing of this one.
 */
export function usualLesson(actor: Actor, instrument: string | null, day: string) {
  const latest = listLatestPrivate(actor, instrument)
  const prices = listClassPrices(
    actor,
    latest.map(({ id }) => id),
  )
  const priced = latest.map((each) => ({
    ...each,
    price: (prices.get(each.id) ?? []).filter(({ fromDate }) => fromDate <= day).at(-1),
  }))
  const found = priced.find(({ price }) => price !== undefined) ?? priced[0]
  if (!found) return undefined
  const { price, ...lesson } = found
  return { ...lesson, billing: price?.billing, amountMinor: price?.amountMinor }
}

const listLatestPrivate = (actor: Actor, instrument: string | null) =>
  select({
    id: classes.id,
    instrument: classes.instrument,
    teacherId: classes.teacherId,
    minutes: schedules.minutes,
  })
    .from(classes)
    .innerJoin(schedules, joined(schedules.classId, classes.id))
    .where(
      and(
        own(actor, classes),
        eq(classes.kind, "private"),
        instrument ? sql`${classes.instrument} = ${instrument} collate nocase` : isNull(classes.instrument),
        // One that has its last day already, as after a roll-over, is taught until then.
        or(isNull(classes.endedOn), gte(classes.endedOn, todayOf(actor))),
      ),
    )
    // The ids are in the order in which the classes were created.
    .orderBy(desc(classes.id))
    .limit(lookedAt)
    .all()

/** What an address of "Find a time" hands on; any of it may be empty or impossible. */
export type FoundSlot = Record<"date" | "startTime" | "minutes" | "teacherId" | "roomId", string>

/**
 * What the lesson of these students begins with, as the form of a new class holds it: a time that was found for them, once.
 * One student's has the price that is usual for a lesson of the instrument and length.
 * Undefined when one of them isn't the school's.
 */
export function lessonTogether(
  actor: Actor,
  studentIds: readonly string[],
  { date, startTime, minutes, teacherId, roomId }: FoundSlot,
) {
  const chosen = listStudentsNamed(actor, studentIds)
  if (chosen.length < studentIds.length) return undefined
  const names = joinNames(chosen.map(({ name }) => name))
  const instruments = new Set(chosen.map(({ instrument }) => instrument))
  const instrument = instruments.size === 1 ? (chosen[0]?.instrument ?? "") : ""
  const isOne = chosen.length === 1
  const usual = isOne
    ? usualLesson(actor, instrument || null, isWithinReach(date) ? date : todayOf(actor))
    : undefined
  // A monthly price isn't one lesson's, nor is that of another length.
  const isPriced = usual?.billing === "per_session" && String(usual.minutes) === minutes
  return {
    names,
    students: chosen.map(({ id }) => id),
    facts: {
      name: (instrument ? `${names}, ${instrumentWord(instrument)}` : names).slice(0, longestName),
      kind: isOne ? ("private" as const) : ("group" as const),
      capacity: String(chosen.length),
      instrument,
      teacherId,
      roomId,
      billing: "per_session" as const,
      amount: isPriced && usual.amountMinor !== undefined ? plainAmount(usual.amountMinor) : "",
      minutes,
      startTime,
      ...(isWithinReach(date) ? { weekdays: [String(weekday(date))], startsOn: date } : {}),
      ends: "count" as const,
      count: "1",
    },
  }
}

/** The form takes no longer name. */
const longestName = 120

type Lesson = NonNullable<FirstLessonForm["lesson"]>
type Refused = Exclude<ReturnType<typeof startClass>, { ok: true }>
type Admitted =
  | { ok: true; studentId: string; lessons: number }
  | Exclude<ReturnType<typeof admitStudent>, { ok: true }>
  | { ok: false; reason: "no-lesson"; refused: Refused }

/**
 * Adds a student together with their weekly private lesson, both or neither. Without a day, or for a member who doesn’t
 * plan lessons, it adds the student alone. A teacher the school doesn’t have is refused all the same.
 */
export function admitWithLesson(
  actor: Actor,
  facts: StudentForm,
  lesson: Lesson | undefined,
  options: Parameters<typeof admitStudent>[2],
): Admitted {
  if (lesson?.teacherId && may(actor, "class:write") && !isKnownTeacher(actor, lesson.teacherId))
    return { ok: false, reason: "no-lesson", refused: { ok: false, reason: "unknown-teacher" } }
  return allOrNothing((): Admitted => {
    const admitted = admitStudent(actor, facts, options)
    if (!admitted.ok) return admitted
    const { studentId } = admitted
    if (!lesson?.weekday || !lesson.startTime || !may(actor, "class:write"))
      return { ok: true, studentId, lessons: 0 }
    const instrument = facts.instruments[0]?.instrument
    const name = fullName(facts)
    const started = startClass(actor, {
      name: (instrument ? `${name}, ${instrumentWord(instrument)}` : name).slice(0, 120),
      kind: "private",
      capacity: 1,
      instrument,
      teacherId: lesson.teacherId,
      billing: "per_session",
      amount: may(actor, "class:price") ? lesson.amount : undefined,
      weekdays: [lesson.weekday],
      everyWeeks: 1,
      rotation: [],
      startTime: lesson.startTime,
      minutes: lesson.minutes,
      startsOn: lesson.startsOn ?? todayOf(actor),
      ends: "open",
      students: [studentId],
    })
    return started.ok
      ? { ok: true, studentId, lessons: started.effect.made }
      : { ok: false, reason: "no-lesson", refused: started }
  })
}
