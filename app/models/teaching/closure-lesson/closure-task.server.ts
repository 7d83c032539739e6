import { closures } from "db/schema/teaching"
import { and, asc, eq } from "drizzle-orm"
import { z } from "zod"
import type { Actor } from "~/models/foundation/access/actor"
import { select } from "~/models/foundation/access/door.server"
import { own } from "~/models/foundation/access/own.server"
import { isUnderWay, type TaskKind } from "~/models/foundation/task/task"
import { listTasksUnderWay, type Task } from "~/models/foundation/task/task.server"
import { type ClosureFacts, findClosure } from "../closure/closure.server"
import { together } from "./closure-notice.server"

// The tasks that cancel, move or tell of the lessons of closures, and the closures they are of.

const kinds: readonly TaskKind[] = ["cancel-lessons", "move-lessons", "tell-closure"]
const About = z.object({ closureId: z.string().optional(), addedAs: z.string().optional() })

/** The task that is at work on the lessons of a closure, or of those that were added with it. */
export function findWorkOn(actor: Actor, closure: ClosureFacts): { id: string; kind: TaskKind } | undefined {
  const ids = new Set(together(actor, closure).map(({ id }) => id))
  return listTasksUnderWay(actor, kinds).find((task) => {
    const about = About.safeParse(task.about).data
    const isOfIt = about?.addedAs ? about.addedAs === closure.addedAs : ids.has(about?.closureId ?? "")
    return isOfIt && isUnderWay(task)
  })
}

/** The closure whose lessons a task changed; of several that were added as one, the first that is still there. */
export function closureOfTask(actor: Actor, { kind, about }: Task): string | undefined {
  if (!kinds.includes(kind)) return undefined
  const { closureId, addedAs } = About.safeParse(about).data ?? {}
  if (closureId) return findClosure(actor, closureId)?.id
  if (!addedAs) return undefined
  return select({ id: closures.id })
    .from(closures)
    .where(and(own(actor, closures), eq(closures.addedAs, addedAs)))
    .orderBy(asc(closures.startsOn), asc(closures.id))
    .get()?.id
}
