import { expect, test } from "vitest"
import { periodOfItems, periodText } from "./invoice-paper"

test("an invoice’s period is what was asked for, but not months of which nothing is on it", () => {
  const shown = (from: string, to: string, ...days: string[]) => {
    const period = periodOfItems({ from, to }, days)
    return periodText(period.from, period.to)
  }
  expect(shown("2026-11-01", "2026-11-30", "2026-11-04", "2026-11-25")).toBe("November 2026")
  expect(shown("2026-11-04", "2027-03-12", "2027-03-12")).toBe("Mar 12, 2027")
  expect(shown("2026-11-01", "2027-01-31", "2026-12-05", "2026-11-20")).toBe("Nov 1, 2026 to Dec 5, 2026")
  // An item of another day than what was asked for, or none.
  expect(shown("2026-11-01", "2026-11-30", "2026-12-05")).toBe("November 2026")
  expect(shown("2026-11-01", "2026-11-30")).toBe("November 2026")
})
