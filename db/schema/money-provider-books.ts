import { sql } from "drizzle-orm"
import { check, index, text, uniqueIndex } from "drizzle-orm/sqlite-core"
import { paymentProviders } from "./choices"
import { choice, refersTo } from "./column-rules"
import { day, instant, money, schoolTable } from "./columns"
import { bankEntries } from "./money-bank"
import { payments } from "./money-payments"

/** What a provider pays out to the school's bank account, or takes from it where it is below zero. */
export const providerPayouts = schoolTable(
  "provider_payouts",
  {
    provider: text("provider", { enum: paymentProviders }).notNull(),
    providerReference: text("provider_reference").notNull(),
    amountMinor: money("amount_minor").notNull(),
    currency: text("currency").notNull(),
    arrivesOn: day("arrives_on").notNull(),
    /** The day it counts in a sheet: the first open one where its month was closed before it was told. */
    bookedOn: day("booked_on"),
    state: choice("state", ["on-its-way", "paid", "failed"]).notNull(),
    /** The transfer that it is on the school's bank statement. */
    bankEntryId: refersTo("bank_entry_id", () => bankEntries),
    updatedAt: instant("updated_at").notNull(),
  },
  (t) => [
    uniqueIndex("provider_payouts_once").on(t.schoolId, t.providerReference),
    uniqueIndex("provider_payouts_entry").on(t.schoolId, t.bankEntryId),
    index("provider_payouts_by_day").on(t.schoolId, t.bookedOn),
  ],
)

/** What a provider booked in the school's account there, with its fee, as it says: a payment, a refund, a dispute, a fee of its own. */
export const providerEntries = schoolTable(
  "provider_entries",
  {
    provider: text("provider", { enum: paymentProviders }).notNull(),
    providerReference: text("provider_reference").notNull(),
    kind: choice("kind", ["payment", "refund", "dispute", "other"]).notNull(),
    /** The payment that it is about, where it is one of ours. */
    paymentId: refersTo("payment_id", () => payments),
    amountMinor: money("amount_minor").notNull(),
    feeMinor: money("fee_minor").notNull(),
    currency: text("currency").notNull(),
    bookedOn: day("booked_on").notNull(),
    payoutId: refersTo("payout_id", () => providerPayouts),
  },
  (t) => [
    uniqueIndex("provider_entries_once").on(t.schoolId, t.providerReference),
    index("provider_entries_by_day").on(t.schoolId, t.bookedOn),
    index("provider_entries_by_payment").on(t.schoolId, t.paymentId),
    index("provider_entries_by_payout").on(t.schoolId, t.payoutId),
    check("provider_entries_not_nothing", sql`${t.amountMinor} <> 0 or ${t.feeMinor} <> 0`),
  ],
)
