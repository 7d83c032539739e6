import { vouchers } from "db/schema/money-vouchers"
import { inArray, or, sql } from "drizzle-orm"
import type { AnySQLiteColumn } from "drizzle-orm/sqlite-core"
import type { Actor } from "~/models/foundation/access/actor"
import { change } from "~/models/foundation/access/door.server"

/**
 * Takes who was erased off the vouchers they bought or got, in the caller's transaction: by their addresses, in small letters, and where a
 * voucher has no address, by their names. What it was sold for and its code stay.
 */
export function forgetOnVouchers(
  actor: Actor,
  {
    addresses,
    names,
    erasedName,
  }: { addresses: readonly string[]; names: readonly string[]; erasedName: string },
) {
  const isTheirs = (email: AnySQLiteColumn, name: AnySQLiteColumn) =>
    or(
      inArray(email, [...addresses]),
      sql`${email} is null and ${inArray(
        sql`lower(${name})`,
        names.map((each) => each.toLowerCase()),
      )}`,
    )
  const ofRecipient = { recipientName: null, recipientEmail: null, message: null }
  change(actor, vouchers, isTheirs(vouchers.recipientEmail, vouchers.recipientName), ofRecipient)
  const ofBuyer = { buyerName: erasedName, buyerEmail: null, message: null }
  change(actor, vouchers, isTheirs(vouchers.buyerEmail, vouchers.buyerName), ofBuyer)
}
