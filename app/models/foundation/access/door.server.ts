import type { RunResult } from "better-sqlite3"
import { db, prepareEach, prepareOnce } from "db/client.server"
import { schools } from "db/schema/accounts-schools"
import { and, getTableColumns, getTableName, inArray, is, type Placeholder, SQL, sql } from "drizzle-orm"
import type { SelectResultFields } from "drizzle-orm/query-builders/select.types"
import type {
  AnySQLiteColumn,
  SelectedFields,
  SQLiteInsertValue,
  SQLiteSelectBuilder,
  SQLiteTable,
  SQLiteUpdateSetSource,
} from "drizzle-orm/sqlite-core"
import type { Actor } from "./actor"
import { type Id, type KeyedTable, newRow, type OwnedTable, own } from "./own.server"
import { isNoted, noteRow, Row } from "./row-changes.server"

// The one door to the database. A row is found, added, changed and removed, and a prepared query asked, for the school of the
// actor, which no caller names again. What is read of no school or of all of them is a platformQuery.

type ByNewRow = "schoolId" | "id" | "createdAt"
type NewValues<Table extends SQLiteTable> = Omit<Table["$inferInsert"], ByNewRow> & {
  id?: string
  createdAt?: number
}

/** A row by its id, or the rows that meet a condition; `and()` of nothing is refused instead of meaning all of them. */
type Which = string | SQL | undefined

function chosen({ id }: SQLiteTable & { id?: AnySQLiteColumn }, which: Which): SQL {
  if (which === undefined) throw new Error("Say which rows are meant")
  return is(which, SQL) ? which : sql`${id} = ${which}`
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

/** Whether the school has a row: of this id, one that meets a condition, or any. */
export const hasRow = (actor: Actor, table: KeyedTable, which?: Which): boolean =>
  db()
    .select({ id: sql<string>`${table.id}` })
    .from(table)
    .where(and(own(actor, table), which === undefined ? undefined : chosen(table, which)))
    .limit(1)
    .get() !== undefined

/** Whether a row wasn't removed because another one names it. */
export const isNamedByAnother = (error: unknown): boolean =>
  error instanceof Error && "code" in error && error.code === "SQLITE_CONSTRAINT_FOREIGNKEY"

/** Ids of the school's rows that meet a condition. */
export const idsOf = (actor: Actor, table: KeyedTable, condition: SQL | undefined): string[] =>
  db()
    .select({ id: sql<string>`${table.id}` })
    .from(table)
    .where(and(own(actor, table), condition))
    .all()
    .map(({ id }) => id)

/** Adds a row to the school; its id and when it was made are new unless they are given. Answers the id. */
export function add<Table extends OwnedTable>(actor: Actor, table: Table, values: NewValues<Table>): string
export function add(actor: Actor, table: OwnedTable, values: object): string {
  const row = newOf(actor, values)
  db().insert(table).values(row).run()
  noteRow(getTableName(table), undefined, row)
  return row.id
}

/** Adds several rows to the school at once, as one is added; none is none. Those that it has already are left where it says so. */
export function addAll<Table extends OwnedTable>(
  actor: Actor,
  table: Table,
  rows: readonly NewValues<Table>[],
  unless?: "there",
): void
export function addAll(actor: Actor, table: OwnedTable, rows: readonly object[], unless?: "there") {
  if (rows.length === 0) return
  const insert = db()
    .insert(table)
    .values(rows.map((row) => newOf(actor, row)))
  if (unless) insert.onConflictDoNothing().run()
  else insert.run()
}

const newOf = (actor: Actor, values: object) => ({
  ...newRow(actor),
  ...values,
  schoolId: actor.school.id,
})

/** The same, answering the whole row. */
export function addRow<Table extends OwnedTable>(
  actor: Actor,
  table: Table,
  values: NewValues<Table>,
): Table["$inferSelect"]
export function addRow(actor: Actor, table: OwnedTable, values: object): unknown {
  return db().insert(table).values(newOf(actor, values)).returning().get()
}

/** Adds a row unless the school has one with its keys. Answers whether it was added. */
export function addUnlessThere<Table extends OwnedTable>(
  actor: Actor,
  table: Table,
  values: NewValues<Table>,
): boolean
export function addUnlessThere(actor: Actor, table: OwnedTable, values: object): boolean {
  return db().insert(table).values(newOf(actor, values)).onConflictDoNothing().run().changes > 0
}

/**
 * Adds a row, or changes the one of the school that holds the same in these columns, of those that meet a condition where one
 * is given. Answers it as it is now.
 */
export function addOrChange<Table extends OwnedTable>(
  actor: Actor,
  table: Table,
  values: NewValues<Table>,
  same: { as: AnySQLiteColumn[]; of?: SQL; to: Changes<Table> },
): Table["$inferSelect"]
export function addOrChange(
  actor: Actor,
  table: OwnedTable,
  values: object,
  { as, of, to }: { as: AnySQLiteColumn[]; of?: SQL; to: object },
): unknown {
  return db()
    .insert(table)
    .values(newOf(actor, values))
    .onConflictDoUpdate({ target: [table.schoolId, ...as], targetWhere: of, set: to })
    .returning()
    .get()
}

/** Adds rows of one table by a statement that is prepared once, where a register or a job adds them by the dozen. */
export function prepareAdd<Table extends OwnedTable>(
  table: Table,
  unless?: "there",
): (actor: Actor, values: NewValues<Table>) => string
export function prepareAdd(table: OwnedTable, unless?: "there") {
  const prepared = prepareEach((columns: string) => {
    const values = columns.split(" ").map((name) => [name, sql.placeholder(name)])
    const insert = db().insert(table).values(Object.fromEntries(values))
    return (unless ? insert.onConflictDoNothing() : insert).prepare()
  })
  return (actor: Actor, values: object): string => {
    const row = newOf(actor, values)
    prepared(Object.keys(row).join(" ")).run(row)
    return row.id
  }
}

/** What may be changed of a row: anything but whose it is. */
export type Changes<Table extends OwnedTable> = SQLiteUpdateSetSource<Table> & { schoolId?: never }

/** Changes the school's row of this id, or those that meet a condition. Answers how many there were. */
export function change<Table extends OwnedTable>(
  actor: Actor,
  table: Table,
  which: Which,
  to: Changes<Table>,
): number
export function change(actor: Actor, table: OwnedTable, which: Which, to: object): number {
  return noting(actor, { table, which, to }, () => changing(actor, table, which, to).run().changes)
}

/** The same, answering the rows as they are now. */
export function changeRows<Table extends OwnedTable>(
  actor: Actor,
  table: Table,
  which: Which,
  to: Changes<Table>,
): Table["$inferSelect"][]
export function changeRows(actor: Actor, table: OwnedTable, which: Which, to: object): unknown[] {
  return noting(actor, { table, which, to }, () => changing(actor, table, which, to).returning().all())
}

/** The same for one row; undefined when there was none. */
export function changeRow<Table extends OwnedTable>(
  actor: Actor,
  table: Table,
  which: Which,
  to: Changes<Table>,
): Table["$inferSelect"] | undefined
export function changeRow(actor: Actor, table: OwnedTable, which: Which, to: object): unknown {
  return noting(actor, { table, which, to }, () => changing(actor, table, which, to).returning().get())
}

const changing = (actor: Actor, table: OwnedTable, which: Which, to: object) =>
  db()
    .update(table)
    .set(to)
    .where(and(own(actor, table), chosen(table, which)))

/** Changes what the school is itself, noting it of undoable work. Answers it as it is now. */
export function changeSchool(actor: Actor, to: SQLiteUpdateSetSource<typeof schools>) {
  const itself = chosen(schools, actor.school.id)
  const was = isNoted() ? db().select().from(schools).where(itself).get() : undefined
  const is = db().update(schools).set(to).where(itself).returning().get()
  if (was) noteRow(getTableName(schools), was, is)
  return is
}

/** Removes the school's row of this id, or those that meet a condition. Answers how many there were. */
export const remove = (actor: Actor, table: OwnedTable, which: Which): number =>
  noting(actor, { table, which }, () => removing(actor, table, which).run().changes)

/** The same for one row, answering it as it was; undefined when there was none. */
export function removeRow<Table extends OwnedTable>(
  actor: Actor,
  table: Table,
  which: Which,
): Table["$inferSelect"] | undefined
export function removeRow(actor: Actor, table: OwnedTable, which: Which): unknown {
  return noting(actor, { table, which }, () => removing(actor, table, which).returning().get())
}

/** Writes, and notes of undoable work what became of the rows: their columns that changed, or the whole of those that are gone. */
function noting<Answer>(
  actor: Actor,
  { table, which, to }: { table: OwnedTable & { id?: AnySQLiteColumn }; which: Which; to?: object },
  write: () => Answer,
): Answer {
  const { id } = table
  if (!isNoted() || !id) return write()
  const known = ["id", ...Object.keys(to ?? {})]
  const columns = Object.fromEntries(
    Object.entries(getTableColumns(table)).filter(([key]) => !to || known.includes(key)),
  )
  const read = (condition: SQL | undefined) =>
    Row.array().parse(
      db()
        .select(columns)
        .from(table)
        .where(and(own(actor, table), condition))
        .all(),
    )
  const rows = read(chosen(table, which))
  const answer = write()
  const ids = rows.map((row) => row.id)
  const left = new Map(to && read(inArray(id, ids)).map((row) => [row.id, row]))
  for (const before of rows) noteRow(getTableName(table), before, left.get(before.id))
  return answer
}

const removing = (actor: Actor, table: OwnedTable, which: Which) =>
  db()
    .delete(table)
    .where(and(own(actor, table), chosen(table, which)))

/** Adds rows of no school, or of one without an actor: for staff, jobs and logins. */
export function platformAdd<Table extends SQLiteTable>(
  table: Table,
  values: Table["$inferInsert"] | Table["$inferInsert"][],
): void
export function platformAdd(table: SQLiteTable, values: object | object[]) {
  db().insert(table).values(values).run()
}

/** Adds one row of no school, answering it whole. */
export function platformAddRow<Table extends SQLiteTable>(
  table: Table,
  values: Table["$inferInsert"],
): Table["$inferSelect"]
export function platformAddRow(table: SQLiteTable, values: object): unknown {
  return db().insert(table).values(values).returning().get()
}

/** Adds a row of no school unless there is one with its keys. Answers the row that was added. */
export function platformAddUnlessThere<Table extends SQLiteTable>(
  table: Table,
  values: SQLiteInsertValue<Table>,
): Table["$inferSelect"] | undefined
export function platformAddUnlessThere(table: SQLiteTable, values: object): unknown {
  return db().insert(table).values(values).onConflictDoNothing().returning().get()
}

/** Adds a row of no school, or changes the one that holds the same in these columns. Answers it as it is now. */
export function platformAddOrChange<Table extends SQLiteTable>(
  table: Table,
  values: Table["$inferInsert"],
  same: { as: AnySQLiteColumn[]; to: SQLiteUpdateSetSource<Table> },
): Table["$inferSelect"]
export function platformAddOrChange(
  table: SQLiteTable,
  values: object,
  { as, to }: { as: AnySQLiteColumn[]; to: object },
): unknown {
  return db().insert(table).values(values).onConflictDoUpdate({ target: as, set: to }).returning().get()
}

/** Changes rows of no school, or of all of them. The tenancy test lists those of a school's tables. */
export function platformChange<Table extends SQLiteTable>(
  table: Table,
  which: Which,
  to: SQLiteUpdateSetSource<Table>,
): number
export function platformChange(table: SQLiteTable, which: Which, to: object): number {
  return db().update(table).set(to).where(chosen(table, which)).run().changes
}

/** The same, answering the rows as they are now. */
export function platformChangeRows<Table extends SQLiteTable>(
  table: Table,
  which: Which,
  to: SQLiteUpdateSetSource<Table>,
): Table["$inferSelect"][]
export function platformChangeRows(table: SQLiteTable, which: Which, to: object): unknown[] {
  return db().update(table).set(to).where(chosen(table, which)).returning().all()
}

/** Removes rows of no school, or of all of them. The tenancy test lists those of a school's tables. */
export const platformRemove = (table: SQLiteTable, which: Which): number =>
  db().delete(table).where(chosen(table, which)).run().changes

/** The same for one row, answering it as it was; undefined when there was none. */
export function platformRemoveRow<Table extends SQLiteTable>(
  table: Table,
  which: Which,
): Table["$inferSelect"] | undefined
export function platformRemoveRow(table: SQLiteTable, which: Which): unknown {
  return db().delete(table).where(chosen(table, which)).returning().get()
}

/** Begins a query as drizzle does: of these columns, or of whole rows. */
export function select(): SQLiteSelectBuilder<undefined, "sync", RunResult>
export function select<Fields extends SelectedFields>(
  fields: Fields,
): SQLiteSelectBuilder<Fields, "sync", RunResult>
export function select(fields?: SelectedFields) {
  return fields ? db().select(fields) : db().select()
}

/** A query of one table, as drizzle goes on with it. */
type Rows<Row> = {
  orderBy(...by: (AnySQLiteColumn | SQL)[]): Rows<Row>
  groupBy(...by: (AnySQLiteColumn | SQL)[]): Rows<Row>
  limit(most: number): Rows<Row>
  offset(first: number): Rows<Row>
  all(): Row[]
  get(): Row | undefined
}
/** The same, with a condition beside that of the school. */
type OwnRows<Row> = Rows<Row> & { where(condition: SQL | undefined): Rows<Row> }

/**
 * The rows of the school in one table: some of their columns, fields made of them, or whole.
 * @example ownRows(actor, rooms, ["id", "name"]).where(isNull(rooms.archivedAt)).all()
 */
export function ownRows<Table extends OwnedTable, Name extends keyof Table["$inferSelect"] & string>(
  actor: Actor,
  table: Table,
  names: readonly Name[],
): OwnRows<Pick<Table["$inferSelect"], Name>>
export function ownRows<Fields extends SelectedFields>(
  actor: Actor,
  table: OwnedTable,
  fields: Fields,
): OwnRows<SelectResultFields<Fields>>
export function ownRows<Table extends OwnedTable>(actor: Actor, table: Table): OwnRows<Table["$inferSelect"]>
export function ownRows(
  actor: Actor,
  table: OwnedTable,
  which?: SelectedFields | readonly string[],
): unknown {
  const school = own(actor, table)
  const all = getTableColumns(table)
  const fields = Array.isArray(which) ? Object.fromEntries(which.map((name) => [name, all[name]])) : which
  const rows = fields ? db().select(fields).from(table) : db().select().from(table)
  return {
    where: (condition: SQL | undefined) => rows.where(and(school, condition)),
    orderBy: (...by: (AnySQLiteColumn | SQL)[]) => rows.where(school).orderBy(...by),
    groupBy: (...by: (AnySQLiteColumn | SQL)[]) => rows.where(school).groupBy(...by),
    limit: (most: number) => rows.where(school).limit(most),
    offset: (first: number) => rows.where(school).offset(first),
    all: () => rows.where(school).all(),
    get: () => rows.where(school).get(),
  }
}

/** The same for rows that differ. */
export const selectDistinct = <Fields extends SelectedFields>(
  fields: Fields,
): SQLiteSelectBuilder<Fields, "sync", RunResult> => db().selectDistinct(fields)

/** What a statement in SQL answers. */
export const askAll = <Row>(statement: SQL): Row[] => db().all<Row>(statement)
export const askOne = <Row>(statement: SQL): Row => db().get<Row>(statement)

/** Carries out a statement in SQL. Answers how many rows it changed. */
export const runSql = (statement: SQL): number => db().run(statement).changes

/** Rows may refer to what isn't there until the transaction ends. */
export const deferReferences = () => runSql(sql`pragma defer_foreign_keys = on`)

/** A statement whose tables or columns are known only as it is made; its values stand in it by name, such as @schoolId. */
export const written = (text: string, values: Values = {}): SQL =>
  sql.join(text.split(/@(\w+)/).map((part, index) => (index % 2 ? sql`${values[part]}` : sql.raw(part))))

type Values = Record<string, string | number | boolean | null | undefined>

/** The names of the values that a query is given each time it is asked; one that it has only by some words may be left out. */
export type Params<Given extends Values> = {
  readonly [Name in keyof Given & string]: Placeholder<Name, Given[Name]>
}
const names = new Proxy({}, { get: (_, name) => sql.placeholder(String(name)) })
const school: Placeholder<"schoolId"> = sql.placeholder("schoolId")

/** The names of values, the school's among them, in a part that several queries share. */
export const params = <Given extends Values = Record<never, never>>() =>
  names as Params<Given & { schoolId: string }>

/** A query of drizzle's, with the rows that it answers; and the values it is asked with: none, or those of its params. */
type Ask<Row> = { prepare(): { all(values?: Values): Row[]; get(values?: Values): Row | undefined } }
type Asked<Given> = [keyof Given] extends [never]
  ? []
  : [
      values: { [Name in keyof Given as undefined extends Given[Name] ? never : Name]: Given[Name] } & {
        [Name in keyof Given as undefined extends Given[Name] ? Name : never]?: Given[Name]
      },
    ]

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
  return askedBy<Row, Given>(prepareOnce(() => ask(names as Params<Given>, ownOfQuery, school).prepare()))
}

/** Queries of one school that differ by a word, such as an order: each prepared once by its word, which comes first. */
export function queryEach<Key extends string, Row, Given extends Values = Record<never, never>>(
  ask: (key: Key, p: Params<Given>, rows: Own, school: Placeholder<"schoolId">) => Ask<Row>,
) {
  const prepared = prepareEach((key: Key) => ask(key, names as Params<Given>, ownOfQuery, school).prepare())
  return (key: Key) => askedBy<Row, Given>(() => prepared(key))
}

const askedBy = <Row, Given extends Values>(prepared: () => ReturnType<Ask<Row>["prepare"]>) => ({
  all: (actor: Actor, ...[values]: Asked<Given>) => prepared().all({ ...values, schoolId: actor.school.id }),
  get: (actor: Actor, ...[values]: Asked<Given>) => prepared().get({ ...values, schoolId: actor.school.id }),
})

/** A query of no school, or of all of them: for staff, jobs and logins. The tenancy test lists those of a school's tables. */
export function platformQuery<Row, Given extends Values = Record<never, never>>(
  ask: (p: Params<Given>) => Ask<Row>,
) {
  return askedByAll<Row, Given>(prepareOnce(() => ask(names as Params<Given>).prepare()))
}

/** Such queries that differ by a word, each prepared once by its word, which comes first. */
export function platformQueryEach<Key extends string, Row, Given extends Values = Record<never, never>>(
  ask: (key: Key, p: Params<Given>) => Ask<Row>,
) {
  const prepared = prepareEach((key: Key) => ask(key, names as Params<Given>).prepare())
  return (key: Key) => askedByAll<Row, Given>(() => prepared(key))
}

const askedByAll = <Row, Given extends Values>(prepared: () => ReturnType<Ask<Row>["prepare"]>) => ({
  all: (...[values]: Asked<Given>) => prepared().all(values),
  get: (...[values]: Asked<Given>) => prepared().get(values),
})
