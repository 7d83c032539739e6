import { schedules } from "db/schema/teaching"
import { scheduleChanges } from "db/schema/teaching-schedule-changes"
import { bookings, sessions } from "db/schema/teaching-sessions"
import { and, desc, eq, getTableName, isNotNull, sql } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { change, ownRows, type Params, query, select } from "~/models/foundation/access/door.server"
import { among, type newRow } from "~/models/foundation/access/own.server"
import type { RowChange } from "~/models/foundation/access/row-changes.server"

// What a change of a weekly time has to remember so that it can be undone: the rule, its lessons, and what was accepted
// about them.

export type Lesson = typeof sessions.$inferSelect

export type KeptChange = {
  /** What became of the rule and its lessons. */
  changes: RowChange[]
  /** Until when the rule's lessons were made. */
  madeUntil: string
  /** Its lessons, with who was to give them where. */
  lessons: Pick<Lesson, "id" | "teacherId" | "roomId">[]
  accepted: { sessionId: string; resourceId: string; reason: string }[]
  /** The change of the weekly time that it was swapped with: both are undone as one. */
  swap?: { classId: string; changeId: string } | undefined
}

/** A change's own row, made before it so that two can name each other. */
export type KeptRow = ReturnType<typeof newRow>

/** What was accepted about lessons, though it is booked twice. */
export const readAccepted = (actor: Actor, lessons: readonly { id: string }[]): KeptChange["accepted"] =>
  ownRows(actor, bookings, {
    sessionId: bookings.sessionId,
    resourceId: bookings.resourceId,
    reason: sql<string>`${bookings.overrideReason}`,
  })
    .where(
      and(
        among(
          bookings.sessionId,
          lessons.map(({ id }) => id),
        ),
        isNotNull(bookings.overrideReason),
      ),
    )
    .all()

/** Accepts it again once the lessons are booked; what they no longer book is left out. */
export function acceptAgain(actor: Actor, accepted: KeptChange["accepted"]) {
  for (const { sessionId, resourceId, reason } of accepted)
    change(actor, bookings, and(eq(bookings.sessionId, sessionId), eq(bookings.resourceId, resourceId)), {
      overrideReason: reason,
    })
}

/** What became of lessons. Of one that comes back calendar programs take the later of two versions. */
export const ofLessons = (changes: readonly RowChange[]): RowChange[] =>
  changes.flatMap(({ before, ...each }) => {
    if (each.table !== getTableName(sessions)) return []
    const again = before && !each.after ? { ...before, revision: Number(before.revision) + 2 } : before
    return [{ ...each, before: again }]
  })

/** What became of rules, but for how far their lessons are made. */
export const ofRules = (changes: readonly RowChange[]): RowChange[] =>
  changes.flatMap(({ after, ...each }) => {
    const { madeUntil: _, ...rule } = after ?? {}
    return each.table === getTableName(schedules) ? [{ ...each, after: rule }] : []
  })

/** Lessons that take place at another time or not any more. */
export const movedBy = (changes: readonly RowChange[]): string[] =>
  changes.flatMap(({ ids, before, after }) =>
    after === null || ["startsAt", "minutes", "state"].some((key) => before && key in before) ? ids : [],
  )

/** Lessons as they are now; those that are gone are left out. */
export const listLessons = (actor: Actor, ids: readonly string[]): Lesson[] =>
  ownRows(actor, sessions).where(among(sessions.id, ids)).all()

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

/** The weekly time of a class that a page means, which someone may have changed since the page was opened. */
export const presentRule = (
  actor: Actor,
  { id, rules }: { id: string; rules: readonly { id: string }[] },
  sentId: string,
): string => [...listFirstRules(actor, id, rules)].find(([, first]) => first === sentId)?.[0] ?? sentId

/** The day from which another rule goes on with a weekly time, where a change ends it. */
export const changedOn = (actor: Actor, classId: string, scheduleId: string): string | undefined =>
  changesQuery
    .all(actor, { classId })
    .find((each) => each.earlierId === scheduleId && each.scheduleId !== scheduleId)?.from

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
