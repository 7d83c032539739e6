import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { addMinutes, minutesOfDay } from "~/utils/clock-times"
import { instantOf } from "~/utils/zones"
import { scoreRange, weekRange } from "./score"
import type { SessionRow } from "./session"
import { lanesOf, timeOfColumn, weekOf } from "./week"

const zone = "America/New_York"
const date = "2026-11-20"

const rowAt = (id: string, startTime: string, minutes: number, teacherId: string | null): SessionRow => ({
  id,
  classId: `class of ${id}`,
  className: id,
  kind: "private",
  instrument: "Guitar",
  capacity: 1,
  students: [],
  teacherId,
  teacherName: teacherId,
  roomId: null,
  roomName: null,
  localDate: date,
  startTime,
  minutes,
  startsAt: instantOf(date, startTime, zone),
  endsAt: instantOf(date, startTime, zone) + minutes * 60_000,
  state: "planned",
  cancelReason: null,
  onlineLink: null,
  ownLink: null,
  revision: 0,
  register: "expected",
  notComing: [],
  clash: null,
})

const known = ["Alvarez", "Novak"].map((id) => ({ id, name: id, expression: "" }))

function week(rows: SessionRow[], at = instantOf("2026-11-16", "09:00", zone)) {
  const facts = {
    by: "teacher" as const,
    range: scoreRange(rows),
    known,
    away: [],
    hours: new Map(),
    date,
    today: "2026-11-16",
    zone,
    at,
  }
  const day = { date, sessionsOn: rows, planned: rows.length, closure: undefined, isToday: false }
  return weekOf([day], facts)
}

const rows = fc
  .array(
    fc.tuple(
      fc.integer({ min: 36, max: 76 }),
      fc.constantFrom(15, 30, 45, 60),
      fc.constantFrom("Alvarez", "Novak", null),
    ),
    { minLength: 1, maxLength: 20 },
  )
  .map((all) =>
    all
      .sort(([a], [b]) => a - b)
      .map(([quarter, minutes, teacher], index) =>
        rowAt(`lesson ${index}`, addMinutes("00:00", quarter * 15), minutes, teacher),
      ),
  )

describe("a week", () => {
  test("names what each teacher teaches then, where nothing is written of them", () => {
    const taught = (id: string, teacher: string, instrument: string) => ({
      ...rowAt(id, "15:00", 30, teacher),
      instrument,
    })
    const all = [taught("one", "Alvarez", "Piano"), taught("two", "Novak", "Voice")]
    const facts = { by: "teacher" as const, known: [{ id: "Novak", name: "Novak", expression: "guitar" }] }
    expect(lanesOf(all, facts).map(({ short, expression }) => [short, expression])).toEqual([
      ["Alvarez", "piano"],
      ["Novak", "guitar"],
    ])
    expect(lanesOf(all, { ...facts, by: "room" }).map(({ expression }) => expression)).not.toContain("piano")
  })

  test("calls a teacher by the last word of the name, and not by what is in parentheses", () => {
    const known = ["Nora Bell (sample)", "Theo Marsh", "(sub)"].map((name) => ({
      id: name,
      name,
      expression: "",
    }))
    expect(lanesOf([], { by: "teacher", known }).map(({ short, initial }) => [short, initial])).toEqual([
      ["(sub)", "("],
      ["Bell", "B"],
      ["Marsh", "M"],
    ])
  })

  test("writes a dash over the lane without a teacher, which takes no teacher's letter", () => {
    const all = [rowAt("one", "15:00", 30, "Novak"), rowAt("two", "15:00", 30, null)]
    expect(lanesOf(all, { by: "teacher", known: [] }).map(({ initial }) => initial)).toEqual(["N", "–"])
  })

  test("shows each lesson once, in order of time, in its teacher's lane and at its start", () => {
    fc.assert(
      fc.property(rows, (all) => {
        const { lanes, days } = week(all)
        const firstHour = scoreRange(all).firstHour
        const items = days[0]?.items ?? []
        const lessons = items.flatMap((item) => (item.kind === "lesson" ? [item] : []))
        expect(new Set(lessons.map(({ id }) => id)).size).toBe(all.length)
        expect(items.map(({ column }) => column)).toEqual(
          [...items.map(({ column }) => column)].sort((a, b) => a - b),
        )
        for (const lesson of lessons) {
          const row = all.find(({ id }) => id === lesson.id)
          expect(lanes[lesson.lane - 1]?.key).toBe(row?.teacherId ?? "none")
          expect(timeOfColumn(lesson.column, firstHour)).toBe(row?.startTime)
        }
      }),
    )
  })

  test("offers a gap only where no lesson of the lane is", () => {
    fc.assert(
      fc.property(rows, (all) => {
        const items = week(all).days[0]?.items ?? []
        const gaps = items.flatMap((item) => (item.kind === "gap" ? [item] : []))
        for (const gap of gaps)
          for (const item of items)
            if (item.kind === "lesson" && item.lane === gap.lane)
              expect(item.column + item.length <= gap.column || gap.column + gap.length <= item.column).toBe(
                true,
              )
      }),
    )
  })

  test("hatches the hours of time off alone, and offers the others", () => {
    const all = [rowAt("one", "14:00", 30, "Alvarez")]
    const range = scoreRange(all)
    const off = { teacherId: "Alvarez", startsOn: date, endsOn: date, fromTime: "16:15", toTime: "17:00" }
    const facts = {
      by: "teacher" as const,
      range,
      known,
      away: [off],
      hours: new Map(),
      date,
      today: "2000-01-01",
      zone,
      at: 0,
    }
    const day = { date, sessionsOn: all, planned: 1, closure: undefined, isToday: false }
    const items = weekOf([day], facts).days[0]?.items ?? []
    const away = items.filter(({ kind }) => kind === "away")
    expect(away).toMatchObject([{ column: 10, length: 3, isWholeDay: false, time: "4:15 to 5:00 PM" }])
    const free = items.flatMap((item) =>
      item.kind === "gap" && item.lane === 1 ? [[item.column, item.length]] : [],
    )
    expect(free).toEqual([
      [3, 7],
      [13, 4],
    ])
  })

  test("offers no gap in the past", () => {
    const at = instantOf(date, "15:10", zone)
    const all = [rowAt("one", "14:00", 30, "Alvarez"), rowAt("two", "17:00", 30, "Alvarez")]
    const facts = {
      by: "teacher" as const,
      range: scoreRange(all),
      known,
      away: [],
      hours: new Map(),
      date,
      today: date,
      zone,
      at,
    }
    const day = { date, sessionsOn: all, planned: 2, closure: undefined, isToday: true }
    const gaps = weekOf([day], facts).days[0]?.items.filter(({ kind }) => kind === "gap") ?? []
    expect(gaps.length).toBeGreaterThan(0)
    for (const gap of gaps)
      if (gap.kind === "gap") expect(minutesOfDay(gap.startTime)).toBeGreaterThanOrEqual(15 * 60 + 10)
  })

  test("offers gaps only within the hours that a teacher has named", () => {
    const all = [rowAt("one", "14:00", 60, "Alvarez"), rowAt("two", "17:00", 60, "Alvarez")]
    const hoursOn = (weekday: number) => [{ id: "hours", weekday, fromTime: "15:10", toTime: "16:30" }]
    const facts = {
      by: "teacher" as const,
      range: scoreRange(all),
      known,
      away: [],
      hours: new Map([
        ["Alvarez", hoursOn(5)],
        ["Novak", hoursOn(1)],
      ]),
      date,
      today: "2026-11-16",
      zone,
      at: instantOf("2026-11-16", "09:00", zone),
    }
    const day = { date, sessionsOn: all, planned: 2, closure: undefined, isToday: false }
    const gaps = weekOf([day], facts).days[0]?.items.filter(({ kind }) => kind === "gap")
    expect(gaps).toMatchObject([{ lane: 1, startTime: "15:15", length: 5 }])
  })

  test("reaches as far as teaching hours, and half an hour past the last lesson", () => {
    const all = [rowAt("one", "14:00", 30, "Alvarez"), rowAt("two", "16:15", 45, "Novak")]
    const reach = (...open: [string, string][]) => {
      const { firstHour, columns } = weekRange(
        all,
        open.map(([fromTime, toTime]) => ({ fromTime, toTime })),
      )
      return [firstHour, firstHour + columns / 4]
    }
    expect(reach()).toEqual([14, 18])
    expect(reach(["15:00", "20:00"])).toEqual([14, 20])
    expect(reach(["12:30", "18:30"], ["15:00", "16:00"])).toEqual([12, 19])
    expect(reach(["01:00", "23:30"])).toEqual([8, 24])
    expect(weekRange([rowAt("late", "22:30", 120, null)], [])).toMatchObject({ firstHour: 20, columns: 16 })
  })
})
