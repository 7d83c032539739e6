import { spawnSync } from "node:child_process"
import { appendFileSync, readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { afterAll, expect, test } from "vitest"
import { copyProject } from "../support/working-copy"

// `npm run db:generate -- --name …`, run on a copy whose schema has one more table.

const copy = copyProject(["db", "scripts", "package.json", "drizzle.config.ts"])
afterAll(() => copy.remove())

test("a migration keeps the name it was given, and its tables are strict", () => {
  appendFileSync(
    join(copy.folder, "db/schema/tables.ts"),
    `
import { sqliteTable, text } from "drizzle-orm/sqlite-core"
export const metronomes = sqliteTable("metronomes", { id: text("id").primaryKey() })
`,
  )
  const { status, stdout, stderr } = spawnSync(
    "npm",
    ["run", "db:generate", "--", "--name", "add_metronomes"],
    {
      cwd: copy.folder,
      encoding: "utf8",
    },
  )
  expect(`${status} ${status === 0 ? "" : stdout + stderr}`).toBe("0 ")
  const migrations = join(copy.folder, "db/migrations")
  const added = readdirSync(migrations).filter((name) => /^\d{4}_add_metronomes\.sql$/.test(name))
  expect(added).toHaveLength(1)
  expect(readFileSync(join(migrations, added[0] ?? ""), "utf8")).toMatch(
    /CREATE TABLE `metronomes` \([^;]*\) STRICT;/,
  )
})
