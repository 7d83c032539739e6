import { sql } from "drizzle-orm"
import { check, index, text } from "drizzle-orm/sqlite-core"
import { refersTo } from "./column-rules"
import { basisPoints, money, schoolTable } from "./columns"
import { invoices } from "./money"
import { paidBy, payerKeys } from "./payers"

/** Who pays which part of an invoice; the amounts add up to its total, to the cent. */
export const invoiceShares = schoolTable(
  "invoice_shares",
  {
    invoiceId: refersTo("invoice_id", () => invoices).notNull(),
    ...paidBy(),
    name: text("name").notNull(),
    email: text("email"),
    /** Absent where the family shares by amounts or categories. */
    basisPoints: basisPoints("basis_points"),
    amountMinor: money("amount_minor").notNull(),
  },
  (t) => [
    ...payerKeys("invoice_shares", t),
    index("invoice_shares_by_invoice").on(t.schoolId, t.invoiceId),
    check("invoice_shares_part", sql`${t.basisPoints} between 1 and 10000`),
  ],
)
