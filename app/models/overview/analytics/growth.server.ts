import { db } from "db/client.server"
import { studentStatusChanges, students } from "db/schema/people"
import { asc } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { joined, own } from "~/models/foundation/access/own.server"
import { fullName } from "~/utils/names"
import type { StatusHistory } from "./growth"

/** The history of every student's status, in the order it happened. */
export function listStatusHistories(actor: Actor): StatusHistory[] {
  const rows = db()
    .select({
      studentId: students.id,
      firstName: students.firstName,
      lastName: students.lastName,
      status: studentStatusChanges.status,
      from: studentStatusChanges.fromDate,
      reason: studentStatusChanges.reason,
    })
    .from(studentStatusChanges)
    .innerJoin(students, joined(students, studentStatusChanges.studentId))
    .where(own(actor, studentStatusChanges))
    .orderBy(
      asc(studentStatusChanges.studentId),
      asc(studentStatusChanges.fromDate),
      asc(studentStatusChanges.id),
    )
    .all()
  const histories = new Map<string, StatusHistory>()
  for (const { studentId, firstName, lastName, ...change } of rows) {
    const name = fullName({ firstName, lastName })
    const history = histories.get(studentId) ?? { studentId, name, changes: [] }
    history.changes.push(change)
    histories.set(studentId, history)
  }
  return [...histories.values()]
}
