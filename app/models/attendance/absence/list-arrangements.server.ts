import { arrangements } from "db/schema/attendance-absences"
import { and, desc, eq } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { type Params, query, select } from "~/models/foundation/access/door.server"
import { formatInstant } from "~/utils/zones"

/** What was arranged so far, the latest first. */
export function listArrangements(actor: Actor, timeOffId: string) {
  return arrangementsQuery.all(actor, { timeOffId }).map(({ createdAt, undoneAt, ...row }) => ({
    ...row,
    when: formatInstant(createdAt, actor.school.timeZone),
    isUndone: undoneAt !== null,
  }))
}

const arrangementsQuery = query((p: Params<{ timeOffId: string }>, own) =>
  select({
    id: arrangements.id,
    createdAt: arrangements.createdAt,
    lessons: arrangements.lessonCount,
    undoneAt: arrangements.undoneAt,
  })
    .from(arrangements)
    .where(and(own(arrangements), eq(arrangements.timeOffId, p.timeOffId)))
    .orderBy(desc(arrangements.createdAt), desc(arrangements.id))
    .limit(20),
)
