import { expect, test } from "vitest"
import { addSessionRow, openClass } from "../tests/support/registers"
import { openSchool } from "../tests/support/school"
import { readByNoSchool, watchTables } from "./change-signs.server"
import { sqlite, transact } from "./client.server"
import { keepOfSchool, keepOfTable, schoolStamp } from "./unchanged.server"

const addRoom = (schoolId: string, id: string) =>
  sqlite()
    .prepare("insert into rooms (school_id, id, name, created_at) values (?, ?, ?, 1)")
    .run(schoolId, id, `Room ${id}`)
const addUser = (id: string) =>
  sqlite().prepare("insert into users (id, name, username, created_at) values (?, 'Ruth', ?, 1)").run(id, id)
const signs = () =>
  new Map(sqlite().prepare("select owner, sign from change_signs").raw().all() as [string, number][])

test("what was read of a school is kept while others write, and read again after each of its own writes", () => {
  const [one, other] = [openSchool().actor.school.id, openSchool().actor.school.id]
  const keep = keepOfSchool<number>(10)
  let reads = 0
  const rooms = () =>
    keep([one], () => {
      reads += 1
      return sqlite().prepare("select count(*) from rooms where school_id = ?").pluck().get(one) as number
    })
  expect([rooms(), rooms()]).toEqual([0, 0])
  addRoom(other, "hall")
  expect([rooms(), reads]).toEqual([0, 1])
  addRoom(one, "hall")
  expect([rooms(), reads]).toEqual([1, 2])
  sqlite().prepare("update rooms set name = 'Large hall' where school_id = ?").run(one)
  expect([rooms(), reads]).toEqual([1, 3])
  sqlite().prepare("delete from rooms where school_id = ?").run(one)
  expect([rooms(), reads]).toEqual([0, 4])
})

test("what no school owns, and who else is in it, is written for all of them", () => {
  const one = openSchool().actor.school.id
  const before = schoolStamp(one)
  addUser("someone")
  const after = schoolStamp(one)
  expect(after).not.toBe(before)
  openSchool()
  expect(schoolStamp(one)).not.toBe(after)
})

test("what was read of a school's bookings is kept while its other rows are written, inside a transaction too", () => {
  const { actor } = openSchool()
  const { id } = actor.school
  const { classId } = openClass(actor, { pupils: [] })
  const keep = keepOfTable<number>("bookings", 10)
  const bookings = () =>
    keep([id], () =>
      Number(sqlite().prepare("select count(*) from bookings where school_id = ?").pluck().get(id)),
    )
  const reads = () => transact(() => [bookings(), bookings()])
  const before = bookings()
  addRoom(id, "hall")
  expect(reads()).toEqual([before, before])
  const sessionId = addSessionRow(actor, classId, "2026-12-01")
  sqlite()
    .prepare(
      `insert into bookings (school_id, id, session_id, resource, resource_id, starts_at, ends_at, created_at)
       values (?, 'b', ?, 'room', 'hall', 1, 2, 1)`,
    )
    .run(id, sessionId)
  const after = bookings()
  expect(after).toBeGreaterThan(before)
  expect(() =>
    transact(() => {
      sqlite().prepare("delete from bookings where session_id = ?").run(sessionId)
      expect(bookings()).toBe(before)
      throw new Error("taken back")
    }),
  ).toThrow("taken back")
  expect(bookings()).toBe(after)
  sqlite().prepare("delete from bookings where session_id = ?").run(sessionId)
  expect(bookings()).toBe(before)
})

test("what is taken back changes no sign", () => {
  const { id } = openSchool().actor.school
  const before = schoolStamp(id)
  expect(() =>
    transact(() => {
      addRoom(id, "hall")
      throw new Error("taken back")
    }),
  ).toThrow("taken back")
  expect(schoolStamp(id)).toBe(before)
})

test("a school that is gone leaves no sign", () => {
  const { id } = openSchool().actor.school
  expect(signs().has(id)).toBe(true)
  sqlite().pragma("foreign_keys = off")
  sqlite().prepare("delete from schools where id = ?").run(id)
  sqlite().pragma("foreign_keys = on")
  expect(signs().has(id)).toBe(false)
})

test("a row of each table changes the sign of its school, or of all", () => {
  const named = (type: string) =>
    sqlite()
      .prepare(`select tbl_name || ' ' || name from sqlite_master where type = ? and name not like 'sqlite%'`)
      .pluck()
      .all(type) as string[]
  const tables = named("table")
    .map((name) => name.split(" ")[0] ?? "")
    .filter((name) => !/^(__drizzle|help_articles|change_signs$)/.test(name) && !readByNoSchool.has(name))
  expect(tables.length).toBeGreaterThan(180)
  const triggers = named("trigger").filter((name) => name.includes(" change_signs_"))
  const wanted = tables.flatMap((name) =>
    ["insert", "update", "delete"].map((act) => `${name} change_signs_${act}_${name}`),
  )
  expect(new Set(triggers)).toEqual(new Set(wanted))
})

test("while the primary is of a version that changes no sign of a table, what is read of it is read again after any write", () => {
  const { id } = openSchool().actor.school
  const keep = keepOfTable<number>("bookings", 10)
  let reads = 0
  const read = () => keep([id], () => (reads += 1))
  expect([read(), read()]).toEqual([1, 1])
  addRoom(id, "hall")
  expect(read()).toBe(2)
  expect(transact(() => [read(), read()])).toEqual([3, 4])
})

test("a table that a migration makes again gets its triggers back, and a wrong one is replaced", () => {
  const count = () =>
    sqlite().prepare("select count(*) from sqlite_master where name like 'change_signs_%'").pluck().get()
  const before = count()
  sqlite().exec("drop trigger change_signs_insert_rooms")
  sqlite().exec("drop trigger change_signs_delete_rooms")
  sqlite().exec("create trigger change_signs_delete_rooms after delete on rooms begin select 1; end")
  watchTables(sqlite())
  expect(count()).toBe(before)
  const { id } = openSchool().actor.school
  const stamp = schoolStamp(id)
  addRoom(id, "hall")
  const after = schoolStamp(id)
  expect(after).not.toBe(stamp)
  sqlite().prepare("delete from rooms where school_id = ?").run(id)
  expect(schoolStamp(id)).not.toBe(after)
})
