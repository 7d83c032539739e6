import { sql } from "drizzle-orm"
import { check, integer, text, uniqueIndex } from "drizzle-orm/sqlite-core"
import { flag, instant, schoolTable, taxRate } from "./columns"

/** What the school teaches, in its own words and order. */
export const instruments = schoolTable(
  "instruments",
  {
    name: text("name").notNull(),
    archivedAt: instant("archived_at"),
  },
  (t) => [uniqueIndex("instruments_name").on(t.schoolId, sql`lower(name)`)],
)

/** How far someone is, from the first step on. */
export const levels = schoolTable(
  "levels",
  {
    name: text("name").notNull(),
    position: integer("position").notNull(),
    archivedAt: instant("archived_at"),
  },
  (t) => [uniqueIndex("levels_name").on(t.schoolId, sql`lower(name)`)],
)

/** Taxes the school charges, such as VAT 20%. At most one is the default: lessons, tuition and packages have it. */
export const taxRates = schoolTable(
  "tax_rates",
  {
    name: text("name").notNull(),
    rate: taxRate("rate").notNull(),
    isDefault: flag("is_default").notNull().default(false),
    archivedAt: instant("archived_at"),
  },
  (t) => [
    uniqueIndex("tax_rates_name").on(t.schoolId, sql`lower(name)`),
    uniqueIndex("tax_rates_default").on(t.schoolId).where(sql`is_default = 1`),
    check("tax_rates_rate", sql`${t.rate} between 0 and 100000`),
    check("tax_rates_offered", sql`${t.isDefault} = 0 or ${t.archivedAt} is null`),
  ],
)
