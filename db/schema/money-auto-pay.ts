import { sql } from "drizzle-orm"
import { check, index, integer, text, uniqueIndex } from "drizzle-orm/sqlite-core"
import { autoChargeStates, declineReasons, holdKinds, paymentProviders, savedMethodStates } from "./choices"
import { choice, refersTo } from "./column-rules"
import { day, flag, instant, money, schoolTable } from "./columns"
import { invoices } from "./money"
import { families, guardians, members } from "./people"

/** Whether a school offers automatic payments, and how long before a charge it is announced: one row a school. */
export const autoPayRules = schoolTable(
  "auto_pay_rules",
  {
    isOffered: flag("is_offered").notNull(),
    daysBefore: integer("days_before").notNull(),
  },
  (t) => [
    uniqueIndex("auto_pay_rules_once").on(t.schoolId),
    check("auto_pay_rules_days", sql`${t.daysBefore} between 1 and 14`),
  ],
)

/**
 * An account, a card or a bank account that a payer saved at a provider, with the wording they agreed to and when. It begins
 * when the payer is sent there; a payer has at most one that is active or paused in a family.
 */
export const savedMethods = schoolTable(
  "saved_methods",
  {
    familyId: refersTo("family_id", () => families).notNull(),
    /** As whom the member pays; null for an adult student. */
    guardianId: refersTo("guardian_id", () => guardians),
    memberId: refersTo("member_id", () => members).notNull(),
    state: choice("state", savedMethodStates).notNull(),
    agreement: text("agreement").notNull(),
    /** How many days before a charge the agreement promises its announcement. */
    noticeDays: integer("notice_days").notNull().default(1),
    agreedAt: instant("agreed_at").notNull(),
    provider: text("provider", { enum: paymentProviders }).notNull().default(paymentProviders[0]),
    /** The school's account there with which it is saved; null where it is saved with the platform's. */
    payee: text("payee"),
    setupTokenId: text("provider_setup_token"),
    paymentTokenId: text("provider_payment_token"),
    /** Whose it is there, where the provider asks for that with each charge. */
    customerId: text("provider_customer"),
    payerEmail: text("payer_email"),
    /** What a card or bank account is called, such as "Visa ending 4242". */
    title: text("title"),
    /** The last month in which a card can be charged, `YYYY-MM`, and the one that its payer was told of. */
    expires: text("expires"),
    expiryTold: text("expiry_told"),
    pausedAt: instant("paused_at"),
    endedAt: instant("ended_at"),
    endedBy: text("ended_by", { enum: ["family", "office", "provider", "replaced", "account", "left"] }),
    updatedAt: instant("updated_at").notNull(),
  },
  (t) => [
    uniqueIndex("saved_methods_token").on(t.paymentTokenId),
    uniqueIndex("saved_methods_standing")
      .on(t.schoolId, t.familyId, t.memberId)
      .where(sql`state in ('active', 'paused')`),
    index("saved_methods_by_state").on(t.schoolId, t.state, t.agreedAt),
    index("saved_methods_by_family").on(t.schoolId, t.familyId),
    index("saved_methods_open").on(t.state, t.updatedAt),
    check("saved_methods_ended", sql`(${t.state} = 'ended') = (${t.endedAt} is not null)`),
    check(
      "saved_methods_token_known",
      sql`${t.state} not in ('active', 'paused') or ${t.paymentTokenId} is not null`,
    ),
  ],
)

/**
 * A charge to a saved account, of an invoice or of an installment of it: announced by email first, then taken on its day.
 * A method has one for each day that something of an invoice is due.
 */
export const autoCharges = schoolTable(
  "auto_charges",
  {
    methodId: refersTo("method_id", () => savedMethods).notNull(),
    familyId: refersTo("family_id", () => families).notNull(),
    invoiceId: refersTo("invoice_id", () => invoices).notNull(),
    /** The due date it is for: of the invoice, or of one of its installments. */
    dueOn: day("due_on").notNull(),
    /** What was announced: never more than this is taken. */
    amountMinor: money("amount_minor").notNull(),
    chargeOn: day("charge_on").notNull(),
    /** The next day on which it is tried; the charge day until one failed. */
    nextTryOn: day("next_try_on").notNull(),
    state: choice("state", autoChargeStates).notNull(),
    failures: integer("failures").notNull().default(0),
    /** Kept of one that was given up. */
    holdKind: text("hold_kind", { enum: holdKinds }),
    holdReason: text("hold_reason"),
    /** Why the last try was declined, where the provider says so. */
    declineReason: text("decline_reason", { enum: declineReasons }),
    updatedAt: instant("updated_at").notNull(),
  },
  (t) => [
    uniqueIndex("auto_charges_once").on(t.schoolId, t.methodId, t.invoiceId, t.dueOn),
    index("auto_charges_by_invoice").on(t.schoolId, t.invoiceId),
    index("auto_charges_by_family").on(t.schoolId, t.familyId),
    index("auto_charges_by_state").on(t.schoolId, t.state, t.nextTryOn),
    index("auto_charges_due").on(t.state, t.nextTryOn),
    check("auto_charges_amount", sql`${t.amountMinor} > 0`),
    check("auto_charges_held", sql`(${t.state} = 'held') = (${t.holdReason} is not null)`),
  ],
)
