import { ownTeachersCauses, type StrandedCause } from "~/models/teaching/session/stranded-cause"
import { isTime } from "~/utils/clock-times"
import { isDate } from "~/utils/dates"

// Lessons that a change left where they can't stay, and what can be done about each. Safe in the browser.

export const strandedPerPage = 20

/** What can be chosen for all lessons of the page at once: the best fit for each. */
export const wholePageChoices = ["best", "substitute", "time", "room", "keep", "cancel", "leave"] as const
export type WholePageChoice = (typeof wholePageChoices)[number]

export const wholePageLabels: Record<WholePageChoice, string> = {
  best: "What solves it",
  substitute: "Substitutes",
  time: "Other times",
  room: "Other rooms",
  keep: "Keep all",
  cancel: "Cancel all",
  leave: "Later",
}

export type OfferedRoom = { id: string; name: string }

export type StrandedLesson = {
  id: string
  title: string
  date: string
  startTime: string
  teacherName: string | null
  roomName: string | null
  students: number
  causes: StrandedCause[]
  substitutes: { teacherId: string; name: string; reasons: string }[]
  /** When its own teacher could give it, in the same room. */
  times: { date: string; startTime: string; leftOut: string[] }[]
  rooms: readonly OfferedRoom[]
}

export const concernsOthersOnly = (causes: readonly StrandedCause[]): boolean =>
  causes.every((cause) => ["co-away", "co-times", "buffer"].includes(cause))

/** Whether another time with the same teacher and room helps. */
export const movesToOtherTime = (causes: readonly StrandedCause[]): boolean =>
  causes.every((cause) => ["leave", "hours", "closure", "site", "buffer"].includes(cause))

/**
 * What is done with a lesson, as its form sends it: "substitute <id>", "time <date> <start>", "room <id>", "keep", "cancel" or
 * "leave".
 */
export type Settlement =
  | { act: "time"; id?: undefined; date: string; startTime: string }
  | { act: "substitute" | "room"; id: string }
  | { act: "keep" | "cancel" | "leave"; id?: undefined }

export function readSettlement(text: string): Settlement | undefined {
  const [act, id, startTime = ""] = text.split(" ")
  if (act === "time") return id && isDate(id) && isTime(startTime) ? { act, date: id, startTime } : undefined
  if ((act === "substitute" || act === "room") && id) return { act, id }
  return act === "keep" || act === "cancel" || act === "leave" ? { act } : undefined
}

/** What keeps a lesson on its day first: another room, a substitute, then another time. */
const bestFirst = ["room", "substitute", "time"] as const

/** The best choice of a kind for a lesson, as its form sends it; what doesn't help it is left for later. */
export function chooseFor(lesson: StrandedLesson, choice: WholePageChoice): string {
  if (choice === "best")
    return bestFirst.map((kind) => chooseFor(lesson, kind)).find((each) => each !== "leave") ?? "leave"
  const { causes, substitutes, times, rooms } = lesson
  if (choice === "keep" || choice === "cancel") return choice
  const helps = (of: readonly string[]) => causes.some((cause) => of.includes(cause))
  const [teacher, time, room] = [substitutes[0], times[0], rooms[0]]
  if (choice === "substitute" && teacher && helps(ownTeachersCauses)) return `substitute ${teacher.teacherId}`
  if (choice === "time" && time) return `time ${time.date} ${time.startTime}`
  if (choice === "room" && room && helps(["room", "site", "buffer"])) return `room ${room.id}`
  return "leave"
}
