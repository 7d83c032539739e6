import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, expect, test } from "vitest"
import { tryStore } from "./try-store.server"

const folder = mkdtempSync(join(tmpdir(), "tutti-tried-"))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test("a place for backups is tried with a file that is gone afterwards, and one that takes none says why", async () => {
  expect(await tryStore(join(folder, "backups"))).toBeNull()
  expect(readdirSync(join(folder, "backups", "tried"))).toEqual([])
  writeFileSync(join(folder, "plain"), "")
  expect(await tryStore(join(folder, "plain", "backups"))).toMatch(/ENOTDIR/)
})
