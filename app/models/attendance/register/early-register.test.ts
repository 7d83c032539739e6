import { expect, test } from "vitest"
import { readOpensIn, spellOpensIn } from "./early-register"

test("an answer says how long attendance has to wait, and any other says nothing", () => {
  expect(readOpensIn(`[{"_1":2},"opens","${spellOpensIn(600_000)}"]`)).toBe(600_000)
  expect(readOpensIn('[{"_1":2},"sharedNote","The hall opens in 5 ms"]')).toBeUndefined()
  expect(readOpensIn("")).toBeUndefined()
})
