import { instruments } from "db/schema/accounts-school-lists"
import { participants } from "db/schema/communication"
import { deletedRecords } from "db/schema/foundation-bin"
import { customValues } from "db/schema/foundation-lists"
import { resourceShares } from "db/schema/learning-resources"
import { familyPayerParts } from "db/schema/payers"
import { studentInstruments } from "db/schema/people"
import { consentAnswers } from "db/schema/people-consents"
import { dataChanges } from "db/schema/people-own-data"
import { closedLessons } from "db/schema/teaching-closed-lessons"
import { occasionGuests, programPerformers } from "db/schema/teaching-occasions"
import { coSubstitutes } from "db/schema/teaching-sessions"
import {
  and,
  count,
  desc,
  eq,
  getTableName,
  gt,
  inArray,
  lte,
  ne,
  not,
  notInArray,
  type SQL,
  sql,
} from "drizzle-orm"
import type { AnySQLiteColumn } from "drizzle-orm/sqlite-core"
import { now } from "~/utils/clock.server"
import type { Actor } from "../access/actor"
import { add, change, ownRows, platformRemove, remove, select } from "../access/door.server"
import { columns, own } from "../access/own.server"
import { RowChange, undoable } from "../access/row-changes.server"
import { binDays, type DeletedNoun, type DeletedRecord } from "./deleted-record"

// The bin: rows that were deleted, kept as they were. What is restored comes back with the ids it had, so that addresses
// and everything else that knows it find it again.

const binMs = binDays * 24 * 3_600_000
/** So long the button beside "deleted" works. */
const undoMs = 3_600_000
/** So many go for good at once. */
const goneAtOnce = 500

/** Rows of these may stay away when the rest is restored: their place can be taken. */
const optionalTables = new Set<string>(
  [
    ...[closedLessons, consentAnswers, coSubstitutes, customValues, dataChanges],
    ...[familyPayerParts, instruments, occasionGuests, participants, programPerformers],
    ...[resourceShares, studentInstruments],
  ].map(getTableName),
)
export const isOptional = ({ table }: RowChange) => optionalTables.has(table)

type Deletion = { noun: DeletedNoun; recordId: string; name: string }

/**
 * Deletes rows and keeps them in the bin; in the caller's transaction. The work removes the record's own row last. Without a row
 * to delete nothing is kept.
 */
export function deleteToBin(actor: Actor, { noun, recordId, name }: Deletion, work: () => void) {
  const changes = undoable(work)
  if (changes.length === 0) return
  add(actor, deletedRecords, {
    noun,
    nounId: recordId,
    name: name.slice(0, 200),
    deletedBy: actor.memberId,
    deletedName: actor.name,
    rows: JSON.stringify(changes),
  })
}

const inBin = (actor: Actor) => and(own(actor, deletedRecords), gt(deletedRecords.createdAt, now() - binMs))

/** A page of what is in the bin, newest first. */
export function listDeleted(
  actor: Actor,
  { page, perPage }: { page: number; perPage: number },
): { total: number; records: DeletedRecord[] } {
  const total = select({ n: count() }).from(deletedRecords).where(inBin(actor)).get()?.n ?? 0
  const records = select({
    ...columns(deletedRecords, "id", "noun", "name", "deletedName"),
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

/** What became of the first of these records that is in the bin. */
export const findDeletion = (actor: Actor, recordIds: readonly string[]) =>
  select({ ...columns(deletedRecords, "name", "deletedName"), deletedAt: deletedRecords.createdAt })
    .from(deletedRecords)
    .where(and(inBin(actor), inArray(deletedRecords.nounId, [...recordIds])))
    .orderBy(desc(deletedRecords.createdAt))
    .limit(1)
    .get()

export type KeptRecord = {
  id: string
  noun: DeletedNoun
  recordId: string
  name: string
  changes: RowChange[]
}

/** What the bin holds; undefined for what it doesn't, or no longer. */
export function findDeleted(actor: Actor, id: string): KeptRecord | undefined {
  const row = select()
    .from(deletedRecords)
    .where(and(inBin(actor), eq(deletedRecords.id, id)))
    .get()
  return row && { ...row, recordId: row.nounId, changes: readKept(row.rows) }
}

/** The rows of an entry, the record's own first. */
const readKept = (rows: string): RowChange[] => RowChange.array().parse(JSON.parse(rows))

/** The entry of what this person deleted just now. */
export function findOwnDeletion(actor: Actor, recordId: string): string | undefined {
  if (!actor.memberId) return undefined
  return ownRows(actor, deletedRecords, ["id"])
    .where(
      and(
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
const ofMany: readonly DeletedNoun[] = ["occasion", "closure", "instrument"]

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
  const shared = select({ id: deletedRecords.id, nounId: deletedRecords.nounId, rows: deletedRecords.rows })
    .from(deletedRecords)
    .where(and(referring, inArray(deletedRecords.noun, [...ofMany])))
    .all()
  for (const { id, nounId, rows } of shared) {
    const left = withoutRecord(readKept(rows), { recordId, nounId })
    if (left === undefined) dropDeleted(actor, id)
    else change(actor, deletedRecords, id, { rows: left })
  }
  remove(actor, deletedRecords, and(referring, notInArray(deletedRecords.noun, [...ofMany])))
}

/**
 * The rows that don't refer to a record, and of rows that changed all but its own; undefined where what was deleted is itself
 * about it, as a student of an event.
 */
function withoutRecord(
  changes: readonly RowChange[],
  { recordId, nounId }: Record<"recordId" | "nounId", string>,
) {
  const left = changes.flatMap((each) => {
    const ids = each.after ? each.ids.filter((id) => id !== recordId) : each.ids
    const isTheirs = isOptional(each) && Object.values(each.before ?? {}).includes(recordId)
    return isTheirs || ids.length === 0 ? [] : [{ ...each, ids }]
  })
  const hasOwn = (rows: readonly RowChange[]) => rows.some(({ ids }) => ids.includes(nounId))
  return left.length > 0 && hasOwn(left) === hasOwn(changes) ? JSON.stringify(left) : undefined
}

/** The bin no longer names someone who was erased as who deleted something. */
export function forgetDeleter(actor: Actor, memberId: string, name: string) {
  change(actor, deletedRecords, eq(deletedRecords.deletedBy, memberId), { deletedName: name })
}

type Except = ((schoolId: AnySQLiteColumn) => SQL<boolean>) | undefined

const isOld = (except: Except) =>
  and(lte(deletedRecords.createdAt, now() - binMs), except && not(except(deletedRecords.schoolId)))

/**
 * Lets go for good what was deleted long enough ago, in every school but those that are excepted; a part at a time. Students go with
 * their names (`emptyBinsOfStudents`). Answers how many went.
 */
export function emptyBins(except?: Except): number {
  const old = select({ rowid: sql<number>`rowid` })
    .from(deletedRecords)
    .where(and(isOld(except), ne(deletedRecords.noun, "student")))
    .limit(goneAtOnce)
  return platformRemove(deletedRecords, inArray(sql`rowid`, old))
}

/** Students who were deleted long enough ago, in every school but those that are excepted. */
export const listOldStudents = (except?: Except) =>
  select()
    .from(deletedRecords)
    .where(and(isOld(except), eq(deletedRecords.noun, "student")))
    .limit(goneAtOnce)
    .all()
    .map((row) => ({ ...row, recordId: row.nounId, changes: readKept(row.rows) }))

/** What the bin holds that refers to one of some records and lists no one else, with its rows as they were. */
export function listDeletedAbout(actor: Actor, recordIds: readonly string[]) {
  return select()
    .from(deletedRecords)
    .where(
      and(
        inBin(actor),
        notInArray(deletedRecords.noun, [...ofMany]),
        sql`exists (select 1 from json_each(${JSON.stringify(recordIds)}) e where instr(${deletedRecords.rows}, e.value) > 0)`,
      ),
    )
    .all()
    .map(({ id, noun, name, deletedName, createdAt, rows }) => ({
      id,
      noun,
      name,
      deletedName,
      createdAt,
      rows: readKept(rows).map(({ table, before }) => ({ table, row: before })),
    }))
}
