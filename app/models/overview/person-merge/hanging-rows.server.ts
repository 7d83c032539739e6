import { and, eq, getTableName, inArray, type SQL, sql } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { columnOf, type KeyedTable } from "~/models/foundation/access/declared-tables.server"
import { change, idsOf, ownRows, remove } from "~/models/foundation/access/door.server"
import type { RowChange } from "~/models/foundation/access/row-changes.server"
import { type FieldChoice, joinTexts } from "./person-merge"

// What hangs on a record that is merged into another joins that one, or goes.

/** What hangs on a record: the table, and its column that holds the record. */
export type Hanging = { table: KeyedTable; column: string; only?: SQL }

/** Ids of the rows that hang on a record. */
export const hangingOn = (actor: Actor, { table, column, only }: Hanging, recordId: string, more?: SQL) =>
  idsOf(actor, table, and(eq(columnOf(table, column), recordId), only, more))

/** Rows of one record that say in some columns what a row of the other says there, too. */
export function doubledRows(
  actor: Actor,
  { table, column, only }: Hanging,
  { keepId, goneId, onceBy, standing }: Pair & { onceBy: readonly string[]; standing?: SQL },
): string[] {
  const once = jsonOf(table, onceBy)
  const valuesOf = (recordId: string) =>
    ownRows(actor, table, { id: sql<string>`${table.id}`, value: once })
      .where(and(eq(columnOf(table, column), recordId), only, standing))
      .all()
  const known = new Set(valuesOf(keepId).map(({ value }) => value))
  return valuesOf(goneId).flatMap(({ id, value }) => (known.has(value) ? [id] : []))
}

type Pair = { keepId: string; goneId: string }

const jsonOf = (table: KeyedTable, columns: readonly string[]) =>
  sql<string>`json_array(${sql.join(
    columns.map((name) => columnOf(table, name)),
    sql`, `,
  )})`

/** Where both have a text of their own, that of the record that goes is added to the other's. */
export function joinDoubled(
  actor: Actor,
  { table, column, only }: Hanging,
  { keepId, goneId, onceBy, joins }: Pair & { onceBy: readonly string[]; joins: string },
) {
  const [once, text] = [jsonOf(table, onceBy), columnOf(table, joins)]
  const textsOf = (recordId: string) =>
    ownRows(actor, table, { id: sql<string>`${table.id}`, value: once, text: sql<string>`${text}` })
      .where(and(eq(columnOf(table, column), recordId), only))
      .all()
  const kept = new Map(textsOf(keepId).map((row) => [row.value, row]))
  for (const gone of textsOf(goneId)) {
    const keep = kept.get(gone.value)
    if (keep && keep.text !== gone.text)
      change(actor, table, keep.id, { [joins]: joinTexts(keep.text, gone.text) })
  }
}

/** Of two sets of rows the chosen one stays as a whole. */
export function moveChosen(actor: Actor, hanging: Hanging, pair: Pair, choice: FieldChoice | undefined) {
  const staysGone = choice === "gone"
  const going = hangingOn(actor, hanging, staysGone ? pair.keepId : pair.goneId)
  remove(actor, hanging.table, inArray(hanging.table.id, going))
  if (staysGone) move(actor, hanging, pair)
}

/** Lets the rows of one record belong to the other. */
export function move(actor: Actor, { table, column, only }: Hanging, { keepId, goneId }: Pair) {
  change(actor, table, and(eq(columnOf(table, column), goneId), only), { [column]: keepId })
}

/** The ids of what a merge moved from one record to another. */
export const movedIn = (changes: readonly RowChange[], table: KeyedTable, column: string): string[] =>
  changes.flatMap(({ table: name, ids, after }) =>
    name === getTableName(table) && after && column in after ? ids : [],
  )
