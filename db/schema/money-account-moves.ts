import { sql } from "drizzle-orm"
import { check, index, integer, text, uniqueIndex } from "drizzle-orm/sqlite-core"
import { movedNouns } from "./choices"
import { choice, refersTo } from "./column-rules"
import { day, schoolTable } from "./columns"
import { families } from "./people"

/**
 * What went from one family's account to another's when two families were merged, and back. Only so can an issued invoice, a
 * credit note, a payment, a refund or a write-off change its family: triggers on them look for the newest row here.
 */
export const accountMoves = schoolTable(
  "account_moves",
  {
    /** What was moved together, and back. */
    merge: text("merge").notNull(),
    noun: choice("noun", movedNouns).notNull(),
    nounId: text("noun_id").notNull(),
    /** Which move of the record it is, counted from 1. */
    step: integer("step").notNull(),
    fromFamilyId: refersTo("from_family_id", () => families).notNull(),
    toFamilyId: refersTo("to_family_id", () => families).notNull(),
    /** An invoice's only payer, where the other family had the same person entered again. Its text stays. */
    fromPayer: text("from_payer"),
    toPayer: text("to_payer"),
    /** Balances of earlier days are those of the accounts as they were. */
    movedOn: day("moved_on").notNull(),
  },
  (t) => [
    uniqueIndex("account_moves_step").on(t.schoolId, t.nounId, t.step),
    index("account_moves_by_merge").on(t.schoolId, t.merge, t.noun),
    index("account_moves_by_day").on(t.schoolId, t.movedOn),
    index("account_moves_by_origin").on(t.schoolId, t.fromFamilyId),
    index("account_moves_by_goal").on(t.schoolId, t.toFamilyId),
    check("account_moves_elsewhere", sql`${t.fromFamilyId} <> ${t.toFamilyId} and ${t.step} > 0`),
    check("account_moves_payers", sql`(${t.fromPayer} is null) = (${t.toPayer} is null)`),
  ],
)
