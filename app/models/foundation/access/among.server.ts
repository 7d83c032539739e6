import { type Column, is, Placeholder, type SQL, sql } from "drizzle-orm"

/**
 * Whether a column holds one of some ids: however many there are, they are one parameter. A statement that is prepared once
 * has a placeholder, which is given them as JSON.
 */
export const among = (column: Column | SQL, ids: readonly string[] | Placeholder): SQL =>
  sql`${column} in (select value from json_each(${is(ids, Placeholder) ? ids : JSON.stringify(ids)}))`
