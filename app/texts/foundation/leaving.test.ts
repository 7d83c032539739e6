import { expect, test } from "vitest"
import { localUntil } from "~/utils/zones"
import { familiesToldText, leavesText, untilText } from "./leaving"

test("emails that wait for the morning say so, and of several times how many leave when", () => {
  const wait = { waits: "07:00" }
  expect(leavesText([{}, {}])).toBe("in 2 minutes")
  expect(leavesText([wait, wait])).toBe("at 7:00 AM")
  expect(leavesText([wait, {}, wait])).toBe("1 in 2 minutes and 2 at 7:00 AM")
  expect(familiesToldText([wait])).toBe(
    "Families and teachers get an email at 7:00 AM, unless you undo this.",
  )
  expect(familiesToldText([wait, {}])).toBe(
    "Families and teachers get an email, 1 in 2 minutes and 1 at 7:00 AM, unless you undo this.",
  )
})

test("a time within a day is a time alone", () => {
  const now = Date.UTC(2026, 10, 29, 3)
  expect(untilText(localUntil(now + 9 * 3_600_000, "UTC", now))).toBe("12:00 PM")
  expect(untilText(localUntil(now + 40 * 3_600_000, "UTC", now))).toContain("Nov 30")
})
