import { expect, test } from "vitest"
import { addSessionRow, openClass } from "../tests/support/registers"
import { openSchool } from "../tests/support/school"
import { watchTables } from "./change-signs.server"
import { sqlite, transact } from "./client.server"
import { keepOfTables } from "./kept-tables.server"
import { tablesOfOwnSign } from "./tables-of-own-sign"

// What is read of a few tables of a school is kept by signs of their own.

/** How many lessons a school has, kept by the signs of lessons and classes, and how often they were counted. */
function openLessons() {
  const { actor } = openSchool()
  const { classId } = openClass(actor, { pupils: [] })
  const keep = keepOfTables<number>(["sessions", "classes"], 10)
  const count = sqlite().prepare("select count(*) from sessions where school_id = ?").pluck()
  let reads = 0
  const lessons = () =>
    keep([actor.school.id], () => {
      reads += 1
      return Number(count.get(actor.school.id))
    })
  const rename = (table: string, name: string) =>
    sqlite().prepare(`update ${table} set name = ? where school_id = ?`).run(name, actor.school.id)
  let rooms = 0
  const addRoom = () => {
    rooms += 1
    sqlite()
      .prepare("insert into rooms (school_id, id, name, created_at) values (?, ?, ?, 1)")
      .run(actor.school.id, `room-${rooms}`, `Room ${rooms}`)
  }
  let day = 0
  const add = () => {
    day += 1
    addSessionRow(actor, classId, `2026-12-0${day}`)
  }
  return { lessons, rename, addRoom, add, schoolId: actor.school.id, readNow: () => [lessons(), reads] }
}

test("is kept while the school’s other tables and other schools are written", () => {
  const { add, addRoom, rename, readNow } = openLessons()
  const other = openLessons()
  expect(readNow()).toEqual([0, 1])
  addRoom()
  other.add()
  expect(readNow()).toEqual([0, 1])
  add()
  expect(readNow()).toEqual([1, 2])
  rename("classes", "Choir")
  expect(readNow()).toEqual([1, 3])
  sqlite().prepare("update users set name = 'Noa'").run()
  expect(readNow()).toEqual([1, 4])
})

test("is kept inside a transaction, and not what that took back", () => {
  const { lessons, add, readNow } = openLessons()
  expect(() =>
    transact(() => {
      add()
      expect([lessons(), lessons()]).toEqual([1, 1])
      throw new Error("taken back")
    }),
  ).toThrow("taken back")
  expect(readNow()).toEqual([0, 2])
})

test("while the primary is of a version that signs no tables, the school’s sign stands for them; and nothing older comes again", () => {
  const { add, addRoom, readNow, schoolId } = openLessons()
  expect(readNow()).toEqual([0, 1])
  for (const act of ["insert", "update", "delete"]) {
    sqlite().exec(`drop trigger change_signs_${act}_sessions`)
    sqlite().exec(
      `create trigger change_signs_${act}_sessions after ${act} on sessions begin
        update change_signs set sign = random() where owner = '${schoolId}'; end`,
    )
  }
  expect(readNow()).toEqual([0, 2])
  add()
  expect(readNow()).toEqual([1, 3])
  addRoom()
  expect(readNow()).toEqual([1, 4])
  watchTables(sqlite())
  expect(readNow()).toEqual([1, 5])
  addRoom()
  expect(readNow()).toEqual([1, 5])
  add()
  expect(readNow()).toEqual([2, 6])
})

test("each of these tables has its triggers", () => {
  for (const table of tablesOfOwnSign) {
    const signing = sqlite()
      .prepare("select count(*) from sqlite_master where type = 'trigger' and tbl_name = ? and sql like ?")
      .pluck()
      .get(table, `%' of ${table}'%`)
    expect([table, signing]).toEqual([table, 3])
  }
})
