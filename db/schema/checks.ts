import { type SQL, sql } from "drizzle-orm"
import { type AnySQLiteColumn, uniqueIndex } from "drizzle-orm/sqlite-core"
import type { chargeSources } from "./choices"

/** The CHECK of a column that holds one of its `enum`'s values. */
export function oneOf(column: AnySQLiteColumn): SQL {
  const values = (column.enumValues ?? []).map((value) => `'${value.replaceAll("'", "''")}'`)
  return sql`${column} in (${sql.raw(values.join(", "))})`
}

type Taxed = Record<"taxName" | "taxRate" | "taxMinor" | "amountMinor", AnySQLiteColumn>

/** The CHECK of an amount with the tax within it: named with its rate or none, and never more than the amount. */
export const taxWithin = ({ taxName, taxRate, taxMinor, amountMinor }: Taxed): SQL =>
  sql`(${taxName} is null) = (${taxRate} is null) and (${taxName} is not null or ${taxMinor} = 0)
    and ${taxMinor} between min(0, ${amountMinor}) and max(0, ${amountMinor})`

/** A charge that stands and is on no line that claims it. */
export const offBill = sql`withdrawn_at is null and billed_lines = 0`

/** At most one standing charge of a source for what the columns name. */
export const standingOnce = (
  name: string,
  source: (typeof chargeSources)[number],
  ...columns: [AnySQLiteColumn, ...AnySQLiteColumn[]]
) =>
  uniqueIndex(name)
    .on(...columns)
    .where(sql.raw(`source = '${source}' and withdrawn_at is null`))
