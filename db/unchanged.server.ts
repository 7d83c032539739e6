import { LRUCache } from "lru-cache"
import { allDays, dayOwner, eachDay, ofAll, ownersIn, type SignedTable } from "./change-signs.server"
import { checkedRead } from "./checked-read.server"
import { sqlite, takesWrites } from "./client.server"
import { onConnection, untilWritten, writesSeen } from "./on-connection.server"

// What was read stays true until somebody writes. SQLite itself says whether that has happened: `data_version` changes with
// every commit of another connection, in this process or any other and on LiteFS too, `total_changes` with every row that
// this connection inserts, updates or deletes. After a write of whomever, what was read of one school is still true where
// its sign and that of what no school owns are the same (change-signs.server.ts). So nothing that writes has to think of
// what is kept here. Asking costs a microsecond, and after each write one small query for each school that asks.

/** The signs of a school, of its tables and of what no school owns, by their owners. */
type Signs = ReadonlyMap<string, string>

/** The statement that reads the signs, with its connection's number. */
const statements = onConnection((on, number) => ({
  number,
  /** A school's signs and those of its tables lie together, and so do those that all tables' triggers have. */
  signs: on
    .prepare(
      `select owner, cast(sign as text) from change_signs where owner in ('${ofAll}', @school)
        or (owner >= ' of ' and owner < ' of!') or (owner >= @school || ' of ' and owner < @school || ' of!')`,
    )
    .raw(),
  /** The signs of the days of a school's rows in one table. */
  days: on
    .prepare(
      "select owner, cast(sign as text) from change_signs where owner = ? or (owner >= ? and owner < ?)",
    )
    .raw(),
}))

/** Whether what is read may be kept: it can't be taken back, and is shown more than once. */
const isPresent = (): boolean =>
  // A transaction may still be taken back, and the connection that shows a returned form is another one.
  takesWrites() && !sqlite().inTransaction

/** The signs of what this connection reads now, inside a transaction and in a thread too. */
export const schoolSigns = untilWritten(
  (school: string): Signs => new Map(statements().signs.all({ school }) as [owner: string, sign: string][]),
)

/**
 * A sign of the database as it is now; two equal ones were taken with no write between them. Undefined inside a
 * transaction, and on the connection that shows a returned form.
 */
export function databaseStamp(): string | undefined {
  return isPresent() ? `${statements().number} ${writesSeen()}` : undefined
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
  if (!isPresent()) return undefined
  const signs = schoolSigns(schoolId)
  return `${statements().number} ${signs.get(ofAll)} ${signs.get(schoolId)}`
}

const daySigns = untilWritten(
  (table: SignedTable, schoolId: string): Signs =>
    new Map(
      statements().days.all(allDays(table), ...ownersIn(table, schoolId)) as [owner: string, sign: string][],
    ),
)

/**
 * What stands for the days of a school's rows in one table: the signs of what this connection reads now, so they also hold inside
 * a transaction and in a thread. One that is taken back never comes again. While the primary is of an earlier version that signs
 * no days, the school's sign stands for them.
 */
export function dayStamps(table: SignedTable, schoolId: string) {
  const { number } = statements()
  const found = daySigns(table, schoolId)
  const [ofEarlier] = ownersIn(table, schoolId)
  const shared = [number, found.get(allDays(table)), found.get(ofEarlier)]
  return ({ after, before }: Span): string | undefined =>
    found.has(allDays(table))
      ? [...shared, ...eachDay(after, before).map((day) => found.get(dayOwner(table, schoolId, day)))].join(
          " ",
        )
      : schoolStamp(schoolId)
}

type Kept<Value> = { stamp: string; value: Value }

/** Keeps values while the stamp that each was read with stays; without one nothing is kept. */
export function keeper<Value>(most: number) {
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
  return ([school, ...others]: SchoolKey, read: () => Value): Value => {
    const key = JSON.stringify([school, ...others])
    if (school === null) return keep(databaseStamp(), key, read)
    return keep(schoolStamp(school), key, () => checkedRead("school", read))
  }
}

/** Rows that begin after one instant and before another. */
export type Span = { after: number; before: number }

/**
 * Keeps values of which several are asked for at once. Those that aren't known any more are read together: `read` gets them,
 * and answers for each. A value is shared, so it must not be changed.
 */
export function keeperOfEach<Value>(most: number) {
  const kept = new LRUCache<string, Kept<Value>>({ max: most })
  return <Asked>(
    all: readonly Asked[],
    signed: (asked: Asked) => { stamp: string | undefined; key: string },
    read: (stale: readonly Asked[]) => readonly Value[],
  ): Value[] => {
    const known = all.map((asked) => {
      const { key, stamp } = signed(asked)
      const value = kept.get(key)
      return { asked, key, stamp, value: stamp !== undefined && value?.stamp === stamp ? value : undefined }
    })
    const stale = known.filter(({ value }) => !value)
    const values = stale.length === 0 ? [] : read(stale.map(({ asked }) => asked))
    const fresh = new Map(stale.map(({ asked }, index) => [asked, values[index] as Value]))
    for (const { asked, key, stamp } of stale)
      if (stamp !== undefined) kept.set(key, { stamp, value: fresh.get(asked) as Value })
    return known.map(({ asked, value }) => (value ? value.value : (fresh.get(asked) as Value)))
  }
}

/** The same for what is read of a school's rows in one table, of a day or several, and of nothing else. */
export function keepOfDays<Value>(table: SignedTable, most: number) {
  const keep = keeperOfEach<Value>(most)
  return <Asked extends Span>(
    schoolId: string,
    spans: readonly Asked[],
    read: (stale: readonly Asked[]) => readonly Value[],
  ): Value[] => {
    const stampOfSpan = dayStamps(table, schoolId)
    return keep(spans, (span) => ({ key: JSON.stringify([schoolId, span]), stamp: stampOfSpan(span) }), read)
  }
}
