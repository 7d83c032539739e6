import { bookings, sessions } from "db/schema/teaching-sessions"
import { keepUnchanged } from "db/unchanged.server"
import { and, between, eq, gt, isNull, lt, ne, type Placeholder, type SQL, sql } from "drizzle-orm"
import { alias } from "drizzle-orm/sqlite-core"
import type { Actor } from "~/models/foundation/access/actor"
import { among } from "~/models/foundation/access/among.server"
import { type Params, query, select } from "~/models/foundation/access/door.server"
import { joined, type Owner, own } from "~/models/foundation/access/own.server"
import { now } from "~/utils/clock.server"
import { listOverlapping } from "./clash-candidates.server"
import { type BookedResource, longestSession } from "./session"

export type ClashPair = {
  sessionId: string
  otherId: string
  resource: BookedResource
  resourceId: string
}

const other = alias(bookings, "other")

/**
 * Which of the sessions have booked a teacher, room or student that another session has at the same time. Only what
 * can still be solved: not over, no register, and not accepted with a reason by either. Each session of a pair has
 * its own row.
 */
export function listClashPairs(actor: Actor, which: SQL | undefined): ClashPair[] {
  return clashPairsQuery(actor, which).all()
}

/** The same of sessions by id. */
export const listClashPairsOf = (actor: Actor, ids: readonly string[]): ClashPair[] =>
  pairsByIdQuery.all(actor, { ids: JSON.stringify(ids), present: now() })

const pairsByIdQuery = query((p: Params<{ ids: string; present: number }>, _own, school) =>
  clashPairsQuery(school, among(sessions.id, p.ids), p.present),
)

/**
 * The same for the sessions from one date to another, however many there are. Read once between two writes: a lesson ends
 * with a minute, so within one nothing changes by itself.
 */
export const listClashPairsOn = (actor: Actor, from: string, to: string): readonly ClashPair[] =>
  keepPairs([actor.school.id, from, to, Math.floor(now() / 60_000)], () => readPairsOn(actor, from, to))

const keepPairs = keepUnchanged<readonly ClashPair[]>(200)

function readPairsOn(actor: Actor, from: string, to: string): ClashPair[] {
  const overlapping = listOverlapping(actor, from, to)
  if (overlapping.length === 0) return []
  return listClashPairs(actor, and(between(sessions.localDate, from, to), among(sessions.id, overlapping)))
}

/**
 * The query itself, for the test that reads its plan. Cross joins keep SQLite to the written order: the sessions asked
 * for, what each has booked, what else is booked then. Left to itself it reads every booking of the school for each session.
 */
export function clashPairsQuery(owner: Owner, which: SQL | undefined, present: number | Placeholder = now()) {
  return select({
    sessionId: bookings.sessionId,
    otherId: other.sessionId,
    resource: bookings.resource,
    resourceId: bookings.resourceId,
  })
    .from(sessions)
    .crossJoin(bookings)
    .crossJoin(other)
    .where(
      and(
        own(owner, sessions),
        gt(sessions.endsAt, present),
        isNull(sessions.registerTakenAt),
        which,
        joined(sessions, bookings.sessionId),
        isNull(bookings.overrideReason),
        joined(other.resourceId, bookings.resourceId),
        eq(other.resource, bookings.resource),
        gt(other.startsAt, sql`${bookings.startsAt} - ${longestSession * 60_000}`),
        lt(other.startsAt, bookings.endsAt),
        gt(other.endsAt, bookings.startsAt),
        ne(other.sessionId, bookings.sessionId),
        isNull(other.overrideReason),
      ),
    )
}
