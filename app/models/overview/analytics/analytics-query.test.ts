import { beforeEach, expect, test } from "vitest"
import type { Actor } from "~/models/foundation/access/actor"
import { fixClock } from "~/utils/clock.server"
import { askedOfAnalytics as asked } from "../../../../tests/support/analytics"
import { openSchool } from "../../../../tests/support/school"
import { periodOf } from "./analytics-query.server"

let actor: Actor
beforeEach(() => {
  fixClock(Date.parse("2026-11-23T18:00:00Z"))
  actor = openSchool().actor
})

const beforeOf = (query: Partial<typeof asked>) => periodOf(actor, { ...asked, ...query }).before

test("a month under way is compared with as much of the earlier one, whichever that is", () => {
  expect(periodOf(actor, { ...asked, months: 1 }).span).toEqual({ first: "2026-11-01", last: "2026-11-23" })
  expect(beforeOf({ months: 1 })).toEqual({ first: "2026-10-01", last: "2026-10-23" })
  expect(beforeOf({ months: 3 })).toEqual({ first: "2026-06-01", last: "2026-08-23" })
  expect(beforeOf({ months: 3, compare: "year" })).toEqual({ first: "2025-09-01", last: "2025-11-23" })
})

test("months that are over are compared with whole months, of whatever length", () => {
  expect(beforeOf({ months: 1, until: "2026-09" })).toEqual({ first: "2026-08-01", last: "2026-08-31" })
  expect(beforeOf({ months: 6, until: "2026-10" })).toEqual({ first: "2025-11-01", last: "2026-04-30" })
  expect(beforeOf({ months: 1, until: "2025-02", compare: "year" })).toEqual({
    first: "2024-02-01",
    last: "2024-02-29",
  })
  fixClock(Date.parse("2026-11-30T18:00:00Z"))
  expect(beforeOf({ months: 1 })).toEqual({ first: "2026-10-01", last: "2026-10-31" })
})

test("where the earlier month is shorter than the days so far, all of it counts", () => {
  fixClock(Date.parse("2026-03-30T18:00:00Z"))
  expect(beforeOf({ months: 1 })).toEqual({ first: "2026-02-01", last: "2026-02-28" })
})
