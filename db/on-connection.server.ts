import type Database from "better-sqlite3"
import { sqlite } from "./client.server"

// What belongs to a connection to the database: statements prepared on it, and what is known of what it reads.

/**
 * Makes something once for each connection. `number` counts them: what another one has read may be of another file, and what a
 * stamp says of it begins with that number.
 */
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

type Asking = { on: Database.Database; stamp: () => string; schema: Database.Statement }

const asking = onConnection((on): Asking => {
  const version = on.prepare("pragma data_version").pluck()
  const changes = on.prepare("select total_changes()").pluck()
  return {
    on,
    stamp: () => `${version.get()} ${changes.get()}`,
    schema: on.prepare("pragma schema_version").pluck(),
  }
})

/** Two equal ones of a connection were taken with no write between them, in this process or any other. */
export const writesSeen = (): string => asking().stamp()

/** A school has a few of these; more schools than this between two writes are read again. */
const mostKept = 500

/**
 * Keeps what is read by the connection until anything is written. Inside a transaction it's read each time where the connection
 * can write: what was written there may be taken back.
 */
export function untilWritten<Key extends string[], Value>(
  read: (...key: Key) => Value,
): (...key: Key) => Value {
  const kept = onConnection(() => ({ at: "", values: new Map<string, Value>() }))
  return (...asked) => {
    const { on, stamp } = asking()
    if (on.inTransaction && !on.readonly) return read(...asked)
    const here = kept()
    // Taken before reading: what is written meanwhile makes it older, never newer.
    const at = stamp()
    if (here.at !== at) {
      here.at = at
      here.values.clear()
    }
    const key = asked.join(" ")
    const known = here.values.get(key)
    if (known !== undefined) return known
    const value = read(...asked)
    if (here.values.size >= mostKept) here.values.clear()
    here.values.set(key, value)
    return value
  }
}

/** Looks at the connection's triggers again when any table or trigger was made or taken away since, by whichever machine. */
export function ofSchema<Seen>(look: (on: Database.Database) => Seen): () => Seen {
  const seen = onConnection(() => ({ at: undefined as unknown, value: undefined as Seen | undefined }))
  return () => {
    const { on, schema } = asking()
    const here = seen()
    const at = schema.get()
    if (here.at !== at || here.value === undefined) Object.assign(here, { at, value: look(on) })
    return here.value as Seen
  }
}
