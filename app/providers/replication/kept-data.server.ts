import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  statfsSync,
  statSync,
} from "node:fs"
import { join } from "node:path"
import Database from "better-sqlite3"

// What only a machine that died had. LiteFS gives a machine that comes back the data of the one that leads now and throws
// away what it had itself, without a trace. So before LiteFS starts, a machine that led last, as far as its own copy
// knows, keeps that copy beside it.

/** LiteFS's own names for the parts of a database. */
const parts = { database: "app.db", journal: "app.db-journal" } as const
/** So many copies stay. */
const mostKept = 2

export type KeptData =
  | { outcome: "kept"; path: string }
  | { outcome: "nothing-here" | "did-not-lead" | "no-room" }

/**
 * Keeps this machine's copy of the database when it led last, or when the copy can't say who did. Before LiteFS starts.
 * @param folder LiteFS's data folder
 * @param node this machine's name
 * @param at UTC ms, for the copy's name
 */
export function keepOwnData({ folder, node, at }: { folder: string; node: string; at: number }): KeptData {
  const source = join(folder, "dbs", "app.db")
  const database = join(source, "database")
  if (!existsSync(database)) return { outcome: "nothing-here" }
  if ((leaderIn(database) ?? node) !== node) return { outcome: "did-not-lead" }
  const shelf = join(folder, "kept")
  const earlier = existsSync(shelf) ? readdirSync(shelf).sort() : []
  // The oldest makes room first: a full disk would keep the machine from following.
  for (const name of earlier.slice(0, Math.max(0, earlier.length - mostKept + 1)))
    rmSync(join(shelf, name), { recursive: true, force: true })
  const { bavail, bsize, blocks } = statfsSync(folder)
  if (bavail * bsize - statSync(database).size < (blocks * bsize) / 10) return { outcome: "no-room" }
  const name = new Date(at).toISOString().replaceAll(":", "-")
  const [draft, path] = [join(shelf, `.${name}`), join(shelf, name)]
  mkdirSync(draft, { recursive: true, mode: 0o700 })
  for (const [part, copy] of Object.entries(parts))
    if (existsSync(join(source, part))) copyFileSync(join(source, part), join(draft, copy))
  renameSync(draft, path)
  return { outcome: "kept", path: join(path, parts.database) }
}

/** Who began the newest term in a copy; undefined when it can't be read. */
function leaderIn(path: string): string | undefined {
  try {
    const copy = new Database(path, { readonly: true })
    try {
      const newest = "select node from primary_terms order by term desc limit 1"
      return (copy.prepare(newest).get() as { node: string } | undefined)?.node
    } finally {
      copy.close()
    }
  } catch {
    return undefined
  }
}

export type OnlyThere = { table: string; count: number; keys: string[] }

const mostKeys = 20

/** The rows that a kept copy has and the live database hasn't, by table: what only the machine that died knew. */
export function compareKept(kept: string, live: string): OnlyThere[] {
  const database = new Database(live, { readonly: true, fileMustExist: true })
  try {
    database.prepare("attach ? as kept").run(kept)
    const shared = database
      .prepare(
        `select name from kept.sqlite_master where type = 'table' and name not like 'sqlite\\_%' escape '\\'
         and name in (select name from main.sqlite_master where type = 'table') order by name`,
      )
      .pluck()
      .all() as string[]
    return shared.flatMap((table): OnlyThere[] => {
      const columns = database
        .prepare("select name from pragma_table_info(?, 'kept') where pk > 0 order by pk")
        .pluck()
        .all(table) as string[]
      if (columns.length === 0) return []
      const isSame = columns.map((column) => `m."${column}" is k."${column}"`).join(" and ")
      const lacking = `from kept."${table}" k where not exists (select 1 from main."${table}" m where ${isSame})`
      const count = database.prepare(`select count(*) ${lacking}`).pluck().get() as number
      if (count === 0) return []
      const key = columns.map((column) => `k."${column}"`).join(" || '/' || ")
      const keys = database.prepare(`select ${key} ${lacking} limit ${mostKeys}`).pluck().all() as string[]
      return [{ table, count, keys: keys.map(String) }]
    })
  } finally {
    database.close()
  }
}
