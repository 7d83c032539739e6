import { index, text } from "drizzle-orm/sqlite-core"
import { refersTo } from "./column-rules"
import { day, instant, schoolTable } from "./columns"
import { classes, schedules } from "./teaching"

/** A class, or one weekly time of it, that ends after a day, with what it was before, so that it can be undone as one; undone, it goes. */
export const classEndings = schoolTable(
  "class_endings",
  {
    classId: refersTo("class_id", () => classes).notNull(),
    /** The weekly time that ends; without one the whole class does. */
    scheduleId: refersTo("schedule_id", () => schedules),
    lastDay: day("last_day").notNull(),
    reason: text("reason").notNull(),
    /** JSON: the end it had, its lessons and enrollments as they were and as the ending left them. */
    before: text("before").notNull(),
    /** When its families were told. */
    toldAt: instant("told_at"),
  },
  (t) => [
    index("class_endings_by_class").on(t.schoolId, t.classId),
    index("class_endings_by_schedule").on(t.schoolId, t.scheduleId),
  ],
)
