import { expect, test } from "vitest"
import { pageOf, pagesOf } from "./page-number"

test.each([
  ["", 1],
  ["page=3", 3],
  ["page=0", 1],
  ["page=-1", 1],
  ["page=x", 1],
  ["page=99999", 1],
])("the address %s asks for page %i", (search, page) => {
  expect(pageOf(new URLSearchParams(search))).toBe(page)
})

test("a page names its rows and the last page", () => {
  const all = { total: 51, last: 2, parameter: "page" }
  expect(pagesOf(1, 51)).toEqual({ page: 1, from: 1, to: 50, ...all })
  expect(pagesOf(2, 51)).toEqual({ page: 2, from: 51, to: 51, ...all })
})

test("an empty list has one page without rows", () => {
  expect(pagesOf(1, 0)).toMatchObject({ page: 1, last: 1, from: 0, to: 0 })
})
