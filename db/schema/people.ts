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
import { basisPoints, day, flag, instant, money, owned } from "./columns"

/** A person who signs in. Knows nothing of schools. E-mail and user name are stored folded. */
export const users = sqliteTable(
  "users",
  {
    id: text("id").primaryKey(),
    name: text("name").notNull(),
    email: text("email"),
    username: text("username"),
    passwordHash: text("password_hash"),
    isSuperAdmin: flag("is_super_admin").notNull().default(false),
    /** The password is one the school printed: the person chooses their own before anything else. */
    mustChangePassword: flag("must_change_password").notNull().default(false),
    /** When the mailbox behind the email was first reached: by a reset, an invitation or a confirmation. Null: never. */
    emailProvenAt: instant("email_proven_at"),
    createdAt: instant("created_at").notNull(),
  },
  (t) => [
    uniqueIndex("users_email").on(t.email),
    uniqueIndex("users_username").on(t.username),
    check("users_reachable", sql`${t.email} is not null or ${t.username} is not null`),
    check("users_folded", sql`${t.email} = lower(${t.email})`),
  ],
)

/** A user in a school, with one role. */
export const members = sqliteTable(
  "members",
  {
    ...owned(),
    userId: text("user_id")
      .notNull()
      .references(() => users.id),
    role: text("role", { enum: ["admin", "solo_teacher_admin", "teacher", "student"] }).notNull(),
    deactivatedAt: instant("deactivated_at"),
  },
  (t) => [
    primaryKey({ columns: [t.schoolId, t.id] }),
    uniqueIndex("members_user").on(t.schoolId, t.userId),
    index("members_by_user").on(t.userId),
    check("members_role", sql`${t.role} in ('admin', 'solo_teacher_admin', 'teacher', 'student')`),
  ],
)

/**
 * A member's calendar as other programs read it: the address holds a secret, of which only the hash is kept. A renewed
 * one revokes the one before.
 */
export const calendarFeeds = sqliteTable(
  "calendar_feeds",
  {
    ...owned(),
    memberId: text("member_id").notNull(),
    tokenHash: text("token_hash").notNull(),
    revokedAt: instant("revoked_at"),
  },
  (t) => [
    primaryKey({ columns: [t.schoolId, t.id] }),
    foreignKey({
      columns: [t.schoolId, t.memberId],
      foreignColumns: [members.schoolId, members.id],
    }).onDelete("cascade"),
    uniqueIndex("calendar_feeds_token").on(t.tokenHash),
    uniqueIndex("calendar_feeds_current").on(t.schoolId, t.memberId).where(sql`revoked_at is null`),
  ],
)

/**
 * The person's second factor: an authenticator app's secret, sealed with the server's key. It counts from `confirmedAt`
 * on; `lastStep` is the newest 30-second step whose code was used, so that no code opens twice.
 */
export const secondFactors = sqliteTable("second_factors", {
  userId: text("user_id")
    .primaryKey()
    .references(() => users.id, { onDelete: "cascade" }),
  sealedSecret: text("sealed_secret").notNull(),
  confirmedAt: instant("confirmed_at"),
  lastStep: integer("last_step").notNull().default(0),
  createdAt: instant("created_at").notNull(),
})

/** A code to sign in with once when the authenticator app is lost. Only its hash is kept. */
export const recoveryCodes = sqliteTable(
  "recovery_codes",
  {
    id: text("id").primaryKey(),
    userId: text("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    codeHash: text("code_hash").notNull(),
    usedAt: instant("used_at"),
    createdAt: instant("created_at").notNull(),
  },
  (t) => [uniqueIndex("recovery_codes_code").on(t.userId, t.codeHash)],
)

/** A step of Getting Started that a member says is done. No row: not done. */
export const guideMarks = sqliteTable(
  "guide_marks",
  {
    ...owned(),
    memberId: text("member_id").notNull(),
    step: text("step", {
      enum: [
        "teachers",
        "classes",
        "students",
        "schedules",
        "attendance",
        "invoices",
        "communication",
        "school-settings",
      ],
    }).notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.schoolId, t.id] }),
    foreignKey({
      columns: [t.schoolId, t.memberId],
      foreignColumns: [members.schoolId, members.id],
    }).onDelete("cascade"),
    uniqueIndex("guide_marks_once").on(t.schoolId, t.memberId, t.step),
    check(
      "guide_marks_step",
      sql`${t.step} in ('teachers', 'classes', 'students', 'schedules', 'attendance', 'invoices', 'communication', 'school-settings')`,
    ),
  ],
)

/** Somebody asked to help run the school; the row links to their membership once they have accepted. */
export const staffInvitations = sqliteTable(
  "staff_invitations",
  {
    ...owned(),
    name: text("name").notNull(),
    email: text("email").notNull(),
    invitedBy: text("invited_by"),
    memberId: text("member_id"),
  },
  (t) => [
    primaryKey({ columns: [t.schoolId, t.id] }),
    foreignKey({ columns: [t.schoolId, t.invitedBy], foreignColumns: [members.schoolId, members.id] }),
    foreignKey({ columns: [t.schoolId, t.memberId], foreignColumns: [members.schoolId, members.id] }),
    uniqueIndex("staff_invitations_email").on(t.schoolId, t.email),
    check("staff_invitations_folded", sql`${t.email} = lower(${t.email})`),
  ],
)

/**
 * Which mail of a topic a member wants. No row: the topic's own default. `topic` has no check: each new one would write
 * the table anew.
 */
export const mailChoices = sqliteTable(
  "mail_choices",
  {
    ...owned(),
    memberId: text("member_id").notNull(),
    topic: text("topic").notNull(),
    isWanted: flag("is_wanted").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.schoolId, t.id] }),
    foreignKey({
      columns: [t.schoolId, t.memberId],
      foreignColumns: [members.schoolId, members.id],
    }).onDelete("cascade"),
    uniqueIndex("mail_choices_once").on(t.schoolId, t.memberId, t.topic),
  ],
)

/** Billing account that joins siblings. */
export const families = sqliteTable(
  "families",
  {
    ...owned(),
    name: text("name").notNull(),
    address: text("address"),
  },
  (t) => [
    primaryKey({ columns: [t.schoolId, t.id] }),
    index("families_by_name").on(t.schoolId, sql`name collate nocase`, t.id),
  ],
)

/** An adult of a family. Shares of one family add up to 10 000 (or it has no payer yet). */
export const guardians = sqliteTable(
  "guardians",
  {
    ...owned(),
    familyId: text("family_id").notNull(),
    name: text("name").notNull(),
    relation: text("relation"),
    email: text("email"),
    phone: text("phone"),
    payerShare: basisPoints("payer_share").notNull().default(0),
    seesMoney: flag("sees_money").notNull().default(true),
    position: integer("position").notNull().default(0),
    memberId: text("member_id"),
  },
  (t) => [
    primaryKey({ columns: [t.schoolId, t.id] }),
    foreignKey({ columns: [t.schoolId, t.familyId], foreignColumns: [families.schoolId, families.id] }),
    foreignKey({ columns: [t.schoolId, t.memberId], foreignColumns: [members.schoolId, members.id] }),
    index("guardians_by_family").on(t.schoolId, t.familyId),
    index("guardians_by_email").on(t.schoolId, t.email),
    index("guardians_by_member").on(t.schoolId, t.memberId),
    check("guardians_share", sql`${t.payerShare} between 0 and 10000`),
    check("guardians_folded", sql`${t.email} = lower(${t.email})`),
  ],
)

export const studentStatuses = ["lead", "trial", "active", "paused", "former"] as const

export const students = sqliteTable(
  "students",
  {
    ...owned(),
    familyId: text("family_id").notNull(),
    /** The school's own number for the student, as in its old lists. */
    code: text("code"),
    firstName: text("first_name").notNull(),
    lastName: text("last_name").notNull().default(""),
    birthDate: day("birth_date"),
    email: text("email"),
    phone: text("phone"),
    status: text("status", { enum: studentStatuses }).notNull(),
    instrument: text("instrument"),
    level: text("level"),
    medicalNotes: text("medical_notes"),
    notes: text("notes"),
    memberId: text("member_id"),
  },
  (t) => [
    primaryKey({ columns: [t.schoolId, t.id] }),
    foreignKey({ columns: [t.schoolId, t.familyId], foreignColumns: [families.schoolId, families.id] }),
    foreignKey({ columns: [t.schoolId, t.memberId], foreignColumns: [members.schoolId, members.id] }),
    index("students_by_family").on(t.schoolId, t.familyId),
    index("students_by_name").on(
      t.schoolId,
      sql`last_name collate nocase`,
      sql`first_name collate nocase`,
      t.id,
    ),
    index("students_by_status").on(t.schoolId, t.status),
    uniqueIndex("students_code").on(t.schoolId, t.code),
    check("students_status", sql`${t.status} in ('lead', 'trial', 'active', 'paused', 'former')`),
    check(
      "students_birth",
      sql`${t.birthDate} is null or ${t.birthDate} glob '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]'`,
    ),
  ],
)

/** What a student learns besides the first instrument, which stands on the student. In their order. */
export const studentInstruments = sqliteTable(
  "student_instruments",
  {
    ...owned(),
    studentId: text("student_id").notNull(),
    instrument: text("instrument").notNull(),
    level: text("level"),
    position: integer("position").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.schoolId, t.id] }),
    foreignKey({ columns: [t.schoolId, t.studentId], foreignColumns: [students.schoolId, students.id] }),
    uniqueIndex("student_instruments_once").on(t.schoolId, t.studentId, t.instrument),
    index("student_instruments_by_name").on(t.schoolId, t.instrument),
  ],
)

/** The status a student had, from a day on, with the reason given. */
export const studentStatusChanges = sqliteTable(
  "student_status_changes",
  {
    ...owned(),
    studentId: text("student_id").notNull(),
    status: text("status", { enum: studentStatuses }).notNull(),
    fromDate: day("from_date").notNull(),
    reason: text("reason"),
  },
  (t) => [
    primaryKey({ columns: [t.schoolId, t.id] }),
    foreignKey({ columns: [t.schoolId, t.studentId], foreignColumns: [students.schoolId, students.id] }),
    index("student_status_changes_by_student").on(t.schoolId, t.studentId, t.fromDate),
    check(
      "student_status_changes_status",
      sql`${t.status} in ('lead', 'trial', 'active', 'paused', 'former')`,
    ),
  ],
)

/** Which member sees which student. A child sees no money. */
export const portalAccess = sqliteTable(
  "portal_access",
  {
    ...owned(),
    memberId: text("member_id").notNull(),
    studentId: text("student_id").notNull(),
    as: text("as", { enum: ["self", "child", "guardian"] }).notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.schoolId, t.id] }),
    foreignKey({ columns: [t.schoolId, t.memberId], foreignColumns: [members.schoolId, members.id] }),
    foreignKey({ columns: [t.schoolId, t.studentId], foreignColumns: [students.schoolId, students.id] }),
    uniqueIndex("portal_access_once").on(t.schoolId, t.memberId, t.studentId),
    index("portal_access_by_student").on(t.schoolId, t.studentId),
    check("portal_access_as", sql`"as" in ('self', 'child', 'guardian')`),
  ],
)

export const teachers = sqliteTable(
  "teachers",
  {
    ...owned(),
    name: text("name").notNull(),
    email: text("email"),
    instruments: text("instruments"),
    /** What families read about the teacher. */
    about: text("about"),
    memberId: text("member_id"),
    deactivatedAt: instant("deactivated_at"),
  },
  (t) => [
    primaryKey({ columns: [t.schoolId, t.id] }),
    foreignKey({ columns: [t.schoolId, t.memberId], foreignColumns: [members.schoolId, members.id] }),
    index("teachers_by_name").on(t.schoolId, sql`name collate nocase`, t.id),
    uniqueIndex("teachers_member").on(t.schoolId, t.memberId),
  ],
)

/** What a teacher earns, from a day on: per session or per hour, in minor units. */
export const payRates = sqliteTable(
  "pay_rates",
  {
    ...owned(),
    teacherId: text("teacher_id").notNull(),
    kind: text("kind", { enum: ["per_session", "per_hour"] }).notNull(),
    amountMinor: money("amount_minor").notNull(),
    fromDate: day("from_date").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.schoolId, t.id] }),
    foreignKey({ columns: [t.schoolId, t.teacherId], foreignColumns: [teachers.schoolId, teachers.id] }),
    index("pay_rates_by_teacher").on(t.schoolId, t.teacherId, t.fromDate),
    check("pay_rates_kind", sql`${t.kind} in ('per_session', 'per_hour')`),
    check("pay_rates_amount", sql`${t.amountMinor} >= 0`),
  ],
)
