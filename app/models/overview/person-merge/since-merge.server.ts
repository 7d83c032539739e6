import { charges } from "db/schema/money"
import { enrollments } from "db/schema/teaching"
import { bookings, seats } from "db/schema/teaching-sessions"
import { and, eq, getTableName, inArray, sql } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { change, select } from "~/models/foundation/access/door.server"
import { own } from "~/models/foundation/access/own.server"
import type { MergeLog } from "./merge-log.server"

/** The rows that a merge gave to another student, by their table. */
const movedIn = ({ steps }: MergeLog, table: typeof enrollments | typeof seats | typeof charges): string[] =>
  steps.flatMap((step) =>
    step.act === "set" && step.column === "studentId" && step.table === getTableName(table) ? step.ids : [],
  )

/**
 * Whether a class that came with a merge has lessons or charges since then. They are the kept student's: undone, the class
 * would go back without them, its lessons would be seated again, and the family would pay twice.
 */
export function wasTaughtSince(actor: Actor, keepId: string, log: MergeLog): boolean {
  const classes = movedIn(log, enrollments)
  return [seats, charges].some((table) => {
    const known = new Set(movedIn(log, table))
    return select({ id: table.id })
      .from(table)
      .where(and(own(actor, table), inArray(table.enrollmentId, classes), eq(table.studentId, keepId)))
      .all()
      .some(({ id }) => !known.has(id))
  })
}

/**
 * Lessons of a class that went back, booked anew for the kept student while the merge stood, as after being canceled and
 * restored or made since: the returned student is booked in them. Call it once the merge is walked back.
 */
export function giveBookingsBack(actor: Actor, keepId: string, { steps }: MergeLog) {
  const stays = steps.flatMap((step) =>
    step.act === "set" && step.column === "studentId" && step.table === getTableName(enrollments)
      ? [step]
      : [],
  )
  for (const { ids, before: goneId } of stays)
    change(
      actor,
      bookings,
      and(
        eq(bookings.resource, "student"),
        eq(bookings.resourceId, keepId),
        sql`${bookings.sessionId} in (
            select s.id from enrollments e
            join sessions s on s.school_id = e.school_id and s.class_id = e.class_id
              and s.local_date >= e.starts_on and (e.ends_on is null or s.local_date <= e.ends_on)
            where e.school_id = ${actor.school.id} and e.id in (select value from json_each(${JSON.stringify(ids)}))
              and not exists (select 1 from bookings b where b.school_id = s.school_id and b.session_id = s.id
                and b.resource = 'student' and b.resource_id = e.student_id)
              and not exists (select 1 from enrollments k where k.school_id = s.school_id and k.class_id = s.class_id
                and k.student_id = ${keepId})
              and not exists (select 1 from seats x where x.school_id = s.school_id and x.session_id = s.id
                and x.student_id = ${keepId}))`,
      ),
      { resourceId: String(goneId) },
    )
}
