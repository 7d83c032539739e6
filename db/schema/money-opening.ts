import { sql } from "drizzle-orm"
import { check, index } from "drizzle-orm/sqlite-core"
import { refersTo } from "./column-rules"
import { day, instant, money, schoolTable } from "./columns"
import { payments } from "./money-payments"
import { families, members } from "./people"

/**
 * What a family owed its school, or had in its favor (below zero), when the school moved its books here. No invoice says it, and it is
 * no revenue. What is in its favor is a payment of its own kind, so that it settles invoices as account credit does.
 */
export const openingBalances = schoolTable(
  "opening_balances",
  {
    familyId: refersTo("family_id", () => families).notNull(),
    amountMinor: money("amount_minor").notNull(),
    asOf: day("as_of").notNull(),
    /** The account credit that it is, below zero. */
    paymentId: refersTo("payment_id", () => payments),
    recordedBy: refersTo("recorded_by", () => members),
    removedAt: instant("removed_at"),
  },
  (t) => [
    index("opening_balances_by_family").on(t.schoolId, t.familyId),
    check("opening_balances_amount", sql`${t.amountMinor} <> 0`),
    check("opening_balances_credit", sql`(${t.amountMinor} < 0) = (${t.paymentId} is not null)`),
  ],
)
