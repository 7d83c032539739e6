import { expect, test } from "vitest"
import { daySummary } from "./dashboard.server"

test("a day is summed up in figures, with its teachers where a school has several", () => {
  expect(daySummary(15, 5)).toBe("15 lessons today with 5 teachers")
  expect(daySummary(1, 1)).toBe("1 lesson today with 1 teacher")
  expect(daySummary(1, 0)).toBe("1 lesson today")
  expect(daySummary(1184, 63)).toBe("1,184 lessons today with 63 teachers")
  expect(daySummary(21, null)).toBe("21 lessons today")
  expect(daySummary(0, 0)).toBe("No lessons today")
  expect(daySummary(0, null)).toBe("No lessons today")
})
