import { bookings, sessions } from "db/schema/teaching-sessions"
import { and, eq, gt, isNotNull, lt, ne, type Placeholder, sql } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { type Params, query, select } from "~/models/foundation/access/door.server"
import { among, columns, joined, type Owner, own } from "~/models/foundation/access/own.server"
import { datedTexts } from "~/utils/dated-texts"
import { countOf, formatTimeRange } from "~/utils/formats"
import { listEveryRoom } from "../room/room.server"
import { takenName } from "./clash"
import { listOverlaps, type Wish } from "./clash.server"
import { longestSession, type SessionRow, sessionEnd, sessionTitle } from "./session"
import { listSessionsToTell } from "./session-list.server"
import { isTooFar, type Stay, type Travel } from "./travel"

// The time that teachers need between two sites of the school. isTooFar says what it means, for every check and every offer.

/** The school's sites; undefined while no minutes are set, or no room has a site. */
export function findTravel(actor: Actor): Travel | undefined {
  const rooms = listEveryRoom(actor)
  const siteOf = new Map(rooms.flatMap(({ id, site }) => (site === null ? [] : [[id, site]])))
  const minutes = rooms[0]?.travelMinutes ?? 0
  return minutes > 0 && siteOf.size > 0 ? { minutes, siteOf } : undefined
}

type TeacherStay = Stay & { sessionId: string; resourceId: string }
type Period = { startsAt: number; endsAt: number }

/** Where these teachers are in a period (UTC ms) that reaches as far as the way from a site. Without sites no room is read. */
export function listStays(
  actor: Actor,
  travel: Travel | undefined,
  teacherIds: readonly string[],
  period: Period,
): TeacherStay[] {
  if (teacherIds.length === 0) return []
  if (!travel)
    return listOverlaps(actor, period, "teacher", teacherIds).map((booking) => ({ ...booking, roomId: null }))
  const ms = travel.minutes * 60_000
  const wide = { startsAt: period.startsAt - ms, endsAt: period.endsAt + ms }
  return knownStays.all(actor, { ...wide, teacherIds: JSON.stringify(teacherIds) })
}

const knownStays = query(
  (p: Params<{ teacherIds: string; startsAt: number; endsAt: number }>, _own, school) =>
    staysQuery(school, p.teacherIds, {
      startsAt: p.startsAt,
      endsAt: p.endsAt,
    }),
)

/** Exported for the test that reads its plan. */
export const staysQuery = (
  owner: Owner,
  teacherIds: readonly string[] | Placeholder,
  { startsAt, endsAt }: { [each in keyof Period]: number | Placeholder },
) =>
  select({
    ...columns(bookings, "sessionId", "resourceId", "startsAt", "endsAt"),
    roomId: sessions.roomId,
  })
    .from(bookings)
    .crossJoin(sessions)
    .where(
      and(
        own(owner, bookings),
        joined(sessions, bookings.sessionId),
        eq(bookings.resource, "teacher"),
        among(bookings.resourceId, teacherIds),
        gt(bookings.startsAt, sql`${startsAt} - ${longestSession * 60_000}`),
        lt(bookings.startsAt, endsAt),
        gt(bookings.endsAt, startsAt),
      ),
    )

/** Which lessons of its teachers a wished lesson leaves no time to come from or go to, as text. */
export function listTooFar(actor: Actor, wish: Wish): string[] {
  const { teacherId, coTeacherIds = [], roomId = null, startsAt, endsAt, exceptSessionId } = wish
  const ids = [...(teacherId ? [teacherId] : []), ...coTeacherIds]
  if (roomId === null || ids.length === 0) return []
  const travel = findTravel(actor)
  if (!travel?.siteOf.has(roomId)) return []
  const here = { startsAt, endsAt, roomId }
  const far = listStays(actor, travel, ids, here).filter(
    (stay) => stay.sessionId !== exceptSessionId && isApart(here, stay) && isTooFar(travel, here, stay),
  )
  const found = sessionsOf(actor, far)
  return far.flatMap(({ sessionId, resourceId }) => {
    const other = found.get(sessionId)
    return other ? [farText(travel, resourceId, other)] : []
  })
}

/** The same for sessions that are booked already, soonest first; of one teacher alone when they are named. */
export function listTooFarOf(actor: Actor, sessionIds: readonly string[], teacherId?: string): string[] {
  const travel = findTravel(actor)
  if (!travel) return []
  const far = listFar(actor, travel, sessionIds, teacherId)
  const found = sessionsOf(
    actor,
    far.map(({ other }) => other),
  )
  return datedTexts(
    far.flatMap(({ one, other }) => {
      const session = found.get(other.sessionId)
      return session ? [{ date: session.localDate, text: farText(travel, one.resourceId, session) }] : []
    }),
  )
}

/** Which of several sessions that are booked are too far from another of their teachers. */
export function listFarSessions(actor: Actor, sessionIds: readonly string[]): string[] {
  const travel = findTravel(actor)
  return travel ? listFar(actor, travel, sessionIds).map(({ one }) => one.sessionId) : []
}

function listFar(actor: Actor, travel: Travel, sessionIds: readonly string[], teacherId?: string) {
  const mine = select({
    ...columns(bookings, "sessionId", "resourceId", "startsAt", "endsAt"),
    roomId: sessions.roomId,
  })
    .from(sessions)
    // a cross join keeps SQLite to the written order: the sessions asked for, what each has booked
    .crossJoin(bookings)
    .where(
      and(
        own(actor, sessions),
        among(sessions.id, sessionIds),
        joined(sessions, bookings.sessionId),
        eq(bookings.resource, "teacher"),
        teacherId === undefined ? undefined : eq(bookings.resourceId, teacherId),
        isNotNull(sessions.roomId),
        ne(sessions.state, "cancelled"),
      ),
    )
    .all()
    .sort((a, b) => a.startsAt - b.startsAt)
  const [first, last] = [mine.at(0), mine.at(-1)]
  if (!first || !last) return []
  const stays = listStays(actor, travel, [...new Set(mine.map(({ resourceId }) => resourceId))], {
    startsAt: first.startsAt,
    endsAt: Math.max(...mine.map(({ endsAt }) => endsAt)),
  })
  return mine.flatMap((one) =>
    stays
      .filter(
        (other) => other.resourceId === one.resourceId && isApart(one, other) && isTooFar(travel, one, other),
      )
      .map((other) => ({ one, other })),
  )
}

/** Lessons at once are a clash of their own. */
const isApart = (one: Stay, other: Stay) => one.endsAt <= other.startsAt || other.endsAt <= one.startsAt

const sessionsOf = (actor: Actor, stays: readonly { sessionId: string }[]) =>
  new Map(
    listSessionsToTell(
      actor,
      stays.map(({ sessionId }) => sessionId),
    ).map((session) => [session.id, session]),
  )

/** "Kwame Boateng teaches Theo Petrović at Riverside 4:30 to 5:00 PM, 20 minutes away." */
function farText({ minutes, siteOf }: Travel, teacherId: string, other: SessionRow): string {
  const site = siteOf.get(other.roomId ?? "") ?? ""
  const when = formatTimeRange(other.startTime, sessionEnd(other))
  return `${takenName(other, "teacher", teacherId)} teaches ${sessionTitle(other)} at ${site} ${when}, ${countOf(minutes, "minute")} away.`
}
