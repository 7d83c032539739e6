import { db, sqlite } from "db/client.server"
import { users } from "db/schema/accounts"
import { schools } from "db/schema/accounts-schools"
import { signIns } from "db/schema/accounts-sign-ins"
import { platformRefunds } from "db/schema/accounts-subscription-money"
import { platformPayments } from "db/schema/accounts-subscriptions"
import { oneTimeLinks } from "db/schema/foundation"
import { members } from "db/schema/people"
import * as tables from "db/schema/tables"
import { eq, is } from "drizzle-orm"
import { getTableConfig, SQLiteTable } from "drizzle-orm/sqlite-core"
import { ofSchool } from "~/models/foundation/access/own.server"

// Erases a school from every owned table, found through the schema so that a new table is never forgotten.

/**
 * Deletes every row of the school, in the caller's transaction, then the people who belong nowhere else. What it paid
 * us is kept without its name. The bytes of its files go with the next round of the file store.
 */
export function eraseSchool(schoolId: string) {
  const people = db()
    .select({ userId: members.userId })
    .from(members)
    .where(ofSchool(schoolId, members))
    .all()
  db().update(platformPayments).set({ schoolId: null }).where(ofSchool(schoolId, platformPayments)).run()
  db()
    .update(platformRefunds)
    .set({ schoolId: null, message: null })
    .where(ofSchool(schoolId, platformRefunds))
    .run()
  sqlite().pragma("defer_foreign_keys = ON")
  withoutDeleteTriggers(() => {
    for (const table of ownedTables()) db().delete(table.table).where(eq(table.schoolId, schoolId)).run()
    db().delete(schools).where(eq(schools.id, schoolId)).run()
  })
  for (const { userId } of people) deleteUser(userId)
}

/**
 * Triggers protect issued invoices, payments and the audit log from deletion, even when the whole school is erased. They
 * are dropped and restored in the same transaction, so no other connection sees the database without them.
 */
function withoutDeleteTriggers(work: () => void) {
  const triggers = sqlite()
    .prepare("select name, sql from sqlite_master where type = 'trigger' and sql like '%BEFORE DELETE%'")
    .all() as { name: string; sql: string }[]
  for (const { name } of triggers) sqlite().exec(`drop trigger "${name}"`)
  work()
  for (const { sql } of triggers) sqlite().exec(sql)
}

function deleteUser(userId: string) {
  const elsewhere = db().select().from(members).where(eq(members.userId, userId)).get()
  const user = db().select().from(users).where(eq(users.id, userId)).get()
  if (elsewhere || !user || user.isSuperAdmin) return
  db().delete(signIns).where(eq(signIns.userId, userId)).run()
  db().delete(oneTimeLinks).where(eq(oneTimeLinks.subjectId, userId)).run()
  for (const { table, column } of tablesOfUsers()) db().delete(table).where(eq(column, userId)).run()
  db().delete(users).where(eq(users.id, userId)).run()
}

const allTables = (): SQLiteTable[] =>
  Object.values(tables as Record<string, unknown>).filter((each): each is SQLiteTable =>
    is(each, SQLiteTable),
  )

const ownedTables = () =>
  allTables().flatMap((table) => {
    const schoolId = getTableConfig(table).columns.find(({ name }) => name === "school_id")
    return schoolId ? [{ table, schoolId }] : []
  })

/** Tables whose rows belong to a person and would keep them from going. */
const tablesOfUsers = () =>
  allTables().flatMap((table) =>
    getTableConfig(table).foreignKeys.flatMap((key) => {
      const { columns, foreignTable } = key.reference()
      const [column] = columns
      return foreignTable === users && column?.notNull && !key.onDelete ? [{ table, column }] : []
    }),
  )
