import { students } from "db/schema/people"
import { classes, enrollments } from "db/schema/teaching"
import { and, asc, eq, sql } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { ownRows, type Params, query, select } from "~/models/foundation/access/door.server"
import { columns, joined } from "~/models/foundation/access/own.server"
import {
  mostListed,
  type NameOffer,
  type NameWish,
  offerAll,
  offerFound,
} from "~/models/foundation/name-search/name-search"
import { listClassPrices, shownOn } from "~/models/teaching/price/price.server"
import { todayOf } from "~/utils/clock.server"
import { fullName } from "~/utils/names"
import { agreedOn } from "../price/agreed-on.server"
import { priceOf } from "../price/price"
import { nameWithStart } from "./later-class"
import { startsLaterOn } from "./later-class.server"
import { isOpenOn } from "./open-classes.server"

/** Who is, will be and was in a class, by name, each with the price in force for them (minor units). */
export function listRoster(actor: Actor, classId: string) {
  const day = todayOf(actor)
  const prices = listClassPrices(actor, [classId]).get(classId) ?? []
  const all = rosterQuery
    .all(actor, { classId, day })
    .map(({ firstName, lastName, billing, priceMinor, ...row }) => ({
      ...row,
      name: fullName({ firstName, lastName }),
      isOver: row.endsOn !== null && row.endsOn < day,
      isOwnPrice: priceMinor !== null,
      isComing: row.startsOn > day,
      price: priceOf({ billing, priceMinor }, prices, row.startsOn > day ? row.startsOn : day),
    }))
  return { present: all.filter(({ isOver }) => !isOver), gone: all.filter(({ isOver }) => isOver) }
}

/** Students who are in a class without a last day: whoever leaves on one may come back later. */
export const listStaying = (actor: Actor, classId: string): string[] =>
  listRoster(actor, classId).present.flatMap(({ studentId, endsOn }) => (endsOn === null ? studentId : []))

const rosterQuery = query((p: Params<{ classId: string; day: string }>, own) =>
  select({
    enrollmentId: enrollments.id,
    studentId: students.id,
    ...columns(students, "firstName", "lastName", "status", "birthDate"),
    ...columns(enrollments, "startsOn", "endsOn", "endReason", "prerequisiteReason"),
    ...agreedOn(shownOn(p.day)),
  })
    .from(enrollments)
    .innerJoin(students, joined(students, enrollments.studentId))
    .where(and(own(enrollments), eq(enrollments.classId, p.classId)))
    .orderBy(
      sql`${students.lastName} collate nocase`,
      sql`${students.firstName} collate nocase`,
      asc(enrollments.startsOn),
    ),
)

export type RosterRow = ReturnType<typeof listRoster>["present"][number]

/** An enrollment of a class; undefined when it is not of this class or school. */
export function findEnrollment(actor: Actor, classId: string, enrollmentId: string) {
  const found = enrollmentQuery.get(actor, { classId, enrollmentId })
  return found && { ...found.enrollment, name: fullName(found) }
}

const enrollmentQuery = query((p: Params<{ classId: string; enrollmentId: string }>, own) =>
  select({ enrollment: enrollments, firstName: students.firstName, lastName: students.lastName })
    .from(enrollments)
    .innerJoin(students, joined(students, enrollments.studentId))
    .where(and(own(enrollments, p.enrollmentId), eq(enrollments.classId, p.classId))),
)

/** The classes someone can be moved to: those that have not ended, without trial lessons, with the spots taken today, by name. */
export function listClassesWithSpots(actor: Actor, exceptId: string) {
  const day = todayOf(actor)
  // written out: in a select of one table drizzle leaves out the tables' names, and both sides would be the enrollment's
  const taken = sql<number>`(select count(*) from enrollments e where e.school_id = classes.school_id
    and e.class_id = classes.id and (e.ends_on is null or e.ends_on >= ${day}))`
  return ownRows(actor, classes, {
    ...columns(classes, "id", "name", "capacity"),
    ...{ taken, startsLaterOn: startsLaterOn(actor, day) },
  })
    .where(isOpenOn(day))
    .orderBy(sql`${classes.name} collate nocase`, asc(classes.id))
    .all()
    .filter(({ id, capacity, taken: used }) => id !== exceptId && used < capacity)
    .map(({ startsLaterOn: start, ...each }) => ({ ...each, name: nameWithStart(each.name, start) }))
}

/** The same to choose one from, found by name in a school with many. */
export function offerClassesWithSpots(actor: Actor, exceptId: string, wish: NameWish): NameOffer {
  const choices = listClassesWithSpots(actor, exceptId).map(({ id, name, capacity, taken }) => ({
    value: id,
    label: `${name} (${capacity - taken} free)`,
    title: name,
  }))
  return choices.length > mostListed
    ? offerFound(choices, wish)
    : offerAll(choices.map(({ value, label }) => ({ value, label })))
}
