import { describe, expect, test } from "vitest"
import { beginTerm, listTerms } from "./primary-term.server"

const at = (txid: number) => txid.toString(16).padStart(16, "0")

describe("the terms of primaries", () => {
  test("are counted on, with the position each went on from, the newest first", () => {
    expect(listTerms()).toEqual([])
    expect(beginTerm("n1", at(0))).toBe(1)
    expect(beginTerm("n2", at(40))).toBe(2)
    expect(beginTerm("n1", at(41))).toBe(3)
    expect(listTerms()).toEqual([
      { term: 3, beganAfter: at(41) },
      { term: 2, beganAfter: at(40) },
      { term: 1, beganAfter: at(0) },
    ])
  })

  test("that a cookie can still know are read, not all there ever were", () => {
    for (let term = 0; term < 30; term += 1) beginTerm("n1", at(100 + term))
    expect(listTerms()).toHaveLength(16)
  })
})
