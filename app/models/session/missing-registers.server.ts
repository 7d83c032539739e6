import { db } from "db/client.server"
import { sessions } from "db/schema/teaching"
import { and, count, eq, isNull, lt } from "drizzle-orm"
import { now } from "~/utils/clock.server"
import type { Actor } from "../access/actor"

/** How many sessions have ended without a register. */
export function countMissingRegisters(actor: Actor): number {
  const found = db()
    .select({ n: count() })
    .from(sessions)
    .where(
      and(
        eq(sessions.schoolId, actor.school.id),
        eq(sessions.state, "planned"),
        isNull(sessions.registerTakenAt),
        lt(sessions.endsAt, now()),
      ),
    )
    .get()
  return found?.n ?? 0
}
