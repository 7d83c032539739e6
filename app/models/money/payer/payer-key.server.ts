import { outsidePayers } from "db/schema/payers"
import { guardians } from "db/schema/people"
import { type SQL, sql } from "drizzle-orm"
import type { AnySQLiteColumn } from "drizzle-orm/sqlite-core"
import type { Actor } from "~/models/foundation/access/actor"
import { find, select } from "~/models/foundation/access/door.server"
import { own } from "~/models/foundation/access/own.server"

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
    : (select({ name: guardians.name, email: guardianEmail })
        .from(guardians)
        .where(own(actor, guardians, payerId))
        .get() ?? findOutsider(actor, payerId))
