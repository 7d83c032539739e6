import { sql } from "drizzle-orm"
import { check, index, integer, text, uniqueIndex } from "drizzle-orm/sqlite-core"
import { choice, refersTo } from "./column-rules"
import { instant, schoolTable } from "./columns"
import { members } from "./people"
import { sessions } from "./teaching-sessions"
import { timeOff } from "./teaching-teacher-time"

/** What the office decided in one go about lessons of a teacher who is away; undone as one. */
export const arrangements = schoolTable(
  "arrangements",
  {
    timeOffId: refersTo("time_off_id", () => timeOff).notNull(),
    /** The form it was decided with: sent again, it decides nothing. */
    formKey: text("form_key").notNull(),
    arrangedBy: refersTo("arranged_by", () => members),
    /** How many lessons were to be arranged; a task may have left some out. */
    lessonCount: integer("lesson_count").notNull(),
    undoneAt: instant("undone_at"),
  },
  (t) => [
    uniqueIndex("arrangements_by_form").on(t.schoolId, t.formKey),
    index("arrangements_by_time_off").on(t.schoolId, t.timeOffId, t.createdAt),
    check("arrangements_count", sql`${t.lessonCount} > 0`),
  ],
)

/** One lesson of an arrangement: what was decided, and how it was before, so that it can be put back. */
export const arrangedLessons = schoolTable(
  "arranged_lessons",
  {
    arrangementId: refersTo("arrangement_id", () => arrangements).notNull(),
    sessionId: refersTo("session_id", () => sessions).notNull(),
    choice: choice("choice", ["substitute", "move", "cancel"]).notNull(),
    /** JSON: the slot it had, and what its letters say besides. */
    before: text("before").notNull(),
    /** JSON: the slot it got; null when it was canceled. */
    after: text("after"),
    undoneAt: instant("undone_at"),
  },
  (t) => [
    uniqueIndex("arranged_lessons_once").on(t.schoolId, t.arrangementId, t.sessionId),
    index("arranged_lessons_by_session").on(t.schoolId, t.sessionId),
    check("arranged_lessons_after", sql`(${t.choice} = 'cancel') = (${t.after} is null)`),
  ],
)
