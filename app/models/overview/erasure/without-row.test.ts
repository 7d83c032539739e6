import { expect, test } from "vitest"
import type { Traces } from "./without-facts"
import { withoutInRow } from "./without-row"

const uses = ["firstName", "lastName", "guardian1Name", "guardian1Email", "guardian1Phone", "notes"]
const mapping = Object.fromEntries(uses.map((use, column) => [column, use]))
const anna = (change: Partial<Traces> = {}): Traces => ({
  ...{ ids: ["anna"], memberId: null, familyId: null, firstName: "Anna", lastName: "Berg" },
  ...{ names: ["Anna Berg"], uniqueNames: ["Anna Berg"], addresses: ["ann@mail.example"] },
  ...{ erasedName: "Erased student", classIds: [], renamed: [], ...change },
})
const hers = ["Anna", "Berg", "Ruth Berg", "ruth@mail.example", "555 0142", "Shy"]
const joanna = ["Joanna", "Berg", "Joanna Berg", "joann@mail.example", "", "Not Joanna Berg"]
const child = ["Otis", "Berg", "Anna Berg", "ann@mail.example", "555 0142", "Ask ANNA  BERG, not Joanna Berg"]

test("a name or an address in the middle of another is someone else’s", () => {
  for (const isOpen of [true, false])
    expect(withoutInRow(joanna, undefined, { mapping, isOpen, traces: anna() })).toEqual(joanna)
})

test("an imported student’s row goes; of one that isn’t imported yet only what is theirs", () => {
  const rest = ["", "", "Ruth Berg", "ruth@mail.example", "555 0142", ""]
  expect(withoutInRow(hers, undefined, { mapping, isOpen: false, traces: anna() })).toEqual([])
  expect(withoutInRow(hers, undefined, { mapping, isOpen: true, traces: anna() })).toEqual(rest)
})

test("a namesake’s row stays, and the row that made the erased one goes", () => {
  const traces = anna({ uniqueNames: [] })
  expect(withoutInRow(hers, undefined, { mapping, isOpen: false, traces })).toEqual(hers)
  expect(withoutInRow(hers, "another", { mapping, isOpen: false, traces })).toEqual(hers)
  expect(withoutInRow(hers, "anna", { mapping, isOpen: false, traces })).toEqual([])
})

test("a child’s row loses their guardian, and stays the child’s", () => {
  const traces = anna({ erasedName: "Erased guardian" })
  for (const isOpen of [true, false])
    expect(withoutInRow(child, undefined, { mapping, isOpen, traces })).toEqual([
      ...["Otis", "Berg", "", "", "", "Ask Erased guardian, not Joanna Berg"],
    ])
  expect(withoutInRow(hers, undefined, { mapping, isOpen: false, traces })).toEqual(hers)
})
