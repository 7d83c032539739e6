import { transact } from "db/client.server"
import { users } from "db/schema/accounts"
import { assignments } from "db/schema/learning"
import { members, students } from "db/schema/people"
import { classes } from "db/schema/teaching"
import { sessions } from "db/schema/teaching-sessions"
import { and, asc, desc, eq, gte, isNull, or, type SQL, sql } from "drizzle-orm"
import { alias } from "drizzle-orm/sqlite-core"
import type { Actor } from "~/models/foundation/access/actor"
import { add, change, find, hasRow, type Params, query, select } from "~/models/foundation/access/door.server"
import { columns, joined, type Owner, own } from "~/models/foundation/access/own.server"
import { recordEvent } from "~/models/foundation/audit/audit.server"
import { tellLearning } from "~/models/teaching/lesson-email/lesson-email.server"
import { now, todayOf } from "~/utils/clock.server"
import { idOfOther, newId } from "~/utils/ids.server"
import { fullName } from "~/utils/names"
import type { Result } from "~/utils/result"
import { localDate } from "~/utils/zones"
import type { Learner } from "../learner/learner"
import type { Assignment } from "./assignment"

// Assignments between lessons. A teacher assigns and withdraws them, the family (or the teacher) marks them done. Nothing is
// deleted: a withdrawn assignment keeps its row.

/** The most open tasks a student may have: more is a mistake, and no one does them. */
const mostOpen = 40

type Task = { task: string; dueOn: string | null; sessionId?: string }
/** A task with the key of its form, if it has one. */
type WrittenTask = Task & { entryId?: string | null }

/**
 * Gives each of the students the task; who has the same one open already keeps it once, and the same form sent again gives
 * no one a second one, also when the first is done by then. Refused as a whole when it is due in the past or someone has too
 * many open.
 */
export function assignTask(
  actor: Actor,
  learners: readonly Pick<Learner, "id">[],
  { entryId, ...task }: WrittenTask,
): Result<{ count: number }, "due-before-today" | "too-many" | "nobody"> {
  if (learners.length === 0) return { ok: false, reason: "nobody" }
  return transact(() => {
    const without = learners
      .map(({ id: studentId }) => ({ studentId, id: idOf(studentId, task, entryId) }))
      .filter(({ studentId, id }) => !wasGiven(actor, id) && !hasOpen(actor, studentId, task))
    if (without.length === 0) return { ok: true, count: 0 }
    if (task.dueOn && task.dueOn < todayOf(actor)) return { ok: false, reason: "due-before-today" }
    if (without.some(({ studentId }) => countOpenAssignments(actor, { id: studentId }) >= mostOpen))
      return { ok: false, reason: "too-many" }
    const classId = task.sessionId ? classOf(actor, task.sessionId) : null
    for (const { studentId, id } of without) {
      add(actor, assignments, { id, ...task, classId, studentId, assignedBy: actor.memberId })
      recordEvent(actor, "student.assign", studentId, { after: { task: task.task, dueOn: task.dueOn } })
    }
    tellLearning(
      actor,
      without.map(({ studentId, id }) => ({ kind: "assignment", id, studentId })),
    )
    return { ok: true, count: without.length }
  })
}

/** What a form with a key gives one student has an id of its own, however often it is sent. */
const idOf = (studentId: string, { task, dueOn, sessionId = "" }: Task, entryId?: string | null): string =>
  entryId ? idOfOther(entryId, [studentId, task, dueOn, sessionId]) : newId()

const wasGiven = (actor: Actor, assignmentId: string): boolean => hasRow(actor, assignments, assignmentId)

const classOf = (actor: Actor, sessionId: string): string | null =>
  find(actor, sessions, sessionId)?.classId ?? null

const hasOpen = (actor: Actor, studentId: string, { task, dueOn, sessionId }: Task): boolean =>
  select({ dueOn: assignments.dueOn, sessionId: assignments.sessionId })
    .from(assignments)
    .where(and(ofStudent(actor, studentId), isNull(assignments.doneAt), eq(assignments.task, task)))
    .all()
    .some((other) => other.dueOn === dueOn && other.sessionId === (sessionId ?? null))

const ofStudent = (actor: Actor, studentId: string) =>
  and(own(actor, assignments), eq(assignments.studentId, studentId), isNull(assignments.withdrawnAt))

export const countOpenAssignments = (actor: Actor, learner: Pick<Learner, "id">): number =>
  select({ n: sql<number>`count(*)` })
    .from(assignments)
    .where(and(ofStudent(actor, learner.id), isNull(assignments.doneAt)))
    .get()?.n ?? 0

/** Open tasks, the most urgent first, then what was done within the last days (60 unless told), newest first. */
export function listAssignments(
  actor: Actor,
  learner: Pick<Learner, "id">,
  { days = 60, doneLimit = 30 }: { days?: number; doneLimit?: number } = {},
): { open: Assignment[]; done: Assignment[] } {
  const rows = listedQuery
    .all(actor, { studentId: learner.id, doneSince: now() - days * 86_400_000 })
    .map((row) => ({ doneAt: row.doneAt, assignment: viewOf(actor, row) }))
  return {
    open: rows.filter(({ doneAt }) => doneAt === null).map(({ assignment }) => assignment),
    done: rows
      .filter(({ doneAt }) => doneAt !== null)
      .sort((a, b) => (b.doneAt ?? 0) - (a.doneAt ?? 0))
      .slice(0, doneLimit)
      .map(({ assignment }) => assignment),
  }
}

const listedQuery = query((p: Params<{ studentId: string; doneSince: number }>, _own, school) =>
  assignmentRows(
    school,
    and(
      eq(assignments.studentId, p.studentId),
      isNull(assignments.withdrawnAt),
      or(isNull(assignments.doneAt), gte(assignments.doneAt, p.doneSince)),
    ),
  ).orderBy(sql`${assignments.dueOn} is null`, asc(assignments.dueOn), assignments.createdAt, assignments.id),
)

/** What was given in a session, with whose it is; newest first. */
export function listAssignmentsOfSession(
  actor: Actor,
  sessionId: string,
): (Assignment & { studentId: string; studentName: string })[] {
  return ofSession
    .all(actor, { sessionId })
    .map((row) => ({ ...viewOf(actor, row), studentId: row.studentId, studentName: fullName(row) }))
}

const ofSession = query((p: Params<{ sessionId: string }>, _own, school) =>
  assignmentRows(
    school,
    and(eq(assignments.sessionId, p.sessionId), isNull(assignments.withdrawnAt)),
  ).orderBy(desc(assignments.createdAt), students.firstName, students.lastName, desc(assignments.id)),
)

type Changed = Result<{ task: string }, "missing">

/** Says that a task is done, or that it is not. Saying it twice changes nothing. */
export function setAssignmentDone(
  actor: Actor,
  learner: Pick<Learner, "id">,
  assignmentId: string,
  isDone: boolean,
): Changed {
  return transact(() => {
    const found = findGiven(actor, learner.id, assignmentId)
    if (!found) return { ok: false, reason: "missing" }
    if ((found.doneAt !== null) === isDone) return { ok: true, task: found.task }
    change(
      actor,
      assignments,
      and(ofStudent(actor, learner.id), eq(assignments.id, assignmentId)),
      isDone ? { doneAt: now(), doneBy: actor.memberId } : { doneAt: null, doneBy: null },
    )
    recordEvent(actor, isDone ? "student.finish-assignment" : "student.reopen-assignment", learner.id, {
      after: { task: found.task },
    })
    return { ok: true, task: found.task }
  })
}

/** Takes a task back, as if it had not been given; with a session only one that was given there. */
export function withdrawAssignment(
  actor: Actor,
  learner: Pick<Learner, "id">,
  assignmentId: string,
  sessionId?: string,
): Changed {
  return transact(() => {
    const found = findGiven(actor, learner.id, assignmentId)
    if (!found || (sessionId && found.sessionId !== sessionId)) return { ok: false, reason: "missing" }
    change(actor, assignments, and(ofStudent(actor, learner.id), eq(assignments.id, assignmentId)), {
      withdrawnAt: now(),
    })
    recordEvent(actor, "student.withdraw-assignment", learner.id, { before: { task: found.task } })
    return { ok: true, task: found.task }
  })
}

const findGiven = (actor: Actor, studentId: string, assignmentId: string) =>
  select(columns(assignments, "task", "doneAt", "sessionId"))
    .from(assignments)
    .where(and(ofStudent(actor, studentId), eq(assignments.id, assignmentId)))
    .get()

// Assignments as they are read: with whose they are, who gave them and who did them.

/** Those of a school that this is true of. */
function assignmentRows(owner: Owner, which: SQL | undefined) {
  const [doers, doerUsers] = [alias(members, "doers"), alias(users, "doer_users")]
  return select({
    id: assignments.id,
    studentId: assignments.studentId,
    firstName: students.firstName,
    lastName: students.lastName,
    ...columns(assignments, "task", "createdAt", "dueOn", "doneAt"),
    by: users.name,
    doneBy: doerUsers.name,
    className: classes.name,
  })
    .from(assignments)
    .innerJoin(students, and(own(owner, students), eq(students.id, assignments.studentId)))
    .leftJoin(members, joined(members, assignments.assignedBy))
    .leftJoin(users, eq(users.id, members.userId))
    .leftJoin(doers, joined(doers, assignments.doneBy))
    .leftJoin(doerUsers, eq(doerUsers.id, doers.userId))
    .leftJoin(classes, joined(classes, assignments.classId))
    .where(and(own(owner, assignments), which))
    .$dynamic()
}

type Row = ReturnType<ReturnType<typeof assignmentRows>["all"]>[number]

function viewOf(actor: Actor, { id, task, dueOn, by, doneBy, className, ...row }: Row): Assignment {
  const dayOf = (ms: number) => localDate(ms, actor.school.timeZone)
  return {
    id,
    task,
    dueOn,
    by,
    doneBy,
    className,
    givenOn: dayOf(row.createdAt),
    doneOn: row.doneAt === null ? null : dayOf(row.doneAt),
    isLate: row.doneAt === null && dueOn !== null && dueOn < dayOf(now()),
  }
}
