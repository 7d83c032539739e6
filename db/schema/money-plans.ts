import { sql } from "drizzle-orm"
import { check, foreignKey, index, integer, text, uniqueIndex } from "drizzle-orm/sqlite-core"
import { oneOf } from "./checks"
import { planAnswers, planRhythms } from "./choices"
import { day, flag, instant, money, refers, schoolTable } from "./columns"
import { invoices } from "./money"
import { families, members } from "./people"

/**
 * An agreement to pay one invoice, or several of a payer, in installments. It is never edited: a change ends it, and the
 * plan that takes its place names it.
 */
export const paymentPlans = schoolTable(
  "payment_plans",
  {
    familyId: text("family_id").notNull(),
    replacesId: text("replaces_id"),
    /** Why it took the place of another, or was made by the family's rule. */
    reason: text("reason"),
    madeBy: text("made_by"),
    endedAt: instant("ended_at"),
    endReason: text("end_reason"),
  },
  (t) => [
    refers(t, t.familyId, families),
    foreignKey({
      name: "payment_plans_replaces",
      columns: [t.schoolId, t.replacesId],
      foreignColumns: [t.schoolId, t.id],
    }),
    refers(t, t.madeBy, members),
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
    planId: text("plan_id").notNull(),
    invoiceId: text("invoice_id").notNull(),
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
    refers(t, t.planId, paymentPlans),
    refers(t, t.invoiceId, invoices),
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
    invoiceId: text("invoice_id").notNull(),
    /** Who asked, and gets the answer. */
    askedBy: text("asked_by").notNull(),
    count: integer("count").notNull(),
    firstOn: day("first_on").notNull(),
    note: text("note"),
    answer: text("answer", { enum: planAnswers }),
    answeredAt: instant("answered_at"),
    answeredBy: text("answered_by"),
    /** Why it was declined. */
    reason: text("reason"),
    /** The plan that was agreed. */
    planId: text("plan_id"),
  },
  (t) => [
    refers(t, t.invoiceId, invoices),
    refers(t, t.askedBy, members),
    refers(t, t.answeredBy, members),
    refers(t, t.planId, paymentPlans),
    uniqueIndex("plan_asks_open").on(t.schoolId, t.invoiceId).where(sql`answer is null`),
    index("plan_asks_by_invoice").on(t.schoolId, t.invoiceId, t.createdAt),
    index("plan_asks_by_plan").on(t.schoolId, t.planId),
    check("plan_asks_answer", oneOf(t.answer)),
    check("plan_asks_answered", sql`(${t.answer} is null) = (${t.answeredAt} is null)`),
    check("plan_asks_count", sql`${t.count} between 2 and 24`),
  ],
)

/** Into how many installments the new invoices of a family are divided, the first on the due date: one row a family. */
export const planRules = schoolTable(
  "plan_rules",
  {
    familyId: text("family_id").notNull(),
    count: integer("count").notNull(),
    rhythm: text("rhythm", { enum: planRhythms }).notNull(),
    madeBy: text("made_by"),
  },
  (t) => [
    refers(t, t.familyId, families),
    refers(t, t.madeBy, members),
    uniqueIndex("plan_rules_once").on(t.schoolId, t.familyId),
    check("plan_rules_rhythm", oneOf(t.rhythm)),
    check("plan_rules_count", sql`${t.count} between 2 and 24`),
  ],
)
