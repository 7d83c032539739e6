import { db } from "db/client.server"
import { arrangements } from "db/schema/attendance-absences"
import { and, desc, eq } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { own } from "~/models/foundation/access/own.server"
import { formatInstant } from "~/utils/zones"

/** What was arranged so far, the latest first. */
export function listArrangements(actor: Actor, timeOffId: string) {
  return db()
    .select({
      id: arrangements.id,
      createdAt: arrangements.createdAt,
      lessons: arrangements.lessonCount,
      undoneAt: arrangements.undoneAt,
    })
    .from(arrangements)
    .where(and(own(actor, arrangements), eq(arrangements.timeOffId, timeOffId)))
    .orderBy(desc(arrangements.createdAt), desc(arrangements.id))
    .limit(20)
    .all()
    .map(({ createdAt, undoneAt, ...row }) => ({
      ...row,
      when: formatInstant(createdAt, actor.school.timeZone),
      isUndone: undoneAt !== null,
    }))
}
