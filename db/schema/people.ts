import { sql } from "drizzle-orm"
import { check, index, integer, text, uniqueIndex } from "drizzle-orm/sqlite-core"
import { users } from "./accounts"
import { shareRules, studentStatuses } from "./choices"
import { choice, refers, refersTo } from "./column-rules"
import { basisPoints, day, flag, instant, money, schoolTable } from "./columns"

/** A user in a school, with one role. */
export const members = schoolTable(
  "members",
  {
    userId: text("user_id")
      .notNull()
      .references(() => users.id),
    role: choice("role", ["admin", "solo_teacher_admin", "office", "teacher", "student"]).notNull(),
    /** What the administrator allows this member beside their role: names, separated by commas. */
    rights: text("rights").notNull().default(""),
    deactivatedAt: instant("deactivated_at"),
    /** Since when the school has forgotten who it was: no one logs in as this member again. */
    erasedAt: instant("erased_at"),
  },
  (t) => [uniqueIndex("members_user").on(t.schoolId, t.userId), index("members_by_user").on(t.userId)],
)

/** Billing account that joins siblings. */
export const families = schoolTable(
  "families",
  {
    name: text("name").notNull(),
    address: text("address"),
    /** How its payers share what is invoiced, and whether each gets an invoice of their own. */
    shareBy: choice("share_by", shareRules).notNull().default("percent"),
    hasOwnInvoices: flag("has_own_invoices").notNull().default(false),
    /** The family that it was merged into: what is corrected of it from then on is that one's. */
    mergedInto: text("merged_into"),
  },
  (t) => [
    refers(t, t.mergedInto, t),
    index("families_by_merge").on(t.schoolId, t.mergedInto),
    index("families_by_name").on(t.schoolId, sql`name collate nocase`, t.id),
  ],
)

/**
 * An adult of a family. Shares of one family add up to 10 000 (or it has no payer yet): of what payers who aren't guardians
 * leave of an invoice.
 */
export const guardians = schoolTable(
  "guardians",
  {
    familyId: refersTo("family_id", () => families).notNull(),
    name: text("name").notNull(),
    relation: text("relation"),
    email: text("email"),
    phone: text("phone"),
    payerShare: basisPoints("payer_share").notNull().default(0),
    /** What they pay of each invoice where the family shares by amounts. */
    payerAmountMinor: money("payer_amount_minor"),
    /** Where their invoices go, when that isn't the family's address or their own email. */
    billingAddress: text("billing_address"),
    billingEmail: text("billing_email"),
    seesMoney: flag("sees_money").notNull().default(true),
    position: integer("position").notNull().default(0),
    memberId: refersTo("member_id", () => members),
    /** Nothing but the row itself is left of the person: money refers to it. */
    erasedAt: instant("erased_at"),
  },
  (t) => [
    index("guardians_by_family").on(t.schoolId, t.familyId),
    index("guardians_by_email").on(t.schoolId, t.email),
    index("guardians_by_member").on(t.schoolId, t.memberId),
    check("guardians_share", sql`${t.payerShare} between 0 and 10000`),
    check("guardians_folded", sql`${t.email} = lower(${t.email})`),
    check("guardians_amount", sql`${t.payerAmountMinor} > 0`),
    check("guardians_billing_folded", sql`${t.billingEmail} = lower(${t.billingEmail})`),
  ],
)

export const students = schoolTable(
  "students",
  {
    familyId: refersTo("family_id", () => families).notNull(),
    /** The school's own number for the student, as in its old lists. */
    code: text("code"),
    firstName: text("first_name").notNull(),
    lastName: text("last_name").notNull().default(""),
    birthDate: day("birth_date"),
    email: text("email"),
    phone: text("phone"),
    status: choice("status", studentStatuses).notNull(),
    instrument: text("instrument"),
    level: text("level"),
    medicalNotes: text("medical_notes"),
    /** Whom to call beside the guardians: name, relation and phone in one line. */
    emergencyContact: text("emergency_contact"),
    notes: text("notes"),
    memberId: refersTo("member_id", () => members),
    /** Nothing but the row itself is left of the person: attendance and money refer to it. */
    erasedAt: instant("erased_at"),
  },
  (t) => [
    index("students_by_family").on(t.schoolId, t.familyId),
    index("students_by_name").on(
      t.schoolId,
      sql`last_name collate nocase`,
      sql`first_name collate nocase`,
      t.id,
    ),
    index("students_by_status").on(t.schoolId, t.status),
    uniqueIndex("students_code").on(t.schoolId, t.code),
    check(
      "students_birth",
      sql`${t.birthDate} is null or ${t.birthDate} glob '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]'`,
    ),
  ],
)

/** What a student learns besides the first instrument, which is on the student. In their order. */
export const studentInstruments = schoolTable(
  "student_instruments",
  {
    studentId: refersTo("student_id", () => students).notNull(),
    instrument: text("instrument").notNull(),
    level: text("level"),
    position: integer("position").notNull(),
  },
  (t) => [
    uniqueIndex("student_instruments_once").on(t.schoolId, t.studentId, t.instrument),
    index("student_instruments_by_name").on(t.schoolId, t.instrument),
  ],
)

/** The status a student had, has or will have, from a day on, with the reason given. */
export const studentStatusChanges = schoolTable(
  "student_status_changes",
  {
    studentId: refersTo("student_id", () => students).notNull(),
    status: choice("status", studentStatuses).notNull(),
    fromDate: day("from_date").notNull(),
    reason: text("reason"),
    /** Planned for a day that hasn't begun at the school. */
    isAhead: flag("is_ahead").notNull().default(false),
    /** What the student leaves by it, as it was, for its undo: of a planned one until it begins. */
    stays: text("stays"),
  },
  (t) => [
    uniqueIndex("student_status_changes_ahead").on(t.schoolId, t.studentId).where(sql`is_ahead`),
    index("student_status_changes_by_student").on(t.schoolId, t.studentId, t.fromDate, t.id, t.status),
  ],
)

export const teachers = schoolTable(
  "teachers",
  {
    name: text("name").notNull(),
    email: text("email"),
    /** For the office, which enters it, as the teacher does in their own profile. */
    phone: text("phone"),
    /** Names with a comma between them; null for those of their classes. */
    instruments: text("instruments"),
    /** What families read about the teacher. */
    about: text("about"),
    /** Whether the school's public page names them. */
    isPublic: flag("is_public").notNull().default(false),
    memberId: refersTo("member_id", () => members),
    deactivatedAt: instant("deactivated_at"),
    /** Their last day at the school, while it is still to come: then they are deactivated. */
    lastDay: day("last_day"),
    /** Their lessons and pay stay, without a name. */
    erasedAt: instant("erased_at"),
  },
  (t) => [
    index("teachers_by_name").on(t.schoolId, sql`name collate nocase`, t.id),
    uniqueIndex("teachers_member").on(t.schoolId, t.memberId),
  ],
)

/** Which member sees which student. A child sees no money. */
export const portalAccess = schoolTable(
  "portal_access",
  {
    memberId: refersTo("member_id", () => members).notNull(),
    studentId: refersTo("student_id", () => students).notNull(),
    as: choice("as", ["self", "child", "guardian"]).notNull(),
  },
  (t) => [
    uniqueIndex("portal_access_once").on(t.schoolId, t.memberId, t.studentId),
    index("portal_access_by_student").on(t.schoolId, t.studentId),
  ],
)

/** Someone asked to help run the school; the row links to their membership once they have accepted. */
export const staffInvitations = schoolTable(
  "staff_invitations",
  {
    name: text("name").notNull(),
    email: text("email").notNull(),
    invitedBy: refersTo("invited_by", () => members),
    /** The rights of the member to be; null asks for an administrator. */
    rights: text("rights"),
    memberId: refersTo("member_id", () => members),
    /** Who has a login here already and is to be the administrator: only they can accept. */
    offeredTo: refersTo("offered_to", () => members),
    /** Whoever transfers the administrator account keeps working in the office. */
    giverStays: flag("giver_stays").notNull().default(false),
  },
  (t) => [
    uniqueIndex("staff_invitations_email").on(t.schoolId, t.email),
    check("staff_invitations_folded", sql`${t.email} = lower(${t.email})`),
  ],
)
