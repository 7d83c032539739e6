import type { invoices } from "db/schema/money"
import { accountMoves } from "db/schema/money-account-moves"
import type { creditNotes } from "db/schema/money-corrections"
import { families } from "db/schema/people"
import { type SQL, sql } from "drizzle-orm"

/**
 * The name of the family on a paper, in SQL, where its row is joined with its family: that of the account it was sent on, also where
 * this was merged into another since.
 */
export const paperFamily = (paper: typeof invoices | typeof creditNotes): SQL<string> =>
  sql<string>`coalesce((select f.name from ${accountMoves} m
    join families f on f.school_id = m.school_id and f.id = m.from_family_id
    where m.school_id = ${paper.schoolId} and m.noun_id = ${paper.id} and m.step = 1), ${families.name})`
