import { sql } from "drizzle-orm"
import { check, index, text, uniqueIndex } from "drizzle-orm/sqlite-core"
import { dataChangeStates, ownDataRuleKeys } from "./choices"
import { choice, refersTo } from "./column-rules"
import { instant, schoolTable } from "./columns"
import { guardians, members, students } from "./people"

/** Whether families change a fact of theirs, at once or after approval. A fact without a row is as it comes. */
export const ownDataRules = schoolTable(
  "own_data_rules",
  {
    /** A name of `own-data.ts`, or the id of one of the school's own fields. */
    fact: text("fact").notNull(),
    rule: choice("rule", ownDataRuleKeys).notNull(),
  },
  (t) => [uniqueIndex("own_data_rules_fact").on(t.schoolId, t.fact)],
)

/** A change that a family asks for: of a student's fact, or of an adult's or their family's. */
export const dataChanges = schoolTable(
  "data_changes",
  {
    studentId: refersTo("student_id", () => students),
    guardianId: refersTo("guardian_id", () => guardians),
    /** As in `own_data_rules`. */
    fact: text("fact").notNull(),
    before: text("before"),
    after: text("after"),
    state: choice("state", dataChangeStates).notNull(),
    /** Who asked. */
    memberId: refersTo("member_id", () => members),
    answeredBy: refersTo("answered_by", () => members),
    answeredAt: instant("answered_at"),
    answer: text("answer"),
  },
  (t) => [
    uniqueIndex("data_changes_of_student").on(t.schoolId, t.studentId, t.fact).where(sql`state = 'asked'`),
    uniqueIndex("data_changes_of_guardian").on(t.schoolId, t.guardianId, t.fact).where(sql`state = 'asked'`),
    index("data_changes_by_state").on(t.schoolId, t.state, t.createdAt),
    index("data_changes_by_student").on(t.schoolId, t.studentId),
    index("data_changes_by_guardian").on(t.schoolId, t.guardianId),
    check("data_changes_whose", sql`(${t.studentId} is null) <> (${t.guardianId} is null)`),
  ],
)
