import { expect, test } from "vitest"
import type { WeekLesson } from "~/models/teaching/session/week"
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
  const shown = { carried, refusal: "The hall is taken.", free: [] }
  return dayMove(0, shown, week as unknown as Parameters<typeof dayMove>[2])?.ghost
}

test("a refusal in the last rows grows upward, so that its free times stay on the page", () => {
  expect(ghostAt(15)).toMatchObject({ refusal: "The hall is taken.", isLow: true })
  expect(ghostAt(1)).toMatchObject({ isLow: false })
})

test("a lesson whose length alone changes says how long it would be, and that it can’t last so long", () => {
  const from = { day: 0, lane: 1, column: 1, length: 2 }
  const target = { ...from, length: 5 }
  const carried = { lesson, from, target, mode: "stretch" as const, isByKeyboard: false }
  const shown = { carried, refusal: "The hall is taken.", free: [] }
  expect(dayMove(0, shown, week as unknown as Parameters<typeof dayMove>[2])?.ghost).toMatchObject({
    time: "2:00 to 3:15 PM",
    act: "last 75 minutes",
  })
  const slot = { date: "2026-12-02", startTime: "14:00", minutes: "75" }
  expect(spokenOf(carried, slot, undefined, "The hall is taken.")).toBe(
    "Can’t last 75 minutes. The hall is taken.",
  )
  expect(ghostAt(15)).toMatchObject({ time: "5:30 PM", act: "move to Wed 5:30 PM" })
})
