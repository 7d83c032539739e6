import { bankEntries } from "db/schema/money-bank"
import { ne } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { change, ownRows } from "~/models/foundation/access/door.server"
import { fold } from "~/utils/names"
import { forgottenKey } from "./same-transfer.server"

const wordsOf = (text: string) => fold(text).split(/[^\p{L}\p{N}]+/u)

/**
 * Takes who was erased off the bank's lines that aren't payments, in the caller's transaction: banks write names in any order and case. A
 * name of one word is only one where it is all that the payer is called. Give it the names alone that no one else has. A later file with
 * these lines doesn't bring them back.
 */
export function forgetInEntries(actor: Actor, names: readonly string[], erasedName: string) {
  const sought = names.map(wordsOf)
  const isOf = (said: string[]) => (name: string[]) =>
    name.length > 1 ? name.every((word) => said.includes(word)) : said.join() === name.join()
  const { id, entryKey, bookedOn, amountMinor, payerName, reference, bankReference } = bankEntries
  const lines = ownRows(actor, bankEntries, {
    id,
    entryKey,
    bookedOn,
    amountMinor,
    payerName,
    reference,
    bankReference,
  })
    .where(ne(bankEntries.state, "recorded"))
    .all()
  for (const line of lines) {
    const isPayer = sought.some(isOf(wordsOf(line.payerName)))
    const isNamed = sought.some((name) => name.length > 1 && isOf(wordsOf(line.reference))(name))
    if (isPayer || isNamed)
      change(actor, bankEntries, line.id, {
        entryKey: forgottenKey(line),
        ...(isPayer ? { payerName: erasedName } : {}),
        ...(isNamed ? { reference: "" } : {}),
      })
  }
}
