import { describe, expect, test } from "vitest"
import { countInWords } from "./count-in-words"
import { findingOf, scaleOf } from "./trend"

describe("what monthly figures say", () => {
  test("the finding names the direction and the latest figure", () => {
    expect(findingOf("Students", [51, 47, 54])).toBe("Students rose to 54")
    expect(findingOf("Attendance", [95, 93], "%")).toBe("Attendance fell to 93%")
    expect(findingOf("Attendance", [93, 93], "%")).toBe("Attendance held at 93%")
  })

  test("figures stand between two round lines, also when they are all the same", () => {
    expect(scaleOf([51, 47, 54], 10)).toEqual({ low: 40, high: 60, heights: [0.55, 0.35, 0.7] })
    expect(scaleOf([50, 50], 10)).toEqual({ low: 50, high: 60, heights: [0, 0] })
  })

  test("counts are words below a hundred", () => {
    expect([0, 1, 20, 21, 99, 100].map(countInWords)).toEqual([
      "no",
      "one",
      "twenty",
      "twenty-one",
      "ninety-nine",
      "100",
    ])
  })
})
