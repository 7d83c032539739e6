import { expect, test } from "vitest"
import type { WeekLesson } from "~/models/teaching/session/week"
import type { WeekFacts } from "./week-facts"
import { dayMove, spokenOf } from "./week-ghost"

// A day from 2 to 6 has 16 rows.

const lesson = { id: "lesson", title: "Otis", startTime: "14:00", minutes: 30 } as WeekLesson
const week = { columns: 16, firstHour: 14, hours: [], lanes: [], days: [{ shortName: "Wed" }] }

function ghostAt(column: number) {
  const from = { day: 0, lane: 1, column: 1, length: 2 }
  const carried = {
    lesson,
    from,
    target: { ...from, column },
    mode: "move" as const,
    isByKeyboard: true,
  }
  const shown = { carried, by: "teacher" as const, refusal: "The hall is taken.", free: [] }
  return dayMove(0, shown, week as unknown as WeekFacts)?.ghost
}

test("a refusal in the last rows grows upward, so that its free times stay on the page", () => {
  expect(ghostAt(15)).toMatchObject({ refusal: "The hall is taken.", isLow: true })
  expect(ghostAt(1)).toMatchObject({ isLow: false })
})

test("a lesson whose length alone changes says how long it would be, and that it can’t last so long", () => {
  const from = { day: 0, lane: 1, column: 1, length: 2 }
  const target = { ...from, length: 5 }
  const carried = { lesson, from, target, mode: "stretch" as const, isByKeyboard: false }
  const shown = { carried, by: "teacher" as const, refusal: "The hall is taken.", free: [] }
  expect(dayMove(0, shown, week as unknown as WeekFacts)?.ghost).toMatchObject({
    time: "2:00 to 3:15 PM",
    act: "last 75 minutes",
  })
  const slot = { date: "2026-12-02", startTime: "14:00", minutes: "75" }
  const said = { refusal: "The hall is taken.", week: week as unknown as WeekFacts, by: "teacher" as const }
  expect(spokenOf(carried, slot, undefined, said)).toBe("Can’t last 75 minutes. The hall is taken.")
  expect(ghostAt(15)).toMatchObject({ time: "5:30 PM", act: "move to Wed 5:30 PM" })
})

test("a lesson carried to another lane names who would give it, or where it would be", () => {
  const lanes = ["Helena Novak", "Ana Ruiz"].map((name) => ({
    key: name,
    name,
    short: name,
    initial: "",
    expression: "",
  }))
  const two = { ...week, lanes: [...lanes, { ...lanes[0], key: "none" }] } as unknown as WeekFacts
  const from = { day: 0, lane: 1, column: 1, length: 2 }
  const slot = { date: "2026-12-02", startTime: "14:30", minutes: "30" }
  const carriedTo = (lane: number) => ({
    lesson,
    from,
    target: { ...from, lane, column: 3 },
    mode: "move" as const,
    isByKeyboard: true,
  })
  const saidOf = (by: "teacher" | "room", lane: number, refusal = "") => {
    const shown = { carried: carriedTo(lane), by, refusal, free: [] }
    return [
      dayMove(0, shown, two)?.ghost?.newLine,
      spokenOf(carriedTo(lane), slot, undefined, { refusal, week: two, by }),
    ]
  }
  expect(saidOf("teacher", 2)).toEqual([
    "with Ana Ruiz",
    "Otis: Wed, Dec 2, 2:30 PM with Ana Ruiz, 30 minutes.",
  ])
  expect(saidOf("room", 2, "It’s taken.")).toEqual([
    "in Ana Ruiz",
    "Can’t move to Wed, Dec 2, 2:30 PM in Ana Ruiz. It’s taken.",
  ])
  expect(saidOf("teacher", 3)[0]).toBe("without a teacher")
  expect(saidOf("room", 1)[0]).toBe("")
})
