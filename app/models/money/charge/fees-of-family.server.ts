import { transact } from "db/client.server"
import { students } from "db/schema/people"
import { enrollments } from "db/schema/teaching"
import { and, eq } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { select } from "~/models/foundation/access/door.server"
import { joined, own } from "~/models/foundation/access/own.server"
import { listQueuedFor } from "~/models/foundation/job/job.server"
import { chargeFeesOf } from "./charge-month.server"
import { settleTuition } from "./settle-tuition.server"

/**
 * Charges and settles the monthly fees of a family before an invoice of all it owes is written, where someone was just enrolled or
 * left and the work that follows is still queued. In the caller's transaction or its own.
 */
export function bringFeesUpToDate(actor: Actor, familyId: string) {
  if (!listQueuedFor(["charge-fees", "settle-tuition"]).has(actor.school.id)) return
  transact(() => {
    const theirs = select({ id: enrollments.id, startsOn: enrollments.startsOn })
      .from(students)
      .innerJoin(enrollments, joined(enrollments.studentId, students.id))
      .where(and(own(actor, students), eq(students.familyId, familyId)))
      .all()
    chargeFeesOf(actor, theirs)
    for (const { id } of theirs) settleTuition(actor, id)
  })
}
