import { users } from "db/schema/accounts"
import { customFields } from "db/schema/foundation-lists"
import { taskItems, tasks } from "db/schema/foundation-tasks"
import { members } from "db/schema/people"
import { and, asc, count, desc, eq, inArray, not, or, sql } from "drizzle-orm"
import { z } from "zod"
import { now } from "~/utils/clock.server"
import { PER_PAGE } from "~/utils/page-number"
import type { Actor } from "../access/actor"
import { change, ownRows, select } from "../access/door.server"
import { joined, own } from "../access/own.server"
import { may, type Permission } from "../access/permissions"
import { actingOf } from "../access/rights"
import { type FieldNoun, fieldNouns } from "../custom-field/custom-field"
import { stepTitles, type TaskFacts, type TaskKind, type TaskResult, taskKinds } from "./task"

// Long work that goes on without the request that started it: an invoice run over 4,000 families. A task and its items
// are rows; each step does a few items in one short transaction with the note that they are done, so a task that is cut
// off goes on where it stopped and does nothing twice. What a step does is app/jobs' business.

export type TaskItem = Pick<
  typeof taskItems.$inferSelect,
  "id" | "position" | "subjectId" | "name" | "detail" | "state" | "note" | "made"
>

const columns = {
  id: tasks.id,
  kind: tasks.kind,
  state: tasks.state,
  total: tasks.total,
  done: tasks.done,
  excepted: tasks.excepted,
  result: tasks.result,
  startedBy: tasks.startedBy,
  about: tasks.about,
  createdAt: tasks.createdAt,
  finishedAt: tasks.finishedAt,
  undoes: tasks.undoes,
}

type Row = Omit<TaskFacts, "result"> & { about: string; result: string }
export type Task = TaskFacts & { about: unknown }

const taskOf = ({ about, result, ...facts }: Row): Task => ({
  ...facts,
  about: JSON.parse(about),
  result: JSON.parse(result) as TaskResult,
})

const OfClosure = z.object({ closureName: z.string() })
const OfStep = z.object({ step: z.enum(["contact", "assign", "lose"]) })

/** What a task is called: one for a closure names it, one for inquiries says what was noted of them. */
export function titleOf({ kind, about }: Pick<Task, "kind" | "about">): string {
  const { title } = taskKinds[kind]
  const noted = kind === "set-answers" ? OfStep.safeParse(about) : undefined
  if (noted?.success) return stepTitles[noted.data.step]
  const named = OfClosure.safeParse(about)
  return named.success ? `${title}: ${named.data.closureName}` : title
}

/** A task of the school, whoever started it. */
export function findTask(actor: Actor, taskId: string): Task | undefined {
  const row = ownRows(actor, tasks, columns).where(eq(tasks.id, taskId)).get()
  return row && taskOf(row)
}

/** The same for those who may do what it does. */
export function findTaskToShow(actor: Actor, taskId: string): Task | undefined {
  const row = ownRows(actor, tasks, columns)
    .where(and(eq(tasks.id, taskId), shownTo(actor)))
    .get()
  return row && taskOf(row)
}

/** Who changes the records that have a field. */
const fieldPermissions: Record<FieldNoun, Permission> = {
  student: "student:write",
  guardian: "student:write",
  family: "student:write",
  teacher: "teacher:write",
  class: "class:write",
}

/** The fields of the records that this person may change. */
const shownFields = (actor: Actor) =>
  select({ id: customFields.id })
    .from(customFields)
    .where(
      and(
        own(actor, customFields),
        inArray(
          customFields.noun,
          fieldNouns.filter((noun) => may(actor, fieldPermissions[noun])),
        ),
      ),
    )

/** Invitations of teachers are a task of their own, and not for who invites families. */
const isOfTeachers = sql`exists (select 1 from task_items i where i.school_id = ${tasks.schoolId}
  and i.task_id = ${tasks.id} and i.subject_id like 'teacher-invitation:%')`

/**
 * The tasks of some kinds that this person may see: those of what they may do. A change of a field is for those who change what
 * has the field; an undo, for those who may see what it undoes.
 */
function shownTo(actor: Actor, among?: readonly TaskKind[]) {
  const shown = shownItself(actor)
  const undone = select({ id: tasks.id })
    .from(tasks)
    .where(and(own(actor, tasks), shown))
  return and(
    own(actor, tasks),
    among && inArray(tasks.kind, [...among]),
    or(shown, and(eq(tasks.kind, "undo"), inArray(tasks.undoes, undone))),
  )
}

/** Those that aren't the undo of another. */
function shownItself(actor: Actor) {
  const kinds = (Object.keys(taskKinds) as TaskKind[]).filter(
    (kind) => kind !== "undo" && kind !== "set-answers" && may(actor, taskKinds[kind].permission),
  )
  const shared = kinds.filter((kind) => !taskKinds[kind].isOwn)
  const invitesTeachers = and(eq(tasks.kind, "invite-people"), isOfTeachers)
  return or(
    and(
      inArray(tasks.kind, kinds),
      or(inArray(tasks.kind, shared), eq(tasks.startedBy, actor.memberId ?? "")),
      may(actor, "teacher:write") ? undefined : not(invitesTeachers ?? sql`false`),
    ),
    and(
      eq(tasks.kind, "set-answers"),
      or(
        inArray(sql`${tasks.about} ->> 'fieldId'`, shownFields(actor)),
        // What is noted of inquiries is no field.
        may(actor, taskKinds["set-answers"].permission)
          ? sql`${tasks.about} ->> 'fieldId' is null`
          : undefined,
      ),
    ),
  )
}

/** Who started it, to act in their name; undefined when they are no longer in the school. */
export function findTaskStarter(actor: Actor, taskId: string) {
  const member = select({
    memberId: members.id,
    userId: users.id,
    name: users.name,
    role: members.role,
    rights: members.rights,
  })
    .from(tasks)
    .innerJoin(members, joined(members, tasks.startedBy))
    .innerJoin(users, eq(users.id, members.userId))
    .where(own(actor, tasks, taskId))
    .get()
  return member && actingOf(member)
}

export const tasksPerPage = 25

/** The school's tasks that this person may see, newest first, with who started them. */
export function listTasks(actor: Actor, page: number): (Task & { starterName: string | null })[] {
  return select({ ...columns, starterName: users.name })
    .from(tasks)
    .leftJoin(members, joined(members, tasks.startedBy))
    .leftJoin(users, eq(users.id, members.userId))
    .where(shownTo(actor))
    .orderBy(desc(tasks.createdAt), desc(tasks.id))
    .limit(tasksPerPage)
    .offset((page - 1) * tasksPerPage)
    .all()
    .map(({ starterName, ...row }) => ({ ...taskOf(row), starterName }))
}

export function countTasks(actor: Actor): number {
  return select({ n: count() }).from(tasks).where(shownTo(actor)).get()?.n ?? 0
}

/** Those that run now, or failed and wait for a person, of some kinds. */
export function listTasksUnderWay(actor: Actor, kinds: readonly TaskKind[]): Task[] {
  return select(columns)
    .from(tasks)
    .where(and(shownTo(actor, kinds), inArray(tasks.state, ["waiting", "running", "failed"])))
    .orderBy(asc(tasks.createdAt))
    .limit(5)
    .all()
    .map(taskOf)
}

/** The latest tasks of one kind, newest first. */
export function listTasksOfKind(actor: Actor, kind: TaskKind): Task[] {
  return select(columns)
    .from(tasks)
    .where(shownTo(actor, [kind]))
    .orderBy(desc(tasks.createdAt), desc(tasks.id))
    .limit(5)
    .all()
    .map(taskOf)
}

/** What a task works on, in its order. */
export const listSubjects = (actor: Actor, taskId: string): string[] =>
  ownRows(actor, taskItems, ["subjectId"])
    .where(eq(taskItems.taskId, taskId))
    .orderBy(asc(taskItems.position))
    .all()
    .map(({ subjectId }) => subjectId)

/** Its items of one state, in their order, a page of 50. */
export function listTaskItems(
  actor: Actor,
  taskId: string,
  { state, page }: { state: TaskItem["state"]; page: number },
): TaskItem[] {
  return ownRows(actor, taskItems, ["id", "position", "subjectId", "name", "detail", "state", "note", "made"])
    .where(and(eq(taskItems.taskId, taskId), eq(taskItems.state, state)))
    .orderBy(asc(taskItems.position))
    .limit(PER_PAGE)
    .offset((page - 1) * PER_PAGE)
    .all()
}

// A task without items counts its own steps, done by a job of its own.

/** Notes how many of its steps a counted task has done. False when it was canceled in the meantime. */
export function noteTaskProgress(actor: Actor, taskId: string, done: number): boolean {
  const changes = change(
    actor,
    tasks,
    and(eq(tasks.id, taskId), inArray(tasks.state, ["waiting", "running"])),
    { done, state: "running" },
  )
  return changes > 0
}

/** Ends a counted task with what it came to. False when it was canceled in the meantime. */
export function finishTask(actor: Actor, taskId: string, result: TaskResult): boolean {
  const changes = change(
    actor,
    tasks,
    and(eq(tasks.id, taskId), inArray(tasks.state, ["waiting", "running"])),
    { state: "finished", done: tasks.total, result: JSON.stringify(result), finishedAt: now() },
  )
  return changes > 0
}
