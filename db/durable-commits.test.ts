import { statSync } from "node:fs"
import Database from "better-sqlite3"
import { afterEach, beforeEach, expect, test } from "vitest"
import { closeDatabase, emptyLog, sqlite } from "./client.server"
import { syncOffEventLoop, syncRunsForMs, untilDurable } from "./durable-commits.server"

/** The syncs that were started; each test ends them itself. */
let syncs: { done(): void; fail(error: Error): void }[]
let ended: unknown[]

beforeEach(() => {
  syncs = []
  ended = []
  closeDatabase()
  syncOffEventLoop(
    (error) => ended.push(error),
    () => new Promise((done, fail) => syncs.push({ done, fail })),
  )
  sqlite().exec("create table if not exists synced_words (text)")
})

afterEach(() => {
  sqlite().exec("drop table synced_words")
  closeDatabase()
})

const write = (text: string) => sqlite().prepare("insert into synced_words (text) values (?)").run(text)

/** The names of the waits that are over after a turn of the event loop. */
async function over(waits: Record<string, Promise<void>>) {
  const names: string[] = []
  for (const [name, wait] of Object.entries(waits)) wait.then(() => names.push(name)).catch(() => undefined)
  await new Promise((resolve) => setImmediate(resolve))
  return names
}

test("a commit doesn't wait for its sync", async () => {
  expect(sqlite().pragma("synchronous", { simple: true })).toBe(1)
  write("one")
  expect(syncs).toEqual([])
  const promised = untilDurable()
  expect(await over({ promised })).toEqual([])
  syncs[0]?.done()
  expect(await over({ promised })).toEqual(["promised"])
})

test("without a new commit there is nothing to wait for", async () => {
  write("one")
  void untilDurable()
  syncs[0]?.done()
  expect(await over({ again: untilDurable() })).toEqual(["again"])
  expect(syncs).toHaveLength(1)
})

test("several commits share one sync, and a commit made during a sync waits for the next one", async () => {
  write("one")
  const one = untilDurable()
  const alsoOne = untilDurable()
  expect(await over({ one, alsoOne })).toEqual([])
  write("two")
  const two = untilDurable()
  write("three")
  const three = untilDurable()
  expect(syncs).toHaveLength(1)
  syncs[0]?.done()
  expect(await over({ one, alsoOne, two, three })).toEqual(["one", "alsoOne"])
  expect(syncs).toHaveLength(2)
  syncs[1]?.done()
  expect(await over({ two, three })).toEqual(["two", "three"])
  expect(syncs).toHaveLength(2)
})

test("after a failed sync every wait rejects, and the process is told to end", async () => {
  write("one")
  const one = untilDurable()
  const failure = new Error("EIO")
  syncs[0]?.fail(failure)
  await expect(one).rejects.toBe(failure)
  await expect(untilDurable()).rejects.toBe(failure)
  expect([ended, syncs.length]).toEqual([[failure], 1])
})

test("closing the connection during a sync ends the wait, also for later commits", async () => {
  write("one")
  const one = untilDurable()
  write("two")
  const two = untilDurable()
  closeDatabase()
  syncs[0]?.done()
  expect(await over({ one, two })).toEqual(["one", "two"])
  expect([syncs.length, ended]).toEqual([1, []])
  expect(await over({ after: untilDurable() })).toEqual(["after"])
})

test("a commit of another process counts too", async () => {
  void untilDurable()
  syncs[0]?.done()
  expect(await over({ own: untilDurable() })).toEqual(["own"])
  const other = new Database(sqlite().name)
  other.exec("insert into synced_words (text) values ('theirs')")
  other.close()
  expect(await over({ theirs: untilDurable() })).toEqual([])
  expect(syncs).toHaveLength(2)
})

test("a sync that doesn't end is known by how long it has run", async () => {
  write("one")
  expect(syncRunsForMs()).toBe(0)
  const one = untilDurable()
  await new Promise((resolve) => setTimeout(resolve, 20))
  expect(syncRunsForMs()).toBeGreaterThan(10)
  syncs[0]?.done()
  await one
  expect(syncRunsForMs()).toBe(0)
})

test("emptying the log keeps what was written", () => {
  write("one")
  expect(statSync(`${sqlite().name}-wal`).size).toBeGreaterThan(0)
  expect(emptyLog()).toBe(true)
  expect(statSync(`${sqlite().name}-wal`).size).toBe(0)
  expect(sqlite().prepare("select text from synced_words").pluck().all()).toContain("one")
})

test("a log that someone reads isn't emptied", () => {
  sqlite().pragma("busy_timeout = 10")
  write("one")
  const reader = new Database(sqlite().name, { readonly: true })
  reader.exec("begin")
  reader.prepare("select count(*) from synced_words").get()
  write("two")
  expect(emptyLog()).toBe(false)
  reader.close()
})
