import { sql } from "drizzle-orm"
import { check, index, integer, text, uniqueIndex } from "drizzle-orm/sqlite-core"
import { consentAsks, consentKinds, consentOf } from "./choices"
import { choice, refersTo } from "./column-rules"
import { day, flag, instant, schoolTable } from "./columns"
import { guardians, members, students } from "./people"
import { inquiries } from "./people-inquiries"

/** What a school asks its families to agree to: a studio policy, photos, data, medical care. */
export const consentDocuments = schoolTable("consent_documents", {
  kind: choice("kind", consentKinds).notNull(),
  title: text("title").notNull(),
  /** Whether each adult answers once, or someone answers for each student. */
  per: choice("per", consentOf).notNull(),
  /** What the form of the public page does with it. */
  atEnrollment: choice("at_enrollment", consentAsks).notNull(),
  /** Whether a child’s login needs a guardian's yes to it. */
  isForLogins: flag("is_for_logins").notNull().default(false),
  archivedAt: instant("archived_at"),
})

/** A text of a document, which never changes. The newest is in force; one that asks again makes the answers to those before it old. */
export const consentVersions = schoolTable(
  "consent_versions",
  {
    documentId: refersTo("document_id", () => consentDocuments).notNull(),
    number: integer("number").notNull(),
    body: text("body").notNull(),
    asksAgain: flag("asks_again").notNull(),
  },
  (t) => [uniqueIndex("consent_versions_number").on(t.schoolId, t.documentId, t.number)],
)

/**
 * Yes or no to a version, by whoever typed their name. Rows are only added: the newest of a student or an adult counts. `guardianId`
 * is whoever answered, and where no student is named, for themselves. Until a stranger is a student, it belongs to their inquiry.
 */
export const consentAnswers = schoolTable(
  "consent_answers",
  {
    versionId: refersTo("version_id", () => consentVersions).notNull(),
    studentId: refersTo("student_id", () => students),
    guardianId: refersTo("guardian_id", () => guardians),
    inquiryId: refersTo("inquiry_id", () => inquiries),
    isAgreed: flag("is_agreed").notNull(),
    name: text("name").notNull(),
    /** The network address it was sent from. */
    address: text("address"),
    /** When it was signed on paper, which the office entered. */
    signedOn: day("signed_on"),
    /** Who was logged in; null on the public form. */
    memberId: refersTo("member_id", () => members),
  },
  (t) => [
    index("consent_answers_by_version").on(t.schoolId, t.versionId),
    index("consent_answers_by_student").on(t.schoolId, t.studentId),
    index("consent_answers_by_guardian").on(t.schoolId, t.guardianId),
    index("consent_answers_by_inquiry").on(t.schoolId, t.inquiryId),
    check(
      "consent_answers_whose",
      sql`(${t.inquiryId} is null) = (${t.studentId} is not null or ${t.guardianId} is not null)`,
    ),
  ],
)
