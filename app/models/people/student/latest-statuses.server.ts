import { studentStatusChanges } from "db/schema/people"
import { and, desc, eq } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { ownRows } from "~/models/foundation/access/door.server"

/** The last two entries of a student's status history that have begun, the latest first. */
export const latestStatuses = (actor: Actor, studentId: string) =>
  ownRows(actor, studentStatusChanges, ["id", "status", "reason", "createdAt", "fromDate", "stays"])
    .where(and(eq(studentStatusChanges.studentId, studentId), eq(studentStatusChanges.isAhead, false)))
    .orderBy(desc(studentStatusChanges.fromDate), desc(studentStatusChanges.id))
    .limit(2)
    .all()
