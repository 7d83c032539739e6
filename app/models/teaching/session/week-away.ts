import { minutesOfDay } from "~/utils/clock-times"
import { formatTime, formatTimeRange } from "~/utils/formats"
import type { Away } from "../teacher-time/teacher-time"
import type { ScoreRange } from "./score"

// Approved time off in a day of the week: the whole lane, or the hours of its first and last day. Safe in the browser.

export type TeacherAway = Away & { teacherId: string }

/** The quarters of an hour a teacher is away in, of those the week shows. */
export type WeekAway = {
  kind: "away"
  lane: number
  column: number
  length: number
  isWholeDay: boolean
  /** "Kwame", since a list has no lanes. */
  name: string
  /** "4:15 to 7:00 PM", empty for a whole day. */
  time: string
}

const quarter = 15

export function awayOn(
  date: string,
  lanes: readonly { key: string; name: string }[],
  away: readonly TeacherAway[],
  { columns, firstHour }: ScoreRange,
): WeekAway[] {
  const columnAt = (time: string) => (minutesOfDay(time) - firstHour * 60) / quarter
  return lanes.flatMap(({ key, name }, index) =>
    away.flatMap((off): WeekAway[] => {
      if (off.teacherId !== key || date < off.startsOn || date > off.endsOn) return []
      const { from, to } = hoursAway(off, date)
      const first = from === null ? 0 : Math.max(0, Math.floor(columnAt(from)))
      const last = to === null ? columns : Math.min(columns, Math.ceil(columnAt(to)))
      if (last <= first) return []
      return [
        {
          kind: "away",
          lane: index + 1,
          column: first + 1,
          length: last - first,
          isWholeDay: from === null && to === null,
          name: name.trim().split(/\s+/)[0] ?? name,
          time: timeText(from, to),
        },
      ]
    }),
  )
}

/** From when to when someone is away on a day of their time off; null for its beginning or end. */
const hoursAway = ({ startsOn, endsOn, fromTime, toTime }: Away, date: string) => ({
  from: date === startsOn ? fromTime : null,
  to: date === endsOn ? toTime : null,
})

/** Who is away on a day, for a list: "Kwame Boateng away, 4:15 to 7:00 PM"; of one teacher's own days without a name. */
export const awayTexts = (
  date: string,
  away: readonly (TeacherAway & { teacherName: string })[],
  { teacherId }: { teacherId?: string | undefined },
): string[] =>
  away
    .filter(
      (off) => off.startsOn <= date && date <= off.endsOn && (!teacherId || off.teacherId === teacherId),
    )
    .map((off) => {
      const { from, to } = hoursAway(off, date)
      const time = timeText(from, to)
      return `${teacherId ? "Time off" : `${off.teacherName} away`}${time ? `, ${time}` : ""}`
    })

function timeText(from: string | null, to: string | null): string {
  if (from && to) return formatTimeRange(from, to)
  if (from) return `from ${formatTime(from)}`
  return to ? `until ${formatTime(to)}` : ""
}
