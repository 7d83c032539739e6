import { sql } from "drizzle-orm"
import { check, index, integer, text, uniqueIndex } from "drizzle-orm/sqlite-core"
import { oneOf } from "./checks"
import { excuses } from "./choices"
import { day, instant, refers, schoolTable, wallClock } from "./columns"
import { members, students, teachers } from "./people"
import { classes, enrollments, rooms, schedules } from "./teaching"

/**
 * One dated meeting of a class. Within the class it is identified by the start it was first meant for, which iCalendar
 * calls its recurrence ID: a moved or canceled session keeps it, so the rule never makes it twice.
 */
export const sessions = schoolTable(
  "sessions",
  {
    classId: text("class_id").notNull(),
    scheduleId: text("schedule_id"),
    originalDate: day("original_date").notNull(),
    originalStartTime: wallClock("original_start_time").notNull(),
    /** Tells sessions with the same original start apart, such as one that was moved and one added in its place. */
    sequence: integer("sequence").notNull().default(0),
    localDate: day("local_date").notNull(),
    startTime: wallClock("start_time").notNull(),
    minutes: integer("minutes").notNull(),
    startsAt: instant("starts_at").notNull(),
    endsAt: instant("ends_at").notNull(),
    teacherId: text("teacher_id"),
    roomId: text("room_id"),
    state: text("state", { enum: ["planned", "cancelled"] })
      .notNull()
      .default("planned"),
    cancelReason: text("cancel_reason"),
    registerTakenAt: instant("register_taken_at"),
    registerTakenBy: text("register_taken_by"),
    /** How many of its students have a mark that counts, and how many of them attended; kept by triggers on `marks`. */
    markedCount: integer("marked_count").notNull().default(0),
    attendedCount: integer("attended_count").notNull().default(0),
    /** How often it was changed: calendar programs take the later of two versions. */
    revision: integer("revision")
      .notNull()
      .default(0)
      .$onUpdate(() => sql`revision + 1`),
    /** Why it stays although its teacher, room or day says otherwise, and which of those causes that accepted. */
    keptReason: text("kept_reason"),
    keptDespite: text("kept_despite"),
    /** Where an online lesson takes place; without one it is the class's. */
    onlineLink: text("online_link"),
  },
  (t) => [
    refers(t, t.classId, classes),
    refers(t, t.scheduleId, schedules),
    refers(t, t.teacherId, teachers),
    refers(t, t.roomId, rooms),
    refers(t, t.registerTakenBy, members),
    uniqueIndex("sessions_original_start").on(
      t.schoolId,
      t.classId,
      t.originalDate,
      t.originalStartTime,
      t.sequence,
    ),
    // With what a month and the rooms of a week count in it and what notices are found by, so that these read nothing but
    // the index. The teachers of a week still ask each session's class who gives it beside them.
    index("sessions_by_date").on(
      t.schoolId,
      t.localDate,
      t.startsAt,
      t.id,
      t.state,
      t.minutes,
      t.teacherId,
      t.roomId,
    ),
    index("sessions_by_teacher").on(t.schoolId, t.teacherId, t.localDate),
    index("sessions_by_schedule").on(t.schoolId, t.scheduleId),
    index("sessions_register_missing")
      .on(t.schoolId, t.startsAt)
      .where(sql`register_taken_at is null and state = 'planned'`),
    index("sessions_attended")
      .on(t.schoolId, t.localDate, t.markedCount, t.attendedCount)
      .where(sql`marked_count > 0`),
    check("sessions_original_date", sql`${t.originalDate} is date(${t.originalDate})`),
    check(
      "sessions_original_start_time",
      sql`${t.originalStartTime} is strftime('%H:%M', ${t.originalStartTime})`,
    ),
    check("sessions_sequence", sql`${t.sequence} >= 0`),
    check("sessions_state", oneOf(t.state)),
    check("sessions_order", sql`${t.endsAt} > ${t.startsAt}`),
    check("sessions_minutes", sql`${t.minutes} between 5 and 600`),
  ],
)

/** Teacher, room and student time claimed by a session; clashes are overlaps of rows with one resource. */
export const bookings = schoolTable(
  "bookings",
  {
    sessionId: text("session_id").notNull(),
    resource: text("resource", { enum: ["teacher", "room", "student"] }).notNull(),
    resourceId: text("resource_id").notNull(),
    startsAt: instant("starts_at").notNull(),
    endsAt: instant("ends_at").notNull(),
    /** Why a clash was accepted when this was booked. */
    overrideReason: text("override_reason"),
  },
  (t) => [
    refers(t, t.sessionId, sessions),
    uniqueIndex("bookings_once").on(t.schoolId, t.sessionId, t.resource, t.resourceId),
    index("bookings_overlap").on(t.schoolId, t.resource, t.resourceId, t.startsAt, t.endsAt),
    check("bookings_resource", oneOf(t.resource)),
    check("bookings_order", sql`${t.endsAt} > ${t.startsAt}`),
  ],
)

/** One student in one session: a row as soon as the session has begun or something is said about it. */
export const seats = schoolTable(
  "seats",
  {
    sessionId: text("session_id").notNull(),
    studentId: text("student_id").notNull(),
    enrollmentId: text("enrollment_id"),
    kind: text("kind", { enum: ["enrolled", "visitor", "trial", "make_up"] }).notNull(),
    noticeAt: instant("notice_at"),
    noticeText: text("notice_text"),
    /** Why a notice that came late counts as in time: an illness with a note, or one of the term's allowances. */
    excusedBy: text("excused_by", { enum: excuses }),
    excusedNote: text("excused_note"),
  },
  (t) => [
    refers(t, t.sessionId, sessions),
    refers(t, t.studentId, students),
    refers(t, t.enrollmentId, enrollments),
    uniqueIndex("seats_once").on(t.schoolId, t.sessionId, t.studentId),
    index("seats_by_student").on(t.schoolId, t.studentId, t.sessionId),
    index("seats_by_enrollment").on(t.schoolId, t.enrollmentId),
    index("seats_noticed").on(t.schoolId, t.sessionId).where(sql`notice_at is not null`),
    index("seats_allowed").on(t.schoolId, t.studentId).where(sql`excused_by = 'allowance'`),
    check("seats_kind", oneOf(t.kind)),
    check("seats_excuse", oneOf(t.excusedBy)),
    check("seats_excused_notice", sql`${t.excusedBy} is null or ${t.noticeAt} is not null`),
  ],
)

/** Who gives one lesson in place of a co-teacher of its class; no one where it goes on without them. */
export const coSubstitutes = schoolTable(
  "co_substitutes",
  {
    sessionId: text("session_id").notNull(),
    /** The co-teacher whose place it is. */
    teacherId: text("teacher_id").notNull(),
    substituteId: text("substitute_id"),
  },
  (t) => [
    refers(t, t.sessionId, sessions),
    refers(t, t.teacherId, teachers),
    refers(t, t.substituteId, teachers),
    uniqueIndex("co_substitutes_once").on(t.schoolId, t.sessionId, t.teacherId),
    index("co_substitutes_by_teacher").on(t.schoolId, t.teacherId),
    index("co_substitutes_by_substitute").on(t.schoolId, t.substituteId, t.sessionId),
  ],
)
