import { sql } from "drizzle-orm"
import { check, index, integer, text } from "drizzle-orm/sqlite-core"
import { proofAudiences, proofStates } from "./choices"
import { choice, refersTo } from "./column-rules"
import { day, instant, schoolTable } from "./columns"
import { files } from "./foundation-files"
import { members, students, teachers } from "./people"

/** A document that the school requires of its teachers or students: a background check, an insurance, a permission. */
export const proofKinds = schoolTable(
  "proof_kinds",
  {
    name: text("name").notNull(),
    audience: choice("audience", proofAudiences).notNull(),
    /** How long one is usually valid; null where it doesn't expire. */
    months: integer("months"),
    /** It counts as expiring from so many days before, and its person is emailed then. */
    remindDays: integer("remind_days").notNull(),
    archivedAt: instant("archived_at"),
  },
  (t) => [
    check("proof_kinds_months", sql`${t.months} > 0`),
    check("proof_kinds_remind", sql`${t.remindDays} >= 0`),
  ],
)

/** Such a document of a teacher or a student. The one that is valid longest counts; what they hand in waits for the office. */
export const proofs = schoolTable(
  "proofs",
  {
    kindId: refersTo("kind_id", () => proofKinds).notNull(),
    teacherId: refersTo("teacher_id", () => teachers),
    studentId: refersTo("student_id", () => students),
    state: choice("state", proofStates).notNull(),
    /** Its last day; null where it doesn't expire. */
    validUntil: day("valid_until"),
    note: text("note"),
    fileId: text("file_id").references(() => files.id, { onDelete: "set null" }),
    fileName: text("file_name"),
    /** Who entered it or handed it in. */
    memberId: refersTo("member_id", () => members),
    /** Why the office declined what was handed in. */
    answer: text("answer"),
    /** When its person was emailed that it expires. */
    remindedAt: instant("reminded_at"),
  },
  (t) => [
    index("proofs_by_kind").on(t.schoolId, t.kindId),
    index("proofs_by_teacher").on(t.schoolId, t.teacherId),
    index("proofs_by_student").on(t.schoolId, t.studentId),
    index("proofs_by_file").on(t.fileId),
    check("proofs_whose", sql`(${t.teacherId} is null) <> (${t.studentId} is null)`),
  ],
)
