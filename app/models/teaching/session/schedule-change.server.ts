import type { schedules } from "db/schema/teaching"
import { scheduleChanges } from "db/schema/teaching-schedule-changes"
import { bookings, sessions } from "db/schema/teaching-sessions"
import { and, desc, eq, isNotNull, sql } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { change, type Params, platformAdd, query, select } from "~/models/foundation/access/door.server"
import type { newRow } from "~/models/foundation/access/new-row.server"
import { own } from "~/models/foundation/access/own.server"
import { listSpent, type SpentCredits } from "../credit/spent-credits.server"

// What a change of a weekly time has to remember so that it can be undone: the rule, its lessons, and what was accepted
// about them.

type Rule = typeof schedules.$inferSelect
export type Lesson = typeof sessions.$inferSelect

/** The part of a lesson that a change of its weekly time changes. */
export type Left = Pick<Lesson, "localDate" | "startTime" | "minutes" | "state">

export type KeptChange = {
  rule: Rule
  /** The rule as the change left it. */
  next: Pick<Rule, "rrule" | "startTime" | "minutes" | "startsOn" | "endsOn">
  lessons: { was: Lesson; left: Left | null }[]
  accepted: { sessionId: string; resourceId: string; reason: string }[]
  spent: { sessionId: string; credits: SpentCredits }[]
  /** The change of the weekly time that it was swapped with: both are undone as one. */
  swap?: { classId: string; changeId: string } | undefined
}

/** A change's own row, made before it so that two can name each other. */
export type KeptRow = ReturnType<typeof newRow>

type Held = Pick<KeptChange, "accepted" | "spent">

/** Reads what belongs to lessons and would be lost with a change: what was accepted, and the credits spent on their spots. */
export const readHeld = (actor: Actor, lessons: readonly Lesson[]): Held => ({
  accepted: readAccepted(actor, lessons),
  spent: lessons.flatMap(({ id, state }) => {
    const credits = state === "planned" ? listSpent(actor, id) : []
    return credits.length > 0 ? [{ sessionId: id, credits }] : []
  }),
})

/** What was accepted about lessons, though it is booked twice. */
export const readAccepted = (actor: Actor, lessons: readonly { id: string }[]): Held["accepted"] =>
  select({
    sessionId: bookings.sessionId,
    resourceId: bookings.resourceId,
    reason: sql<string>`${bookings.overrideReason}`,
  })
    .from(bookings)
    .where(
      and(own(actor, bookings), isAmong(bookings.sessionId, lessons), isNotNull(bookings.overrideReason)),
    )
    .all()

/** Accepts it again once the lessons are booked; what they no longer book is left out. */
export function acceptAgain(actor: Actor, accepted: Held["accepted"]) {
  for (const { sessionId, resourceId, reason } of accepted)
    change(actor, bookings, and(eq(bookings.sessionId, sessionId), eq(bookings.resourceId, resourceId)), {
      overrideReason: reason,
    })
}

/** Each lesson as it was, beside what became of it. */
export function leftOf(actor: Actor, lessons: readonly Lesson[]): KeptChange["lessons"] {
  const present = new Map(listLessons(actor, lessons).map((lesson) => [lesson.id, lesson]))
  return lessons.map((was) => {
    const lesson = present.get(was.id)
    if (!lesson) return { was, left: null }
    const { localDate, startTime, minutes, state } = lesson
    return { was, left: { localDate, startTime, minutes, state } }
  })
}

type Change = Omit<KeptChange, "lessons"> & { scheduleId: string; lessons: readonly Lesson[] }

/** Remembers a change that was made, in the caller's transaction. */
export function keepChange(actor: Actor, row: KeptRow, { scheduleId, lessons, ...kept }: Change): string {
  const before: KeptChange = { ...kept, lessons: leftOf(actor, lessons) }
  const { classId, id: earlierId } = kept.rule
  platformAdd(scheduleChanges, {
    ...row,
    classId,
    earlierId,
    scheduleId,
    fromDate: kept.next.startsOn,
    before: JSON.stringify(before),
  })
  return row.id
}

/** Lessons as they are now; those that are gone are left out. */
export const listLessons = (actor: Actor, lessons: readonly Lesson[]): Lesson[] =>
  select()
    .from(sessions)
    .where(and(own(actor, sessions), isAmong(sessions.id, lessons)))
    .all()

const isAmong = (
  column: typeof sessions.id | typeof bookings.sessionId,
  lessons: readonly Pick<Lesson, "id">[],
) => sql`${column} in (select value from json_each(${JSON.stringify(lessons.map(({ id }) => id))}))`

/** The last change of each weekly time of a class, by the rule it made. */
export function listChanges(actor: Actor, classId: string): Map<string, LastChange> {
  const rows = changesQuery.all(actor, { classId })
  const last = new Map<string, LastChange>()
  for (const { scheduleId, earlierId: _, ...change } of rows)
    if (!last.has(scheduleId)) last.set(scheduleId, change)
  return last
}

/**
 * The rule that each present weekly time of a class began as: it stays when a change ends one rule and begins another, so a page
 * that was opened before still names the same time.
 */
export function listFirstRules(
  actor: Actor,
  classId: string,
  present: readonly { id: string }[],
): Map<string, string> {
  const isPresent = new Set(present.map(({ id }) => id))
  const earlier = new Map(
    changesQuery
      .all(actor, { classId })
      .filter(({ scheduleId, earlierId }) => earlierId !== scheduleId && !isPresent.has(earlierId))
      .map(({ scheduleId, earlierId }) => [scheduleId, earlierId]),
  )
  const firstOf = (id: string): string => {
    const before = earlier.get(id)
    return before === undefined ? id : firstOf(before)
  }
  return new Map(present.map(({ id }) => [id, firstOf(id)]))
}

/** `isSwap`: it took another student's time, and its undo gives both back. */
type LastChange = { id: string; from: string; isSwap: boolean }

const changesQuery = query((p: Params<{ classId: string }>, own) =>
  select({
    id: scheduleChanges.id,
    scheduleId: scheduleChanges.scheduleId,
    earlierId: scheduleChanges.earlierId,
    from: scheduleChanges.fromDate,
    isSwap: sql<number>`json_extract(${scheduleChanges.before}, '$.swap') is not null`.mapWith(Boolean),
  })
    .from(scheduleChanges)
    .where(and(own(scheduleChanges), eq(scheduleChanges.classId, p.classId)))
    .orderBy(desc(scheduleChanges.createdAt), desc(scheduleChanges.id)),
)
