import { creditNoteLines } from "db/schema/money-corrections"
import { and, sum } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { among } from "~/models/foundation/access/among.server"
import { select } from "~/models/foundation/access/door.server"
import { own } from "~/models/foundation/access/own.server"
import { listInvoiceTaxes } from "~/models/money/invoice/list-invoices.server"
import { familyLabel } from "~/models/people/family/family-name"
import { writeCsv } from "~/utils/csv.server"
import { methodLabels } from "../payment/payment"
import type { EventKind } from "./money-history"
import { type HistoryQuery, listMoneyEvents, type MoneyEvent } from "./money-history-query.server"

const eventLabels: Record<EventKind, string> = {
  invoice: "Invoice",
  void: "Voided",
  payment: "Payment",
  reversal: "Reversed payment",
  refund: "Refund",
  "refund-returned": "Refund returned",
  chargeback: "Chargeback",
  "chargeback-won": "Chargeback won",
  "credit-note": "Credit note",
  "write-off": "Written off",
  restored: "Write-off undone",
  "opening-balance": "Opening balance",
  voucher: "Gift voucher redeemed",
}

/** The money events of a filter as CSV. More owed is positive, less owed negative. */
export function writeHistoryFile(
  actor: Actor,
  filter: Omit<HistoryQuery, "page">,
): { fileName: string; csv: string } {
  const { rows } = listMoneyEvents(actor, filter, null)
  const taxOf = readEventTaxes(actor, rows)
  const csv = writeCsv(
    [
      "Date",
      "Type",
      "Invoice",
      "Family",
      "Payer",
      "Payment method",
      "Amount",
      "Tax",
      "Currency",
      "Paid with",
    ],
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
      event.paidWith ?? "",
    ]),
  )
  return { fileName: "money-history.csv", csv }
}

/**
 * The tax within each money event, in minor units with the sign of its amount: an invoice's, taken off again by its void or
 * a credit note. Money that is received or refunded has none of its own. Two queries, however many events.
 */
function readEventTaxes(
  actor: Actor,
  events: readonly Pick<MoneyEvent, "kind" | "id">[],
): (event: Pick<MoneyEvent, "kind" | "id">) => number {
  const idsOf = (...kinds: MoneyEvent["kind"][]) =>
    events.filter(({ kind }) => kinds.includes(kind)).map(({ id }) => id)
  const ofInvoices = listInvoiceTaxes(actor, idsOf("invoice", "void"))
  const ofNotes = listCreditNoteTaxes(actor, idsOf("credit-note"))
  return ({ kind, id }) => {
    switch (kind) {
      case "invoice":
        return ofInvoices.get(id) ?? 0
      case "void":
        return 0 - (ofInvoices.get(id) ?? 0)
      case "credit-note":
        return 0 - (ofNotes.get(id) ?? 0)
      default:
        return 0
    }
  }
}

function listCreditNoteTaxes(actor: Actor, noteIds: readonly string[]): Map<string, number> {
  const rows = select({
    creditNoteId: creditNoteLines.creditNoteId,
    taxMinor: sum(creditNoteLines.taxMinor).mapWith(Number),
  })
    .from(creditNoteLines)
    .where(and(own(actor, creditNoteLines), among(creditNoteLines.creditNoteId, noteIds)))
    .groupBy(creditNoteLines.creditNoteId)
    .all()
  return new Map(rows.map(({ creditNoteId, taxMinor }) => [creditNoteId, taxMinor]))
}
