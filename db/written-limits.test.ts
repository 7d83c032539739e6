import { eq, sql } from "drizzle-orm"
import { expect, test } from "vitest"
import { addTeacherRow } from "../tests/support/lessons"
import { openSchool } from "../tests/support/school"
import { takeStatistics } from "../tests/support/statistics"
import { db, sqlite } from "./client.server"
import { teachers } from "./schema/people"
import { refreshStatistics } from "./statistics.server"
import { limitOf } from "./written-limits.server"

// What SQLite would look at to plan a kept statement again each time it is asked.

const names = () => db().select({ name: teachers.name }).from(teachers).orderBy(teachers.name)

test("a limit is written into its statement, and one that is given later isn't", () => {
  const { actor } = openSchool()
  for (const name of ["Ada Brandt", "Bela Costa", "Cara Diallo"]) addTeacherRow(actor, name)
  expect(names().limit(2).toSQL()).toMatchObject({ sql: expect.stringMatching(/limit 2$/), params: [] })
  expect(names().limit(2).all()).toEqual([{ name: "Ada Brandt" }, { name: "Bela Costa" }])
  expect(names().limit(0).all()).toEqual([])
  expect(names().limit(2).offset(2).all()).toEqual([{ name: "Cara Diallo" }])
  const asked = names().limit(sql.placeholder("many")).prepare()
  expect([asked.all({ many: 1 }).length, asked.all({ many: 3 }).length]).toEqual([1, 3])
})

test("a limit is written into a union and into a statement that is written as SQL", () => {
  const { actor } = openSchool()
  for (const name of ["Ada Brandt", "Bela Costa", "Cara Diallo"]) addTeacherRow(actor, name)
  const ofSchool = eq(teachers.schoolId, actor.school.id)
  const unordered = () => db().select({ name: teachers.name }).from(teachers).where(ofSchool)
  const both = unordered().unionAll(unordered()).orderBy(sql`name`).limit(3)
  expect(both.toSQL().sql).toMatch(/limit 3$/)
  expect(both.all().map(({ name }) => name)).toEqual(["Ada Brandt", "Ada Brandt", "Bela Costa"])
  expect(
    db().all<{ name: string }>(sql`select name from teachers where ${ofSchool} order by name ${limitOf(1)}`),
  ).toEqual([{ name: "Ada Brandt" }])
  expect(() => limitOf(1.5)).toThrow("1.5 isn’t a number of rows")
})

test("samples of values that someone left are gone once statistics are fresh", () => {
  const { actor } = openSchool()
  for (let n = 0; n < 60; n += 1) addTeacherRow(actor, `Teacher ${n}`)
  takeStatistics("complete")
  const samples = () => sqlite().prepare("select count(*) from sqlite_stat4").pluck().get()
  const known = () => sqlite().prepare("select count(*) from sqlite_stat1").pluck().get()
  expect(samples()).not.toBe(0)
  const before = known()
  refreshStatistics()
  expect(samples()).toBe(0)
  expect(known()).toBe(before)
})
