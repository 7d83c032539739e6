import { transact } from "db/client.server"
import { events } from "db/schema/foundation-audit"
import { newId } from "~/utils/ids.server"
import { readableAddress } from "~/utils/postal-address"
import type { Actor } from "../access/actor"
import { addAll, changeSchool, prepareAdd } from "../access/door.server"
import { partOfAct } from "../access/part-of-act.server"
import type { AuditEvent } from "./events"

// The school's audit log: who did what and when, with old and new values. The database makes it append-only.

/**
 * Writes one entry, in the caller's transaction. `before` and `after` hold facts, never secrets. `by` names who did it when
 * that is no one of the school: the provider, or our staff. Answers the entry's id.
 */
export function recordEvent(actor: Actor, event: AuditEvent & { by?: string }): string {
  partOfAct("activity")
  return addEvent(actor, entryOf(actor, event))
}

/** Writes several entries in one statement, in the caller's transaction. */
export function recordEvents(actor: Actor, several: readonly AuditEvent[]) {
  partOfAct("activity")
  if (several.length === 0) return
  addAll(
    actor,
    events,
    several.map((event) => entryOf(actor, event)),
  )
}

const entryOf = (actor: Actor, event: AuditEvent & { by?: string }) => ({
  id: newId(),
  memberId: actor.memberId,
  actorName: event.by ?? actor.name,
  verb: event.verb,
  noun: event.noun,
  nounId: event.nounId,
  before: textOf(event.before),
  after: textOf(event.after),
})

/** Facts as they are kept: an address as people read it. */
const textOf = (facts: unknown) => (facts === undefined ? null : JSON.stringify(facts, readableAddress))

/** Every command writes one, and work for many people thousands. */
const addEvent = prepareAdd(events)

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
