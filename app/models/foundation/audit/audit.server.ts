import { transact } from "db/client.server"
import { events } from "db/schema/foundation-audit"
import type { EventKey } from "~/texts/foundation/activity"
import { newId } from "~/utils/ids.server"
import { readableAddress } from "~/utils/postal-address"
import type { Actor } from "../access/actor"
import { addAll, changeSchool, prepareAdd } from "../access/door.server"
import { partOfAct } from "../access/part-of-act.server"
import type { EventFacts, GivenFacts } from "./events"

// The school's audit log: who did what and when, with old and new values. The database makes it append-only.

/**
 * Writes one entry, in the caller's transaction. `before` and `after` hold facts, never secrets. `by` names who did it when
 * that is no one of the school: the provider, or our staff. Answers the entry's id.
 */
export function recordEvent<Key extends EventKey>(
  actor: Actor,
  key: Key,
  nounId: string,
  ...facts: GivenFacts<Key>
): string
export function recordEvent(actor: Actor, key: EventKey, nounId: string, facts: Facts = {}): string {
  partOfAct("activity")
  return addEvent(actor, entryOf(actor, key, nounId, facts))
}

/** Writes several entries of one kind in one statement, in the caller's transaction. */
export function recordEvents<Key extends EventKey>(
  actor: Actor,
  key: Key,
  several: readonly (EventFacts<Key> & { nounId: string })[],
): void
export function recordEvents(actor: Actor, key: EventKey, several: readonly (Facts & { nounId: string })[]) {
  partOfAct("activity")
  addAll(
    actor,
    events,
    several.map(({ nounId, ...facts }) => entryOf(actor, key, nounId, facts)),
  )
}

type Facts = { before?: unknown; after?: unknown; by?: string }

function entryOf(actor: Actor, key: EventKey, nounId: string, { before, after, by }: Facts) {
  const [noun = "", verb = ""] = key.split(".")
  return {
    id: newId(),
    memberId: actor.memberId,
    actorName: by ?? actor.name,
    ...{ verb, noun, nounId },
    before: textOf(before),
    after: textOf(after),
  }
}

/** Facts as they are kept: an address as people read it. */
const textOf = (facts: unknown) => (facts === undefined ? null : JSON.stringify(facts, readableAddress))

/** Every command writes one, and work for many people thousands. */
const addEvent = prepareAdd(events)

type RuleKey = Extract<EventKey, `school.${string}`>

/** Changes a rule that is kept with the school, and records it; nothing where it stays as it was. `facts` is read in the same transaction. */
export function changeRule<Key extends RuleKey>(
  actor: Actor,
  to: Parameters<typeof changeSchool>[1],
  key: Key,
  facts: () => EventFacts<Key> & { before: object; after: object },
) {
  transact(() => {
    const said = facts()
    const before = new Map<string, unknown>(Object.entries(said.before))
    if (Object.entries(said.after).every(([name, value]) => before.get(name) === value)) return
    changeSchool(actor, to)
    addEvent(actor, entryOf(actor, key, actor.school.id, said))
  })
}
