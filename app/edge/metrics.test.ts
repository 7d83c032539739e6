import { describe, expect, test } from "vitest"
import { mayReadMetrics } from "./metrics.server"

const request = (remoteAddress: string, headers: Record<string, string> = {}) => ({
  headers,
  socket: { remoteAddress },
})
const token = "a-token-of-many-characters"

describe("the figures", () => {
  test("are for whoever sends the token", () => {
    const guard = { METRICS_TOKEN: token, METRICS_LOCAL: false }
    expect(mayReadMetrics(request("198.51.100.7", { authorization: `Bearer ${token}` }), guard)).toBe(true)
    expect(mayReadMetrics(request("198.51.100.7", { authorization: `Bearer ${token}x` }), guard)).toBe(false)
    expect(mayReadMetrics(request("127.0.0.1"), guard)).toBe(false)
  })

  test("are for this machine where that is set, never for what was forwarded to it", () => {
    const guard = { METRICS_TOKEN: undefined, METRICS_LOCAL: true }
    expect(mayReadMetrics(request("::ffff:127.0.0.1"), guard)).toBe(true)
    expect(mayReadMetrics(request("10.0.0.2"), guard)).toBe(false)
    for (const name of ["x-forwarded-for", "forwarded", "fly-client-ip"])
      expect(mayReadMetrics(request("127.0.0.1", { [name]: "127.0.0.1" }), guard)).toBe(false)
  })
})
