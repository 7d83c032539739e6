import { sql } from "drizzle-orm"
import { check, foreignKey, index, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core"
import { oneOf } from "./checks"
import { day, instant, owned } from "./columns"
import { tasks } from "./foundation-tasks"
import { members, students } from "./people"
import { classes } from "./teaching"

/**
 * A student who was enrolled in the next term's class when it was rolled over, and whose family is asked whether they
 * continue. Declined, the spot is free again.
 */
export const renewals = sqliteTable(
  "renewals",
  {
    ...owned(),
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
  },
  (t) => [
    primaryKey({ columns: [t.schoolId, t.id] }),
    foreignKey({ columns: [t.schoolId, t.taskId], foreignColumns: [tasks.schoolId, tasks.id] }),
    foreignKey({ columns: [t.schoolId, t.classId], foreignColumns: [classes.schoolId, classes.id] }),
    foreignKey({ columns: [t.schoolId, t.studentId], foreignColumns: [students.schoolId, students.id] }),
    foreignKey({ columns: [t.schoolId, t.answeredBy], foreignColumns: [members.schoolId, members.id] }),
    uniqueIndex("renewals_once").on(t.schoolId, t.classId, t.studentId),
    index("renewals_by_student").on(t.schoolId, t.studentId, t.startsOn),
    index("renewals_by_state").on(t.schoolId, t.state, t.startsOn),
    check("renewals_state", oneOf(t.state)),
    check("renewals_answered", sql`(${t.state} = 'asked') = (${t.answeredAt} is null)`),
  ],
)
