import { expect, test } from "vitest"
import { factsOf } from "./event-facts"

const school = { currency: "USD", timeZone: "America/New_York" }
const textOf = (facts: unknown) => factsOf(undefined, facts, school).map(({ label, after }) => [label, after])

test("the facts of an event read as on the screens, never as stored", () => {
  expect(
    textOf({
      studentId: "s1",
      amountMinor: 118_450,
      billing: "per_session",
      weekday: 2,
      startTime: "16:15",
      startsOn: "2026-08-10",
      registerTakenAt: Date.parse("2026-11-18T20:10:00Z"),
      rows: 1184,
      state: "cancelled",
      isPrivate: true,
    }),
  ).toEqual([
    ["Amount", "$1,184.50"],
    ["Billing type", "per lesson"],
    ["Weekday", "Tuesday"],
    ["Start time", "4:15 PM"],
    ["Starts", "Aug 10, 2026"],
    ["Attendance recorded", "Nov 18, 2026, 3:10 PM"],
    ["Records", "1,184"],
    ["Status", "canceled"],
    ["Is private", "Yes"],
  ])
  const family = [{ name: "Ada Rossi", payerShare: 5000 }]
  expect(textOf({ family })).toEqual([["Family", "1 entry"]])
  expect(textOf({ guardian: family[0] })).toEqual([["Guardian", "Name Ada Rossi, Share 50%"]])
})

test("a change shows both sides, and a dash where one is missing", () => {
  expect(factsOf({ name: "Hall" }, { name: "Great hall", floor: "2" }, school)).toEqual([
    { label: "Name", before: "Hall", after: "Great hall" },
    { label: "Floor", before: "–", after: "2" },
  ])
})
