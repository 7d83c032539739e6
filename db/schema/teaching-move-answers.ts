import { uniqueIndex } from "drizzle-orm/sqlite-core"
import { choice, refersTo } from "./column-rules"
import { instant, schoolTable } from "./columns"
import { members, students } from "./people"
import { sessions } from "./teaching-sessions"

/** What a family said to a lesson that was moved: to the start it had then. Moved again, it is asked again. */
export const moveAnswers = schoolTable(
  "move_answers",
  {
    sessionId: refersTo("session_id", () => sessions).notNull(),
    studentId: refersTo("student_id", () => students).notNull(),
    startsAt: instant("starts_at").notNull(),
    answer: choice("answer", ["confirmed", "declined"]).notNull(),
    answeredBy: refersTo("answered_by", () => members),
  },
  (t) => [uniqueIndex("move_answers_once").on(t.schoolId, t.sessionId, t.studentId, t.startsAt)],
)
