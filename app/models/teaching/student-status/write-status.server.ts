import { students } from "db/schema/people"
import type { Actor } from "~/models/foundation/access/actor"
import { change } from "~/models/foundation/access/door.server"
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
  change(actor, students, student.id, { status })
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
