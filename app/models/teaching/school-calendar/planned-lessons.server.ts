import { tablesStamps } from "db/kept-tables.server"
import { sessions } from "db/schema/teaching-sessions"
import { and, between, eq } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { addDays, daysBetween } from "~/utils/dates"
import { inTurns, type Turns } from "~/utils/in-turns"
import { listSessionItems } from "../session/session-items.server"

// The lessons on the schedule of days that are to be closed, as a task lists them.

type PlannedLesson = ReturnType<typeof listSessionItems>[number]

/** What was read before the days are closed. */
export type PlannedLessons = {
  /** Lessons that would be canceled; those with attendance stay. */
  canceled: number
  /** All lessons on the schedule from one day to another; undefined when any has changed since they were read. */
  on(startsOn: string, endsOn: string): PlannedLesson[] | undefined
}

type Period = { startsOn: string; endsOn: string }

/** Lists them in the transaction that closes the days. */
export const listPlanned = (actor: Actor, { startsOn, endsOn }: Period): PlannedLesson[] =>
  listSessionItems(actor, and(between(sessions.localDate, startsOn, endsOn), eq(sessions.state, "planned")))

/** Reads them before, with turns for others: a large school's week takes 25 ms. */
export async function readPlanned(actor: Actor, periods: readonly Period[]): Promise<PlannedLessons> {
  const stampNow = () => tablesStamps(actor.school.id)(["sessions", "classes"])
  const stamp = stampNow()
  const lessons = await inTurns(listInTurns(actor, periods))
  return {
    canceled: lessons.filter(({ hasAttendance }) => !hasAttendance).length,
    on: (startsOn, endsOn) =>
      stampNow() === stamp ? lessons.filter(({ date }) => startsOn <= date && date <= endsOn) : undefined,
  }
}

function* listInTurns(actor: Actor, periods: readonly Period[]): Turns<PlannedLesson[]> {
  const lessons: PlannedLesson[] = []
  for (const part of periods.flatMap(inParts)) {
    lessons.push(...listPlanned(actor, part))
    yield
  }
  return lessons
}

/** A period takes this many questions at most. */
const mostParts = 60

/** A period in parts of a day each; a long one in longer ones. */
export function inParts({ startsOn, endsOn }: Period): Period[] {
  const days = Math.max(0, daysBetween(startsOn, endsOn) + 1)
  const each = Math.ceil(days / mostParts)
  return Array.from({ length: days && Math.ceil(days / each) }, (_, index) => {
    const last = addDays(startsOn, (index + 1) * each - 1)
    return { startsOn: addDays(startsOn, index * each), endsOn: last < endsOn ? last : endsOn }
  })
}
