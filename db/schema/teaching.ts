import { sql } from "drizzle-orm"
import {
  check,
  foreignKey,
  index,
  integer,
  primaryKey,
  sqliteTable,
  text,
  uniqueIndex,
} from "drizzle-orm/sqlite-core"
import { day, flag, instant, money, owned, wallClock } from "./columns"
import { members, students, teachers } from "./people"

export const rooms = sqliteTable(
  "rooms",
  { ...owned(), name: text("name").notNull(), archivedAt: instant("archived_at") },
  (t) => [primaryKey({ columns: [t.schoolId, t.id] }), index("rooms_by_name").on(t.schoolId, t.name)],
)

/** What the school teaches, in its own words and order. */
export const instruments = sqliteTable(
  "instruments",
  {
    ...owned(),
    name: text("name").notNull(),
    archivedAt: instant("archived_at"),
  },
  (t) => [
    primaryKey({ columns: [t.schoolId, t.id] }),
    uniqueIndex("instruments_name").on(t.schoolId, sql`lower(name)`),
  ],
)

/** How far somebody is, from the first step on. */
export const levels = sqliteTable(
  "levels",
  {
    ...owned(),
    name: text("name").notNull(),
    position: integer("position").notNull(),
    archivedAt: instant("archived_at"),
  },
  (t) => [
    primaryKey({ columns: [t.schoolId, t.id] }),
    uniqueIndex("levels_name").on(t.schoolId, sql`lower(name)`),
  ],
)

/** A stretch of the school's year, both ends included; terms do not overlap. */
export const terms = sqliteTable(
  "terms",
  {
    ...owned(),
    name: text("name").notNull(),
    startsOn: day("starts_on").notNull(),
    endsOn: day("ends_on").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.schoolId, t.id] }),
    index("terms_by_date").on(t.schoolId, t.startsOn),
    check("terms_order", sql`${t.startsOn} <= ${t.endsOn}`),
  ],
)

/** Days without lessons, both ends included. */
export const closures = sqliteTable(
  "closures",
  {
    ...owned(),
    name: text("name").notNull(),
    startsOn: day("starts_on").notNull(),
    endsOn: day("ends_on").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.schoolId, t.id] }),
    index("closures_by_date").on(t.schoolId, t.startsOn, t.endsOn),
    check("closures_order", sql`${t.startsOn} <= ${t.endsOn}`),
  ],
)

export const classKinds = ["private", "group", "ensemble", "trial"] as const
export const billingModes = ["per_session", "monthly", "package"] as const

export const classes = sqliteTable(
  "classes",
  {
    ...owned(),
    name: text("name").notNull(),
    kind: text("kind", { enum: classKinds }).notNull(),
    instrument: text("instrument"),
    teacherId: text("teacher_id"),
    roomId: text("room_id"),
    capacity: integer("capacity").notNull(),
    endedOn: day("ended_on"),
  },
  (t) => [
    primaryKey({ columns: [t.schoolId, t.id] }),
    foreignKey({ columns: [t.schoolId, t.teacherId], foreignColumns: [teachers.schoolId, teachers.id] }),
    foreignKey({ columns: [t.schoolId, t.roomId], foreignColumns: [rooms.schoolId, rooms.id] }),
    index("classes_by_name").on(t.schoolId, sql`name collate nocase`, t.id),
    index("classes_by_teacher").on(t.schoolId, t.teacherId),
    check("classes_kind", sql`${t.kind} in ('private', 'group', 'ensemble', 'trial')`),
    check("classes_capacity", sql`${t.capacity} between 1 and 500`),
  ],
)

/** The price of a class for one student, from a day on. Monthly is a flat fee per calendar month. */
export const classPrices = sqliteTable(
  "class_prices",
  {
    ...owned(),
    classId: text("class_id").notNull(),
    billing: text("billing", { enum: billingModes }).notNull(),
    amountMinor: money("amount_minor").notNull(),
    fromDate: day("from_date").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.schoolId, t.id] }),
    foreignKey({ columns: [t.schoolId, t.classId], foreignColumns: [classes.schoolId, classes.id] }),
    index("class_prices_by_class").on(t.schoolId, t.classId, t.fromDate),
    check("class_prices_billing", sql`${t.billing} in ('per_session', 'monthly', 'package')`),
    check("class_prices_amount", sql`${t.amountMinor} >= 0`),
  ],
)

/** A class's repeating rule: RFC 5545 RRULE text, wall-clock start in the school's zone. */
export const schedules = sqliteTable(
  "schedules",
  {
    ...owned(),
    classId: text("class_id").notNull(),
    rrule: text("rrule").notNull(),
    startTime: wallClock("start_time").notNull(),
    minutes: integer("minutes").notNull(),
    startsOn: day("starts_on").notNull(),
    endsOn: day("ends_on"),
    /** Sessions exist as rows up to and including this day. */
    madeUntil: day("made_until").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.schoolId, t.id] }),
    foreignKey({ columns: [t.schoolId, t.classId], foreignColumns: [classes.schoolId, classes.id] }),
    index("schedules_by_class").on(t.schoolId, t.classId),
    index("schedules_by_made_until").on(t.madeUntil),
    check("schedules_minutes", sql`${t.minutes} between 5 and 600`),
    check("schedules_order", sql`${t.endsOn} is null or ${t.endsOn} >= ${t.startsOn}`),
  ],
)

/**
 * One dated meeting of a class. Within the class it is identified by the start it was first meant for, which iCalendar
 * calls its recurrence ID: a moved or cancelled session keeps it, so the rule never makes it twice.
 */
export const sessions = sqliteTable(
  "sessions",
  {
    ...owned(),
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
  },
  (t) => [
    primaryKey({ columns: [t.schoolId, t.id] }),
    foreignKey({ columns: [t.schoolId, t.classId], foreignColumns: [classes.schoolId, classes.id] }),
    foreignKey({ columns: [t.schoolId, t.scheduleId], foreignColumns: [schedules.schoolId, schedules.id] }),
    foreignKey({ columns: [t.schoolId, t.teacherId], foreignColumns: [teachers.schoolId, teachers.id] }),
    foreignKey({ columns: [t.schoolId, t.roomId], foreignColumns: [rooms.schoolId, rooms.id] }),
    foreignKey({ columns: [t.schoolId, t.registerTakenBy], foreignColumns: [members.schoolId, members.id] }),
    uniqueIndex("sessions_original_start").on(
      t.schoolId,
      t.classId,
      t.originalDate,
      t.originalStartTime,
      t.sequence,
    ),
    index("sessions_by_date").on(t.schoolId, t.localDate, t.startsAt),
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
    check("sessions_state", sql`${t.state} in ('planned', 'cancelled')`),
    check("sessions_order", sql`${t.endsAt} > ${t.startsAt}`),
    check("sessions_minutes", sql`${t.minutes} between 5 and 600`),
  ],
)

/** Teacher, room and student time claimed by a session; clashes are overlaps of rows with one resource. */
export const bookings = sqliteTable(
  "bookings",
  {
    ...owned(),
    sessionId: text("session_id").notNull(),
    resource: text("resource", { enum: ["teacher", "room", "student"] }).notNull(),
    resourceId: text("resource_id").notNull(),
    startsAt: instant("starts_at").notNull(),
    endsAt: instant("ends_at").notNull(),
    /** Why a clash was accepted when this was booked. */
    overrideReason: text("override_reason"),
  },
  (t) => [
    primaryKey({ columns: [t.schoolId, t.id] }),
    foreignKey({ columns: [t.schoolId, t.sessionId], foreignColumns: [sessions.schoolId, sessions.id] }),
    uniqueIndex("bookings_once").on(t.schoolId, t.sessionId, t.resource, t.resourceId),
    index("bookings_overlap").on(t.schoolId, t.resource, t.resourceId, t.startsAt, t.endsAt),
    check("bookings_resource", sql`${t.resource} in ('teacher', 'room', 'student')`),
    check("bookings_order", sql`${t.endsAt} > ${t.startsAt}`),
  ],
)

/**
 * A student in a class, from a day to a day (both included). Price and billing are what was agreed at the start and
 * override the class's own; what was agreed later is a row of `ownPrices`.
 */
export const enrollments = sqliteTable(
  "enrollments",
  {
    ...owned(),
    classId: text("class_id").notNull(),
    studentId: text("student_id").notNull(),
    startsOn: day("starts_on").notNull(),
    endsOn: day("ends_on"),
    billing: text("billing", { enum: billingModes }),
    priceMinor: money("price_minor"),
    endReason: text("end_reason"),
  },
  (t) => [
    primaryKey({ columns: [t.schoolId, t.id] }),
    foreignKey({ columns: [t.schoolId, t.classId], foreignColumns: [classes.schoolId, classes.id] }),
    foreignKey({ columns: [t.schoolId, t.studentId], foreignColumns: [students.schoolId, students.id] }),
    index("enrollments_by_class").on(t.schoolId, t.classId, t.startsOn),
    index("enrollments_by_student").on(t.schoolId, t.studentId, t.startsOn),
    check("enrollments_order", sql`${t.endsOn} is null or ${t.endsOn} >= ${t.startsOn}`),
    check(
      "enrollments_billing",
      sql`${t.billing} is null or ${t.billing} in ('per_session', 'monthly', 'package')`,
    ),
    check("enrollments_price", sql`${t.priceMinor} is null or ${t.priceMinor} >= 0`),
  ],
)

/**
 * What an enrollment costs from a day on, after what was agreed when it was made: an own price, or, without an amount,
 * the class's price again.
 */
export const ownPrices = sqliteTable(
  "own_prices",
  {
    ...owned(),
    enrollmentId: text("enrollment_id").notNull(),
    billing: text("billing", { enum: billingModes }),
    amountMinor: money("amount_minor"),
    fromDate: day("from_date").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.schoolId, t.id] }),
    foreignKey({
      columns: [t.schoolId, t.enrollmentId],
      foreignColumns: [enrollments.schoolId, enrollments.id],
    }),
    uniqueIndex("own_prices_once").on(t.schoolId, t.enrollmentId, t.fromDate),
    check(
      "own_prices_billing",
      sql`${t.billing} is null or ${t.billing} in ('per_session', 'monthly', 'package')`,
    ),
    check("own_prices_amount", sql`${t.amountMinor} is null or ${t.amountMinor} >= 0`),
    check("own_prices_whole", sql`${t.amountMinor} is not null or ${t.billing} is null`),
  ],
)

export const waitingStates = ["waiting", "offered", "taken", "declined", "expired", "withdrawn"] as const

/**
 * A student in line for a class that is full, the earliest row first. A free place is offered until an instant; while it
 * is, nobody else is put on it. A row that is closed says how it ended.
 */
export const waitingPlaces = sqliteTable(
  "waiting_places",
  {
    ...owned(),
    classId: text("class_id").notNull(),
    studentId: text("student_id").notNull(),
    state: text("state", { enum: waitingStates }).notNull(),
    offerUntil: instant("offer_until"),
    closedAt: instant("closed_at"),
  },
  (t) => [
    primaryKey({ columns: [t.schoolId, t.id] }),
    foreignKey({ columns: [t.schoolId, t.classId], foreignColumns: [classes.schoolId, classes.id] }),
    foreignKey({ columns: [t.schoolId, t.studentId], foreignColumns: [students.schoolId, students.id] }),
    uniqueIndex("waiting_places_once")
      .on(t.schoolId, t.classId, t.studentId)
      .where(sql`state in ('waiting', 'offered')`),
    index("waiting_places_by_student").on(t.schoolId, t.studentId),
    index("waiting_places_offered").on(t.schoolId, t.offerUntil).where(sql`state = 'offered'`),
    check(
      "waiting_places_state",
      sql`${t.state} in ('waiting', 'offered', 'taken', 'declined', 'expired', 'withdrawn')`,
    ),
    check("waiting_places_offer", sql`${t.state} <> 'offered' or ${t.offerUntil} is not null`),
    check("waiting_places_closed", sql`(${t.state} in ('waiting', 'offered')) = (${t.closedAt} is null)`),
  ],
)

/** One student in one session: a row as soon as the session has begun or something is said about it. */
export const seats = sqliteTable(
  "seats",
  {
    ...owned(),
    sessionId: text("session_id").notNull(),
    studentId: text("student_id").notNull(),
    enrollmentId: text("enrollment_id"),
    kind: text("kind", { enum: ["enrolled", "visitor", "trial", "make_up"] }).notNull(),
    noticeAt: instant("notice_at"),
    noticeText: text("notice_text"),
  },
  (t) => [
    primaryKey({ columns: [t.schoolId, t.id] }),
    foreignKey({ columns: [t.schoolId, t.sessionId], foreignColumns: [sessions.schoolId, sessions.id] }),
    foreignKey({ columns: [t.schoolId, t.studentId], foreignColumns: [students.schoolId, students.id] }),
    foreignKey({
      columns: [t.schoolId, t.enrollmentId],
      foreignColumns: [enrollments.schoolId, enrollments.id],
    }),
    uniqueIndex("seats_once").on(t.schoolId, t.sessionId, t.studentId),
    index("seats_by_student").on(t.schoolId, t.studentId, t.sessionId),
    index("seats_by_enrollment").on(t.schoolId, t.enrollmentId),
    index("seats_noticed").on(t.schoolId, t.sessionId).where(sql`notice_at is not null`),
    check("seats_kind", sql`${t.kind} in ('enrolled', 'visitor', 'trial', 'make_up')`),
  ],
)

export const markCodes = ["present", "late", "absent", "excused", "cancelled"] as const

/** The school's outcome table: what each mark decides. Changing it never rewrites marks already made. */
export const outcomes = sqliteTable(
  "outcomes",
  {
    ...owned(),
    code: text("code", { enum: markCodes }).notNull(),
    label: text("label").notNull(),
    chargedPercent: integer("charged_percent").notNull(),
    paidPercent: integer("paid_percent").notNull(),
    issuesCredit: flag("issues_credit").notNull(),
    countsAsAttended: flag("counts_as_attended").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.schoolId, t.id] }),
    uniqueIndex("outcomes_code").on(t.schoolId, t.code),
    check("outcomes_code_known", sql`${t.code} in ('present', 'late', 'absent', 'excused', 'cancelled')`),
    check("outcomes_charged", sql`${t.chargedPercent} between 0 and 100`),
    check("outcomes_paid", sql`${t.paidPercent} between 0 and 100`),
  ],
)

/** What happened on a seat, with the outcome's effect as it was then. A correction is a new row that supersedes. */
export const marks = sqliteTable(
  "marks",
  {
    ...owned(),
    seatId: text("seat_id").notNull(),
    code: text("code", { enum: markCodes }).notNull(),
    minutesLate: integer("minutes_late"),
    chargedPercent: integer("charged_percent").notNull(),
    paidPercent: integer("paid_percent").notNull(),
    issuesCredit: flag("issues_credit").notNull(),
    countsAsAttended: flag("counts_as_attended").notNull(),
    markedBy: text("marked_by"),
    supersededAt: instant("superseded_at"),
  },
  (t) => [
    primaryKey({ columns: [t.schoolId, t.id] }),
    foreignKey({ columns: [t.schoolId, t.seatId], foreignColumns: [seats.schoolId, seats.id] }),
    foreignKey({ columns: [t.schoolId, t.markedBy], foreignColumns: [members.schoolId, members.id] }),
    uniqueIndex("marks_current").on(t.schoolId, t.seatId).where(sql`superseded_at is null`),
    index("marks_by_seat").on(t.schoolId, t.seatId),
    check("marks_code", sql`${t.code} in ('present', 'late', 'absent', 'excused', 'cancelled')`),
    check(
      "marks_late",
      sql`${t.minutesLate} is null or (${t.code} = 'late' and ${t.minutesLate} between 1 and 600)`,
    ),
  ],
)

/**
 * One make-up lesson owed for a seat, earned by an absence notice or by a mark. Open until used, revoked or past
 * `expiresOn`; a seat has at most one that is not revoked.
 */
export const makeUpCredits = sqliteTable(
  "make_up_credits",
  {
    ...owned(),
    studentId: text("student_id").notNull(),
    /** The mark that earned or confirmed it; null as long as there is only a notice. */
    originMarkId: text("origin_mark_id"),
    originSeatId: text("origin_seat_id").notNull(),
    minutes: integer("minutes").notNull(),
    /** How much of the missed lesson's price was charged for it: the make-up costs the rest. */
    prepaidPercent: integer("prepaid_percent").notNull(),
    expiresOn: day("expires_on").notNull(),
    usedSeatId: text("used_seat_id"),
    usedAt: instant("used_at"),
    revokedAt: instant("revoked_at"),
    revokedReason: text("revoked_reason"),
  },
  (t) => [
    primaryKey({ columns: [t.schoolId, t.id] }),
    foreignKey({ columns: [t.schoolId, t.studentId], foreignColumns: [students.schoolId, students.id] }),
    foreignKey({ columns: [t.schoolId, t.originMarkId], foreignColumns: [marks.schoolId, marks.id] }),
    foreignKey({ columns: [t.schoolId, t.originSeatId], foreignColumns: [seats.schoolId, seats.id] }),
    foreignKey({ columns: [t.schoolId, t.usedSeatId], foreignColumns: [seats.schoolId, seats.id] }),
    uniqueIndex("make_up_credits_origin").on(t.schoolId, t.originMarkId),
    uniqueIndex("make_up_credits_use").on(t.schoolId, t.usedSeatId),
    index("make_up_credits_by_seat").on(t.schoolId, t.originSeatId),
    uniqueIndex("make_up_credits_once").on(t.schoolId, t.originSeatId).where(sql`revoked_at is null`),
    index("make_up_credits_by_student").on(t.schoolId, t.studentId, t.expiresOn),
    index("make_up_credits_open")
      .on(t.schoolId, t.expiresOn)
      .where(sql`used_at is null and revoked_at is null`),
    check("make_up_credits_prepaid", sql`${t.prepaidPercent} between 0 and 100`),
    check("make_up_credits_one_end", sql`${t.usedAt} is null or ${t.revokedAt} is null`),
    check("make_up_credits_use_whole", sql`(${t.usedSeatId} is null) = (${t.usedAt} is null)`),
  ],
)

/** What was said of a session: a summary shared with families, or a note for teachers. */
export const notes = sqliteTable(
  "notes",
  {
    ...owned(),
    sessionId: text("session_id").notNull(),
    visibility: text("visibility", { enum: ["shared", "private"] }).notNull(),
    body: text("body").notNull(),
    authorId: text("author_id"),
  },
  (t) => [
    primaryKey({ columns: [t.schoolId, t.id] }),
    foreignKey({ columns: [t.schoolId, t.sessionId], foreignColumns: [sessions.schoolId, sessions.id] }),
    foreignKey({ columns: [t.schoolId, t.authorId], foreignColumns: [members.schoolId, members.id] }),
    uniqueIndex("notes_once").on(t.schoolId, t.sessionId, t.visibility),
    check("notes_visibility", sql`${t.visibility} in ('shared', 'private')`),
  ],
)
