import { sql } from "drizzle-orm"
import { index, integer, text, uniqueIndex } from "drizzle-orm/sqlite-core"
import { choice, refersTo } from "./column-rules"
import { instant, schoolTable } from "./columns"
import { members } from "./people"

/**
 * A member's calendar as other programs read it: the address holds a secret, of which only the hash is kept. A renewed
 * one revokes the one before.
 */
export const calendarFeeds = schoolTable(
  "calendar_feeds",
  {
    memberId: refersTo("member_id", () => members, "cascade").notNull(),
    tokenHash: text("token_hash").notNull(),
    revokedAt: instant("revoked_at"),
  },
  (t) => [
    uniqueIndex("calendar_feeds_token").on(t.tokenHash),
    uniqueIndex("calendar_feeds_current").on(t.schoolId, t.memberId).where(sql`revoked_at is null`),
  ],
)

/** An uploaded roster: the file as it came, how its columns were read, what became of it. */
export const imports = schoolTable(
  "imports",
  {
    fileName: text("file_name").notNull(),
    encoding: text("encoding").notNull(),
    delimiter: text("delimiter").notNull(),
    /** The decoded text of the file. */
    content: text("content").notNull(),
    /** JSON: which of the content's rows are a sheet's, whether it is read, and in which rows its headings are. */
    layout: text("layout").notNull().default("{}"),
    /** JSON: the file's headings, by which the columns that the office chose are found again for the next file. */
    headings: text("headings").notNull().default("[]"),
    /** JSON: column index to field, and the options chosen. */
    mapping: text("mapping").notNull(),
    options: text("options").notNull(),
    /** Importing and undoing take many small steps; see the model roster-import. */
    state: choice("state", ["uploaded", "importing", "imported", "undoing", "undone"]).notNull(),
    /** Who pressed the button, and which plan they had seen. */
    startedBy: refersTo("started_by", () => members),
    fingerprint: text("fingerprint"),
    /** How many steps are done, and of how many; 0 of 0 while they are being prepared. */
    done: integer("done").notNull().default(0),
    total: integer("total").notNull().default(0),
    importedAt: instant("imported_at"),
    canceledAt: instant("canceled_at"),
    undoneAt: instant("undone_at"),
    createdBy: refersTo("created_by", () => members),
    /** JSON counts of what was made. */
    summary: text("summary"),
  },
  (t) => [index("imports_by_time").on(t.schoolId, t.createdAt)],
)

/** What an import made, so that it can be undone while nothing has been built on it. */
export const importCreations = schoolTable(
  "import_creations",
  {
    importId: refersTo("import_id", () => imports).notNull(),
    noun: text("noun").notNull(),
    nounId: text("noun_id").notNull(),
    /** What the plan calls it: the key of a teacher, family or class, or a student's row number. */
    planKey: text("plan_key"),
    /** What undoing did with it; null while it is there as it was made. */
    undone: choice("undone", ["removed", "kept"]),
  },
  (t) => [
    index("import_creations_by_import").on(t.schoolId, t.importId, t.noun, t.planKey),
    index("import_creations_by_noun").on(t.schoolId, t.noun, t.nounId),
  ],
)

/** The steps of an import that are still to be done, and the rows of its file that stayed out. */
export const importParts = schoolTable(
  "import_parts",
  {
    importId: refersTo("import_id", () => imports).notNull(),
    /** In this order they are done. */
    position: integer("position").notNull(),
    kind: choice("kind", [
      "teacher",
      "family",
      "students",
      "class",
      "enrollments",
      "sessions",
      "left-out",
    ]).notNull(),
    /** The file's row, of those that stayed out. */
    rowNumber: integer("row_number"),
    /** JSON: what the step makes, or why the row stayed out. */
    content: text("content").notNull(),
  },
  (t) => [
    uniqueIndex("import_parts_in_order").on(t.schoolId, t.importId, t.position),
    index("import_parts_left_out").on(t.schoolId, t.importId, t.rowNumber).where(sql`kind = 'left-out'`),
  ],
)
