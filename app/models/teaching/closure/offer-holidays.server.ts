import { transact } from "db/client.server"
import type { Actor } from "~/models/foundation/access/actor"
import { readInBackground } from "~/providers/threads/background-read.server"
import { newId } from "~/utils/ids.server"
import type { Result } from "~/utils/result"
import { listClosures } from "../closed-days/closed-days.server"
import { addClosure, cancelLessonsOf, lessonsAtOnce } from "./add-closure.server"
import {
  type ClosurePreview,
  countCanceled,
  countClosed,
  type PlannedLessons,
  previewClosure,
  readPlanned,
} from "./preview-closure.server"
import type { HolidaysAsked, PublicHoliday, PublicHolidays } from "./public-holidays"

/** A holiday that the school may close on, with what is on that day. */
export type OfferedHoliday = PublicHoliday & {
  /** lessons without attendance that are on the schedule */
  lessons: number
  /** the closure that has the day already */
  closedFor: string | null
}

/** Public holidays, read in the background: loading the package would hold everyone else up. */
export const findPublicHolidays = (asked: HolidaysAsked): Promise<PublicHolidays> =>
  readInBackground({
    name: "public-holidays",
    input: asked,
    here: async () => (await import("./list-public-holidays.server")).listPublicHolidays(asked),
  })

/** The holidays from a day on, each with the school's own lessons and closures of that day. */
export async function offerHolidays(
  actor: Actor,
  holidays: readonly PublicHoliday[],
  from: string,
): Promise<OfferedHoliday[]> {
  const coming = holidays.filter(({ date }) => date >= from)
  const [first, last] = [coming.at(0)?.date, coming.at(-1)?.date]
  if (!first || !last) return []
  const closures = listClosures(actor, first, last)
  const { days } = await countClosed(actor, { dates: datesOf(coming) })
  const lessons = new Map(days.map((day) => [day.date, day.lessons]))
  return coming.map(({ date, name }) => ({
    date,
    name,
    lessons: lessons.get(date) ?? 0,
    closedFor: closures.find(({ startsOn, endsOn }) => startsOn <= date && date <= endsOn)?.name ?? null,
  }))
}

const datesOf = (holidays: readonly PublicHoliday[]) => holidays.map(({ date }) => date)

/** What closing on these days would cancel; with `after` only of the lessons that begin later. */
export const previewHolidays = (
  actor: Actor,
  holidays: readonly PublicHoliday[],
  after?: number,
): Promise<ClosurePreview> => previewClosure(actor, { dates: datesOf(holidays), after })

/** The lessons on the schedule of these days. */
export const readOnHolidays = (actor: Actor, holidays: readonly PublicHoliday[]): Promise<PlannedLessons> =>
  readPlanned(
    actor,
    datesOf(holidays).map((date) => ({ startsOn: date, endsOn: date })),
  )

export type HolidaysAdded = {
  closureIds: string[]
  cancelled: number
  /** lessons that are being canceled as tasks, since there are many */
  tasks: string[]
}

/**
 * Closes the school on each of the days, which become closures of their own and can be undone one by one. Their lessons are canceled
 * if they are `planned`, read before: many of them as a task. No one is told before the office sends the emails: one to each
 * person about all of theirs. Refused when any of the days is closed by now, or no longer as many lessons would be canceled.
 */
export function addHolidays(
  actor: Actor,
  holidays: readonly PublicHoliday[],
  planned?: PlannedLessons,
): Result<HolidaysAdded, "closed" | "changed"> {
  return transact(() => {
    if (holidays.some(({ date }) => listClosures(actor, date, date).length > 0))
      return { ok: false, reason: "closed" }
    const lessons = planned
      ? holidays.flatMap(({ date }) => planned.on({ startsOn: date, endsOn: date }))
      : []
    if (planned && countCanceled(lessons) !== planned.canceled) return { ok: false, reason: "changed" }
    const isLong = lessons.length > lessonsAtOnce
    const addedAs = newId()
    const done: HolidaysAdded = { closureIds: [], cancelled: 0, tasks: [] }
    const closed = holidays.flatMap(({ date, name }) => {
      const closure = { name, startsOn: date, endsOn: date }
      const added = addClosure(
        actor,
        { ...closure, cancelSessions: planned !== undefined && !isLong },
        { addedAs: holidays.length > 1 || isLong ? addedAs : null },
      )
      if (!added.ok) return []
      done.closureIds.push(added.closureId)
      done.cancelled += added.cancelled
      return [{ ...closure, closureId: added.closureId }]
    })
    if (isLong) done.tasks.push(cancelLessonsOf(actor, addedAs, closed, lessons))
    return { ok: true, ...done }
  })
}
