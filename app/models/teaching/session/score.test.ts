import { expect, test } from "vitest"
import { instantOf } from "~/utils/zones"
import { nowOn } from "./score"

const zone = "America/New_York"
const day = "2026-11-18"
/** Two to six in the afternoon. */
const range = { columns: 16, firstHour: 14, hours: ["2 PM", "3 PM", "4 PM", "5 PM"] }
const nowAt = (time: string, date = day) => nowOn(date, range, zone, instantOf(day, time, zone))

test.each([
  ["08:30", { column: 1, third: "" }],
  ["14:00", { column: 1, third: "" }],
  ["14:50", { column: 4, third: "after-5" }],
  ["17:59", { column: 16, third: "after-10" }],
])("at %s the present is drawn in today's score", (time, place) => {
  expect(nowAt(time)).toEqual(place)
})

test("it is not drawn after the last hour, nor on another day", () => {
  expect([nowAt("18:00"), nowAt("15:00", "2026-11-19")]).toEqual([null, null])
})
