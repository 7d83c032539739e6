import { sql } from "drizzle-orm"
import { check, index, integer, text, uniqueIndex } from "drizzle-orm/sqlite-core"
import { choice, refersTo } from "./column-rules"
import { day, instant, schoolTable, wallClock } from "./columns"
import { members, teachers } from "./people"

/** Hours of the week in which a teacher can be given lessons: ISO weekday (1 is Monday), wall clock of the school. */
export const teacherAvailability = schoolTable(
  "teacher_availability",
  {
    teacherId: refersTo("teacher_id", () => teachers).notNull(),
    weekday: integer("weekday").notNull(),
    fromTime: wallClock("from_time").notNull(),
    toTime: wallClock("to_time").notNull(),
  },
  (t) => [
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
    teacherId: refersTo("teacher_id", () => teachers).notNull(),
    startsOn: day("starts_on").notNull(),
    endsOn: day("ends_on").notNull(),
    fromTime: wallClock("from_time"),
    toTime: wallClock("to_time"),
    reason: text("reason"),
    state: choice("state", ["requested", "approved", "declined", "withdrawn"]).notNull().default("requested"),
    requestedBy: refersTo("requested_by", () => members),
    decidedBy: refersTo("decided_by", () => members),
    decidedAt: instant("decided_at"),
    answer: text("answer"),
  },
  (t) => [
    index("time_off_by_teacher").on(t.schoolId, t.teacherId, t.startsOn),
    index("time_off_by_date").on(t.schoolId, t.startsOn, t.endsOn),
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
    timeOffId: refersTo("time_off_id", () => timeOff).notNull(),
    savedBy: refersTo("saved_by", () => members),
    /** JSON: what is chosen for each lesson, by its id. */
    choices: text("choices").notNull(),
    hoursReason: text("hours_reason").notNull(),
  },
  (t) => [uniqueIndex("arrangement_drafts_once").on(t.schoolId, t.timeOffId)],
)
