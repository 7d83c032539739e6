import { transact } from "db/client.server"
import { closures } from "db/schema/teaching"
import { closedLessons } from "db/schema/teaching-closed-lessons"
import { and, eq } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { find, select } from "~/models/foundation/access/door.server"
import { own } from "~/models/foundation/access/own.server"
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
    const closed = select({ id: closedLessons.id })
      .from(closedLessons)
      .where(and(own(actor, closedLessons), eq(closedLessons.closureId, closureId)))
      .all()
    deleteToBin(actor, {
      noun: "closure",
      recordId: closureId,
      name,
      parts: [
        { table: closures, ids: [closureId] },
        { table: closedLessons, ids: closed.map(({ id }) => id), isOptional: true },
      ],
    })
    recordEvent(actor, {
      verb: "remove",
      noun: "closure",
      nounId: closureId,
      before: { name, startsOn, endsOn },
    })
    return name
  })
}
