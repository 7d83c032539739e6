import { db } from "db/client.server"
import { guardians, portalAccess, students } from "db/schema/people"
import { and, asc, eq, type SQL, sql } from "drizzle-orm"
import type { SQLiteColumn } from "drizzle-orm/sqlite-core"
import type { Actor } from "~/models/foundation/access/actor"
import { joined, own } from "~/models/foundation/access/own.server"
import { groupBy } from "~/utils/group-by"
import type { Payer } from "./invoice"

type Family = { id: string; name: string }

/**
 * Who pays a family's invoices: its guardians with a share, in their order. Without any guardian the only student pays
 * for themself (an adult), else the family as such. Empty when there are guardians but none of them pays.
 */
export const listPayers = (actor: Actor, family: Family): Payer[] =>
  listPayersOf(actor, [family]).get(family.id) ?? []

/** The same for many families, by the family's id, in two queries however many they are. */
export function listPayersOf(actor: Actor, families: readonly Family[]): Map<string, Payer[]> {
  const ids = JSON.stringify(families.map(({ id }) => id))
  const guardiansOf = groupBy(guardiansQuery(actor, among(guardians.familyId, ids)).all(), byFamily)
  const withoutGuardians = families.filter(({ id }) => !guardiansOf.has(id))
  const studentsOf = groupBy(
    withoutGuardians.length === 0
      ? []
      : studentsQuery(
          actor,
          among(students.familyId, JSON.stringify(withoutGuardians.map(({ id }) => id))),
        ).all(),
    byFamily,
  )
  return new Map(
    families.map((family): [string, Payer[]] => {
      const adults = guardiansOf.get(family.id)
      if (adults) return [family.id, adults.filter(({ basisPoints }) => basisPoints > 0).map(payerOf)]
      const [student, sibling] = studentsOf.get(family.id) ?? []
      const whole = { guardianId: null, basisPoints: 10_000 }
      if (!student || sibling)
        return [family.id, [{ ...whole, name: family.name, email: null, hasPortal: false }]]
      const { firstName, lastName, email, as } = student
      const name = `${firstName} ${lastName}`.trim()
      return [family.id, [{ ...whole, name, email, hasPortal: as === "self" }]]
    }),
  )
}

const byFamily = ({ familyId }: { familyId: string }) => familyId

const among = (column: SQLiteColumn, ids: string) => sql`${column} in (select value from json_each(${ids}))`

const guardiansQuery = (actor: Actor, which: SQL) =>
  db()
    .select({
      familyId: guardians.familyId,
      guardianId: guardians.id,
      name: guardians.name,
      email: guardians.email,
      basisPoints: guardians.payerShare,
      memberId: guardians.memberId,
      seesMoney: guardians.seesMoney,
    })
    .from(guardians)
    .where(and(own(actor, guardians), which))
    .orderBy(asc(guardians.position), asc(guardians.id))

const payerOf = ({
  guardianId,
  name,
  email,
  basisPoints,
  memberId,
  seesMoney,
}: ReturnType<ReturnType<typeof guardiansQuery>["all"]>[number]): Payer => ({
  guardianId,
  name,
  email,
  basisPoints,
  hasPortal: memberId !== null && seesMoney,
})

const studentsQuery = (actor: Actor, which: SQL) =>
  db()
    .select({
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
    .where(and(own(actor, students), which))
