// Seeds the demo at a fixed time, unless that was done since its sources changed. All tests start from copies of it.
import { spawnSync } from "node:child_process"
import { existsSync, mkdirSync, renameSync, rmSync, statSync } from "node:fs"
import { newest } from "./newest.mjs"

const sources = [
  "app/models",
  "app/utils",
  "db",
  "scripts/seed.ts",
  "tests/support/rosters",
  "tests/support/clock.ts",
]

/** The path of the seeded database; `present` is the instant its history leads up to. */
export function seedWhenStale(present) {
  const path = `.cache/seeded-${present}.db`
  if (existsSync(path) && newest(sources) < statSync(path).mtimeMs) return path
  mkdirSync(".cache", { recursive: true })
  // Seeded beside and moved into place: another process sees either the old one or the whole new one.
  const draft = `.cache/seeding-${process.pid}.db`
  const { status } = spawnSync(process.execPath, ["--import", "tsx", "scripts/seed.ts"], {
    stdio: ["ignore", "ignore", "inherit"],
    env: {
      ...process.env,
      ENV_FILE: "",
      NODE_ENV: "test",
      DATABASE_PATH: draft,
      CLOCK_START: new Date(present).toISOString(),
      VITEST: "",
    },
  })
  const files = draft.replace(/\.db$/, ".files")
  if (status === 0) {
    rmSync(path.replace(/\.db$/, ".files"), { recursive: true, force: true })
    if (existsSync(files)) renameSync(files, path.replace(/\.db$/, ".files"))
    renameSync(draft, path)
  }
  rmSync(files, { recursive: true, force: true })
  for (const suffix of ["", "-wal", "-shm"]) rmSync(`${draft}${suffix}`, { force: true })
  if (status !== 0) throw new Error("The demo could not be seeded.")
  return path
}
