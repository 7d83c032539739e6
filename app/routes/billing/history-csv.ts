import type { LoaderFunctionArgs } from "@remix-run/node"
import { csvAnswer } from "~/http/file-answer.server"
import { requireMember } from "~/http/guards.server"
import { filledIn } from "~/http/search-params"
import { readEventTaxes } from "~/models/money/ledger/event-taxes.server"
import type { EventKind } from "~/models/money/ledger/money-history"
import { listMoneyEvents } from "~/models/money/ledger/money-history.server"
import { HistoryQuery } from "~/models/money/ledger/money-history-query.server"
import { methodLabels } from "~/models/money/payment/payment"
import { familyLabel } from "~/models/people/family/family-name"
import { writeCsv } from "~/utils/csv.server"

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

/** The events of a filter of /billing/history, all pages, as CSV. More owed is positive, less owed negative. */
export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requireMember(request, "invoice:read")
  const { page: _, ...filter } = HistoryQuery.parse(filledIn(request))
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
  return csvAnswer({ fileName: "money-history.csv", csv })
}
