import fc from "fast-check"
import { beforeEach, describe, expect, test } from "vitest"
import type { Actor } from "~/models/foundation/access/actor"
import { addDays } from "~/utils/dates"
import { askedOfAnalytics as asked, seesAll as sees } from "../../../../tests/support/analytics"
import { inHistories } from "../../../../tests/support/histories/count"
import {
  addClassRow,
  addEnrollmentRow,
  addSessionRow,
  addStudentRow,
  addTeacherRow,
} from "../../../../tests/support/lessons"
import { openSchool } from "../../../../tests/support/school"
import type { AnalyticsQuery } from "./analytics-query.server"
import type { CardKey } from "./cards"
import { findCard, listFigureRows } from "./cards.server"
import { figureOf } from "./counted"
import { listRetained } from "./narrow.server"

// Who stayed with a teacher or an instrument, recounted from the spots themselves.

let actor: Actor
beforeEach(() => {
  actor = openSchool().actor
})

const linesOf = (key: CardKey, query: Partial<AnalyticsQuery> = {}) =>
  findCard(actor, key, { ...asked, ...query }, sees)?.lines.map(({ name, values }) => [name, ...values])

const autumn = { first: "2026-09-01", last: "2026-11-18" }

describe("retention", () => {
  const day = fc.nat({ max: 100 }).map((later) => addDays("2026-08-20", later))
  const spot = fc.record({
    student: fc.nat({ max: 5 }),
    line: fc.nat({ max: 3 }),
    from: day,
    days: fc.option(fc.nat({ max: 80 })),
  })

  test("by teacher it is what a recount of spots on the two days says, and its parts add up", () => {
    inHistories(40, fc.array(spot, { maxLength: 16 }), (spots) => {
      actor = openSchool().actor
      const teachers = ["Mara", "Noor", "Otis"].map((name) => addTeacherRow(actor, name))
      const lines = [...teachers, null]
      const classes = lines.map((teacherId) => addClassRow(actor, { kind: "group", capacity: 9, teacherId }))
      const pupils = ["Ada", "Ben", "Cleo", "Dan", "Eva", "Finn"].map((name) =>
        addStudentRow(actor, name, "Roe"),
      )
      for (const { student, line, from, days } of spots)
        addEnrollmentRow(actor, classes[line] ?? "", pupils[student] ?? "", {
          startsOn: from,
          endsOn: days === null ? undefined : addDays(from, days),
        })
      const on = (date: string) =>
        spots.filter(({ from, days }) => from <= date && (days === null || addDays(from, days) >= date))
      const rows = listRetained(actor, "teacher", autumn, {})
      for (const [line, teacherId] of lines.entries()) {
        const had = new Set(on(autumn.first).flatMap((one) => (one.line === line ? one.student : [])))
        const has = new Set(on(autumn.last).flatMap((one) => (one.line === line ? one.student : [])))
        const here = new Set(on(autumn.last).map((one) => one.student))
        const those = rows.filter(({ teacher }) => (teacher?.id ?? null) === teacherId)
        expect(figureOf(those, "retained-start")).toBe(had.size)
        expect(figureOf(those, "retained-kept")).toBe([...had].filter((one) => has.has(one)).length)
        expect(figureOf(those, "retained-left")).toBe([...had].filter((one) => !here.has(one)).length)
        expect(figureOf(those, "retained-moved")).toBe(
          [...had].filter((one) => here.has(one) && !has.has(one)).length,
        )
      }
    })
  })

  test("a class is its teacher’s of that day, whoever has it now", () => {
    const [mara, noor] = [addTeacherRow(actor, "Mara"), addTeacherRow(actor, "Noor")]
    const choir = addClassRow(actor, { kind: "group", teacherId: noor })
    const ada = addStudentRow(actor, "Ada", "Roe")
    addEnrollmentRow(actor, choir, ada, { startsOn: "2026-01-10" })
    for (const [date, teacherId] of [
      ["2026-09-03", mara],
      ["2026-09-10", noor],
      ["2026-09-17", mara],
      ["2026-11-05", noor],
      ["2026-11-12", noor],
    ] as const)
      addSessionRow(actor, choir, date, { teacherId })
    const became = (first: string, last: string) =>
      listRetained(actor, "teacher", { first, last }, {}).map(
        ({ teacher, detail }) => `${teacher?.name} ${detail}`,
      )
    expect(became("2026-09-01", "2026-11-18")).toEqual(["Mara Changed"])
    expect(became("2026-09-01", "2026-09-28")).toEqual(["Mara Kept"])
    expect(became("2026-10-01", "2026-11-18")).toEqual(["Noor Kept"])
    expect(listRetained(actor, "teacher", autumn, { teacher: noor })).toEqual([])
  })

  test("a card shows each teacher and each instrument, narrowed only the one asked for, and opens equal rows", () => {
    const [mara, noor] = [addTeacherRow(actor, "Mara"), addTeacherRow(actor, "Noor")]
    const piano = addClassRow(actor, { instrument: "Piano", teacherId: mara })
    const cello = addClassRow(actor, { instrument: "Cello", teacherId: noor })
    const [ada, ben] = [addStudentRow(actor, "Ada", "Roe"), addStudentRow(actor, "Ben", "Roe")]
    addEnrollmentRow(actor, piano, ada, { startsOn: "2026-01-10" })
    addEnrollmentRow(actor, piano, ben, { startsOn: "2026-01-10", endsOn: "2026-10-01" })
    addEnrollmentRow(actor, cello, ben, { startsOn: "2026-10-02" })
    expect(linesOf("retention-by-teacher")).toEqual([["Mara", 2, 1, 1, 0, 50]])
    expect(linesOf("retention-by-instrument", { compare: "year" })).toEqual([["Piano", 2, 1, 1, 0, 50]])
    expect(linesOf("retention-by-teacher", { teacher: noor })).toEqual([])
    const moved = { ...asked, card: "retention-by-teacher" as const, of: "retained-moved", teacher: mara }
    expect(listFigureRows(actor, moved, sees)?.map(({ name }) => name)).toEqual(["Ben Roe"])
    expect(listFigureRows(actor, { ...moved, of: "retention-rate" }, sees)).toBeUndefined()
  })
})
