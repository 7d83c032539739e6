import { randomUUID } from "node:crypto"
import Database from "better-sqlite3"
import { expect, test } from "vitest"
import { readOnce, sqlite, transact, withoutWriting } from "./client.server"
import { keepOfSchool, keepUnchanged, withStamp } from "./unchanged.server"

const addUser = (on: Database.Database, name: string) =>
  on
    .prepare("insert into users (id, name, email, created_at) values (?, ?, ?, 1)")
    .run(randomUUID(), name, `${randomUUID()}@harmony.example`)
const countUsers = () => sqlite().prepare("select count(*) from users").pluck().get() as number

function countingReads() {
  const keep = keepUnchanged<number>(10)
  let reads = 0
  const read = () =>
    keep("users", () => {
      reads += 1
      return countUsers()
    })
  return { read, reads: () => reads }
}

test("what nobody changed is read once", () => {
  const { read, reads } = countingReads()
  expect([read(), read(), read()]).toEqual(Array(3).fill(countUsers()))
  expect(reads()).toBe(1)
})

test.each([
  ["a row of our own", () => addUser(sqlite(), "Ruth")],
  ["a transaction", () => transact(() => addUser(sqlite(), "Ruth"))],
  ["a row that is changed", () => sqlite().prepare("update users set name = 'Noa'").run()],
  ["a row that another process writes", () => writeFromOutside((other) => addUser(other, "Milo"))],
])("%s makes it read again", (_what, write) => {
  addUser(sqlite(), "Fay")
  const { read, reads } = countingReads()
  read()
  write()
  expect(read()).toBe(countUsers())
  expect(reads()).toBe(2)
})

test("what is taken back was never kept", () => {
  const { read } = countingReads()
  const before = read()
  expect(() =>
    transact(() => {
      addUser(sqlite(), "Ada")
      expect(read()).toBe(before + 1)
      throw new Error("taken back")
    }),
  ).toThrow("taken back")
  expect(read()).toBe(before)
})

test("a thread keeps what it reads of a school by the sign it is told, and of no other school", () => {
  const keep = keepOfSchool<number>(10)
  let reads = 0
  const read = (of: string, stamp: string | undefined, school = of) =>
    withoutWriting(() => withStamp(of, stamp, () => readOnce(() => keep([school], () => (reads += 1)))))
  expect([read("harmony", "1"), read("harmony", "1")]).toEqual([1, 1])
  expect([read("bright", "1"), read("bright", "1")]).toEqual([2, 2])
  expect([read("harmony", "2"), read("harmony", "2")]).toEqual([3, 3])
  expect([read("harmony", undefined), read("harmony", undefined)]).toEqual([4, 5])
  expect([read("harmony", "2", "bright"), read("harmony", "2", "bright")]).toEqual([6, 7])
  expect(() =>
    withStamp("harmony", "3", () => {
      throw new Error("no")
    }),
  ).toThrow("no")
  expect(withoutWriting(() => keep(["harmony"], () => (reads += 1)))).toBe(8)
})

function writeFromOutside(write: (other: Database.Database) => void) {
  const other = new Database(sqlite().name)
  write(other)
  other.close()
}
