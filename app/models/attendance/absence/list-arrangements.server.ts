import { db, prepareOnce } from "db/client.server"
import { arrangements } from "db/schema/attendance-absences"
import { and, desc, eq, sql } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { own } from "~/models/foundation/access/own.server"
import { formatInstant } from "~/utils/zones"

/** What was arranged so far, the latest first. */
export function listArrangements(actor: Actor, timeOffId: string) {
  return arrangementsQuery()
    .all({ schoolId: actor.school.id, timeOffId })
    .map(({ createdAt, undoneAt, ...row }) => ({
      ...row,
      when: formatInstant(createdAt, actor.school.timeZone),
      isUndone: undoneAt !== null,
    }))
}

const arrangementsQuery = prepareOnce(() =>
  db()
    .select({
      id: arrangements.id,
      createdAt: arrangements.createdAt,
      lessons: arrangements.lessonCount,
      undoneAt: arrangements.undoneAt,
    })
    .from(arrangements)
    .where(
      and(
        own(sql.placeholder("schoolId"), arrangements),
        eq(arrangements.timeOffId, sql.placeholder("timeOffId")),
      ),
    )
    .orderBy(desc(arrangements.createdAt), desc(arrangements.id))
    .limit(20)
    .prepare(),
)
