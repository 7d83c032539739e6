import { spawnSync } from "node:child_process"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, expect, test } from "vitest"
import { claimDatabase, giveUpClaim } from "./claim.server"

const folder = mkdtempSync(join(tmpdir(), "tutti-claim-"))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test("one process has a database; another is told so, and has it once the first has ended", () => {
  const path = join(folder, "tutti.db")
  const claimElsewhere = () =>
    spawnSync(
      process.execPath,
      [
        "--import",
        "tsx",
        "-e",
        `import("./db/claim.server.ts").then(({ claimDatabase }) => console.log(claimDatabase(${JSON.stringify(path)})))`,
      ],
      { encoding: "utf8" },
    ).stdout.trim()
  expect([claimDatabase(path), claimDatabase(path)]).toEqual([true, true])
  expect(claimElsewhere()).toBe("false")
  giveUpClaim()
  expect(claimElsewhere()).toBe("true")
  // That process has ended without giving its claim back.
  expect(claimDatabase(path)).toBe(true)
  giveUpClaim()
})

test("a folder that cannot be written tells nothing", () => {
  expect(claimDatabase(join(folder, "no", "such", "folder.db"))).toBe(true)
})
