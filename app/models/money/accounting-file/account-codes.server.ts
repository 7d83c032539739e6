import { db, transact } from "db/client.server"
import { invoiceLines } from "db/schema/money"
import { accountCodes } from "db/schema/money-books"
import { and, isNotNull } from "drizzle-orm"
import { taxText } from "~/models/accounts/tax/tax"
import type { Actor } from "~/models/foundation/access/actor"
import { newRow } from "~/models/foundation/access/new-row.server"
import { own } from "~/models/foundation/access/own.server"
import { recordEvent } from "~/models/foundation/audit/audit.server"
import { type AccountCodes, usualCodes } from "./account-codes"

/** The school's own codes, and the usual ones for what it hasn't entered. */
export function findAccountCodes(actor: Actor): AccountCodes {
  const rows = db()
    .select({ name: accountCodes.name, code: accountCodes.code })
    .from(accountCodes)
    .where(own(actor, accountCodes))
    .all()
  return new Map([...Object.entries(usualCodes), ...rows.map(({ name, code }) => [name, code] as const)])
}

/** The taxes on the school's invoices, as text: each has a name of its own in the accounting program. */
export const listTaxNames = (actor: Actor): string[] =>
  db()
    .selectDistinct({ name: invoiceLines.taxName, rate: invoiceLines.taxRate })
    .from(invoiceLines)
    .where(and(own(actor, invoiceLines), isNotNull(invoiceLines.taxName)))
    .all()
    .flatMap(({ name, rate }) => (name === null || rate === null ? [] : taxText({ name, rate })))
    .sort()

/** Replaces the school's codes. */
export function changeAccountCodes(actor: Actor, codes: AccountCodes) {
  transact(() => {
    const before = findAccountCodes(actor)
    db().delete(accountCodes).where(own(actor, accountCodes)).run()
    for (const [name, code] of codes)
      db()
        .insert(accountCodes)
        .values({ ...newRow(actor), name, code })
        .run()
    recordEvent(actor, {
      verb: "change-account-codes",
      noun: "school",
      nounId: actor.school.id,
      before: Object.fromEntries(before),
      after: Object.fromEntries(codes),
    })
  })
}
