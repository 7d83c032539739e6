import type { Actor } from "~/models/foundation/access/actor"
import { familyLabel } from "~/models/people/family/family-name"
import { writeCsv } from "~/utils/csv.server"
import { methodLabels } from "../payment/payment"
import { readEventTaxes } from "./event-taxes.server"
import type { EventKind } from "./money-history"
import { listMoneyEvents } from "./money-history.server"
import type { HistoryQuery } from "./money-history-query.server"

const eventLabels: Record<EventKind, string> = {
  invoice: "Invoice",
  void: "Voided",
  payment: "Payment",
  reversal: "Reversed payment",
  refund: "Refund",
  chargeback: "Chargeback",
  "chargeback-won": "Chargeback won",
  "credit-note": "Credit note",
  "write-off": "Written off",
  restored: "Write-off undone",
}

/** The money events of a filter as CSV. More owed is positive, less owed negative. */
export function writeHistoryFile(
  actor: Actor,
  filter: Omit<HistoryQuery, "page">,
): { fileName: string; csv: string } {
  const { rows } = listMoneyEvents(actor, filter, null)
  const taxOf = readEventTaxes(actor, rows)
  const csv = writeCsv(
    ["Date", "Type", "Invoice", "Family", "Payer", "Payment method", "Amount", "Tax", "Currency"],
    rows.map((event) => [
      event.on,
      eventLabels[event.kind],
      event.number ?? "",
      familyLabel(event),
      event.payerName ?? "",
      event.method ? methodLabels[event.method] : "",
      event.amountMinor / 100,
      taxOf(event) / 100,
      actor.school.currency,
    ]),
  )
  return { fileName: "money-history.csv", csv }
}
