import type { z } from "zod"
import type { Actor } from "../access/actor"
import type { Permission } from "../access/permissions"
import type { TaskWork } from "../task/run-task.server"
import type { TaskKind } from "../task/task"
import type { PlannedItem } from "./selection"

/** One thing done with many records: what would happen to each, and the work that does it. */
export type BulkAct<Choice extends object> = {
  permission: Permission
  /** What its form asks for. */
  choice: z.ZodType<Choice>
  kind: TaskKind
  /** What is wrong with the choice for any record, by field. */
  refuse?: (actor: Actor, choice: Choice) => Record<string, string> | undefined
  /** What would happen now. Ids that aren't the school's have no line. */
  plan: (actor: Actor, ids: readonly string[], choice: Choice) => PlannedItem[]
  /** What begins with its task, in the same transaction. */
  begin?: (actor: Actor, taskId: string) => void
  /** It looks again at every record: what changed since is an exception, not a mistake. */
  work: TaskWork<Choice>
}
