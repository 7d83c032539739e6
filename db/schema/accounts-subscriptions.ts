import { sql } from "drizzle-orm"
import { check, foreignKey, index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core"
import { coupons } from "./accounts-coupons"
import { schools } from "./accounts-schools"
import { oneOf } from "./checks"
import { planIntervals, planKeys } from "./choices"
import { choice, platformTable } from "./column-rules"
import { instant, money, schoolTable } from "./columns"

// What a school has of the platform, and what the payment provider says about it.

/** What a school has of us: one row per school. */
export const subscriptions = platformTable(
  "subscriptions",
  {
    schoolId: text("school_id")
      .primaryKey()
      .references(() => schools.id),
    plan: text("plan", { enum: planKeys }),
    interval: text("interval", { enum: planIntervals }),
    status: choice("status", ["pending", "active", "cancelled", "suspended", "expired"]).notNull(),
    /** What is billed from `paidUntil` on, when that is another plan or period than what is paid for. */
    nextPlan: text("next_plan", { enum: planKeys }),
    nextInterval: text("next_interval", { enum: planIntervals }),
    providerSubscriptionId: text("provider_subscription_id"),
    paidUntil: instant("paid_until"),
    activatedAt: instant("activated_at"),
    /** What the provider said when it was last asked, in its own words, and when that was. */
    providerStatus: text("provider_status"),
    providerAskedAt: instant("provider_asked_at"),
    /** Until when platform staff keep the school open, whatever the provider says. */
    extendedUntil: instant("extended_until"),
    /** Since when platform staff hold the school closed, whatever was paid. */
    heldAt: instant("held_at"),
    /** Since when the provider holds the agreement because of that: only then is it taken up again. */
    heldAtProvider: instant("held_at_provider"),
    /** Until when the school stays open although its renewal couldn't be charged; null when nothing is due. */
    graceUntil: instant("grace_until"),
    /** Since when the school means to leave at `paidUntil`: the provider holds the agreement, and can take it up again until then. */
    leavingAt: instant("leaving_at"),
    /** What a coupon takes off each payment, and the instant from which payments are the plan's own price again. */
    discountMinor: money("discount_minor").notNull().default(0),
    discountUntil: instant("discount_until"),
    updatedAt: instant("updated_at").notNull(),
    createdAt: instant("created_at").notNull(),
  },
  (t) => [
    uniqueIndex("subscriptions_provider").on(t.providerSubscriptionId),
    index("subscriptions_by_status").on(t.status, t.updatedAt),
    check("subscriptions_plan", sql`${t.plan} is null or ${oneOf(t.plan)}`),
    check("subscriptions_interval", sql`${t.interval} is null or ${oneOf(t.interval)}`),
    check("subscriptions_next_plan", sql`${t.nextPlan} is null or ${oneOf(t.nextPlan)}`),
    check("subscriptions_next_whole", sql`(${t.nextPlan} is null) = (${t.nextInterval} is null)`),
    check("subscriptions_next_interval", sql`${t.nextInterval} is null or ${oneOf(t.nextInterval)}`),
    check(
      "subscriptions_active_whole",
      sql`${t.status} <> 'active' or (${t.plan} is not null and ${t.paidUntil} is not null)`,
    ),
    check(
      "subscriptions_discount",
      sql`${t.discountMinor} >= 0 and (${t.discountMinor} > 0) = (${t.discountUntil} is not null)`,
    ),
  ],
)

/** One try to subscribe: what we asked for, with which the provider's answer is compared. */
export const subscriptionAttempts = schoolTable(
  "subscription_attempts",
  {
    plan: choice("plan", planKeys).notNull(),
    interval: choice("interval", planIntervals).notNull(),
    amountMinor: money("amount_minor").notNull(),
    currency: text("currency").notNull(),
    providerPlanId: text("provider_plan_id").notNull(),
    providerSubscriptionId: text("provider_subscription_id"),
    /** An upgrade: the running subscription it takes the place of, and when regular billing begins (`amountMinor` is due today). */
    replacesSubscriptionId: text("replaces_provider_subscription"),
    startsAt: instant("starts_at"),
    /** The coupon it was made with: what it takes off a payment, and off how many. `amountMinor` is less by that already. */
    couponId: text("coupon_id").references(() => coupons.id),
    discountMinor: money("discount_minor").notNull().default(0),
    discountPeriods: integer("discount_periods").notNull().default(0),
    state: choice("state", [
      "created",
      "approving",
      "activated",
      "cancelled",
      "declined",
      "mismatch",
    ]).notNull(),
    updatedAt: instant("updated_at").notNull(),
  },
  (t) => [
    foreignKey({ columns: [t.schoolId], foreignColumns: [schools.id] }),
    uniqueIndex("subscription_attempts_provider").on(t.providerSubscriptionId),
    index("subscription_attempts_open").on(t.state, t.updatedAt),
    index("subscription_attempts_by_coupon")
      .on(t.couponId, t.state, t.createdAt)
      .where(sql`coupon_id is not null`),
    check("subscription_attempts_coupon", sql`(${t.couponId} is null) = (${t.discountPeriods} = 0)`),
  ],
)

/** A wish to move a running subscription to another plan; the buyer agrees to it at the provider. */
export const planChanges = schoolTable(
  "plan_changes",
  {
    plan: choice("plan", planKeys).notNull(),
    interval: choice("interval", planIntervals).notNull(),
    providerPlanId: text("provider_plan_id").notNull(),
    providerSubscriptionId: text("provider_subscription_id").notNull(),
    state: choice("state", ["approving", "done", "cancelled"]).notNull(),
    updatedAt: instant("updated_at").notNull(),
  },
  (t) => [
    foreignKey({ columns: [t.schoolId], foreignColumns: [schools.id] }),
    index("plan_changes_by_subscription").on(t.providerSubscriptionId, t.state),
  ],
)

/**
 * Something about a school's subscription that platform staff should look at; at most one open case for each reason and
 * subject.
 */
export const subscriptionCases = schoolTable(
  "subscription_cases",
  {
    reason: choice("reason", [
      "activation-asked",
      "mismatch",
      "not-at-provider",
      "refund",
      "refund-failed",
      "dispute",
      "not-ended",
    ]).notNull(),
    /** Which of several it is: a dispute's ID, a refund that failed, the payment a refund is of. Empty where a school has only one. */
    subject: text("subject").notNull().default(""),
    /** JSON: what was found. */
    facts: text("facts").notNull(),
    updatedAt: instant("updated_at").notNull(),
    closedAt: instant("closed_at"),
    closedBy: text("closed_by"),
  },
  (t) => [
    foreignKey({ columns: [t.schoolId], foreignColumns: [schools.id] }),
    uniqueIndex("subscription_cases_open").on(t.schoolId, t.reason, t.subject).where(sql`closed_at is null`),
    index("subscription_cases_by_time").on(t.updatedAt),
  ],
)

/** What the provider told us happened, as it came. Stored once; what it means is asked of the provider afterwards. */
export const providerEvents = sqliteTable(
  "provider_events",
  {
    /** The provider's own id of the event. */
    id: text("id").primaryKey(),
    kind: text("kind").notNull(),
    /** The subscription or order it is about, as the provider names it. */
    resourceId: text("resource_id"),
    raw: text("raw").notNull(),
    receivedAt: instant("received_at").notNull(),
    processedAt: instant("processed_at"),
    /** What came of it: a kind, or a kind and its state. */
    outcome: text("outcome"),
  },
  (t) => [
    index("provider_events_by_time").on(t.receivedAt, t.id),
    index("provider_events_by_resource").on(t.resourceId),
    index("provider_events_by_kind").on(t.kind),
  ],
)

/** What schools paid us, as the provider lists it. */
export const platformPayments = sqliteTable(
  "platform_payments",
  {
    /** The provider's id of the payment. */
    id: text("id").primaryKey(),
    schoolId: text("school_id").references(() => schools.id),
    providerSubscriptionId: text("provider_subscription_id").notNull(),
    amountMinor: money("amount_minor").notNull(),
    /** How much of it was refunded; the payment itself stays what it was. */
    refundedMinor: money("refunded_minor").notNull().default(0),
    currency: text("currency").notNull(),
    /** In the provider's words: COMPLETED, DECLINED, PENDING, REFUNDED, PARTIALLY_REFUNDED. */
    status: text("status").notNull(),
    paidAt: instant("paid_at").notNull(),
    updatedAt: instant("updated_at").notNull(),
  },
  (t) => [
    index("platform_payments_by_time").on(t.paidAt, t.id),
    index("platform_payments_by_school").on(t.schoolId, t.paidAt),
  ],
)

/** What is left of a registration that was canceled: no name, no address. The id is the school's former one. */
export const cancelledRegistrations = platformTable("cancelled_registrations", {
  id: text("id").primaryKey(),
  kind: choice("kind", ["school", "solo"]).notNull(),
  registeredAt: instant("registered_at").notNull(),
  cancelledAt: instant("cancelled_at").notNull(),
})

/** A subscription someone could still approve although its registration is gone: it is watched, and ended if paid. */
export const orphanedSubscriptions = platformTable(
  "orphaned_subscriptions",
  {
    providerSubscriptionId: text("provider_subscription_id").primaryKey(),
    registrationId: text("registration_id")
      .notNull()
      .references(() => cancelledRegistrations.id),
    state: choice("state", ["watched", "paid", "ended"]).notNull(),
    createdAt: instant("created_at").notNull(),
    updatedAt: instant("updated_at").notNull(),
  },
  (t) => [index("orphaned_subscriptions_by_state").on(t.state, t.updatedAt)],
)
