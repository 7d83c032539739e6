import { students } from "db/schema/people"
import { asc, sql } from "drizzle-orm"

/** Students by last name, whatever their capitals. */
export const inNameOrder = [
  sql`${students.lastName} collate nocase`,
  sql`${students.firstName} collate nocase`,
  asc(students.id),
]
