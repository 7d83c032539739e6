import { expect, test } from "vitest"
import { addClassRow } from "../../../../tests/support/lessons"
import { openSchool } from "../../../../tests/support/school"
import { readClassQuery } from "../class/class-query"
import { listClassChips } from "./class-chips.server"
import { listClassesWith } from "./class-list.server"

test("the number on each kind is how many classes its list finds, and the present one is marked", () => {
  const { actor } = openSchool()
  const stranger = openSchool().actor
  addClassRow(actor, { kind: "private" })
  expect(listClassChips(actor, {})).toEqual([])
  addClassRow(actor, { kind: "private" })
  addClassRow(actor, { kind: "group" })
  addClassRow(actor, { kind: "group", endedOn: "2020-01-01" })
  addClassRow(stranger, { kind: "ensemble" })
  const chips = listClassChips(actor, { kind: "group", sort: "teacher" })
  expect(chips.map(({ label, count, isCurrent }) => [label, count, isCurrent])).toEqual([
    ["All", 3, false],
    ["Groups", 1, true],
    ["Private", 2, false],
  ])
  for (const { query, count } of chips) {
    const given = Object.entries(query).flatMap(([name, value]) => (value ? [[name, value]] : []))
    const { filter } = readClassQuery(new URLSearchParams(given))
    expect(listClassesWith(actor, filter, 1).total).toBe(count)
  }
})
