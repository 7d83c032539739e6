import { type Column, type SQL, sql } from "drizzle-orm"

/** Whether a column holds one of some ids: however many there are, they are one parameter. */
export const among = (column: Column, ids: readonly string[]): SQL =>
  sql`${column} in (select value from json_each(${JSON.stringify(ids)}))`
