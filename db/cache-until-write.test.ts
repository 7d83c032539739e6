import { randomUUID } from "node:crypto"
import Database from "better-sqlite3"
import { expect, test } from "vitest"
import { cacheUntilWrite } from "./cache-until-write.server"
import { sqlite, transact } from "./client.server"

const addUser = (on: Database.Database, name: string) =>
  on
    .prepare("insert into users (id, name, email, created_at) values (?, ?, ?, 1)")
    .run(randomUUID(), name, `${randomUUID()}@harmony.example`)
const countUsers = () => sqlite().prepare("select count(*) from users").pluck().get() as number

function countingReads() {
  const keep = cacheUntilWrite<number>(10)
  let reads = 0
  const read = () =>
    keep(["users"], () => {
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

function writeFromOutside(write: (other: Database.Database) => void) {
  const other = new Database(sqlite().name)
  write(other)
  other.close()
}
