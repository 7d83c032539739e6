import { sql } from "drizzle-orm"
import { check, index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core"
import { users } from "./accounts"
import { instant, money } from "./columns"

/** A code that takes something off a school's first payments to us, made by our staff. */
export const coupons = sqliteTable(
  "coupons",
  {
    id: text("id").primaryKey(),
    /** In capitals, as it is compared. */
    code: text("code").notNull(),
    /** Either a share of the price in whole percent, or an amount in minor units of USD. */
    percentOff: integer("percent_off"),
    amountOffMinor: money("amount_off_minor"),
    /** Off how many monthly payments; null: off the first payment, monthly or yearly. */
    months: integer("months"),
    /** The plans it is for, separated by commas; empty: every plan. */
    plans: text("plans").notNull(),
    validUntil: instant("valid_until"),
    /** How many schools may use it; null: any number. */
    mostUses: integer("most_uses"),
    /** When our staff stopped it. */
    endedAt: instant("ended_at"),
    createdBy: text("created_by").references(() => users.id, { onDelete: "set null" }),
    createdAt: instant("created_at").notNull(),
  },
  (t) => [
    uniqueIndex("coupons_code").on(t.code),
    index("coupons_by_time").on(t.createdAt, t.id),
    check("coupons_one", sql`(${t.percentOff} is null) <> (${t.amountOffMinor} is null)`),
    check("coupons_percent", sql`${t.percentOff} is null or ${t.percentOff} between 1 and 100`),
    check("coupons_amount", sql`${t.amountOffMinor} is null or ${t.amountOffMinor} > 0`),
    check("coupons_months", sql`${t.months} is null or ${t.months} between 1 and 24`),
    check("coupons_uses", sql`${t.mostUses} is null or ${t.mostUses} > 0`),
  ],
)
