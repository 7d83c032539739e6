import { addDays, daysBetween, isWithinReach } from "~/utils/dates"
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
const mostStudents = 12

/** What is missing or can't be understood is empty or the default; errors are told by `findTimesErrors`. */
export function readFindTimesQuery(parameters: URLSearchParams, today: string): FindTimesQuery {
  const text = (name: string) => parameters.get(name)?.trim().slice(0, 64) ?? ""
  const from = text("from") || today
  return {
    studentIds: [...new Set(parameters.getAll("student").filter(Boolean))].slice(0, mostStudents),
    classId: text("class"),
    sessionId: text("lesson"),
    teacherId: text("teacher"),
    roomId: text("room"),
    minutes: text("minutes"),
    from,
    to: text("to") || (isWithinReach(from) ? addDays(from, defaultSpan) : ""),
    search: parameters.get("q")?.trim().slice(0, 100) ?? "",
  }
}

/** What is wrong with a search, by field. */
export function findTimesErrors({ minutes, from, to }: FindTimesQuery): Record<string, string> {
  const length = Number(minutes)
  return {
    ...(Number.isInteger(length) && length >= 5 && length <= longestSession
      ? {}
      : { minutes: `Enter a length from 5 to ${longestSession} minutes.` }),
    ...(isWithinReach(from) ? {} : { from: "Enter a date." }),
    ...(isWithinReach(to) && isWithinReach(from)
      ? to < from
        ? { to: "Enter a date on or after the first." }
        : daysBetween(from, to) >= longestSpan
          ? { to: `Search up to ${longestSpan} days at a time.` }
          : {}
      : { to: "Enter a date." }),
  }
}
