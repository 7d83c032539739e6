import { students } from "db/schema/people"
import { and, ne, sql } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
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
    and(
      whom ? undefined : ne(students.status, "former"),
      sql`${students.familyId} in (select value from json_each(${JSON.stringify(familyIds)}))`,
    ),
  )
