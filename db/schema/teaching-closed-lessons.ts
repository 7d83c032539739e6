import { sql } from "drizzle-orm"
import { check, index, text, uniqueIndex } from "drizzle-orm/sqlite-core"
import { refersTo } from "./column-rules"
import { instant, schoolTable } from "./columns"
import { closures } from "./teaching"
import { sessions } from "./teaching-sessions"

/** A lesson that was canceled or moved for a closure, so that all of it can be undone as one. */
export const closedLessons = schoolTable(
  "closed_lessons",
  {
    closureId: refersTo("closure_id", () => closures).notNull(),
    sessionId: refersTo("session_id", () => sessions).notNull(),
    /** JSON: where a moved lesson was, and where it went. */
    was: text("was"),
    movedTo: text("moved_to"),
    /** When its people were told, or about to be; they aren't while it is null. */
    toldAt: instant("told_at"),
    /** When the office decided that they aren't. */
    silencedAt: instant("silenced_at"),
  },
  (t) => [
    uniqueIndex("closed_lessons_once").on(t.schoolId, t.closureId, t.sessionId),
    index("closed_lessons_by_session").on(t.schoolId, t.sessionId),
    index("closed_lessons_waiting")
      .on(t.schoolId, t.closureId)
      .where(sql`told_at is null and silenced_at is null`),
    check("closed_lessons_moved", sql`(${t.was} is null) = (${t.movedTo} is null)`),
  ],
)
