import { type SQL, sql } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { askAll } from "~/models/foundation/access/door.server"
import { now } from "~/utils/clock.server"
import { longestSession } from "./session"
import { isTooFar, type Travel } from "./travel"
import { findTravel } from "./travel.server"

// Lessons to come between which their teacher has no time for the way, because a site, a room's site or the minutes were
// set after they were scheduled.

/** So far ahead they are looked for: whoever changes sites today sees the next weeks, and each day one more. */
const daysAhead = 28

type Pair = {
  id: string
  roomId: string
  startsAt: number
  endsAt: number
  otherId: string
  otherRoomId: string
  otherStartsAt: number
  otherEndsAt: number
}

/**
 * The lessons that are too near to another of the same teacher at another site, where no one accepted that; of those given, at
 * any time, when some are. It begins at the rooms outside the largest site: a school with one has none.
 */
export function listTooNear(actor: Actor, ids?: readonly string[]): string[] {
  const travel = findTravel(actor)
  if (!travel || new Set([...travel.siteOf.values()].map((site) => site.toLowerCase())).size < 2) return []
  const pairs = askAll<Pair>(ids ? amongThese(actor, travel, ids) : atSmallSites(actor, travel))
  const far = pairs.filter((pair) =>
    isTooFar(travel, pair, {
      roomId: pair.otherRoomId,
      startsAt: pair.otherStartsAt,
      endsAt: pair.otherEndsAt,
    }),
  )
  const found = new Set(far.flatMap(({ id, otherId }) => [id, otherId]))
  return ids ? ids.filter((id) => found.has(id)) : [...found]
}

const columns = sql`s.id, s.room_id as roomId, s.starts_at as startsAt, s.ends_at as endsAt, o.id as otherId,
  o.room_id as otherRoomId, o.starts_at as otherStartsAt, o.ends_at as otherEndsAt`

const isOpen = (lesson: SQL) => sql`${lesson}.state = 'planned' and ${lesson}.register_taken_at is null
  and ${lesson}.starts_at > ${now()} and instr(coalesce(${lesson}.kept_despite, ''), 'site') = 0`

/** Of a lesson `s` its teachers' bookings, and their other lessons `o` near it. Cross joins keep SQLite to this order. */
const nearOnes = ({ minutes }: Travel, siteRooms: SQL) => {
  const way = minutes * 60_000
  return sql`cross join bookings t on t.school_id = s.school_id and t.session_id = s.id and t.resource = 'teacher'
    cross join bookings u on u.school_id = t.school_id and u.resource = 'teacher' and u.resource_id = t.resource_id
      and u.starts_at > t.starts_at - ${way + longestSession * 60_000} and u.starts_at < t.ends_at + ${way}
      and u.ends_at > t.starts_at - ${way} and (u.ends_at <= t.starts_at or u.starts_at >= t.ends_at)
    cross join sessions o on o.school_id = u.school_id and o.id = u.session_id and o.room_id in ${siteRooms}
      and ${isOpen(sql`o`)}`
}

const asList = (values: readonly string[]) => sql`(select value from json_each(${JSON.stringify(values)}))`

function amongThese(actor: Actor, travel: Travel, ids: readonly string[]): SQL {
  const siteRooms = asList([...travel.siteOf.keys()])
  return sql`select ${columns} from sessions s ${nearOnes(travel, siteRooms)}
    where s.school_id = ${actor.school.id} and s.id in ${asList(ids)} and s.room_id in ${siteRooms}
      and ${isOpen(sql`s`)}`
}

function atSmallSites(actor: Actor, travel: Travel): SQL {
  const small = asList(roomsOfSmallSites(travel))
  return sql`select ${columns} from bookings b
    cross join sessions s on s.school_id = b.school_id and s.id = b.session_id and ${isOpen(sql`s`)}
    ${nearOnes(travel, asList([...travel.siteOf.keys()]))}
    where b.school_id = ${actor.school.id} and b.resource = 'room' and b.resource_id in ${small}
      and b.starts_at > ${now()} and b.starts_at < ${now() + daysAhead * 86_400_000}`
}

/** Of two lessons at different sites one is in one of these rooms. */
function roomsOfSmallSites({ siteOf }: Travel): string[] {
  const rooms = new Map<string, string[]>()
  for (const [id, site] of siteOf) {
    const key = site.toLowerCase()
    rooms.set(key, [...(rooms.get(key) ?? []), id])
  }
  const [, ...small] = [...rooms.values()].sort((a, b) => b.length - a.length)
  return small.flat()
}
