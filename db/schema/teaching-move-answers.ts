import { check, foreignKey, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core"
import { oneOf } from "./checks"
import { instant, owned } from "./columns"
import { members, students } from "./people"
import { sessions } from "./teaching-sessions"

/** What a family said to a lesson that was moved: to the start it had then. Moved again, it is asked again. */
export const moveAnswers = sqliteTable(
  "move_answers",
  {
    ...owned(),
    sessionId: text("session_id").notNull(),
    studentId: text("student_id").notNull(),
    startsAt: instant("starts_at").notNull(),
    answer: text("answer", { enum: ["confirmed", "declined"] }).notNull(),
    answeredBy: text("answered_by"),
  },
  (t) => [
    primaryKey({ columns: [t.schoolId, t.id] }),
    foreignKey({ columns: [t.schoolId, t.sessionId], foreignColumns: [sessions.schoolId, sessions.id] }),
    foreignKey({ columns: [t.schoolId, t.studentId], foreignColumns: [students.schoolId, students.id] }),
    foreignKey({ columns: [t.schoolId, t.answeredBy], foreignColumns: [members.schoolId, members.id] }),
    uniqueIndex("move_answers_once").on(t.schoolId, t.sessionId, t.studentId, t.startsAt),
    check("move_answers_answer", oneOf(t.answer)),
  ],
)
