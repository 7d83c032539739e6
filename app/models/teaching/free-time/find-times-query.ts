import { addDays, daysBetween, isWithinReach } from "~/utils/dates"
import { exampleDate } from "~/utils/form-messages"
import { longestSession } from "../session/session"
import { longestSpan } from "./find-times"

// What an address of "Find a time" asks for. Safe in the browser.

export type FindTimesQuery = {
  studentIds: string[]
  classId: string
  /** The lesson that is to move. */
  sessionId: string
  /** Empty for any. */
  teacherId: string
  roomId: string
  minutes: string
  from: string
  to: string
  search: string
}

const defaultSpan = 13
/** How long before the lesson that is to move the search begins. */
const daysBefore = 6
const mostStudents = 12

/** What is missing or can't be understood is empty; `spanOf` gives the days and `findTimesErrors` tells errors. */
export function readFindTimesQuery(parameters: URLSearchParams): FindTimesQuery {
  const text = (name: string) => parameters.get(name)?.trim().slice(0, 64) ?? ""
  return {
    studentIds: [...new Set(parameters.getAll("student").filter(Boolean))].slice(0, mostStudents),
    classId: text("class"),
    sessionId: text("lesson"),
    teacherId: text("teacher"),
    roomId: text("room"),
    minutes: text("minutes"),
    from: text("from"),
    to: text("to"),
    search: parameters.get("q")?.trim().slice(0, 100) ?? "",
  }
}

/** The days of a search: those asked for, otherwise two weeks from today, or around the lesson that is to move. */
export function spanOf(
  { from: asked, to }: Pick<FindTimesQuery, "from" | "to">,
  today: string,
  lessonOn: string | undefined,
): Pick<FindTimesQuery, "from" | "to"> {
  const before = lessonOn ? addDays(lessonOn, -daysBefore) : today
  const from = asked || (before > today ? before : today)
  return { from, to: to || (isWithinReach(from) ? addDays(from, defaultSpan) : "") }
}

const dateRefused = (typed: string) => (typed === "" ? "Enter a date." : exampleDate())

/** What is wrong with a search, by field. */
export function findTimesErrors({ minutes, from, to }: FindTimesQuery): Record<string, string> {
  const length = Number(minutes)
  return {
    ...(Number.isInteger(length) && length >= 5 && length <= longestSession
      ? {}
      : { minutes: `Enter a length from 5 to ${longestSession} minutes.` }),
    ...(isWithinReach(from) ? {} : { from: dateRefused(from) }),
    ...(isWithinReach(to) && isWithinReach(from)
      ? to < from
        ? { to: "Enter a date on or after the first." }
        : daysBetween(from, to) >= longestSpan
          ? { to: `Search up to ${longestSpan} days at a time.` }
          : {}
      : { to: dateRefused(to) }),
  }
}
