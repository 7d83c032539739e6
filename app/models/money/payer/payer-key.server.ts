import { cacheUntilWrite } from "db/cache-until-write.server"
import { familyPayerParts, outsidePayers } from "db/schema/payers"
import { families, guardians, portalAccess, students } from "db/schema/people"
import { and, asc, eq, type SQL, sql } from "drizzle-orm"
import type { AnySQLiteColumn, SQLiteColumn } from "drizzle-orm/sqlite-core"
import type { Actor } from "~/models/foundation/access/actor"
import { find, ownRows, select } from "~/models/foundation/access/door.server"
import { joined, own } from "~/models/foundation/access/own.server"
import { findBounces } from "~/models/foundation/outbox/bounce.server"
import { todayOf } from "~/utils/clock.server"
import { groupBy } from "~/utils/group-by"
import { fold, fullName } from "~/utils/names"
import { listOutsidePayers } from "./outside-payers.server"
import type { Payer } from "./payer"
import { type FamilyItself, type OutsidePayer, type PartPayers, payersBy } from "./payer-rules"

// Whom a row of money is for or from. A payer is a guardian or someone else; one id names either, and two columns hold it,
// so that the database checks both. Neither is the family itself, or a student who pays.

type PaidBy = { guardianId: AnySQLiteColumn; outsidePayerId: AnySQLiteColumn }

/** The payer's id of a row, in SQL. */
export const payerOf = ({ guardianId, outsidePayerId }: PaidBy): SQL<string | null> =>
  sql<string | null>`coalesce(${guardianId}, ${outsidePayerId})`

/** The payer's id of a row that was read whole. */
export const payerIdOf = (row: { guardianId: string | null; outsidePayerId: string | null }): string | null =>
  row.guardianId ?? row.outsidePayerId

/** The columns that a payer's id goes into. */
export function payerColumns(actor: Actor, payerId: string | null | undefined) {
  if (!payerId) return { guardianId: null, outsidePayerId: null }
  return findOutsider(actor, payerId)
    ? { guardianId: null, outsidePayerId: payerId }
    : { guardianId: payerId, outsidePayerId: null }
}

const findOutsider = (actor: Actor, payerId: string) => find(actor, outsidePayers, payerId)

/** Where a guardian's invoices go. */
const guardianEmail = sql<string | null>`coalesce(${guardians.billingEmail}, ${guardians.email})`

/** A payer's name and email as they are now, a guardian's or another's. */
export const findPayerContact = (
  actor: Actor,
  payerId: string | null,
): { name: string; email: string | null } | undefined =>
  payerId === null
    ? undefined
    : (ownRows(actor, guardians, { name: guardians.name, email: guardianEmail })
        .where(eq(guardians.id, payerId))
        .get() ?? findOutsider(actor, payerId))

/**
 * Where an email about an invoice goes to one of its payers, in SQL: their address of today, which may have been corrected since the
 * invoice was issued. Who has no record of their own, or is gone, keeps the one of then.
 */
export const emailOfShare = sql<string | null>`case
  when invoice_shares.guardian_id is not null then (select coalesce(g.billing_email, g.email) from guardians g
    where g.school_id = invoice_shares.school_id and g.id = invoice_shares.guardian_id)
  when invoice_shares.outside_payer_id is not null then (select nullif(o.email, '') from outside_payers o
    where o.school_id = invoice_shares.school_id and o.id = invoice_shares.outside_payer_id)
  else coalesce((select max(s.email) from invoices i
    join students s on s.school_id = i.school_id and s.family_id = i.family_id
    where i.school_id = invoice_shares.school_id and i.id = invoice_shares.invoice_id
      and not exists (select 1 from guardians g where g.school_id = i.school_id and g.family_id = i.family_id)
    having count(*) = 1), invoice_shares.email) end`

type Family = { id: string; name: string }

/**
 * Who pays a family's invoices: its guardians with a share, an amount or a category, in their order, then payers who aren't
 * guardians. Without any guardian the only student pays for themself (an adult), else the family as such. Empty when there
 * are guardians but none of them pays.
 */
export const listPayers = (actor: Actor, family: Family): Payer[] =>
  keepPayers(
    [actor.school.id, family.id, family.name, todayOf(actor)],
    () => listPayersOf(actor, [family]).get(family.id) ?? [],
  ).map((payer) => ({ ...payer }))

/**
 * Whoever of a family has this email, as the only payer of something: a guardian, whatever their share is, or an adult student without
 * guardians. Undefined where it is no one of them.
 */
export function findWholePayer(actor: Actor, family: Family, email: string): Payer | undefined {
  const isTheirs = (each: { email: string | null }) => fold(each.email ?? "") === fold(email)
  const adults = guardiansQuery(actor, eq(guardians.familyId, family.id)).all()
  const adult = adults.find(isTheirs)
  const itself = familiesThemselves(actor, [family]).get(family.id)
  if (!itself || (!adult && (adults.length > 0 || !isTheirs(itself)))) return undefined
  const whole = adult && { ...adult, share: 10_000, shareBy: "percent" as const, hasOwnInvoices: false }
  const [payer] = payersAmong({
    ...{ adults: whole ? [whole] : [], others: [], itself, way: undefined, parts: {} },
  })
  return payer
}

const keepPayers = cacheUntilWrite<readonly Payer[]>(500)

/** The same for many families, by the family's id, in at most five queries however many they are. */
export function listPayersOf(actor: Actor, families: readonly Family[]): Map<string, Payer[]> {
  const ids = families.map(({ id }) => id)
  const adults = guardiansQuery(actor, among(guardians.familyId, JSON.stringify(ids))).all()
  const guardiansOf = groupBy(adults, byFamily)
  const othersOf = groupBy(listOutsidePayers(actor, ids), byFamily)
  const itself = familiesThemselves(
    actor,
    families.filter(({ id }) => !guardiansOf.has(id)),
  )
  const bare = [...itself.keys()].filter((id) => othersOf.has(id))
  const ways = new Map(bare.length > 0 ? waysQuery(actor, bare).map((way) => [way.id, way]) : [])
  const hasParts = [...adults, ...ways.values()].some(({ shareBy }) => shareBy !== "percent")
  const returned = findBounces([
    ...adults.flatMap(({ email, billingEmail }) => [email, billingEmail]),
    ...[...othersOf.values()].flat().map(({ email }) => email),
    ...[...itself.values()].map(({ email }) => email),
  ])
  const partsOf = groupBy(hasParts ? partsQuery(actor, JSON.stringify(ids)) : [], byFamily)
  return new Map(
    families.map(({ id, name }): [string, Payer[]] => [
      id,
      payersAmong({
        adults: guardiansOf.get(id) ?? [],
        others: othersOf.get(id) ?? [],
        itself: itself.get(id) ?? { name, email: null, hasPortal: false },
        way: ways.get(id),
        parts: Object.fromEntries((partsOf.get(id) ?? []).map(({ part, payerId }) => [part, payerId])),
      }).map((payer) =>
        returned.has(payer.email?.toLowerCase() ?? "") ? { ...payer, emailReturns: true } : payer,
      ),
    ]),
  )
}

const byFamily = ({ familyId }: { familyId: string }) => familyId

const among = (column: SQLiteColumn, ids: string) => sql`${column} in (select value from json_each(${ids}))`

const guardiansQuery = (actor: Actor, which: SQL) =>
  select({
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

/** How families without guardians share. */
const waysQuery = (actor: Actor, familyIds: readonly string[]) =>
  ownRows(actor, families, ["id", "shareBy", "hasOwnInvoices"])
    .where(among(families.id, JSON.stringify(familyIds)))
    .all()

const partsQuery = (actor: Actor, familyIds: string) =>
  ownRows(actor, familyPayerParts, {
    familyId: familyPayerParts.familyId,
    payerId: payerOf(familyPayerParts),
    part: familyPayerParts.part,
  })
    .where(among(familyPayerParts.familyId, familyIds))
    .all()

type Adult = ReturnType<ReturnType<typeof guardiansQuery>["all"]>[number]

type Those = {
  adults: readonly Adult[]
  others: OutsidePayer[]
  itself: FamilyItself
  way: Pick<Adult, "shareBy" | "hasOwnInvoices"> | undefined
  parts: PartPayers
}

function payersAmong({ adults, others, itself, way, parts }: Those): Payer[] {
  const { shareBy, hasOwnInvoices } = adults[0] ?? way ?? { shareBy: "percent", hasOwnInvoices: false }
  const rules = { shareBy, hasOwnInvoices, guardians: [...adults], others, itself, parts }
  const payers = payersBy(rules)
  const portals = new Map(adults.map(({ id, memberId, seesMoney }) => [id, memberId !== null && seesMoney]))
  // Someone was removed who had an amount or a category: the percentages still say who pays.
  const found = payers.length > 0 ? payers : payersBy({ ...rules, shareBy: "percent" })
  return found.map((payer) => ({
    ...payer,
    hasPortal: payer.payerId === null ? payer.hasPortal : (portals.get(payer.payerId) ?? false),
  }))
}

/** Which payers of an invoice have a login now. */
export function portalsOf(
  actor: Actor,
  { familyId, familyName }: { familyId: string; familyName: string },
): (payerId: string | null) => boolean {
  const payers = listPayers(actor, { id: familyId, name: familyName })
  return (payerId) => payers.some((payer) => payer.payerId === payerId && payer.hasPortal)
}

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
