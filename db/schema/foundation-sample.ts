import { text, uniqueIndex } from "drizzle-orm/sqlite-core"
import { sampleNouns } from "./choices"
import { choice } from "./column-rules"
import { schoolTable } from "./columns"

/** What of a school's records is sample data, so that it counts toward no limit and can be removed again. */
export const sampleRecords = schoolTable(
  "sample_records",
  {
    noun: choice("noun", sampleNouns).notNull(),
    nounId: text("noun_id").notNull(),
    /** What the sample calls it. It is made once. */
    key: text("key").notNull(),
  },
  (t) => [
    uniqueIndex("sample_records_once").on(t.schoolId, t.key),
    uniqueIndex("sample_records_by_noun").on(t.schoolId, t.noun, t.nounId),
  ],
)
