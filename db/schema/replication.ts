import { sql } from "drizzle-orm"
import { blob, check, integer, sqliteTable, text } from "drizzle-orm/sqlite-core"
import { instant } from "./columns"

// What several machines need to know of each other, and what they must all have.

/** One row each time a node became the primary. What was written behind `beganAfter` in an older term was lost. */
export const primaryTerms = sqliteTable("primary_terms", {
  term: integer("term").primaryKey(),
  /** The node's name in the settings. */
  node: text("node").notNull(),
  /** The database's position before the term's own first write: 16 hexadecimal digits. */
  beganAfter: text("began_after").notNull(),
  beganAt: instant("began_at").notNull(),
})

/** Bytes of uploaded files, where several machines share one database and no disk. */
export const storedFiles = sqliteTable(
  "stored_files",
  {
    name: text("name").primaryKey(),
    bytes: blob("bytes", { mode: "buffer" }).notNull(),
    keptAt: instant("kept_at").notNull(),
  },
  (t) => [check("stored_files_small", sql`length(${t.bytes}) <= 8388608`)],
)
