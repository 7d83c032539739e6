import { teachers } from "db/schema/people"
import { timeOff } from "db/schema/teaching-teacher-time"
import { and, count, eq, gte, isNull } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { type Params, params, query, select } from "~/models/foundation/access/door.server"
import { joined, own } from "~/models/foundation/access/own.server"
import { todayOf } from "~/utils/clock.server"

// Requests for days off that the office hasn't answered, for the menu and the list of teachers.

/** How many requests wait for the office; those of a teacher who left don’t. */
export const countRequests = (actor: Actor): number => countRequested.get(actor, requestedFrom(actor))?.n ?? 0

/** The day from which a request still matters, by the name that the query below has for it. */
export const requestedFrom = (actor: Actor) => ({ requestsFrom: todayOf(actor) })

const countRequested = query((_: Params<{ requestsFrom: string }>) => requestsQuery())

/** Their number, of the school named `schoolId`: for a statement that reads it with more. */
export const requestsQuery = () => {
  const { schoolId, requestsFrom } = params<{ requestsFrom: string }>()
  return select({ n: count() })
    .from(timeOff)
    .innerJoin(teachers, joined(teachers, timeOff.teacherId))
    .where(
      and(
        own(schoolId, timeOff),
        isNull(teachers.deactivatedAt),
        eq(timeOff.state, "requested"),
        gte(timeOff.endsOn, requestsFrom),
      ),
    )
}
