import { MutationObserver, QueryObserver } from "@tanstack/react-query"
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest"
import { CallError, callJson, createQueryClient } from "./query-client"

const answers: Response[] = []
const fetched = vi.fn(async () => answers.shift() ?? Response.json({ count: 0 }))
beforeEach(() => {
  answers.length = 0
  fetched.mockClear()
  vi.stubGlobal("fetch", fetched)
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

describe("a call", () => {
  test("sends cookies, asks for JSON and for no cache", async () => {
    expect(await callJson("/api/one")).toEqual({ count: 0 })
    expect(fetched).toHaveBeenCalledWith("/api/one", {
      method: "GET",
      credentials: "include",
      cache: "no-store",
      headers: { Accept: "application/json" },
      body: undefined,
    })
    await callJson("/api/two", { method: "POST", json: { content: "Hi" } })
    expect(fetched).toHaveBeenLastCalledWith(
      "/api/two",
      expect.objectContaining({
        body: '{"content":"Hi"}',
        headers: { Accept: "application/json", "Content-Type": "application/json" },
      }),
    )
  })

  test.each([
    [
      "the server's message",
      Response.json({ message: "Too long.", error: "E1" }, { status: 400 }),
      "Too long.",
    ],
    ["else its error", Response.json({ message: "", error: "E2" }, { status: 400 }), "E2"],
    ["its error, when that is all", Response.json({ error: "E1" }, { status: 400 }), "E1"],
    [
      "else the status text",
      new Response("<html>", { status: 502, statusText: "Bad Gateway" }),
      "Bad Gateway",
    ],
  ])("that failed is thrown with %s", async (_, answer, message) => {
    answers.push(answer)
    await expect(callJson("/api/failed")).rejects.toMatchObject({ message, status: answer.status })
  })

  test("made more than three times within three seconds is warned of", async () => {
    const warn = vi.spyOn(console, "warn").mockImplementation(() => undefined)
    for (let n = 0; n < 3; n += 1) await callJson("/api/often")
    await callJson("/api/other")
    expect(warn).not.toHaveBeenCalled()
    await callJson("/api/often")
    expect(warn).toHaveBeenCalledWith("GET /api/often was called 4 times within 3 s.")
    vi.advanceTimersByTime(3001)
    await callJson("/api/often")
    expect(warn).toHaveBeenCalledTimes(1)
    warn.mockRestore()
  })
})

describe("the client's defaults", () => {
  test("always stale, fetched again on focus and mount, kept five minutes", () => {
    expect(createQueryClient().getDefaultOptions()).toMatchObject({
      queries: {
        staleTime: 0,
        gcTime: 300_000,
        refetchOnMount: true,
        refetchOnWindowFocus: true,
        retryDelay: 1000,
      },
    })
  })

  async function triesOf(error: Error) {
    const client = createQueryClient()
    const queryFn = vi.fn(async () => Promise.reject(error))
    const end = new QueryObserver(client, { queryKey: ["x"], queryFn }).subscribe(() => undefined)
    await vi.advanceTimersByTimeAsync(10_000)
    end()
    return queryFn.mock.calls.length
  }

  test("a query is tried twice more, one second apart", async () => {
    expect(await triesOf(new CallError(500, "Broken"))).toBe(3)
    expect(await triesOf(new TypeError("Failed to fetch"))).toBe(3)
  })

  test("but not when no one is logged in", async () => {
    expect(await triesOf(new CallError(401, "Session over"))).toBe(1)
    expect(await triesOf(new Error("Authentication required"))).toBe(1)
  })

  test("a change is tried one more time", async () => {
    const mutationFn = vi.fn(async () => Promise.reject(new CallError(503, "Broken")))
    const observer = new MutationObserver(createQueryClient(), { mutationFn })
    const ended = observer.mutate().catch(() => undefined)
    await vi.advanceTimersByTimeAsync(5000)
    await ended
    expect(mutationFn).toHaveBeenCalledTimes(2)
  })
})
