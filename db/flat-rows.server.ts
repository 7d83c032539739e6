import { Column, is, SQL, Subquery } from "drizzle-orm"

// The query builder asks of each value of each row what kind of column it is of. Of a row without records inside it, that is
// known from the columns, once for all rows: a list of a thousand is made in a third of the time.

type Decoder = { mapFromDriverValue(value: unknown): unknown }
type Field = { path: string[]; field: unknown }
type Row = Record<string, unknown>

/** What of a prepared query and of a session of the builder is needed here. */
type Prepared = {
  customResultMapper?: (rows: unknown[][]) => Row[]
  get(values?: Record<string, unknown>): unknown
}
type Session = {
  prepareQuery(query: unknown, fields: Field[] | undefined, ...others: unknown[]): Prepared
}

const customResultMapper = 2

/** The same builder, whose rows are made as described. */
export function withFlatRows<Queries extends object>(queries: Queries): Queries {
  const { session } = queries as unknown as { session: Session }
  const prepare = session.prepareQuery.bind(session)
  session.prepareQuery = (query, fields, ...others) => {
    const prepared = prepare(query, fields, ...others)
    if (!fields || others[customResultMapper] || fields.some(({ path }) => path.length > 1)) return prepared
    let make: ((row: unknown[]) => Row) | undefined
    prepared.customResultMapper = (rows) => {
      make ??= rowMaker(fields)
      return rows.map(make)
    }
    const get = prepared.get.bind(prepared)
    prepared.get = (values) => (get(values) as Row[] | undefined)?.[0]
    return prepared
  }
  return queries
}

function rowMaker(fields: Field[]): (row: unknown[]) => Row {
  const columns = fields.map(({ path: [name = ""], field }) => ({ name, decoder: decoderOf(field) }))
  return (row) => {
    const made: Row = {}
    for (let index = 0; index < columns.length; index += 1) {
      const { name, decoder } = columns[index] as (typeof columns)[number]
      const value = row[index]
      made[name] = value === null || !decoder ? value : decoder.mapFromDriverValue(value)
    }
    return made
  }
}

/** None where a value is taken as it is. */
function decoderOf(field: unknown): Decoder | undefined {
  const decoder = is(field, Column)
    ? field
    : is(field, SQL)
      ? (field as unknown as { decoder: Decoder }).decoder
      : is(field, Subquery)
        ? (field as unknown as { _: { sql: { decoder: Decoder } } })._.sql.decoder
        : (field as { sql: { decoder: Decoder } }).sql.decoder
  const taken = decoder.mapFromDriverValue
  return taken === Column.prototype.mapFromDriverValue || taken === asItIs ? undefined : decoder
}

const asItIs = (new SQL([]) as unknown as { decoder: Decoder }).decoder.mapFromDriverValue
