import { foreignKey, index, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core"
import { owned } from "./columns"
import { classes } from "./teaching"

/** A class that got another teacher or room for its coming lessons, with what it had before, so that it can be undone as one; undone, it goes. */
export const classChanges = sqliteTable(
  "class_changes",
  {
    ...owned(),
    classId: text("class_id").notNull(),
    /** JSON: teacher and room before and after, and the lessons as they were and as the change left them. */
    before: text("before").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.schoolId, t.id] }),
    foreignKey({ columns: [t.schoolId, t.classId], foreignColumns: [classes.schoolId, classes.id] }),
    index("class_changes_by_class").on(t.schoolId, t.classId),
  ],
)
