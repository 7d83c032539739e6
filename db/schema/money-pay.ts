import { sql } from "drizzle-orm"
import { check, foreignKey, index, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core"
import { oneOf } from "./checks"
import { day, money, owned } from "./columns"
import { teachers } from "./people"

/** What a teacher earns, from a day on: per session or per hour, in minor units. */
export const payRates = sqliteTable(
  "pay_rates",
  {
    ...owned(),
    teacherId: text("teacher_id").notNull(),
    kind: text("kind", { enum: ["per_session", "per_hour"] }).notNull(),
    amountMinor: money("amount_minor").notNull(),
    fromDate: day("from_date").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.schoolId, t.id] }),
    foreignKey({ columns: [t.schoolId, t.teacherId], foreignColumns: [teachers.schoolId, teachers.id] }),
    index("pay_rates_by_teacher").on(t.schoolId, t.teacherId, t.fromDate),
    check("pay_rates_kind", oneOf(t.kind)),
    check("pay_rates_amount", sql`${t.amountMinor} >= 0`),
  ],
)
