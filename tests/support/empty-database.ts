import { copyFileSync, existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, statSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import type { TestProject } from "vitest/node"
import { newest } from "../../scripts/newest.mjs"

const kept = ".cache/empty.db"

/** Migrates one empty database, unless that was done since the migrations changed; every test file works on its own copy. */
export default async function setup(project: TestProject) {
  const folder = mkdtempSync(join(tmpdir(), "tutti-test-"))
  const path = join(folder, "empty.db")
  process.env.DATABASE_PATH = path
  if (!existsSync(kept) || newest(["db"]) >= statSync(kept).mtimeMs) await migrateInto(path)
  else copyFileSync(kept, path)
  project.provide("emptyDatabase", path)
  return () => rmSync(folder, { recursive: true, force: true })
}

async function migrateInto(path: string) {
  const { closeDatabase, migrateDatabase, sqlite } = await import("../../db/client.server")
  migrateDatabase()
  sqlite().pragma("wal_checkpoint(TRUNCATE)")
  closeDatabase()
  // Copied beside and moved into place: another process sees either the old one or the whole new one.
  const draft = `.cache/emptying-${process.pid}.db`
  mkdirSync(".cache", { recursive: true })
  copyFileSync(path, draft)
  renameSync(draft, kept)
}

declare module "vitest" {
  export interface ProvidedContext {
    emptyDatabase: string
  }
}
