import { expect, test } from "vitest"
import { nameOfList, withoutListNames } from "./list-name"

test("a choice is named for its list, and read by its plain name", () => {
  const [first, same, shorter, turned] = [["a", "b"], ["a", "b"], ["b"], ["b", "a"]].map((values) =>
    nameOfList("time", values),
  )
  expect(same).toBe(first)
  expect(new Set([first, shorter, turned]).size).toBe(3)
  const sent = new FormData()
  sent.append(first ?? "", "a")
  sent.append("firstName", "Milo~berg")
  expect([...withoutListNames(sent)]).toEqual([
    ["time", "a"],
    ["firstName", "Milo~berg"],
  ])
})
