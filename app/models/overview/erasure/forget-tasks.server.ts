import { selections, taskItems, tasks } from "db/schema/foundation-tasks"
import { guardians, students, teachers } from "db/schema/people"
import { and, eq, inArray, or, type SQL, sql } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { type Changes, change, idsOf, ownRows, select } from "~/models/foundation/access/door.server"
import { own } from "~/models/foundation/access/own.server"
import { type ErasedNoun, erasedNames, type StaffNoun } from "./erasure"

type Noun = ErasedNoun | StaffNoun

// Background work keeps what it was told of a person, and a merge keeps their whole record for its undo. Both go with
// the person, so that no undo brings them back.

/** Forgets what tasks noted of a person, and of the records that were merged into theirs. */
export function forgetInTasks(actor: Actor, noun: Noun, personId: string, memberId: string | null) {
  const { ids, taskIds } = listMerges(actor, noun, personId)
  const name = erasedNames[noun]
  const gone = { detail: null, before: null, note: null }
  const items = (condition: SQL | undefined, to: Changes<typeof taskItems>) =>
    change(actor, taskItems, condition, to)
  const subjects = ids.flatMap((id) => [id, `${noun}-invitation:${id}`])
  items(inArray(taskItems.subjectId, memberId === null ? subjects : [...subjects, memberId]), {
    ...gone,
    name,
  })
  if (taskIds.length > 0) {
    const undos = select({ id: tasks.id })
      .from(tasks)
      .where(and(own(actor, tasks), inArray(tasks.undoes, taskIds)))
    items(or(inArray(taskItems.taskId, taskIds), inArray(taskItems.taskId, undos)), { ...gone, name })
  }
  items(isOfFamilyMerge(actor, personId), gone)
}

/** A merge of families keeps the addresses and phone numbers of their guardians. */
function isOfFamilyMerge(actor: Actor, personId: string) {
  const merges = select({ id: tasks.id })
    .from(tasks)
    .where(and(own(actor, tasks), eq(tasks.kind, "merge-families")))
  const undos = select({ id: tasks.id })
    .from(tasks)
    .where(and(own(actor, tasks), eq(tasks.kind, "undo"), inArray(tasks.undoes, merges)))
  return and(
    or(inArray(taskItems.taskId, merges), inArray(taskItems.taskId, undos)),
    sql`instr(coalesce(${taskItems.before}, '') || coalesce(${taskItems.detail}, ''), ${personId}) > 0`,
  )
}

const mergesOf = {
  student: { kind: "merge-students", table: students },
  guardian: { kind: "merge-guardians", table: guardians },
  teacher: { kind: "merge-teachers", table: teachers },
} as const

/** The merges a person was part of, and the ids of the records that are theirs by now, their own first. */
function listMerges(actor: Actor, noun: Noun, personId: string) {
  if (noun === "payer" || noun === "member") return { ids: [personId], taskIds: [] }
  const { kind, table } = mergesOf[noun]
  const merges = ownRows(actor, tasks, {
    id: tasks.id,
    keepId: sql<string>`${tasks.about} ->> 'keepId'`,
    goneId: sql<string>`${tasks.about} ->> 'goneId'`,
  })
    .where(eq(tasks.kind, kind))
    .all()
  const back = new Set(
    idsOf(
      actor,
      table,
      inArray(
        table.id,
        merges.map(({ goneId }) => goneId),
      ),
    ),
  )
  const ids = [personId]
  for (const id of ids)
    for (const { keepId, goneId } of merges)
      if (keepId === id && !back.has(goneId) && !ids.includes(goneId)) ids.push(goneId)
  const taskIds = merges.filter(({ keepId, goneId }) => ids.includes(keepId) || ids.includes(goneId))
  return { ids, taskIds: taskIds.map(({ id }) => id) }
}

/** The ids of the records that are a person's by now: their own, and those that were merged into it. */
export const listRecordsOf = (actor: Actor, noun: Noun, personId: string): string[] =>
  listMerges(actor, noun, personId).ids

/** The preview of what was chosen in a list names its records; it's made again when someone goes on from there. */
export function forgetInSelections(actor: Actor, personId: string) {
  change(actor, selections, sql`instr(${selections.plan}, ${personId}) > 0`, { plan: null })
}
