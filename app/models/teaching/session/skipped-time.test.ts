import fc from "fast-check"
import { expect, test } from "vitest"
import type { Actor } from "~/models/foundation/access/actor"
import { fixClock } from "~/utils/clock.server"
import { addDays, addMonths } from "~/utils/dates"
import { instantOf, localTime } from "~/utils/zones"
import { testNow } from "../../../../tests/support/clock"
import { inHistories } from "../../../../tests/support/histories/count"
import { openSchool } from "../../../../tests/support/school"
import { weeklyRule } from "./pattern"
import { datesOf } from "./recurrence.server"
import { heldAt, skippedTexts } from "./skipped-time"
import { listSkipped, skippedStart } from "./skipped-time.server"

// A weekly time that clocks skip once a year. Today is Wednesday, November 18, 2026.

const schoolIn = (timeZone: string): Actor => {
  fixClock(testNow)
  const { actor } = openSchool()
  return { ...actor, school: { ...actor.school, timeZone } }
}
const sundays = (startTime: string, endsOn: string | null = null) => ({
  rrule: weeklyRule([7]),
  startsOn: "2026-11-22",
  endsOn,
  startTime,
})

test("the night is named with the hour its lesson begins, also where clocks skip half an hour or midnight", () => {
  const named = (zone: string, startTime: string, weekday = 7) =>
    skippedTexts(listSkipped(schoolIn(zone), [{ ...sundays(startTime), rrule: weeklyRule([weekday]) }]))
  expect(named("America/New_York", "02:30")).toBe(
    "On Mar 14, 2027 clocks skip 2:30 AM; that lesson starts at 3:30 AM.",
  )
  expect(named("America/New_York", "03:00")).toBe("")
  expect(named("America/New_York", "02:30", 6)).toBe("")
  expect(named("Australia/Lord_Howe", "02:15")).toBe(
    "On Oct 3, 2027 clocks skip 2:15 AM; that lesson starts at 2:45 AM.",
  )
  expect(named("Australia/Lord_Howe", "02:30")).toBe("")
  // In Santiago midnight of the first Sunday in September doesn't exist.
  expect(named("America/Santiago", "00:15")).toBe(
    "On Sep 5, 2027 clocks skip 12:15 AM; that lesson starts at 1:15 AM.",
  )
  expect(named("Asia/Tokyo", "02:30")).toBe("")
})

test("a time that ends before, or doesn’t meet that week, isn’t named", () => {
  const actor = schoolIn("America/New_York")
  expect(listSkipped(actor, [sundays("02:30", "2027-03-13")])).toEqual([])
  expect(listSkipped(actor, [sundays("02:30", "2027-03-14")])).toHaveLength(1)
  const every = (startsOn: string) =>
    listSkipped(actor, [{ ...sundays("02:30"), rrule: weeklyRule([7], 2), startsOn }]).length
  expect([every("2026-11-22"), every("2026-11-29")]).toEqual([1, 0])
})

test("a preview shows the hour at which the lesson of that night begins, and the usual one of other nights", () => {
  const skipped = listSkipped(schoolIn("America/New_York"), [sundays("02:30")])
  const at = (date: string, startTime = "02:30") => heldAt(skipped, { date, startTime })
  expect([at("2027-03-14"), at("2027-03-07"), at("2027-03-14", "01:30")]).toEqual(["03:30", "02:30", "01:30"])
})

test("a lesson says it by itself", () => {
  const actor = schoolIn("America/New_York")
  const on = (localDate: string) => ({
    localDate,
    startTime: "02:30",
    startsAt: instantOf(localDate, "02:30", "America/New_York"),
  })
  expect(skippedStart(actor, on("2027-03-14"))?.startsAs).toBe("03:30")
  expect(skippedStart(actor, on("2027-03-15"))).toBeNull()
  // 1:30 AM happens twice in the night of November 7: the lesson begins at the first.
  expect(
    skippedStart(actor, {
      ...on("2027-11-07"),
      startTime: "01:30",
      startsAt: instantOf("2027-11-07", "01:30", "America/New_York"),
    }),
  ).toBeNull()
})

test("in every zone exactly the dates are named on which the clock doesn’t show the time", () => {
  const base = schoolIn("UTC")
  const zones = Intl.supportedValuesOf("timeZone")
  const ofNight = fc.record({
    zone: fc.constantFrom(...zones),
    minute: fc.integer({ min: 0, max: 4 * 60 - 1 }),
    days: fc.uniqueArray(fc.integer({ min: 1, max: 7 }), { minLength: 1, maxLength: 7 }),
    startsIn: fc.integer({ min: 0, max: 20 }),
  })
  inHistories(150, ofNight, ({ zone, minute, days, startsIn }) => {
    const actor: Actor = { ...base, school: { ...base.school, timeZone: zone } }
    const pad = (n: number) => String(n).padStart(2, "0")
    const startTime = `${pad(Math.floor(minute / 60))}:${pad(minute % 60)}`
    const startsOn = addDays("2026-11-20", startsIn)
    const rule = { rrule: weeklyRule(days), startsOn, endsOn: null, startTime }
    const skipped = datesOf(rule.rrule, startsOn, startsOn, addMonths(startsOn, 13)).filter(
      (date) => localTime(instantOf(date, startTime, zone), zone) !== startTime,
    )
    expect(listSkipped(actor, [rule]).map(({ date }) => date)).toEqual(skipped)
  })
})
