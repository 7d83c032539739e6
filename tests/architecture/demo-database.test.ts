import { spawnSync } from "node:child_process"
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import Database from "better-sqlite3"
import { claimDatabase, giveUpClaim } from "db/claim.server"
import { afterAll, expect, test } from "vitest"

// What the start of a demo says of a database that it leaves alone.

const folder = mkdtempSync(join(tmpdir(), "tutti-demo-"))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const seed = (path: string) => {
  const { status, stderr } = spawnSync(process.execPath, ["--import", "tsx", "scripts/seed.ts"], {
    env: { ...process.env, VITEST: "", DEMO: "true", DATABASE_PATH: path },
    encoding: "utf8",
  })
  return [status, stderr.trim()]
}

test("one that a running app has isn't migrated under it", () => {
  const path = join(folder, "running.db")
  expect(claimDatabase(path)).toBe(true)
  try {
    expect(seed(path)).toEqual([
      3,
      `Tutti is running with ${path} already. Stop it first, or name another database: DATABASE_PATH=…`,
    ])
    expect(existsSync(path)).toBe(false)
  } finally {
    giveUpClaim()
  }
})

test("one of an earlier history is refused in a sentence and stays as it was", () => {
  const path = join(folder, "earlier.db")
  const database = new Database(path)
  database.exec("create table __drizzle_migrations (id integer, hash text, created_at integer)")
  database.exec("insert into __drizzle_migrations values (1, 'earlier', 1)")
  database.pragma("journal_mode = WAL")
  database.close()
  const before = readFileSync(path)
  expect(seed(path)).toEqual([
    1,
    `${path} was made before the first release and can't be upgraded. Move it away and start again.`,
  ])
  expect(readFileSync(path)).toEqual(before)
})
