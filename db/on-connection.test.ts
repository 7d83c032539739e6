import Database from "better-sqlite3"
import { expect, test } from "vitest"
import { readOnce, sqlite, transact, withoutWriting } from "./client.server"
import { ofSchema, onConnection, untilWritten, writesSeen } from "./on-connection.server"

const countUsers = () => sqlite().prepare("select count(*) from users").pluck().get() as number
const addUser = (on = sqlite()) =>
  on
    .prepare(
      "insert into users (id, name, email, created_at) values (hex(randomblob(8)), 'Fay', lower(hex(randomblob(8))), 1)",
    )
    .run()

test("each connection has its own, which stays while another one is used", () => {
  const numberHere = onConnection((_, number) => number)
  expect([numberHere(), withoutWriting(numberHere), numberHere(), withoutWriting(numberHere)]).toEqual([
    1, 2, 1, 2,
  ])
})

test("what is read by a key is read once until someone writes, in this process or another", () => {
  const reads: string[] = []
  const read = untilWritten((one: string, other: string) => {
    reads.push(`${one} ${other}`)
    return countUsers()
  })
  const before = countUsers()
  expect([read("a", "b"), read("a", "b"), read("a", "c")]).toEqual([before, before, before])
  expect(reads).toEqual(["a b", "a c"])
  addUser()
  expect([read("a", "b"), read("a", "b")]).toEqual([before + 1, before + 1])
  const outside = new Database(sqlite().name)
  addUser(outside)
  outside.close()
  expect([read("a", "b"), withoutWriting(() => read("a", "b"))]).toEqual([before + 2, before + 2])
  expect(reads).toEqual(["a b", "a c", "a b", "a b", "a b"])
})

test("what a transaction took back is never kept, also where as many rows were changed since", () => {
  const read = untilWritten(() => countUsers())
  const before = read()
  const stamp = writesSeen()
  expect(() =>
    transact(() => {
      addUser()
      expect(read()).toBe(before + 1)
      throw new Error("taken back")
    }),
  ).toThrow("taken back")
  expect(writesSeen()).not.toBe(stamp)
  expect(read()).toBe(before)
  transact(() => {
    addUser()
    expect(() =>
      transact(() => {
        addUser()
        expect(read()).toBe(before + 2)
        throw new Error("taken back")
      }),
    ).toThrow("taken back")
    expect(read()).toBe(before + 1)
  })
})

test("a connection that can’t write reads once in a transaction, of the moment that it sees", () => {
  let reads = 0
  const read = untilWritten(() => {
    reads += 1
    return countUsers()
  })
  withoutWriting(() => {
    const before = countUsers()
    readOnce(() => {
      expect(read()).toBe(before)
      const outside = new Database(sqlite().name)
      addUser(outside)
      outside.close()
      expect(read()).toBe(before)
    })
    expect(reads).toBe(1)
    expect(read()).toBe(before + 1)
  })
})

test("triggers are looked at again when one was made or taken away", () => {
  const triggers = ofSchema((on) =>
    on.prepare("select name from sqlite_master where name = 'watch_fay'").pluck().all(),
  )
  expect(triggers()).toEqual([])
  sqlite().exec("create trigger watch_fay after insert on users begin select 1; end")
  expect(triggers()).toEqual(["watch_fay"])
  const outside = new Database(sqlite().name)
  outside.exec("drop trigger watch_fay")
  outside.close()
  expect(triggers()).toEqual([])
})
