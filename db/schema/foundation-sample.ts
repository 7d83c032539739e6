import { check, text, uniqueIndex } from "drizzle-orm/sqlite-core"
import { oneOf } from "./checks"
import { sampleNouns } from "./choices"
import { schoolTable } from "./columns"

/** What of a school's records is sample data, so that it counts toward no limit and can be removed again. */
export const sampleRecords = schoolTable(
  "sample_records",
  {
    noun: text("noun", { enum: sampleNouns }).notNull(),
    nounId: text("noun_id").notNull(),
    /** What the sample calls it. It is made once. */
    key: text("key").notNull(),
  },
  (t) => [
    uniqueIndex("sample_records_once").on(t.schoolId, t.key),
    uniqueIndex("sample_records_by_noun").on(t.schoolId, t.noun, t.nounId),
    check("sample_records_noun", oneOf(t.noun)),
  ],
)
