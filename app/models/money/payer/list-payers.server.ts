import { familyPayerParts } from "db/schema/payers"
import { families, guardians } from "db/schema/people"
import { keepUnchanged } from "db/unchanged.server"
import { and, asc, type SQL, sql } from "drizzle-orm"
import type { SQLiteColumn } from "drizzle-orm/sqlite-core"
import type { Actor } from "~/models/foundation/access/actor"
import { select } from "~/models/foundation/access/door.server"
import { joined, own } from "~/models/foundation/access/own.server"
import { findReturned } from "~/models/foundation/outbox/returned-address.server"
import { todayOf } from "~/utils/clock.server"
import { groupBy } from "~/utils/group-by"
import { familiesThemselves } from "./family-itself.server"
import { listOutsidePayers } from "./outside-payers.server"
import type { Payer } from "./payer"
import { payerOf } from "./payer-key.server"
import { type FamilyItself, type OutsidePayer, type PartPayers, payersBy } from "./payer-rules"

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

const keepPayers = keepUnchanged<readonly Payer[]>(500)

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
  const returned = findReturned([
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
  select({ id: families.id, shareBy: families.shareBy, hasOwnInvoices: families.hasOwnInvoices })
    .from(families)
    .where(and(own(actor, families), among(families.id, JSON.stringify(familyIds))))
    .all()

const partsQuery = (actor: Actor, familyIds: string) =>
  select({
    familyId: familyPayerParts.familyId,
    payerId: payerOf(familyPayerParts),
    part: familyPayerParts.part,
  })
    .from(familyPayerParts)
    .where(and(own(actor, familyPayerParts), among(familyPayerParts.familyId, familyIds)))
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
