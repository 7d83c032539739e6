import { spawnSync } from "node:child_process"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import type { TestProject } from "vitest/node"
import { testNow } from "./clock"

/** Seeds the demo once, at the tests' own time; files that want it work on a copy (`useSeededDatabase`). */
export default function setup(project: TestProject) {
  const folder = mkdtempSync(join(tmpdir(), "tutti-seeded-"))
  const path = join(folder, "seeded.db")
  const { status } = spawnSync(process.execPath, ["--import", "tsx", "scripts/seed.ts"], {
    stdio: ["ignore", "ignore", "inherit"],
    env: { ...process.env, DATABASE_PATH: path, CLOCK_START: new Date(testNow).toISOString(), VITEST: "" },
  })
  if (status !== 0) throw new Error("The demo could not be seeded.")
  project.provide("seededDatabase", path)
  return () => rmSync(folder, { recursive: true, force: true })
}

declare module "vitest" {
  export interface ProvidedContext {
    seededDatabase: string
  }
}
