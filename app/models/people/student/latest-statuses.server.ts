import { studentStatusChanges } from "db/schema/people"
import { and, desc, eq } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { columns } from "~/models/foundation/access/columns.server"
import { select } from "~/models/foundation/access/door.server"
import { own } from "~/models/foundation/access/own.server"

/** The last two entries of a student's status history that have begun, the latest first. */
export const latestStatuses = (actor: Actor, studentId: string) =>
  select(columns(studentStatusChanges, "status", "reason", "createdAt"))
    .from(studentStatusChanges)
    .where(
      and(
        own(actor, studentStatusChanges),
        eq(studentStatusChanges.studentId, studentId),
        eq(studentStatusChanges.isAhead, false),
      ),
    )
    .orderBy(desc(studentStatusChanges.fromDate), desc(studentStatusChanges.id))
    .limit(2)
    .all()
