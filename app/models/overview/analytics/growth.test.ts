import { describe, expect, test } from "vitest"
import {
  cohortsOf,
  joinedIn,
  learningByMonth,
  leftIn,
  reasonsOf,
  retention,
  type StatusHistory,
} from "./growth"

const history = (
  name: string,
  ...changes: [StatusHistory["changes"][number]["status"], string, string?][]
): StatusHistory => ({
  studentId: name.toLowerCase(),
  name,
  changes: changes.map(([status, from, reason = null]) => ({ status, from, reason })),
})

const school = [
  history("Ada", ["lead", "2026-03-01"], ["trial", "2026-04-10"], ["active", "2026-04-20"]),
  history("Milo", ["active", "2026-04-12"], ["former", "2026-06-01", "Moved away"]),
  history("Noa", ["active", "2026-04-30"], ["former", "2026-05-10", "Moved away"], ["active", "2026-09-01"]),
  history("Iris", ["lead", "2026-04-02"]),
  history("Theo", ["active", "2026-05-05"], ["paused", "2026-07-01"], ["former", "2026-08-20"]),
]
const april = { first: "2026-04-01", last: "2026-04-30" }
const may = { first: "2026-05-01", last: "2026-05-31" }
const names = (movers: { name: string }[]) => movers.map(({ name }) => name)

describe("growth", () => {
  test("someone joins with the first place, on trial or not; a lead has not joined, coming back is no joining", () => {
    expect(names(joinedIn(school, april))).toEqual(["Ada", "Milo", "Noa"])
    expect(names(joinedIn(school, { first: "2026-09-01", last: "2026-09-30" }))).toEqual([])
  })

  test("someone has left who is former now; who came back has not", () => {
    const year = { first: "2026-01-01", last: "2026-12-31" }
    expect(leftIn(school, year).map(({ name, on }) => [name, on])).toEqual([
      ["Milo", "2026-06-01"],
      ["Theo", "2026-08-20"],
    ])
    const left = leftIn(school, year)
    expect(reasonsOf(left, [...left, ...left.slice(0, 1)])).toEqual([
      { reason: "Moved away", count: 1, before: 2 },
      { reason: "No reason given", count: 1, before: 1 },
    ])
  })

  test("of those who joined in a month, how many were there later; a pause is staying, an open date is not counted", () => {
    expect(retention(school, [april, may], "2026-11-18")).toEqual([
      { month: "2026-04", joined: 3, kept: [2, 1, 2, null] },
      { month: "2026-05", joined: 1, kept: [1, 1, 0, null] },
    ])
    const [first] = cohortsOf(school, [april], "2026-11-18")
    expect(first?.kept.map((those) => those?.length ?? null)).toEqual([2, 1, 2, null])
  })

  test("of a teacher's students, those count who have a spot and are learning at the end of the month", () => {
    const stays = [
      { studentId: "ada", startsOn: "2026-03-01", endsOn: "2026-05-15" },
      { studentId: "ada", startsOn: "2026-04-01", endsOn: null },
      { studentId: "milo", startsOn: "2026-04-12", endsOn: null },
      { studentId: "iris", startsOn: "2026-04-12", endsOn: null },
      { studentId: "noa", startsOn: "2026-05-01", endsOn: "2026-05-30" },
    ]
    expect(learningByMonth(school, stays, [april, may])).toEqual([
      { month: "2026-04", count: 2 },
      { month: "2026-05", count: 2 },
    ])
  })
})
