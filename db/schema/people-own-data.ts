import { sql } from "drizzle-orm"
import { check, index, text, uniqueIndex } from "drizzle-orm/sqlite-core"
import { oneOf } from "./checks"
import { dataChangeStates, ownDataRuleKeys } from "./choices"
import { instant, refers, schoolTable } from "./columns"
import { guardians, members, students } from "./people"

/** Whether families change a fact of theirs, at once or after approval. A fact without a row is as it comes. */
export const ownDataRules = schoolTable(
  "own_data_rules",
  {
    /** A name of `own-data.ts`, or the id of one of the school's own fields. */
    fact: text("fact").notNull(),
    rule: text("rule", { enum: ownDataRuleKeys }).notNull(),
  },
  (t) => [
    uniqueIndex("own_data_rules_fact").on(t.schoolId, t.fact),
    check("own_data_rules_rule", oneOf(t.rule)),
  ],
)

/** A change that a family asks for: of a student's fact, or of an adult's or their family's. */
export const dataChanges = schoolTable(
  "data_changes",
  {
    studentId: text("student_id"),
    guardianId: text("guardian_id"),
    /** As in `own_data_rules`. */
    fact: text("fact").notNull(),
    before: text("before"),
    after: text("after"),
    state: text("state", { enum: dataChangeStates }).notNull(),
    /** Who asked. */
    memberId: text("member_id"),
    answeredBy: text("answered_by"),
    answeredAt: instant("answered_at"),
    answer: text("answer"),
  },
  (t) => [
    refers(t, t.studentId, students),
    refers(t, t.guardianId, guardians),
    refers(t, t.memberId, members),
    refers(t, t.answeredBy, members),
    uniqueIndex("data_changes_of_student").on(t.schoolId, t.studentId, t.fact).where(sql`state = 'asked'`),
    uniqueIndex("data_changes_of_guardian").on(t.schoolId, t.guardianId, t.fact).where(sql`state = 'asked'`),
    index("data_changes_by_state").on(t.schoolId, t.state, t.createdAt),
    index("data_changes_by_student").on(t.schoolId, t.studentId),
    index("data_changes_by_guardian").on(t.schoolId, t.guardianId),
    check("data_changes_state", oneOf(t.state)),
    check("data_changes_whose", sql`(${t.studentId} is null) <> (${t.guardianId} is null)`),
  ],
)
