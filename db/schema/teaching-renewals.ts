import { sql } from "drizzle-orm"
import { check, index, text, uniqueIndex } from "drizzle-orm/sqlite-core"
import { oneOf } from "./checks"
import { day, instant, refers, schoolTable } from "./columns"
import { tasks } from "./foundation-tasks"
import { members, students } from "./people"
import { classes } from "./teaching"

/**
 * A student who was enrolled in the next term's class when it was rolled over, and whose family is asked whether they
 * continue. Declined, the spot is free again.
 */
export const renewals = schoolTable(
  "renewals",
  {
    /** The roll-over it belongs to. */
    taskId: text("task_id").notNull(),
    /** The class of the next term. */
    classId: text("class_id").notNull(),
    studentId: text("student_id").notNull(),
    termName: text("term_name").notNull(),
    startsOn: day("starts_on").notNull(),
    /** The last day on which the family can answer. */
    answerBy: day("answer_by").notNull(),
    state: text("state", { enum: ["asked", "confirmed", "declined"] })
      .notNull()
      .default("asked"),
    answeredAt: instant("answered_at"),
    answeredBy: text("answered_by"),
    /** What a decline took back of reported absences and their credits, for the undo of the roll-over (JSON). */
    absences: text("absences"),
  },
  (t) => [
    refers(t, t.taskId, tasks),
    refers(t, t.classId, classes),
    refers(t, t.studentId, students),
    refers(t, t.answeredBy, members),
    uniqueIndex("renewals_once").on(t.schoolId, t.classId, t.studentId),
    index("renewals_by_student").on(t.schoolId, t.studentId, t.startsOn),
    index("renewals_by_state").on(t.schoolId, t.state, t.startsOn),
    check("renewals_state", oneOf(t.state)),
    check("renewals_answered", sql`(${t.state} = 'asked') = (${t.answeredAt} is null)`),
  ],
)
