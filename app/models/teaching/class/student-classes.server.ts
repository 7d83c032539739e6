import { teachers } from "db/schema/people"
import { classes, enrollments, schedules } from "db/schema/teaching"
import { and, asc, eq } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { type Params, query, select } from "~/models/foundation/access/door.server"
import { among, columns, joined } from "~/models/foundation/access/own.server"
import { listClassPrices, shownOn } from "~/models/teaching/price/price.server"
import { todayOf } from "~/utils/clock.server"
import { groupBy } from "~/utils/group-by"
import { agreedOn } from "../price/agreed-on.server"
import { priceOf } from "../price/price"
import { lastDayOfTimes } from "../session/ended-times"
import { patternTexts } from "../session/pattern"

/**
 * The classes a student is in, those to come and those of the past, each of them newest first, and each with its pattern as text and what this student pays today
 * (minor units; null while no one has set a price).
 */
export function listClassesOfStudent(
  actor: Actor,
  studentId: string,
  enrolled = listEnrollments(actor, studentId),
) {
  const day = todayOf(actor)
  const classIds = enrolled.map(({ classId }) => classId)
  const rules = groupBy(listSchedules(actor, classIds), ({ classId }) => classId)
  const prices = listClassPrices(actor, classIds)
  const patternsOf = (classId: string) => {
    const current = (rules.get(classId) ?? []).filter(({ endsOn }) => endsOn === null || endsOn >= day)
    const texts = patternTexts(current, day)
    return current.map(({ minutes }, index) => ({ text: texts[index] ?? "", minutes }))
  }
  const inOrder = [...enrolled].sort((a, b) => stageOf(a, day) - stageOf(b, day))
  return inOrder.map(({ billing, priceMinor, ...row }) => ({
    ...row,
    isLater: row.startsOn > day,
    isOver: row.endsOn !== null && row.endsOn < day,
    patterns: patternsOf(row.classId),
    /** Of the class’s weekly times; null where one has no end. */
    lastDay: lastDayOfTimes(rules.get(row.classId) ?? []),
    isOwnPrice: priceMinor !== null,
    price: priceOf(
      { billing, priceMinor },
      prices.get(row.classId) ?? [],
      [row.startsOn, day].sort()[1] ?? day,
    ),
  }))
}

const stageOf = ({ startsOn, endsOn }: { startsOn: string; endsOn: string | null }, day: string): number =>
  endsOn !== null && endsOn < day ? 2 : startsOn > day ? 1 : 0

/** The same without patterns and prices, newest first. */
export function listEnrollments(actor: Actor, studentId: string) {
  const day = todayOf(actor)
  return enrollmentsQuery.all(actor, { studentId, day }).reverse()
}

const enrollmentsQuery = query((p: Params<{ studentId: string; day: string }>, own) =>
  select({
    enrollmentId: enrollments.id,
    classId: enrollments.classId,
    name: classes.name,
    kind: classes.kind,
    teacherName: teachers.name,
    startsOn: enrollments.startsOn,
    endsOn: enrollments.endsOn,
    ...agreedOn(shownOn(p.day)),
  })
    .from(enrollments)
    .innerJoin(classes, joined(classes, enrollments.classId))
    .leftJoin(teachers, joined(teachers, classes.teacherId))
    .where(and(own(enrollments), eq(enrollments.studentId, p.studentId)))
    .orderBy(asc(enrollments.startsOn), asc(enrollments.id)),
)

const listSchedules = (actor: Actor, classIds: readonly string[]) =>
  schedulesQuery.all(actor, { ids: JSON.stringify(classIds) })

const schedulesQuery = query((p: Params<{ ids: string }>, own) =>
  select(columns(schedules, "classId", "rrule", "startTime", "minutes", "startsOn", "endsOn"))
    .from(schedules)
    .where(and(own(schedules), among(schedules.classId, p.ids)))
    .orderBy(asc(schedules.startsOn)),
)
