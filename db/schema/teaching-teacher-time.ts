import { sql } from "drizzle-orm"
import { check, index, integer, text, uniqueIndex } from "drizzle-orm/sqlite-core"
import { oneOf } from "./checks"
import { day, instant, refers, schoolTable, wallClock } from "./columns"
import { members, teachers } from "./people"

/** Hours of the week in which a teacher can be given lessons: ISO weekday (1 is Monday), wall clock of the school. */
export const teacherAvailability = schoolTable(
  "teacher_availability",
  {
    teacherId: text("teacher_id").notNull(),
    weekday: integer("weekday").notNull(),
    fromTime: wallClock("from_time").notNull(),
    toTime: wallClock("to_time").notNull(),
  },
  (t) => [
    refers(t, t.teacherId, teachers),
    index("teacher_availability_by_teacher").on(t.schoolId, t.teacherId, t.weekday, t.fromTime),
    check("teacher_availability_weekday", sql`${t.weekday} between 1 and 7`),
    check("teacher_availability_order", sql`${t.fromTime} < ${t.toTime}`),
  ],
)

/**
 * Days a teacher is to be away, both ends included, and what the school answered. With `fromTime` the first day begins
 * only then, with `toTime` the last one ends then.
 */
export const timeOff = schoolTable(
  "time_off",
  {
    teacherId: text("teacher_id").notNull(),
    startsOn: day("starts_on").notNull(),
    endsOn: day("ends_on").notNull(),
    fromTime: wallClock("from_time"),
    toTime: wallClock("to_time"),
    reason: text("reason"),
    state: text("state", { enum: ["requested", "approved", "declined", "withdrawn"] })
      .notNull()
      .default("requested"),
    requestedBy: text("requested_by"),
    decidedBy: text("decided_by"),
    decidedAt: instant("decided_at"),
    answer: text("answer"),
  },
  (t) => [
    refers(t, t.teacherId, teachers),
    refers(t, t.requestedBy, members),
    refers(t, t.decidedBy, members),
    index("time_off_by_teacher").on(t.schoolId, t.teacherId, t.startsOn),
    index("time_off_by_date").on(t.schoolId, t.startsOn, t.endsOn),
    check("time_off_state", oneOf(t.state)),
    check("time_off_order", sql`${t.startsOn} <= ${t.endsOn}`),
    check(
      "time_off_hours",
      sql`${t.startsOn} < ${t.endsOn} or coalesce(${t.fromTime}, '') < coalesce(${t.toTime}, '~')`,
    ),
  ],
)

/** What the office has chosen so far for the lessons of someone who is away: until it is arranged, discarded, or the absence removed. */
export const arrangementDrafts = schoolTable(
  "arrangement_drafts",
  {
    timeOffId: text("time_off_id").notNull(),
    savedBy: text("saved_by"),
    /** JSON: what is chosen for each lesson, by its id. */
    choices: text("choices").notNull(),
    hoursReason: text("hours_reason").notNull(),
  },
  (t) => [
    refers(t, t.timeOffId, timeOff),
    refers(t, t.savedBy, members),
    uniqueIndex("arrangement_drafts_once").on(t.schoolId, t.timeOffId),
  ],
)
