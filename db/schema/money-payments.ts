import { sql } from "drizzle-orm"
import { check, index, text, uniqueIndex } from "drizzle-orm/sqlite-core"
import { declineReasons, paymentMethods, paymentProviders } from "./choices"
import { choice, refers, refersTo } from "./column-rules"
import { day, flag, instant, money, schoolTable } from "./columns"
import { invoices } from "./money"
import { autoCharges } from "./money-auto-pay"
import { creditNotes, writeOffs } from "./money-corrections"
import { invoiceLinks } from "./money-links"
import { paidBy, payerKeys } from "./payers"
import { families, members } from "./people"

/**
 * Money in. A provider's reference is recorded once in a school. A check's is its number: every family's checks are numbered
 * from the same low numbers, so that what may not repeat is asked in `repeated-reference.server.ts`.
 */
export const payments = schoolTable(
  "payments",
  {
    familyId: refersTo("family_id", () => families).notNull(),
    ...paidBy(),
    method: choice("method", paymentMethods).notNull(),
    amountMinor: money("amount_minor").notNull(),
    currency: text("currency").notNull(),
    receivedOn: day("received_on").notNull(),
    receivedAt: instant("received_at").notNull(),
    payerName: text("payer_name").notNull(),
    providerReference: text("provider_reference"),
    /** What it was paid with, as the provider says: "Visa ending 4242", "Bank debit ending 3000", "iDEAL". */
    paidWith: text("paid_with"),
    note: text("note"),
    recordedBy: refersTo("recorded_by", () => members),
    /** Nothing was received with it: account credit from before the school kept its books here, or of a gift voucher. */
    isOpening: flag("is_opening").notNull().default(false),
    /** It was typed wrongly and taken back, with a refund row of kind `mistake`. Its reference may be used again. */
    reversedAt: instant("reversed_at"),
    reversedReason: text("reversed_reason"),
  },
  (t) => [
    ...payerKeys("payments", t),
    uniqueIndex("payments_provider_reference")
      .on(t.schoolId, t.providerReference)
      .where(sql`reversed_at is null and method <> 'check'`),
    index("payments_by_family").on(t.schoolId, t.familyId, t.receivedAt),
    index("payments_by_reference")
      .on(t.providerReference, t.schoolId)
      .where(sql`provider_reference is not null`),
    index("payments_by_day").on(t.schoolId, t.receivedOn, t.method, t.amountMinor, t.isOpening),
    check("payments_amount", sql`${t.amountMinor} > 0`),
    check("payments_reversed", sql`(${t.reversedAt} is null) = (${t.reversedReason} is null)`),
  ],
)

/**
 * What settles an invoice, and how much of it: money that came, credit, or what was written off. Rows are never edited:
 * what is taken off an invoice again, because money went back or settles another one, is a row below zero.
 */
export const allocations = schoolTable(
  "allocations",
  {
    paymentId: refersTo("payment_id", () => payments),
    creditNoteId: refersTo("credit_note_id", () => creditNotes),
    writeOffId: refersTo("write_off_id", () => writeOffs),
    invoiceId: refersTo("invoice_id", () => invoices).notNull(),
    amountMinor: money("amount_minor").notNull(),
  },
  (t) => [
    index("allocations_by_payment").on(t.schoolId, t.paymentId),
    index("allocations_by_credit_note").on(t.schoolId, t.creditNoteId),
    index("allocations_by_write_off").on(t.schoolId, t.writeOffId),
    index("allocations_by_invoice").on(t.schoolId, t.invoiceId),
    check("allocations_amount", sql`${t.amountMinor} <> 0`),
    check(
      "allocations_one_source",
      sql`(${t.paymentId} is not null) + (${t.creditNoteId} is not null) + (${t.writeOffId} is not null) = 1`,
    ),
  ],
)

export const refundKinds = ["refund", "reversal", "won", "mistake"] as const

/**
 * Money that went back, of a payment or a credit note: refunded, taken back by the payer's bank (`reversal`), or never there
 * as typed wrongly. A chargeback that was won is a row below zero. A provider's reference is recorded once.
 */
export const refunds = schoolTable(
  "refunds",
  {
    paymentId: refersTo("payment_id", () => payments),
    creditNoteId: refersTo("credit_note_id", () => creditNotes),
    familyId: refersTo("family_id", () => families).notNull(),
    kind: choice("kind", refundKinds).notNull(),
    method: choice("method", paymentMethods).notNull(),
    amountMinor: money("amount_minor").notNull(),
    currency: text("currency").notNull(),
    refundedOn: day("refunded_on").notNull(),
    refundedAt: instant("refunded_at").notNull(),
    providerReference: text("provider_reference"),
    reason: text("reason"),
    wonOf: text("won_of"),
    recordedBy: refersTo("recorded_by", () => members),
  },
  (t) => [
    refers(t, t.wonOf, t),
    uniqueIndex("refunds_won_once").on(t.schoolId, t.wonOf),
    uniqueIndex("refunds_provider_reference").on(t.providerReference),
    index("refunds_by_payment").on(t.schoolId, t.paymentId),
    index("refunds_by_credit_note").on(t.schoolId, t.creditNoteId),
    index("refunds_by_family").on(t.schoolId, t.familyId, t.refundedAt),
    index("refunds_by_day").on(t.schoolId, t.refundedOn, t.method, t.amountMinor),
    check("refunds_amount", sql`${t.amountMinor} <> 0 and (${t.amountMinor} < 0) = (${t.kind} = 'won')`),
    check("refunds_won", sql`(${t.wonOf} is not null) = (${t.kind} = 'won')`),
    check("refunds_one_source", sql`(${t.paymentId} is null) <> (${t.creditNoteId} is null)`),
  ],
)

/**
 * A refund the office asked the provider for: written before the provider is called. Its id is the idempotency key. Until
 * it is completed or failed, its amount is held back, so that it can't be refunded twice.
 */
export const refundOrders = schoolTable(
  "refund_orders",
  {
    paymentId: refersTo("payment_id", () => payments).notNull(),
    memberId: refersTo("member_id", () => members),
    amountMinor: money("amount_minor").notNull(),
    currency: text("currency").notNull(),
    provider: text("provider", { enum: paymentProviders }).notNull().default(paymentProviders[0]),
    /** The school's account there: its email, or Stripe's ID of it. */
    payeeEmail: text("payee_email").notNull(),
    reason: text("reason").notNull(),
    state: choice("state", ["created", "pending", "completed", "failed"]).notNull(),
    providerReference: text("provider_reference"),
    /** Why the provider refused it, as text the office reads. */
    failure: text("failure"),
    updatedAt: instant("updated_at").notNull(),
  },
  (t) => [
    index("refund_orders_by_payment").on(t.schoolId, t.paymentId),
    index("refund_orders_open").on(t.state, t.updatedAt),
    check("refund_orders_amount", sql`${t.amountMinor} > 0`),
    check("refund_orders_failed", sql`(${t.state} = 'failed') = (${t.failure} is not null)`),
  ],
)

/**
 * One try of a payer to pay an invoice, or several, or what is owed on none, at the provider: our amount, currency and payee, with which the
 * provider's answer is compared. Its id is the idempotency key and the provider's `invoice_id`.
 */
export const paymentOrders = schoolTable(
  "payment_orders",
  {
    /** The first of them when it pays several; none where it pays only what the family owes on none. */
    invoiceId: refersTo("invoice_id", () => invoices),
    /** The family whose balance is paid where no invoice is. */
    familyId: refersTo("family_id", () => families),
    ...paidBy(),
    /** Who pays: someone logged in, or the holder of an invoice's link. */
    memberId: refersTo("member_id", () => members),
    linkId: refersTo("link_id", () => invoiceLinks),
    /** The automatic charge it is an attempt of: no one is sent to the provider for it. */
    autoChargeId: refersTo("auto_charge_id", () => autoCharges),
    amountMinor: money("amount_minor").notNull(),
    besideMinor: money("beside_minor").notNull().default(0),
    currency: text("currency").notNull(),
    provider: text("provider", { enum: paymentProviders }).notNull().default(paymentProviders[0]),
    /** The school's account there: its email, or Stripe's ID of it. */
    payeeEmail: text("payee_email").notNull(),
    state: choice("state", [
      "created",
      "pending",
      "completed",
      "cancelled",
      "declined",
      "mismatch",
    ]).notNull(),
    providerOrderId: text("provider_order_id"),
    /** Why it was declined, where the provider says so. */
    declineReason: text("decline_reason", { enum: declineReasons }),
    paymentId: refersTo("payment_id", () => payments),
    updatedAt: instant("updated_at").notNull(),
  },
  (t) => [
    ...payerKeys("payment_orders", t),
    index("payment_orders_by_charge").on(t.schoolId, t.autoChargeId),
    uniqueIndex("payment_orders_provider").on(t.providerOrderId),
    index("payment_orders_by_invoice").on(t.schoolId, t.invoiceId),
    index("payment_orders_by_payment").on(t.schoolId, t.paymentId),
    index("payment_orders_open").on(t.state, t.updatedAt),
    /** Those whose money may have been taken; the queries repeat the condition word for word. */
    index("payment_orders_under_way")
      .on(t.schoolId, t.invoiceId)
      .where(sql`state = 'pending' or (state = 'created' and auto_charge_id is not null)`),
    check(
      "payment_orders_amount",
      sql`${t.besideMinor} >= 0 and ${t.amountMinor} > 0 and ${t.amountMinor} >= ${t.besideMinor}`,
    ),
    check(
      "payment_orders_for",
      sql`(${t.invoiceId} is null) = (${t.familyId} is not null)
        and (${t.invoiceId} is null) = (${t.amountMinor} = ${t.besideMinor})`,
    ),
    check("payment_orders_payer", sql`(${t.memberId} is null) <> (${t.linkId} is null)`),
  ],
)

/** What an order pays of each invoice; with what it pays beside them its amount. One over an invoice alone has none. */
export const paymentOrderParts = schoolTable(
  "payment_order_parts",
  {
    orderId: refersTo("order_id", () => paymentOrders).notNull(),
    invoiceId: refersTo("invoice_id", () => invoices).notNull(),
    amountMinor: money("amount_minor").notNull(),
  },
  (t) => [
    uniqueIndex("payment_order_parts_once").on(t.schoolId, t.orderId, t.invoiceId),
    index("payment_order_parts_by_invoice").on(t.schoolId, t.invoiceId, t.orderId),
    check("payment_order_parts_amount", sql`${t.amountMinor} > 0`),
  ],
)
