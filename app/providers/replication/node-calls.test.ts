import { afterEach, describe, expect, test, vi } from "vitest"
import { isSigned, signed } from "./node-calls.server"

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
