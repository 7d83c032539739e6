import { db } from "db/client.server"
import { studentStatusChanges, students } from "db/schema/people"
import type { Actor } from "~/models/foundation/access/actor"
import { newRow } from "~/models/foundation/access/new-row.server"
import { own } from "~/models/foundation/access/own.server"
import { recordEvent } from "~/models/foundation/audit/audit.server"
import { now } from "~/utils/clock.server"
import { today } from "~/utils/zones"
import type { StudentStatus } from "./student"

/**
 * Gives a student another status from today, in the caller's transaction: the history and the activity say why. The classes stay
 * as they are.
 */
export function setStatus(
  actor: Actor,
  studentId: string,
  { before, status, reason }: { before: StudentStatus; status: StudentStatus; reason: string },
) {
  db()
    .update(students)
    .set({ status })
    .where(own(actor, students, studentId))
    .run()
  db()
    .insert(studentStatusChanges)
    .values({
      ...newRow(actor),
      ...{ studentId, status, reason },
      fromDate: today(actor.school.timeZone, now()),
    })
    .run()
  recordEvent(actor, {
    verb: "change-status",
    noun: "student",
    nounId: studentId,
    before: { status: before },
    after: { status, reason },
  })
}
