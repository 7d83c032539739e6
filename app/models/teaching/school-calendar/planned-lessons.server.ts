import { sessions } from "db/schema/teaching-sessions"
import { databaseStamp } from "db/unchanged.server"
import { and, asc, between, count, eq } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { select } from "~/models/foundation/access/door.server"
import { own } from "~/models/foundation/access/own.server"
import { inTurns, type Turns } from "~/utils/in-turns"
import { listSessionItems } from "../session/session-items.server"

// The lessons on the schedule of days that are to be closed, as a task lists them.

export type PlannedLesson = ReturnType<typeof listSessionItems>[number]

/** From one day to another, both included. */
export type Period = { startsOn: string; endsOn: string }

/** What was read before the days are closed. */
export type PlannedLessons = {
  /** Lessons that would be canceled: those without attendance. */
  canceled: number
  /** All of a period that was read, as they are now: listed again when anything was written since. */
  on(period: Period): PlannedLesson[]
}

export const countCanceled = (lessons: readonly PlannedLesson[]): number =>
  lessons.filter(({ hasAttendance }) => !hasAttendance).length

const isPlanned = ({ startsOn, endsOn }: Period) =>
  and(between(sessions.localDate, startsOn, endsOn), eq(sessions.state, "planned"))

export const isIn =
  ({ startsOn, endsOn }: Period) =>
  ({ date }: PlannedLesson): boolean =>
    startsOn <= date && date <= endsOn

/** How many there are, with attendance or without. */
export const countPlanned = (actor: Actor, period: Period): number =>
  select({ n: count() })
    .from(sessions)
    .where(and(own(actor, sessions), isPlanned(period)))
    .get()?.n ?? 0

/** Lists them all at once, as in the transaction that closes the days. */
export const listPlanned = (actor: Actor, period: Period): PlannedLesson[] =>
  listSessionItems(actor, isPlanned(period))

/** Reads them before, with turns for others: a large school's week takes 25 ms. */
export async function readPlanned(actor: Actor, periods: readonly Period[]): Promise<PlannedLessons> {
  const stamp = databaseStamp()
  const lessons = await inTurns(listInTurns(actor, periods))
  return {
    canceled: countCanceled(lessons),
    on: (period) => (databaseStamp() === stamp ? lessons.filter(isIn(period)) : listPlanned(actor, period)),
  }
}

function* listInTurns(actor: Actor, periods: readonly Period[]): Turns<PlannedLesson[]> {
  const lessons: PlannedLesson[] = []
  for (const part of periods.flatMap((period) => partsWithLessons(actor, period))) {
    lessons.push(...listPlanned(actor, part))
    yield
  }
  return lessons
}

/** A part ends with the day that fills it. */
const fullAt = 500

/** The days of a period that have lessons, in parts that can be read without holding others up. */
export function partsWithLessons(actor: Actor, period: Period): Period[] {
  if (period.startsOn === period.endsOn) return [period]
  const parts: (Period & { lessons: number })[] = []
  for (const { date, lessons } of lessonsByDay(actor, period)) {
    const last = parts.at(-1)
    if (last && last.lessons < fullAt) Object.assign(last, { endsOn: date, lessons: last.lessons + lessons })
    else parts.push({ startsOn: date, endsOn: date, lessons })
  }
  return parts.map(({ startsOn, endsOn }) => ({ startsOn, endsOn }))
}

/** From the index alone. */
const lessonsByDay = (actor: Actor, period: Period) =>
  select({ date: sessions.localDate, lessons: count() })
    .from(sessions)
    .where(and(own(actor, sessions), isPlanned(period)))
    .groupBy(sessions.localDate)
    .orderBy(asc(sessions.localDate))
    .all()
