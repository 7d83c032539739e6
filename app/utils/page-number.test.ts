import { expect, test } from "vitest"
import { pageOf, pagesAround } from "./page-number"

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

const around = (page: number, shown: number, total = 51) =>
  pagesAround({ page, perPage: 50, shown, total }, (other) => `?page=${other}`)

test("a page names its rows and the pages beside it", () => {
  expect(around(1, 50)).toEqual({ from: 1, to: 50, total: 51, previous: undefined, next: "?page=2" })
  expect(around(2, 1)).toEqual({ from: 51, to: 51, total: 51, previous: "?page=1", next: undefined })
})

test("a page beyond the last has no rows and leads back to the last", () => {
  expect(around(9, 0)).toEqual({ from: 0, to: 0, total: 51, previous: "?page=2", next: undefined })
  expect(around(9, 0, 0)).toMatchObject({ from: 0, to: 0, previous: "?page=1", next: undefined })
})
