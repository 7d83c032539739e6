import type { BuildColumns } from "drizzle-orm"
import {
  type AnySQLiteColumn,
  check,
  foreignKey,
  type SQLiteColumnBuilderBase,
  type SQLiteTableExtraConfigValue,
  sqliteTable,
  text,
} from "drizzle-orm/sqlite-core"
import { oneOf } from "./checks"

// What a column says of itself: the row that it refers to, and the values that it may hold. Its table writes both down as
// constraints (`rulesOf`).

export type Key = { schoolId: AnySQLiteColumn; id: AnySQLiteColumn }
type Reference = { to: () => Key; onDelete: "cascade" | undefined }
type Rule = Reference | "choice"

const rules = new WeakMap<SQLiteColumnBuilderBase, Rule>()

function ruled<Column extends SQLiteColumnBuilderBase>(column: Column, rule: Rule): Column {
  rules.set(column, rule)
  return column
}

/** The id of another row of the same school: the reference carries the school. */
export const refersTo = <Name extends string>(name: Name, to: () => Key, onDelete?: "cascade") =>
  ruled(text(name), { to, onDelete })

/** One of these values. */
export const choice = <
  Name extends string,
  Value extends string,
  Values extends readonly [Value, ...Value[]],
>(
  name: Name,
  values: Values,
) => ruled(text(name, { enum: values }), "choice")

/** A reference to another row of the same school, of a column that can't say it itself. */
export const refers = (t: Pick<Key, "schoolId">, column: AnySQLiteColumn, to: Key) =>
  foreignKey({ columns: [t.schoolId, column], foreignColumns: [to.schoolId, to.id] })

type Builders = Record<string, SQLiteColumnBuilderBase>

/** The constraints that columns say of themselves; `t` are the same columns, built. */
export function rulesOf(table: string, builders: Builders, t: object): SQLiteTableExtraConfigValue[] {
  const built = new Map<string, AnySQLiteColumn>(Object.entries(t))
  const schoolId = built.get("schoolId")
  return Object.entries(builders).flatMap(([key, builder]) => {
    const rule = rules.get(builder)
    const column = built.get(key)
    if (!rule || !column) return []
    if (rule === "choice") return check(`${table}_${column.name}`, oneOf(column))
    if (!schoolId) throw new Error(`${table} belongs to no school, so its rows refer to none of one`)
    const reference = refers({ schoolId }, column, rule.to())
    return rule.onDelete ? reference.onDelete(rule.onDelete) : reference
  })
}

/** A table of the platform's own: its rows belong to no school, or to one that a column names. */
export const platformTable = <Name extends string, Columns extends Builders>(
  name: Name,
  columns: Columns,
  extras?: (t: BuildColumns<Name, Columns, "sqlite">) => SQLiteTableExtraConfigValue[],
) => sqliteTable(name, columns, (t) => [...rulesOf(name, columns, t), ...(extras?.(t) ?? [])])
