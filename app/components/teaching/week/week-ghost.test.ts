import { expect, test } from "vitest"
import type { WeekLesson } from "~/models/teaching/session/week"
import { dayMove } from "./week-ghost"

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
