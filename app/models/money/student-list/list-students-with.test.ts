import { sqlite } from "db/client.server"
import { expect, test } from "vitest"
import { fillSchool } from "../../../../tests/support/large-school"
import { openSchool } from "../../../../tests/support/school"
import { readStudentQuery } from "../../people/student/student"
import { listChips, listStudentsWith } from "./list-students-with.server"

test("the number on each usual filter is how many students its list finds", () => {
  const { actor } = openSchool()
  fillSchool(actor, { students: 60, weeksPast: 8, weeksAhead: 2 })
  const change = (status: string, every: number) =>
    sqlite()
      .prepare(
        "update students set status = ? where school_id = ? and cast(substr(id, 9) as integer) % ? = 0",
      )
      .run(status, actor.school.id, BigInt(every))
  for (const [status, every] of [
    ["paused", 5],
    ["former", 7],
    ["lead", 11],
    ["trial", 13],
  ] as const)
    change(status, every)
  sqlite()
    .prepare(
      "update sessions set state = 'cancelled' where school_id = ? and class_id in ('class-1', 'class-2')",
    )
    .run(actor.school.id)

  const chips = listChips(actor, {})
  const found = chips.map(({ query }) => {
    const given = Object.entries(query).flatMap(([name, value]) => (value ? [[name, value]] : []))
    const { filter } = readStudentQuery(new URLSearchParams(given))
    return listStudentsWith(actor, filter, "all").students.length
  })
  expect(chips.map(({ count }) => count)).toEqual(found)
  expect(chips.map(({ label }) => label)).toContain("No next lesson")
  expect(found.filter((number) => number > 0).length).toBeGreaterThan(4)
})
