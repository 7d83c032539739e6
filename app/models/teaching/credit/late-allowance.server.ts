import { seats, sessions } from "db/schema/teaching-sessions"
import { and, between, count, eq, ne } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { type Params, query, select } from "~/models/foundation/access/door.server"
import { joined } from "~/models/foundation/access/own.server"
import { periodAround } from "~/models/foundation/term/term.server"

/** How many late absences count as reported in time in a term, how many a student has used of them, and how many are left. */
export type Allowance = { most: number; used: number; left: number }

/** A student's allowance in the term of a day, the lesson of `exceptSessionId` aside. */
export function findAllowance(actor: Actor, studentId: string, day: string, exceptSessionId = ""): Allowance {
  const most = actor.school.lateAllowance
  if (most === 0) return { most, used: 0, left: 0 }
  const { startsOn, endsOn } = periodAround(actor, day)
  const used = usedQuery.get(actor, { studentId, startsOn, endsOn, exceptSessionId })?.n ?? 0
  return { most, used, left: Math.max(0, most - used) }
}

type Asked = { studentId: string; startsOn: string; endsOn: string; exceptSessionId: string }
const usedQuery = query((p: Params<Asked>, own) =>
  select({ n: count() })
    .from(seats)
    .innerJoin(sessions, joined(sessions, seats.sessionId))
    .where(
      and(
        own(seats),
        eq(seats.studentId, p.studentId),
        eq(seats.excusedBy, "allowance"),
        between(sessions.localDate, p.startsOn, p.endsOn),
        ne(sessions.id, p.exceptSessionId),
      ),
    ),
)
