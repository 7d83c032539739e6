import type Database from "better-sqlite3"
import { LRUCache } from "lru-cache"
import { ofAll, type SignedTable } from "./change-signs.server"
import { sqlite, takesWrites } from "./client.server"

// What was read stays true until somebody writes. SQLite itself says whether that has happened: `data_version` changes with
// every commit of another connection, in this process or any other and on LiteFS too, `total_changes` with every row that
// this connection inserts, updates or deletes. After a write of whomever, what was read of one school is still true where
// its sign and that of what no school owns are the same (change-signs.server.ts). So nothing that writes has to think of
// what is kept here. Asking costs a microsecond, and after each write one small query for each school that asks.

type Asked = {
  on: Database.Database
  version: Database.Statement
  changes: Database.Statement
  signs: Database.Statement
  /** Counts the connections: another one may be to another file. */
  number: number
  /** The database as it was when these schools' signs were read. */
  at: string
  ofSchools: Map<string, string>
}
let asked: Asked | undefined

/** The connection that is asked; undefined where what is read may be taken back, or is shown only once. */
function present(): Asked | undefined {
  // A transaction may still be taken back, and the connection that shows a returned form is another one.
  if (!takesWrites()) return undefined
  const on = sqlite()
  if (on.inTransaction) return undefined
  if (asked?.on !== on)
    asked = {
      on,
      version: on.prepare("pragma data_version").pluck(),
      changes: on.prepare("select total_changes()").pluck(),
      signs: on
        .prepare(
          `select (select sign from change_signs where owner = '${ofAll}') || ' '
            || ifnull((select sign from change_signs where owner = ?), '')`,
        )
        .pluck(),
      number: (asked?.number ?? 0) + 1,
      at: "",
      ofSchools: new Map(),
    }
  return asked
}

const stampOf = ({ number, version, changes }: Asked) => `${number} ${version.get()} ${changes.get()}`

/**
 * A sign of the database as it is now; two equal ones were taken with no write between them. Undefined inside a
 * transaction, and on the connection that shows a returned form.
 */
export function databaseStamp(): string | undefined {
  const here = present()
  return here && stampOf(here)
}

/** What a thread was told by the one it reads for. */
let told: { schoolId: string; stamp: string } | undefined

/**
 * Reads in a thread, whose connection can't ask for signs, with the school's sign as the asker saw it before. What is kept
 * of the school meanwhile was read later than its sign was taken, and whoever asks with the same one finds it.
 */
export function withStamp<Result>(schoolId: string, stamp: string | undefined, read: () => Result): Result {
  told = stamp === undefined ? undefined : { schoolId, stamp }
  try {
    return read()
  } finally {
    told = undefined
  }
}

/** The same of what can be read of one school: writes of others leave it as it is. */
export function schoolStamp(schoolId: string): string | undefined {
  if (told?.schoolId === schoolId) return told.stamp
  const here = present()
  if (!here) return undefined
  const at = stampOf(here)
  if (here.at !== at) {
    here.at = at
    here.ofSchools.clear()
  }
  let known = here.ofSchools.get(schoolId)
  if (known === undefined) {
    known = `${here.number} ${here.signs.get(schoolId)}`
    here.ofSchools.set(schoolId, known)
  }
  return known
}

let askedTable: { on: Database.Database; sign: Database.Statement; number: number } | undefined

/**
 * The sign of a school's rows in one table, asked each time: it's the one of what this connection reads now, so it also holds
 * inside a transaction and in a thread. One that is taken back never comes again. Where there is none, the primary may be of
 * an earlier version yet that changes none: the school's sign stands for it.
 */
function tableStamp(table: SignedTable, schoolId: string): string | undefined {
  const on = sqlite()
  if (askedTable?.on !== on)
    askedTable = {
      on,
      sign: on.prepare("select cast(sign as text) from change_signs where owner = ?").pluck(),
      number: (askedTable?.number ?? 0) + 1,
    }
  const sign = askedTable.sign.get(`${schoolId} ${table}`)
  return sign === undefined ? schoolStamp(schoolId) : `${askedTable.number} ${sign}`
}

type Kept<Value> = { stamp: string; value: Value }

function keeper<Value>(most: number) {
  const kept = new LRUCache<string, Kept<Value>>({ max: most })
  // The stamp is taken before reading: what is written meanwhile makes it older, never newer.
  return (stamp: string | undefined, key: string, read: () => Value): Value => {
    if (stamp === undefined) return read()
    const known = kept.get(key)
    if (known?.stamp === stamp) return known.value
    const value = read()
    kept.set(key, { stamp, value })
    return value
  }
}

/**
 * Keeps what was read, by a key that names everything else it depends on: the viewer, the day or minute. The value is
 * shared between requests, so it must not be changed.
 */
export function keepUnchanged<Value>(most: number) {
  const keep = keeper<Value>(most)
  return (key: string, read: () => Value): Value => keep(databaseStamp(), key, read)
}

/** What is read of one school depends on the school, null for someone of none, and on what else is named. */
export type SchoolKey = readonly [schoolId: string | null, ...others: unknown[]]

/** The same for what is read of one school, and of what no school owns. */
export function keepOfSchool<Value>(most: number) {
  const keep = keeper<Value>(most)
  return (key: SchoolKey, read: () => Value): Value =>
    keep(key[0] === null ? databaseStamp() : schoolStamp(key[0]), JSON.stringify(key), read)
}

/** The same for what is read of a school's rows in one table and of nothing else. */
export function keepOfTable<Value>(table: SignedTable, most: number) {
  const keep = keeper<Value>(most)
  return (key: readonly [schoolId: string, ...others: unknown[]], read: () => Value): Value =>
    keep(tableStamp(table, key[0]), JSON.stringify(key), read)
}
