import { sql } from "drizzle-orm"
import { check, index, integer, text, uniqueIndex } from "drizzle-orm/sqlite-core"
import { oneOf } from "./checks"
import { excuses } from "./choices"
import { choice, refersTo } from "./column-rules"
import { day, instant, schoolTable, wallClock } from "./columns"
import { members, students, teachers } from "./people"
import { classes, enrollments, rooms, schedules } from "./teaching"

/**
 * One dated meeting of a class. Within the class it is identified by the start it was first meant for, which iCalendar
 * calls its recurrence ID: a moved or canceled session keeps it, so the rule never makes it twice.
 */
export const sessions = schoolTable(
  "sessions",
  {
    classId: refersTo("class_id", () => classes).notNull(),
    scheduleId: refersTo("schedule_id", () => schedules),
    originalDate: day("original_date").notNull(),
    originalStartTime: wallClock("original_start_time").notNull(),
    /** Tells sessions with the same original start apart, such as one that was moved and one added in its place. */
    sequence: integer("sequence").notNull().default(0),
    localDate: day("local_date").notNull(),
    startTime: wallClock("start_time").notNull(),
    minutes: integer("minutes").notNull(),
    startsAt: instant("starts_at").notNull(),
    endsAt: instant("ends_at").notNull(),
    teacherId: refersTo("teacher_id", () => teachers),
    roomId: refersTo("room_id", () => rooms),
    state: choice("state", ["planned", "cancelled"]).notNull().default("planned"),
    cancelReason: text("cancel_reason"),
    registerTakenAt: instant("register_taken_at"),
    registerTakenBy: refersTo("register_taken_by", () => members),
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
    check("sessions_order", sql`${t.endsAt} > ${t.startsAt}`),
    check("sessions_minutes", sql`${t.minutes} between 5 and 600`),
  ],
)

/** Teacher, room and student time claimed by a session; clashes are overlaps of rows with one resource. */
export const bookings = schoolTable(
  "bookings",
  {
    sessionId: refersTo("session_id", () => sessions).notNull(),
    resource: choice("resource", ["teacher", "room", "student"]).notNull(),
    resourceId: text("resource_id").notNull(),
    startsAt: instant("starts_at").notNull(),
    endsAt: instant("ends_at").notNull(),
    /** Why a clash was accepted when this was booked. */
    overrideReason: text("override_reason"),
  },
  (t) => [
    uniqueIndex("bookings_once").on(t.schoolId, t.sessionId, t.resource, t.resourceId),
    index("bookings_overlap").on(t.schoolId, t.resource, t.resourceId, t.startsAt, t.endsAt),
    check("bookings_order", sql`${t.endsAt} > ${t.startsAt}`),
  ],
)

/** One student in one session: a row as soon as the session has begun or something is said about it. */
export const seats = schoolTable(
  "seats",
  {
    sessionId: refersTo("session_id", () => sessions).notNull(),
    studentId: refersTo("student_id", () => students).notNull(),
    enrollmentId: refersTo("enrollment_id", () => enrollments),
    kind: choice("kind", ["enrolled", "visitor", "trial", "make_up"]).notNull(),
    noticeAt: instant("notice_at"),
    noticeText: text("notice_text"),
    /** Why a notice that came late counts as in time: an illness with a note, or one of the term's allowances. */
    excusedBy: text("excused_by", { enum: excuses }),
    excusedNote: text("excused_note"),
  },
  (t) => [
    uniqueIndex("seats_once").on(t.schoolId, t.sessionId, t.studentId),
    index("seats_by_student").on(t.schoolId, t.studentId, t.sessionId),
    index("seats_by_enrollment").on(t.schoolId, t.enrollmentId),
    index("seats_noticed").on(t.schoolId, t.sessionId).where(sql`notice_at is not null`),
    index("seats_allowed").on(t.schoolId, t.studentId).where(sql`excused_by = 'allowance'`),
    check("seats_excuse", oneOf(t.excusedBy)),
    check("seats_excused_notice", sql`${t.excusedBy} is null or ${t.noticeAt} is not null`),
  ],
)

/** Who gives one lesson in place of a co-teacher of its class; no one where it goes on without them. */
export const coSubstitutes = schoolTable(
  "co_substitutes",
  {
    sessionId: refersTo("session_id", () => sessions).notNull(),
    /** The co-teacher whose place it is. */
    teacherId: refersTo("teacher_id", () => teachers).notNull(),
    substituteId: refersTo("substitute_id", () => teachers),
  },
  (t) => [
    uniqueIndex("co_substitutes_once").on(t.schoolId, t.sessionId, t.teacherId),
    index("co_substitutes_by_teacher").on(t.schoolId, t.teacherId),
    index("co_substitutes_by_substitute").on(t.schoolId, t.substituteId, t.sessionId),
  ],
)
