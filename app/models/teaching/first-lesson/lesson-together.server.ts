import type { Actor } from "~/models/foundation/access/actor"
import { listStudentsNamed } from "~/models/people/student/student.server"
import { todayOf } from "~/utils/clock.server"
import { isWithinReach, weekday } from "~/utils/dates"
import { joinNames } from "~/utils/join-names"
import { plainAmount } from "~/utils/money"
import { usualLesson } from "./first-lesson.server"

/** What an address of "Find a time" hands on; any of it may be empty or impossible. */
export type FoundSlot = Record<"date" | "startTime" | "minutes" | "teacherId" | "roomId", string>

/**
 * What the lesson of these students begins with, as the form of a new class holds it: a time that was found for them, once.
 * One student's has the price that is usual for a lesson of the instrument and length.
 * Undefined when one of them isn't the school's.
 */
export function lessonTogether(
  actor: Actor,
  studentIds: readonly string[],
  { date, startTime, minutes, teacherId, roomId }: FoundSlot,
) {
  const chosen = listStudentsNamed(actor, studentIds)
  if (chosen.length < studentIds.length) return undefined
  const names = joinNames(chosen.map(({ name }) => name))
  const instruments = new Set(chosen.map(({ instrument }) => instrument))
  const instrument = instruments.size === 1 ? (chosen[0]?.instrument ?? "") : ""
  const isOne = chosen.length === 1
  const usual = isOne
    ? usualLesson(actor, instrument || null, isWithinReach(date) ? date : todayOf(actor))
    : undefined
  // A monthly price isn't one lesson's, nor is that of another length.
  const isPriced = usual?.billing === "per_session" && String(usual.minutes) === minutes
  return {
    names,
    students: chosen.map(({ id }) => id),
    facts: {
      name: (instrument ? `${names}, ${instrument.toLowerCase()}` : names).slice(0, longestName),
      kind: isOne ? ("private" as const) : ("group" as const),
      capacity: String(chosen.length),
      instrument,
      teacherId,
      roomId,
      billing: "per_session" as const,
      amount: isPriced && usual.amountMinor !== undefined ? plainAmount(usual.amountMinor) : "",
      minutes,
      startTime,
      ...(isWithinReach(date) ? { weekdays: [String(weekday(date))], startsOn: date } : {}),
      ends: "count" as const,
      count: "1",
    },
  }
}

/** The form takes no longer name. */
const longestName = 120
