import { db } from "db/client.server"
import { families, guardians, students, teachers } from "db/schema/people"
import { classes, enrollments } from "db/schema/teaching"
import {
  and,
  asc,
  count,
  desc,
  eq,
  exists,
  gte,
  inArray,
  isNotNull,
  isNull,
  or,
  type SQL,
  sql,
} from "drizzle-orm"
import { now } from "~/utils/clock.server"
import { today } from "~/utils/dates"
import type { Actor } from "../access/actor"
import { fold } from "../roster/roster-text"
import type { StudentFilter, StudentSort } from "./student"
import { findStudentFacts } from "./student-facts.server"

// The list of students: filtered, sorted and paged in the database, then what stands beside each name for one page.

export const STUDENTS_PER_PAGE = 50

/**
 * One page of the students that pass the filter, and how many pass in all. `page` counts from 1; "all" is every one, for
 * files and printing. Search looks at names, student ID, family and guardians, whatever the accents.
 */
export function listStudents(actor: Actor, filter: StudentFilter, page: number | "all" = 1) {
  const where = and(...conditionsOf(actor, filter))
  const total = db().select({ n: count() }).from(students).where(where).get()?.n ?? 0
  const query = db()
    .select({
      id: students.id,
      code: students.code,
      firstName: students.firstName,
      lastName: students.lastName,
      birthDate: students.birthDate,
      status: students.status,
      instrument: students.instrument,
      level: students.level,
      email: students.email,
      phone: students.phone,
      notes: students.notes,
      familyId: students.familyId,
      familyName: families.name,
    })
    .from(students)
    .innerJoin(families, and(eq(families.schoolId, students.schoolId), eq(families.id, students.familyId)))
    .where(where)
    .orderBy(...orders[filter.sort ?? "name"])
    .$dynamic()
  const rows =
    page === "all"
      ? query.all()
      : query
          .limit(STUDENTS_PER_PAGE)
          .offset((page - 1) * STUDENTS_PER_PAGE)
          .all()
  const factsOf = findStudentFacts(
    actor,
    rows.map(({ id }) => id),
  )
  return { total, students: rows.map((row) => ({ ...row, ...factsOf(row.id) })) }
}

export type ListedStudent = ReturnType<typeof listStudents>["students"][number]

/** The instruments the school's students play, for the filter. */
export function listInstruments(actor: Actor): string[] {
  return db()
    .selectDistinct({ instrument: students.instrument })
    .from(students)
    .where(and(eq(students.schoolId, actor.school.id), isNotNull(students.instrument)))
    .all()
    .flatMap(({ instrument }) => instrument ?? [])
    .sort((a, b) => a.localeCompare(b, "en"))
}

const byName = [
  sql`${students.lastName} collate nocase`,
  sql`${students.firstName} collate nocase`,
  asc(students.id),
]

const orders: Record<StudentSort, SQL[]> = {
  name: byName,
  "first-name": [sql`${students.firstName} collate nocase`, ...byName],
  youngest: [desc(students.birthDate), ...byName],
  oldest: [sql`${students.birthDate} is null`, asc(students.birthDate), ...byName],
  family: [sql`${families.name} collate nocase`, ...byName],
  newest: [desc(students.createdAt), ...byName],
}

function conditionsOf(actor: Actor, { search, status, instrument, teacherId }: StudentFilter): SQL[] {
  const conditions: SQL[] = [eq(students.schoolId, actor.school.id)]
  if (status) conditions.push(eq(students.status, status))
  if (instrument) conditions.push(eq(students.instrument, instrument))
  if (teacherId) conditions.push(isTaughtBy(actor, teacherId))
  if (search) conditions.push(inArray(students.id, findMatches(actor, search)))
  return conditions
}

/** In a class of this teacher today or later: a condition on `students`. */
export function isTaughtBy(actor: Actor, teacherId: string): SQL {
  const day = today(actor.school.timeZone, now())
  return exists(
    db()
      .select({ one: sql`1` })
      .from(enrollments)
      .innerJoin(
        classes,
        and(eq(classes.schoolId, enrollments.schoolId), eq(classes.id, enrollments.classId)),
      )
      .innerJoin(teachers, and(eq(teachers.schoolId, classes.schoolId), eq(teachers.id, classes.teacherId)))
      .where(
        and(
          eq(enrollments.schoolId, students.schoolId),
          eq(enrollments.studentId, students.id),
          or(isNull(enrollments.endsOn), gte(enrollments.endsOn, day)),
          eq(teachers.id, teacherId),
        ),
      ),
  )
}

/** SQLite compares letters of English only; a school has Öztürks who are looked up as "ozturk". */
function findMatches(actor: Actor, search: string): string[] {
  const words = fold(search).split(" ").filter(Boolean)
  const typed = search.trim().toLowerCase()
  const adults = db()
    .select({
      familyId: guardians.familyId,
      text: sql<string>`group_concat(${guardians.name} || ' ' || coalesce(${guardians.email}, ''), ' ')`,
    })
    .from(guardians)
    .where(eq(guardians.schoolId, actor.school.id))
    .groupBy(guardians.familyId)
    .all()
  const adultsOf = new Map(adults.map(({ familyId, text }) => [familyId, text]))
  return db()
    .select({
      id: students.id,
      familyId: students.familyId,
      text: sql<string>`${students.firstName} || ' ' || ${students.lastName} || ' ' || coalesce(${students.code}, '') || ' ' || coalesce(${students.email}, '')`,
    })
    .from(students)
    .where(eq(students.schoolId, actor.school.id))
    .all()
    .filter(({ text, familyId }) => {
      const all = `${text} ${adultsOf.get(familyId) ?? ""}`
      if (all.toLowerCase().includes(typed)) return true
      const folded = fold(all)
      return words.length > 0 && words.every((word) => folded.includes(word))
    })
    .map(({ id }) => id)
}
