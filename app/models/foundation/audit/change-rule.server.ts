import { transact } from "db/client.server"
import type { Actor } from "../access/actor"
import { changeSchool } from "../access/door.server"
import { recordEvent } from "./audit.server"
import type { AuditEvent } from "./events"

type RuleEvent = Extract<AuditEvent, { noun: "school" }> & { before: object; after: object }

/**
 * Changes a rule that is kept with the school, and records it; nothing where it stays as it was. What the event says is read in the same
 * transaction.
 */
export function changeRule(actor: Actor, to: Parameters<typeof changeSchool>[1], event: () => RuleEvent) {
  transact(() => {
    const said = event()
    const before = new Map<string, unknown>(Object.entries(said.before))
    if (Object.entries(said.after).every(([name, value]) => before.get(name) === value)) return
    changeSchool(actor, to)
    recordEvent(actor, said)
  })
}
