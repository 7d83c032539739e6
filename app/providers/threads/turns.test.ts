import { setImmediate } from "node:timers/promises"
import { expect, test } from "vitest"
import { ownerOf, takeTurns } from "./turns"

/** Asks for pieces, which note when they are done; the order in which they were. */
function asking() {
  const ask = takeTurns()
  const done: string[] = []
  const askFor = (owner: string, count: number) => {
    for (let number = 1; number <= count; number += 1)
      ask(owner, async () => {
        await setImmediate()
        done.push(`${owner}${number}`)
      })
  }
  const until = async (count: number) => {
    while (done.length < count) await setImmediate()
    return done
  }
  return { askFor, until }
}

test("whoever asks for much makes another wait for one piece", async () => {
  const { askFor, until } = asking()
  askFor("large", 4)
  askFor("small", 1)
  askFor("medium", 2)
  expect(await until(7)).toEqual(["large1", "small1", "medium1", "large2", "medium2", "large3", "large4"])
})

test("who comes later has their turn next, and work begins again after a pause", async () => {
  const { askFor, until } = asking()
  askFor("large", 3)
  await until(1)
  askFor("small", 1)
  const done = await until(4)
  expect(done.indexOf("small1")).toBeLessThan(3)
  askFor("small", 1)
  expect((await until(5)).at(-1)).toBe("small1")
})

test("many pieces of one owner are done in their order", async () => {
  const { askFor, until } = asking()
  askFor("large", 300)
  expect(await until(300)).toEqual(Array.from({ length: 300 }, (_, index) => `large${index + 1}`))
})

test("the school is the owner", () => {
  expect([ownerOf({ schoolId: "a", tab: "money" }), ownerOf({ text: "x" }), ownerOf(undefined)]).toEqual([
    "a",
    "",
    "",
  ])
})
