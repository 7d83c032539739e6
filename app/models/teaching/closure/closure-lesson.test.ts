import { expect, test } from "vitest"
import { becameSentence, becameText } from "./closure-lesson"

test("what became of the lessons of a closure is said as it is: canceled, moved, or so many of each", () => {
  const counts = [
    { lessons: 1, moved: 0 },
    { lessons: 28, moved: 0 },
    { lessons: 2, moved: 2 },
    { lessons: 5, moved: 1 },
  ]
  expect(counts.map(becameSentence)).toEqual([
    "1 lesson is canceled",
    "28 lessons are canceled",
    "2 lessons are moved",
    "4 lessons are canceled and 1 moved",
  ])
  expect(counts.map(becameText)).toEqual(["canceled", "canceled", "moved", "canceled or moved"])
})
