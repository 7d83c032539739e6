import { cacheUntilWrite } from "db/cache-until-write.server"
import { guardians, portalAccess, students } from "db/schema/people"
import { and, asc, desc, eq, inArray, isNull, sql } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { ownRows, select } from "~/models/foundation/access/door.server"
import { columns, joined, own } from "~/models/foundation/access/own.server"
import { fullName } from "~/utils/names"
import type { Portal, PortalAccount, PortalStudent } from "./portal"

// Which students and invoices a member can see. A guardian sees every student of the family, including ones added later; a
// child sees no money; an adult student sees their own family's.

const keepPortal = cacheUntilWrite<Portal>(500)

/** Read once until something of the school changes: a family's page asks from several sides. */
export const findPortal = (actor: Actor): Portal =>
  keepPortal([actor.school.id, actor.memberId], () => readPortal(actor))

function readPortal(actor: Actor): Portal {
  const memberId = actor.memberId ?? ""
  const adults = ownRows(actor, guardians)
    .where(eq(guardians.memberId, memberId))
    .orderBy(desc(guardians.payerShare), asc(guardians.id))
    .all()
  const student = columns(students, "id", "firstName", "lastName", "familyId")
  const families = [...new Set(adults.map(({ familyId }) => familyId))]
  const inFamilies = select({ ...student, as: sql<PortalStudent["as"]>`'guardian'` })
    .from(students)
    .where(and(own(actor, students), inArray(students.familyId, families), isNull(students.erasedAt)))
  const granted = select({ ...student, as: sql<PortalStudent["as"]>`${portalAccess.as}` })
    .from(portalAccess)
    .innerJoin(students, joined(students, portalAccess.studentId))
    .where(and(own(actor, portalAccess), eq(portalAccess.memberId, memberId), isNull(students.erasedAt)))
  const seen = new Map<string, PortalStudent>()
  // What was granted comes last and counts.
  for (const { id, firstName, familyId, as, ...names } of inFamilies.unionAll(granted).all())
    seen.set(id, { id, firstName, name: fullName({ firstName, ...names }), familyId, as })
  const accounts = accountsOf(adults, [...seen.values()])
  return {
    students: [...seen.values()].sort((a, b) => a.name.localeCompare(b.name) || (a.id < b.id ? -1 : 1)),
    accounts,
    seesMoney: accounts.length > 0,
  }
}

function accountsOf(
  adults: (typeof guardians.$inferSelect)[],
  seen: readonly PortalStudent[],
): PortalAccount[] {
  const accounts = new Map<string, PortalAccount>()
  // the guardian with a share goes first when the school has entered one person twice
  for (const { familyId, id, seesMoney } of adults)
    if (seesMoney && !accounts.has(familyId)) accounts.set(familyId, { familyId, guardianId: id })
  for (const { familyId, as } of seen)
    if (as === "self" && !accounts.has(familyId)) accounts.set(familyId, { familyId, guardianId: null })
  return [...accounts.values()]
}
