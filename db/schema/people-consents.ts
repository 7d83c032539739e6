import { sql } from "drizzle-orm"
import { check, index, integer, text, uniqueIndex } from "drizzle-orm/sqlite-core"
import { oneOf } from "./checks"
import { consentAsks, consentKinds, consentOf } from "./choices"
import { day, flag, instant, refers, schoolTable } from "./columns"
import { guardians, members, students } from "./people"
import { inquiries } from "./people-inquiries"

/** What a school asks its families to agree to: a studio policy, photos, data, medical care. */
export const consentDocuments = schoolTable(
  "consent_documents",
  {
    kind: text("kind", { enum: consentKinds }).notNull(),
    title: text("title").notNull(),
    /** Whether each adult answers once, or someone answers for each student. */
    per: text("per", { enum: consentOf }).notNull(),
    /** What the form of the public page does with it. */
    atEnrollment: text("at_enrollment", { enum: consentAsks }).notNull(),
    /** Whether a child’s login needs a guardian's yes to it. */
    isForLogins: flag("is_for_logins").notNull().default(false),
    archivedAt: instant("archived_at"),
  },
  (t) => [
    check("consent_documents_kind", oneOf(t.kind)),
    check("consent_documents_per", oneOf(t.per)),
    check("consent_documents_at_enrollment", oneOf(t.atEnrollment)),
  ],
)

/** A text of a document, which never changes. The newest is in force; one that asks again makes the answers to those before it old. */
export const consentVersions = schoolTable(
  "consent_versions",
  {
    documentId: text("document_id").notNull(),
    number: integer("number").notNull(),
    body: text("body").notNull(),
    asksAgain: flag("asks_again").notNull(),
  },
  (t) => [
    refers(t, t.documentId, consentDocuments),
    uniqueIndex("consent_versions_number").on(t.schoolId, t.documentId, t.number),
  ],
)

/**
 * Yes or no to a version, by whoever typed their name. Rows are only added: the newest of a student or an adult counts. `guardianId`
 * is whoever answered, and where no student is named, for themselves. Until a stranger is a student, it belongs to their inquiry.
 */
export const consentAnswers = schoolTable(
  "consent_answers",
  {
    versionId: text("version_id").notNull(),
    studentId: text("student_id"),
    guardianId: text("guardian_id"),
    inquiryId: text("inquiry_id"),
    isAgreed: flag("is_agreed").notNull(),
    name: text("name").notNull(),
    /** The network address it was sent from. */
    address: text("address"),
    /** When it was signed on paper, which the office entered. */
    signedOn: day("signed_on"),
    /** Who was logged in; null on the public form. */
    memberId: text("member_id"),
  },
  (t) => [
    refers(t, t.versionId, consentVersions),
    refers(t, t.studentId, students),
    refers(t, t.guardianId, guardians),
    refers(t, t.inquiryId, inquiries),
    refers(t, t.memberId, members),
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
