import { makeUpCredits } from "db/schema/attendance"
import { charges, invoices } from "db/schema/money"
import { creditNotes } from "db/schema/money-corrections"
import { hires } from "db/schema/money-goods"
import { packages } from "db/schema/money-packages"
import { payments } from "db/schema/money-payments"
import { families, guardians, members, students } from "db/schema/people"
import { enrollments } from "db/schema/teaching"
import { seats } from "db/schema/teaching-sessions"
import { and, getTableName, isNull, or, type SQL } from "drizzle-orm"
import { type AnySQLiteColumn, getTableConfig } from "drizzle-orm/sqlite-core"
import type { Actor } from "~/models/foundation/access/actor"
import { among } from "~/models/foundation/access/among.server"
import { select } from "~/models/foundation/access/door.server"
import { type KeyedTable, keyedTables } from "~/models/foundation/access/keyed-tables.server"
import { own } from "~/models/foundation/access/own.server"
import { nextTurn } from "~/utils/in-turns"
import { type FamilyTable, rowsOf } from "./family-rows.server"
import { readBesides } from "./gather-besides.server"

// Everything the school keeps of one family, found through the keys of the database so that a new table is never
// forgotten: what hangs on the family, its students and guardians, and on their lessons, invoices and payments.

/** What other rows hang on, those first that others here hang on. */
const parents: readonly KeyedTable[] = [
  families,
  students,
  guardians,
  enrollments,
  seats,
  packages,
  hires,
  makeUpCredits,
  invoices,
  payments,
  creditNotes,
  charges,
]

/** Reads it a table at a time; undefined when the school has no such family. */
export async function gatherFamily(actor: Actor, familyId: string): Promise<FamilyTable[] | undefined> {
  const known = new Map<string, string[]>()
  const found: FamilyTable[] = []
  const add = (name: string, rows: FamilyTable["rows"]) => {
    if (rows.length > 0) found.push({ name, rows })
    return rows
  }
  for (const table of parents) {
    const condition =
      table === families ? among(families.id, withMerged(actor, familyId)) : hangsOn(table, known)
    const rows = add(getTableName(table), condition ? rowsOf(actor, table, condition) : [])
    known.set(
      getTableName(table),
      rows.map(({ id }) => String(id)),
    )
    if (table === families && rows.length === 0) return undefined
    if (table === guardians) known.set(getTableName(members), membersOf(found))
    await nextTurn()
  }
  for (const table of keyedTables.values()) {
    if (parents.includes(table)) continue
    const condition = hangsOn(table, known)
    if (condition && add(getTableName(table), rowsOf(actor, table, condition)).length > 0) await nextTurn()
  }
  return readBesides(actor, found)
}

/** A family with those that were merged into it: what earlier merges left on their accounts is theirs, too. */
function withMerged(actor: Actor, familyId: string): string[] {
  const all = new Set([familyId])
  for (let latest = [familyId]; latest.length > 0; ) {
    latest = select({ id: families.id })
      .from(families)
      .where(and(own(actor, families), among(families.mergedInto, latest)))
      .all()
      .flatMap(({ id }) => (all.has(id) ? [] : [id]))
    for (const id of latest) all.add(id)
  }
  return [...all]
}

/** Who of the family can log in: what they wrote, sent and chose is theirs. */
const membersOf = (found: readonly FamilyTable[]): string[] =>
  found.flatMap(({ rows }) => rows.flatMap((row) => (row.member_id ? [String(row.member_id)] : [])))

/**
 * The rows of a table that point at a row that is known already; undefined where none can. A parent of two families has
 * one login: what it did counts only where it isn't about the other one.
 */
function hangsOn(table: KeyedTable, known: ReadonlyMap<string, string[]>): SQL | undefined {
  const ofFamily: SQL[] = []
  const ofLogin: SQL[] = []
  const notOfOthers: (SQL | undefined)[] = []
  for (const key of getTableConfig(table).foreignKeys) {
    const { foreignTable, columns } = key.reference()
    const column: AnySQLiteColumn | undefined = columns.at(-1)
    if (!column || foreignTable === table) continue
    const ids = known.get(getTableName(foreignTable)) ?? []
    if (foreignTable === members) {
      if (ids.length > 0) ofLogin.push(among(column, ids))
    } else if (parents.some((parent) => parent === foreignTable)) {
      if (ids.length > 0) ofFamily.push(among(column, ids))
      notOfOthers.push(or(isNull(column), among(column, ids)))
    }
  }
  return or(...ofFamily, ofLogin.length > 0 ? and(or(...ofLogin), ...notOfOthers) : undefined)
}
