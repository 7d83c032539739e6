import { mkdirSync, mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import type { TestProject } from "vitest/node"
import { closeDatabase, migrateDatabase, sqlite } from "../../db/client.server"

/** Migrates one empty database; every test file works on its own copy. */
export default function setup(project: TestProject) {
  const folder = mkdtempSync(join(tmpdir(), "tutti-test-"))
  mkdirSync(folder, { recursive: true })
  const path = join(folder, "empty.db")
  process.env.DATABASE_PATH = path
  migrateDatabase()
  sqlite().pragma("wal_checkpoint(TRUNCATE)")
  closeDatabase()
  project.provide("emptyDatabase", path)
  return () => rmSync(folder, { recursive: true, force: true })
}

declare module "vitest" {
  export interface ProvidedContext {
    emptyDatabase: string
  }
}
