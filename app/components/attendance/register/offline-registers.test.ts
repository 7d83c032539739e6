import { afterEach, beforeEach, expect, test, vi } from "vitest"
import { failedOnceMore, keepsFailing } from "~/components/shell/unsent/tried"
import {
  forgetRegister,
  keepRegister,
  listOfflineRegisters,
  type OfflineRegister,
  orKeep,
  settleRegister,
} from "./offline-registers"

// Attendance that waits in a browser: of several people, replaced while it is under way, and without room.

/** A browser's storage, as small as it is told to be. */
function openBrowser(mostBytes = Number.POSITIVE_INFINITY) {
  const stored = new Map<string, string>()
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => {
      if (value.length > mostBytes) throw new DOMException("Full", "QuotaExceededError")
      stored.set(key, value)
    },
    removeItem: (key: string) => stored.delete(key),
  })
  vi.stubGlobal("window", new EventTarget())
  vi.stubGlobal("document", {
    cookie: "",
    title: "Attendance: Piano · Tutti",
    querySelector: () => ({ dataset: { registerOwner: "marcus" } }),
  })
}

beforeEach(() => openBrowser())
afterEach(() => void vi.unstubAllGlobals())

const kept = (owner: string, mark: string): OfflineRegister => ({
  owner,
  sessionId: "piano",
  title: "Piano",
  fields: [["marks.milo.code", mark]],
  isRefused: false,
})

test("two people of one device keep the same lesson each", () => {
  keepRegister(kept("marcus", "late"))
  keepRegister(kept("petra", "absent"))
  keepRegister(kept("petra", "excused"))
  expect(listOfflineRegisters("marcus")).toEqual([kept("marcus", "late")])
  expect(listOfflineRegisters("petra")).toEqual([kept("petra", "excused")])
  forgetRegister({ owner: "petra", sessionId: "piano" })
  expect(listOfflineRegisters("marcus")).toEqual([kept("marcus", "late")])
})

test("what was saved while an earlier version was being sent goes on waiting", () => {
  const [earlier, newer] = [kept("marcus", "late"), kept("marcus", "absent")]
  keepRegister(earlier)
  keepRegister(newer)
  expect(settleRegister(earlier)).toBe(false)
  expect(settleRegister(earlier, { isRefused: true })).toBe(false)
  expect(listOfflineRegisters("marcus")).toEqual([newer])
  expect(settleRegister(newer, { isRefused: true })).toBe(true)
  expect(listOfflineRegisters("marcus")).toEqual([{ ...newer, isRefused: true }])
  expect(settleRegister(newer)).toBe(true)
  expect(listOfflineRegisters("marcus")).toEqual([])
})

test("attendance at which the server fails again and again stays; a newer version starts over", () => {
  keepRegister(kept("marcus", "late"))
  const waiting = () => listOfflineRegisters("marcus")
  for (let tries = 0; tries < 5; tries++)
    for (const each of waiting()) settleRegister(each, failedOnceMore(each))
  expect(waiting()).toEqual([{ ...kept("marcus", "late"), failures: 3 }])
  expect(waiting().every(keepsFailing)).toBe(true)
  keepRegister(kept("marcus", "absent"))
  expect(waiting().some(keepsFailing)).toBe(false)
})

const saving = (note: string) =>
  new Request("http://localhost/classes/sessions/piano", {
    method: "POST",
    body: new URLSearchParams({ intent: "save", sharedNote: note }),
  })
const cut = () => Promise.reject(new TypeError("The server cannot be reached."))

test("a full browser leaves the form on its page, which waits for the connection itself", async () => {
  const lesson = { sessionId: "piano" }
  await expect(orKeep(saving("Scales"), lesson, cut)).resolves.toEqual({ isUnreachable: true })
  expect(listOfflineRegisters("marcus")).toHaveLength(1)
  openBrowser(100)
  const waiting = vi.fn(async () => "answered later")
  await expect(orKeep(saving("Scales"), lesson, waiting)).resolves.toBe("answered later")
  expect(listOfflineRegisters("marcus")).toEqual([])
})

test("what waits is forgotten once a later form of it is saved, not where a login is asked for first", async () => {
  const leading = (Location: string) => () =>
    Promise.reject(new Response(null, { status: 302, headers: { Location } }))
  for (const [to, left] of [
    ["/auth/login?to=%2Fclasses", 1],
    ["/classes/sessions/piano", 0],
  ] as const) {
    keepRegister(kept("marcus", "late"))
    await expect(orKeep(saving("Scales"), { sessionId: "piano" }, leading(to))).rejects.toBeInstanceOf(
      Response,
    )
    expect(listOfflineRegisters("marcus")).toHaveLength(left)
  }
})
