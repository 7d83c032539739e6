import { afterEach, describe, expect, test, vi } from "vitest"
import { errorFacts } from "./log.server"
import {
  countFailedRequests,
  findClockJump,
  machineState,
  mayLogAgain,
  noteFailedRequest,
  wasRefusedRoom,
} from "./machine-state.server"

afterEach(() => {
  vi.restoreAllMocks()
  Object.assign(globalThis, { tuttiMachine: undefined })
})

const minute = 60_000
/** Lets this process's own clock stand at so many ms. */
const at = (ms: number) => vi.spyOn(performance, "now").mockReturnValue(ms)

describe("what is known of this machine", () => {
  test("a full disk is known from the errors that are logged, until writes have succeeded for a while", () => {
    at(0)
    expect(wasRefusedRoom()).toBe(false)
    errorFacts(
      new Error("Failed query", { cause: Object.assign(new Error("full"), { code: "SQLITE_FULL" }) }),
    )
    expect(wasRefusedRoom()).toBe(true)
    at(16_000)
    expect(wasRefusedRoom()).toBe(false)
  })

  test("a damaged database stays known: only a start can mend it", () => {
    errorFacts(Object.assign(new Error("database disk image is malformed"), { code: "SQLITE_CORRUPT" }))
    expect(machineState().damage).toBe("database disk image is malformed")
  })

  test("a disk that refuses writes is known, whatever it reads", () => {
    errorFacts(Object.assign(new Error("disk I/O error"), { code: "SQLITE_IOERR_READ" }))
    expect(machineState().refusesWrites).toBeUndefined()
    errorFacts(Object.assign(new Error("disk I/O error"), { code: "SQLITE_IOERR_WRITE" }))
    expect(machineState().refusesWrites).toBe(true)
  })

  test("the errors of a full disk do not fill it with stacks", () => {
    const full = () =>
      errorFacts(Object.assign(new Error("database or disk is full"), { code: "SQLITE_FULL" }))
    at(0)
    expect(JSON.stringify(full())).toContain("machine-state.test.ts")
    at(30_000)
    expect(full()).toMatchObject({ message: "database or disk is full", stack: "(as before)" })
    at(61_000)
    expect(JSON.stringify(full())).toContain("machine-state.test.ts")
  })

  test("failed requests are counted for an hour", () => {
    at(0)
    noteFailedRequest()
    noteFailedRequest()
    at(30 * minute)
    noteFailedRequest()
    expect(countFailedRequests()).toBe(3)
    at(61 * minute)
    expect(countFailedRequests()).toBe(1)
    for (let minutes = 62; minutes < 200; minutes += 1) {
      at(minutes * minute)
      noteFailedRequest()
    }
    expect(machineState().failures.size).toBeLessThanOrEqual(61)
    expect(countFailedRequests()).toBe(60)
  })

  test("a clock that jumps is noticed in both directions and forgotten an hour later; ordinary setting is not", () => {
    expect(findClockJump(1_000_000, 0)).toBeUndefined()
    expect(findClockJump(1_040_000, 20_000)).toBeUndefined()
    expect(findClockJump(1_040_000 + 48 * 60 * minute + 20_000, 40_000)).toBe(48 * 60 * minute)
    expect(findClockJump(1_080_000, 60_000)).toBe(-48 * 60 * minute)
    expect(findClockJump(1_080_000 + 59 * minute, 60_000 + 59 * minute)).toBe(-48 * 60 * minute)
    expect(findClockJump(1_080_000 + 61 * minute, 60_000 + 61 * minute)).toBeUndefined()
  })

  test("the same message is logged once a minute", () => {
    at(0)
    expect([mayLogAgain("a"), mayLogAgain("a"), mayLogAgain("b")]).toEqual([true, false, true])
    at(minute)
    expect(mayLogAgain("a")).toBe(true)
  })
})
