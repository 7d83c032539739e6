import { transact } from "db/client.server"
import { closures } from "db/schema/teaching"
import { closedLessons } from "db/schema/teaching-closed-lessons"
import { eq } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { find, remove } from "~/models/foundation/access/door.server"
import { recordEvent } from "~/models/foundation/audit/audit.server"
import { deleteToBin } from "~/models/foundation/deleted-record/deleted-record.server"

/**
 * Opens the school on a closure's days again. Lessons that were canceled for it or never made stay so; lessons made
 * from now on may fall on the days. Answers the closure's name; undefined when it is not there.
 */
export function removeClosure(actor: Actor, closureId: string): string | undefined {
  return transact(() => {
    const closure = find(actor, closures, closureId)
    if (!closure) return undefined
    const { name, startsOn, endsOn } = closure
    deleteToBin(actor, { noun: "closure", recordId: closureId, name }, () => {
      remove(actor, closedLessons, eq(closedLessons.closureId, closureId))
      remove(actor, closures, closureId)
    })
    recordEvent(actor, "closure.remove", closureId, { before: { name, startsOn, endsOn } })
    return name
  })
}
