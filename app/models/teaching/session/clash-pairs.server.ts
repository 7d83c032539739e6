import { cacheUntilWrite } from "db/cache-until-write.server"
import { students, teachers } from "db/schema/people"
import { rooms } from "db/schema/teaching"
import { bookings, sessions } from "db/schema/teaching-sessions"
import { and, between, eq, gt, gte, isNull, lt, ne, type Placeholder, type SQL, sql } from "drizzle-orm"
import { alias, unionAll } from "drizzle-orm/sqlite-core"
import type { Actor } from "~/models/foundation/access/actor"
import { type Params, query, select } from "~/models/foundation/access/door.server"
import { among, joined, type Owner, own } from "~/models/foundation/access/own.server"
import { now } from "~/utils/clock.server"
import { addDays, daysBetween } from "~/utils/dates"
import { instantOf } from "~/utils/zones"
import { type BookedResource, longestSession } from "./session"

// What overlaps at all in a period, found in the index of bookings alone, person by person and room by room: a large school
// has thousands of bookings in a week and hardly ever two at once. Whether those are clashes is clash-pairs' question.

const longest = longestSession * 60_000
const other = alias(bookings, "other")

type Pair = readonly [sessionId: string, otherId: string]
/** The first of a pair begins after one instant and before `until`, the other one before the last. */
type Span = { after: number; until: number; before: number }

const keepOverlapping = cacheUntilWrite<readonly string[]>(50)

/**
 * The sessions from one date to another that have booked what another session has at the same time; not those long over.
 */
function listOverlapping(actor: Actor, from: string, to: string): readonly string[] {
  const { id, timeZone } = actor.school
  const over = Math.floor(now() / 3_600_000) * 3_600_000 - 2 * longest
  const spans = Array.from({ length: daysBetween(from, to) + 1 }, (_, day): Span => {
    const until = instantOf(addDays(from, day + 1), "00:00", timeZone)
    const after = Math.max(instantOf(addDays(from, day), "00:00", timeZone) - longest, over)
    return { after, until, before: until + longest }
  }).filter(({ after, until }) => after < until)
  return keepOverlapping([id, spans], () => [...new Set(readOverlapping(actor, spans).flat(2))])
}

/** The pairs of each span; those that follow each other are read at once. */
function readOverlapping(actor: Actor, spans: readonly Span[]): Pair[][] {
  const periods: Span[] = []
  for (const span of spans) {
    const last = periods.at(-1)
    if (last && span.after <= last.until) last.until = span.until
    else periods.push({ ...span })
  }
  const found = periods.flatMap(({ after, until }) => overlapping.all(actor, { after, before: until }))
  return spans.map(({ after, until }) =>
    found
      .filter(({ startsAt }) => after < startsAt && startsAt < until)
      .map(({ sessionId, otherId }): Pair => [sessionId, otherId]),
  )
}

const booked = { teacher: teachers, room: rooms, student: students }

const overlapping = query((p: Params<{ after: number; before: number }>, _own, school) => {
  const of = (resource: BookedResource) => overlappingQuery(resource, school, p)
  return unionAll(of("teacher"), of("room"), of("student"))
})

type Instant = number | Placeholder

/** Exported for the test that reads its plan. Cross joins keep SQLite to the written order. */
export const overlappingQuery = (
  resource: BookedResource,
  owner: Actor | Placeholder<"schoolId">,
  { after, before }: { after: Instant; before: Instant },
) =>
  select({ sessionId: bookings.sessionId, otherId: other.sessionId, startsAt: bookings.startsAt })
    .from(booked[resource])
    .crossJoin(bookings)
    .crossJoin(other)
    .where(
      and(
        own(owner, booked[resource]),
        own(owner, bookings),
        joined(booked[resource], bookings.resourceId),
        eq(bookings.resource, resource),
        gt(bookings.startsAt, after),
        lt(bookings.startsAt, before),
        joined(other.resourceId, bookings.resourceId),
        eq(other.resource, resource),
        gte(other.startsAt, bookings.startsAt),
        lt(other.startsAt, bookings.endsAt),
        // The row itself, told by what the index holds.
        ne(sql`"other".rowid`, sql`"bookings".rowid`),
      ),
    )

export type ClashPair = {
  sessionId: string
  otherId: string
  resource: BookedResource
  resourceId: string
}

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

const keepPairs = cacheUntilWrite<readonly ClashPair[]>(200)

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
