import { prepareOnce } from "db/client.server"
import { seats, sessions } from "db/schema/teaching-sessions"
import { and, between, count, eq, ne, sql } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { select } from "~/models/foundation/access/door.server"
import { joined, own } from "~/models/foundation/access/own.server"
import { periodAround } from "~/models/foundation/term/term.server"

/** How many late absences count as reported in time in a term, how many a student has used of them, and how many are left. */
export type Allowance = { most: number; used: number; left: number }

/** A student's allowance in the term of a day, the lesson of `exceptSessionId` aside. */
export function findAllowance(actor: Actor, studentId: string, day: string, exceptSessionId = ""): Allowance {
  const most = actor.school.lateAllowance
  if (most === 0) return { most, used: 0, left: 0 }
  const { startsOn, endsOn } = periodAround(actor, day)
  const asked = { schoolId: actor.school.id, studentId, startsOn, endsOn, exceptSessionId }
  const used = usedQuery().get(asked)?.n ?? 0
  return { most, used, left: Math.max(0, most - used) }
}

const usedQuery = prepareOnce(() =>
  select({ n: count() })
    .from(seats)
    .innerJoin(sessions, joined(sessions, seats.sessionId))
    .where(
      and(
        own(sql.placeholder("schoolId"), seats),
        eq(seats.studentId, sql.placeholder("studentId")),
        eq(seats.excusedBy, "allowance"),
        between(sessions.localDate, sql.placeholder("startsOn"), sql.placeholder("endsOn")),
        ne(sessions.id, sql.placeholder("exceptSessionId")),
      ),
    )
    .prepare(),
)
