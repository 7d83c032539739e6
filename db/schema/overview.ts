import { integer, text } from "drizzle-orm/sqlite-core"
import { schoolTable } from "./columns"

/**
 * What was taught on a day or in a month that is over, summed up for analysis. Its ID is that day or month (`YYYY-MM-DD`,
 * `YYYY-MM`). Triggers delete it as soon as a row it was counted from changes, and it is counted again: a row that is here
 * is true.
 */
export const taughtSums = schoolTable("taught_sums", {
  markedCount: integer("marked_count").notNull(),
  attendedCount: integer("attended_count").notNull(),
  /** The lessons by teacher and instrument, and their hours, as `app/models/overview/lesson-totals` writes them. */
  lessons: text("lessons").notNull(),
  /** Of a day: its lessons by what they bring and pay, in groups, as they are written there. A month has none. */
  lessonGroups: text("lesson_groups").notNull().default("[]"),
})
