import { charges } from "db/schema/money"
import { packages } from "db/schema/money-packages"
import { and, eq, inArray, sql } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { askAll, change, select } from "~/models/foundation/access/door.server"
import { own } from "~/models/foundation/access/own.server"
import { offInvoice, standing } from "../charge/charge-query.server"
import { hangsOnMoved, movedBy } from "./account-moves.server"

// What is charged and on no invoice goes with its family, and with its students where a merge is undone.

/** Charges that are on no invoice; of some students alone where they are given. */
export const listUninvoiced = (actor: Actor, familyId: string, studentIds?: readonly string[]): string[] =>
  askAll<{ id: string }>(sql`
      select ${charges.id} as id from ${charges}
      where ${own(actor, charges)} and ${charges.familyId} = ${familyId} and ${standing} and ${offInvoice}
        and ${studentIds ? inArray(charges.studentId, [...studentIds]) : sql`1`}`).map(({ id }) => id)

/** Whether one of these students has a package of the family. */
export const hasPackageOf = (actor: Actor, familyId: string, studentIds: readonly string[]): boolean =>
  select({ id: packages.id })
    .from(packages)
    .where(
      and(
        own(actor, packages),
        eq(packages.familyId, familyId),
        inArray(packages.studentId, [...studentIds]),
      ),
    )
    .limit(1)
    .get() !== undefined

/** Charges made since a merge that hang on what it moved: corrections, late fees and what is left of packages, on no invoice. */
export function listHanging(actor: Actor, mergeId: string): string[] {
  const moved = movedBy(actor, mergeId)
  return askAll<{ id: string }>(sql`
      select ${charges.id} as id from ${charges} where ${own(actor, charges)} and ${standing} and ${offInvoice}
        and ${charges.id} not in ${moved("charge")} and ${hangsOnMoved(moved)}`).map(({ id }) => id)
}

export function moveItems(actor: Actor, ids: readonly string[], familyId: string) {
  change(actor, charges, inArray(charges.id, [...ids]), { familyId })
}
