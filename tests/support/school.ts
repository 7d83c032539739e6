import { db } from "db/client.server"
import { users } from "db/schema/accounts"
import { subscriptions } from "db/schema/accounts-subscriptions"
import { members, teachers } from "db/schema/people"
import { and, asc, type Column, eq, getTableColumns, isNull, type SQL } from "drizzle-orm"
import type { SQLiteTable } from "drizzle-orm/sqlite-core"
import { registerSchool } from "~/models/accounts/school/register-school.server"
import type { Actor, Role } from "~/models/foundation/access/actor"
import { memberActor } from "~/models/foundation/access/actor.server"
import { now } from "~/utils/clock.server"
import { newId } from "~/utils/ids.server"

let count = 0

/** A school with an active Standard subscription and its administrator, whose address is proven. Each call is a tenant of its own. */
export function openSchool(
  facts: {
    name?: string
    timeZone?: string
    kind?: "school" | "solo"
    active?: boolean
    isEmailProven?: boolean
  } = {},
) {
  count += 1
  const registered = registerSchool({
    kind: facts.kind ?? "school",
    schoolName: facts.name ?? "Harmony School of Music",
    name: "Ruth Castellano",
    email: `ruth${count}@harmony.example`,
    passwordHash: "not a hash",
    timeZone: facts.timeZone ?? "America/New_York",
    isEmailProven: facts.isEmailProven ?? true,
  })
  if (!registered.ok) throw new Error(registered.reason)
  if (facts.active ?? true)
    changeRows(
      subscriptions,
      { schoolId: registered.actor.school.id },
      {
        status: "active",
        plan: facts.kind === "solo" ? "soloTeacher" : "standard",
        interval: "yearly",
        paidUntil: now() + 300 * 86_400_000,
      },
    )
  return registered
}

/** Another member of the school, as an actor. A teacher also gets the teacher's row, whose id is returned. */
export function addMember(school: Actor, role: Role, name: string) {
  count += 1
  const userId = newId()
  const memberId = newId()
  const at = now()
  const email = `${name.split(" ")[0]?.toLowerCase()}${count}@harmony.example`
  addRows(users, { id: userId, name, email, passwordHash: null, emailProvenAt: at, createdAt: at })
  addRows(members, { schoolId: school.school.id, id: memberId, userId, role, createdAt: at })
  const teacherId = newId()
  if (role === "teacher")
    addRows(teachers, { schoolId: school.school.id, id: teacherId, name, email, memberId, createdAt: at })
  return {
    actor: memberActor(school.school, { memberId, userId, name, role }),
    userId,
    teacherId,
    memberId,
    email,
  }
}

// Rows of this file's database, as a test arranges and reads them. Which rows: those with these values (null is an empty
// column), those of a condition, or all.

type Row<Table extends SQLiteTable> = Table["$inferSelect"]
type Ordering<Table extends SQLiteTable> = (keyof Row<Table> & string) | (keyof Row<Table> & string)[]
type Which<Table extends SQLiteTable> = Partial<Row<Table>> | SQL

const isCondition = (which: object): which is SQL => "getSQL" in which

function conditionOf(table: SQLiteTable, which: object | undefined): SQL | undefined {
  if (which === undefined || isCondition(which)) return which
  const columns = getTableColumns(table)
  return and(
    ...Object.entries(which).map(([name, value]) => {
      const column = columns[name] as Column
      return value === null ? isNull(column) : eq(column, value)
    }),
  )
}

/** The rows, in the order of a column or several; `only` leaves out the other columns. */
export function rowsOf<Table extends SQLiteTable, Name extends keyof Row<Table> & string>(
  table: Table,
  which?: Which<Table>,
  { only, by = [] }: { only?: Name[]; by?: Ordering<Table> } = {},
): Pick<Row<Table>, Name>[] {
  const columns = getTableColumns<SQLiteTable>(table)
  const asked = only
    ? Object.fromEntries(Object.entries(columns).filter(([name]) => only.includes(name as Name)))
    : columns
  return db()
    .select(asked as Record<string, (typeof columns)[string]>)
    .from(table as SQLiteTable)
    .where(conditionOf(table, which))
    .orderBy(...[by].flat().map((name) => asc(columns[name] as Column)))
    .all() as Pick<Row<Table>, Name>[]
}

/** The first of the rows. */
export const rowOf = <Table extends SQLiteTable>(
  table: Table,
  which?: Which<Table>,
): Row<Table> | undefined => rowsOf(table, which)[0]

export const addRows = <Table extends SQLiteTable>(
  table: Table,
  values: Table["$inferInsert"] | Table["$inferInsert"][],
) =>
  db()
    .insert(table)
    .values(values as Table["$inferInsert"][])
    .run()

export const changeRows = <Table extends SQLiteTable>(
  table: Table,
  which: Which<Table> | undefined,
  values: Partial<Table["$inferInsert"]>,
) =>
  db()
    .update(table as SQLiteTable)
    .set(values)
    .where(conditionOf(table, which))
    .run()

export const removeRows = <Table extends SQLiteTable>(table: Table, which?: Which<Table>) =>
  db().delete(table).where(conditionOf(table, which)).run()

/** What a command that must not be refused answers. */
export function orFail<Answer extends { ok: boolean }>(answer: Answer): Extract<Answer, { ok: true }> {
  if (!answer.ok) throw new Error(JSON.stringify(answer))
  return answer as Extract<Answer, { ok: true }>
}
