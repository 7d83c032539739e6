import { sql } from "drizzle-orm"
import { offeredNames } from "~/models/accounts/school-list/school-list.server"
import type { Actor } from "~/models/foundation/access/actor"
import { askAll } from "~/models/foundation/access/door.server"
import { isFieldSort } from "~/models/foundation/custom-field/answer-filter"
import { inAnswerOrder, listAnswering } from "~/models/foundation/custom-field/answers.server"
import { todayOf } from "~/utils/clock.server"
import { holdsWords, searchedWords } from "~/utils/names"
import { PER_PAGE } from "~/utils/page-number"
import { digitsOf, isNumberMeant, typedDigits } from "~/utils/phone-number"
import { accountsOf } from "../invitation/account-state.server"
import { findNextSessions } from "../next-session/next-session.server"
import { instrumentsIn, teachesIt } from "./instruments"
import { withTaughtInstruments } from "./taught-instruments.server"
import { listTeachers } from "./teacher.server"
import type { TeacherFilter } from "./teacher-query"

/**
 * How many active students each of these teachers has: in a class that they give, alone or with others, today or later. The
 * list of students narrowed to a teacher (student/list-students.server.ts) has the same ones. Cross joins keep SQLite from
 * looking through the enrollments for each class.
 */
export function countActiveStudents(actor: Actor, teacherIds: readonly string[]): Map<string, number> {
  const schoolId = actor.school.id
  const day = todayOf(actor)
  const asked = sql`json_each(${JSON.stringify(teacherIds)}) t`
  const rows = askAll<{ teacherId: string; count: number }>(sql`
    with given as materialized (
      select c.teacher_id, c.id as class_id from ${asked}
      cross join classes c on c.school_id = ${schoolId} and c.teacher_id = t.value
      union
      select k.teacher_id, k.class_id from ${asked}
      cross join class_teachers k on k.school_id = ${schoolId} and k.teacher_id = t.value
        and (k.ends_on is null or k.ends_on >= ${day})
    )
    select g.teacher_id as teacherId, count(distinct e.student_id) as count
    from given g
    cross join enrollments e on e.school_id = ${schoolId} and e.class_id = g.class_id
      and (e.ends_on is null or e.ends_on >= ${day})
    cross join students s on s.school_id = ${schoolId} and s.id = e.student_id and s.status = 'active'
    group by g.teacher_id`)
  return new Map(rows.map(({ teacherId, count }) => [teacherId, count]))
}

type Teacher = ReturnType<typeof listTeachers>[number]

/**
 * The school's teachers by name, each with their instruments (those of their classes when none are recorded), how
 * many active students they have, the next session, and how their sign-in stands.
 */
export const listTeachersWithFacts = (actor: Actor) => withFacts(actor, listTeachers(actor))

function withFacts(actor: Actor, teachers: readonly Teacher[]) {
  const ids = teachers.map(({ id }) => id)
  const counts = countActiveStudents(actor, ids)
  const next = findNextSessions(actor, { resource: "teacher", ids })
  const accounts = accountsOf(actor, "teacher-invitation", teachers)
  return withTaughtInstruments(actor, teachers).map((teacher) => ({
    ...teacher,
    activeStudents: counts.get(teacher.id) ?? 0,
    nextSession: next.get(teacher.id) ?? null,
    account: accounts.get(teacher.id)?.state ?? { kind: "none" as const },
  }))
}

/**
 * One page of them or all, narrowed and in an order; how many there are, and how many of these are listed. What they teach is
 * looked up for all only where it narrows, the rest where it orders them.
 */
export function listTeachersWith(actor: Actor, filter: TeacherFilter, page: number | "all") {
  const all = listTeachers(actor)
  const found = narrow(actor, all, filter)
  const { sort } = filter
  const pageOf = <Row>(rows: readonly Row[]) =>
    page === "all" ? rows : rows.slice((page - 1) * PER_PAGE, page * PER_PAGE)
  const sums = { total: all.length, listed: found.length }
  if (sort !== "students" && sort !== "next")
    return { ...sums, teachers: withFacts(actor, pageOf(inOrder(actor, found, filter))) }
  const known = withFacts(actor, found)
  if (sort === "students") known.sort((a, b) => b.activeStudents - a.activeStudents)
  else known.sort((a, b) => startOf(a.nextSession).localeCompare(startOf(b.nextSession)))
  return { ...sums, teachers: pageOf(inOrder(actor, known, filter)) }
}

function narrow(
  actor: Actor,
  all: readonly Teacher[],
  { search, instrument, answers, ids }: TeacherFilter,
): Teacher[] {
  const words = searchedWords(search ?? "")
  const answering = answers && listAnswering(actor, "teacher", answers)
  const chosen = ids && new Set(ids)
  const found = all.filter(({ id }) => (!answering || answering.has(id)) && (!chosen || chosen.has(id)))
  if (words.length === 0 && !instrument) return found
  const typed = typedDigits(search ?? "")
  return withTaughtInstruments(actor, found).filter(({ name, email, phone, instruments }) => {
    const isCalled = typed !== undefined && isNumberMeant(digitsOf(phone ?? ""), typed)
    const isNamed = isCalled || holdsWords(`${name} ${email ?? ""} ${instruments ?? ""}`, words)
    return isNamed && (!instrument || teachesIt(instruments, instrument))
  })
}

/** What the teachers of the school teach, by name: what their list can be narrowed to. */
export function listTeachersInstruments(actor: Actor): string[] {
  const offered = offeredNames(actor, "instruments")
  const taught = withTaughtInstruments(actor, listTeachers(actor)).flatMap(({ instruments }) =>
    instrumentsIn(instruments, offered),
  )
  const byName = new Map(taught.map((name) => [name.toLowerCase(), name]))
  return [...byName.values()].sort((a, b) => a.localeCompare(b, "en"))
}

/** By a field of the school's own; else as they come, or the other way around. */
function inOrder<Row extends { id: string }>(
  actor: Actor,
  found: Row[],
  { sort = "name", isReversed }: TeacherFilter,
): Row[] {
  if (!isFieldSort(sort)) return isReversed ? [...found].reverse() : found
  const rows = new Map(found.map((row) => [row.id, row]))
  const ids = inAnswerOrder(actor, { noun: "teacher", sort, isReversed }, [...rows.keys()])
  return ids.flatMap((id) => rows.get(id) ?? [])
}

const startOf = (next: { localDate: string; startTime: string } | null) =>
  next ? `${next.localDate} ${next.startTime}` : "9999"
