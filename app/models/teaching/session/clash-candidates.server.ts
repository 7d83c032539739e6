import { db, prepareEach } from "db/client.server"
import { students, teachers } from "db/schema/people"
import { rooms } from "db/schema/teaching"
import { bookings } from "db/schema/teaching-sessions"
import { keepOfTable } from "db/unchanged.server"
import { and, eq, gt, gte, lt, ne, type Placeholder, sql } from "drizzle-orm"
import { alias } from "drizzle-orm/sqlite-core"
import type { Actor } from "~/models/foundation/access/actor"
import { joined, own } from "~/models/foundation/access/own.server"
import { now } from "~/utils/clock.server"
import { addDays } from "~/utils/dates"
import { instantOf } from "~/utils/zones"
import { type BookedResource, longestSession } from "./session"

// What overlaps at all in a period, found in the index of bookings alone, person by person and room by room: a large school
// has thousands of bookings in a week and hardly ever two at once. Whether those are clashes is clash-pairs' question.

const longest = longestSession * 60_000
const other = alias(bookings, "other")

const keepOverlapping = keepOfTable<readonly string[]>("bookings", 200)

/**
 * The sessions from one date to another that have booked what another session has at the same time; not those long over. Read
 * once between two writes of bookings, and again each hour, as more is over by then.
 */
export const listOverlapping = (actor: Actor, from: string, to: string): readonly string[] =>
  keepOverlapping([actor.school.id, actor.school.timeZone, from, to, Math.floor(now() / 3_600_000)], () =>
    readOverlapping(actor, from, to),
  )

function readOverlapping(actor: Actor, from: string, to: string): string[] {
  const { timeZone } = actor.school
  const period = {
    schoolId: actor.school.id,
    after: Math.max(instantOf(from, "00:00", timeZone) - longest, now() - 2 * longest),
    before: instantOf(addDays(to, 1), "00:00", timeZone),
  }
  if (period.after >= period.before) return []
  const pairs = resources.flatMap((resource) => overlapping(resource).all(period))
  return [...new Set(pairs.flatMap(({ sessionId, otherId }) => [sessionId, otherId]))]
}

const resources: readonly BookedResource[] = ["teacher", "room", "student"]
const booked = { teacher: teachers, room: rooms, student: students }

const overlapping = prepareEach((resource: BookedResource) =>
  overlappingQuery(resource, sql.placeholder("schoolId"), {
    after: sql.placeholder("after"),
    before: sql.placeholder("before"),
  }).prepare(),
)

type Instant = number | Placeholder

/** Exported for the test that reads its plan. Cross joins keep SQLite to the written order. */
export const overlappingQuery = (
  resource: BookedResource,
  owner: Actor | Placeholder<"schoolId">,
  { after, before }: { after: Instant; before: Instant },
) =>
  db()
    .select({ sessionId: bookings.sessionId, otherId: other.sessionId })
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
