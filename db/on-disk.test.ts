import { afterEach, beforeEach, expect, test } from "vitest"
import { closeDatabase, sqlite } from "./client.server"
import { letPromisesWait, untilOnDisk } from "./on-disk.server"

/** Each write that the disk was asked for, and how it ends. */
let writes: { done(): void; fail(error: Error): void }[]
let ended: unknown[]

beforeEach(() => {
  writes = []
  ended = []
  closeDatabase()
  letPromisesWait(
    (error) => ended.push(error),
    () => new Promise((done, fail) => writes.push({ done, fail })),
  )
  sqlite().exec("create table if not exists words_on_disk (text)")
})

afterEach(() => {
  sqlite().exec("drop table words_on_disk")
  closeDatabase()
})

const write = (text: string) => sqlite().prepare("insert into words_on_disk (text) values (?)").run(text)

/** What has come about once everything that could has: the names of the waits that are over. */
async function over(waits: Record<string, Promise<void>>) {
  const names: string[] = []
  for (const [name, wait] of Object.entries(waits)) wait.then(() => names.push(name)).catch(() => undefined)
  await new Promise((resolve) => setImmediate(resolve))
  return names
}

test("a commit doesn't wait for the disk, a promise does", async () => {
  expect(sqlite().pragma("synchronous", { simple: true })).toBe(1)
  write("one")
  expect(writes).toEqual([])
  const promised = untilOnDisk()
  expect(await over({ promised })).toEqual([])
  writes[0]?.done()
  expect(await over({ promised })).toEqual(["promised"])
})

test("who has written nothing since doesn't wait", async () => {
  write("one")
  void untilOnDisk()
  writes[0]?.done()
  expect(await over({ again: untilOnDisk() })).toEqual(["again"])
  expect(writes).toHaveLength(1)
})

test("several wait for one write; what is committed while it runs waits for the next", async () => {
  write("one")
  const one = untilOnDisk()
  const alsoOne = untilOnDisk()
  expect(await over({ one, alsoOne })).toEqual([])
  write("two")
  const two = untilOnDisk()
  write("three")
  const three = untilOnDisk()
  expect(writes).toHaveLength(1)
  writes[0]?.done()
  expect(await over({ one, alsoOne, two, three })).toEqual(["one", "alsoOne"])
  expect(writes).toHaveLength(2)
  writes[1]?.done()
  expect(await over({ two, three })).toEqual(["two", "three"])
  expect(writes).toHaveLength(2)
})

test("when the disk fails, no promise is kept and the process is ended", async () => {
  write("one")
  const one = untilOnDisk()
  const failure = new Error("EIO")
  writes[0]?.fail(failure)
  await expect(one).rejects.toBe(failure)
  await expect(untilOnDisk()).rejects.toBe(failure)
  expect([ended, writes.length]).toEqual([[failure], 1])
})

test("a connection that is closed while it's being written lets those who wait go on", async () => {
  write("one")
  const one = untilOnDisk()
  closeDatabase()
  writes[0]?.done()
  expect(await over({ one })).toEqual(["one"])
  expect(await over({ after: untilOnDisk() })).toEqual(["after"])
})
