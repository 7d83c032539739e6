import { Column, getTableName, is, SQL, Subquery } from "drizzle-orm"

// The query builder asks of each value of each row what kind of column it is of. That is known from the columns, once for all
// rows: a list of a thousand is made in a third of the time. Rows may have records inside them, those none.

type Decoder = { mapFromDriverValue(value: unknown): unknown }
type Field = { path: string[]; field: unknown }
type Row = Record<string, unknown>

/** What of a prepared query and of a session of the builder is needed here. */
type Prepared = {
  customResultMapper?: (rows: unknown[][]) => Row[]
  /** For each joined table whether it has a row in every row. */
  joinsNotNullableMap?: Record<string, boolean>
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
    if (!fields || others[customResultMapper] || fields.some(({ path }) => path.length > 2)) return prepared
    let make: ((row: unknown[]) => Row) | undefined
    prepared.customResultMapper = (rows) => {
      make ??= rowMaker(fields, prepared.joinsNotNullableMap)
      return rows.map(make)
    }
    const get = prepared.get.bind(prepared)
    prepared.get = (values) => (get(values) as Row[] | undefined)?.[0]
    return prepared
  }
  return queries
}

function rowMaker(fields: Field[], isJoined: Record<string, boolean> | undefined): (row: unknown[]) => Row {
  const columns = fields.map(({ path, field }) => ({
    name: path.at(-1) ?? "",
    record: path.length > 1 ? path[0] : undefined,
    decoder: decoderOf(field),
  }))
  const missing = isJoined ? missingRecords(fields, isJoined) : []
  return (row) => {
    const made: Row = {}
    let record: Row = made
    let named: string | undefined
    for (let index = 0; index < columns.length; index += 1) {
      const column = columns[index] as (typeof columns)[number]
      if (column.record !== named) {
        named = column.record
        record = named === undefined ? made : recordIn(made, named)
      }
      const value = row[index]
      record[column.name] =
        value === null || !column.decoder ? value : column.decoder.mapFromDriverValue(value)
    }
    for (const { name, first } of missing) if ((made[name] as Row)[first] === null) made[name] = null
    return made
  }
}

function recordIn(made: Row, name: string): Row {
  made[name] ??= {}
  return made[name] as Row
}

/** The records that a row hasn't when a join found nothing for them, each with the column by which the builder tells. */
function missingRecords(fields: Field[], isJoined: Record<string, boolean>) {
  const found = new Map<string, { first: string; tables: Set<string> }>()
  for (const { path, field } of fields) {
    const [name = "", first = ""] = path
    if (path.length < 2 || !is(field, Column)) continue
    const record = found.get(name) ?? { first, tables: new Set<string>() }
    found.set(name, { ...record, tables: record.tables.add(getTableName(field.table)) })
  }
  return [...found].flatMap(([name, { first, tables }]) => {
    const [table = "", ...others] = tables
    return others.length > 0 || isJoined[table] ? [] : [{ name, first }]
  })
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
