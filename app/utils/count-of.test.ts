import { afterEach, expect, it } from "vitest"
import { countOf, findFormatsBy, formFor, usualFormats } from "./formats"

afterEach(() => findFormatsBy(() => usualFormats))

it.each([
  [0, "0 students"],
  [1, "1 student"],
  [3, "3 students"],
  [999, "999 students"],
  [1_000, "1,000 students"],
  [1_234_567, "1,234,567 students"],
])("%i of a school's students are %j", (n, text) => {
  expect(countOf(n, "student")).toBe(text)
})

it("takes a plural that is not made with an s", () => {
  expect([countOf(1, "family", "families"), countOf(46, "family", "families")]).toEqual([
    "1 family",
    "46 families",
  ])
})

it("separates thousands as the school does", () => {
  findFormatsBy(() => ({ ...usualFormats, numberStyle: "1.234,50" }))
  expect(countOf(1_200, "lesson")).toBe("1.200 lessons")
})

it("gives the form alone for a number that is elsewhere", () => {
  expect([0, 1, 1.5, 2].map((n) => formFor(n, "stays", "stay"))).toEqual(["stay", "stays", "stay", "stay"])
})
