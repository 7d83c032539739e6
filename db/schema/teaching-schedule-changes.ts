import { index, text } from "drizzle-orm/sqlite-core"
import { refersTo } from "./column-rules"
import { day, schoolTable } from "./columns"
import { classes, schedules } from "./teaching"

/** A weekly time that was changed from a day on, with what it was before, so that it can be undone as one; undone, it goes. */
export const scheduleChanges = schoolTable(
  "schedule_changes",
  {
    classId: refersTo("class_id", () => classes).notNull(),
    /** The rule until then, and the one from then on: the same where it had not begun. */
    earlierId: refersTo("earlier_id", () => schedules).notNull(),
    scheduleId: refersTo("schedule_id", () => schedules).notNull(),
    fromDate: day("from_date").notNull(),
    /** JSON: the rule as it was, its lessons as they were and as the change left them. */
    before: text("before").notNull(),
  },
  (t) => [
    index("schedule_changes_by_class").on(t.schoolId, t.classId),
    index("schedule_changes_by_earlier").on(t.schoolId, t.earlierId),
    index("schedule_changes_by_schedule").on(t.schoolId, t.scheduleId),
  ],
)
