import { type SQL, sql } from "drizzle-orm"

// SQLite looks at a limit to choose a plan. Where the limit is a parameter, it plans a kept statement again each time it is
// given one, even the same: that takes as long as asking.

type Dialect = { buildLimit(limit: unknown): SQL | undefined }

/** The same builder, which writes limits that are numbers into its statements. */
export function withWrittenLimits<Queries extends object>(queries: Queries): Queries {
  const { dialect } = queries as unknown as { dialect: Dialect }
  const build = dialect.buildLimit.bind(dialect)
  dialect.buildLimit = (limit) =>
    Number.isSafeInteger(limit) && Number(limit) >= 0 ? sql` limit ${sql.raw(String(limit))}` : build(limit)
  return queries
}
