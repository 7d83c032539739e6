import { z } from "zod"
import { isTime } from "~/utils/clock-times"
import { isDate } from "~/utils/dates"
import type { LessonChoice, NewTime } from "./closure-lesson"

export const timeValue = ({ date, startTime, roomId }: NewTime): string =>
  `${date} ${startTime} ${roomId ?? ""}`.trim()

/** A lesson's field. What isn't a choice leaves the lesson as it is. */
const ChosenForLesson = z.string().transform((text): LessonChoice => {
  const [date = "", startTime = "", roomId] = text.split(" ")
  if (text === "cancel") return { choice: "cancel" }
  if (isDate(date) && isTime(startTime)) return { choice: "move", date, startTime, roomId: roomId || null }
  return { choice: "stay" }
})

export const ClosureLessonsForm = z.object({ lessons: z.record(z.string(), ChosenForLesson).default({}) })
