import { db } from "db/client.server"
import { students } from "db/schema/people"
import { and, sql } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { own } from "~/models/foundation/access/own.server"
import { findSavedFilter } from "~/models/foundation/saved-filter/saved-filter.server"
import { readStudentQuery } from "~/models/people/student/student"
import { listIdsWith } from "./list-students-with.server"

/** The families of the students that a saved filter finds now; undefined for a filter that this person doesn't see. */
export function familiesOfFilter(actor: Actor, filterId: string): Set<string> | undefined {
  const saved = findSavedFilter(actor, "students", filterId)
  if (!saved) return undefined
  const { filter } = readStudentQuery(new URLSearchParams(saved.query))
  const ids = JSON.stringify(listIdsWith(actor, filter, "all"))
  const rows = db()
    .selectDistinct({ familyId: students.familyId })
    .from(students)
    .where(and(own(actor, students), sql`${students.id} in (select value from json_each(${ids}))`))
    .all()
  return new Set(rows.map(({ familyId }) => familyId))
}
