import { transact } from "db/client.server"
import type { Actor } from "~/models/foundation/access/actor"
import { recordEvent } from "~/models/foundation/audit/audit.server"
import { removeRows } from "./undo-closure.server"

/**
 * Opens the school on a closure's days again. Lessons that were canceled for it or never made stay so; lessons made
 * from now on may fall on the days. Answers the closure's name; undefined when it is not there.
 */
export function removeClosure(actor: Actor, closureId: string): string | undefined {
  return transact(() => {
    const closure = removeRows(actor, closureId)
    if (!closure) return undefined
    const { name, startsOn, endsOn } = closure
    recordEvent(actor, {
      verb: "remove",
      noun: "closure",
      nounId: closureId,
      before: { name, startsOn, endsOn },
    })
    return name
  })
}
