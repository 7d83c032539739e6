import { db } from "db/client.server"
import { events } from "db/schema/platform"
import { and, desc, eq, inArray, or } from "drizzle-orm"
import type { Actor } from "../access/actor"

/** What happened to some records, newest first: when (UTC ms), who, and what was done to what. */
export function listHistory(
  actor: Actor,
  subjects: { noun: string; ids: readonly string[] }[],
  most: number,
) {
  const named = subjects.filter(({ ids }) => ids.length > 0)
  if (named.length === 0) return []
  return db()
    .select({
      id: events.id,
      at: events.createdAt,
      actorName: events.actorName,
      verb: events.verb,
      noun: events.noun,
      after: events.after,
    })
    .from(events)
    .where(
      and(
        eq(events.schoolId, actor.school.id),
        or(...named.map(({ noun, ids }) => and(eq(events.noun, noun), inArray(events.nounId, [...ids])))),
      ),
    )
    .orderBy(desc(events.createdAt), desc(events.id))
    .limit(most)
    .all()
    .map(({ after, ...event }) => ({ ...event, after: readFacts(after) }))
}

function readFacts(json: string | null): Record<string, unknown> {
  const facts: unknown = json === null ? {} : JSON.parse(json)
  return typeof facts === "object" && facts !== null && !Array.isArray(facts)
    ? (facts as Record<string, unknown>)
    : {}
}
