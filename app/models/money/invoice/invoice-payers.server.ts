import { db } from "db/client.server"
import { guardians, portalAccess, students } from "db/schema/people"
import { and, asc, eq } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { own } from "~/models/foundation/access/own.server"
import type { Payer } from "./invoice"

/**
 * Who pays a family's invoices: its guardians with a share, in their order. Without any guardian the only student pays
 * for themself (an adult), else the family as such. Empty when there are guardians but none of them pays.
 */
export function listPayers(actor: Actor, family: { id: string; name: string }): Payer[] {
  const adults = db()
    .select()
    .from(guardians)
    .where(and(own(actor, guardians), eq(guardians.familyId, family.id)))
    .orderBy(asc(guardians.position), asc(guardians.id))
    .all()
  if (adults.length > 0)
    return adults
      .filter(({ payerShare }) => payerShare > 0)
      .map((guardian) => ({
        guardianId: guardian.id,
        name: guardian.name,
        email: guardian.email,
        basisPoints: guardian.payerShare,
        hasPortal: guardian.memberId !== null && guardian.seesMoney,
      }))

  const [student, sibling] = db()
    .select()
    .from(students)
    .where(and(own(actor, students), eq(students.familyId, family.id)))
    .limit(2)
    .all()
  const whole = { guardianId: null, basisPoints: 10_000 }
  if (!student || sibling) return [{ ...whole, name: family.name, email: null, hasPortal: false }]
  return [
    {
      ...whole,
      name: `${student.firstName} ${student.lastName}`.trim(),
      email: student.email,
      hasPortal: seesThemself(actor, student),
    },
  ]
}

function seesThemself(actor: Actor, student: { id: string; memberId: string | null }): boolean {
  if (!student.memberId) return false
  const access = db()
    .select({ as: portalAccess.as })
    .from(portalAccess)
    .where(
      and(
        own(actor, portalAccess),
        eq(portalAccess.memberId, student.memberId),
        eq(portalAccess.studentId, student.id),
      ),
    )
    .get()
  return access?.as === "self"
}
