import { check, text, uniqueIndex } from "drizzle-orm/sqlite-core"
import { oneOf } from "./checks"
import { instant, refers, schoolTable } from "./columns"
import { members, students } from "./people"
import { sessions } from "./teaching-sessions"

/** What a family said to a lesson that was moved: to the start it had then. Moved again, it is asked again. */
export const moveAnswers = schoolTable(
  "move_answers",
  {
    sessionId: text("session_id").notNull(),
    studentId: text("student_id").notNull(),
    startsAt: instant("starts_at").notNull(),
    answer: text("answer", { enum: ["confirmed", "declined"] }).notNull(),
    answeredBy: text("answered_by"),
  },
  (t) => [
    refers(t, t.sessionId, sessions),
    refers(t, t.studentId, students),
    refers(t, t.answeredBy, members),
    uniqueIndex("move_answers_once").on(t.schoolId, t.sessionId, t.studentId, t.startsAt),
    check("move_answers_answer", oneOf(t.answer)),
  ],
)
