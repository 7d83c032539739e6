import { sql } from "drizzle-orm"
import { check, index, integer, text, uniqueIndex } from "drizzle-orm/sqlite-core"
import { oneOf } from "./checks"
import { classKinds, enteredWorkStates, payLineKinds, payRateKinds, payRhythms } from "./choices"
import { choice, refersTo } from "./column-rules"
import { basisPoints, day, flag, instant, money, schoolTable } from "./columns"
import { members, teachers } from "./people"
import { sessions } from "./teaching-sessions"

/**
 * What a teacher earns, from a day on: per session or per hour in minor units, or a percentage of what was charged. It may
 * hold for one kind of class, one length or groups of a size only; the rate with the most such conditions counts.
 */
export const payRates = schoolTable(
  "pay_rates",
  {
    teacherId: refersTo("teacher_id", () => teachers).notNull(),
    kind: choice("kind", payRateKinds).notNull(),
    amountMinor: money("amount_minor").notNull(),
    basisPoints: basisPoints("basis_points"),
    classKind: text("class_kind", { enum: classKinds }),
    minutes: integer("minutes"),
    /** From how many students on. */
    studentsFrom: integer("students_from"),
    fromDate: day("from_date").notNull(),
    /** The last day it holds; null while no one ended it. */
    lastDay: day("last_day"),
  },
  (t) => [
    index("pay_rates_by_teacher").on(t.schoolId, t.teacherId, t.fromDate),
    check("pay_rates_class_kind", sql`${t.classKind} is null or ${oneOf(t.classKind)}`),
    check("pay_rates_amount", sql`${t.amountMinor} >= 0`),
    check("pay_rates_percent", sql`(${t.kind} = 'percent') = (${t.basisPoints} is not null)`),
    check("pay_rates_points", sql`${t.basisPoints} is null or ${t.basisPoints} between 1 and 10000`),
    check("pay_rates_minutes", sql`${t.minutes} is null or ${t.minutes} between 5 and 600`),
    check("pay_rates_students", sql`${t.studentsFrom} is null or ${t.studentsFrom} between 2 and 500`),
  ],
)

/** How often a school pays its teachers: one row a school; without one, by the month. */
export const paySettings = schoolTable(
  "pay_settings",
  {
    rhythm: choice("rhythm", payRhythms).notNull(),
    /** A first day of two weeks. */
    startsOn: day("starts_on").notNull(),
  },
  (t) => [uniqueIndex("pay_settings_once").on(t.schoolId)],
)

/** Work outside of lessons that a teacher is paid for, such as a recital. It is removed, never edited. */
export const extraWork = schoolTable(
  "extra_work",
  {
    teacherId: refersTo("teacher_id", () => teachers).notNull(),
    workedOn: day("worked_on").notNull(),
    description: text("description").notNull(),
    minutes: integer("minutes"),
    /** What an hour of it pays. */
    hourlyMinor: money("hourly_minor"),
    amountMinor: money("amount_minor").notNull(),
    addedBy: refersTo("added_by", () => members),
    removedAt: instant("removed_at"),
  },
  (t) => [
    index("extra_work_by_teacher").on(t.schoolId, t.teacherId, t.workedOn),
    index("extra_work_by_day").on(t.schoolId, t.workedOn),
    check("extra_work_hours", sql`(${t.minutes} is null) = (${t.hourlyMinor} is null)`),
    check("extra_work_minutes", sql`${t.minutes} is null or ${t.minutes} between 1 and 60000`),
    check("extra_work_amount", sql`${t.amountMinor} > 0`),
  ],
)

/** What the school pays for work outside of lessons, so that teachers can enter it: by the hour, or an amount each time. */
export const workKinds = schoolTable(
  "work_kinds",
  {
    name: text("name").notNull(),
    isHourly: flag("is_hourly").notNull(),
    amountMinor: money("amount_minor").notNull(),
    archivedAt: instant("archived_at"),
  },
  (t) => [
    index("work_kinds_by_school").on(t.schoolId, t.archivedAt),
    check("work_kinds_amount", sql`${t.amountMinor} > 0`),
  ],
)

/**
 * Extra work that a teacher entered, as the school's rates were then. Confirmed, it becomes extra work; declined or
 * withdrawn, it is never paid.
 */
export const enteredWork = schoolTable(
  "entered_work",
  {
    teacherId: refersTo("teacher_id", () => teachers).notNull(),
    /** Absent for work that is none of the school's kinds. */
    kindId: refersTo("kind_id", () => workKinds),
    workedOn: day("worked_on").notNull(),
    description: text("description").notNull(),
    minutes: integer("minutes"),
    hourlyMinor: money("hourly_minor"),
    amountMinor: money("amount_minor").notNull(),
    note: text("note"),
    state: choice("state", enteredWorkStates).notNull(),
    decidedAt: instant("decided_at"),
    decidedBy: refersTo("decided_by", () => members),
    /** Why it was declined. */
    reason: text("reason"),
    /** What is paid for it. */
    extraWorkId: refersTo("extra_work_id", () => extraWork),
  },
  (t) => [
    index("entered_work_by_teacher").on(t.schoolId, t.teacherId, t.workedOn),
    index("entered_work_by_state").on(t.schoolId, t.state, t.workedOn),
    uniqueIndex("entered_work_paid_once").on(t.schoolId, t.extraWorkId).where(sql`extra_work_id is not null`),
    check("entered_work_hours", sql`(${t.minutes} is null) = (${t.hourlyMinor} is null)`),
    check("entered_work_minutes", sql`${t.minutes} is null or ${t.minutes} between 1 and 60000`),
    check("entered_work_amount", sql`${t.amountMinor} > 0`),
    check("entered_work_declined", sql`(${t.state} = 'declined') = (${t.reason} is not null)`),
    check("entered_work_confirmed", sql`(${t.state} = 'confirmed') = (${t.extraWorkId} is not null)`),
  ],
)

/** A teacher's pay for a period as the office approved it. An approved one can be reopened; a locked one never changes. */
export const paySlips = schoolTable(
  "pay_slips",
  {
    teacherId: refersTo("teacher_id", () => teachers).notNull(),
    teacherName: text("teacher_name").notNull(),
    periodFrom: day("period_from").notNull(),
    periodTo: day("period_to").notNull(),
    state: choice("state", ["approved", "locked"]).notNull(),
    currency: text("currency").notNull(),
    totalMinor: money("total_minor").notNull(),
    /** The day it counts on in the books: the last of its period, or, when that is closed, the first open one. */
    bookedOn: day("booked_on").notNull(),
    approvedBy: refersTo("approved_by", () => members),
    approvedName: text("approved_name").notNull(),
    lockedAt: instant("locked_at"),
    lockedName: text("locked_name"),
  },
  (t) => [
    uniqueIndex("pay_slips_once").on(t.schoolId, t.teacherId, t.periodFrom, t.periodTo),
    index("pay_slips_by_period").on(t.schoolId, t.periodTo),
    index("pay_slips_by_booking").on(t.schoolId, t.bookedOn),
    check("pay_slips_period", sql`${t.periodFrom} <= ${t.periodTo}`),
    check("pay_slips_locked", sql`(${t.state} = 'locked') = (${t.lockedAt} is not null)`),
  ],
)

/** What a payslip adds up from; the lines add up to its total. */
export const paySlipLines = schoolTable(
  "pay_slip_lines",
  {
    slipId: refersTo("slip_id", () => paySlips).notNull(),
    teacherId: refersTo("teacher_id", () => teachers).notNull(),
    position: integer("position").notNull(),
    kind: choice("kind", payLineKinds).notNull(),
    sessionId: refersTo("session_id", () => sessions),
    extraWorkId: refersTo("extra_work_id", () => extraWork),
    occurredOn: day("occurred_on").notNull(),
    description: text("description").notNull(),
    minutes: integer("minutes"),
    rule: text("rule").notNull(),
    amountMinor: money("amount_minor").notNull(),
  },
  (t) => [
    uniqueIndex("pay_slip_lines_position").on(t.schoolId, t.slipId, t.position),
    index("pay_slip_lines_by_session").on(t.schoolId, t.sessionId),
    index("pay_slip_lines_by_work").on(t.schoolId, t.extraWorkId),
    index("pay_slip_lines_by_teacher").on(t.schoolId, t.teacherId),
    check("pay_slip_lines_source", sql`(${t.sessionId} is null) <> (${t.extraWorkId} is null)`),
  ],
)
