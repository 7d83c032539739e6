import { cacheUntilWrite } from "db/cache-until-write.server"
import type { Actor } from "~/models/foundation/access/actor"
import { listRooms } from "~/models/teaching/room/room.server"
import { listRoomTimes } from "~/models/teaching/session/room-buffer.server"
import type { SessionRow } from "~/models/teaching/session/session"
import { isTooFar } from "~/models/teaching/session/travel"
import { findTravel, listStays } from "~/models/teaching/session/travel.server"
import { groupBy } from "~/utils/group-by"
import { asAsked, giversOf } from "../absence/diary.server"
import type { OfferedRoom } from "./lessons-to-settle"

// The rooms to which lessons could move at their own time.

const mostOffered = 5

type FreeRooms = ReadonlyMap<string, readonly OfferedRoom[]>

/**
 * The rooms that are free for each of some lessons, by its ID, and that its teachers reach in time. Four queries, however many
 * lessons, until something is written that they depend on.
 */
export const findFreeRooms = (actor: Actor, lessons: readonly SessionRow[]): FreeRooms =>
  keepRooms([actor.school.id, lessons.map(asAsked)], () => readFreeRooms(actor, lessons))

const keepRooms = cacheUntilWrite<FreeRooms>(50)

function readFreeRooms(actor: Actor, lessons: readonly SessionRow[]): FreeRooms {
  const rooms = listRooms(actor)
  const [first] = lessons
  if (!first || rooms.length === 0) return new Map()
  const period = { startsAt: first.startsAt, endsAt: Math.max(...lessons.map(({ endsAt }) => endsAt)) }
  const ids = rooms.map(({ id }) => id)
  const busy = groupBy(listRoomTimes(actor, period, ids), ({ resourceId }) => resourceId)
  const travel = findTravel(actor)
  const stays = travel ? listStays(actor, travel, [...new Set(lessons.flatMap(giversOf))], period) : []
  return new Map(
    lessons.map(({ startsAt, endsAt, roomId, ...lesson }) => {
      const givers = giversOf(lesson)
      const theirs = stays.filter(
        ({ sessionId, resourceId }) => sessionId !== lesson.id && givers.includes(resourceId),
      )
      const free = rooms.filter(
        ({ id }) =>
          id !== roomId &&
          !busy.get(id)?.some((one) => one.startsAt < endsAt && one.endsAt > startsAt) &&
          !theirs.some((stay) => isTooFar(travel, { startsAt, endsAt, roomId: id }, stay)),
      )
      return [lesson.id, free.slice(0, mostOffered)]
    }),
  )
}
