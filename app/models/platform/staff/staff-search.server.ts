import { type SQL, sql } from "drizzle-orm"
import type { SQLiteColumn } from "drizzle-orm/sqlite-core"

/** Whether any of the columns holds the text, in any case; the text's own signs are nothing but text. */
export const anyHolds = (text: string, ...columns: SQLiteColumn[]): SQL =>
  sql`(${sql.join(
    columns.map((column) => sql`instr(lower(ifnull(${column}, '')), lower(${text})) > 0`),
    sql` or `,
  )})`
