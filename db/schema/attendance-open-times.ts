import { sql } from "drizzle-orm"
import { check, index, integer } from "drizzle-orm/sqlite-core"
import { openTimePeriods } from "./choices"
import { choice, refersTo } from "./column-rules"
import { flag, schoolTable } from "./columns"
import { members, students, teachers } from "./people"
import { sessions } from "./teaching-sessions"

/** Whether families book open times of teachers by themselves, and how many. Without a teacher it's the school's rule, which holds for who has none. */
export const openTimeRules = schoolTable(
  "open_time_rules",
  {
    teacherId: refersTo("teacher_id", () => teachers),
    isOn: flag("is_on").notNull(),
    /** The last day on offer, counted from today. */
    daysAhead: integer("days_ahead").notNull(),
    /** The least hours before a lesson. */
    leadHours: integer("lead_hours").notNull(),
    /** Lessons of one student in a week or month. */
    most: integer("most").notNull(),
    per: choice("per", openTimePeriods).notNull(),
  },
  (t) => [
    index("open_time_rules_by_teacher").on(t.schoolId, t.teacherId),
    check("open_time_rules_ahead", sql`${t.daysAhead} between 1 and 60`),
    check("open_time_rules_lead", sql`${t.leadHours} between 0 and 336`),
    check("open_time_rules_most", sql`${t.most} between 1 and 20`),
  ],
)

/** A lesson beside the weekly time that a family booked at an open time. It's charged as any lesson of its class. */
export const openTimeBookings = schoolTable(
  "open_time_bookings",
  {
    sessionId: refersTo("session_id", () => sessions).notNull(),
    studentId: refersTo("student_id", () => students).notNull(),
    bookedBy: refersTo("booked_by", () => members),
  },
  (t) => [
    index("open_time_bookings_by_session").on(t.schoolId, t.sessionId),
    index("open_time_bookings_by_student").on(t.schoolId, t.studentId),
  ],
)
