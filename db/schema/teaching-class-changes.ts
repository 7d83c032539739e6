import { index, text } from "drizzle-orm/sqlite-core"
import { refersTo } from "./column-rules"
import { schoolTable } from "./columns"
import { classes } from "./teaching"

/** A class that got another teacher or room for its coming lessons, with what it had before, so that it can be undone as one; undone, it goes. */
export const classChanges = schoolTable(
  "class_changes",
  {
    classId: refersTo("class_id", () => classes).notNull(),
    /** JSON: teacher and room before and after, and the lessons as they were and as the change left them. */
    before: text("before").notNull(),
  },
  (t) => [index("class_changes_by_class").on(t.schoolId, t.classId)],
)
