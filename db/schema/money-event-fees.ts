import { index, uniqueIndex } from "drizzle-orm/sqlite-core"
import { refersTo } from "./column-rules"
import { flag, instant, schoolTable } from "./columns"
import { charges } from "./money"
import { occasions } from "./teaching-occasions"

/** The charge that a family's yes to an event made, of the student that the charge names. Taken back once at most. */
export const eventFees = schoolTable(
  "event_fees",
  {
    occasionId: refersTo("occasion_id", () => occasions).notNull(),
    chargeId: refersTo("charge_id", () => charges).notNull(),
    takenBackAt: instant("taken_back_at"),
    /** The family had it invoiced alone, to pay it with its answer: withdrawn before it is paid, that invoice is void. */
    isOwnInvoice: flag("is_own_invoice").notNull().default(false),
  },
  (t) => [
    uniqueIndex("event_fees_charge").on(t.schoolId, t.chargeId),
    index("event_fees_by_occasion").on(t.schoolId, t.occasionId),
  ],
)
