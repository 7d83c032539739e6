import fc from "fast-check"
import { beforeAll, expect, test } from "vitest"
import type { Actor } from "~/models/foundation/access/actor"
import { addHours } from "~/models/teaching/teacher-time/availability.server"
import { recordTimeOff } from "~/models/teaching/teacher-time/time-off.server"
import { fixClock } from "~/utils/clock.server"
import { testNow } from "../../../../tests/support/clock"
import { histories } from "../../../../tests/support/histories/count"
import { fillSchool } from "../../../../tests/support/large-school"
import { anyWrite, forget, tryTo } from "../../../../tests/support/random-writes"
import { openSchool } from "../../../../tests/support/school"
import { findAbsencePage } from "../absence/absence-page.server"
import { findStrandedPage } from "./stranded-page.server"

// Who could teach a lesson, when and where it could be instead, is kept by the tables it is read of. Whatever is written, it is
// what reading it again says.

let actor: Actor
let timeOffId = ""
beforeAll(() => {
  fixClock(testNow)
  actor = openSchool().actor
  fillSchool(actor, { students: 60, weeksPast: 2, weeksAhead: 3 })
  const days = { startsOn: "2026-11-23", endsOn: "2026-11-25", reason: null }
  const away = recordTimeOff(actor, "teacher-1", days)
  if (away.ok) timeOffId = away.timeOffId
  for (const weekday of [1, 2, 3, 4])
    addHours(actor, "teacher-2", { weekday, fromTime: "09:00", toTime: "19:00" })
})

const offers = () => ({
  stranded: findStrandedPage(actor, 1),
  absence: findAbsencePage(actor, timeOffId),
})

test("there are lessons with substitutes, other times and rooms to begin with", () => {
  const { stranded, absence } = offers()
  expect(stranded.lessons.some(({ substitutes }) => substitutes.length > 0)).toBe(true)
  expect(stranded.lessons.some(({ times }) => times.length > 0)).toBe(true)
  expect(stranded.lessons.some(({ rooms }) => rooms.length > 0)).toBe(true)
  expect(absence?.days.length).toBeGreaterThan(0)
})

test("over any history what is offered is what reading it again says", () => {
  fc.assert(
    fc.property(fc.array(anyWrite, { minLength: 1, maxLength: 6 }), (history) => {
      offers()
      for (const each of history) tryTo(actor, each)
      const kept = offers()
      forget()
      expect(kept).toEqual(offers())
    }),
    { numRuns: histories(60) },
  )
})
