import { sql } from "drizzle-orm"
import { check, integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core"
import { flag, instant, owned, taxRate } from "./columns"

/** What the school teaches, in its own words and order. */
export const instruments = sqliteTable(
  "instruments",
  {
    ...owned(),
    name: text("name").notNull(),
    archivedAt: instant("archived_at"),
  },
  (t) => [
    primaryKey({ columns: [t.schoolId, t.id] }),
    uniqueIndex("instruments_name").on(t.schoolId, sql`lower(name)`),
  ],
)

/** How far someone is, from the first step on. */
export const levels = sqliteTable(
  "levels",
  {
    ...owned(),
    name: text("name").notNull(),
    position: integer("position").notNull(),
    archivedAt: instant("archived_at"),
  },
  (t) => [
    primaryKey({ columns: [t.schoolId, t.id] }),
    uniqueIndex("levels_name").on(t.schoolId, sql`lower(name)`),
  ],
)

/** Taxes the school charges, such as VAT 20%. At most one is the default: lessons, tuition and packages have it. */
export const taxRates = sqliteTable(
  "tax_rates",
  {
    ...owned(),
    name: text("name").notNull(),
    rate: taxRate("rate").notNull(),
    isDefault: flag("is_default").notNull().default(false),
    archivedAt: instant("archived_at"),
  },
  (t) => [
    primaryKey({ columns: [t.schoolId, t.id] }),
    uniqueIndex("tax_rates_name").on(t.schoolId, sql`lower(name)`),
    uniqueIndex("tax_rates_default").on(t.schoolId).where(sql`is_default = 1`),
    check("tax_rates_rate", sql`${t.rate} between 0 and 100000`),
    check("tax_rates_offered", sql`${t.isDefault} = 0 or ${t.archivedAt} is null`),
  ],
)
