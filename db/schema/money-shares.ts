import { sql } from "drizzle-orm"
import { check, foreignKey, index, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core"
import { basisPoints, money, owned } from "./columns"
import { invoices } from "./money"
import { paidBy, payerKeys } from "./payers"

/** Who pays which part of an invoice; the amounts add up to its total, to the cent. */
export const invoiceShares = sqliteTable(
  "invoice_shares",
  {
    ...owned(),
    invoiceId: text("invoice_id").notNull(),
    ...paidBy(),
    name: text("name").notNull(),
    email: text("email"),
    /** Absent where the family shares by amounts or categories. */
    basisPoints: basisPoints("basis_points"),
    amountMinor: money("amount_minor").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.schoolId, t.id] }),
    foreignKey({ columns: [t.schoolId, t.invoiceId], foreignColumns: [invoices.schoolId, invoices.id] }),
    ...payerKeys("invoice_shares", t),
    index("invoice_shares_by_invoice").on(t.schoolId, t.invoiceId),
    check("invoice_shares_part", sql`${t.basisPoints} between 1 and 10000`),
  ],
)
