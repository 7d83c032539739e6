import { expect, test } from "vitest"
import type { Lane, WeekDay, WeekLesson } from "~/models/teaching/session/week"
import type { WeekFacts } from "./week-facts"
import { type Carried, slotOf } from "./week-targets"

// Helena and Marcus have a lane each; the choir is Helena's, and Marcus gives it with her.

const lane = (key: string): Lane => ({ key, name: key, short: key, initial: key.slice(0, 1), expression: "" })
const dayOn = (date: string) => ({ date, items: [] }) as unknown as WeekDay
const week: WeekFacts = {
  columns: 40,
  firstHour: 9,
  hours: [],
  lanes: [lane("helena"), lane("marcus")],
  days: [dayOn("2026-11-16"), dayOn("2026-11-17")],
}
const choir = { startTime: "16:00", minutes: 60 } as WeekLesson
const from = { day: 0, lane: 2, column: 29, length: 4 }
const carriedTo = (keepsLane: boolean, target: Partial<Carried["target"]>): Carried => ({
  lesson: { ...choir, keepsLane },
  from,
  target: { ...from, ...target },
  mode: "move",
  isByKeyboard: false,
})

test("a lesson carried from its own teacher's lane says who gives it, one from a co-teacher's doesn't", () => {
  const when = { date: "2026-11-17", startTime: "16:30", minutes: "60" }
  expect(slotOf(carriedTo(false, { day: 1, lane: 1, column: 31 }), week, "teacher")).toEqual({
    ...when,
    teacherId: "helena",
  })
  expect(slotOf(carriedTo(true, { day: 1, column: 31 }), week, "teacher")).toEqual(when)
})
