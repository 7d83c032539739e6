import { formatTime, minutesOfDay } from "~/utils/clock-times"
import { countOf } from "~/utils/count-of"
import { dayName } from "~/utils/date-text"
import { addDays, weekday } from "~/utils/dates"
import { isTooFar, type Stay, type Travel } from "../session/travel"

// The weekly times of the next term, and whether a teacher gets from one to the next in time. Safe in the browser.

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
}

/** `isHard`: no reason can accept it. */
export type Problem = { text: string; isHard: boolean }

/** Weekly times by what they take: "teacher <id> <weekday>". */
export type Index = Map<string, Time[]>

/** The first date of a weekday on or after a day. */
export const dateOn = (from: string, day: number) => addDays(from, (day - weekday(from) + 7) % 7)

type Ahead = { teacherName: string | null; taken: Index; datesOf: (time: Time) => string[]; travel: Travel }

/** Other weekly times of its teacher at another site, from or to which there's too little time. */
export function waysOf(time: Time, { teacherName, taken, datesOf, travel }: Ahead): Problem[] {
  return time.weekdays.flatMap((day) => {
    const far = taken.get(`teacher ${time.teacherId} ${day}`)?.find((other) => {
      if (other.classId === time.classId || !isTooFar(travel, stayOf(time), stayOf(other))) return false
      if (areAtOnce(time, other)) return false
      const dates = new Set(datesOf(other))
      return datesOf(time).some((date) => dates.has(date))
    })
    if (!far) return []
    const when = `${dayName(dateOn(time.startsOn, day), "short")} ${formatTime(far.startTime)}`
    const site = travel.siteOf.get(far.roomId ?? "") ?? ""
    const way = `${countOf(travel.minutes, "minute")} away`
    return [{ text: `${when}: ${teacherName} teaches ${far.className} at ${site}, ${way}.`, isHard: false }]
  })
}

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
