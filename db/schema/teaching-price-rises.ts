import { sql } from "drizzle-orm"
import { check, integer } from "drizzle-orm/sqlite-core"
import { day, instant, money, schoolTable, taxRate } from "./columns"

/** Prices of many classes raised at once, by a share or an amount; undone, its prices are gone. */
export const priceRises = schoolTable(
  "price_rises",
  {
    fromDate: day("from_date").notNull(),
    rate: taxRate("rate"),
    amountMinor: money("amount_minor"),
    classCount: integer("class_count").notNull(),
    undoneAt: instant("undone_at"),
  },
  (t) => [check("price_rises_value", sql`(${t.rate} is null) <> (${t.amountMinor} is null)`)],
)
