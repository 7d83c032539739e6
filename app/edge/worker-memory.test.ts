import { execFileSync } from "node:child_process"
import { expect, test } from "vitest"
import { sparingFlags, sparingVariables } from "./worker-memory.server"

const youngOf = (flags: string[]) =>
  Number(
    execFileSync(process.execPath, [
      ...flags,
      "-p",
      "const kept = []; for (let i = 0; i < 3e6; i += 1) kept[i % 2e5] = { i };" +
        "require('v8').getHeapSpaceStatistics().find((each) => each.space_name === 'new_space').physical_space_size",
    ]),
  )

test("the young generation of each of several processes stays at 8 MB", () => {
  expect(youngOf(sparingFlags([])) / 2 ** 20).toBeLessThanOrEqual(8)
})

test("what the operator has chosen wins", () => {
  const chosen = ["--max-old-space-size=384", "--max-semi-space-size=32"]
  expect(sparingFlags(chosen).slice(-2)).toEqual(chosen)
  expect(sparingVariables({ MALLOC_ARENA_MAX: "4" })).toEqual({
    MALLOC_ARENA_MAX: "4",
    MALLOC_TRIM_THRESHOLD_: "131072",
    MALLOC_MMAP_THRESHOLD_: "32768",
  })
})
