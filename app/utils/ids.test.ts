import { describe, expect, test } from "vitest"
import { newId, newRowId } from "./ids.server"

describe("the id of a row", () => {
  test("is short, and plain in an address", () => {
    expect(newRowId()).toMatch(/^[a-z][0-9a-z]{12}$/)
  })

  test("follows the one before, within a millisecond and when the clock goes back", () => {
    const at = Date.now() + 1000
    const ids = [
      ...Array.from({ length: 50_000 }, () => newRowId(at)),
      newRowId(at - 500),
      ...Array.from({ length: 50_000 }, () => newRowId(at + 1)),
      newRowId(at + 2),
    ]
    expect(new Set(ids).size).toBe(ids.length)
    expect([...ids].sort()).toEqual(ids)
  })

  test("comes after the longer ones that rows had before", () => {
    expect([newRowId(), newId()].sort()[0]).toContain("-")
  })

  test("doesn’t follow from its time", () => {
    const at = Date.now() + 60_000
    const numbers = Array.from({ length: 200 }, (_, index) => newRowId(at + index * 2).slice(8))
    expect(new Set(numbers).size).toBeGreaterThan(195)
  })
})
