import { db } from "db/client.server"
import { classes } from "db/schema/teaching"
import { and, asc, inArray, isNotNull, isNull } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { own } from "~/models/foundation/access/own.server"
import { isFieldSort } from "~/models/foundation/custom-field/answer-filter"
import { listAnswering } from "~/models/foundation/custom-field/answer-filter.server"
import { inAnswerOrder } from "~/models/foundation/custom-field/answer-order.server"
import { groupBy } from "~/utils/group-by"
import { fold } from "~/utils/names"
import { accountsOf } from "../invitation/account-state.server"
import { findNextSessions } from "../next-session/next-session.server"
import { countActiveStudents } from "./active-students.server"
import { listTeachers } from "./teacher.server"
import type { TeacherFilter } from "./teacher-query"

type Teacher = ReturnType<typeof listTeachers>[number]

/**
 * The school's teachers by name, each with their instruments (those of their classes when none are recorded), how
 * many active students they have, the next session, and how their sign-in stands.
 */
export const listTeachersWithFacts = (actor: Actor) => withFacts(actor, listTeachers(actor))

function withFacts(actor: Actor, teachers: Teacher[]) {
  const ids = teachers.map(({ id }) => id)
  const counts = countActiveStudents(actor, ids)
  const next = findNextSessions(actor, { resource: "teacher", ids })
  const taught = groupBy(listTaughtInstruments(actor, ids), ({ teacherId }) => teacherId)
  const accounts = accountsOf(actor, "teacher-invitation", teachers)
  return teachers.map((teacher) => ({
    ...teacher,
    instruments:
      teacher.instruments ??
      (taught
        .get(teacher.id)
        ?.map(({ instrument }) => instrument)
        .join(", ") ||
        null),
    activeStudents: counts.get(teacher.id) ?? 0,
    nextSession: next.get(teacher.id) ?? null,
    account: accounts.get(teacher.id)?.state ?? { kind: "none" as const },
  }))
}

export const teachersPerPage = 50

/** One page of them or all, narrowed and in an order; how many there are, and how many of these are listed. */
export function listTeachersWith(actor: Actor, filter: TeacherFilter, page: number | "all") {
  const { search, answers, sort = "name", isReversed } = filter
  const words = fold(search ?? "")
    .split(" ")
    .filter(Boolean)
  const answering = answers && listAnswering(actor, "teacher", answers)
  const all = listTeachers(actor)
  const answered = answering ? all.filter(({ id }) => answering.has(id)) : all
  const pageOf = <Row>(rows: Row[]) =>
    page === "all" ? rows : rows.slice((page - 1) * teachersPerPage, page * teachersPerPage)
  // Ordered by what a teacher's own row says, only those of the page need the rest.
  const isPlain = words.length === 0 && sort !== "students" && sort !== "next"
  if (isPlain) {
    const ordered = inOrder(actor, answered, filter)
    return { total: all.length, listed: ordered.length, teachers: withFacts(actor, pageOf(ordered)) }
  }
  const found = withFacts(actor, answered).filter(({ name, email, instruments }) => {
    const text = fold(`${name} ${email ?? ""} ${instruments ?? ""}`)
    return words.every((word) => text.includes(word))
  })
  if (sort === "students") found.sort((a, b) => b.activeStudents - a.activeStudents)
  if (sort === "next") found.sort((a, b) => startOf(a.nextSession).localeCompare(startOf(b.nextSession)))
  const ordered = inOrder(actor, found, { sort, isReversed })
  return { total: all.length, listed: ordered.length, teachers: pageOf(ordered) }
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

function listTaughtInstruments(actor: Actor, teacherIds: string[]) {
  return db()
    .selectDistinct({ teacherId: classes.teacherId, instrument: classes.instrument })
    .from(classes)
    .where(
      and(
        own(actor, classes),
        inArray(classes.teacherId, teacherIds),
        isNotNull(classes.instrument),
        isNull(classes.endedOn),
      ),
    )
    .orderBy(asc(classes.instrument))
    .all()
}
