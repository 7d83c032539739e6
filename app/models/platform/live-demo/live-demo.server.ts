import { setTimeout as pause } from "node:timers/promises"
import { transact } from "db/client.server"
import { users } from "db/schema/accounts"
import { schools } from "db/schema/accounts-schools"
import { subscriptions } from "db/schema/accounts-subscriptions"
import { guardians, members } from "db/schema/people"
import { and, asc, count, eq, getTableColumns, getTableName, gt, isNotNull, isNull, lte } from "drizzle-orm"
import { getTableConfig, type SQLiteTable } from "drizzle-orm/sqlite-core"
import { beginErasing, eraseNext } from "~/models/accounts/school/erase-school.server"
import type { MembershipKey } from "~/models/accounts/sign-in/sign-in.server"
import { madeUsername } from "~/models/accounts/user/login-name"
import { findUserByEmail } from "~/models/accounts/user/user.server"
import { declaredTables } from "~/models/foundation/access/declared-tables.server"
import {
  askOne,
  deferReferences,
  platformAdd,
  platformChange,
  runSql,
  select,
  written,
} from "~/models/foundation/access/door.server"
import { joined, ofSchool } from "~/models/foundation/access/own.server"
import type { DemoRefusal } from "~/texts/platform/refusals"
import { now } from "~/utils/clock.server"
import { env } from "~/utils/env.server"
import { idOfOther, newId } from "~/utils/ids.server"
import { inTurns, nextTurn } from "~/utils/in-turns"
import { log } from "~/utils/log.server"
import type { Result } from "~/utils/result"
import { findLater, type Later, laterValue, teachLaterDays } from "./later-days.server"
import { type DemoRole, demoHours } from "./live-demo"

// Copies a school's rows under another school's id. Keys are (school, id), so a copy keeps its ids and its references. The
// work is cut into steps of a few milliseconds, each a transaction of its own: what is copied first is what others refer to.
// What is left out or changed is declared with the table.

const rowsAtOnce = 600

/** `isNeeded`: a row can't be without it. */
type Reference = { table: string; from: string[]; isNeeded: boolean }
type Owned = {
  name: string
  columns: string[]
  types: ReadonlyMap<string, "text" | "integer">
  references: Reference[]
  /** In SQL, by column: what the copy has instead, and the column it takes where this one is empty. */
  instead: ReadonlyMap<string, string>
  orElse: ReadonlyMap<string, string>
  withoutFiles: boolean
  /** Tables that are copied with this one, before it. */
  behind: readonly string[]
}

function copiedTables(): Owned[] {
  const nameOf = (key: string) =>
    declaredTables.flatMap((each) => (each.key === key ? getTableName(each.table) : []))
  return declaredTables.flatMap(({ table, facts: { demo } }) => {
    if (!demo.isCopied) return []
    const { name, columns, foreignKeys } = getTableConfig(table)
    return {
      name,
      columns: columns.map((column) => column.name),
      types: new Map(
        columns.map((column) => [column.name, column.getSQLType() === "integer" ? "integer" : "text"]),
      ),
      references: foreignKeys.map((key) => {
        const { columns: from, foreignTable } = key.reference()
        return {
          table: getTableName(foreignTable),
          from: from.map((column) => column.name),
          isNeeded: from.every(({ notNull }) => notNull),
        }
      }),
      instead: byColumn(table, demo.instead, (value) => value),
      orElse: byColumn(table, demo.orElse, (key) => columnName(table, key)),
      withoutFiles: demo.withoutFiles ?? false,
      behind: (demo.behind ?? []).flatMap(nameOf),
    }
  })
}

const columnName = (table: SQLiteTable, key: string): string => getTableColumns(table)[key]?.name ?? key

const byColumn = (
  table: SQLiteTable,
  facts: Readonly<Record<string, string | undefined>> = {},
  say: (fact: string) => string,
): ReadonlyMap<string, string> =>
  new Map(
    Object.entries(facts).flatMap(([key, fact]) =>
      fact === undefined ? [] : [[columnName(table, key), say(fact)] as const],
    ),
  )

/** The tables to copy, each behind those it refers to. What needs a table that is left out is left out with it. */
function inOrder(): Owned[] {
  const copied = withoutNeedy(copiedTables())
  const ordered: Owned[] = []
  const done = new Set<string>()
  const add = (table: Owned) => {
    if (done.has(table.name)) return
    done.add(table.name)
    const together = copied.filter(({ name }) => table.behind.includes(name))
    for (const { name } of together) done.add(name)
    for (const { table: needed } of [table, ...together].flatMap(({ references }) => references)) {
      const parent = copied.find(({ name }) => name === needed)
      if (parent) add(parent)
    }
    ordered.push(...together, table)
  }
  // Whatever needs a charge comes after its invoice, from wherever one begins.
  for (const table of copied.filter(({ behind }) => behind.length > 0)) add(table)
  for (const table of copied) add(table)
  return ordered
}

function withoutNeedy(copied: Owned[]): Owned[] {
  const there = new Set([...copied.map(({ name }) => name), "members", "schools"])
  const remaining = copied.filter(({ references }) =>
    references.every(({ table, isNeeded }) => !isNeeded || there.has(table)),
  )
  return remaining.length === copied.length ? remaining : withoutNeedy(remaining)
}

/** Names of tables: all that the copy has, and those whose rows with a file it doesn't. */
type Whole = { kept: ReadonlySet<string>; holdingFiles: ReadonlySet<string> }

/** One statement that copies rows of a table: all that refer to rows the copy has. */
function copyOf(
  { name, columns, types, references, instead, orElse, withoutFiles }: Owned,
  { kept, holdingFiles }: Whole,
  isLater: boolean,
): string {
  const values = columns.map((column) =>
    column === "school_id" ? "@to" : (instead.get(column) ?? copied(column)),
  )
  /** A reference into what is left out is dropped where it may be empty; the row stays behind where it may not. */
  function copied(column: string): string {
    const lost = references.some(
      ({ table, from }) => from.includes(column) && table !== "schools" && !kept.has(table),
    )
    if (lost) return "null"
    const other = orElse.get(column)
    const value = other ? `coalesce(s."${column}", s."${other}")` : `s."${column}"`
    return isLater ? laterValue(column, types.get(column) ?? "text", value) : value
  }
  const conditions = references
    .filter(({ table }) => holdingFiles.has(table))
    .map(({ table, from }) => {
      const [column = ""] = from.filter((each) => each !== "school_id")
      return `and (s."${column}" is null or exists (select 1 from "${table}" p where p.school_id = @to and p.id = s."${column}"))`
    })
  if (withoutFiles) conditions.push("and s.file_id is null")
  return `insert into "${name}" (${columns.map((column) => `"${column}"`).join(", ")})
    select ${values.join(", ")} from "${name}" s where s.school_id = @from and s.id > @after and s.id <= @upTo
    ${conditions.join(" ")}`
}

/**
 * Copies everything but people's logins, a step each time it is asked; the members of the copy exist already. What
 * happened is as long ago as it was in the sample when it was seeded.
 */
function* copySchool(from: string, to: string, later: Later | undefined): Generator<void, void, void> {
  if (later) teachLaterDays()
  const parameters = { from, to, ...(later ? { ...later, present: now() } : {}) }
  const isLater = later !== undefined
  const ordered = inOrder()
  const whole = {
    kept: new Set([...ordered.map(({ name }) => name), "members"]),
    holdingFiles: new Set(ordered.flatMap(({ name, withoutFiles }) => (withoutFiles ? [name] : []))),
  }
  const skipped = new Set(ordered.flatMap(({ behind }) => behind))
  for (const table of ordered) {
    if (skipped.has(table.name)) continue
    if (table.behind.length > 0) {
      const first = table.behind.flatMap((name) => ordered.find((each) => each.name === name) ?? [])
      copyTogether([...first, table], whole, { parameters, isLater })
      yield
      continue
    }
    let after = ""
    for (;;) {
      const upTo = lastOfStep(table.name, from, after)
      if (upTo === undefined) break
      const step = written(copyOf(table, whole, isLater), { ...parameters, after, upTo })
      transact(() => runSql(step))
      after = upTo
      yield
    }
  }
}

function copyTogether(
  together: Owned[],
  whole: Whole,
  { parameters, isLater }: { parameters: Parameters<typeof written>[1]; isLater: boolean },
) {
  transact(() => {
    deferReferences()
    for (const table of together)
      runSql(written(copyOf(table, whole, isLater), { ...parameters, after: "", upTo: "\uffff" }))
  })
}

/** The id with which the next step of a table ends; undefined when there is nothing more. */
function lastOfStep(table: string, schoolId: string, after: string): string | undefined {
  const row = askOne<{ id: string | null }>(
    written(
      `select max(id) as id from (select id from "${table}" where school_id = @schoolId and id > @after order by id limit ${rowsAtOnce})`,
      { schoolId, after },
    ),
  )
  return row.id ?? undefined
}

// A visitor's live demo: a copy of the sample school that is theirs alone and is thrown away after a day. Its people have no
// email and no password, so no one can log in to it later; its mail isn't sent, and it can't subscribe.

/** So many demos may live at a time. */
const mostAtOnce = 200

/** A copy whose making is cut off is thrown away after so long. */
const madeWithinMs = 15 * 60_000
/** A press waits so long for the demo that an earlier one is making. */
const longestWaitMs = 60_000
const lookMs = 100

/** What the ids of demos that tokens open are made from. */
const demosOfTokens = "6f0d2a3c-5b0e-4d1f-9a57-2c8e61b7f304"
/** A token that a person wrote could be another's, too. */
const shortestToken = 16

/** The school that is copied; undefined when the live demo is off, or there is no sample school. */
export function findSampleSchool(): string | undefined {
  const { LIVE_DEMO_SCHOOL } = env()
  const user = LIVE_DEMO_SCHOOL ? findUserByEmail(LIVE_DEMO_SCHOOL) : undefined
  if (!user) return undefined
  return select({ schoolId: members.schoolId })
    .from(members)
    .innerJoin(schools, eq(schools.id, members.schoolId))
    .where(and(eq(members.userId, user.id), isNull(members.deactivatedAt), isNull(schools.demoUntil)))
    .orderBy(asc(members.createdAt))
    .get()?.schoolId
}

/** The demo of a page’s token: pressed twice, its form opens one. Whoever has no token gets a demo of their own. */
export const demoIdOf = (token: string): string =>
  token.length < shortestToken ? newId() : idOfOther(demosOfTokens, [token])

/**
 * The demo with this id while it lives; one that another press is making is waited for. Undefined where there is none, or the making
 * takes too long.
 */
export async function findDemo(schoolId: string): Promise<string | undefined> {
  for (let waited = 0; waited < longestWaitMs; waited += lookMs) {
    const found = select({ until: schools.demoUntil, at: schools.createdAt })
      .from(schools)
      .where(eq(schools.id, schoolId))
      .get()
    if (!found?.until || found.until <= now()) return undefined
    if (found.until - found.at > madeWithinMs) return schoolId
    await pause(lookMs)
  }
  return undefined
}

/** How often a copy is begun: someone at work in the sample between two of its steps can stop it. */
const mostTries = 3

/** Makes a copy of the sample school, in steps between which other requests are answered. Answers its id, and whether it's another press's. */
export async function makeDemo(
  schoolId: string,
  tries = mostTries,
): Promise<Result<{ schoolId: string; isShared: boolean }, DemoRefusal>> {
  const sample = findSampleSchool()
  if (!sample) return { ok: false, reason: "off" }
  const living = select({ n: count() }).from(schools).where(gt(schools.demoUntil, now())).get()
  if ((living?.n ?? 0) >= mostAtOnce) return { ok: false, reason: "full" }
  // Another press was quicker, or the demo is over and being thrown away.
  const isTaken = transact(() => {
    if (select({ id: schools.id }).from(schools).where(eq(schools.id, schoolId)).get()) return true
    openCopy(sample, schoolId)
    return false
  })
  if (!isTaken) {
    const made = await fillCopy(sample, schoolId).catch((error: unknown) => {
      if (tries <= 1) throw error
      log.warn({ err: error, school: schoolId }, "a copy of the sample school is begun again")
      return undefined
    })
    return made ? { ok: true, schoolId: made, isShared: false } : makeDemo(schoolId, tries - 1)
  }
  const shared = await findDemo(schoolId)
  return { ok: true, schoolId: shared ?? (await copyWhole(sample)), isShared: shared !== undefined }
}

/** Makes a copy of a school and answers its id. One that fails leaves nothing behind. */
export function copyWhole(sample: string): Promise<string> {
  const schoolId = newId()
  transact(() => openCopy(sample, schoolId))
  return fillCopy(sample, schoolId)
}

async function fillCopy(sample: string, schoolId: string): Promise<string> {
  try {
    await inTurns(copySchool(sample, schoolId, findLater(sample)))
  } catch (error) {
    await dropDemo(schoolId)
    throw error
  }
  platformChange(schools, schoolId, { demoUntil: now() + demoHours * 3_600_000 })
  return schoolId
}

/** Throws a demo away that no one has entered. */
export async function dropDemo(schoolId: string) {
  transact(() => beginErasing(schoolId))
  while (eraseNext(schoolId)) await nextTurn()
}

/** The copy's own row, its plan, and its people under logins of their own. */
function openCopy(sample: string, schoolId: string) {
  const at = now()
  const until = at + demoHours * 3_600_000
  const school = select().from(schools).where(eq(schools.id, sample)).get()
  const plan = select().from(subscriptions).where(ofSchool(sample, subscriptions)).get()
  if (!school) return
  platformAdd(schools, {
    ...school,
    id: schoolId,
    payeeEmail: null,
    deletionDueAt: null,
    demoUntil: at + madeWithinMs,
    createdAt: at,
  })
  platformAdd(subscriptions, {
    schoolId,
    plan: plan?.plan ?? "standard",
    interval: plan?.interval ?? "yearly",
    status: "active",
    paidUntil: until,
    activatedAt: at,
    updatedAt: at,
    createdAt: at,
  })
  const people = select({ member: members, name: users.name })
    .from(members)
    .innerJoin(users, eq(users.id, members.userId))
    .where(ofSchool(sample, members))
    .all()
  for (const { member, name } of people) {
    const userId = newId()
    platformAdd(users, { id: userId, name, username: madeUsername(userId), createdAt: at })
    platformAdd(members, { ...member, schoolId, userId })
  }
}

/** Whom a visitor is in a demo; undefined when the sample school has no one in that role. */
export function findDemoPerson(
  schoolId: string,
  role: DemoRole,
): (MembershipKey & { userId: string }) | undefined {
  const facts = { schoolId: members.schoolId, memberId: members.id, userId: members.userId }
  const active = and(ofSchool(schoolId, members), isNull(members.deactivatedAt))
  if (role === "family")
    return select(facts)
      .from(members)
      .innerJoin(guardians, joined(members, guardians.memberId))
      .where(active)
      .orderBy(asc(members.createdAt), asc(members.id))
      .get()
  return select(facts)
    .from(members)
    .where(and(active, eq(members.role, role)))
    .orderBy(asc(members.createdAt), asc(members.id))
    .get()
}

/** Throws away the next rows of a demo whose time is over; answers whether there may be more. */
export function eraseOneDemo(): boolean {
  const over = select({ id: schools.id })
    .from(schools)
    .where(and(isNotNull(schools.demoUntil), lte(schools.demoUntil, now())))
    .limit(1)
    .get()
  if (!over) return false
  transact(() => beginErasing(over.id))
  eraseNext(over.id)
  return true
}
