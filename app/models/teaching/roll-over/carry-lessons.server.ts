import { classes, enrollments, schedules } from "db/schema/teaching"
import { seats, sessions } from "db/schema/teaching-sessions"
import { and, asc, eq, gte, isNotNull, isNull, lt, ne, or, sql } from "drizzle-orm"
import { unionAll } from "drizzle-orm/sqlite-core"
import { z } from "zod"
import type { Actor } from "~/models/foundation/access/actor"
import { type Changes, change, ownRows, select } from "~/models/foundation/access/door.server"
import { among, columns, joined, own } from "~/models/foundation/access/own.server"
import { type RowChange, undoable } from "~/models/foundation/access/row-changes.server"
import { undoEach } from "~/models/foundation/access/undo.server"
import type { Term } from "~/models/foundation/term/term.server"
import { minutesOfDay } from "~/utils/clock-times"
import { addDays } from "~/utils/dates"
import { groupBy } from "~/utils/group-by"
import type { Stay } from "../class/restore-stays.server"
import { restoreSession } from "../session/cancel-session.server"
import { releaseFrom } from "../session/claim.server"
import { nextOriginalStart } from "../session/original-start.server"
import { everyWeeksOf, mondayOf, weekdaysOf } from "../session/pattern"
import { findSessionRow } from "../session/slot.server"
import type { Continuing } from "./continuing.server"
import { weeklyDates } from "./weekly-dates"

// Lessons of the next term about which more is known than who is enrolled: a reported absence, a guest, a make-up, a time or
// length that isn't their weekly one, as families were told, a teacher, room or link that isn't the class's, why they were kept on
// a closed day or despite leave, or that they are canceled. Where the class of the term can't take one over, the preview says so,
// and an undo brings it back with all of that.

export const Seated = z.array(z.object({ sessionId: z.string() }))
type Seated = z.output<typeof Seated>

const isSeated = sql`exists (select 1 from seats x where x.school_id = ${sessions.schoolId}
  and x.session_id = ${sessions.id} and (x.notice_at is not null or x.kind <> 'enrolled'))`

/** It stays where it was before its weekly time changed, because it would clash: on another day, or at another start. */
const staysBefore = or(
  ne(schedules.startTime, sessions.originalStartTime),
  sql`instr(substr(${schedules.rrule}, instr(${schedules.rrule}, 'BYDAY=')),
    substr('SUMOTUWETHFRSA', 1 + 2 * strftime('%w', ${sessions.originalDate}), 2)) = 0`,
)

const hasItsOwn = or(
  isNull(sessions.scheduleId),
  sql`${sessions.localDate} <> ${sessions.originalDate}`,
  sql`${sessions.startTime} <> ${sessions.originalStartTime}`,
  sql`${sessions.teacherId} is not ${classes.teacherId}`,
  sql`${sessions.roomId} is not ${classes.roomId}`,
  isNotNull(sessions.onlineLink),
  isNotNull(sessions.keptReason),
  ne(schedules.minutes, sessions.minutes),
  staysBefore,
  sql`exists (select 1 from co_substitutes x where x.school_id = ${sessions.schoolId}
    and x.session_id = ${sessions.id})`,
)

const isPlanned = and(
  eq(sessions.state, "planned"),
  isNull(sessions.registerTakenAt),
  or(isSeated, hasItsOwn),
)

/** A single one has the start of a weekly lesson that takes place: that one continues. */
const isBesideWeekly = sql`(${sessions.scheduleId} is null and exists (select 1 from sessions x
  where x.school_id = ${sessions.schoolId} and x.class_id = ${sessions.classId} and x.state = 'planned'
  and x.original_date = ${sessions.originalDate} and x.original_start_time = ${sessions.originalStartTime}
  and x.schedule_id is not null))`

/** An ending or another weekly time took it out of the class; no one has called it off. */
const isTakenOut = sql`exists (
  select 1 from (select school_id, class_id, before from class_endings
    union all select school_id, class_id, before from schedule_changes) x, json_each(x.before, '$.changes') c
  where x.school_id = ${sessions.schoolId} and x.class_id = ${sessions.classId}
    and c.value ->> '$.after.state' = 'cancelled'
    and exists (select 1 from json_each(c.value, '$.ids') i where i.value = ${sessions.id}))`

const isCanceled = and(eq(sessions.state, "cancelled"), sql`not ${isBesideWeekly}`, sql`not ${isTakenOut}`)

export type SeatedLesson = ReturnType<typeof listSeated>[number]

/**
 * Such lessons of some classes from a day on, in order of time; canceled ones also where they were to be from that day on. Those
 * are looked for in the classes, the others among the days.
 */
export function listSeated(actor: Actor, classIds: readonly string[], from: string) {
  const facts = {
    sessionId: sessions.id,
    ...columns(sessions, "classId", "scheduleId", "originalDate", "originalStartTime", "sequence"),
    ...columns(sessions, "localDate", "startTime", "minutes", "teacherId", "state", "keptDespite"),
  }
  return unionAll(
    select(facts)
      .from(sessions)
      .innerJoin(classes, joined(classes, sessions.classId))
      .leftJoin(schedules, joined(schedules, sessions.scheduleId))
      .where(
        and(
          own(actor, sessions),
          among(sessions.classId, classIds),
          gte(sessions.localDate, from),
          or(isPlanned, isCanceled),
        ),
      ),
    select(facts)
      .from(classes)
      .crossJoin(sessions)
      .where(
        and(
          own(actor, classes),
          among(classes.id, classIds),
          joined(classes, sessions.classId),
          gte(sessions.originalDate, from),
          lt(sessions.localDate, from),
          isCanceled,
        ),
      ),
  )
    .all()
    .sort((a, b) => timeOf(a).localeCompare(timeOf(b)))
}

const timeOf = ({ localDate, startTime }: { localDate: string; startTime: string }) =>
  `${localDate} ${startTime}`

/** Puts them back as they were, in the caller's all-or-nothing; false where one's time is taken. */
export const restoreSeated = (actor: Actor, seated: Seated): boolean =>
  seated.every(({ sessionId }) => {
    if (findSessionRow(actor, sessionId)?.state !== "cancelled") return true
    return restoreSession(actor, sessionId, undefined, { silent: true, despiteLeave: true }).ok
  })

// What is known of such a lesson goes into the class of the term as it is: the notice
// and its credit, the guest and the make-up stay on it, the time it was moved to, its substitute, and that it is canceled. Its
// spots are then those of the new enrollments.

/**
 * Parts lessons into those that the class of the term takes over, and those it can't. It takes those of its own weekly times,
 * also where one was moved, and single lessons beside them; not what is outside the term, or at the same time as a
 * lesson that it has anyway. A canceled one needs no time: it only keeps its weekly time from being planned again.
 */
export function partSeated(
  seated: readonly SeatedLesson[],
  { rules }: Pick<Continuing, "rules">,
  { startsOn, endsOn }: Pick<Term, "startsOn" | "endsOn">,
): { carried: CarriedLesson[]; left: SeatedLesson[] } {
  if (seated.length === 0) return { carried: [], left: [] }
  const lessons = seated.map((lesson) => meantForWeek(lesson, rules))
  const weekly = rules.flatMap((rule) =>
    weeklyDates(rule, startsOn, endsOn).map((date) => ({ date, ...stretchOf(rule) })),
  )
  const slotOf = (date: string, from: number) => `${date} ${from}`
  const slots = new Set(weekly.map(({ date, from }) => slotOf(date, from)))
  const originalOf = ({ originalDate, originalStartTime }: SeatedLesson) =>
    slotOf(originalDate, minutesOfDay(originalStartTime))
  const isInTerm = ({ state, originalDate, localDate }: SeatedLesson) =>
    state === "cancelled"
      ? localDate >= startsOn || originalDate >= startsOn
      : localDate >= startsOn && localDate <= endsOn
  // A lesson that goes along stands for the one of its weekly time, wherever it was moved to.
  const replaced = new Set(lessons.filter(isInTerm).map(originalOf))
  const others = groupBy(
    weekly.filter(({ date, from }) => !replaced.has(slotOf(date, from))),
    ({ date }) => date,
  )
  const isCarried = (lesson: SeatedLesson) => {
    if (lesson.state === "cancelled") return isInTerm(lesson)
    const { from, to } = stretchOf(lesson)
    return (
      (slots.has(originalOf(lesson)) || lesson.scheduleId === null) &&
      isInTerm(lesson) &&
      !others.get(lesson.localDate)?.some((other) => other.from < to && from < other.to)
    )
  }
  return {
    carried: lessons.filter(isCarried),
    left: lessons.filter((lesson) => lesson.state === "planned" && !isCarried(lesson)),
  }
}

/** `isOfWeek`: it was meant for another start than the weekly one it takes the place of. */
export type CarriedLesson = SeatedLesson & { isOfWeek?: true }

/**
 * A lesson that stayed where it was before its weekly time changed is its week's: it takes the place of the one that the weekly
 * time would have there, as if it had been moved from it. Where a week has several, it isn't known whose place that is.
 */
function meantForWeek(lesson: SeatedLesson, rules: Continuing["rules"]): CarriedLesson {
  const { originalDate, originalStartTime } = lesson
  const rule = rules.find(({ scheduleId }) => scheduleId === lesson.scheduleId)
  if (!rule || lesson.state !== "planned" || rule.weekdays.length !== 1) return lesson
  const monday = mondayOf(originalDate)
  const [date] = weeklyDates({ ...rule, startsOn: monday }, monday, addDays(monday, 6))
  if (!date || (date === originalDate && rule.startTime === originalStartTime)) return lesson
  return { ...lesson, originalDate: date, originalStartTime: rule.startTime, isOfWeek: true }
}

const stretchOf = ({ startTime, minutes }: { startTime: string; minutes: number }) => {
  const from = minutesOfDay(startTime)
  return { from, to: from + minutes }
}

/**
 * Takes lessons out of a class that ends and into the one that continues it, before that has lessons of its own. In the
 * caller's all-or-nothing; `seatCarried` follows once the students are enrolled. Both answer what became of the lessons.
 */
export function carryLessons(
  actor: Actor,
  lessons: readonly CarriedLesson[],
  { classId, studentIds, stays }: { classId: string; studentIds: readonly string[]; stays: readonly Stay[] },
): RowChange[] {
  const ids = lessons.map(({ sessionId }) => sessionId)
  const changes = undoable(() => {
    change(actor, sessions, among(sessions.id, ids), { classId, scheduleId: null })
    for (const { sessionId, isOfWeek, originalDate, originalStartTime } of lessons)
      if (isOfWeek)
        put(actor, [{ id: sessionId }], nextOriginalStart(actor, classId, originalDate, originalStartTime))
  })
  const continues = new Set(studentIds)
  // Leaving the earlier class would take the credits that their notices have earned.
  change(
    actor,
    seats,
    and(among(seats.sessionId, ids), isNotNull(seats.enrollmentId), among(seats.studentId, studentIds)),
    { enrollmentId: null },
  )
  for (const { studentId } of stays)
    if (!continues.has(studentId)) releaseFrom(actor, "student", studentId, ids)
  return changes
}

/** Gives the lessons that a class took over their weekly time and their spots to its enrollments. */
export function seatCarried(actor: Actor, classId: string, lessons: readonly CarriedLesson[]): RowChange[] {
  if (lessons.length === 0) return []
  const ids = lessons.map(({ sessionId }) => sessionId)
  seatAgain(actor, ids, listEnrollments(actor, classId))
  const rules = ownRows(actor, schedules, ["id", "rrule", "startTime", "startsOn"])
    .where(eq(schedules.classId, classId))
    .all()
  const ruleOf = ({ originalDate, originalStartTime }: typeof sessions.$inferSelect) =>
    rules.find(
      (each) =>
        each.startTime === originalStartTime &&
        weeklyDates(
          {
            weekdays: weekdaysOf(each.rrule),
            everyWeeks: everyWeeksOf(each.rrule),
            startsOn: each.startsOn,
          },
          originalDate,
          originalDate,
        ).length > 0,
    )?.id
  return undoable(() => {
    for (const [scheduleId, rows] of groupBy(listRows(actor, ids), ruleOf))
      if (scheduleId) put(actor, rows, { scheduleId })
  })
}

/**
 * Gives a class back the lessons that the one after it took over, with their spots. In the caller's all-or-nothing, before that
 * one is removed; false where attendance is recorded in one of them.
 */
export function giveBack(
  actor: Actor,
  carried: readonly RowChange[],
  {
    earlierId,
    classId,
    stays,
    isEnded,
  }: { earlierId: string; classId: string; stays: readonly Stay[]; isEnded: boolean },
): boolean {
  const ids = [...new Set(carried.flatMap((each) => each.ids))]
  const rows = listRows(actor, ids).filter((row) => row.classId === classId)
  if (rows.some(({ registerTakenAt, markedCount }) => registerTakenAt !== null || markedCount > 0))
    return false
  undoEach(actor, carried)
  const back = rows.map(({ id }) => id)
  // Of a class that had ended anyway, those who were in it have no stay.
  seatAgain(actor, back, isEnded ? stays : listEnrollments(actor, earlierId))
  const stayed = new Set(stays.map(({ studentId }) => studentId))
  for (const { studentId } of listEnrollments(actor, classId))
    if (!stayed.has(studentId)) releaseFrom(actor, "student", studentId, back)
  return true
}

const listRows = (actor: Actor, ids: readonly string[]) =>
  ownRows(actor, sessions).where(among(sessions.id, ids)).all()

const listEnrollments = (actor: Actor, classId: string) =>
  ownRows(actor, enrollments, ["id", "studentId"])
    .where(eq(enrollments.classId, classId))
    .orderBy(asc(enrollments.startsOn))
    .all()

/** Gives the spots to these enrollments; of several that a student has, to the last. */
function seatAgain(
  actor: Actor,
  sessionIds: readonly string[],
  stays: readonly { id: string; studentId: string }[],
) {
  const byStudent = new Map(stays.map(({ id, studentId }) => [studentId, id]))
  for (const [studentId, enrollmentId] of byStudent)
    change(
      actor,
      seats,
      and(eq(seats.studentId, studentId), eq(seats.kind, "enrolled"), among(seats.sessionId, sessionIds)),
      { enrollmentId },
    )
}

const put = (actor: Actor, rows: readonly { id: string }[], set: Changes<typeof sessions>) =>
  change(
    actor,
    sessions,
    among(
      sessions.id,
      rows.map(({ id }) => id),
    ),
    set,
  )
