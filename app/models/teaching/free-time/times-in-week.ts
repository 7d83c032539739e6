import { formatTime, minutesOfDay } from "~/utils/clock-times"
import { paths } from "~/utils/paths"
import type { Lane, WeekDay, WeekItem } from "../session/week"
import type { FoundTime } from "./find-times"

// Found times drawn in the week of their teacher, in place of what is free there. Safe in the browser.

type Week = { columns: number; firstHour: number; lanes: Lane[]; days: WeekDay[] }

/** What the times are for: a lesson that is to move, or a new one of a class or of students who have none together. */
export type SoughtFor = {
  lessonId: string | undefined
  classId: string | undefined
  studentIds: readonly string[]
  minutes: number
}

const quarter = 15

/** The letter of a time in the list: A is the best. */
export const letterOf = (index: number): string => String.fromCharCode(65 + index)

/** The form that books a found time. */
export const bookingOf = (
  { date, startTime, teacherId, roomId }: Pick<FoundTime, "date" | "startTime" | "teacherId" | "roomId">,
  { lessonId, classId, studentIds, minutes }: SoughtFor,
): string => {
  const slot = {
    date,
    time: startTime,
    minutes: String(minutes),
    teacher: teacherId,
    room: roomId ?? undefined,
  }
  if (lessonId) return paths.editSession(lessonId, slot)
  return classId || studentIds.length === 0
    ? paths.newSession({ ...slot, class: classId })
    : `${paths.newClass(slot)}${studentIds.map((id) => `&student=${encodeURIComponent(id)}`).join("")}`
}

/** The days of a week with the found times that are in it, each in its lane; free time that they cover isn't offered besides. */
export function withFoundTimes(
  { columns, firstHour, lanes, days }: Week,
  by: "teacher" | "room",
  times: readonly FoundTime[],
  sought: SoughtFor,
): WeekDay[] {
  return days.map((day) => {
    const found = times.flatMap((time, index): Extract<WeekItem, { kind: "found" }>[] => {
      const key = by === "teacher" ? time.teacherId : (time.roomId ?? "none")
      const lane = lanes.findIndex((each) => each.key === key) + 1
      const column = Math.floor((minutesOfDay(time.startTime) - firstHour * 60) / quarter) + 1
      if (time.date !== day.date || lane === 0 || column < 1 || column > columns) return []
      const length = Math.min(Math.max(1, Math.round(sought.minutes / quarter)), 16, columns - column + 1)
      const to = bookingOf(time, sought)
      const letter = letterOf(index)
      return [{ kind: "found", lane, column, length, letter, time: formatTime(time.startTime), to }]
    })
    if (found.length === 0) return day
    const isCovered = (item: WeekItem) =>
      item.kind === "gap" &&
      found.some(
        ({ lane, column, length }) =>
          lane === item.lane && column < item.column + item.length && item.column < column + length,
      )
    const items = [...day.items.filter((item) => !isCovered(item)), ...found]
    return { ...day, items: items.sort((a, b) => a.column - b.column) }
  })
}
