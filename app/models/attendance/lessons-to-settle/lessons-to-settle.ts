import { ownTeachersCauses, type StrandedCause } from "~/models/teaching/session/stranded-cause"
import { isTime, minutesOfDay } from "~/utils/clock-times"
import { isDate, weekday } from "~/utils/dates"
import { groupBy } from "~/utils/group-by"

// Lessons that a change left where they can't stay, and what can be done about each. Safe in the browser.

export const unsettledPerPage = 20

/** What can be chosen for all lessons of the page at once: the best fit for each. */
export const wholePageChoices = ["best", "substitute", "time", "room", "keep", "cancel", "leave"] as const
export type WholePageChoice = (typeof wholePageChoices)[number]

export const wholePageLabels: Record<WholePageChoice, string> = {
  best: "Best fit for each",
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
  minutes: number
  /** Who is there and the room: busy at another time that is chosen for it. */
  needs: readonly string[]
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

/** The lessons of a page by weekly time: title, day of the week, start, teacher and room. */
export const byWeeklyTime = (lessons: readonly StrandedLesson[]): StrandedLesson[][] => [
  ...groupBy(lessons, ({ title, date, startTime, teacherName, roomName }) =>
    JSON.stringify([title, weekday(date), startTime, teacherName, roomName]),
  ).values(),
]

/** Who could teach all of some lessons, and the rooms that are free for all. */
export function offeredToAll(lessons: readonly StrandedLesson[]) {
  const [first, ...others] = lessons
  return {
    substitutes: (first?.substitutes ?? []).filter(({ teacherId }) =>
      others.every(({ substitutes }) => substitutes.some((other) => other.teacherId === teacherId)),
    ),
    rooms: (first?.rooms ?? []).filter(({ id }) =>
      others.every(({ rooms }) => rooms.some((other) => other.id === id)),
    ),
  }
}

/** What keeps a lesson on its day first: another room, a substitute, then another time. */
const bestFirst = ["room", "substitute", "time"] as const

/** Someone, or a room, that a choice makes busy. */
type Claim = { ids: readonly string[]; date: string; from: number; to: number }

/**
 * The best choice of a kind for each lesson of a page, in order, as its form sends it. What an earlier one makes busy at the same
 * time isn't chosen again; a lesson that nothing helps is left for later.
 */
export function chooseFor(
  lessons: readonly StrandedLesson[],
  choice: WholePageChoice,
): Record<string, string> {
  const claims: Claim[] = []
  const isFree = (claim: Claim) =>
    !claims.some(
      ({ ids, date, from, to }) =>
        date === claim.date && from < claim.to && claim.from < to && ids.some((id) => claim.ids.includes(id)),
    )
  const chosen = lessons.map((lesson): [string, string] => {
    if (choice === "keep" || choice === "cancel") return [lesson.id, choice]
    const offered = (choice === "best" ? bestFirst : [choice]).flatMap((kind) => offersOf(lesson, kind))
    const found = offered.find(({ claim }) => isFree(claim))
    if (found) claims.push(found.claim)
    return [lesson.id, found?.text ?? "leave"]
  })
  return Object.fromEntries(chosen)
}

/** What of a kind helps a lesson, the best first. */
function offersOf(lesson: StrandedLesson, kind: WholePageChoice): { text: string; claim: Claim }[] {
  const { causes, substitutes, times, rooms, needs, minutes } = lesson
  const helps = (of: readonly string[]) => causes.some((cause) => of.includes(cause))
  const claim = (ids: readonly string[], { date, startTime }: { date: string; startTime: string }) => {
    const from = minutesOfDay(startTime)
    return { ids, date, from, to: from + minutes }
  }
  if (kind === "substitute" && helps(ownTeachersCauses))
    return substitutes.map(({ teacherId }) => ({
      text: `substitute ${teacherId}`,
      claim: claim([teacherId], lesson),
    }))
  if (kind === "time")
    return times.map((time) => ({
      text: `time ${time.date} ${time.startTime}`,
      claim: claim(needs, time),
    }))
  if (kind === "room" && helps(["room", "site", "buffer"]))
    return rooms.map(({ id }) => ({ text: `room ${id}`, claim: claim([id], lesson) }))
  return []
}
