import { transact } from "db/client.server"
import { accountCodes } from "db/schema/money-books"
import { taxText } from "~/models/accounts/tax/tax"
import { listTaxRates } from "~/models/accounts/tax/tax-rates.server"
import type { Actor } from "~/models/foundation/access/actor"
import { add, ownRows, remove } from "~/models/foundation/access/door.server"
import { own } from "~/models/foundation/access/own.server"
import { recordEvent } from "~/models/foundation/audit/audit.server"
import { type AccountCodes, usualCodes } from "./account-codes"

/** The school's own codes, and the usual ones for what it hasn't entered. */
export function findAccountCodes(actor: Actor): AccountCodes {
  const rows = ownRows(actor, accountCodes, ["name", "code"]).all()
  return new Map([...Object.entries(usualCodes), ...rows.map(({ name, code }) => [name, code] as const)])
}

/** The school's taxes as text, archived ones too: each has a name of its own in the accounting program. */
export const listTaxNames = (actor: Actor): string[] => [...new Set(listTaxRates(actor).map(taxText))].sort()

/** Replaces the school's codes. */
export function changeAccountCodes(actor: Actor, codes: AccountCodes) {
  transact(() => {
    const before = findAccountCodes(actor)
    remove(actor, accountCodes, own(actor, accountCodes))
    for (const [name, code] of codes) add(actor, accountCodes, { name, code })
    recordEvent(actor, "school.change-account-codes", actor.school.id, {
      before: Object.fromEntries(before),
      after: Object.fromEntries(codes),
    })
  })
}
