import { sql } from "drizzle-orm"
import { check, foreignKey, index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core"
import { schools } from "./accounts-schools"
import { platformPayments } from "./accounts-subscriptions"
import { oneOf } from "./checks"
import { leavingReasons, refundStates } from "./choices"
import { choice, platformTable } from "./column-rules"
import { instant, money, schoolTable, taxRate } from "./columns"

// What happens to the money of a subscription: a renewal that fails, a school that leaves, a refund.

/** A renewal that the provider couldn't charge: until when the school stays open, and how it ended. One open per school. */
export const renewalFailures = schoolTable(
  "renewal_failures",
  {
    providerSubscriptionId: text("provider_subscription_id").notNull(),
    amountMinor: money("amount_minor").notNull(),
    currency: text("currency").notNull(),
    failedAt: instant("failed_at").notNull(),
    /** How often the provider tried in vain, and when it tries again; null when it won't. */
    tries: integer("tries").notNull(),
    nextTryAt: instant("next_try_at"),
    graceUntil: instant("grace_until").notNull(),
    /** When the office was reminded, some days before the end. */
    remindedAt: instant("reminded_at"),
    state: choice("state", ["open", "recovered", "ended", "canceled"]).notNull(),
    settledAt: instant("settled_at"),
    updatedAt: instant("updated_at").notNull(),
  },
  (t) => [
    foreignKey({ columns: [t.schoolId], foreignColumns: [schools.id] }),
    uniqueIndex("renewal_failures_open").on(t.schoolId).where(sql`state = 'open'`),
    index("renewal_failures_by_state").on(t.state, t.graceUntil),
    index("renewal_failures_by_settled").on(t.settledAt),
    check("renewal_failures_settled", sql`(${t.state} = 'open') = (${t.settledAt} is null)`),
  ],
)

/** A school that canceled: why, and whether it stayed after all. */
export const cancellations = schoolTable(
  "cancellations",
  {
    reason: text("reason", { enum: leavingReasons }),
    text: text("text"),
    /** Until when it is paid for. */
    endsAt: instant("ends_at"),
    /** Set when it chose to stay after all. */
    withdrawnAt: instant("withdrawn_at"),
  },
  (t) => [
    foreignKey({ columns: [t.schoolId], foreignColumns: [schools.id] }),
    index("cancellations_by_time").on(t.createdAt),
    check("cancellations_reason", sql`${t.reason} is null or ${oneOf(t.reason)}`),
  ],
)

/**
 * Money refunded to a school: by our staff through the provider, from its account credit, at the provider, or taken back by
 * the payer's bank.
 */
export const platformRefunds = platformTable(
  "platform_refunds",
  {
    /** The form's key when our staff asked for it, else the provider's id. */
    id: text("id").primaryKey(),
    schoolId: text("school_id").references(() => schools.id),
    paymentId: text("payment_id")
      .notNull()
      .references(() => platformPayments.id),
    providerRefundId: text("provider_refund_id"),
    origin: choice("origin", ["staff", "credit", "provider", "reversal"]).notNull(),
    /** `held`: the provider took it on and hasn't carried it out. `failed`: it was held, and didn't come about. */
    state: choice("state", refundStates).notNull(),
    amountMinor: money("amount_minor").notNull(),
    currency: text("currency").notNull(),
    /** What our staff wrote to the school. */
    message: text("message"),
    /** When the money went back. */
    refundedAt: instant("refunded_at"),
    /** When one that our staff made came into their log: once, whoever pressed. */
    recordedAt: instant("recorded_at"),
    /** When the school was mailed that it is done. */
    toldAt: instant("told_at"),
    createdAt: instant("created_at").notNull(),
  },
  (t) => [
    uniqueIndex("platform_refunds_provider").on(t.providerRefundId),
    index("platform_refunds_by_payment").on(t.paymentId),
    index("platform_refunds_by_school").on(t.schoolId),
    index("platform_refunds_by_time").on(t.refundedAt),
    index("platform_refunds_by_state").on(t.state, t.id),
  ],
)

/**
 * What our staff put to a school's credit with us, for its next payments; a negative amount takes the rest back. What was
 * used of it are its refunds of origin `credit`.
 */
export const schoolCredits = schoolTable(
  "school_credits",
  {
    /** The id is the form's key, so that a second press gives nothing more. */
    kind: choice("kind", ["amount", "free-months", "taken-back"]).notNull(),
    /** Of free months: how many; `amountMinor` is what they cost when they were given. */
    months: integer("months"),
    amountMinor: money("amount_minor").notNull(),
    currency: text("currency").notNull(),
    /** Payments after this instant are paid back from it: those known by then are not, whatever the provider's clock says. */
    paymentsAfter: instant("payments_after").notNull(),
  },
  (t) => [
    foreignKey({ columns: [t.schoolId], foreignColumns: [schools.id] }),
    check("school_credits_months", sql`(${t.kind} = 'free-months') = (${t.months} is not null)`),
    check("school_credits_sign", sql`(${t.kind} = 'taken-back') = (${t.amountMinor} < 0)`),
  ],
)

/** To whom our receipts are made out: the school's own billing address, when it has entered one. */
export const billingAddresses = sqliteTable("billing_addresses", {
  schoolId: text("school_id")
    .primaryKey()
    .references(() => schools.id),
  name: text("name").notNull(),
  address: text("address").notNull(),
  taxNumber: text("tax_number").notNull(),
  updatedAt: instant("updated_at").notNull(),
})

/** What stands on the receipt of a payment besides its amount, as it was when the payment came. */
export const platformReceipts = sqliteTable(
  "platform_receipts",
  {
    paymentId: text("payment_id")
      .primaryKey()
      .references(() => platformPayments.id),
    schoolId: text("school_id").references(() => schools.id),
    sellerName: text("seller_name").notNull(),
    sellerAddress: text("seller_address").notNull(),
    sellerTaxNumber: text("seller_tax_number").notNull(),
    buyerName: text("buyer_name").notNull(),
    buyerAddress: text("buyer_address").notNull(),
    buyerTaxNumber: text("buyer_tax_number").notNull(),
    about: text("about").notNull(),
    /** The tax within the amount; without a name there is none. */
    taxName: text("tax_name"),
    taxRate: taxRate("tax_rate"),
    createdAt: instant("created_at").notNull(),
  },
  (t) => [index("platform_receipts_by_school").on(t.schoolId)],
)
