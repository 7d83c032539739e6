import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterEach, beforeEach, expect, test } from "vitest"
import { bringEarlierAssets, takeEarlierAssets } from "../../scripts/earlier-assets.mjs"

// Open tabs find the files of the builds before for a day after an upgrade.

const hourMs = 3_600_000
let folder = ""
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "tutti-earlier-"))
})
afterEach(() => rmSync(folder, { recursive: true }))

/** Builds again with these files, at an hour. */
function build(names: string[], hour: number) {
  const [to, aside] = [join(folder, "build"), join(folder, "aside")]
  takeEarlierAssets(to, aside, hour * hourMs)
  rmSync(to, { recursive: true, force: true })
  mkdirSync(join(to, "client/assets"), { recursive: true })
  for (const name of names) writeFileSync(join(to, "client/assets", name), name)
  bringEarlierAssets(aside, to)
  return readdirSync(join(to, "earlier/assets")).sort()
}

test("a first build has no files of another", () => {
  expect(build(["a-1.js"], 0)).toEqual([])
  expect(existsSync(join(folder, "aside"))).toBe(false)
})

test("files stay for a day after the build that replaced them, and those that didn’t change are kept once", () => {
  build(["a-1.js", "same.js"], 0)
  expect(build(["a-2.js", "same.js"], 100)).toEqual(["a-1.js"])
  expect(build(["a-3.js", "same.js"], 110)).toEqual(["a-1.js", "a-2.js"])
  expect(build(["a-4.js", "same.js"], 125)).toEqual(["a-2.js", "a-3.js"])
})
