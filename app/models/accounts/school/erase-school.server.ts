import { transact } from "db/client.server"
import { users } from "db/schema/accounts"
import { schools } from "db/schema/accounts-schools"
import { signIns } from "db/schema/accounts-sign-ins"
import { platformRefunds } from "db/schema/accounts-subscription-money"
import { platformPayments } from "db/schema/accounts-subscriptions"
import { jobs, oneTimeLinks } from "db/schema/foundation"
import { members } from "db/schema/people"
import * as tables from "db/schema/tables"
import { and, eq, is, isNotNull, isNull } from "drizzle-orm"
import { getTableConfig, SQLiteTable } from "drizzle-orm/sqlite-core"
import {
  platformChange,
  platformRemove,
  runSql,
  select,
  written,
} from "~/models/foundation/access/door.server"
import { ofSchool } from "~/models/foundation/access/own.server"
import { now } from "~/utils/clock.server"

// Erases a school from every owned table, found through the schema so that a new table is never forgotten. The rows go a
// few at a time, those that refer to others first, so that the database is sound after each step.

/** A step ends after so long. */
const stepMs = 6
const rowsAtOnce = 50

/**
 * Closes a school for good: no one gets in from here on, its jobs end, and what is kept for good may be deleted. What it
 * paid us is kept without its name. In the caller's transaction; begun once.
 */
export function beginErasing(schoolId: string) {
  const changes = platformChange(schools, and(eq(schools.id, schoolId), isNull(schools.erasingSince)), {
    erasingSince: now(),
  })
  if (changes === 0) return
  platformRemove(signIns, ofSchool(schoolId, signIns))
  platformRemove(jobs, eq(jobs.schoolId, schoolId))
  platformChange(members, and(ofSchool(schoolId, members), isNull(members.deactivatedAt)), {
    deactivatedAt: now(),
  })
  platformChange(platformPayments, ofSchool(schoolId, platformPayments), { schoolId: null })
  platformChange(platformRefunds, ofSchool(schoolId, platformRefunds), { schoolId: null, message: null })
}

/** Deletes the next rows of a school that is being erased, in one short transaction. False when it is gone. */
export const eraseNext = (schoolId: string): boolean =>
  transact(() => eraseUntil(schoolId, performance.now() + stepMs))

/**
 * Deletes every row of a small school, in the caller's transaction, then the people who belong nowhere else. The bytes of
 * its files go with the next round of the file store.
 */
export function eraseSchool(schoolId: string) {
  beginErasing(schoolId)
  eraseUntil(schoolId, Number.POSITIVE_INFINITY)
}

/** True when the time was over before all was gone. */
function eraseUntil(schoolId: string, end: number): boolean {
  const isBegun = select({ id: schools.id })
    .from(schools)
    .where(and(eq(schools.id, schoolId), isNotNull(schools.erasingSince)))
    .get()
  if (!isBegun) return false
  for (const { statement } of eraseStatements()) {
    const erase = written(statement, { schoolId })
    while (runSql(erase) > 0) if (performance.now() > end) return true
  }
  for (;;) {
    const person = select({ id: members.id, userId: members.userId })
      .from(members)
      .where(ofSchool(schoolId, members))
      .limit(1)
      .get()
    if (!person) break
    platformRemove(members, and(ofSchool(schoolId, members), eq(members.id, person.id)))
    deleteUser(person.userId)
    if (performance.now() > end) return true
  }
  platformRemove(jobs, eq(jobs.schoolId, schoolId))
  platformRemove(schools, schoolId)
  return false
}

type Owned = { name: string; parents: string[]; ownColumns: string[] }

let statements: { name: string; statement: string }[] | undefined

/** A statement for each table but people's, in the order in which nothing is left to refer to what goes. */
function eraseStatements() {
  statements ??= inOrder().map(({ name, ownColumns }) => ({
    name,
    statement: `delete from "${name}" where rowid in (select t.rowid from "${name}" t where t.school_id = @schoolId
      ${ownColumns.map((column) => `and not exists (select 1 from "${name}" c where c.school_id = t.school_id and c."${column}" = t.id and c.rowid <> t.rowid)`).join(" ")}
      limit ${rowsAtOnce})`,
  }))
  return statements
}

function inOrder(): Owned[] {
  const owned = ownedTables()
  const ordered = new Set<Owned>()
  const add = (table: Owned) => {
    if (ordered.has(table)) return
    for (const child of owned) if (child !== table && child.parents.includes(table.name)) add(child)
    ordered.add(table)
  }
  // Messages to our support go with their thread and refer to files.
  for (const table of owned) if (table.name !== "files") add(table)
  for (const table of owned) add(table)
  return [...ordered]
}

function ownedTables(): Owned[] {
  return allTables()
    .filter((table) => table !== members && table !== jobs)
    .map((table) => getTableConfig(table))
    .filter(({ columns }) => columns.some(({ name }) => name === "school_id"))
    .map(({ name, foreignKeys }) => {
      const references = foreignKeys.map((key) => key.reference())
      const nameOf = (table: SQLiteTable) => getTableConfig(table).name
      return {
        name,
        parents: references.map(({ foreignTable }) => nameOf(foreignTable)),
        ownColumns: references
          .filter(({ foreignTable }) => nameOf(foreignTable) === name)
          .flatMap(({ columns }) =>
            columns.map((column) => column.name).filter((column) => column !== "school_id"),
          ),
      }
    })
}

function deleteUser(userId: string) {
  const elsewhere = select().from(members).where(eq(members.userId, userId)).get()
  const user = select().from(users).where(eq(users.id, userId)).get()
  if (elsewhere || !user || user.isSuperAdmin) return
  platformRemove(signIns, eq(signIns.userId, userId))
  platformRemove(oneTimeLinks, eq(oneTimeLinks.subjectId, userId))
  for (const { table, column } of tablesOfUsers()) platformRemove(table, eq(column, userId))
  platformRemove(users, userId)
}

const allTables = (): SQLiteTable[] =>
  Object.values(tables as Record<string, unknown>).filter((each): each is SQLiteTable =>
    is(each, SQLiteTable),
  )

/** Tables whose rows belong to a person and would keep them from going. */
const tablesOfUsers = () =>
  allTables().flatMap((table) =>
    getTableConfig(table).foreignKeys.flatMap((key) => {
      const { columns, foreignTable } = key.reference()
      const [column] = columns
      return foreignTable === users && column?.notNull && !key.onDelete ? [{ table, column }] : []
    }),
  )
