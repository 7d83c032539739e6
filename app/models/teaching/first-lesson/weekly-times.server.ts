import { sql } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { askAll } from "~/models/foundation/access/door.server"
import { addDays } from "~/utils/dates"
import { instantOf } from "~/utils/zones"
import { listClosures } from "../closure/closure.server"
import type { FoundTime } from "../free-time/find-times"
import { type BookedResource, longestSession } from "../session/session"
import { isAwayAt } from "../teacher-time/teacher-time"
import { listTimeOff } from "../teacher-time/time-off.server"

/** As far ahead as the lessons of a class are made. */
const weeks = 12
const [minuteMs, weekDays] = [60_000, 7]

/**
 * Those of the found times that stay free on their weekday in the weeks after, for teacher, room and students: what a
 * class that meets weekly needs. Those on whose days the teacher is away in some week come last. Three statements, however
 * many times there are.
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
  const taken = askAll<{ at: number }>(sql`
    select distinct w.value ->> 'index' as at from json_each(${JSON.stringify(wishes)}) w
    cross join bookings b on b.school_id = ${actor.school.id} and b.resource = w.value ->> 'resource'
      and b.resource_id = w.value ->> 'id' and b.starts_at > (w.value ->> 'startsAt') - ${longestSession * minuteMs}
      and b.starts_at < w.value ->> 'endsAt' and b.ends_at > w.value ->> 'startsAt'`)
  const isTaken = new Set(taken.map(({ at }) => at))
  const free = times.filter((_, index) => !isTaken.has(index))
  const isAway = readLeave(actor, free)
  return [...free.filter((time) => !isAway(time)), ...free.filter(isAway)]
}

/** Whether the teacher of a time is off in one of the weeks after it, while the school is open. */
function readLeave(actor: Actor, times: readonly FoundTime[]): (time: FoundTime) => boolean {
  const dates = times.map(({ date }) => date).sort()
  const [from, last] = [dates[0], dates.at(-1)]
  if (!from || !last) return () => false
  const to = addDays(last, (weeks - 1) * weekDays)
  const leave = listTimeOff(actor, { from, to, states: ["approved"] })
  const closures = listClosures(actor, from, to)
  const isOpen = (date: string) =>
    !closures.some(({ startsOn, endsOn }) => startsOn <= date && date <= endsOn)
  return ({ teacherId, date: first, startTime, endTime }) => {
    const theirs = leave.filter((off) => off.teacherId === teacherId)
    return Array.from({ length: weeks }, (_, week) => addDays(first, week * weekDays)).some(
      (date) => isOpen(date) && theirs.some((off) => isAwayAt(off, { date, from: startTime, to: endTime })),
    )
  }
}

const resourcesOf = (
  { teacherId, roomId }: FoundTime,
  studentIds: readonly string[],
): [BookedResource, string][] => [
  ["teacher", teacherId],
  ...(roomId ? [["room", roomId] satisfies [BookedResource, string]] : []),
  ...studentIds.map((id): [BookedResource, string] => ["student", id]),
]
