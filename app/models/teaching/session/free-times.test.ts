import fc from "fast-check"
import { expect, test } from "vitest"
import { addDays, daysBetween } from "~/utils/dates"
import { nearestPlaces } from "./free-times.server"

type Wish = Parameters<typeof nearestPlaces<string>>[0]

/** All of them made and sorted, as it was done before. */
const sorted = ({ near, dates, starts, rooms }: Wish) =>
  dates
    .flatMap((date) =>
      starts.flatMap((start) =>
        rooms.map((room, place) => ({
          date,
          start,
          room,
          distance:
            Math.abs(start - near.start) +
            Math.abs(daysBetween(near.date, date)) * 75 +
            (place === 0 ? 0 : 10),
        })),
      ),
    )
    .sort((a, b) => a.distance - b.distance)
    .map(({ distance, ...place }) => place)

const wishes: fc.Arbitrary<Wish> = fc
  .record({
    days: fc.subarray(Array.from({ length: 18 }, (_, day) => day - 3)),
    start: fc.integer({ min: 0, max: 1439 }),
    // steps that are often as far from the wish as others: 5 and 15 minutes meet the 10 of a room and the 75 of a day
    steps: fc.uniqueArray(fc.integer({ min: 0, max: 95 }), { maxLength: 40 }),
    width: fc.constantFrom(5, 15),
    isWishOffered: fc.boolean(),
    rooms: fc.uniqueArray(fc.constantFrom("hall", "studio", "drums", "attic"), { maxLength: 4 }),
  })
  .map(({ days, start, steps, width, isWishOffered, rooms }) => ({
    near: { date: "2026-11-20", start },
    dates: days.map((day) => addDays("2026-11-20", day)),
    starts: [...new Set([...(isWishOffered ? [start] : []), ...steps.map((step) => step * width)])],
    rooms,
  }))

test("the nearest places come first, in the order in which all of them would be sorted", () => {
  fc.assert(
    fc.property(wishes, (wish) => {
      expect([...nearestPlaces(wish)]).toEqual(sorted(wish))
    }),
  )
})

test("the wished room comes before the others at the same time, and an hour off before another day", () => {
  const places = nearestPlaces({
    near: { date: "2026-11-20", start: 960 },
    dates: ["2026-11-20", "2026-11-21"],
    starts: [960, 1020],
    rooms: ["hall", "studio"],
  })
  const texts = [...places].map(({ date, start, room }) => `${date.slice(-2)} ${start} ${room}`)
  expect(texts.slice(0, 5)).toEqual([
    "20 960 hall",
    "20 960 studio",
    "20 1020 hall",
    "20 1020 studio",
    "21 960 hall",
  ])
})
