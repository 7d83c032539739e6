import { portalAccess, students } from "db/schema/people"
import { and, eq, sql } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { select } from "~/models/foundation/access/door.server"
import { joined, own } from "~/models/foundation/access/own.server"
import { groupBy } from "~/utils/group-by"
import { fullName } from "~/utils/names"
import type { FamilyItself } from "./payer-rules"

/** Who pays for families without guardians, by the family's id: the only student (an adult), else the family as such. */
export function familiesThemselves(
  actor: Actor,
  families: readonly { id: string; name: string }[],
): Map<string, FamilyItself> {
  if (families.length === 0) return new Map()
  const ids = JSON.stringify(families.map(({ id }) => id))
  const rows = select({
    familyId: students.familyId,
    firstName: students.firstName,
    lastName: students.lastName,
    email: students.email,
    as: portalAccess.as,
  })
    .from(students)
    .leftJoin(
      portalAccess,
      and(joined(portalAccess.studentId, students.id), eq(portalAccess.memberId, students.memberId)),
    )
    .where(and(own(actor, students), sql`${students.familyId} in (select value from json_each(${ids}))`))
    .all()
  const studentsOf = groupBy(rows, ({ familyId }) => familyId)
  return new Map(
    families.map(({ id, name }): [string, FamilyItself] => {
      const [student, sibling] = studentsOf.get(id) ?? []
      if (!student || sibling) return [id, { name, email: null, hasPortal: false }]
      return [id, { name: fullName(student), email: student.email, hasPortal: student.as === "self" }]
    }),
  )
}
