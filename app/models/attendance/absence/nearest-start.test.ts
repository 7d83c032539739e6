import fc from "fast-check"
import { expect, test } from "vitest"
import { nearestStart, type Stretch } from "./nearest-start"

const day = { opens: 9 * 60, closes: 20 * 60 }
const stretch = (from: string, to: string): Stretch => ({ from: minutesOf(from), to: minutesOf(to) })
const minutesOf = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3))

test.each([
  ["its own time where that is free", [], [], "16:00"],
  ["the next quarter after what is there", [stretch("15:50", "16:20")], [], "16:30"],
  ["the later of two as near", [stretch("16:00", "16:15")], [], "16:15"],
  ["before it where that is nearer", [stretch("16:10", "18:00")], [], "15:30"],
  ["within the hours of everyone", [], [[stretch("10:00", "12:00")], [stretch("09:00", "11:30")]], "11:00"],
  [
    "none across the end of one stretch of hours",
    [],
    [[stretch("12:00", "16:15"), stretch("16:15", "19:00")]],
    "16:15",
  ],
] as [string, Stretch[], Stretch[][], string][])("a lesson begins %s", (_, taken, hours, expected) => {
  expect(nearestStart({ near: 16 * 60, minutes: 30, ...day }, taken, hours)).toBe(minutesOf(expected))
})

test("a lesson has no time on a day on which one of its teachers is away or has no hours", () => {
  const wish = { near: 16 * 60, minutes: 30, ...day }
  expect(nearestStart(wish, [{ from: Number.NEGATIVE_INFINITY, to: Number.POSITIVE_INFINITY }], [])).toBe(
    undefined,
  )
  expect(nearestStart(wish, [], [[]])).toBe(undefined)
})

/** The same by trying each quarter of an hour, ever farther from the wished time. */
function tried(
  { near, minutes, opens, closes }: Parameters<typeof nearestStart>[0],
  taken: readonly Stretch[],
  hours: readonly (readonly Stretch[])[],
): number | undefined {
  const fits = (start: number) =>
    start >= opens &&
    start + minutes <= closes &&
    !taken.some(({ from, to }) => from < start + minutes && to > start) &&
    hours.every((stretches) => stretches.some(({ from, to }) => from <= start && start + minutes <= to))
  for (let away = 0; away < 1440; away += 15) {
    if (fits(near + away)) return near + away
    if (fits(near - away)) return near - away
  }
  return undefined
}

test("it is the one that is found by trying each quarter of an hour", () => {
  const minute = fc.integer({ min: 0, max: 288 }).map((fives) => fives * 5)
  const stretches = (maxLength: number) =>
    fc.array(
      fc.tuple(minute, fc.integer({ min: 0, max: 60 })).map(([from, fives]) => ({
        from,
        to: from + fives * 5,
      })),
      { maxLength },
    )
  const endless = fc.constantFrom<Stretch>(
    { from: Number.NEGATIVE_INFINITY, to: 900 },
    { from: 900, to: Number.POSITIVE_INFINITY },
  )
  fc.assert(
    fc.property(
      fc.record({
        near: minute.filter((at) => at < 1440),
        minutes: fc.constantFrom(5, 30, 45, 50, 90, 600),
        opens: minute,
        closes: minute,
      }),
      stretches(8),
      fc.array(endless, { maxLength: 1 }),
      fc.array(stretches(4), { maxLength: 3 }),
      (wish, taken, away, hours) => {
        expect(nearestStart(wish, [...taken, ...away], hours)).toBe(tried(wish, [...taken, ...away], hours))
      },
    ),
    { numRuns: 2000 },
  )
})
