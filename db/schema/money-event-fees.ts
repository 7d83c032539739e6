import { foreignKey, index, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core"
import { instant, owned } from "./columns"
import { charges } from "./money"
import { occasions } from "./teaching-occasions"

/** The charge that a family's yes to an event made, of the student that the charge names. Taken back once at most. */
export const eventFees = sqliteTable(
  "event_fees",
  {
    ...owned(),
    occasionId: text("occasion_id").notNull(),
    chargeId: text("charge_id").notNull(),
    takenBackAt: instant("taken_back_at"),
  },
  (t) => [
    primaryKey({ columns: [t.schoolId, t.id] }),
    foreignKey({ columns: [t.schoolId, t.occasionId], foreignColumns: [occasions.schoolId, occasions.id] }),
    foreignKey({ columns: [t.schoolId, t.chargeId], foreignColumns: [charges.schoolId, charges.id] }),
    uniqueIndex("event_fees_charge").on(t.schoolId, t.chargeId),
    index("event_fees_by_occasion").on(t.schoolId, t.occasionId),
  ],
)
