import type Database from "better-sqlite3"
import { LRUCache } from "lru-cache"
import { sqlite, takesWrites } from "./client.server"

// What was read stays true until somebody writes. SQLite itself says whether that has happened: `data_version` changes with
// every commit of another connection, in this process or any other and on LiteFS too, `total_changes` with every row that
// this connection inserts, updates or deletes. So nothing that writes has to think of what is kept here. Asking costs a
// microsecond.

type Stamp = { on: Database.Database; text: string }
let asks: { on: Database.Database; version: Database.Statement; changes: Database.Statement } | undefined

/**
 * A sign of the database as it is now; two equal ones were taken with no write between them. Undefined inside a
 * transaction, which may still be taken back, and on the connection that shows a returned form.
 */
function stampOf(): Stamp | undefined {
  if (!takesWrites()) return undefined
  const on = sqlite()
  if (on.inTransaction) return undefined
  if (asks?.on !== on)
    asks = {
      on,
      version: on.prepare("pragma data_version").pluck(),
      changes: on.prepare("select total_changes()").pluck(),
    }
  return { on, text: `${asks.version.get()} ${asks.changes.get()}` }
}

/**
 * Keeps what was read, by a key that names everything else it depends on: the school, the viewer, the day or minute. The
 * value is shared between requests, so it must not be changed.
 */
export function keepUnchanged<Value>(most: number) {
  const kept = new LRUCache<string, { stamp: Stamp; value: Value }>({ max: most })
  return (key: string, read: () => Value): Value => {
    // Taken before reading: what is written meanwhile makes it older, never newer.
    const stamp = stampOf()
    if (!stamp) return read()
    const known = kept.get(key)
    if (known && known.stamp.on === stamp.on && known.stamp.text === stamp.text) return known.value
    const value = read()
    kept.set(key, { stamp, value })
    return value
  }
}
