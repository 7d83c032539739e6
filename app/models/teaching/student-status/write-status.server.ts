import { db } from "db/client.server"
import { students } from "db/schema/people"
import type { Actor } from "~/models/foundation/access/actor"
import { own } from "~/models/foundation/access/own.server"
import { recordEvent } from "~/models/foundation/audit/audit.server"
import { type StudentStatus, statusSteps } from "~/models/people/student/student"
import { leaveAllClasses } from "../class/leave-class.server"

type Begun = {
  status: StudentStatus
  /** The day in the history, from which the student leaves the classes. */
  fromDate: string
  reason: string | null
  leaves: boolean
}

/**
 * Lets a status begin whose row is in the history, in the caller's transaction: the student has it, leaves every class where
 * asked, and the activity says so. Answers which classes.
 */
export function writeStatus(
  actor: Actor,
  student: { id: string; status: StudentStatus },
  { status, fromDate, reason, leaves }: Begun,
): string[] {
  db()
    .update(students)
    .set({ status })
    .where(own(actor, students, student.id))
    .run()
  const why = reason ?? statusSteps[status === "former" ? "end" : "pause"].label
  const classes = leaves ? leaveAllClasses(actor, student.id, fromDate, why) : []
  recordEvent(actor, {
    verb: "change-status",
    noun: "student",
    nounId: student.id,
    before: { status: student.status },
    after: { status, reason, classes },
  })
  return classes
}
