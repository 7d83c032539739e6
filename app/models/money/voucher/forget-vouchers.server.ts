import { vouchers } from "db/schema/money-vouchers"
import type { Actor } from "~/models/foundation/access/actor"
import { change, select } from "~/models/foundation/access/door.server"
import { own } from "~/models/foundation/access/own.server"
import { fold } from "~/utils/names"

/**
 * Takes who was erased off the vouchers they bought or got, in the caller's transaction: by their addresses, in small letters, and where a
 * voucher has no address, by their names, whatever their case and accents. Give it those alone that no one else has. What it was sold for
 * and its code stay.
 */
export function forgetOnVouchers(
  actor: Actor,
  {
    addresses,
    names,
    erasedName,
  }: { addresses: readonly string[]; names: readonly string[]; erasedName: string },
) {
  const folded = names.map(fold)
  const isTheirs = (email: string | null, name: string | null) =>
    email === null ? name !== null && folded.includes(fold(name)) : addresses.includes(email)
  const { id, buyerName, buyerEmail, recipientName, recipientEmail } = vouchers
  const all = select({ id, buyerName, buyerEmail, recipientName, recipientEmail })
    .from(vouchers)
    .where(own(actor, vouchers))
    .all()
  for (const each of all) {
    if (isTheirs(each.recipientEmail, each.recipientName))
      change(actor, vouchers, each.id, { recipientName: null, recipientEmail: null, message: null })
    if (isTheirs(each.buyerEmail, each.buyerName))
      change(actor, vouchers, each.id, { buyerName: erasedName, buyerEmail: null, message: null })
  }
}
