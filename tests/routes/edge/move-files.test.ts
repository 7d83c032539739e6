import { execFile } from "node:child_process"
import { randomUUID } from "node:crypto"
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, beforeAll, expect, test } from "vitest"
import { databaseStore } from "~/models/foundation/stored-file/stored-file.server"
import { buildWhenStale } from "../../../scripts/build-when-stale.mjs"

// Out of LiteFS, as an operator does it: uploaded files go from the database to the folder, and leave it once they're there.

const home = mkdtempSync(join(tmpdir(), "tutti-move-files-"))
const folder = join(home, "files")
beforeAll(() => buildWhenStale())
afterAll(() => rmSync(home, { recursive: true, force: true }))

const move = (settings: Record<string, string>, ...words: string[]) =>
  new Promise<{ code: number; said: string }>((done) =>
    execFile(
      process.execPath,
      ["build/move-files.mjs", ...words],
      { env: { ...process.env, VITEST: "", FILES_PATH: folder, ...settings } },
      (error, out, err) => done({ code: Number(error?.code ?? 0), said: `${out}${err}` }),
    ),
  )

const pathOf = (name: string) => join(folder, name.slice(0, 2), name)
const inDatabase = async () => (await databaseStore.list()).map(({ name }) => name).sort()

test("build/move-files.mjs copies uploaded files to their folder, and forgets those that are there byte for byte", async () => {
  const [photo, score] = [randomUUID(), randomUUID()]
  await databaseStore.keep(photo, Buffer.from("a photo"))
  await databaseStore.keep(score, Buffer.from("a score"))
  const both = [photo, score].sort()

  const early = await move({ LITEFS_DIR: home })
  expect([early.code, early.said]).toEqual([1, expect.stringContaining("LITEFS_DIR is set")])
  expect(await inDatabase()).toEqual(both)

  const first = await move({})
  expect([first.code, JSON.parse(first.said)]).toEqual([
    0,
    { to: folder, copied: 2, known: 0, forgotten: 0, different: [] },
  ])
  expect(readFileSync(pathOf(photo), "utf8")).toBe("a photo")
  expect([pathOf(photo), folder].map((path) => (statSync(path).mode & 0o777).toString(8))).toEqual([
    "600",
    "700",
  ])
  expect(await inDatabase()).toEqual(both)

  writeFileSync(pathOf(score), "another score")
  const forgets = await move({}, "--forget")
  expect([forgets.code, JSON.parse(forgets.said)]).toEqual([
    1,
    { to: folder, copied: 0, known: 1, forgotten: 1, different: [score] },
  ])
  expect(await inDatabase()).toEqual([score])

  rmSync(pathOf(score))
  expect((await move({}, "--forget")).code).toBe(0)
  expect([await inDatabase(), readFileSync(pathOf(score), "utf8")]).toEqual([[], "a score"])
})
