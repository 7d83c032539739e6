import { beforeEach, expect, test } from "vitest"
import type { Actor } from "~/models/foundation/access/actor"
import { addClassRow } from "../../../../tests/support/lessons"
import { openSchool } from "../../../../tests/support/school"
import { type ClassFilter, inGroups, readClassQuery, writeClassQuery } from "../class/class-query"
import { listClassChips, listClassesWith } from "./class-list.server"

let actor: Actor

beforeEach(() => {
  actor = openSchool().actor
  addClassRow(openSchool().actor, { kind: "ensemble" })
})

const parametersOf = (query: Record<string, string | undefined>) =>
  new URLSearchParams(
    Object.entries(query).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  )

/** The chips as the list shows them; each has as many rows as its number says. */
function chipsOf(present: ClassFilter, opensOn?: typeof inGroups) {
  const chips = listClassChips(actor, present, opensOn)
  for (const { query, count } of chips) {
    const { filter } = readClassQuery(parametersOf(query), opensOn)
    expect(listClassesWith(actor, filter, 1).total).toBe(count)
  }
  return chips.map(({ label, count, isCurrent }) => [label, count, isCurrent])
}

test("the number on each kind is how many classes its list finds, and the present one is marked", () => {
  addClassRow(actor, { kind: "private" })
  expect(chipsOf({})).toEqual([])
  addClassRow(actor, { kind: "private" })
  addClassRow(actor, { kind: "group" })
  addClassRow(actor, { kind: "group", endedOn: "2020-01-01" })
  expect(chipsOf({ kind: "group", sort: "teacher" })).toEqual([
    ["All", 3, false],
    ["Private lessons", 2, false],
    ["Groups", 1, true],
  ])
})

test("a school’s list opens on what several students attend, beside private lessons and all", () => {
  const { filter } = readClassQuery(new URLSearchParams(), inGroups)
  addClassRow(actor, { kind: "private" })
  expect(chipsOf(filter, inGroups)).toEqual([
    ["Classes", 0, true],
    ["Private lessons", 1, false],
    ["All", 1, false],
  ])
  addClassRow(actor, { kind: "group" })
  expect(chipsOf(filter, inGroups)).toEqual([
    ["Classes", 1, true],
    ["Private lessons", 1, false],
    ["All", 2, false],
  ])
  addClassRow(actor, { kind: "ensemble" })
  addClassRow(actor, { kind: "trial" })
  expect(chipsOf({}, inGroups)).toEqual([
    ["Classes", 2, false],
    ["Private lessons", 1, false],
    ["Trial lessons", 1, false],
    ["All", 4, true],
    ["Groups", 1, false],
    ["Ensembles", 1, false],
  ])
})

test("only the address that names nothing opens on groups, and the list’s own address says what it shows", () => {
  const asked = (text: string) => readClassQuery(new URLSearchParams(text), inGroups).filter.kind
  expect(["", "q=", "sort=teacher", "kind=nonsense"].map(asked)).toEqual(Array(4).fill(inGroups))
  expect(["kind=all", "q=piano", "teacher=one", "state=not-scheduled"].map(asked)).toEqual(
    Array(4).fill(undefined),
  )
  for (const text of ["", "kind=all", "q=piano", "kind=private", "kind=classes&q=piano", "teacher=one"]) {
    const query = readClassQuery(new URLSearchParams(text), inGroups)
    // Read without it, as by a selection or a saved filter, it means the same.
    expect(readClassQuery(parametersOf(writeClassQuery(query)))).toEqual(query)
  }
})
