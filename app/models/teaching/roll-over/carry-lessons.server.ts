import { enrollments, schedules } from "db/schema/teaching"
import { seats, sessions } from "db/schema/teaching-sessions"
import { and, asc, eq, isNotNull } from "drizzle-orm"
import { z } from "zod"
import type { Actor } from "~/models/foundation/access/actor"
import { among } from "~/models/foundation/access/among.server"
import { columns } from "~/models/foundation/access/columns.server"
import { type Changes, change, select } from "~/models/foundation/access/door.server"
import { own } from "~/models/foundation/access/own.server"
import type { Term } from "~/models/foundation/term/term.server"
import { minutesOfDay } from "~/utils/clock-times"
import { addDays } from "~/utils/dates"
import { groupBy } from "~/utils/group-by"
import type { Stay } from "../class/restore-stays.server"
import { releaseFrom } from "../session/claim.server"
import { nextOriginalStart, originalStartAgain } from "../session/original-start.server"
import { everyWeeksOf, mondayOf, weekdaysOf } from "../session/pattern"
import type { Continuing } from "./continuing.server"
import type { SeatedLesson } from "./seated-lessons.server"
import { weeklyDates } from "./weekly-dates"

// A lesson of the next term about which more is known than who is enrolled goes into the class of that term as it is: the notice
// and its credit, the guest and the make-up stay on it, the time it was moved to, its substitute, and that it is canceled. Its
// spots are then those of the new enrollments.

const OriginalStart = z.object({
  originalDate: z.string(),
  originalStartTime: z.string(),
  sequence: z.number(),
})

export const Carried = z.array(
  z.object({
    sessionId: z.string(),
    scheduleId: z.string().nullable(),
    /** Where it was meant for another start than the weekly one it takes the place of. */
    was: OriginalStart.optional(),
  }),
)
export type Carried = z.output<typeof Carried>

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

export type CarriedLesson = SeatedLesson & { was?: z.output<typeof OriginalStart> }

/**
 * A lesson that stayed where it was before its weekly time changed is its week's: it takes the place of the one that the weekly
 * time would have there, as if it had been moved from it. Where a week has several, it isn't known whose place that is.
 */
function meantForWeek(lesson: SeatedLesson, rules: Continuing["rules"]): CarriedLesson {
  const { originalDate, originalStartTime, sequence } = lesson
  const rule = rules.find(({ scheduleId }) => scheduleId === lesson.scheduleId)
  if (!rule || lesson.state !== "planned" || rule.weekdays.length !== 1) return lesson
  const monday = mondayOf(originalDate)
  const [date] = weeklyDates({ ...rule, startsOn: monday }, monday, addDays(monday, 6))
  if (!date || (date === originalDate && rule.startTime === originalStartTime)) return lesson
  const was = { originalDate, originalStartTime, sequence }
  return { ...lesson, originalDate: date, originalStartTime: rule.startTime, was }
}

const stretchOf = ({ startTime, minutes }: { startTime: string; minutes: number }) => {
  const from = minutesOfDay(startTime)
  return { from, to: from + minutes }
}

/**
 * Takes lessons out of a class that ends and into the one that continues it, before that has lessons of its own. In the
 * caller's all-or-nothing; `seatCarried` follows once the students are enrolled.
 */
export function carryLessons(
  actor: Actor,
  lessons: readonly CarriedLesson[],
  { classId, studentIds, stays }: { classId: string; studentIds: readonly string[]; stays: readonly Stay[] },
): Carried {
  const ids = lessons.map(({ sessionId }) => sessionId)
  change(actor, sessions, among(sessions.id, ids), { classId, scheduleId: null })
  for (const { sessionId, was, originalDate, originalStartTime } of lessons)
    if (was)
      put(actor, [{ id: sessionId }], nextOriginalStart(actor, classId, originalDate, originalStartTime))
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
  return lessons.map(({ sessionId, scheduleId, was }) => ({ sessionId, scheduleId, ...(was ? { was } : {}) }))
}

/** Gives the lessons that a class took over their weekly time and their spots to its enrollments. */
export function seatCarried(actor: Actor, classId: string, carried: Carried) {
  if (carried.length === 0) return
  const ids = carried.map(({ sessionId }) => sessionId)
  seatAgain(actor, ids, listEnrollments(actor, classId))
  const rules = select(columns(schedules, "id", "rrule", "startTime", "startsOn"))
    .from(schedules)
    .where(and(own(actor, schedules), eq(schedules.classId, classId)))
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
  for (const [scheduleId, rows] of groupBy(listRows(actor, ids), ruleOf))
    if (scheduleId) put(actor, rows, { scheduleId })
}

/**
 * Gives a class back the lessons that the one after it took over, with their spots. In the caller's all-or-nothing, before that
 * one is removed; false where attendance is recorded in one of them.
 */
export function giveBack(
  actor: Actor,
  carried: Carried,
  {
    earlierId,
    classId,
    stays,
    isEnded,
  }: { earlierId: string; classId: string; stays: readonly Stay[]; isEnded: boolean },
): boolean {
  const ids = carried.map(({ sessionId }) => sessionId)
  const rows = listRows(actor, ids).filter((row) => row.classId === classId)
  if (rows.some(({ registerTakenAt, markedCount }) => registerTakenAt !== null || markedCount > 0))
    return false
  const before = new Map(carried.map(({ sessionId, scheduleId }) => [sessionId, scheduleId]))
  for (const [scheduleId, those] of groupBy(rows, ({ id }) => before.get(id) ?? null))
    put(actor, those, { classId: earlierId, scheduleId })
  for (const { sessionId: id, was } of carried)
    if (was) put(actor, [{ id }], originalStartAgain(actor, { id, classId: earlierId, ...was }))
  const back = rows.map(({ id }) => id)
  // Of a class that had ended anyway, those who were in it have no stay.
  seatAgain(actor, back, isEnded ? stays : listEnrollments(actor, earlierId))
  const stayed = new Set(stays.map(({ studentId }) => studentId))
  for (const { studentId } of listEnrollments(actor, classId))
    if (!stayed.has(studentId)) releaseFrom(actor, "student", studentId, back)
  return true
}

const listRows = (actor: Actor, ids: readonly string[]) =>
  select()
    .from(sessions)
    .where(and(own(actor, sessions), among(sessions.id, ids)))
    .all()

const listEnrollments = (actor: Actor, classId: string) =>
  select({ id: enrollments.id, studentId: enrollments.studentId })
    .from(enrollments)
    .where(and(own(actor, enrollments), eq(enrollments.classId, classId)))
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
