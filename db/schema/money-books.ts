import { sql } from "drizzle-orm"
import { check, index, text, uniqueIndex } from "drizzle-orm/sqlite-core"
import { choice, refersTo } from "./column-rules"
import { day, schoolTable } from "./columns"
import { members } from "./people"

/**
 * Each time the books were closed or reopened. The newest row counts: to which day, included, nothing can be added or
 * changed; null when all of it is open.
 */
export const bookClosings = schoolTable(
  "book_closings",
  {
    kind: choice("kind", ["close", "reopen"]).notNull(),
    closedThrough: day("closed_through"),
    reason: text("reason"),
    memberId: refersTo("member_id", () => members),
    memberName: text("member_name").notNull(),
  },
  (t) => [
    index("book_closings_by_time").on(t.schoolId, t.createdAt),
    check("book_closings_reason", sql`${t.kind} = 'close' or ${t.reason} is not null`),
    check("book_closings_day", sql`${t.kind} = 'reopen' or ${t.closedThrough} is not null`),
  ],
)

/** The accountant's own numbers and names for what a file says, such as the account of sales. */
export const accountCodes = schoolTable(
  "account_codes",
  { name: text("name").notNull(), code: text("code").notNull() },
  (t) => [uniqueIndex("account_codes_once").on(t.schoolId, t.name)],
)
