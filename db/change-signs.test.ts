import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { expect, test } from "vitest"
import { addSessionRow, openClass } from "../tests/support/registers"
import { openSchool } from "../tests/support/school"
import { readByNoSchool, watchTables } from "./change-signs.server"
import { sqlite, transact } from "./client.server"
import { makeWayForMigrations } from "./month-signs.server"
import { keepOfDays, keepOfSchool, schoolStamp } from "./unchanged.server"

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

test("what someone wrote with support follows them to their schools, and is written for no other", () => {
  const [one, other, third] = [openSchool(), openSchool().actor, openSchool().actor.school.id]
  sqlite()
    .prepare("insert into members (school_id, id, user_id, role, created_at) values (?, 'm', ?, 'admin', 1)")
    .run(other.school.id, one.userId)
  const stampsOf = () => [one.actor.school.id, other.school.id, third].map(schoolStamp)
  let before = stampsOf()
  const write = (sql: string, ...values: (string | null)[]) => {
    sqlite()
      .prepare(sql)
      .run(...values)
    const after = stampsOf()
    expect(
      after.map((stamp, index) => stamp !== before[index]),
      sql,
    ).toEqual([true, true, false])
    before = after
  }
  write(
    `insert into support_threads (id, user_id, school_id, mode, last_message_at, read_at, created_at)
      values ('t', ?, ?, 'admin', 1, 1, 1)`,
    one.userId,
    one.actor.school.id,
  )
  write("update support_threads set read_at = 7 where id = 't'")
  write(
    `insert into support_messages (id, thread_id, sender, content, created_at)
      values ('s', 't', 'staff', 'Hello', 9)`,
  )
  write("update support_messages set content = 'Hi' where id = 's'")
  write("delete from support_messages where id = 's'")
  write("update support_threads set school_id = null where id = 't'")
  write("delete from support_threads where id = 't'")
})

test("what only platform staff or one login read leaves all signs, but for rows of a school", () => {
  const { actor, userId } = openSchool()
  const schoolId = actor.school.id
  const written = (sql: string, ...values: (string | null)[]) => {
    const before = signs()
    expect(
      sqlite()
        .prepare(sql)
        .run(...values).changes,
      sql,
    ).toBe(1)
    const after = signs()
    return [...after.keys()].filter((owner) => after.get(owner) !== before.get(owner))
  }
  const contact = "insert into contact_messages (id, name, email, subject, message, created_at)"
  const mail =
    "insert into emails (id, school_id, template, recipient, data, lane, state, due_at, created_at)"
  const link = `insert into one_time_links (id, school_id, purpose, token_hash, subject_id, email, created_at, expires_at)`
  const login =
    "insert into sign_ins (id, token_hash, user_id, school_id, member_id, remembered, created_at, expires_at)"
  const ofMail = "values (?, ?, 'password-reset', 'a@b.example', '{}', 'urgent', 'queued', 1, 1)"
  const ofLink = "values (?, ?, 'password-reset', ?, 'u', 'a@b.example', 1, 2)"
  const ofLogin = "values (?, ?, ?, ?, ?, 0, 1, 2)"
  for (const [sql, ...values] of [
    [`${contact} values ('c', 'Imani', 'a@b.example', 'Choirs', 'Hello', 1)`],
    ["insert into desk_waits (id, contact_message_id, since, answered_at) values ('w', 'c', 1, 2)"],
    ["update contact_messages set answered_at = 2 where id = 'c'"],
    ["delete from contact_messages where id = 'c'"],
    [`${mail} ${ofMail}`, "e", null],
    ["update emails set state = 'sent' where id = 'e'"],
    [`${link} ${ofLink}`, "l", null, "l"],
    ["update one_time_links set used_at = 2 where id = 'l'"],
    [
      `insert into jobs (id, school_id, kind, payload, unique_key, state, due_at, created_at)
        values ('j', ?, 'password-reset', '{}', 'j', 'queued', 1, 1)`,
      null,
    ],
    ["update jobs set state = 'done', finished_at = 2 where id = 'j'"],
    [`${login} ${ofLogin}`, "s", "s", userId, null, null],
    ["delete from sign_ins where id = 's'"],
    ["update users set password_hash = 'another' where id = ?", userId],
  ] as [string, ...(string | null)[]][])
    expect(written(sql, ...values), sql).toEqual([])
  expect(written(`${mail} ${ofMail}`, "e2", schoolId)).toEqual([schoolId])
  expect(written(`${link} ${ofLink}`, "l2", schoolId, "l2").sort()).toEqual([
    schoolId,
    `${schoolId} of one_time_links`,
  ])
  expect(written(`${login} ${ofLogin}`, "s2", "s2", userId, schoolId, actor.memberId)).toEqual([schoolId])
  expect(written("update users set name = 'Ruth Okafor' where id = ?", userId)).toEqual([""])
})

const day = 86_400_000

/** How often each day's bookings were read, and how many there were; a class's lesson with a room at an instant. */
function openDays() {
  const { actor } = openSchool()
  const { id } = actor.school
  const { classId } = openClass(actor, { pupils: [] })
  const keep = keepOfDays<number>("bookings", 100)
  const count = sqlite()
    .prepare("select count(*) from bookings where school_id = ? and starts_at > ? and starts_at < ?")
    .pluck()
  const reads: number[] = []
  const countOn = (...days: number[]) =>
    keep(
      id,
      days.map((each) => ({ after: each * day, before: (each + 1) * day - 1 })),
      (stale) => {
        reads.push(...stale.map(({ after }) => after / day))
        return stale.map(({ after, before }) => Number(count.get(id, after, before)))
      },
    )
  let booked = 0
  const book = (on: number, name = `b${on}`) => {
    booked += 1
    const at = on * day + 1000
    sqlite()
      .prepare(
        `insert into bookings (school_id, id, session_id, resource, resource_id, starts_at, ends_at, created_at)
         values (?, ?, ?, 'room', ?, ?, ?, 1)`,
      )
      .run(id, name, addSessionRow(actor, classId, `2026-12-0${booked}`), name, at, at + 1000)
  }
  const write = (sql: string) => sqlite().prepare(`${sql} and school_id = ?`).run(id)
  return { id, countOn, book, write, readNow: () => reads.splice(0) }
}

test("what was read of a day's bookings is kept while other rows and those of other days are written", () => {
  const { id, countOn, book, write, readNow } = openDays()
  for (const on of [100, 101, 102, 103]) book(on)
  expect([countOn(100, 101, 103), readNow()]).toEqual([
    [1, 1, 1],
    [100, 101, 103],
  ])
  addRoom(id, "hall")
  book(102, "another")
  expect([countOn(100, 101, 102, 103), readNow()]).toEqual([[1, 1, 2, 1], [102]])
  const halfHour = 1_800_000
  write(`update bookings set ends_at = ends_at + ${halfHour} where id = 'b101'`)
  expect([countOn(100, 101, 103), readNow()]).toEqual([[1, 1, 1], [101]])
  write(
    `update bookings set starts_at = starts_at + 3 * ${day}, ends_at = ends_at + 3 * ${day} where id = 'b100'`,
  )
  expect([countOn(100, 101, 103), readNow()]).toEqual([
    [0, 1, 2],
    [100, 103],
  ])
  write("delete from bookings where id = 'b101'")
  expect([countOn(100, 101, 103), readNow()]).toEqual([[0, 0, 2], [101]])
  // A day that shares its sign is read again, too, and no day shows what another one has.
  book(101 + 64)
  expect([countOn(101, 103, 101 + 64), readNow()]).toEqual([
    [0, 2, 1],
    [101, 165],
  ])
})

test("what was read of a day's bookings is kept inside a transaction, and not what that took back", () => {
  const { countOn, book, write, readNow } = openDays()
  book(100)
  expect(transact(() => [countOn(100), countOn(100)])).toEqual([[1], [1]])
  expect(readNow()).toEqual([100])
  expect(() =>
    transact(() => {
      write("delete from bookings where id = 'b100'")
      expect(countOn(100)).toEqual([0])
      throw new Error("taken back")
    }),
  ).toThrow("taken back")
  expect(countOn(100)).toEqual([1])
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
  const { id, book } = openDays()
  book(100)
  const own = () => [...signs().keys()].filter((owner) => owner.startsWith(id))
  expect(own()).toEqual(expect.arrayContaining([id, `${id} bookings 36`]))
  sqlite().pragma("foreign_keys = off")
  sqlite().prepare("delete from schools where id = ?").run(id)
  sqlite().pragma("foreign_keys = on")
  expect(own()).toEqual([])
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

test("while the primary is of a version that signs no days, what is read of them is read again after its writes", () => {
  const { id, countOn, readNow } = openDays()
  expect([countOn(100), countOn(100), readNow()]).toEqual([[0], [0], [100]])
  addRoom(id, "hall")
  expect([countOn(100), readNow()]).toEqual([[0], []])
  sqlite().exec("delete from change_signs where owner = ' bookings'")
  expect([countOn(100), countOn(100), readNow()]).toEqual([[0], [0], [100]])
  addRoom(id, "studio")
  expect([countOn(100), readNow()]).toEqual([[0], [100]])
  transact(() => [countOn(100), countOn(100)])
  expect(readNow()).toEqual([100, 100])
  sqlite().exec("insert into change_signs (owner, sign) values (' bookings', random())")
})

test("a database of a version that has one sign for all days gets those of the days that are there", () => {
  const { id, countOn, book, readNow } = openDays()
  book(100)
  const changesOne = `insert or replace into change_signs (owner, sign) values ('${id} bookings', random())`
  sqlite().exec("drop trigger change_signs_insert_bookings")
  sqlite().exec(
    `create trigger change_signs_insert_bookings after insert on bookings begin ${changesOne}; end`,
  )
  sqlite().prepare("delete from change_signs where owner like ? or owner = ' bookings'").run(`${id} %`)
  sqlite().exec(changesOne)
  countOn(100)
  book(101)
  readNow()
  expect([countOn(100), readNow()]).toEqual([[1], [100]])
  watchTables(sqlite())
  expect([...signs().keys()].filter((owner) => owner.startsWith(`${id} bookings`))).toEqual([
    `${id} bookings 36`,
    `${id} bookings 37`,
  ])
  expect(signs().has(" bookings")).toBe(true)
  expect([countOn(100), countOn(100), readNow()]).toEqual([[1], [1], [100]])
  addRoom(id, "hall")
  book(101, "another")
  expect([countOn(100), readNow()]).toEqual([[1], []])
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

test("the first of a task’s items, which are inserted at once, changes the sign for all", () => {
  const { id } = openSchool().actor.school
  const write = (statement: string) => sqlite().prepare(statement).run({ id })
  write(
    "insert into tasks (school_id, id, created_at, kind, about, state, total) values (:id, 'a', 1, 'send-message', '{}', 'waiting', 3)",
  )
  const before = schoolStamp(id)
  write(
    `insert into task_items (school_id, id, created_at, task_id, position, subject_id, name, state)
      select :id, 'a.' || key, 1, 'a', key, value, value, 'waiting' from json_each('["x", "y", "z"]')`,
  )
  const after = schoolStamp(id)
  expect(after).not.toBe(before)
  write("update task_items set state = 'done' where school_id = :id and position = 2")
  expect(schoolStamp(id)).not.toBe(after)
})

test("a migration can make a table anew that triggers of others name", () => {
  const folder = mkdtempSync(join(tmpdir(), "tutti-migrations-"))
  mkdirSync(join(folder, "meta"))
  const entries = [{ idx: 0, version: "6", when: 9_000_000_000_000, tag: "0000_members", breakpoints: true }]
  writeFileSync(join(folder, "meta/_journal.json"), JSON.stringify({ entries }))
  writeFileSync(join(folder, "0000_members.sql"), "select 1")
  makeWayForMigrations(sqlite(), folder)
  rmSync(folder, { recursive: true })
  const sql = sqlite()
    .prepare("select sql from sqlite_master where name = 'members' and type = 'table'")
    .pluck()
    .get() as string
  sqlite().pragma("foreign_keys = off")
  sqlite().exec(sql.replace(/\bmembers\b/g, "__new_members"))
  sqlite().exec("insert into __new_members select * from members; drop table members")
  sqlite().exec("alter table __new_members rename to members")
  sqlite().pragma("foreign_keys = on")
  watchTables(sqlite())
  const { actor, userId } = openSchool()
  const before = schoolStamp(actor.school.id)
  sqlite()
    .prepare(
      `insert into support_threads (id, user_id, school_id, mode, last_message_at, read_at, created_at)
        values ('anew', ?, null, 'ai', 1, 1, 1)`,
    )
    .run(userId)
  expect(schoolStamp(actor.school.id)).not.toBe(before)
})
