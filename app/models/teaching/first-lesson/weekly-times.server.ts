import { db } from "db/client.server"
import { sql } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { addDays } from "~/utils/dates"
import { instantOf } from "~/utils/zones"
import type { FoundTime } from "../free-time/find-times"
import { type BookedResource, longestSession } from "../session/session"

/** As far ahead as the lessons of a class are made. */
const weeks = 12
const [minuteMs, weekDays] = [60_000, 7]

/**
 * Those of the found times that stay free on their weekday in the weeks after, for teacher, room and students: what a
 * class that meets weekly needs. One statement, however many times there are.
 */
export function freeEveryWeek(
  actor: Actor,
  times: readonly FoundTime[],
  { minutes, studentIds }: { minutes: number; studentIds: readonly string[] },
): FoundTime[] {
  const wishes = times.flatMap((time, index) =>
    Array.from({ length: weeks - 1 }, (_, week) => {
      const startsAt = instantOf(
        addDays(time.date, (week + 1) * weekDays),
        time.startTime,
        actor.school.timeZone,
      )
      return resourcesOf(time, studentIds).map(([resource, id]) => ({
        index,
        resource,
        id,
        startsAt,
        endsAt: startsAt + minutes * minuteMs,
      }))
    }).flat(),
  )
  const taken = db().all<{ at: number }>(sql`
    select distinct w.value ->> 'index' as at from json_each(${JSON.stringify(wishes)}) w
    cross join bookings b on b.school_id = ${actor.school.id} and b.resource = w.value ->> 'resource'
      and b.resource_id = w.value ->> 'id' and b.starts_at > (w.value ->> 'startsAt') - ${longestSession * minuteMs}
      and b.starts_at < w.value ->> 'endsAt' and b.ends_at > w.value ->> 'startsAt'`)
  const isTaken = new Set(taken.map(({ at }) => at))
  return times.filter((_, index) => !isTaken.has(index))
}

const resourcesOf = (
  { teacherId, roomId }: FoundTime,
  studentIds: readonly string[],
): [BookedResource, string][] => [
  ["teacher", teacherId],
  ...(roomId ? [["room", roomId] satisfies [BookedResource, string]] : []),
  ...studentIds.map((id): [BookedResource, string] => ["student", id]),
]
