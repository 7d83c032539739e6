import { db } from "db/client.server"
import { events } from "db/schema/platform"
import { now } from "~/utils/clock.server"
import { newId } from "~/utils/ids.server"
import type { Actor } from "../access/actor"

// The school's audit log: who, when, what, before and after. Append-only in the database.

/** Writes one entry, in the caller's transaction. `before` and `after` hold facts, never secrets. */
export function recordEvent(
  actor: Actor,
  event: { verb: string; noun: string; nounId: string; before?: unknown; after?: unknown },
) {
  db()
    .insert(events)
    .values({
      schoolId: actor.school.id,
      id: newId(),
      createdAt: now(),
      memberId: actor.memberId,
      actorName: actor.name,
      verb: event.verb,
      noun: event.noun,
      nounId: event.nounId,
      before: event.before === undefined ? null : JSON.stringify(event.before),
      after: event.after === undefined ? null : JSON.stringify(event.after),
    })
    .run()
}
