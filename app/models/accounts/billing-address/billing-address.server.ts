import { transact } from "db/client.server"
import { schools } from "db/schema/accounts-schools"
import { billingAddresses } from "db/schema/accounts-subscription-money"
import { eq } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { addOrChange, ownRows, select } from "~/models/foundation/access/door.server"
import { recordEvent } from "~/models/foundation/audit/audit.server"
import { now } from "~/utils/clock.server"
import { addressText } from "~/utils/postal-address"
import type { BillingAddressForm } from "./billing-address-form"

// To whom our receipts are made out. A receipt keeps what was here when its payment came.

/** As it was entered; undefined when it never was. */
export const findBillingAddress = (actor: Actor): BillingAddressForm | undefined =>
  ownRows(actor, billingAddresses, ["name", "address", "taxNumber"]).get()

/** What stands on a receipt: what was entered, and the school's own name and address where nothing was. */
export function billedTo(actor: Actor): BillingAddressForm {
  const entered = findBillingAddress(actor)
  const school = select({ name: schools.name, address: schools.address })
    .from(schools)
    .where(eq(schools.id, actor.school.id))
    .get()
  return {
    name: entered?.name || (school?.name ?? actor.school.name),
    address: entered?.address || (addressText(school?.address) ?? ""),
    taxNumber: entered?.taxNumber ?? "",
  }
}

/** Saves it with its audit entry; nothing when nothing is different. */
export function changeBillingAddress(actor: Actor, entered: BillingAddressForm) {
  transact(() => {
    const before = findBillingAddress(actor)
    const { name = "", address = "", taxNumber = "" } = before ?? {}
    if (entered.name === name && entered.address === address && entered.taxNumber === taxNumber) return
    const changed = { ...entered, updatedAt: now() }
    addOrChange(actor, billingAddresses, changed, { as: [], to: changed })
    recordEvent(actor, "subscription.change-billing-address", actor.school.id, { before, after: entered })
  })
}
