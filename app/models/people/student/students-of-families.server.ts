import { students } from "db/schema/people"
import { and, ne } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { among } from "~/models/foundation/access/among.server"
import { idsOf } from "~/models/foundation/access/door.server"

/** What is done with families is done for their students: those of today, and with "former too" those who have left. */
export const studentsOfFamilies = (
  actor: Actor,
  familyIds: readonly string[],
  whom?: "former too",
): string[] =>
  idsOf(
    actor,
    students,
    and(whom ? undefined : ne(students.status, "former"), among(students.familyId, familyIds)),
  )
