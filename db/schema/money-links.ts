import { foreignKey, index, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core"
import { instant, owned } from "./columns"
import { invoices } from "./money"
import { paidBy, payerKeys } from "./payers"

/** The address in an invoice's mail that opens and pays it without a login, for one payer: only the hash of its secret. */
export const invoiceLinks = sqliteTable(
  "invoice_links",
  {
    ...owned(),
    invoiceId: text("invoice_id").notNull(),
    /** The payer as the invoice names them. */
    ...paidBy(),
    name: text("name").notNull(),
    email: text("email"),
    tokenHash: text("token_hash").notNull(),
    expiresAt: instant("expires_at").notNull(),
    revokedAt: instant("revoked_at"),
  },
  (t) => [
    primaryKey({ columns: [t.schoolId, t.id] }),
    foreignKey({ columns: [t.schoolId, t.invoiceId], foreignColumns: [invoices.schoolId, invoices.id] }),
    ...payerKeys("invoice_links", t),
    uniqueIndex("invoice_links_token").on(t.tokenHash),
    index("invoice_links_by_invoice").on(t.schoolId, t.invoiceId),
  ],
)
