import { sql } from "drizzle-orm"
import { check, foreignKey, index, integer, text, uniqueIndex } from "drizzle-orm/sqlite-core"
import { planAnswers, planRhythms } from "./choices"
import { choice, refersTo } from "./column-rules"
import { day, flag, instant, money, schoolTable } from "./columns"
import { invoices } from "./money"
import { families, members } from "./people"

/**
 * An agreement to pay one invoice, or several of a payer, in installments. It is never edited: a change ends it, and the
 * plan that takes its place names it.
 */
export const paymentPlans = schoolTable(
  "payment_plans",
  {
    familyId: refersTo("family_id", () => families).notNull(),
    replacesId: text("replaces_id"),
    /** Why it took the place of another, or was made by the family's rule. */
    reason: text("reason"),
    madeBy: refersTo("made_by", () => members),
    endedAt: instant("ended_at"),
    endReason: text("end_reason"),
  },
  (t) => [
    foreignKey({
      name: "payment_plans_replaces",
      columns: [t.schoolId, t.replacesId],
      foreignColumns: [t.schoolId, t.id],
    }),
    index("payment_plans_by_family").on(t.schoolId, t.familyId, t.createdAt),
    index("payment_plans_by_replaced").on(t.schoolId, t.replacesId),
    check("payment_plans_ended", sql`(${t.endedAt} is null) = (${t.endReason} is null)`),
  ],
)

/**
 * What of an invoice is due on a day of its plan. A payment fills the earliest first, so one is still due while the invoice
 * has more open than what is due after it.
 */
export const installments = schoolTable(
  "installments",
  {
    planId: refersTo("plan_id", () => paymentPlans).notNull(),
    invoiceId: refersTo("invoice_id", () => invoices).notNull(),
    /** Which installment of the plan, counted from 1; one over several invoices has a row for each. */
    position: integer("position").notNull(),
    dueOn: day("due_on").notNull(),
    amountMinor: money("amount_minor").notNull(),
    /** What of the same invoice is due after it. */
    laterMinor: money("later_minor").notNull(),
    /** The earliest of its invoice: what was paid before the plan and goes back is due with it. */
    isFirst: flag("is_first").notNull(),
    /** With its plan. */
    endedAt: instant("ended_at"),
  },
  (t) => [
    index("installments_by_plan").on(t.schoolId, t.planId, t.position),
    index("installments_by_invoice").on(t.schoolId, t.invoiceId),
    uniqueIndex("installments_standing").on(t.schoolId, t.invoiceId, t.dueOn).where(sql`ended_at is null`),
    index("installments_by_day").on(t.schoolId, t.dueOn, t.invoiceId).where(sql`ended_at is null`),
    check("installments_amount", sql`${t.amountMinor} > 0 and ${t.laterMinor} >= 0`),
    check("installments_position", sql`${t.position} between 1 and 60`),
  ],
)

/** What a family asks for: nothing changes until the office agrees a plan. One is open for an invoice at a time. */
export const planAsks = schoolTable(
  "plan_asks",
  {
    invoiceId: refersTo("invoice_id", () => invoices).notNull(),
    /** Who asked, and gets the answer. */
    askedBy: refersTo("asked_by", () => members).notNull(),
    count: integer("count").notNull(),
    firstOn: day("first_on").notNull(),
    note: text("note"),
    answer: choice("answer", planAnswers),
    answeredAt: instant("answered_at"),
    answeredBy: refersTo("answered_by", () => members),
    /** Why it was declined. */
    reason: text("reason"),
    /** The plan that was agreed. */
    planId: refersTo("plan_id", () => paymentPlans),
  },
  (t) => [
    uniqueIndex("plan_asks_open").on(t.schoolId, t.invoiceId).where(sql`answer is null`),
    index("plan_asks_by_invoice").on(t.schoolId, t.invoiceId, t.createdAt),
    index("plan_asks_by_plan").on(t.schoolId, t.planId),
    check("plan_asks_answered", sql`(${t.answer} is null) = (${t.answeredAt} is null)`),
    check("plan_asks_count", sql`${t.count} between 2 and 24`),
  ],
)

/** Into how many installments the new invoices of a family are divided, the first on the due date: one row a family. */
export const planRules = schoolTable(
  "plan_rules",
  {
    familyId: refersTo("family_id", () => families).notNull(),
    count: integer("count").notNull(),
    rhythm: choice("rhythm", planRhythms).notNull(),
    madeBy: refersTo("made_by", () => members),
  },
  (t) => [
    uniqueIndex("plan_rules_once").on(t.schoolId, t.familyId),
    check("plan_rules_count", sql`${t.count} between 2 and 24`),
  ],
)
