import { sqlite } from "db/client.server"
import * as tables from "db/schema/tables"
import { is } from "drizzle-orm"
import { getTableConfig, SQLiteTable } from "drizzle-orm/sqlite-core"
import fc from "fast-check"
import { afterAll, beforeAll, expect, test } from "vitest"
import {
  isInstant,
  laterInstant,
  laterPeriod,
  laterText,
  laterWords,
} from "~/models/platform/live-demo/later-days.server"
import { fixClock, now } from "~/utils/clock.server"
import { addDays, daysBetween } from "~/utils/dates"
import { formatDate, usualFormats } from "~/utils/formats"
import { localDate, localTime } from "~/utils/zones"
import { Browser } from "../../support/app"
import { testNow } from "../../support/clock"
import { useSeededDatabase } from "../../support/demo"

// A demo that is opened long after the sample school was seeded is as alive as one of the first day.

const zone = "America/New_York"
const day = 86_400_000

beforeAll(() => useSeededDatabase())
afterAll(() => fixClock(undefined))

const all = <Row>(query: string, ...values: string[]) =>
  sqlite()
    .prepare(query)
    .all(...values) as Row[]

const sample = () =>
  all<{ id: string }>(
    "select id from schools where name = 'Harmony School of Music' and demo_until is null",
  )[0]?.id ?? ""

type Session = {
  id: string
  starts_at: number
  local_date: string
  start_time: string
  register_taken_at: number | null
}
const sessionsOf = (schoolId: string) =>
  new Map(
    all<Session>(
      "select id, starts_at, local_date, start_time, register_taken_at from sessions where school_id = ?",
      schoolId,
    ).map((session) => [session.id, session]),
  )

async function openAfter(days: number) {
  fixClock(testNow + days * day)
  const visitor = new Browser()
  expect((await visitor.submit("/demo", { role: "admin" })).status).toBe(303)
  const [demo] = all<{ id: string }>(
    "select id from schools where demo_until is not null order by rowid desc limit 1",
  )
  return { demo: demo?.id ?? "", visitor }
}

test("opened 40 days later, lessons, attendance and invoices are of these weeks, at their times of day", async () => {
  const { demo } = await openAfter(40)
  const before = sessionsOf(sample())
  const after = sessionsOf(demo)
  expect(after.size).toBe(before.size)
  for (const [id, session] of after) {
    const was = before.get(id)
    expect(addDays(was?.local_date ?? "", 35)).toBe(session.local_date)
    expect([
      session.start_time,
      localDate(session.starts_at, zone),
      localTime(session.starts_at, zone),
    ]).toEqual([was?.start_time, session.local_date, was?.start_time])
  }
  const taken = [...after.values()].flatMap(({ register_taken_at }) => register_taken_at ?? [])
  expect(Math.max(...taken)).toBeLessThanOrEqual(now())
  expect(taken.filter((at) => at > now() - 7 * day).length).toBeGreaterThan(0)
  expect([...before.values()].filter(({ register_taken_at: at }) => at && at > now() - 7 * day)).toEqual([])
  const issued = all<{ issued_on: string }>("select issued_on from invoices where school_id = ?", demo)
  const newest =
    issued
      .map(({ issued_on }) => issued_on ?? "")
      .sort()
      .at(-1) ?? ""
  expect(daysBetween(newest, localDate(now(), zone))).toBeLessThan(31)
  expect(sqlite().pragma("foreign_key_check")).toEqual([])
  const late = all<{ n: number }>(
    `select count(*) as n from events where school_id = ? and created_at > ${now()}`,
    demo,
  )
  expect(late).toEqual([{ n: 0 }])
  const births = (id: string) =>
    all("select id, birth_date from students where school_id = ? order by id", id)
  expect(births(demo)).toEqual(births(sample()))
})

test("its dashboard has today’s lessons, and a family reads the next one", async () => {
  const { visitor } = await openAfter(40)
  const dashboard = await visitor.read("/dashboard")
  expect(dashboard).toMatch(/\d+ lessons today/)
  for (const address of ["/schedule", "/billing", "/students", "/analytics"])
    expect((await visitor.visit(address)).status, address).toBe(200)
  await visitor.submit("/demo", { role: "family" })
  const home = await visitor.read("/student/dashboard")
  expect(home).toMatch(/Dec (28|29|30|31)|Jan \d+/)
})

test("its messages, charges and notes name later days, on the same day of the week", async () => {
  const { demo } = await openAfter(91)
  const texts = (id: string) => ({
    subjects: all<{ text: string }>("select subject as text from conversations where school_id = ?", id),
    bodies: all<{ text: string }>("select body as text from messages where school_id = ?", id),
    charges: all<{ text: string }>("select description as text from charges where school_id = ?", id),
    emails: all<{ text: string }>("select data as text from emails where school_id = ?", id),
    closures: all<{ text: string }>("select name as text from closures where school_id = ?", id),
  })
  const [was, is] = [sample(), demo].map((id) => JSON.stringify(texts(id)))
  for (const part of [
    "Winter concert on December 12",
    "by November 30",
    "in January",
    "July 2026",
    "Summer break",
  ])
    expect(was).toContain(part)
  for (const part of ["Spring concert on March 13", "by March 1.", "in April", "October 2026", "Fall break"])
    expect(is).toContain(part)
  expect(is).toContain("The spring concert is on Saturday, March 13, at 4 PM")
  expect(is).not.toMatch(/December 12|November 30|May 2026/)
})

test("opened in the week of the seed, nothing is moved", async () => {
  const { demo } = await openAfter(3)
  expect([...sessionsOf(demo)]).toEqual([...sessionsOf(sample())])
})

test("every column that holds an instant is known as one", () => {
  const owned = Object.values<unknown>(tables)
    .filter((each): each is SQLiteTable => is(each, SQLiteTable))
    .map((table) => getTableConfig(table))
    .filter(({ columns }) => columns.some(({ name }) => name === "school_id"))
  for (const { name, columns } of owned)
    for (const column of columns) {
      if (column.getSQLType() !== "integer" || isInstant(column.name)) continue
      const [{ most } = { most: null }] = all<{ most: number | null }>(
        `select max("${column.name}") as most from "${name}"`,
      )
      expect(most ?? 0, `${name}.${column.name}`).toBeLessThan(1e12)
    }
})

test("a day, a period and a text move; what holds no day stays", () => {
  const later = { days: 35, months: 1, zone, day: "2026-11-18" }
  expect(laterText("2026-11-18", later)).toBe("2026-12-23")
  expect(laterText("2026-12", { ...later, months: 2 })).toBe("2027-02")
  expect(laterText("Room 2, since 2026-11-18", later)).toBe("Room 2, since 2026-11-18")
  expect(laterText('{"date":"2026-11-18","at":1795032000000,"n":12}', later)).toBe(
    `{"date":"2026-12-23","at":${1795032000000 + 35 * day},"n":12}`,
  )
  const period = (from: string, to: string, days: number, months: number) => [
    laterPeriod(from, to, days, months),
    laterPeriod(to, from, days, months),
  ]
  expect(period("2026-11-01", "2026-11-30", 35, 3)).toEqual(["2027-02-01", "2027-02-28"])
  expect(period("2026-11-09", "2026-11-20", 35, 1)).toEqual(["2026-12-14", "2026-12-25"])
  // One end of a month alone moves with the other end.
  expect(period("2027-02-01", "2027-02-08", 70, 3)).toEqual(["2027-04-12", "2027-04-19"])
  expect(period("2026-10-26", "2026-11-30", 35, 1)).toEqual(["2026-11-30", "2027-01-04"])
  const summer = Date.parse("2026-10-20T20:00:00Z")
  expect(localTime(laterInstant(summer, 35, zone), zone)).toBe("16:00")
  expect(laterInstant(summer, 35, zone) - summer).toBe(35 * day + 3_600_000)
})

test("words that name a day move with it; others stay", () => {
  const later = { days: 35, months: 1, day: "2026-11-18" }
  for (const [text, moved] of [
    ["Saturday, December 12, at 4 PM", "Saturday, January 16, at 4 PM"],
    ["due on Nov 30, 2026", "due on Jan 4, 2027"],
    ["Mon, Nov 2 to Tue, Nov 3", "Mon, Dec 7 to Tue, Dec 8"],
    ["Nia, violin, May 2026", "Nia, violin, June 2026"],
    ["Should I schedule it from January 7?", "Should I schedule it from February 11?"],
    ["a second lesson in December", "a second lesson in January"],
    ["exams in May", "exams in June"],
    ["Start Date: 05/18/2026", "Start Date: 06/22/2026"],
    ["Since February 2026", "Since March 2026"],
  ])
    expect(laterWords(text ?? "", later), text).toBe(moved)
  for (const text of [
    "May 45 students come?",
    "April Novak, violin",
    "Room 12",
    "99/99/2026",
    "in the fall",
    "2026-0001",
  ])
    expect(laterWords(text, later)).toBe(text)
  expect(laterWords("Fall term, Summer break", { ...later, months: 3 })).toBe("Winter term, Fall break")
})

test("a day in words is read by its own words: it moves as its date does, in any year", () => {
  const words = fc.tuple(fc.integer({ min: -180, max: 180 }), fc.integer({ min: 0, max: 60 }), fc.boolean())
  fc.assert(
    fc.property(words, ([away, weeks, isLong]) => {
      const date = addDays("2026-11-18", away)
      // May is its own abbreviation.
      fc.pre(date.slice(5, 7) !== "05")
      const later = { days: weeks * 7, months: 0, day: "2026-11-18" }
      const style = isLong ? "full" : "medium"
      const said = (day: string) => formatDate(day, style, usualFormats)
      expect(laterWords(`by ${said(date)}.`, later)).toBe(`by ${said(addDays(date, weeks * 7))}.`)
    }),
  )
})
