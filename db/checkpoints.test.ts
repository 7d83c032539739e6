import { mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import Database from "better-sqlite3"
import { afterEach, beforeEach, expect, test } from "vitest"
import { longPages, pagesAtOnce, watchLog } from "./checkpoints.server"

let folder: string
let path: string
let writer: Database.Database
let log: ReturnType<typeof watchLog>

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "tutti-log-"))
  path = join(folder, "app.db")
  writer = new Database(path)
  writer.pragma("journal_mode = WAL")
  writer.pragma("wal_autocheckpoint = 0")
  writer.exec("create table pages (id integer primary key, bytes blob)")
  log = watchLog(path)
})

afterEach(() => {
  log.close()
  writer.close()
  rmSync(folder, { recursive: true })
})

/** A page each, and few more for the table's own. */
const write = (pages: number) =>
  writer.transaction(() => {
    const insert = writer.prepare("insert into pages (bytes) values (zeroblob(3900))")
    for (let page = 0; page < pages; page += 1) insert.run()
  })()

/** What SQLite's own index of the log says: its length, and how much of it was brought over. */
function logNow() {
  const index = readFileSync(`${path}-shm`)
  return { pages: index.readUInt32LE(16), over: index.readUInt32LE(96) }
}

test("nothing is brought over before there are enough pages, written or not", () => {
  expect(log.look()).toBeUndefined()
  write(pagesAtOnce / 2)
  expect(log.look()).toBeUndefined()
  expect(log.look()).toBeUndefined()
  expect(logNow().over).toBe(0)
})

test("enough pages are brought over, and the next write begins the log again", () => {
  write(pagesAtOnce + 10)
  const { pages } = logNow()
  expect(log.look()).toBe(pages)
  expect(logNow()).toEqual({ pages, over: pages })
  expect(log.look()).toBeUndefined()
  write(1)
  expect(logNow().pages).toBeLessThan(10)
  // What stands behind its end is of the log before.
  expect(log.look()).toBeUndefined()
  write(pagesAtOnce)
  expect(log.look()).toBe(logNow().pages)
})

test("what a reader still needs stays in the log, and is brought over once no one writes", () => {
  write(pagesAtOnce)
  const reader = new Database(path, { readonly: true })
  const reading = reader.transaction(() => {
    const seen = reader.prepare("select count(*) from pages").pluck()
    const before = seen.get()
    const { pages } = logNow()
    write(pagesAtOnce)
    expect(log.look()).toBe(pages)
    expect(logNow().over).toBe(pages)
    expect(seen.get()).toBe(before)
  })
  reading()
  reader.close()
  log.look()
  const { pages, over } = logNow()
  expect(over).toBe(pages)
  expect(writer.prepare("select count(*) from pages").pluck().get()).toBe(2 * pagesAtOnce)
})

test("the rest follows when no one writes any more", () => {
  write(pagesAtOnce)
  const reader = new Database(path, { readonly: true })
  const reading = reader.transaction(() => {
    reader.prepare("select count(*) from pages").get()
    write(20)
    log.look()
    expect(logNow().over).toBeLessThan(logNow().pages)
    // Written between two looks: someone does write.
    write(1)
    log.look()
  })
  reading()
  reader.close()
  expect(logNow().over).toBeLessThan(logNow().pages)
  log.look()
  expect(logNow().over).toBe(logNow().pages)
  expect(log.look()).toBeUndefined()
})

test("a log that is written all the time is long, and once it may catch up the next write begins it again", () => {
  write(longPages / 2)
  expect(log.isLong()).toBe(false)
  write(longPages / 2)
  expect(logNow().pages).toBeGreaterThan(longPages)
  expect(log.isLong()).toBe(true)
  expect(log.isLong()).toBe(false)
  expect(log.catchUp()).toBe(false)
  expect(log.catchUp()).toBe(true)
  write(1)
  expect(logNow().pages).toBeLessThan(10)
  expect(log.isLong()).toBe(false)
})

test("a log can't catch up while someone reads what was before", () => {
  const reader = new Database(path, { readonly: true })
  reader.exec("begin")
  reader.prepare("select count(*) from pages").get()
  write(20)
  expect(log.catchUp()).toBe(false)
  reader.exec("commit")
  expect([log.catchUp(), log.catchUp()]).toEqual([false, true])
  reader.close()
})
