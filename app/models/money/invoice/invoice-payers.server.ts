import { db } from "db/client.server"
import { families, familyPayerParts, guardians, portalAccess, students } from "db/schema/people"
import { and, asc, eq, type SQL, sql } from "drizzle-orm"
import type { SQLiteColumn } from "drizzle-orm/sqlite-core"
import type { Actor } from "~/models/foundation/access/actor"
import { joined, own } from "~/models/foundation/access/own.server"
import { groupBy } from "~/utils/group-by"
import { type PartPayers, type Payer, payersBy } from "../payer/payer"

type Family = { id: string; name: string }

/**
 * Who pays a family's invoices: its guardians with a share, an amount or a category, in their order. Without any guardian the only student pays
 * for themself (an adult), else the family as such. Empty when there are guardians but none of them pays.
 */
export const listPayers = (actor: Actor, family: Family): Payer[] =>
  listPayersOf(actor, [family]).get(family.id) ?? []

/** The same for many families, by the family's id, in at most three queries however many they are. */
export function listPayersOf(actor: Actor, families: readonly Family[]): Map<string, Payer[]> {
  const ids = JSON.stringify(families.map(({ id }) => id))
  const adults = guardiansQuery(actor, among(guardians.familyId, ids)).all()
  const guardiansOf = groupBy(adults, byFamily)
  const hasParts = adults.some(({ shareBy }) => shareBy !== "percent")
  const partsOf = groupBy(hasParts ? partsQuery(actor, ids) : [], ({ guardianId }) => guardianId)
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
      const those = guardiansOf.get(family.id)
      if (those) return [family.id, payersAmong(those, partsOf)]
      const [student, sibling] = studentsOf.get(family.id) ?? []
      const whole = {
        guardianId: null,
        address: null,
        basisPoints: 10_000,
        rule: { by: "percent" as const },
        hasOwnInvoice: false,
      }
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
      id: guardians.id,
      name: guardians.name,
      email: guardians.email,
      billingEmail: guardians.billingEmail,
      billingAddress: guardians.billingAddress,
      share: guardians.payerShare,
      amountMinor: guardians.payerAmountMinor,
      shareBy: families.shareBy,
      hasOwnInvoices: families.hasOwnInvoices,
      memberId: guardians.memberId,
      seesMoney: guardians.seesMoney,
    })
    .from(guardians)
    .innerJoin(families, joined(families, guardians.familyId))
    .where(and(own(actor, guardians), which))
    .orderBy(asc(guardians.position), asc(guardians.id))

const partsQuery = (actor: Actor, familyIds: string) =>
  db()
    .select({ guardianId: familyPayerParts.guardianId, part: familyPayerParts.part })
    .from(familyPayerParts)
    .where(and(own(actor, familyPayerParts), among(familyPayerParts.familyId, familyIds)))
    .all()

type Adult = ReturnType<ReturnType<typeof guardiansQuery>["all"]>[number]

function payersAmong(
  adults: readonly Adult[],
  partsOf: ReadonlyMap<string, { part: keyof PartPayers }[]>,
): Payer[] {
  const [first] = adults
  if (!first) return []
  const { shareBy, hasOwnInvoices } = first
  const parts: PartPayers = {}
  for (const { id } of adults) for (const { part } of partsOf.get(id) ?? []) parts[part] = id
  const rules = { shareBy, hasOwnInvoices, guardians: [...adults], parts }
  const payers = payersBy(rules)
  const portals = new Map(adults.map(({ id, memberId, seesMoney }) => [id, memberId !== null && seesMoney]))
  // Someone was removed who had an amount or a category: the percentages still say who pays.
  const found = payers.length > 0 ? payers : payersBy({ ...rules, shareBy: "percent" })
  return found.map((payer) => ({ ...payer, hasPortal: portals.get(payer.guardianId ?? "") ?? false }))
}

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
