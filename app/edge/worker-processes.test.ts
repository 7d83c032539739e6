import { expect, test } from "vitest"
import { sparingVariables } from "./worker-processes.server"

test("what the operator has chosen wins", () => {
  expect(sparingVariables({ MALLOC_ARENA_MAX: "4" })).toEqual({
    MALLOC_ARENA_MAX: "4",
    MALLOC_TRIM_THRESHOLD_: "131072",
    MALLOC_MMAP_THRESHOLD_: "32768",
  })
})
