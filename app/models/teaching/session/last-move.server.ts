import { events } from "db/schema/foundation-audit"
import { and, desc, eq, gt } from "drizzle-orm"
import { z } from "zod"
import type { Actor } from "~/models/foundation/access/actor"
import { select } from "~/models/foundation/access/door.server"
import { own } from "~/models/foundation/access/own.server"
import { heldMs } from "~/models/foundation/outbox/outbox.server"
import { now } from "~/utils/clock.server"
import type { KeptBefore } from "./move-session.server"
import type { Slot } from "./slot.server"

// A form that moves a lesson and is sent twice moves it once. Its second answer shows what the first one did, since the browser
// shows only that.

const Place = z.object({
  date: z.string(),
  startTime: z.string(),
  minutes: z.number(),
  teacherId: z.string().nullable(),
  roomId: z.string().nullable(),
})
const Before = Place.extend({
  accepted: z.string().nullish().default(null),
  keptDespite: z.string().nullish().default(null),
})

/**
 * Where a lesson was before this member moved it to the slot, as long as its emails can wait and nothing happened to it since.
 * Undefined otherwise.
 */
export function findLastMove(
  actor: Actor,
  sessionId: string,
  slot: Slot,
): { from: Slot; kept: KeptBefore } | undefined {
  const last = findLast(actor, sessionId, "move")
  if (!last) return undefined
  const { accepted, keptDespite, ...from } = Before.parse(last.before)
  const isTo = JSON.stringify(Place.parse(last.after)) === JSON.stringify(Place.parse(slot))
  return isTo ? { from, kept: { keptReason: accepted, keptDespite } } : undefined
}

const CoPlace = z.object({ teacherId: z.string(), by: z.string().nullable() })

/** The same of a co-teacher's place: who had it before this member gave it to another. */
export function findLastPlace(
  actor: Actor,
  sessionId: string,
  place: z.output<typeof CoPlace>,
): { by: string | null } | undefined {
  const last = findLast(actor, sessionId, "replace-co-teacher")
  const isTo = last && JSON.stringify(CoPlace.parse(last.after)) === JSON.stringify(CoPlace.parse(place))
  return isTo ? CoPlace.parse(last.before) : undefined
}

/** What happened last to a lesson, where this member did it and its emails can wait. */
function findLast(
  actor: Actor,
  sessionId: string,
  verb: string,
): { before: unknown; after: unknown } | undefined {
  const last = select()
    .from(events)
    .where(
      and(
        own(actor, events),
        eq(events.noun, "session"),
        eq(events.nounId, sessionId),
        gt(events.createdAt, now() - heldMs),
      ),
    )
    .orderBy(desc(events.createdAt), desc(events.id))
    .limit(1)
    .get()
  if (last?.verb !== verb || last.memberId !== actor.memberId || !last.before || !last.after) return undefined
  return { before: JSON.parse(last.before), after: JSON.parse(last.after) }
}
