import { mkdirSync } from "node:fs"
import { dirname } from "node:path"
import Database from "better-sqlite3"

/** A table of JSON documents, each under its own id, listed oldest first. */
export type Collection<T extends { id: string }> = {
  find(id: string): T | undefined
  list(): T[]
  /** Inserts the document, or replaces the one with its id. */
  save(document: T): T
  clear(): void
}

/** Opens the sandbox's own SQLite file, or a database in memory when no path is given. */
export function openDatabase(path?: string) {
  if (path) mkdirSync(dirname(path), { recursive: true })
  const database = new Database(path ?? ":memory:")
  database.pragma("journal_mode = WAL")
  database.pragma("busy_timeout = 5000")
  return database
}

/** @param name a table name written in the code, never taken from a request */
export function collection<T extends { id: string }>(
  database: Database.Database,
  name: string,
): Collection<T> {
  database.exec(
    `CREATE TABLE IF NOT EXISTS ${name} (position INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, document TEXT NOT NULL) STRICT`,
  )
  const find = database.prepare<[string], { document: string }>(`SELECT document FROM ${name} WHERE id = ?`)
  const list = database.prepare<[], { document: string }>(`SELECT document FROM ${name} ORDER BY position`)
  const save = database.prepare(
    `INSERT INTO ${name} (id, document) VALUES (?, ?) ON CONFLICT (id) DO UPDATE SET document = excluded.document`,
  )
  const clear = database.prepare(`DELETE FROM ${name}`)
  const read = (row: { document: string }) => JSON.parse(row.document) as T

  return {
    find(id) {
      const row = find.get(id)
      return row && read(row)
    },
    list: () => list.all().map(read),
    save(document) {
      save.run(document.id, JSON.stringify(document))
      return document
    },
    clear: () => void clear.run(),
  }
}
