import { db } from "db/client.server"
import { students } from "db/schema/people"
import type { Actor } from "~/models/foundation/access/actor"
import { own } from "~/models/foundation/access/own.server"
import { fullName } from "~/utils/names"

/** The student of the school that a trial is booked for. */
export function findTrialStudent(actor: Actor, studentId: string) {
  const found = db()
    .select({
      id: students.id,
      firstName: students.firstName,
      lastName: students.lastName,
      instrument: students.instrument,
    })
    .from(students)
    .where(own(actor, students, studentId))
    .get()
  return found ? { id: found.id, name: fullName(found), instrument: found.instrument } : null
}
