import { cacheUntilWrite } from "db/cache-until-write.server"
import { families, guardians, students, teachers } from "db/schema/people"
import { classes, enrollments } from "db/schema/teaching"
import {
  type AnyColumn,
  and,
  asc,
  count,
  desc,
  eq,
  exists,
  gte,
  isNotNull,
  isNull,
  ne,
  or,
  type Placeholder,
  type SQL,
  sql,
} from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import {
  idsOf,
  ownRows,
  type Params,
  params,
  query,
  queryEach,
  select,
  selectDistinct,
} from "~/models/foundation/access/door.server"
import { among, joined, own } from "~/models/foundation/access/own.server"
import { todayOf } from "~/utils/clock.server"
import { groupBy } from "~/utils/group-by"
import { foldToFind, searchedWords } from "~/utils/names"
import { PER_PAGE } from "~/utils/page-number"
import { tellApart } from "../family/family-name.server"
import { studentsByPhone } from "../family/search-families.server"
import { inNameOrder } from "../name-order/name-order.server"
import { findNextSessions } from "../next-session/next-session.server"
import { type StudentFilter, type StudentSort, statusesOf } from "./student"

// Whose student someone is: those in a class that a teacher gives.

/** In a class that this teacher gives, alone or with others, today or later: a condition on `students`. */
export const isTaughtBy = (actor: Actor, teacherId: string): SQL =>
  isTaught(actor.school.id, teacherId, todayOf(actor))

/** Begins with the teacher's classes: one by one, every student of the school would be looked up in all of theirs. */
const isTaught = (
  school: string | Placeholder,
  teacherId: string | Placeholder,
  day: string | Placeholder,
): SQL => sql`${students.id} in (select e.student_id from (
    select c.id from classes c where c.school_id = ${school} and c.teacher_id = ${teacherId}
    union select k.class_id from class_teachers k where k.school_id = ${school} and k.teacher_id = ${teacherId}
      and (k.ends_on is null or k.ends_on >= ${day})) t
  cross join enrollments e on e.school_id = ${school} and e.class_id = t.id
  where e.ends_on is null or e.ends_on >= ${day})`

/** The same of a statement's own teachers, on a day. */
export function isTaughtByAny(teacherId: AnyColumn, day: string | Placeholder): SQL {
  return exists(
    select({ one: sql`1` })
      .from(enrollments)
      .innerJoin(classes, joined(classes, enrollments.classId))
      .where(
        and(
          joined(students, enrollments.studentId),
          or(isNull(enrollments.endsOn), gte(enrollments.endsOn, day)),
          sql`(${classes.teacherId} = ${teacherId} or exists (select 1 from class_teachers k
            where k.school_id = ${classes.schoolId} and k.class_id = ${classes.id} and k.teacher_id = ${teacherId}
            and (k.ends_on is null or k.ends_on >= ${day})))`,
        ),
      ),
  )
}

/** The facts next to the names of a list: who teaches each student and when they come next. Two queries, however many there are. */
function findStudentFacts(actor: Actor, studentIds: readonly string[]) {
  const day = todayOf(actor)
  const teachersOf = keepTeachers([actor.school.id, studentIds, day], () =>
    namesOfTeachers(teachersQuery.all(actor, { studentIds: JSON.stringify(studentIds), day })),
  )
  const next = findNextSessions(actor, { resource: "student", ids: studentIds })
  return (studentId: string) => ({
    teachers: teachersOf.get(studentId) ?? [],
    nextSession: next.get(studentId) ?? null,
  })
}

const keepTeachers = cacheUntilWrite<ReadonlyMap<string, readonly string[]>>(20)

/** Each student's teachers, each name once, in order. */
const namesOfTeachers = (rows: readonly { studentId: string; name: string }[]) =>
  new Map(
    [...groupBy(rows, ({ studentId }) => studentId)].map(
      ([studentId, taught]) => [studentId, [...new Set(taught.map(({ name }) => name))].sort()] as const,
    ),
  )

const teachersQuery = query((p: Params<{ day: string; studentIds: string }>, own) =>
  select({ studentId: enrollments.studentId, name: teachers.name })
    .from(enrollments)
    .innerJoin(classes, joined(classes, enrollments.classId))
    .innerJoin(teachers, joined(teachers, classes.teacherId))
    .where(
      and(
        own(enrollments),
        among(enrollments.studentId, p.studentIds),
        or(isNull(enrollments.endsOn), gte(enrollments.endsOn, p.day)),
      ),
    ),
)

// The list of students: filtered, sorted and paged in the database, then the facts next to each name for one page.

/**
 * One page of the students that pass the filter, and how many pass in all. `page` counts from 1; "all" is every one, for
 * files and printing. Search looks at names, student ID, family, guardians and phone numbers, whatever the accents and separators.
 */
export function listStudents(actor: Actor, filter: StudentFilter, page: number | "all" = 1) {
  const { values, key, found, rows } = queryRows(actor, filter, page)
  const total = key === "search" ? found.length : countThose(actor, key, values)
  const factsOf = findStudentFacts(
    actor,
    rows.map(({ id }) => id),
  )
  return { total, students: tellApart(actor, rows).map((row) => ({ ...row, ...factsOf(row.id) })) }
}

/** How many pass the filter. */
export function countStudents(actor: Actor, filter: StudentFilter): number {
  const { values, key } = conditionsFor(actor, filter)
  return countThose(actor, key, values)
}

const keepTotal = cacheUntilWrite<number>(500)

/** All of a school are counted once between two writes: the list says how many, and so does the filter for all. */
function countThose(actor: Actor, key: string, values: ReturnType<typeof conditionsFor>["values"]): number {
  const read = () => countQuery(key).get(actor, values)?.n ?? 0
  return key === "" ? keepTotal([actor.school.id], read) : read()
}

function queryRows(actor: Actor, filter: StudentFilter, page: number | "all") {
  const { values, key, found } = conditionsFor(actor, filter)
  const { sort = "name" } = filter
  const which = `${page === "all" ? "all" : "page"}: ${sort in orders ? sort : "name"}: ${key}` as const
  const rows = pageQuery(which).all(actor, {
    ...values,
    offset: page === "all" ? 0 : (page - 1) * PER_PAGE,
  })
  return { values, key, found, rows }
}

/** The names of a filter's conditions, by which its queries are kept, and what they compare with. */
function conditionsFor(actor: Actor, filter: StudentFilter) {
  const { search, sort: _, ids, traits: __, answers: ___, isReversed: ____, ...named } = filter
  const statuses = filter.status ? statusesOf(filter.status) : []
  const conditions = conditionNames
    .filter((name) => filter[name] !== undefined && filter[name] !== "")
    .map((name) => (statuses.length > 1 && name === "status" ? "statuses" : name))
  const key = conditions.join(" ")
  const found = search ? findMatches(actor, search) : []
  const values = {
    ...named,
    statuses: JSON.stringify(statuses),
    day: todayOf(actor),
    found: JSON.stringify(found),
    chosen: JSON.stringify(ids ?? []),
  }
  return { values, key, found }
}

/** The ids of those that pass the filter, in the list's order: of one page, or all. */
export function listStudentIds(actor: Actor, filter: StudentFilter, page: number | "all"): string[] {
  return queryRows(actor, filter, page).rows.map(({ id }) => id)
}

export type ListedStudent = ReturnType<typeof listStudents>["students"][number]

const conditionNames = ["status", "instrument", "teacherId", "search", "ids"] as const

type Asked = Params<{
  status?: string
  statuses: string
  instrument?: string
  teacherId?: string
  day: string
  found: string
  chosen: string
  offset?: number
}>

const countQuery = queryEach((conditions: string, p: Asked) =>
  select({ n: count() })
    .from(students)
    .where(and(...conditionsOf(conditions, p))),
)

/** The key is how many, the order, and the names of the conditions, with colons between. */
const pageQuery = queryEach((key: `${"all" | "page"}: ${string}: ${string}`, p: Asked) => {
  const [many, sort, conditions = ""] = key.split(": ")
  return select({
    id: students.id,
    firstName: students.firstName,
    lastName: students.lastName,
    birthDate: students.birthDate,
    status: students.status,
    instrument: students.instrument,
    level: students.level,
    familyId: students.familyId,
    familyName: families.name,
  })
    .from(students)
    .innerJoin(families, joined(families, students.familyId))
    .where(and(...conditionsOf(conditions, p)))
    .orderBy(...orders[sort as StudentSort])
    .limit(many === "all" ? Number.MAX_SAFE_INTEGER : PER_PAGE)
    .offset(p.offset)
})

/** The instruments the school's students play, for the filter. */
export const listInstruments = (actor: Actor): readonly string[] =>
  keepInstruments([actor.school.id], () =>
    instrumentsQuery
      .all(actor)
      .flatMap(({ instrument }) => instrument ?? [])
      .sort(inEnglish.compare),
  )

const keepInstruments = cacheUntilWrite<readonly string[]>(500)
const inEnglish = new Intl.Collator("en")
const instrumentsQuery = query((_, own) =>
  selectDistinct({ instrument: students.instrument })
    .from(students)
    .where(and(own(students), isNotNull(students.instrument))),
)

const orders: Record<StudentSort, SQL[]> = {
  name: inNameOrder,
  "first-name": [sql`${students.firstName} collate nocase`, ...inNameOrder],
  youngest: [desc(students.birthDate), ...inNameOrder],
  oldest: [sql`${students.birthDate} is null`, asc(students.birthDate), ...inNameOrder],
  family: [sql`${families.name} collate nocase`, ...inNameOrder],
  newest: [desc(students.createdAt), ...inNameOrder],
  status: [
    sql`case ${students.status} when 'active' then 0 when 'trial' then 1 when 'paused' then 2 when 'lead' then 3 else 4 end`,
    ...inNameOrder,
  ],
  // by what other wings know: models/money/student-list puts these in order
  next: inNameOrder,
  balance: inNameOrder,
  credits: inNameOrder,
  portal: inNameOrder,
}

function conditionsOf(names: string, p: Asked): SQL[] {
  const isSet = (name: (typeof conditionNames)[number] | "statuses") => names.split(" ").includes(name)
  const { schoolId } = params()
  // Whoever was erased is on past lessons and invoices alone.
  const conditions: SQL[] = [own(schoolId, students), isNull(students.erasedAt)]
  if (isSet("status")) conditions.push(eq(students.status, p.status))
  if (isSet("statuses")) conditions.push(among(students.status, p.statuses))
  if (isSet("instrument")) conditions.push(eq(students.instrument, p.instrument))
  if (isSet("teacherId")) conditions.push(isTaught(schoolId, p.teacherId, p.day))
  if (isSet("search")) conditions.push(among(students.id, p.found))
  if (isSet("ids")) conditions.push(among(students.id, p.chosen))
  return conditions
}

/** SQLite compares letters of English only; a school has Öztürks who are looked up as "ozturk". */
function findMatches(actor: Actor, search: string): string[] {
  const words = searchedWords(search)
  const typed = search.trim().toLowerCase()
  const hasNumber = studentsByPhone(actor, search)
  return keepTexts([actor.school.id], () => readTexts(actor))
    .filter(
      ({ id, familyId, text, folded }) =>
        hasNumber({ id, familyId }) ||
        text.includes(typed) ||
        (words.length > 0 && words.every((word) => folded.includes(word))),
    )
    .map(({ id }) => id)
}

/** What a student is found by: as it is written, in small letters, and folded. */
type Findable = { id: string; familyId: string; text: string; folded: string }

/** Each takes some MB of a large school. They’re read once between two writes of names, as a search is asked again by each page. */
const schoolsKept = 5
const keepTexts = cacheUntilWrite<readonly Findable[]>(schoolsKept)

function readTexts(actor: Actor): Findable[] {
  const adults = ownRows(actor, guardians, {
    familyId: guardians.familyId,
    text: sql<string>`group_concat(${guardians.name} || ' ' || coalesce(${guardians.email}, ''), ' ')`,
  })
    .groupBy(guardians.familyId)
    .all()
  const adultsOf = new Map(adults.map(({ familyId, text }) => [familyId, text]))
  return ownRows(actor, students, {
    id: students.id,
    familyId: students.familyId,
    text: sql<string>`${students.firstName} || ' ' || ${students.lastName} || ' ' || coalesce(${students.code}, '') || ' ' || coalesce(${students.email}, '')`,
  })
    .all()
    .map(({ id, familyId, text }) => {
      const all = `${text} ${adultsOf.get(familyId) ?? ""}`
      return { id, familyId, text: all.toLowerCase(), folded: foldToFind(all) }
    })
}

/** What is done with families is done for their students: those of today, and with "former too" those who have left. */
export const studentsOfFamilies = (
  actor: Actor,
  familyIds: readonly string[],
  whom?: "former too",
): string[] =>
  idsOf(
    actor,
    students,
    and(whom ? undefined : ne(students.status, "former"), among(students.familyId, familyIds)),
  )

/** Of so many students a week or a day's figures are read in a few milliseconds. */
const fewStudents = 500

/** Whether a school has more students than that: what looks at all its lessons is then read in the background. */
export const hasManyStudents = (actor: Actor): boolean =>
  keepIsMany([actor.school.id], () => manyQuery.get(actor) !== undefined)

const keepIsMany = cacheUntilWrite<boolean>(500)

const manyQuery = query((_, own) =>
  select({ id: students.id }).from(students).where(own(students)).limit(1).offset(fewStudents),
)
