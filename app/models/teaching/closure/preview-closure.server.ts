import { databaseStamp } from "db/cache-until-write.server"
import { students } from "db/schema/people"
import { enrollments } from "db/schema/teaching"
import { seats, sessions } from "db/schema/teaching-sessions"
import { and, asc, between, count, eq, type SQL, sql } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { ownRows, selectDistinct } from "~/models/foundation/access/door.server"
import { among, joined, own } from "~/models/foundation/access/own.server"
import { inTurns, type Turns } from "~/utils/in-turns"
import { givesCancelCredits } from "../credit/cancel-credits.server"
import { expectedInSession } from "../seat/seat.server"
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
  ownRows(actor, sessions, { n: count() }).where(isPlanned(period)).get()?.n ?? 0

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
  ownRows(actor, sessions, { date: sessions.localDate, lessons: count() })
    .where(isPlanned(period))
    .groupBy(sessions.localDate)
    .orderBy(asc(sessions.localDate))
    .all()

/** What closing the school on some days would do to the lessons that are scheduled. */
export type ClosurePreview = ClosedLessons & {
  /** The families of the lessons that would be canceled. */
  families: number
  /** Whether each student of a canceled lesson gets a make-up credit, by the attendance rules. */
  givesCredits: boolean
}

export type ClosedLessons = {
  /** Lessons that would be canceled. */
  lessons: number
  /** Lessons that stay, because attendance is recorded. */
  kept: number
  days: { date: string; lessons: number }[]
}

/** The days of a closure, or single ones at once. `after`: only lessons that begin later. */
export type ClosedDays = Period | { dates: readonly string[]; after?: number }

/**
 * Looks at what a closure would cancel, without changing anything. A family with lessons on two days counts once. It is
 * read day by day, with turns for others: of a large school's week all at once the families alone take 70 ms.
 */
export async function previewClosure(actor: Actor, closed: ClosedDays): Promise<ClosurePreview> {
  const counted = await countClosed(actor, closed)
  const families = await inTurns(countFamilies(actor, counted.days, closed))
  return { ...counted, families, givesCredits: givesCancelCredits(actor) }
}

/** The lessons alone. */
export const countClosed = (actor: Actor, closed: ClosedDays): Promise<ClosedLessons> =>
  inTurns(countInTurns(actor, closed))

function* countInTurns(actor: Actor, closed: ClosedDays): Turns<ClosedLessons> {
  const parts =
    "dates" in closed
      ? closed.dates.map((date) => ({ ...closed, dates: [date] }))
      : partsWithLessons(actor, closed)
  const total: ClosedLessons = { lessons: 0, kept: 0, days: [] }
  for (const part of parts) {
    const { lessons, kept, days } = countAtOnce(actor, part)
    total.lessons += lessons
    total.kept += kept
    total.days.push(...days)
    yield
  }
  return total
}

function countAtOnce(actor: Actor, closed: ClosedDays): ClosedLessons {
  const days = ownRows(actor, sessions, {
    date: sessions.localDate,
    lessons: sql<number>`sum(${isCanceled(closed)})`,
    kept: sql<number>`sum(${sessions.registerTakenAt} is not null)`,
  })
    .where(and(isOn(closed), eq(sessions.state, "planned")))
    .groupBy(sessions.localDate)
    .orderBy(asc(sessions.localDate))
    .all()
  const sum = (key: "lessons" | "kept") => days.reduce((total, day) => total + day[key], 0)
  return {
    lessons: sum("lessons"),
    kept: sum("kept"),
    days: days.flatMap(({ date, lessons }) => (lessons > 0 ? [{ date, lessons }] : [])),
  }
}

const isOn = (closed: ClosedDays): SQL =>
  "dates" in closed
    ? among(sessions.localDate, closed.dates)
    : between(sessions.localDate, closed.startsOn, closed.endsOn)

const isCanceled = (closed: ClosedDays): SQL =>
  sql`${sessions.registerTakenAt} is null and ${sessions.startsAt} > ${("after" in closed && closed.after) || 0}`

function* countFamilies(actor: Actor, days: readonly { date: string }[], closed: ClosedDays): Turns<number> {
  const families = new Set<string>()
  for (const { date } of days) {
    const isOfThem = isCanceled(closed)
    for (const { familyId } of [
      ...listFamilies(actor, date, isOfThem),
      ...listGuestFamilies(actor, date, isOfThem),
    ])
      families.add(familyId)
    yield
  }
  return families.size
}

const closedOn = (actor: Actor, date: string, isOfThem: SQL) =>
  and(own(actor, sessions), eq(sessions.localDate, date), eq(sessions.state, "planned"), isOfThem)

const listFamilies = (actor: Actor, date: string, isOfThem: SQL) =>
  selectDistinct({ familyId: students.familyId })
    .from(sessions)
    // cross joins keep SQLite from starting with all the enrollments or students of a school
    .crossJoin(enrollments)
    .crossJoin(students)
    .where(and(closedOn(actor, date, isOfThem), expectedInSession, joined(students, enrollments.studentId)))
    .all()

/** The families of those who would make up a lesson there. */
const listGuestFamilies = (actor: Actor, date: string, isOfThem: SQL) =>
  selectDistinct({ familyId: students.familyId })
    .from(sessions)
    .crossJoin(seats)
    .crossJoin(students)
    .where(
      and(
        closedOn(actor, date, isOfThem),
        joined(sessions, seats.sessionId),
        joined(students, seats.studentId),
      ),
    )
    .all()
