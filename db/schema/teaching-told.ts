import { sql } from "drizzle-orm"
import { index, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core"
import { instant, owned } from "./columns"

/**
 * What someone was told of a lesson, or saw before its first change, as long as that may differ from the lesson as it is.
 * When it is due, the difference is written as a letter.
 */
export const told = sqliteTable(
  "told",
  {
    ...owned(),
    /** Not a key: the row waits for a lesson whose removal can be undone. */
    sessionId: text("session_id").notNull(),
    /** An email address. */
    reader: text("reader").notNull(),
    /** JSON: the lesson as the reader knows it. */
    known: text("known").notNull(),
    /** When the difference is to be told; null while nothing is, or another letter tells it. */
    dueAt: instant("due_at"),
    /** The key of the letter that tells it instead. */
    toldBy: text("told_by"),
  },
  (t) => [
    primaryKey({ columns: [t.schoolId, t.id] }),
    uniqueIndex("told_once").on(t.schoolId, t.sessionId, t.reader),
    index("told_due").on(t.schoolId, t.dueAt).where(sql`due_at is not null`),
    index("told_by_letter").on(t.schoolId, t.toldBy).where(sql`told_by is not null`),
  ],
)
