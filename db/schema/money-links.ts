import { index, text, uniqueIndex } from "drizzle-orm/sqlite-core"
import { refersTo } from "./column-rules"
import { instant, schoolTable } from "./columns"
import { invoices } from "./money"
import { paidBy, payerKeys } from "./payers"

/** The address in an invoice's mail that opens and pays it without a login, for one payer: only the hash of its secret. */
export const invoiceLinks = schoolTable(
  "invoice_links",
  {
    invoiceId: refersTo("invoice_id", () => invoices).notNull(),
    /** The payer as the invoice names them. */
    ...paidBy(),
    name: text("name").notNull(),
    email: text("email"),
    tokenHash: text("token_hash").notNull(),
    expiresAt: instant("expires_at").notNull(),
    revokedAt: instant("revoked_at"),
  },
  (t) => [
    ...payerKeys("invoice_links", t),
    uniqueIndex("invoice_links_token").on(t.tokenHash),
    index("invoice_links_by_invoice").on(t.schoolId, t.invoiceId),
  ],
)
