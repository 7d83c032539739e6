import { sql } from "drizzle-orm"
import { check, index, text, uniqueIndex } from "drizzle-orm/sqlite-core"
import { choice, refersTo } from "./column-rules"
import { day, instant, money, schoolTable } from "./columns"
import { payments } from "./money-payments"
import { members } from "./people"

/** A bank's CSV whose columns are still to be chosen; its text is dropped once it was read. */
export const bankUploads = schoolTable("bank_uploads", {
  fileName: text("file_name").notNull(),
  content: text("content"),
  uploadedBy: refersTo("uploaded_by", () => members),
})

/** The columns that a school chose for a bank's CSV, as JSON: one row for files with the same headings. */
export const bankColumnChoices = schoolTable(
  "bank_column_choices",
  {
    columns: text("columns").notNull(),
    /** A digest of the headings. */
    headings: text("headings").notNull().default(""),
  },
  (t) => [uniqueIndex("bank_column_choices_once").on(t.schoolId, t.headings)],
)

/** Money that came to the school's bank account; its key keeps it from being taken twice. */
export const bankEntries = schoolTable(
  "bank_entries",
  {
    entryKey: text("entry_key").notNull(),
    bookedOn: day("booked_on").notNull(),
    amountMinor: money("amount_minor").notNull(),
    currency: text("currency").notNull(),
    payerName: text("payer_name").notNull(),
    reference: text("reference").notNull(),
    bankReference: text("bank_reference"),
    state: choice("state", ["open", "recorded", "ignored"]).notNull(),
    /** The payment it was recorded as. */
    paymentId: refersTo("payment_id", () => payments),
    settledAt: instant("settled_at"),
  },
  (t) => [
    uniqueIndex("bank_entries_key").on(t.schoolId, t.entryKey),
    uniqueIndex("bank_entries_payment").on(t.schoolId, t.paymentId),
    index("bank_entries_by_state").on(t.schoolId, t.state, t.bookedOn),
    check("bank_entries_amount", sql`${t.amountMinor} > 0`),
    check("bank_entries_recorded", sql`(${t.state} = 'recorded') = (${t.paymentId} is not null)`),
  ],
)
