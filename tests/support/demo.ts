import { createHash } from "node:crypto"
import { copyFileSync, rmSync } from "node:fs"
import { closeDatabase, sqlite } from "db/client.server"
import { users } from "db/schema/accounts"
import { fold } from "~/models/accounts/user/user.server"
import { seedWhenStale } from "../../scripts/seed-when-stale.mjs"
import { Browser } from "./app"
import { testNow } from "./clock"
import { rowOf } from "./school"

/** Puts a copy of the seeded demo in place of this file's empty database. Call it before anything else asks for rows. */
export const useSeededDatabase = () => placeDatabase(seedWhenStale(testNow))

export function placeDatabase(from: string) {
  closeDatabase()
  const path = process.env.DATABASE_PATH ?? ""
  for (const suffix of ["", "-wal", "-shm"]) rmSync(`${path}${suffix}`, { force: true })
  copyFileSync(from, path)
}

/** A browser in which a demo person is logged in, by email or username. */
export async function browserOf(name: string): Promise<Browser> {
  const folded = fold(name)
  const user = rowOf(users, { email: folded }) ?? rowOf(users, { username: folded })
  if (!user) throw new Error(`Nobody in the demo is called ${name}.`)
  return Browser.of(user.id)
}

/** What a login, its limits, the migrations and, a moment after it, a search in vain write. */
const bookkeeping = new Set([
  "sign_ins",
  "rate_limits",
  "sign_in_tries",
  "__drizzle_migrations",
  "missed_searches",
])

let taken: { database: object; writes: string; text: string } | undefined

/** A fingerprint of every row of every table, bookkeeping apart unless asked for: equal before and after means nothing was changed. */
export function fingerprint(including: { bookkeeping?: boolean } = {}): string {
  const [database, writes] = [sqlite(), `${JSON.stringify(including)} ${writesSoFar()}`]
  if (taken?.database !== database || taken.writes !== writes)
    taken = { database, writes, text: fingerprintOfRows(including) }
  return taken.text
}

/** Another text once anything is written: SQLite counts the rows this connection writes and notices the commits of others. */
function writesSoFar(): string {
  const { ours } = sqlite().prepare("select total_changes() as ours").get() as { ours: number }
  return `${ours} ${sqlite().pragma("data_version", { simple: true })}`
}

function fingerprintOfRows(including: { bookkeeping?: boolean }): string {
  const tables = sqlite()
    .prepare(
      "select name from pragma_table_list where schema = 'main' and type = 'table' and name not like 'sqlite_%' order by name",
    )
    .all() as { name: string }[]
  const hash = createHash("sha256")
  for (const { name } of tables) {
    if (bookkeeping.has(name) && !including.bookkeeping) continue
    hash.update(name)
    hash.update(JSON.stringify(sqlite().prepare(`select * from "${name}" order by 1, 2`).raw().all()))
  }
  return hash.digest("hex")
}
