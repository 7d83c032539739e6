import { expect, it } from "vitest"
import { joinNames } from "./names"

it.each([
  [[], ""],
  [["Ada"], "Ada"],
  [["Ada", "Ben"], "Ada and Ben"],
  [["Ada", "Ben", "Cleo"], "Ada, Ben and Cleo"],
  [["Ada", "Ben", "Cleo", "Dan and Eve"], "Ada, Ben, Cleo and Dan and Eve"],
])("%j are read out as %j", (names, text) => {
  expect(joinNames(names)).toBe(text)
})
