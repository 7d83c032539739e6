import { sql } from "drizzle-orm"
import { check, index, integer, text, uniqueIndex } from "drizzle-orm/sqlite-core"
import { reminderStepKeys } from "./choices"
import { choice, refersTo } from "./column-rules"
import { day, flag, instant, schoolTable } from "./columns"
import { invoices } from "./money"
import { families, members } from "./people"

/** A step of the school's reminders as the school changed it; a step without a row is as shipped. */
export const reminderSteps = schoolTable(
  "reminder_steps",
  {
    step: choice("step", reminderStepKeys).notNull(),
    isOn: flag("is_on").notNull(),
    /** Days from the due date: before it less than 0, after it more. */
    offsetDays: integer("offset_days").notNull(),
    /** The school's late fee is charged when this reminder is sent. */
    chargesLateFee: flag("charges_late_fee").notNull().default(false),
  },
  (t) => [
    uniqueIndex("reminder_steps_once").on(t.schoolId, t.step),
    check("reminder_steps_offset", sql`${t.offsetDays} between -60 and 365`),
  ],
)

/** A step that was sent about an invoice, once for each day it falls due. */
export const reminderNotices = schoolTable(
  "reminder_notices",
  {
    invoiceId: refersTo("invoice_id", () => invoices).notNull(),
    /** The due date it was about: of the invoice, or of one of its installments. */
    dueOn: day("due_on").notNull(),
    step: choice("step", reminderStepKeys).notNull(),
    sentOn: day("sent_on").notNull(),
    /** How many people it was mailed to; none when no payer has an address. */
    mails: integer("mails").notNull(),
  },
  (t) => [
    uniqueIndex("reminder_notices_once").on(t.schoolId, t.invoiceId, t.dueOn, t.step),
    index("reminder_notices_by_day").on(t.schoolId, t.sentOn),
  ],
)

/** No automatic reminders about one invoice, or to one family, until a day or until it is ended. */
export const reminderPauses = schoolTable(
  "reminder_pauses",
  {
    familyId: refersTo("family_id", () => families),
    invoiceId: refersTo("invoice_id", () => invoices),
    reason: text("reason").notNull(),
    /** The last day without reminders; null until someone resumes them. */
    lastDay: day("last_day"),
    pausedBy: refersTo("paused_by", () => members),
    endedAt: instant("ended_at"),
  },
  (t) => [
    uniqueIndex("reminder_pauses_family").on(t.schoolId, t.familyId).where(sql`ended_at is null`),
    uniqueIndex("reminder_pauses_invoice").on(t.schoolId, t.invoiceId).where(sql`ended_at is null`),
    index("reminder_pauses_of_family").on(t.schoolId, t.familyId),
    index("reminder_pauses_of_invoice").on(t.schoolId, t.invoiceId),
    check("reminder_pauses_of_one", sql`(${t.familyId} is null) <> (${t.invoiceId} is null)`),
  ],
)
