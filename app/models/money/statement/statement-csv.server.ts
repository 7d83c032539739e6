import { writeCsv } from "~/utils/csv.server"
import { entryText } from "../ledger/money-history"
import { methodInText } from "../payment/payment"
import type { Statement } from "./statement"

/** A statement as CSV: the balance before, every entry, the balance after. More owed is positive, less owed negative. */
export function statementCsv(
  { from, to, openingMinor, entries, closingMinor }: Statement,
  currency: string,
): string {
  return writeCsv(
    ["Date", "Activity", "Amount", "Balance", "Currency"],
    [
      [from, "Opening balance", "", openingMinor / 100, currency],
      ...entries.map((entry) => [
        entry.on,
        entryText({ ...entry, method: entry.method && methodInText(entry.method) }),
        entry.amountMinor / 100,
        entry.balanceMinor / 100,
        currency,
      ]),
      [to, "Closing balance", "", closingMinor / 100, currency],
    ],
  )
}
