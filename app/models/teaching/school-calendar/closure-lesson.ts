import { z } from "zod"
import { isTime } from "~/utils/clock-times"
import { isDate } from "~/utils/dates"
import type { FoundTime } from "../free-time/find-times"

// What the office chooses for the lessons of a closure. Safe in the browser.

export const lessonsOfPage = 8

/** A lesson on the days of a closure: one that is still scheduled, or one that was canceled for it. */
export type ClosureLesson = {
  id: string
  title: string
  localDate: string
  startTime: string
  minutes: number
  teacherName: string | null
  isCanceled: boolean
  times: (FoundTime & { value: string })[]
}

/** Where a lesson goes: date, start and room. */
export type NewTime = { date: string; startTime: string; roomId: string | null }
export type LessonChoice = { choice: "stay" } | { choice: "cancel" } | ({ choice: "move" } & NewTime)

export const timeValue = ({ date, startTime, roomId }: NewTime): string =>
  `${date} ${startTime} ${roomId ?? ""}`.trim()

/** A lesson's field. What isn't a choice leaves the lesson as it is. */
export const ChosenForLesson = z.string().transform((text): LessonChoice => {
  const [date = "", startTime = "", roomId] = text.split(" ")
  if (text === "cancel") return { choice: "cancel" }
  if (isDate(date) && isTime(startTime)) return { choice: "move", date, startTime, roomId: roomId || null }
  return { choice: "stay" }
})

export const ClosureLessonsForm = z.object({ lessons: z.record(z.string(), ChosenForLesson).default({}) })
