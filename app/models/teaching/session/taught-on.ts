import { minutesOfDay } from "~/utils/clock-times"
import { weekday } from "~/utils/dates"
import type { Hours } from "../teacher-time/teacher-time"
import type { ScoreRange } from "./score"

/** Whether a quarter of an hour is within a teacher's hours. */
export function taughtOn(date: string, hours: readonly Hours[], { firstHour }: ScoreRange) {
  const ofDay = hours.filter((each) => each.weekday === weekday(date))
  return (column: number) => {
    const from = firstHour * 60 + (column - 1) * 15
    return (
      hours.length === 0 ||
      ofDay.some(
        ({ fromTime, toTime }) => minutesOfDay(fromTime) <= from && from + 15 <= minutesOfDay(toTime),
      )
    )
  }
}
