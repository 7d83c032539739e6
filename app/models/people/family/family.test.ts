import { expect, test } from "vitest"
import { openFamily } from "../../../../tests/support/billing"
import { openSchool } from "../../../../tests/support/school"
import { listFamilies } from "./family.server"

test("a search finds what was typed, also where SQL would read it as anything", () => {
  const { actor } = openSchool()
  for (const name of ["Okafor", "100% Music", "von_Berg"]) openFamily(actor, { name })
  const found = (search: string) => listFamilies(actor, { search, page: 1 }).families.map(({ name }) => name)
  expect(found("%")).toEqual(["100% Music"])
  expect(found("_")).toEqual(["von_Berg"])
  expect(found("0% m")).toEqual(["100% Music"])
  expect(found("oka")).toEqual(["Okafor"])
})
