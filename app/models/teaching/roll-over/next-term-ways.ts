import { formatTime, minutesOfDay } from "~/utils/clock-times"
import { countOf } from "~/utils/count-of"
import { dayName } from "~/utils/date-text"
import { addDays, weekday } from "~/utils/dates"
import { type Buffers, bufferMs, isTooTight } from "../session/room-buffer"
import { isTooFar, type Stay, type Travel } from "../session/travel"

// The weekly times of the next term: whether a teacher gets from one to the next in time, and a room is empty long enough
// between them. Safe in the browser.

/** A weekly time of a class in the next term. */
export type Time = {
  classId: string
  className: string
  teacherId: string | null
  roomId: string | null
  studentIds: readonly string[]
  weekdays: readonly number[]
  everyWeeks: number
  startTime: string
  minutes: number
  startsOn: string
  endsOn: string | null
  /** From which day of the term on its teacher has the class, where another one has it before. */
  from?: string
  teacherName?: string | null
}

/** `isHard`: no reason can accept it. */
export type Problem = { text: string; isHard: boolean }

/** Weekly times by what they take: "teacher <id> <weekday>". */
export type Index = Map<string, Time[]>

/** The first date of a weekday on or after a day. */
export const dateOn = (from: string, day: number) => addDays(from, (day - weekday(from) + 7) % 7)

type Ahead = { taken: Index; datesOf: (time: Time) => string[] }
type Ways = Ahead & { teacherName: string | null; travel: Travel }

/** Other weekly times of its teacher at another site, from or to which there's too little time. */
export function waysOf(time: Time, { teacherName, travel, ...ahead }: Ways): Problem[] {
  return time.weekdays.flatMap((day) => {
    const far = meets(
      time,
      `teacher ${time.teacherId} ${day}`,
      ahead,
      (other) => isTooFar(travel, stayOf(time), stayOf(other)) && !areAtOnce(time, other),
    )
    if (!far) return []
    const when = `${dayName(dateOn(time.startsOn, day), "short")} ${formatTime(far.startTime)}`
    const site = travel.siteOf.get(far.roomId ?? "") ?? ""
    const way = `${countOf(travel.minutes, "minute")} away`
    return [{ text: `${when}: ${teacherName} teaches ${far.className} at ${site}, ${way}.`, isHard: false }]
  })
}

/** Other weekly times in its room that leave it too few minutes before or after. */
export function tightOf(
  time: Time,
  { buffers, roomName, ...ahead }: Ahead & { buffers: Buffers; roomName: string | null },
): Problem[] {
  const minutes = bufferMs(buffers, time.roomId) / 60_000
  if (minutes === 0) return []
  return time.weekdays.flatMap((day) => {
    const tight = meets(time, `room ${time.roomId} ${day}`, ahead, (other) =>
      isTooTight(buffers, stayOf(time), stayOf(other)),
    )
    if (!tight) return []
    const when = `${dayName(dateOn(time.startsOn, day), "short")} ${formatTime(tight.startTime)}`
    const text = `${when}: ${tight.className} is in ${roomName}, which needs ${countOf(minutes, "minute")} between lessons.`
    return [{ text, isHard: false }]
  })
}

/** The first other time of a teacher or room for which something is so, on a date that both have. */
const meets = (time: Time, key: string, { taken, datesOf }: Ahead, isSo: (other: Time) => boolean) =>
  taken.get(key)?.find((other) => {
    if (other.classId === time.classId || !isSo(other)) return false
    const dates = new Set(datesOf(other))
    return datesOf(time).some((date) => dates.has(date))
  })

/** A weekly time on the clock of its day. */
function stayOf({ startTime, minutes, roomId }: Time): Stay {
  const from = minutesOfDay(startTime)
  return { startsAt: from * 60_000, endsAt: (from + minutes) * 60_000, roomId }
}

/** A clash of its own. */
function areAtOnce(one: Time, other: Time): boolean {
  const [a, b] = [stayOf(one), stayOf(other)]
  return a.startsAt < b.endsAt && b.startsAt < a.endsAt
}
