import type { Actor } from "~/models/foundation/access/actor"
import { keepUpload, listOpenInvoices } from "~/models/money/bank-import/bank-import.server"
import { keepingEntries } from "~/models/money/bank-import/keep-entries.server"
import { atOnce } from "~/utils/in-turns"

const untouched = "Date,Description,Payer,Amount\n11/16/2026,Thank you,Brandt Family,48.00\n"

/** Transfers of the last days that wait for the office, and a file whose columns no one has chosen yet. */
export function seedBank(actor: Actor, bookedOn: string) {
  const { currency } = actor.school
  const open = listOpenInvoices(actor)
  const named = open.slice(0, 2).map(({ number, openMinor, payers, familyName }) => ({
    bookedOn,
    amountMinor: openMinor,
    currency,
    payerName: payers[0] ?? familyName,
    reference: `Invoice ${number}`,
    bankReference: null,
  }))
  const unnamed = {
    bookedOn,
    amountMinor: 15_000,
    currency,
    payerName: "City of Springfield",
    reference: "Community arts grant",
    bankReference: null,
  }
  const read = { entries: [...named, unnamed], left: [], outgoing: 6, unreadable: [] }
  atOnce(keepingEntries(actor, read, "checking-november.csv"))
  keepUpload(actor, "savings-november.csv", untouched)
}
