import { sql } from "drizzle-orm"
import { check, foreignKey, index, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core"
import { oneOf } from "./checks"
import { paymentMethods } from "./choices"
import { day, instant, money, owned } from "./columns"
import { invoices } from "./money"
import { families, guardians, members } from "./people"

/** Money in. A provider's reference is recorded once. */
export const payments = sqliteTable(
  "payments",
  {
    ...owned(),
    familyId: text("family_id").notNull(),
    guardianId: text("guardian_id"),
    method: text("method", { enum: paymentMethods }).notNull(),
    amountMinor: money("amount_minor").notNull(),
    currency: text("currency").notNull(),
    receivedOn: day("received_on").notNull(),
    receivedAt: instant("received_at").notNull(),
    payerName: text("payer_name").notNull(),
    providerReference: text("provider_reference"),
    note: text("note"),
    recordedBy: text("recorded_by"),
  },
  (t) => [
    primaryKey({ columns: [t.schoolId, t.id] }),
    foreignKey({ columns: [t.schoolId, t.familyId], foreignColumns: [families.schoolId, families.id] }),
    foreignKey({ columns: [t.schoolId, t.guardianId], foreignColumns: [guardians.schoolId, guardians.id] }),
    foreignKey({ columns: [t.schoolId, t.recordedBy], foreignColumns: [members.schoolId, members.id] }),
    uniqueIndex("payments_provider_reference").on(t.providerReference),
    index("payments_by_family").on(t.schoolId, t.familyId, t.receivedAt),
    index("payments_by_day").on(t.schoolId, t.receivedOn),
    check("payments_method", oneOf(t.method)),
    check("payments_amount", sql`${t.amountMinor} > 0`),
  ],
)

/** Which invoice a payment is for, and how much of it. */
export const allocations = sqliteTable(
  "allocations",
  {
    ...owned(),
    paymentId: text("payment_id").notNull(),
    invoiceId: text("invoice_id").notNull(),
    amountMinor: money("amount_minor").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.schoolId, t.id] }),
    foreignKey({ columns: [t.schoolId, t.paymentId], foreignColumns: [payments.schoolId, payments.id] }),
    foreignKey({ columns: [t.schoolId, t.invoiceId], foreignColumns: [invoices.schoolId, invoices.id] }),
    uniqueIndex("allocations_once").on(t.schoolId, t.paymentId, t.invoiceId),
    index("allocations_by_invoice").on(t.schoolId, t.invoiceId),
    check("allocations_amount", sql`${t.amountMinor} > 0`),
  ],
)

export const refundKinds = ["refund", "reversal"] as const

/** Money that was refunded: refunded by the school at the provider, or reversed by a bank. A provider's reference is recorded once. */
export const refunds = sqliteTable(
  "refunds",
  {
    ...owned(),
    paymentId: text("payment_id").notNull(),
    familyId: text("family_id").notNull(),
    kind: text("kind", { enum: refundKinds }).notNull(),
    amountMinor: money("amount_minor").notNull(),
    currency: text("currency").notNull(),
    refundedOn: day("refunded_on").notNull(),
    refundedAt: instant("refunded_at").notNull(),
    providerReference: text("provider_reference").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.schoolId, t.id] }),
    foreignKey({ columns: [t.schoolId, t.paymentId], foreignColumns: [payments.schoolId, payments.id] }),
    foreignKey({ columns: [t.schoolId, t.familyId], foreignColumns: [families.schoolId, families.id] }),
    uniqueIndex("refunds_provider_reference").on(t.providerReference),
    index("refunds_by_payment").on(t.schoolId, t.paymentId),
    index("refunds_by_family").on(t.schoolId, t.familyId, t.refundedAt),
    check("refunds_kind", oneOf(t.kind)),
    check("refunds_amount", sql`${t.amountMinor} > 0`),
  ],
)

/** Which invoice is open again because of a refund, and how much of it. What was in the family's favor has none. */
export const refundParts = sqliteTable(
  "refund_parts",
  {
    ...owned(),
    refundId: text("refund_id").notNull(),
    invoiceId: text("invoice_id").notNull(),
    amountMinor: money("amount_minor").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.schoolId, t.id] }),
    foreignKey({ columns: [t.schoolId, t.refundId], foreignColumns: [refunds.schoolId, refunds.id] }),
    foreignKey({ columns: [t.schoolId, t.invoiceId], foreignColumns: [invoices.schoolId, invoices.id] }),
    uniqueIndex("refund_parts_once").on(t.schoolId, t.refundId, t.invoiceId),
    index("refund_parts_by_invoice").on(t.schoolId, t.invoiceId),
    check("refund_parts_amount", sql`${t.amountMinor} > 0`),
  ],
)

/**
 * The address in an invoice's mail that opens and pays this one invoice without a login, for one payer of it. The table
 * holds only the hash of the secret in the address.
 */
export const invoiceLinks = sqliteTable(
  "invoice_links",
  {
    ...owned(),
    invoiceId: text("invoice_id").notNull(),
    /** The payer as the invoice names them. */
    guardianId: text("guardian_id"),
    name: text("name").notNull(),
    email: text("email"),
    tokenHash: text("token_hash").notNull(),
    expiresAt: instant("expires_at").notNull(),
    revokedAt: instant("revoked_at"),
  },
  (t) => [
    primaryKey({ columns: [t.schoolId, t.id] }),
    foreignKey({ columns: [t.schoolId, t.invoiceId], foreignColumns: [invoices.schoolId, invoices.id] }),
    foreignKey({ columns: [t.schoolId, t.guardianId], foreignColumns: [guardians.schoolId, guardians.id] }),
    uniqueIndex("invoice_links_token").on(t.tokenHash),
    index("invoice_links_by_invoice").on(t.schoolId, t.invoiceId),
  ],
)

/**
 * One try of a payer to pay an invoice, or several, at the provider: our amount, currency and payee, with which the
 * provider's answer is compared. Its id is the idempotency key and the provider's `invoice_id`.
 */
export const paymentOrders = sqliteTable(
  "payment_orders",
  {
    ...owned(),
    /** The first of them when it pays several. */
    invoiceId: text("invoice_id").notNull(),
    guardianId: text("guardian_id"),
    /** Who pays: someone logged in, or the holder of an invoice's link. */
    memberId: text("member_id"),
    linkId: text("link_id"),
    amountMinor: money("amount_minor").notNull(),
    currency: text("currency").notNull(),
    payeeEmail: text("payee_email").notNull(),
    state: text("state", {
      enum: ["created", "pending", "completed", "cancelled", "declined", "mismatch"],
    }).notNull(),
    providerOrderId: text("provider_order_id"),
    paymentId: text("payment_id"),
    updatedAt: instant("updated_at").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.schoolId, t.id] }),
    foreignKey({ columns: [t.schoolId, t.invoiceId], foreignColumns: [invoices.schoolId, invoices.id] }),
    foreignKey({ columns: [t.schoolId, t.guardianId], foreignColumns: [guardians.schoolId, guardians.id] }),
    foreignKey({ columns: [t.schoolId, t.memberId], foreignColumns: [members.schoolId, members.id] }),
    foreignKey({ columns: [t.schoolId, t.linkId], foreignColumns: [invoiceLinks.schoolId, invoiceLinks.id] }),
    foreignKey({ columns: [t.schoolId, t.paymentId], foreignColumns: [payments.schoolId, payments.id] }),
    uniqueIndex("payment_orders_provider").on(t.providerOrderId),
    index("payment_orders_by_invoice").on(t.schoolId, t.invoiceId),
    index("payment_orders_open").on(t.state, t.updatedAt),
    check("payment_orders_state", oneOf(t.state)),
    check("payment_orders_amount", sql`${t.amountMinor} > 0`),
    check("payment_orders_payer", sql`(${t.memberId} is null) <> (${t.linkId} is null)`),
  ],
)

/** What an order over several invoices pays of each; together its amount. An order over one invoice has none. */
export const paymentOrderParts = sqliteTable(
  "payment_order_parts",
  {
    ...owned(),
    orderId: text("order_id").notNull(),
    invoiceId: text("invoice_id").notNull(),
    amountMinor: money("amount_minor").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.schoolId, t.id] }),
    foreignKey({
      columns: [t.schoolId, t.orderId],
      foreignColumns: [paymentOrders.schoolId, paymentOrders.id],
    }),
    foreignKey({ columns: [t.schoolId, t.invoiceId], foreignColumns: [invoices.schoolId, invoices.id] }),
    uniqueIndex("payment_order_parts_once").on(t.schoolId, t.orderId, t.invoiceId),
    check("payment_order_parts_amount", sql`${t.amountMinor} > 0`),
  ],
)
