import { creditNoteLines } from "db/schema/money-corrections"
import { and, sql, sum } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { select } from "~/models/foundation/access/door.server"
import { own } from "~/models/foundation/access/own.server"
import { listInvoiceTaxes } from "../invoice/invoice-taxes.server"
import type { MoneyEvent } from "./money-history.server"

/**
 * The tax within each money event, in minor units with the sign of its amount: an invoice's, taken off again by its void or
 * a credit note. Money that is received or refunded has none of its own. Two queries, however many events.
 */
export function readEventTaxes(
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
    .where(
      and(
        own(actor, creditNoteLines),
        sql`${creditNoteLines.creditNoteId} in (select value from json_each(${JSON.stringify(noteIds)}))`,
      ),
    )
    .groupBy(creditNoteLines.creditNoteId)
    .all()
  return new Map(rows.map(({ creditNoteId, taxMinor }) => [creditNoteId, taxMinor]))
}
