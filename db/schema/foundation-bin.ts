import { index, text } from "drizzle-orm/sqlite-core"
import { deletedNouns } from "./choices"
import { choice, refersTo } from "./column-rules"
import { schoolTable } from "./columns"
import { members } from "./people"

/** What was deleted lately, with all its rows, so that it can be restored. It goes for good by itself. */
export const deletedRecords = schoolTable(
  "deleted_records",
  {
    noun: choice("noun", deletedNouns).notNull(),
    /** The id it had, and has again once restored. */
    nounId: text("noun_id").notNull(),
    name: text("name").notNull(),
    deletedBy: refersTo("deleted_by", () => members),
    deletedName: text("deleted_name").notNull(),
    /** JSON: its rows by table, each table behind those it refers to. */
    rows: text("rows").notNull(),
  },
  (t) => [
    index("deleted_records_by_time").on(t.schoolId, t.createdAt),
    index("deleted_records_by_noun").on(t.schoolId, t.nounId),
    index("deleted_records_by_age").on(t.createdAt),
  ],
)
