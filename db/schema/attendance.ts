import { sql } from "drizzle-orm"
import { check, foreignKey, index, integer, text, uniqueIndex } from "drizzle-orm/sqlite-core"
import { oneOf } from "./checks"
import { markCodes } from "./choices"
import { choice, refersTo } from "./column-rules"
import { day, flag, instant, schoolTable } from "./columns"
import { members, students } from "./people"
import { classes } from "./teaching"
import { seats, sessions } from "./teaching-sessions"

/** The school's outcome table: what each mark decides. Changing it never rewrites marks already made. */
export const outcomes = schoolTable(
  "outcomes",
  {
    code: text("code", { enum: markCodes }).notNull(),
    label: text("label").notNull(),
    chargedPercent: integer("charged_percent").notNull(),
    paidPercent: integer("paid_percent").notNull(),
    issuesCredit: flag("issues_credit").notNull(),
    countsAsAttended: flag("counts_as_attended").notNull(),
  },
  (t) => [
    uniqueIndex("outcomes_code").on(t.schoolId, t.code),
    check("outcomes_code_known", oneOf(t.code)),
    check("outcomes_charged", sql`${t.chargedPercent} between 0 and 100`),
    check("outcomes_paid", sql`${t.paidPercent} between 0 and 100`),
  ],
)

/**
 * A name of the school's own for one of the five marks. It decides what that one decides, or with rules of its own, all four or
 * none, what these say. What it counts as never changes once a mark has it.
 */
export const ownStatuses = schoolTable(
  "own_statuses",
  {
    name: text("name").notNull(),
    /** One to three letters, where there is no room for the name. */
    letters: text("letters").notNull(),
    countsAs: choice("counts_as", markCodes).notNull(),
    /** Whether families read its name, or that of the mark it counts as. */
    isShownToFamilies: flag("is_shown_to_families").notNull().default(true),
    chargedPercent: integer("charged_percent"),
    paidPercent: integer("paid_percent"),
    issuesCredit: flag("issues_credit"),
    countsAsAttended: flag("counts_as_attended"),
    position: integer("position").notNull(),
    /** No longer offered; marks that have it keep it. */
    retiredAt: instant("retired_at"),
  },
  (t) => [
    uniqueIndex("own_statuses_mark").on(t.schoolId, t.id, t.countsAs),
    uniqueIndex("own_statuses_name").on(t.schoolId, sql`lower(name)`),
    uniqueIndex("own_statuses_letters").on(t.schoolId, sql`lower(letters)`),
    check("own_statuses_letters_length", sql`length(${t.letters}) between 1 and 3`),
  ],
)

/** What happened on a seat, with the outcome's effect as it was then. A correction is a new row that supersedes. */
export const marks = schoolTable(
  "marks",
  {
    seatId: refersTo("seat_id", () => seats).notNull(),
    code: choice("code", markCodes).notNull(),
    /** The school's own name for it, one that counts as this mark. */
    statusId: text("status_id"),
    minutesLate: integer("minutes_late"),
    chargedPercent: integer("charged_percent").notNull(),
    paidPercent: integer("paid_percent").notNull(),
    issuesCredit: flag("issues_credit").notNull(),
    countsAsAttended: flag("counts_as_attended").notNull(),
    /** Made while the class had no price for its day: one was set later, and what it charges is not charged yet. */
    awaitsCharge: flag("awaits_charge").notNull().default(false),
    markedBy: refersTo("marked_by", () => members),
    supersededAt: instant("superseded_at"),
  },
  (t) => [
    foreignKey({
      columns: [t.schoolId, t.statusId, t.code],
      foreignColumns: [ownStatuses.schoolId, ownStatuses.id, ownStatuses.countsAs],
    }),
    uniqueIndex("marks_current").on(t.schoolId, t.seatId).where(sql`superseded_at is null`),
    index("marks_by_seat").on(t.schoolId, t.seatId),
    index("marks_awaiting").on(t.schoolId, t.seatId).where(sql`awaits_charge = 1`),
    // Who was missed, among all who came.
    index("marks_missed")
      .on(t.schoolId, t.code, t.seatId)
      .where(sql`superseded_at is null and code in ('absent', 'excused', 'cancelled')`),
    index("marks_by_status").on(t.schoolId, t.statusId, t.code).where(sql`status_id is not null`),
    // What changed since a payslip was approved.
    index("marks_by_creation").on(t.schoolId, t.createdAt),
    index("marks_by_end").on(t.schoolId, t.supersededAt).where(sql`superseded_at is not null`),
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
export const makeUpCredits = schoolTable(
  "make_up_credits",
  {
    studentId: refersTo("student_id", () => students).notNull(),
    /** The mark that earned or confirmed it; null as long as there is only a notice. */
    originMarkId: refersTo("origin_mark_id", () => marks),
    /** Null of a credit that the office granted by hand: then `grantedClassId` is what it is for. */
    originSeatId: refersTo("origin_seat_id", () => seats),
    grantedClassId: refersTo("granted_class_id", () => classes),
    minutes: integer("minutes").notNull(),
    /** How much of the missed lesson's price was charged for it: the make-up costs the rest. */
    prepaidPercent: integer("prepaid_percent").notNull(),
    expiresOn: day("expires_on").notNull(),
    usedSeatId: refersTo("used_seat_id", () => seats),
    usedAt: instant("used_at"),
    revokedAt: instant("revoked_at"),
    revokedReason: text("revoked_reason"),
    /** Revoked by hand: the same absence earns no other. */
    isDenied: flag("is_denied").notNull().default(false),
    /** When the family was told that it is about to end. */
    warnedAt: instant("warned_at"),
  },
  (t) => [
    uniqueIndex("make_up_credits_origin").on(t.schoolId, t.originMarkId),
    uniqueIndex("make_up_credits_use").on(t.schoolId, t.usedSeatId),
    index("make_up_credits_by_seat").on(t.schoolId, t.originSeatId),
    uniqueIndex("make_up_credits_once").on(t.schoolId, t.originSeatId).where(sql`revoked_at is null`),
    index("make_up_credits_by_granted_class")
      .on(t.schoolId, t.grantedClassId)
      .where(sql`granted_class_id is not null`),
    index("make_up_credits_by_student").on(t.schoolId, t.studentId, t.expiresOn),
    index("make_up_credits_open")
      .on(t.schoolId, t.expiresOn)
      .where(sql`used_at is null and revoked_at is null`),
    check("make_up_credits_prepaid", sql`${t.prepaidPercent} between 0 and 100`),
    check("make_up_credits_one_end", sql`${t.usedAt} is null or ${t.revokedAt} is null`),
    check("make_up_credits_source", sql`(${t.originSeatId} is null) = (${t.grantedClassId} is not null)`),
    check("make_up_credits_use_whole", sql`(${t.usedSeatId} is null) = (${t.usedAt} is null)`),
  ],
)

/** What the office did to a credit by hand, and why; the latest can be undone. */
export const creditChanges = schoolTable(
  "credit_changes",
  {
    creditId: refersTo("credit_id", () => makeUpCredits).notNull(),
    act: choice("act", ["grant", "extend", "revoke"]).notNull(),
    reason: text("reason").notNull(),
    /** The last day from then on; null after a revocation. */
    dayAfter: day("day_after"),
    /** JSON: what became of the credit; nothing of one that was granted. */
    changes: text("changes").notNull().default("[]"),
    /** The form it was sent with: sent again, it changes nothing. */
    formKey: text("form_key").notNull(),
    changedBy: refersTo("changed_by", () => members),
    undoneAt: instant("undone_at"),
  },
  (t) => [
    uniqueIndex("credit_changes_by_form").on(t.schoolId, t.formKey),
    index("credit_changes_by_credit").on(t.schoolId, t.creditId, t.createdAt),
  ],
)

/** What was said of a session: a summary shared with families, or a note for teachers. */
export const notes = schoolTable(
  "notes",
  {
    sessionId: refersTo("session_id", () => sessions).notNull(),
    visibility: choice("visibility", ["shared", "private"]).notNull(),
    body: text("body").notNull(),
    authorId: refersTo("author_id", () => members),
  },
  (t) => [uniqueIndex("notes_once").on(t.schoolId, t.sessionId, t.visibility)],
)

/** What was said of one student of a session: shared with that family alone, or a note for teachers. */
export const studentNotes = schoolTable(
  "student_notes",
  {
    sessionId: refersTo("session_id", () => sessions).notNull(),
    studentId: refersTo("student_id", () => students).notNull(),
    visibility: choice("visibility", ["shared", "private"]).notNull(),
    body: text("body").notNull(),
    authorId: refersTo("author_id", () => members),
  },
  (t) => [
    uniqueIndex("student_notes_once").on(t.schoolId, t.sessionId, t.studentId, t.visibility),
    index("student_notes_by_student").on(t.schoolId, t.studentId),
  ],
)
