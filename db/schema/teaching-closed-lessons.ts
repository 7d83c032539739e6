import { foreignKey, index, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core"
import { owned } from "./columns"
import { closures } from "./teaching"
import { sessions } from "./teaching-sessions"

/** A lesson that was canceled for a closure, so that both can be undone as one. */
export const closedLessons = sqliteTable(
  "closed_lessons",
  {
    ...owned(),
    closureId: text("closure_id").notNull(),
    sessionId: text("session_id").notNull(),
    /** JSON: the make-up credits that were spent on spots in it. */
    spent: text("spent").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.schoolId, t.id] }),
    foreignKey({ columns: [t.schoolId, t.closureId], foreignColumns: [closures.schoolId, closures.id] }),
    foreignKey({ columns: [t.schoolId, t.sessionId], foreignColumns: [sessions.schoolId, sessions.id] }),
    uniqueIndex("closed_lessons_once").on(t.schoolId, t.closureId, t.sessionId),
    index("closed_lessons_by_session").on(t.schoolId, t.sessionId),
  ],
)
