import type Database from "better-sqlite3"
import { LRUCache } from "lru-cache"
import { rolledBack, sqlite } from "./client.server"

// What was read stays true until somebody writes. SQLite itself says whether that has happened: `data_version` changes with every
// commit of another connection, in this process or any other and on LiteFS too, `total_changes` with every row that this connection
// inserts, updates or deletes. So nothing that writes has to think of what is kept here. Asking costs a microsecond.

/** Makes something once for each connection, such as a statement; `number` counts them. */
export function onConnection<Made>(make: (on: Database.Database, number: number) => Made): () => Made {
  const all = new WeakMap<Database.Database, Made>()
  let number = 0
  return () => {
    const on = sqlite()
    const known = all.get(on)
    if (known) return known
    number += 1
    const made = make(on, number)
    all.set(on, made)
    return made
  }
}

const asking = onConnection((on, number) => {
  const version = on.prepare("pragma data_version").pluck()
  const changes = on.prepare("select total_changes()").pluck()
  return () => `${number} ${version.get()} ${changes.get()} ${rolledBack()}`
})

/** Two equal ones were taken with no write between them, in this process or any other, and nothing taken back. */
export const databaseStamp = (): string => asking()()

/** The stamp once this connection has written so few rows of its own; the earlier one where anyone else has written, too. */
export function stampAfterOwn(before: string, mostRows: number): string {
  const after = databaseStamp()
  const [was, is] = [before, after].map((stamp) => stamp.split(" "))
  const isOwn = was?.every((part, index) => index === 2 || part === is?.[index])
  return isOwn && Number(is?.[2]) - Number(was?.[2]) <= mostRows ? after : before
}

/**
 * Keeps what was read until anything is written, by a key that names all else that it depends on: the viewer, the day or minute.
 * The value is shared between requests, so it must not be changed.
 */
export function cacheUntilWrite<Value>(most: number) {
  const kept = new LRUCache<string, { stamp: string; value: Value }>({ max: most })
  return (named: readonly unknown[], read: () => Value): Value => {
    const key = JSON.stringify(named)
    // Taken before reading: what is written meanwhile makes it older, never newer.
    const stamp = databaseStamp()
    const known = kept.get(key)
    if (known?.stamp === stamp) return known.value
    const value = read()
    kept.set(key, { stamp, value })
    return value
  }
}
