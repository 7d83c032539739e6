import { type SQL, sql } from "drizzle-orm"

// SQLite looks at a limit to choose a plan. Where the limit is a parameter, it plans a kept statement again each time it is
// given one, even the same: that takes as long as asking.

type Union = { setOperator: { limit?: unknown } }
type Dialect = { buildLimit(limit: unknown): SQL | undefined; buildSetOperationQuery(union: Union): SQL }

/** The same builder, which writes limits that are numbers into its statements. */
export function withWrittenLimits<Queries extends object>(queries: Queries): Queries {
  const { dialect } = queries as unknown as { dialect: Dialect }
  const build = dialect.buildLimit.bind(dialect)
  dialect.buildLimit = (limit) => (isLimit(limit) ? sql` ${limitOf(limit)}` : build(limit))
  const unite = dialect.buildSetOperationQuery.bind(dialect)
  dialect.buildSetOperationQuery = (union) => {
    const { setOperator } = union
    const { limit } = setOperator
    return unite(
      isLimit(limit) ? { ...union, setOperator: { ...setOperator, limit: written(limit) } } : union,
    )
  }
  return queries
}

const isLimit = (limit: unknown): limit is number => Number.isSafeInteger(limit) && Number(limit) >= 0
const written = (limit: number) => sql.raw(String(limit))

/** The limit of a statement that is written as SQL. */
export function limitOf(most: number): SQL {
  if (!isLimit(most)) throw new Error(`${most} isn’t a number of rows`)
  return sql`limit ${written(most)}`
}
