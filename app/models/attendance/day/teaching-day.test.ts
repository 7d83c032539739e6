import { expect, test } from "vitest"
import { withRoomForNames } from "./teaching-day"

const lesson = (name: string, column: number, length: number) => ({
  id: name,
  name,
  head: "open" as const,
  time: "2:00",
  state: "upcoming",
  column,
  length,
})

test("a name on the staff has room up to the next lesson, and the last one up to the end", () => {
  const day = [lesson("Theo", 1, 2), lesson("Arthur", 24, 2), lesson("Milo", 26, 3), lesson("Duo", 27, 2)]
  expect(withRoomForNames(day, 32).map(({ name, length }) => [name, length])).toEqual([
    ["Theo", 16],
    ["Arthur", 2],
    ["Milo", 3],
    ["Duo", 6],
  ])
})
