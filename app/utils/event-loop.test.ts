import { setTimeout as pause } from "node:timers/promises"
import { db, sqlite } from "db/client.server"
import { sql } from "drizzle-orm"
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest"
import { beginSpan, listHolds, noteDelay, readLoopDelay, watchEventLoop } from "./event-loop.server"
import { log } from "./log.server"
import { machineState } from "./machine-state.server"

/** Holds the event loop for so many milliseconds of processor time, as long work in one go does. */
function hold(ms: number) {
  const begun = process.cpuUsage()
  while (process.cpuUsage(begun).user < ms * 1000);
}

const warnings = () =>
  vi.mocked(log.warn).mock.calls.map(([facts]) => facts as unknown as Record<string, unknown>)

beforeEach(() => {
  machineState().logged.clear()
  vi.spyOn(log, "warn").mockImplementation(() => undefined)
})
afterEach(() => void vi.restoreAllMocks())

describe("a delay of the event loop", () => {
  test("above the limit is logged with what held it, and counted; below it is not", () => {
    const from = performance.now()
    const span = beginSpan("GET /slow")
    span.name("GET routes/slow")
    const to = from + 400
    noteDelay({ from, to, heldMs: 30 })
    expect(warnings()).toEqual([])
    noteDelay({ from, to, heldMs: 380 })
    expect(warnings()).toEqual([{ heldMs: 380, by: "GET routes/slow" }])
    expect(listHolds()).toContainEqual({ name: "GET routes/slow", times: 1, mostMs: 380 })
    span.end()
  })

  test("is logged once a minute for each route, and goes with those that have ended", () => {
    const at = performance.now()
    const span = beginSpan("GET routes/again")
    for (let n = 0; n < 3; n++) noteDelay({ from: at, to: at + 200, heldMs: 100 })
    expect(warnings()).toHaveLength(1)
    expect(listHolds()).toContainEqual({ name: "GET routes/again", times: 3, mostMs: 100 })
    span.end()
    noteDelay({ from: at, to: performance.now() + 1, heldMs: 0 })
    noteDelay({ from: performance.now() + 2, to: performance.now() + 100, heldMs: 100 })
    expect(warnings().at(-1)).toEqual({ heldMs: 100, by: "no request or job" })
  })

  test("is seen by the watch and in the histogram", async () => {
    const stop = watchEventLoop()
    await pause(60)
    const span = beginSpan("GET routes/held")
    hold(150)
    span.end()
    await pause(60)
    expect(warnings()).toContainEqual(expect.objectContaining({ by: "GET routes/held" }))
    expect(readLoopDelay().maxMs).toBeGreaterThan(100)
    readLoopDelay({ reset: true })
    stop()
    expect(readLoopDelay()).toEqual({ meanMs: 0, p50Ms: 0, p99Ms: 0, p999Ms: 0, maxMs: 0 })
  })
})

test("a statement of the query builder answers as before, also raw", () => {
  expect(db().all(sql`select 1 as one`)).toEqual([{ one: 1 }])
  expect(db().values(sql`select 1, 2`)).toEqual([[1, 2]])
  expect(sqlite().prepare("select 1").pluck().get()).toBe(1)
})
