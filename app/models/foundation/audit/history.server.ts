import { events } from "db/schema/foundation-audit"
import { and, desc, eq, inArray, or } from "drizzle-orm"
import type { Actor } from "../access/actor"
import { type Params, queryEach, select } from "../access/door.server"
import { seesFamilyMoney } from "../access/family-money"
import { columns, own } from "../access/own.server"

/**
 * What happened to some records, newest first: when (UTC ms), who, and what was done to what. Members who don’t see prices
 * get it without the amounts.
 */
export function listHistory(
  actor: Actor,
  subjects: { noun: string; ids: readonly string[] }[],
  most: number,
) {
  const named = subjects.filter(({ ids }) => ids.length > 0)
  if (named.length === 0) return []
  const read = seesFamilyMoney(actor) ? readFacts : readWithoutAmounts
  const [first, ...others] = named
  const isOfOne = first?.ids.length === 1 && others.length === 0
  const rows = isOfOne
    ? ofOneQuery(`${most}`).all(actor, { noun: first.noun, nounId: first.ids[0] ?? "" })
    : eventRows()
        .where(
          // The school is in each of them: in front of all, SQLite would walk through everything that ever happened there.
          or(
            ...named.map(({ noun, ids }) =>
              and(own(actor, events), eq(events.noun, noun), inArray(events.nounId, [...ids])),
            ),
          ),
        )
        .orderBy(desc(events.createdAt), desc(events.id))
        .limit(most)
        .all()
  return rows.map(({ before, after, ...event }) => ({ ...event, before: read(before), after: read(after) }))
}

const eventRows = () =>
  select({
    id: events.id,
    at: events.createdAt,
    ...columns(events, "actorName", "verb", "noun", "nounId", "before", "after"),
  }).from(events)

const ofOneQuery = queryEach((most: `${number}`, p: Params<{ noun: string; nounId: string }>, own) =>
  eventRows()
    .where(and(own(events), eq(events.noun, p.noun), eq(events.nounId, p.nounId)))
    .orderBy(desc(events.createdAt), desc(events.id))
    .limit(Number(most)),
)

/** The facts of an event as they were stored; none is null. */
export const readFacts = (json: string | null): unknown => (json === null ? null : JSON.parse(json))

const readWithoutAmounts = (json: string | null): unknown =>
  json === null
    ? null
    : JSON.parse(json, (name, value) =>
        /Minor$/.test(name) && typeof value === "number" ? undefined : value,
      )
