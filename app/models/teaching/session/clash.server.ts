import { bookings } from "db/schema/teaching-sessions"
import { and, eq, gt, lt, type Placeholder, type SQL, sql } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { type Params, query, select } from "~/models/foundation/access/door.server"
import { among, columns, type Owner, own } from "~/models/foundation/access/own.server"
import { type Clash, type OpenClash, takenName } from "./clash"
import type { ClashPair } from "./clash-pairs.server"
import { type BookedResource, longestSession, type SessionRow } from "./session"
import { listSessionsById, listSessionsToTell } from "./session-list.server"

// The only check for double bookings. Every booking runs it first, in the same immediate
// transaction, so the second of two concurrent bookings sees the first one's claim.

export type Wish = {
  teacherId?: string | null
  /** Who else gives it. */
  coTeacherIds?: readonly string[]
  roomId?: string | null
  studentIds?: readonly string[]
  /** UTC ms. */
  startsAt: number
  endsAt: number
  /** A session that is to move is no obstacle to itself. */
  exceptSessionId?: string
}

/** What of a wish is taken at that time, and by which session. Sessions that only touch do not clash. */
export function findClashes(actor: Actor, wish: Wish): Clash[] {
  const taken = [
    ...takenBy(actor, wish, "teacher", [
      ...(wish.teacherId ? [wish.teacherId] : []),
      ...(wish.coTeacherIds ?? []),
    ]),
    ...takenBy(actor, wish, "room", wish.roomId ? [wish.roomId] : []),
    ...takenBy(actor, wish, "student", wish.studentIds ?? []),
  ]
  // Also those that the actor may not see: a family’s own booking must not run into another family’s.
  const others = new Map(
    listSessionsToTell(
      actor,
      taken.map(({ sessionId }) => sessionId),
    ).map((session) => [session.id, session]),
  )
  return taken.flatMap(({ sessionId, resource, resourceId }) => {
    const other = others.get(sessionId)
    return other
      ? [{ resource, resourceId, resourceName: takenName(other, resource, resourceId), other }]
      : []
  })
}

/** What of these pairs is booked twice, each pair once, with its sessions. */
export function describeClashes(actor: Actor, pairs: readonly ClashPair[]): OpenClash[] {
  const ids = [...new Set(pairs.flatMap(({ sessionId, otherId }) => [sessionId, otherId]))]
  const found = new Map(listSessionsById(actor, ids, pairs).map((session) => [session.id, session]))
  const seen = new Set<string>()
  return pairs.flatMap(({ sessionId, otherId, resource, resourceId }) => {
    const [one, two] = [found.get(sessionId), found.get(otherId)]
    const key = [sessionId, otherId].sort().join(resourceId)
    if (!one || !two || seen.has(key)) return []
    seen.add(key)
    const sessions: [SessionRow, SessionRow] = one.startsAt <= two.startsAt ? [one, two] : [two, one]
    return [{ resource, resourceName: takenName(one, resource, resourceId), sessions }]
  })
}

type Period = Pick<Wish, "startsAt" | "endsAt">

/** Bookings of these resources that overlap a time. */
export const listOverlaps = (
  actor: Actor,
  { startsAt, endsAt }: Period,
  resource: BookedResource,
  resourceIds: readonly string[],
) => knownOverlaps.all(actor, { resource, resourceIds: JSON.stringify(resourceIds), startsAt, endsAt })

const knownOverlaps = query(
  (p: Params<{ resource: string; resourceIds: string; startsAt: number; endsAt: number }>, _own, school) =>
    overlapsQuery(school, p, p.resource, p.resourceIds),
)

type Or<Value> = Value | Placeholder
type AskedPeriod = { [each in keyof Period]: Or<number> }

/** The same, where more is asked of them. */
export function overlapsQuery(
  owner: Owner,
  { startsAt, endsAt }: AskedPeriod,
  resource: Or<BookedResource>,
  resourceIds: Or<readonly string[]>,
  other?: SQL,
) {
  return select(columns(bookings, "sessionId", "resource", "resourceId", "startsAt", "endsAt"))
    .from(bookings)
    .where(
      and(
        own(owner, bookings),
        eq(bookings.resource, resource),
        among(bookings.resourceId, resourceIds),
        gt(bookings.startsAt, sql`${startsAt} - ${longestSession * 60_000}`),
        lt(bookings.startsAt, endsAt),
        gt(bookings.endsAt, startsAt),
        other,
      ),
    )
}

/** The same of several kinds at once. */
export function listBooked(
  actor: Actor,
  { startsAt, endsAt }: Period,
  asked: Partial<Record<BookedResource, readonly string[]>>,
) {
  const pairs = Object.entries(asked).flatMap(([resource, ids]) => ids.map((id) => [resource, id]))
  return knownBooked.all(actor, { pairs: JSON.stringify(pairs), startsAt, endsAt })
}

const knownBooked = query((p: Params<{ pairs: string; startsAt: number; endsAt: number }>, _own, school) =>
  bookedQuery(school, p, p.pairs),
)

/** Exported for the test that reads its plan. */
export const bookedQuery = (owner: Owner, { startsAt, endsAt }: AskedPeriod, pairs: Or<string>) =>
  select(columns(bookings, "sessionId", "resourceId", "startsAt", "endsAt"))
    .from(sql`json_each(${pairs})`)
    .crossJoin(bookings)
    .where(
      and(
        own(owner, bookings),
        sql`${bookings.resource} = json_each.value ->> 0`,
        sql`${bookings.resourceId} = json_each.value ->> 1`,
        gt(bookings.startsAt, sql`${startsAt} - ${longestSession * 60_000}`),
        lt(bookings.startsAt, endsAt),
        gt(bookings.endsAt, startsAt),
      ),
    )

function takenBy(actor: Actor, wish: Wish, resource: BookedResource, resourceIds: readonly string[]) {
  if (resourceIds.length === 0) return []
  const taken = listOverlaps(actor, wish, resource, resourceIds)
  return taken.filter(({ sessionId }) => sessionId !== wish.exceptSessionId)
}
