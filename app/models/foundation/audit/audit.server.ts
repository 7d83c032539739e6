import { db, prepareOnce } from "db/client.server"
import { events } from "db/schema/foundation-audit"
import { sql } from "drizzle-orm"
import { now } from "~/utils/clock.server"
import { newId } from "~/utils/ids.server"
import type { Actor } from "../access/actor"
import { addAll } from "../access/door.server"
import { partOfAct } from "../access/part-of-act.server"
import type { AuditEvent } from "./events"

// The school's audit log: who did what and when, with old and new values. The database makes it append-only.

/**
 * Writes one entry, in the caller's transaction. `before` and `after` hold facts, never secrets. `by` names who did it when
 * that is no one of the school: the provider, or our staff. Answers the entry's id.
 */
export function recordEvent(actor: Actor, event: AuditEvent & { by?: string }): string {
  partOfAct("activity")
  const entry = entryOf(actor, event)
  insertEvent().run(entry)
  return entry.id
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
  schoolId: actor.school.id,
  id: newId(),
  createdAt: now(),
  memberId: actor.memberId,
  actorName: event.by ?? actor.name,
  verb: event.verb,
  noun: event.noun,
  nounId: event.nounId,
  before: event.before === undefined ? null : JSON.stringify(event.before),
  after: event.after === undefined ? null : JSON.stringify(event.after),
})

/** Every command writes one, and work for many people thousands. */
const insertEvent = prepareOnce(() =>
  db()
    .insert(events)
    .values({
      schoolId: sql.placeholder("schoolId"),
      id: sql.placeholder("id"),
      createdAt: sql.placeholder("createdAt"),
      memberId: sql.placeholder("memberId"),
      actorName: sql.placeholder("actorName"),
      verb: sql.placeholder("verb"),
      noun: sql.placeholder("noun"),
      nounId: sql.placeholder("nounId"),
      before: sql.placeholder("before"),
      after: sql.placeholder("after"),
    })
    .prepare(),
)
