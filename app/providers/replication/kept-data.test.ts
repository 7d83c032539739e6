import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import Database from "better-sqlite3"
import { afterAll, describe, expect, test } from "vitest"
import { compareKept, keepOwnData } from "./kept-data.server"

const home = mkdtempSync(join(tmpdir(), "tutti-kept-"))
afterAll(() => rmSync(home, { recursive: true, force: true }))
const at = Date.parse("2026-11-18T20:10:00Z")

/** A machine's folder of LiteFS, whose copy says who led in which order. */
function machine(name: string, terms: string[], teachers: string[] = []) {
  const folder = join(home, name)
  const path = join(folder, "dbs", "app.db", "database")
  mkdirSync(dirname(path), { recursive: true })
  const copy = new Database(path)
  copy.exec("create table primary_terms (term integer primary key, node text not null)")
  copy.exec("create table teachers (school_id text, id text, primary key (school_id, id))")
  terms.forEach(
    (node, index) => void copy.prepare("insert into primary_terms values (?, ?)").run(index, node),
  )
  for (const id of teachers) copy.prepare("insert into teachers values ('s', ?)").run(id)
  copy.close()
  return { folder, path }
}

describe("a machine that comes back", () => {
  test("keeps its copy when it led last, and what only that had is found", () => {
    const { folder } = machine("n1", ["n2", "n1"], ["ada", "ben"])
    const kept = keepOwnData({ folder, node: "n1", at })
    expect(kept).toEqual({ outcome: "kept", path: join(folder, "kept/2026-11-18T20-10-00.000Z/app.db") })
    const now = machine("n2", ["n2", "n1", "n2"], ["ada"])
    const path = kept.outcome === "kept" ? kept.path : ""
    expect(compareKept(path, now.path)).toEqual([{ table: "teachers", count: 1, keys: ["s/ben"] }])
    expect(compareKept(path, path)).toEqual([])
  })

  test("keeps nothing when another led after it, nor on its first start", () => {
    const { folder } = machine("n3", ["n3", "n1"])
    expect(keepOwnData({ folder, node: "n3", at })).toEqual({ outcome: "did-not-lead" })
    expect(existsSync(join(folder, "kept"))).toBe(false)
    expect(keepOwnData({ folder: join(home, "new"), node: "n3", at })).toEqual({ outcome: "nothing-here" })
  })

  test("keeps a copy that can't be read, and of several the newest two", () => {
    const { folder, path } = machine("n4", ["n4"])
    writeFileSync(path, "no database at all")
    for (const day of [0, 1, 2]) keepOwnData({ folder, node: "n4", at: at + day * 86_400_000 })
    expect(readdirSync(join(folder, "kept")).sort()).toEqual([
      "2026-11-19T20-10-00.000Z",
      "2026-11-20T20-10-00.000Z",
    ])
  })
})
