import { taskItems } from "db/schema/foundation-tasks"
import { students } from "db/schema/people"
import { classes } from "db/schema/teaching"
import { sessions } from "db/schema/teaching-sessions"
import { and, asc, eq, isNotNull, sql } from "drizzle-orm"
import { z } from "zod"
import type { Actor } from "~/models/foundation/access/actor"
import { select } from "~/models/foundation/access/door.server"
import { joined, own } from "~/models/foundation/access/own.server"
import { findTaskToShow } from "~/models/foundation/task/task.server"
import { fullName } from "~/utils/names"
import { sumOf, trialStates, trialWhys } from "./rule-trial"
import { TrialFacts } from "./try-rules.server"

export const familiesPerPage = 25

/** A replay with its sums; undefined when there is none, or the reader may not see it. */
export function findTrial(actor: Actor, taskId: string) {
  const task = findTaskToShow(actor, taskId)
  if (task?.kind !== "try-rules") return undefined
  const { about, ...facts } = task
  const sum = (name: string) => task.result[name] ?? 0
  return {
    ...facts,
    ...TrialFacts.parse(about),
    was: { granted: sum("wasGranted"), used: sum("wasUsed"), expired: sum("wasExpired") },
    would: { granted: sum("wouldGranted"), used: sum("wouldUsed"), expired: sum("wouldExpired") },
    families: sum("families"),
    different: sum("different"),
    byHand: sum("byHand"),
  }
}

const FamilyRows = z.object({
  rows: z.array(
    z.object({
      studentId: z.string(),
      sessionId: z.string(),
      was: z.enum(trialStates),
      would: z.enum(trialStates),
      why: z.enum(trialWhys),
      until: z.string().nullable(),
    }),
  ),
})

/** The families of a replay with the absences behind their figures; all of them, or those that would differ. */
export function listTrialFamilies(
  actor: Actor,
  taskId: string,
  { only, page }: { only: "different" | "all"; page: number | null },
) {
  const items = select({
    id: taskItems.id,
    familyId: taskItems.subjectId,
    name: taskItems.name,
    before: taskItems.before,
  })
    .from(taskItems)
    .where(
      and(
        own(actor, taskItems),
        eq(taskItems.taskId, taskId),
        eq(taskItems.state, "done"),
        isNotNull(taskItems.before),
        only === "different" ? eq(taskItems.note, "Different") : undefined,
      ),
    )
    .orderBy(asc(taskItems.position))
    .limit(page === null ? -1 : familiesPerPage)
    .offset(page === null ? 0 : (page - 1) * familiesPerPage)
    .all()
    .map(({ before, ...item }) => ({ ...item, ...FamilyRows.parse(JSON.parse(before ?? "{}")) }))
  const rows = items.flatMap((item) => item.rows)
  const lessons = new Map(
    lessonsQuery(
      actor,
      rows.map(({ sessionId }) => sessionId),
    ).map((row) => [row.id, row]),
  )
  const people = new Map(
    studentsQuery(
      actor,
      rows.map(({ studentId }) => studentId),
    ).map((row) => [row.id, row]),
  )
  return items.map(({ rows: own, ...item }) => ({
    ...item,
    was: sumOf(own, "was"),
    would: sumOf(own, "would"),
    rows: own.map((row) => {
      const lesson = lessons.get(row.sessionId)
      const student = people.get(row.studentId)
      return {
        ...row,
        className: lesson?.className ?? "",
        date: lesson?.date ?? "",
        studentName: student ? fullName(student) : "",
      }
    }),
  }))
}

const among = (ids: readonly string[]) =>
  sql`(select value from json_each(${JSON.stringify([...new Set(ids)])}))`

const lessonsQuery = (actor: Actor, ids: readonly string[]) =>
  select({ id: sessions.id, date: sessions.localDate, className: classes.name })
    .from(sessions)
    .innerJoin(classes, joined(classes, sessions.classId))
    .where(and(own(actor, sessions), sql`${sessions.id} in ${among(ids)}`))
    .all()

const studentsQuery = (actor: Actor, ids: readonly string[]) =>
  select({ id: students.id, firstName: students.firstName, lastName: students.lastName })
    .from(students)
    .where(and(own(actor, students), sql`${students.id} in ${among(ids)}`))
    .all()
