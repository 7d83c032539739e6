import { sql } from "drizzle-orm"
import { check, index, text, uniqueIndex } from "drizzle-orm/sqlite-core"
import { choice, refersTo } from "./column-rules"
import { day, instant, schoolTable } from "./columns"
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
    taskId: refersTo("task_id", () => tasks).notNull(),
    /** The class of the next term. */
    classId: refersTo("class_id", () => classes).notNull(),
    studentId: refersTo("student_id", () => students).notNull(),
    termName: text("term_name").notNull(),
    startsOn: day("starts_on").notNull(),
    /** The last day on which the family can answer. */
    answerBy: day("answer_by").notNull(),
    state: choice("state", ["asked", "confirmed", "declined"]).notNull().default("asked"),
    answeredAt: instant("answered_at"),
    answeredBy: refersTo("answered_by", () => members),
    /** What a decline took back of reported absences and their credits, for the undo of the roll-over (JSON). */
    absences: text("absences"),
  },
  (t) => [
    uniqueIndex("renewals_once").on(t.schoolId, t.classId, t.studentId),
    index("renewals_by_student").on(t.schoolId, t.studentId, t.startsOn),
    index("renewals_by_state").on(t.schoolId, t.state, t.startsOn),
    check("renewals_answered", sql`(${t.state} = 'asked') = (${t.answeredAt} is null)`),
  ],
)
