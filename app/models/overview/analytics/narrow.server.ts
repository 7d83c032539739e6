import { type SQL, sql } from "drizzle-orm"
import { type Narrowing, none } from "./analytics-period"

/** Conditions on the columns that hold a teacher's id and an instrument; none where nothing was chosen. */
export const narrowedTo = (
  { teacher, instrument }: Narrowing,
  columns: { teacher: SQL; instrument: SQL },
): SQL => sql`${condition(columns.teacher, teacher)} ${condition(columns.instrument, instrument)}`

const condition = (column: SQL, chosen: string | undefined) =>
  chosen === undefined ? sql`` : sql`and ${column} is ${chosen === none ? null : chosen}`
