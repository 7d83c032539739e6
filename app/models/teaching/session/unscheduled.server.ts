import { events } from "db/schema/foundation-audit"
import { schedules } from "db/schema/teaching"
import { scheduleChanges } from "db/schema/teaching-schedule-changes"
import { and, between, eq, inArray, sql } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { find, ownRows } from "~/models/foundation/access/door.server"

// The activity says which lessons were left out when a weekly time began or changed, as they have no row. It is asked for those
// moments alone: a school has years of it.

/** Longer than one of these steps takes. */
const minute = 60_000

/**
 * The days whose lesson of a weekly time was left out because it clashed. One that was scheduled later, and removed when the class
 * ended, isn't among them.
 */
export function listUnscheduled(actor: Actor, scheduleId: string): Set<string> {
  const rule = find(actor, schedules, scheduleId)
  if (!rule) return new Set()
  const { classId, startTime, createdAt } = rule
  const ends = [...listChanges(actor, scheduleId), ...listEnds(actor, classId)]
  const spans = [[createdAt, createdAt + minute], ...ends.map((at) => [at - minute, at])]
  const found = spans
    .flatMap(([from = 0, to = 0]) => listEntries(actor, { from, to }))
    .filter((entry) => entry.classId === classId && entry.startTime === startTime)
    .sort((a, b) => a.at - b.at)
  const days = new Set<string>()
  for (const { verb, date } of found) {
    if (verb === "leave-out") days.add(date)
    else days.delete(date)
  }
  return days
}

const listChanges = (actor: Actor, scheduleId: string): number[] =>
  ownRows(actor, scheduleChanges, { at: scheduleChanges.createdAt })
    .where(eq(scheduleChanges.scheduleId, scheduleId))
    .all()
    .map(({ at }) => at)

const listEnds = (actor: Actor, classId: string): number[] =>
  ownRows(actor, events, { at: events.createdAt })
    .where(and(eq(events.noun, "class"), eq(events.nounId, classId), eq(events.verb, "end")))
    .all()
    .map(({ at }) => at)

const factOf = (name: "classId" | "date" | "startTime") =>
  sql<string>`coalesce(${events.after} ->> ${`$.${name}`}, ${events.before} ->> ${`$.${name}`})`

const listEntries = (actor: Actor, { from, to }: { from: number; to: number }) =>
  ownRows(actor, events, {
    verb: events.verb,
    at: events.createdAt,
    classId: factOf("classId"),
    date: factOf("date"),
    startTime: factOf("startTime"),
  })
    .where(
      and(
        between(events.createdAt, from, to),
        sql`+${events.noun} = 'session'`,
        inArray(events.verb, ["leave-out", "remove"]),
      ),
    )
    .all()
