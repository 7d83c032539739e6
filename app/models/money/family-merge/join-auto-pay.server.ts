import { users } from "db/schema/accounts"
import { invoices } from "db/schema/money"
import { autoCharges, savedMethods } from "db/schema/money-auto-pay"
import { invoiceShares } from "db/schema/money-shares"
import { guardians, members } from "db/schema/people"
import { and, eq, isNull, sql } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { change, ownRows, select } from "~/models/foundation/access/door.server"
import { joined, own } from "~/models/foundation/access/own.server"
import type { MergeFamiliesRefusal } from "~/texts/money/refusals"
import { isStanding } from "../auto-pay/find-methods.server"
import { payerOf } from "../payer/payer-key.server"
import { openAmount } from "../payment/open-amount.server"
import { type Merge, movedBy } from "./account-moves.server"
import { findTwice, listAdults } from "./join-adults.server"

// Automatic payments of two families that become one. A guardian goes on paying their own part of invoices with the account
// they saved, and no one is charged for another's. Who would have two saved accounts then, or pays as the family itself, whose
// part no one could tell from the other family's, ends one first: the provider forgets it then, which no undo brings back.

type Facts = Pick<Merge, "keepId" | "goneId">

const standingOf = (actor: Actor, familyId: string) =>
  ownRows(actor, savedMethods, ["memberId", "guardianId"])
    .where(and(eq(savedMethods.familyId, familyId), isStanding()))
    .all()

/** Why an automatic payment can't join the other family; undefined where all of them can. */
export function autoPayThatStays(actor: Actor, { keepId, goneId }: Facts): MergeFamiliesRefusal | undefined {
  const joining = standingOf(actor, goneId)
  if (joining.some(({ guardianId }) => guardianId === null)) return "auto-pay-itself"
  if (joining.length === 0) return undefined
  const there = new Set(standingOf(actor, keepId).map(({ memberId }) => memberId))
  return joining.some(({ memberId }) => there.has(memberId)) ? "auto-pay-twice" : undefined
}

/** Who pays automatically for one of the two families and is charged for invoices of the other then, or goes on as before. */
export function previewAutoPay(
  actor: Actor,
  facts: Facts,
  { keepOwes, goneOwes }: { keepOwes: boolean; goneOwes: boolean },
) {
  const { keepId, goneId } = facts
  const twice = findTwice(actor, keepId, listAdults(actor, [keepId, goneId]))
  const stayIds = new Set([...twice.values()].map(({ id }) => id))
  const names = (found: readonly { name: string }[]) => [...new Set(found.map(({ name }) => name))]
  const joining = listPayers(actor, goneId)
  const isCharged = ({ guardianId }: { guardianId: string | null }) =>
    guardianId === null ? owesItself(actor, goneId) : stayIds.has(guardianId)
  return {
    autoPayers: goneOwes ? names(listPayers(actor, keepId).filter(isCharged)) : [],
    joiningAutoPayers: names(joining),
    widenedAutoPayers: keepOwes
      ? names(joining.filter(({ guardianId }) => guardianId !== null && twice.has(guardianId)))
      : [],
  }
}

/** Whose automatic payments a merge has moved, for the activity. */
export const listJoinedAutoPayers = (actor: Actor, { id, keepId }: Merge) => {
  const moved = movedBy(actor, id)
  return listPayers(actor, keepId, sql`${savedMethods.id} in ${moved("saved_method")}`)
}

const listPayers = (actor: Actor, familyId: string, more = sql`1`) =>
  select({
    guardianId: savedMethods.guardianId,
    name: sql<string>`coalesce(${guardians.name}, ${users.name})`,
  })
    .from(savedMethods)
    .innerJoin(members, joined(members, savedMethods.memberId))
    .innerJoin(users, eq(users.id, members.userId))
    .leftJoin(guardians, joined(guardians, savedMethods.guardianId))
    .where(and(own(actor, savedMethods), eq(savedMethods.familyId, familyId), isStanding(), more))
    .orderBy(savedMethods.id)
    .all()

/** Whether the family itself has a part of an unpaid invoice. */
const owesItself = (actor: Actor, familyId: string): boolean =>
  select({ id: invoices.id })
    .from(invoices)
    .innerJoin(invoiceShares, joined(invoiceShares.invoiceId, invoices.id))
    .where(
      and(
        own(actor, invoices),
        eq(invoices.familyId, familyId),
        eq(invoices.state, "issued"),
        isNull(payerOf(invoiceShares)),
        sql`${openAmount} > 0`,
      ),
    )
    .limit(1)
    .get() !== undefined

/** What was announced since for invoices that joined, by a saved account that did, goes back with both, in the caller's transaction. */
export function moveAnnounced(actor: Actor, { id, goneId }: Pick<Merge, "id" | "goneId">) {
  const moved = movedBy(actor, id)
  change(
    actor,
    autoCharges,
    and(
      sql`${autoCharges.methodId} in ${moved("saved_method")}`,
      sql`${autoCharges.invoiceId} in ${moved("invoice")}`,
    ),
    { familyId: goneId },
  )
}
