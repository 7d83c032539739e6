import { db } from "db/client.server"
import { students } from "db/schema/people"
import { and, eq, inArray } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { changeRows } from "./school"

/** Puts students into the family of the first one; answers that family. */
export function joinFamilies(actor: Actor, studentIds: readonly string[]): string {
  const ofSchool = eq(students.schoolId, actor.school.id)
  const first = db()
    .select({ familyId: students.familyId })
    .from(students)
    .where(and(ofSchool, eq(students.id, studentIds[0] ?? "")))
    .get()
  if (!first) throw new Error("There is no such student")
  changeRows(students, and(ofSchool, inArray(students.id, [...studentIds])), first)
  return first.familyId
}
