import { afterEach, expect, test, vi } from "vitest"
import { holdForm, sendHeld, takeHolder } from "./held-forms"

// What happens to a form that a page sends as a document when no page of ours answers.

afterEach(() => void vi.unstubAllGlobals())

const request = new Request("http://localhost/settings/preferences", { method: "POST", body: "light=on" })

async function sent(answer: () => Promise<Response>) {
  vi.stubGlobal("fetch", answer)
  const told: unknown[] = []
  const { status } = await sendHeld(request, { postMessage: (message) => told.push(message) })
  return { status, told }
}

test("a proxy’s error page leaves the form’s page where it is, and tells it", async () => {
  for (const status of [502, 503, 504])
    expect(await sent(async () => new Response("<h1>Bad Gateway</h1>", { status }))).toEqual({
      status: 204,
      told: [{ unanswered: "failing" }],
    })
  const cut = async () => Promise.reject(new TypeError("Failed to fetch"))
  expect(await sent(cut)).toEqual({ status: 204, told: [{ unanswered: "unreachable" }] })
})

test("every answer of ours is shown, its refusals and our own page for trouble included", async () => {
  const headers = { "X-Request-Id": "r1" }
  for (const status of [200, 400, 500, 503])
    expect(await sent(async () => new Response("ours", { status, headers }))).toEqual({ status, told: [] })
})

test("a page holds the one form that it sends at once", () => {
  const page = { postMessage: () => undefined }
  expect(takeHolder()).toBeUndefined()
  holdForm(page)
  expect(takeHolder()).toBe(page)
  expect(takeHolder()).toBeUndefined()
  const later = Date.now() + 60_000
  holdForm(page)
  vi.spyOn(Date, "now").mockReturnValue(later)
  expect(takeHolder()).toBeUndefined()
  vi.restoreAllMocks()
})
