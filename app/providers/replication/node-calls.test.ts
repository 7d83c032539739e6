import { afterEach, describe, expect, test, vi } from "vitest"
import { isSigned, noteFailure, readFailure, signed } from "./node-calls.server"
import { nodeState } from "./replication.server"

afterEach(() => void vi.useRealTimers())

describe("a signature of a node", () => {
  test("is good for its words alone", () => {
    const signature = signed(["GET", "/internal/position"])
    expect(isSigned(signature, ["GET", "/internal/position"])).toBe(true)
    expect(isSigned(signature, ["POST", "/internal/position"])).toBe(false)
    expect(isSigned(signature, ["GET", "/internal/position?reach=1"])).toBe(false)
    for (const made of ["", ".", "1.2", `${Date.now()}.x`]) expect(isSigned(made, [])).toBe(false)
  })

  test("is good for half a minute", () => {
    vi.useFakeTimers({ toFake: ["Date"] })
    const signature = signed(["a"])
    vi.setSystemTime(Date.now() + 29_000)
    expect(isSigned(signature, ["a"])).toBe(true)
    vi.setSystemTime(Date.now() + 2000)
    expect(isSigned(signature, ["a"])).toBe(false)
  })
})

describe("a failure that another node reports", () => {
  const failure = { id: "0f3a", method: "GET", path: "/students", route: "x", status: 500, tookMs: 3, at: 1 }

  test("is read as it was written, and anything else is none", () => {
    const query = new URLSearchParams({ node: "n2" })
    for (const [name, value] of Object.entries(failure)) query.set(name, String(value))
    expect(readFailure(query)).toEqual({ ...failure, node: "n2", problem: "" })
    for (const missing of ["id", "node", "at"]) {
      const part = new URLSearchParams(query)
      part.set(missing, missing === "at" ? "soon" : "")
      expect(readFailure(part)).toBeUndefined()
    }
  })

  test("waits here until it can be reported, of many the newest sixty", () => {
    for (let n = 0; n < 70; n += 1) noteFailure({ ...failure, id: String(n) })
    expect(nodeState().failures.map(({ id }) => id)).toEqual(
      Array.from({ length: 60 }, (_, n) => String(n + 10)),
    )
  })
})
