import { db, prepareOnce } from "db/client.server"
import { teachers } from "db/schema/people"
import { timeOff } from "db/schema/teaching-teacher-time"
import { and, count, eq, gte, isNull, sql } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { joined, own } from "~/models/foundation/access/own.server"
import { now } from "~/utils/clock.server"
import { today } from "~/utils/zones"

// Requests for days off that the office hasn't answered, for the menu and the list of teachers.

/** How many requests wait for the office; those of a teacher who left don’t. */
export function countRequests(actor: Actor): number {
  const from = today(actor.school.timeZone, now())
  return countRequested().get({ schoolId: actor.school.id, from })?.n ?? 0
}

const countRequested = prepareOnce(() =>
  db()
    .select({ n: count() })
    .from(timeOff)
    .innerJoin(teachers, joined(teachers, timeOff.teacherId))
    .where(
      and(
        own(sql.placeholder("schoolId"), timeOff),
        isNull(teachers.deactivatedAt),
        eq(timeOff.state, "requested"),
        gte(timeOff.endsOn, sql.placeholder("from")),
      ),
    )
    .prepare(),
)
