import { sql } from "drizzle-orm"
import { check, index, integer, text } from "drizzle-orm/sqlite-core"
import { oneOf } from "./checks"
import { openTimePeriods } from "./choices"
import { flag, refers, schoolTable } from "./columns"
import { members, students, teachers } from "./people"
import { sessions } from "./teaching-sessions"

/** Whether families book open times of teachers by themselves, and how many. Without a teacher it's the school's rule, which holds for who has none. */
export const openTimeRules = schoolTable(
  "open_time_rules",
  {
    teacherId: text("teacher_id"),
    isOn: flag("is_on").notNull(),
    /** The last day on offer, counted from today. */
    daysAhead: integer("days_ahead").notNull(),
    /** The least hours before a lesson. */
    leadHours: integer("lead_hours").notNull(),
    /** Lessons of one student in a week or month. */
    most: integer("most").notNull(),
    per: text("per", { enum: openTimePeriods }).notNull(),
  },
  (t) => [
    refers(t, t.teacherId, teachers),
    index("open_time_rules_by_teacher").on(t.schoolId, t.teacherId),
    check("open_time_rules_ahead", sql`${t.daysAhead} between 1 and 60`),
    check("open_time_rules_lead", sql`${t.leadHours} between 0 and 336`),
    check("open_time_rules_most", sql`${t.most} between 1 and 20`),
    check("open_time_rules_per", oneOf(t.per)),
  ],
)

/** A lesson beside the weekly time that a family booked at an open time. It's charged as any lesson of its class. */
export const openTimeBookings = schoolTable(
  "open_time_bookings",
  {
    sessionId: text("session_id").notNull(),
    studentId: text("student_id").notNull(),
    bookedBy: text("booked_by"),
  },
  (t) => [
    refers(t, t.sessionId, sessions),
    refers(t, t.studentId, students),
    refers(t, t.bookedBy, members),
    index("open_time_bookings_by_session").on(t.schoolId, t.sessionId),
    index("open_time_bookings_by_student").on(t.schoolId, t.studentId),
  ],
)
