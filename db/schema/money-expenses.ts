import { sql } from "drizzle-orm"
import { check, index, integer, text, uniqueIndex } from "drizzle-orm/sqlite-core"
import { paymentMethods } from "./choices"
import { choice, refersTo } from "./column-rules"
import { day, flag, instant, money, schoolTable } from "./columns"
import { files } from "./foundation-files"
import { bankEntries } from "./money-bank"
import { extraWork } from "./money-pay"
import { members } from "./people"

/** What a school spends money on, or gets beside what families pay. Without any rows it has the usual ones; archived ones are no longer offered. */
export const expenseCategories = schoolTable(
  "expense_categories",
  {
    /** Of other income, not of expenses. */
    isIncome: flag("is_income").notNull().default(false),
    name: text("name").notNull(),
    /** What the accountant's program calls it. */
    account: text("account"),
    archivedAt: instant("archived_at"),
  },
  (t) => [uniqueIndex("expense_categories_name").on(t.schoolId, t.isIncome, sql`lower(name)`)],
)

/**
 * An expense that comes again, such as rent each month or insurance each year: each entry is a copy of the newest one. It ends, but its row stays
 * for the entries that it made.
 */
export const expenseRepeats = schoolTable(
  "expense_repeats",
  {
    /** The day of the month, or the last one of a shorter month. */
    dayOfMonth: integer("day_of_month").notNull(),
    /** How many months later it comes again: 1, 3 or 12. */
    everyMonths: integer("every_months").notNull().default(1),
    /** The day of the next entry. */
    nextOn: day("next_on").notNull(),
    endedAt: instant("ended_at"),
  },
  (t) => [
    index("expense_repeats_due").on(t.schoolId, t.nextOn).where(sql`ended_at is null`),
    check("expense_repeats_day", sql`${t.dayOfMonth} between 1 and 31`),
  ],
)

/** Money out that isn't pay, such as rent, strings or a train ticket; or other income: money in that no family pays, such as a grant. */
export const expenses = schoolTable(
  "expenses",
  {
    spentOn: day("spent_on").notNull(),
    isIncome: flag("is_income").notNull().default(false),
    categoryId: refersTo("category_id", () => expenseCategories).notNull(),
    /** Who was paid, or who paid. */
    payee: text("payee").notNull(),
    /** With its tax. */
    amountMinor: money("amount_minor").notNull(),
    /** The tax within the amount, as far as the school gets it back. */
    taxMinor: money("tax_minor").notNull(),
    method: choice("method", paymentMethods).notNull(),
    note: text("note"),
    /** The receipt, a photo or PDF. */
    fileId: text("file_id").references(() => files.id, { onDelete: "set null" }),
    fileName: text("file_name"),
    addedBy: refersTo("added_by", () => members),
    /** The category as it was when the month was closed, and its account; null in an open month. */
    closedCategory: text("closed_category"),
    closedAccount: text("closed_account"),
    repeatId: refersTo("repeat_id", () => expenseRepeats),
    /** What a teacher who paid it is paid back by. */
    extraWorkId: refersTo("extra_work_id", () => extraWork),
    /** The line of the bank statement that an income was recorded from. */
    bankEntryId: refersTo("bank_entry_id", () => bankEntries),
  },
  (t) => [
    uniqueIndex("expenses_by_bank_entry").on(t.schoolId, t.bankEntryId),
    index("expenses_by_repeat").on(t.schoolId, t.repeatId, t.spentOn, t.id).where(sql`repeat_id is not null`),
    uniqueIndex("expenses_paid_back_once")
      .on(t.schoolId, t.extraWorkId)
      .where(sql`extra_work_id is not null`),
    index("expenses_by_day").on(t.schoolId, t.isIncome, t.spentOn, t.id),
    index("expenses_by_category").on(t.schoolId, t.categoryId, t.spentOn, t.id),
    uniqueIndex("expenses_by_file").on(t.fileId),
    check("expenses_amount", sql`${t.amountMinor} > 0`),
    check("expenses_tax", sql`${t.taxMinor} between 0 and ${t.amountMinor}`),
    check("expenses_closed", sql`${t.closedAccount} is null or ${t.closedCategory} is not null`),
  ],
)
