import type { RunResult } from "better-sqlite3"
import { db, prepareOnce } from "db/client.server"
import { and, is, type Placeholder, SQL, sql } from "drizzle-orm"
import type {
  SelectedFields,
  SQLiteSelectBuilder,
  SQLiteTable,
  SQLiteUpdateSetSource,
} from "drizzle-orm/sqlite-core"
import type { Actor } from "./actor"
import { newRow } from "./new-row.server"
import { type Id, type KeyedTable, type OwnedTable, own } from "./own.server"

// The one door to the database. A row is found, added, changed and removed, and a prepared query asked, for the school of the
// actor, which no caller names again. What is read of no school or of all of them is a platformQuery.

type ByNewRow = "schoolId" | "id" | "createdAt"
type NewValues<Table extends SQLiteTable> = Omit<Table["$inferInsert"], ByNewRow> & {
  id?: string
  createdAt?: number
}

/** A row by its id, or the rows that meet a condition; `and()` of nothing is refused instead of meaning all of them. */
type Which = string | SQL | undefined

function chosen(actor: Actor, table: OwnedTable & Partial<KeyedTable>, which: Which) {
  if (which === undefined) throw new Error("Say which rows of the school are meant")
  return and(own(actor, table), is(which, SQL) ? which : sql`${table.id} = ${which}`)
}

/** The school's row of this id; undefined for another school's. */
export function find<Table extends KeyedTable>(
  actor: Actor,
  table: Table,
  id: string,
): Table["$inferSelect"] | undefined
export function find(actor: Actor, table: KeyedTable, id: string): unknown {
  return db()
    .select()
    .from(table)
    .where(own(actor, table, id))
    .get()
}

/** Adds a row to the school; its id and when it was made are new unless they are given. Answers the id. */
export function add<Table extends KeyedTable>(actor: Actor, table: Table, values: NewValues<Table>): string
export function add(actor: Actor, table: KeyedTable, values: object): string {
  const row = { ...newRow(actor), ...values, schoolId: actor.school.id }
  db().insert(table).values(row).run()
  return row.id
}

/** Changes the school's row of this id, or those that meet a condition. Answers how many there were. */
export function change<Table extends OwnedTable>(
  actor: Actor,
  table: Table,
  which: Which,
  to: SQLiteUpdateSetSource<Table> & { schoolId?: never },
): number
export function change(actor: Actor, table: OwnedTable, which: Which, to: object): number {
  return db()
    .update(table)
    .set(to)
    .where(chosen(actor, table, which))
    .run().changes
}

/** Removes the school's row of this id, or those that meet a condition. Answers how many there were. */
export function remove(actor: Actor, table: OwnedTable, which: Which): number {
  return db()
    .delete(table)
    .where(chosen(actor, table, which))
    .run().changes
}

/** Begins a query as drizzle does: of these columns, or of whole rows. */
export function select(): SQLiteSelectBuilder<undefined, "sync", RunResult>
export function select<Fields extends SelectedFields>(
  fields: Fields,
): SQLiteSelectBuilder<Fields, "sync", RunResult>
export function select(fields?: SelectedFields) {
  return fields ? db().select(fields) : db().select()
}

/** The same, each answer once. */
export function selectDistinct<Fields extends SelectedFields>(
  fields: Fields,
): SQLiteSelectBuilder<Fields, "sync", RunResult> {
  return db().selectDistinct(fields)
}

type Values = Record<string, string | number | boolean | null>

/** The names of the values that a query is given each time it is asked. */
export type Params<Given extends Values> = {
  readonly [Name in keyof Given & string]: Placeholder<Name, Given[Name]>
}
const names = new Proxy({}, { get: (_, name) => sql.placeholder(String(name)) })
const school: Placeholder<"schoolId"> = sql.placeholder("schoolId")

/** A query of drizzle's, with the rows that it answers; and the values it is asked with: none, or those of its params. */
type Ask<Row> = { prepare(): { all(values?: Values): Row[]; get(values?: Values): Row | undefined } }
type Asked<Given> = [keyof Given] extends [never] ? [] : [values: Given]

/** The rows of the school that a query is asked for; with an id, its one row of that id. */
type Own = {
  (table: OwnedTable): SQL
  (table: KeyedTable, id: Id): SQL
}
const ownOfQuery: Own = (table: KeyedTable | OwnedTable, ...[id]: [id?: Id]) =>
  id !== undefined && "id" in table ? own(school, table, id) : own(school, table)

/**
 * A query of one school, prepared once; the school comes with the actor. A condition that others share has `school` for its owner.
 * @example const lessonsOf = query((p: Params<{ classId: string }>, own) =>
 *   select().from(sessions).where(and(own(sessions), eq(sessions.classId, p.classId))))
 * lessonsOf.all(actor, { classId })
 */
export function query<Row, Given extends Values = Record<never, never>>(
  ask: (p: Params<Given>, rows: Own, school: Placeholder<"schoolId">) => Ask<Row>,
) {
  const prepared = prepareOnce(() => ask(names as Params<Given>, ownOfQuery, school).prepare())
  return {
    all: (actor: Actor, ...[values]: Asked<Given>) =>
      prepared().all({ ...values, schoolId: actor.school.id }),
    get: (actor: Actor, ...[values]: Asked<Given>) =>
      prepared().get({ ...values, schoolId: actor.school.id }),
  }
}

/** A query of no school, or of all of them: for staff, jobs and logins. The tenancy test lists those of a school's tables. */
export function platformQuery<Row, Given extends Values = Record<never, never>>(
  ask: (p: Params<Given>) => Ask<Row>,
) {
  const prepared = prepareOnce(() => ask(names as Params<Given>).prepare())
  return {
    all: (...[values]: Asked<Given>) => prepared().all(values),
    get: (...[values]: Asked<Given>) => prepared().get(values),
  }
}
