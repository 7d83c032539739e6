import { describe, expect, test } from "vitest"
import { parsePosition, positionStatus } from "./position"

const at = (txid: number) => txid.toString(16).padStart(16, "0")

describe("a position", () => {
  test("is read as LiteFS writes it, or not at all", () => {
    expect(parsePosition("000000000000002a/83b05a3d4e61a1b7\n")).toBe("000000000000002a")
    for (const text of ["", "2a", "000000000000002a", "000000000000002A/83b05a3d4e61a1b7"])
      expect(parsePosition(text)).toBeUndefined()
  })

  test("compares as its number does", () => {
    expect(at(16) > at(15)).toBe(true)
    expect(at(2 ** 40) > at(2 ** 33)).toBe(true)
  })
})

describe("what a reader has seen", () => {
  const terms = [
    { term: 1, beganAfter: at(0) },
    { term: 2, beganAfter: at(100) },
    { term: 3, beganAfter: at(150) },
  ]
  const primary = { isPrimary: true, position: at(200), terms }
  const replica = { isPrimary: false, position: at(200), terms }

  test.each([
    ["here", { term: 3, position: at(200) }, "reached", "reached"],
    ["before", { term: 3, position: at(10) }, "reached", "reached"],
    [
      "further on: a replica waits, the primary knows better",
      { term: 3, position: at(201) },
      "not-yet",
      "lost",
    ],
    ["in a term that has not arrived", { term: 4, position: at(180) }, "not-yet", "lost"],
    ["at the end of an earlier term", { term: 1, position: at(100) }, "reached", "reached"],
    ["behind the point where the next term went on", { term: 1, position: at(101) }, "lost", "lost"],
    ["behind it, though the numbers were given again", { term: 2, position: at(160) }, "lost", "lost"],
  ] as const)("was %s", (_where, seen, onReplica, onPrimary) => {
    expect(positionStatus(seen, replica)).toBe(onReplica)
    expect(positionStatus(seen, primary)).toBe(onPrimary)
  })

  test("was in a term whose next one is not known, only a later one", () => {
    expect(positionStatus({ term: 1, position: at(120) }, { ...replica, terms: terms.slice(2) })).toBe(
      "reached",
    )
  })
})
