import { sql } from "drizzle-orm"
import { blob, check, index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core"
import { users } from "./accounts"
import { schools } from "./accounts-schools"
import { instant } from "./columns"

/**
 * What is known of a file someone uploaded; its bytes lie in the file store under the id. `purpose` says which noun may
 * use it: it has no CHECK, since each new use would rebuild the table.
 */
export const files = sqliteTable(
  "files",
  {
    id: text("id").primaryKey(),
    /** Null: the school's own, or it came with an email of someone without an account. */
    userId: text("user_id").references(() => users.id, { onDelete: "cascade" }),
    /** Where the person was when they uploaded it. */
    schoolId: text("school_id").references(() => schools.id, { onDelete: "set null" }),
    purpose: text("purpose", {
      enum: [
        "support-image",
        "resource",
        "email-attachment",
        "message-file",
        "photo",
        "expense-receipt",
        "proof",
        "logo",
      ],
    }).notNull(),
    contentType: text("content_type").notNull(),
    byteSize: integer("byte_size").notNull(),
    /** Pixels, of a picture. */
    width: integer("width"),
    height: integer("height"),
    createdAt: instant("created_at").notNull(),
  },
  (t) => [
    index("files_by_user").on(t.userId, t.createdAt),
    index("files_by_school").on(t.schoolId, t.byteSize),
    index("files_by_time").on(t.createdAt),
    check("files_size", sql`${t.byteSize} > 0`),
  ],
)

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
