import { sessions } from "db/schema/teaching-sessions"
import { type SQL, sql } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { askAll, find } from "~/models/foundation/access/door.server"
import { now } from "~/utils/clock.server"
import { datedTexts } from "~/utils/dated-texts"
import { countOf, formatTimeRange } from "~/utils/formats"
import { listEveryRoom } from "../room/room.server"
import { listOverlaps, type Wish } from "./clash.server"
import { type Buffers, bufferMs, isTooTight } from "./room-buffer"
import { longestSession, type SessionRow, sessionEnd, sessionTitle } from "./session"
import { listSessionsToTell } from "./session-list.server"

// The time that a room stays empty between two lessons. isTooTight says what it means, for every check and every offer.

/** So far ahead the lessons to settle are looked for, as for the way between sites. */
const daysAhead = 28

/** The minutes of the school's rooms; undefined while none needs any. */
export function findBuffers(actor: Actor): Buffers | undefined {
  const found = listEveryRoom(actor).filter(({ bufferMinutes }) => bufferMinutes > 0)
  return found.length > 0 ? new Map(found.map((room) => [room.id, room.bufferMinutes])) : undefined
}

const longestMs = (buffers: Buffers) => Math.max(...buffers.values()) * 60_000

type Period = { startsAt: number; endsAt: number }

/** When rooms can't be had in a period (UTC ms): their lessons, with the minutes each room needs before and after. */
export function listRoomTimes(actor: Actor, period: Period, roomIds: readonly string[]) {
  if (roomIds.length === 0) return []
  const buffers = findBuffers(actor)
  const ms = buffers ? longestMs(buffers) : 0
  const wide = { startsAt: period.startsAt - ms, endsAt: period.endsAt + ms }
  return listOverlaps(actor, wide, "room", roomIds).map((booking) => {
    const own = bufferMs(buffers, booking.resourceId)
    return { ...booking, startsAt: booking.startsAt - own, endsAt: booking.endsAt + own }
  })
}

/** Which lessons in its room a wished lesson comes too close to, as text. At its own time in its own room it may stay. */
export function listTooTight(actor: Actor, wish: Wish): string[] {
  const { roomId = null, startsAt, endsAt, exceptSessionId } = wish
  if (roomId === null) return []
  const buffers = findBuffers(actor)
  const ms = bufferMs(buffers, roomId)
  if (ms === 0 || isThere(actor, wish)) return []
  const here = { startsAt, endsAt, roomId }
  const near = listOverlaps(actor, { startsAt: startsAt - ms, endsAt: endsAt + ms }, "room", [roomId]).filter(
    (one) => one.sessionId !== exceptSessionId && isTooTight(buffers, here, { ...one, roomId }),
  )
  const found = sessionsOf(
    actor,
    near.map(({ sessionId }) => sessionId),
  )
  return near.flatMap(({ sessionId }) => {
    const other = found.get(sessionId)
    return other ? [tightText(buffers, other)] : []
  })
}

function isThere(actor: Actor, { exceptSessionId, roomId, startsAt, endsAt }: Wish): boolean {
  if (!exceptSessionId) return false
  const session = find(actor, sessions, exceptSessionId)
  return (
    session?.state === "planned" &&
    session.roomId === roomId &&
    session.startsAt === startsAt &&
    session.endsAt === endsAt
  )
}

type Pair = Period & {
  id: string
  roomId: string
  otherId: string
  otherStartsAt: number
  otherEndsAt: number
}

/** The same for sessions that are booked already, soonest first. */
export function listTooTightOf(actor: Actor, sessionIds: readonly string[]): string[] {
  const buffers = findBuffers(actor)
  if (!buffers || sessionIds.length === 0) return []
  const pairs = tightPairs(buffers, askAll<Pair>(amongThese(actor, buffers, sessionIds)))
  const found = sessionsOf(
    actor,
    pairs.flatMap(({ id, otherId }) => [id, otherId]),
  )
  return datedTexts(
    pairs
      .sort((a, b) => a.startsAt - b.startsAt)
      .flatMap(({ id, otherId }) => {
        const [one, other] = [found.get(id), found.get(otherId)]
        return one && other ? [{ date: one.localDate, text: tightText(buffers, other) }] : []
      }),
  )
}

/** Which of several sessions that are booked are too close to another in their room. */
export function listTightSessions(actor: Actor, sessionIds: readonly string[]): string[] {
  const buffers = findBuffers(actor)
  if (!buffers || sessionIds.length === 0) return []
  return tightPairs(buffers, askAll<Pair>(amongThese(actor, buffers, sessionIds))).map(({ id }) => id)
}

/**
 * The lessons to come that are too close to another in their room, where no one accepted that, because the minutes were set
 * after they were scheduled; of those given, at any time, when some are. Without minutes no lesson is read.
 */
export function listTight(actor: Actor, ids?: readonly string[]): string[] {
  const buffers = findBuffers(actor)
  if (!buffers || ids?.length === 0) return []
  const open = sql`and ${isOpen(sql`b`)} and ${isOpen(sql`u`)}`
  const asked = ids ? amongThese(actor, buffers, ids, open) : sql`${ofComingWeeks(actor, buffers)} ${open}`
  const found = new Set(tightPairs(buffers, askAll<Pair>(asked)).flatMap(({ id, otherId }) => [id, otherId]))
  return ids ? ids.filter((id) => found.has(id)) : [...found]
}

const tightPairs = (buffers: Buffers, pairs: Pair[]) =>
  pairs.filter(({ roomId, otherStartsAt, otherEndsAt, ...one }) =>
    isTooTight(buffers, { ...one, roomId }, { startsAt: otherStartsAt, endsAt: otherEndsAt, roomId }),
  )

/** Whether the lesson of a booking can still be settled. */
const isOpen = (booking: SQL) => sql`exists (select 1 from sessions s where s.school_id = ${booking}.school_id
  and s.id = ${booking}.session_id and s.state = 'planned' and s.register_taken_at is null and s.starts_at > ${now()}
  and instr(coalesce(s.kept_despite, ''), 'buffer') = 0)`

const columns = sql`b.session_id as id, b.resource_id as roomId, b.starts_at as startsAt, b.ends_at as endsAt,
  u.session_id as otherId, u.starts_at as otherStartsAt, u.ends_at as otherEndsAt`

const asList = (values: readonly string[]) => sql`(select value from json_each(${JSON.stringify(values)}))`

/** Of a room's booking `b` the others `u` near it, on both sides. Cross joins keep SQLite to this order. */
const amongThese = (actor: Actor, buffers: Buffers, ids: readonly string[], more = sql``) => {
  const ms = longestMs(buffers)
  return sql`select ${columns} from bookings b cross join bookings u on u.school_id = b.school_id and u.resource = 'room'
      and u.resource_id = b.resource_id and u.starts_at > b.starts_at - ${ms + longestSession * 60_000}
      and u.starts_at < b.ends_at + ${ms} and u.ends_at > b.starts_at - ${ms} and u.session_id <> b.session_id
    where b.school_id = ${actor.school.id} and b.session_id in ${asList(ids)} and b.resource = 'room' ${more}`
}

/** Of each lesson of the coming weeks in a room with minutes the ones right after it: each pair is found once. */
const ofComingWeeks = (actor: Actor, buffers: Buffers) => {
  const ms = longestMs(buffers)
  return sql`select ${columns} from bookings b cross join bookings u on u.school_id = b.school_id and u.resource = 'room'
      and u.resource_id = b.resource_id and u.starts_at >= b.ends_at and u.starts_at < b.ends_at + ${ms}
    where b.school_id = ${actor.school.id} and b.resource = 'room' and b.resource_id in ${asList([...buffers.keys()])}
      and b.starts_at > ${now()} and b.starts_at < ${now() + daysAhead * 86_400_000}`
}

const sessionsOf = (actor: Actor, ids: readonly string[]) =>
  new Map(listSessionsToTell(actor, [...new Set(ids)]).map((session) => [session.id, session]))

/** "Hall needs 15 minutes between lessons: Choir is there 4:00 to 5:00 PM." */
function tightText(buffers: Buffers | undefined, other: SessionRow): string {
  const minutes = bufferMs(buffers, other.roomId) / 60_000
  const when = formatTimeRange(other.startTime, sessionEnd(other))
  return `${other.roomName ?? "The room"} needs ${countOf(minutes, "minute")} between lessons: ${sessionTitle(other)} is there ${when}.`
}
