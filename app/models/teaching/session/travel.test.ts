import fc from "fast-check"
import { expect, test } from "vitest"
import { isTooFar, type Travel } from "./travel"

// What the minutes between two sites mean, whatever the lessons.

const roomId = fc.constantFrom("hall", "attic", "annex", "barn", "online", null)
const siteOf = new Map([
  ["hall", "Main Street"],
  ["attic", "main street"],
  ["annex", "Riverside"],
  ["barn", "Mill"],
])
const stay = fc
  .record({ startsAt: fc.integer({ min: 0, max: 600 }), length: fc.integer({ min: 5, max: 180 }), roomId })
  .map(({ startsAt, length, roomId }) => ({
    startsAt: startsAt * 60_000,
    endsAt: (startsAt + length) * 60_000,
    roomId,
  }))
const travel = fc.integer({ min: 1, max: 240 }).map((minutes): Travel => ({ minutes, siteOf }))
const siteName = (id: string | null) => siteOf.get(id ?? "")?.toLowerCase()

test("two lessons at different sites are too near exactly when less than the way lies between them", () => {
  fc.assert(
    fc.property(travel, stay, stay, (way, one, other) => {
      const [here, there] = [siteName(one.roomId), siteName(other.roomId)]
      const between = Math.max(one.startsAt, other.startsAt) - Math.min(one.endsAt, other.endsAt)
      const isShort =
        here !== undefined && there !== undefined && here !== there && between < way.minutes * 60_000
      expect(isTooFar(way, one, other)).toBe(isShort)
    }),
  )
})

test("it is the same both ways, and asks nothing without sites", () => {
  fc.assert(
    fc.property(travel, stay, stay, (way, one, other) => {
      expect(isTooFar(way, one, other)).toBe(isTooFar(way, other, one))
      expect(isTooFar(undefined, one, other)).toBe(false)
    }),
  )
})
