import { taskItems, tasks } from "db/schema/foundation-tasks"
import { and, eq, isNotNull, sql } from "drizzle-orm"
import { alias } from "drizzle-orm/sqlite-core"
import type { Actor } from "~/models/foundation/access/actor"
import { select } from "~/models/foundation/access/door.server"
import { joined, own } from "~/models/foundation/access/own.server"

// Which classes have one of a term already. Undoing a roll-over of many may be refused for some of them.

/** The classes that were rolled over into a term, unless that was undone. */
export function listRolledOver(actor: Actor, termId: string): ReadonlySet<string> {
  const undone = new Set(listUndone(actor).map(nameOf))
  const rows = select({ taskId: tasks.id, classId: taskItems.subjectId })
    .from(tasks)
    .innerJoin(taskItems, joined(tasks, taskItems.taskId))
    .where(
      and(
        own(actor, tasks),
        eq(tasks.kind, "roll-over-classes"),
        eq(sql`json_extract(${tasks.about}, '$.termId')`, termId),
        eq(taskItems.state, "done"),
        isNotNull(taskItems.made),
      ),
    )
    .all()
  return new Set(rows.filter((row) => !undone.has(nameOf(row))).map(({ classId }) => classId))
}

type Item = { taskId: string; classId: string }
const nameOf = ({ taskId, classId }: Item) => `${taskId} ${classId}`

/** What was undone of roll-overs, by the task that had done it. */
function listUndone(actor: Actor): Item[] {
  const undo = alias(tasks, "undo")
  return select({ taskId: tasks.id, classId: taskItems.subjectId })
    .from(tasks)
    .innerJoin(undo, joined(tasks, undo.undoes))
    .innerJoin(taskItems, joined(undo, taskItems.taskId))
    .where(and(own(actor, tasks), eq(tasks.kind, "roll-over-classes"), eq(taskItems.state, "done")))
    .all()
}
