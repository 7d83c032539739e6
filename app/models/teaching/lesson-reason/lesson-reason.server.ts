import { sessions } from "db/schema/teaching-sessions"
import { sql } from "drizzle-orm"
import { z } from "zod"
import type { Actor } from "~/models/foundation/access/actor"
import { type Params, query, select } from "~/models/foundation/access/door.server"
import { formatInstant } from "~/utils/zones"
import { type LessonReason, reasonedVerbs, reasonOf, reasonText, standingText } from "./lesson-reason"

const mostReasons = 8

/** Columns of a query for one lesson: what was accepted about it, and the events that have a reason, the newest first, as JSON. */
export const reasonColumns = {
  keptReason: sessions.keptReason,
  bookedReasons: sql<string>`(select json_group_array(distinct b.override_reason) from bookings b
    where b.school_id = sessions.school_id and b.session_id = sessions.id and b.override_reason is not null)`,
  reasonedEvents: sql<string>`(select json_group_array(json_array(e.id, e.created_at, e.actor_name, e.verb, e.after)
      order by e.created_at desc, e.id desc)
    from events e where e.school_id = sessions.school_id and e.noun = 'session' and e.noun_id = sessions.id
      and e.verb in (select value from json_each(${JSON.stringify(reasonedVerbs)}))
      and coalesce(json_extract(e.after, '$.accepted'), json_extract(e.after, '$.reason')) is not null)`,
}

type Read = { keptReason: string | null; bookedReasons: string; reasonedEvents: string }

const Facts = z.object({
  accepted: z.string().nullish(),
  reason: z.string().nullish(),
  name: z.string().optional(),
})
const Events = z.array(z.tuple([z.string(), z.number(), z.string(), z.string(), z.string()]))

/** The reasons of a lesson, the newest first; those of its weekly time last. */
export function reasonsIn(actor: Actor, read: Read): LessonReason[] {
  const events = Events.parse(JSON.parse(read.reasonedEvents)).map(([id, at, by, verb, after]) => {
    const facts = Facts.parse(JSON.parse(after))
    const from = `${by}, ${formatInstant(at, actor.school.timeZone)}`
    return { id, from, reason: reasonOf(facts), text: reasonText(verb, facts) ?? "" }
  })
  const known = new Set(events.map(({ reason }) => reason))
  const booked = z.array(z.string()).parse(JSON.parse(read.bookedReasons))
  const standing = [...new Set([...(read.keptReason ? [read.keptReason] : []), ...booked])]
  return [
    ...events.slice(0, mostReasons).map(({ id, from, text }) => ({ id, from, text })),
    ...standing
      .filter((reason) => !known.has(reason))
      .map((reason) => ({ id: reason, from: null, text: standingText(reason) })),
  ]
}

/** The same of a lesson that is known to be the actor's to see. */
export function listReasons(actor: Actor, sessionId: string): LessonReason[] {
  const read = reasonsQuery.get(actor, { sessionId })
  return read ? reasonsIn(actor, read) : []
}

const reasonsQuery = query((p: Params<{ sessionId: string }>, own) =>
  select(reasonColumns).from(sessions).where(own(sessions, p.sessionId)),
)
