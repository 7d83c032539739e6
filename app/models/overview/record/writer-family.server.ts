import { guardians, students } from "db/schema/people"
import { and, asc, eq, inArray, ne } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { select } from "~/models/foundation/access/door.server"
import { seesFamilyMoney } from "~/models/foundation/access/family-money"
import { own } from "~/models/foundation/access/own.server"
import { may } from "~/models/foundation/access/permissions"
import { balancesOf } from "~/models/money/student-list/student-facts.server"
import { formatMoney } from "~/utils/money"
import type { WriterFamily } from "./writer-family"

/**
 * Whose guardian the office is writing with: the children, the number and what is due. Undefined where none of these
 * members is a guardian, or more than one is.
 */
export function findWriterFamily(actor: Actor, memberIds: readonly string[]): WriterFamily | undefined {
  if (memberIds.length === 0 || !may(actor, "student:read")) return undefined
  const found = select({ familyId: guardians.familyId, name: guardians.name, phone: guardians.phone })
    .from(guardians)
    .where(and(own(actor, guardians), inArray(guardians.memberId, [...memberIds])))
    .limit(2)
    .all()
  const [guardian] = found
  if (!guardian || found.length > 1) return undefined
  const children = select({ id: students.id, firstName: students.firstName })
    .from(students)
    .where(and(own(actor, students), eq(students.familyId, guardian.familyId), ne(students.status, "former")))
    .orderBy(asc(students.firstName), asc(students.id))
    .all()
  const due = seesFamilyMoney(actor)
    ? (balancesOf(actor, [guardian.familyId]).get(guardian.familyId) ?? 0)
    : 0
  return { ...guardian, children, balance: due > 0 ? formatMoney(due, actor.school.currency) : null }
}
