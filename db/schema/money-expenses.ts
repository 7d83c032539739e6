import { sql } from "drizzle-orm"
import { check, foreignKey, index, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core"
import { oneOf } from "./checks"
import { paymentMethods } from "./choices"
import { day, instant, money, owned } from "./columns"
import { files } from "./foundation-files"
import { members } from "./people"

/** What a school spends money on. Without any rows it has the usual ones; archived ones are no longer offered. */
export const expenseCategories = sqliteTable(
  "expense_categories",
  {
    ...owned(),
    name: text("name").notNull(),
    /** What the accountant's program calls it. */
    account: text("account"),
    archivedAt: instant("archived_at"),
  },
  (t) => [
    primaryKey({ columns: [t.schoolId, t.id] }),
    uniqueIndex("expense_categories_name").on(t.schoolId, sql`lower(name)`),
  ],
)

/** Money out that isn't pay: rent, strings, a train ticket. */
export const expenses = sqliteTable(
  "expenses",
  {
    ...owned(),
    spentOn: day("spent_on").notNull(),
    categoryId: text("category_id").notNull(),
    payee: text("payee").notNull(),
    /** With its tax. */
    amountMinor: money("amount_minor").notNull(),
    /** The tax within the amount, as far as the school gets it back. */
    taxMinor: money("tax_minor").notNull(),
    method: text("method", { enum: paymentMethods }).notNull(),
    note: text("note"),
    /** The receipt, a photo or PDF. */
    fileId: text("file_id").references(() => files.id, { onDelete: "set null" }),
    fileName: text("file_name"),
    addedBy: text("added_by"),
  },
  (t) => [
    primaryKey({ columns: [t.schoolId, t.id] }),
    foreignKey({
      columns: [t.schoolId, t.categoryId],
      foreignColumns: [expenseCategories.schoolId, expenseCategories.id],
    }),
    foreignKey({ columns: [t.schoolId, t.addedBy], foreignColumns: [members.schoolId, members.id] }),
    index("expenses_by_day").on(t.schoolId, t.spentOn, t.id),
    index("expenses_by_category").on(t.schoolId, t.categoryId, t.spentOn, t.id),
    uniqueIndex("expenses_by_file").on(t.fileId),
    check("expenses_amount", sql`${t.amountMinor} > 0`),
    check("expenses_tax", sql`${t.taxMinor} between 0 and ${t.amountMinor}`),
    check("expenses_method", oneOf(t.method)),
  ],
)
