import { transact } from "db/client.server"
import { and, eq, getTableName, inArray, type SQL, sql } from "drizzle-orm"
import { z } from "zod"
import type { Actor } from "~/models/foundation/access/actor"
import { columnOf, type KeyedTable, keyedTables } from "~/models/foundation/access/declared-tables.server"
import { change, find, platformAdd, remove, select } from "~/models/foundation/access/door.server"
import { own } from "~/models/foundation/access/own.server"
import { joinTexts } from "./person-merge"

// What a merge changes, step by step, so that it is undone by walking back. A row that was changed again since keeps what
// it says now.

const Value = z.union([z.string(), z.number(), z.boolean(), z.null()])
type Value = z.output<typeof Value>

const Step = z.discriminatedUnion("act", [
  z.object({
    act: z.literal("set"),
    table: z.string(),
    column: z.string(),
    ids: z.array(z.string()),
    before: Value,
    after: Value,
  }),
  z.object({ act: z.literal("delete"), table: z.string(), row: z.record(z.string(), Value) }),
])
type Step = z.output<typeof Step>

export const MergeLog = z.object({ steps: z.array(Step) })
export type MergeLog = z.output<typeof MergeLog>

function tableOf(name: string): KeyedTable {
  const table = keyedTables.get(name)
  if (!table) throw new Error(`No table ${name}`)
  return table
}

/** Ids of the school's rows that a condition finds. */
export const idsOf = (actor: Actor, table: KeyedTable, condition: SQL | undefined): string[] =>
  select({ id: sql<string>`${table.id}` })
    .from(table)
    .where(and(own(actor, table), condition))
    .all()
    .map(({ id }) => id)

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
    select({ id: sql<string>`${table.id}`, value: once })
      .from(table)
      .where(and(own(actor, table), eq(columnOf(table, column), recordId), only, standing))
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
  log: Merging,
  { table, column, only }: Hanging,
  { keepId, goneId, onceBy, joins }: Pair & { onceBy: readonly string[]; joins: string },
) {
  const [once, text] = [jsonOf(table, onceBy), columnOf(table, joins)]
  const textsOf = (recordId: string) =>
    select({ id: sql<string>`${table.id}`, value: once, text: sql<string>`${text}` })
      .from(table)
      .where(and(own(actor, table), eq(columnOf(table, column), recordId), only))
      .all()
  const kept = new Map(textsOf(keepId).map((row) => [row.value, row]))
  for (const gone of textsOf(goneId)) {
    const keep = kept.get(gone.value)
    if (keep && keep.text !== gone.text)
      log.set(table, joins, [keep.id], { before: keep.text, after: joinTexts(keep.text, gone.text) })
  }
}

/** Notes each step while it does it. */
export class Merging {
  readonly steps: Step[] = []
  private readonly actor: Actor

  constructor(actor: Actor) {
    this.actor = actor
  }

  /** Sets a column of rows that all say `before`. */
  set(table: KeyedTable, column: string, ids: readonly string[], change: { before: Value; after: Value }) {
    if (ids.length === 0 || change.before === change.after) return
    writeColumn(this.actor, table, column, { ids, value: change.after })
    this.steps.push({ act: "set", table: getTableName(table), column, ids: [...ids], ...change })
  }

  /** Lets rows of one record belong to another. */
  move(table: KeyedTable, column: string, ids: readonly string[], from: string, to: string) {
    this.set(table, column, ids, { before: from, after: to })
  }

  remove(table: KeyedTable, ids: readonly string[]) {
    for (const id of ids) {
      const row = find(this.actor, table, id)
      if (!row) continue
      remove(this.actor, table, id)
      this.steps.push({
        act: "delete",
        table: getTableName(table),
        row: z.record(z.string(), Value).parse(row),
      })
    }
  }
}

/** Takes all of a merge back, or none of it: false when what the rows need is no longer there. */
export function walkBackWhole(actor: Actor, log: MergeLog): boolean {
  try {
    transact(() => walkBack(actor, log))
    return true
  } catch (error) {
    if (error instanceof Error && "code" in error && String(error.code).startsWith("SQLITE_CONSTRAINT"))
      return false
    throw error
  }
}

/** The last step first. */
function walkBack(actor: Actor, { steps }: MergeLog) {
  for (const step of [...steps].reverse()) {
    const table = tableOf(step.table)
    if (step.act === "delete") {
      platformAdd(table, step.row)
      continue
    }
    const { column, ids, before, after } = step
    writeColumn(actor, table, column, { ids, value: before, onlyWhere: after })
  }
}

function writeColumn(
  actor: Actor,
  table: KeyedTable,
  column: string,
  { ids, value, onlyWhere }: { ids: readonly string[]; value: Value; onlyWhere?: Value },
) {
  const present = columnOf(table, column)
  const isStill =
    onlyWhere === undefined
      ? undefined
      : onlyWhere === null
        ? sql`${present} is null`
        : eq(present, onlyWhere)
  change(actor, table, and(inArray(table.id, [...ids]), isStill), { [column]: value })
}
