import { deletedRecords } from "db/schema/foundation-bin"
import {
  and,
  count,
  desc,
  eq,
  getTableName,
  gt,
  inArray,
  lte,
  not,
  notInArray,
  type SQL,
  sql,
} from "drizzle-orm"
import type { AnySQLiteColumn } from "drizzle-orm/sqlite-core"
import { z } from "zod"
import { type KeyedTable, keyedTables } from "~/models/foundation/access/declared-tables.server"
import { now } from "~/utils/clock.server"
import type { Actor } from "../access/actor"
import { add, change, platformAdd, platformRemove, remove, select } from "../access/door.server"
import { own } from "../access/own.server"
import { binDays, type DeletedNoun, type DeletedRecord } from "./deleted-record"

// The bin: rows that were deleted, kept as they were. What is restored comes back with the ids it had, so that addresses
// and everything else that knows it find it again.

const binMs = binDays * 24 * 3_600_000
/** So long the button beside "deleted" works. */
const undoMs = 3_600_000
/** So many go for good at once. */
const goneAtOnce = 500

/** Rows of one table. Optional ones may stay away when the rest is restored: their place can be taken. */
export type DeletedPart = { table: KeyedTable; ids: readonly string[]; isOptional?: true }

const Row = z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()]))
export const Part = z.object({ table: z.string(), isOptional: z.boolean(), rows: z.array(Row) })
export type KeptRow = z.output<typeof Row>
export type KeptPart = z.output<typeof Part>

type Deletion = {
  noun: DeletedNoun
  recordId: string
  name: string
  /** Each table behind those it refers to. */
  parts: readonly DeletedPart[]
}

/** Deletes rows and keeps them in the bin; in the caller's transaction. Without a row to delete nothing is kept. */
export function deleteToBin(actor: Actor, { noun, recordId, name, parts }: Deletion) {
  const kept = parts.map(
    ({ table, ids, isOptional = false }): KeptPart => ({
      table: getTableName(table),
      isOptional,
      rows: Row.array().parse(readRows(actor, table, ids)),
    }),
  )
  if (kept.every(({ rows }) => rows.length === 0)) return
  for (const { table, ids } of [...parts].reverse()) remove(actor, table, inArray(table.id, [...ids]))
  add(actor, deletedRecords, {
    noun,
    nounId: recordId,
    name: name.slice(0, 200),
    deletedBy: actor.memberId,
    deletedName: actor.name,
    rows: JSON.stringify(kept.filter(({ rows }) => rows.length > 0)),
  })
}

const readRows = (actor: Actor, table: KeyedTable, ids: readonly string[]) =>
  ids.length === 0
    ? []
    : select()
        .from(table)
        .where(and(own(actor, table), inArray(table.id, [...ids])))
        .all()

/** Writes one row back as it was; a constraint of the database may refuse it. */
export function writeBack(actor: Actor, tableName: string, row: KeptRow) {
  const table = keyedTables.get(tableName)
  if (!table || row.schoolId !== actor.school.id) throw new Error(`No row of the school in ${tableName}`)
  platformAdd(table, row)
}

export const inBin = (actor: Actor) =>
  and(own(actor, deletedRecords), gt(deletedRecords.createdAt, now() - binMs))

/** A page of what is in the bin, newest first. */
export function listDeleted(
  actor: Actor,
  { page, perPage }: { page: number; perPage: number },
): { total: number; records: DeletedRecord[] } {
  const total = select({ n: count() }).from(deletedRecords).where(inBin(actor)).get()?.n ?? 0
  const records = select({
    id: deletedRecords.id,
    noun: deletedRecords.noun,
    name: deletedRecords.name,
    deletedName: deletedRecords.deletedName,
    deletedAt: deletedRecords.createdAt,
  })
    .from(deletedRecords)
    .where(inBin(actor))
    .orderBy(desc(deletedRecords.createdAt), desc(deletedRecords.id))
    .limit(perPage)
    .offset((page - 1) * perPage)
    .all()
  return { total, records: records.map((each) => ({ ...each, goneAt: each.deletedAt + binMs })) }
}

type Found = { id: string; noun: DeletedNoun; recordId: string; name: string; parts: KeptPart[] }

/** What the bin holds; undefined for what it doesn't, or no longer. */
export function findDeleted(actor: Actor, id: string): Found | undefined {
  const row = select()
    .from(deletedRecords)
    .where(and(inBin(actor), eq(deletedRecords.id, id)))
    .get()
  return row && { ...row, recordId: row.nounId, parts: Part.array().parse(JSON.parse(row.rows)) }
}

/** The entry of what this person deleted just now. */
export function findOwnDeletion(actor: Actor, recordId: string): string | undefined {
  if (!actor.memberId) return undefined
  return select({ id: deletedRecords.id })
    .from(deletedRecords)
    .where(
      and(
        own(actor, deletedRecords),
        eq(deletedRecords.nounId, recordId),
        eq(deletedRecords.deletedBy, actor.memberId),
        gt(deletedRecords.createdAt, now() - undoMs),
      ),
    )
    .orderBy(desc(deletedRecords.createdAt))
    .limit(1)
    .get()?.id
}

/** Takes an entry out of the bin. */
export function dropDeleted(actor: Actor, id: string) {
  remove(actor, deletedRecords, id)
}

/** Nouns that list people beside others: an event without one of its students is still an event. */
export const ofMany: readonly DeletedNoun[] = ["occasion", "closure"]

/**
 * Empties the bin of everything that refers to a record, such as a person who is erased; or only of one noun. What lists
 * others, too, stays without their rows.
 */
export function forgetDeleted(actor: Actor, recordId: string, noun?: DeletedNoun) {
  const referring = and(
    own(actor, deletedRecords),
    noun && eq(deletedRecords.noun, noun),
    sql`instr(${deletedRecords.rows}, ${recordId}) > 0`,
  )
  const shared = select({ id: deletedRecords.id, rows: deletedRecords.rows })
    .from(deletedRecords)
    .where(and(referring, inArray(deletedRecords.noun, [...ofMany])))
    .all()
  for (const { id, rows } of shared) {
    const left = withoutRecord(rows, recordId)
    if (left === undefined) dropDeleted(actor, id)
    else change(actor, deletedRecords, id, { rows: left })
  }
  remove(actor, deletedRecords, and(referring, notInArray(deletedRecords.noun, [...ofMany])))
}

/** The rows that don't refer to a record; undefined where what was deleted is itself about it, as a student of an event. */
function withoutRecord(kept: string, recordId: string): string | undefined {
  const parts = Part.array()
    .parse(JSON.parse(kept))
    .map((part) => ({
      ...part,
      rows: part.rows.filter((row) => !part.isOptional || !Object.values(row).includes(recordId)),
    }))
  return parts[0]?.rows.length ? JSON.stringify(parts.filter(({ rows }) => rows.length > 0)) : undefined
}

/** The bin no longer names someone who was erased as who deleted something. */
export function forgetDeleter(actor: Actor, memberId: string, name: string) {
  change(actor, deletedRecords, eq(deletedRecords.deletedBy, memberId), { deletedName: name })
}

/**
 * Lets go for good what was deleted long enough ago, in every school but those that are excepted; a part at a time. Answers
 * how many went.
 */
export function emptyBins(except?: (schoolId: AnySQLiteColumn) => SQL<boolean>): number {
  const old = select({ rowid: sql<number>`rowid` })
    .from(deletedRecords)
    .where(and(lte(deletedRecords.createdAt, now() - binMs), except && not(except(deletedRecords.schoolId))))
    .limit(goneAtOnce)
  return platformRemove(deletedRecords, inArray(sql`rowid`, old))
}
