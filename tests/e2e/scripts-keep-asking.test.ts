import type { Page, Request } from "@playwright/test"
import { expect, onlyWithScripts, signIn, test } from "./journey"

// What the signed-in area's scripts ask for by themselves, on a clock that is moved by hand (spec §7, §9).

const only = onlyWithScripts("without a script nothing asks by itself")

/** How often each call was made since the last look. */
function countCalls(page: Page) {
  const counted: Record<string, number> = {}
  page.on("request", (request) => {
    const { pathname } = new URL(request.url())
    if (!pathname.startsWith("/api/")) return
    const call = `${request.method()} ${pathname.replace(/[0-9a-f-]{36}|m[0-9a-z]{12}/, "{id}")}`
    counted[call] = (counted[call] ?? 0) + 1
  })
  return counted
}

/** Moves the page's clock on in steps, each once what was asked for before has been answered. */
async function pass(page: Page, seconds: number) {
  const open = new Set<Request>()
  const begin = (request: Request) => open.add(request)
  const end = (request: Request) => open.delete(request)
  page.on("request", begin).on("requestfinished", end).on("requestfailed", end)
  for (let gone = 0; gone < seconds; gone += 5) {
    await page.clock.runFor(5000)
    await page.waitForTimeout(60)
    await expect.poll(() => open.size, { message: "requests without an answer" }).toBe(0)
  }
  page.off("request", begin).off("requestfinished", end).off("requestfailed", end)
}

test(
  "usage, unread answers and who is there are asked for every 30 s, the open talk every 10",
  only,
  async ({ page }) => {
    await signIn(page, "admin@crescendo.example")
    await page.clock.install()
    await page.goto("/dashboard/getting-started")
    const calls = countCalls(page)
    await pass(page, 25)
    expect(calls).toEqual({})
    await pass(page, 70)
    for (const call of ["unread-count", "super-admin/status"])
      expect(calls[`GET /api/support/${call}`]).toBeGreaterThanOrEqual(2)
    expect(calls["GET /api/subscription/limits/{id}"]).toBeGreaterThanOrEqual(2)
    expect(calls["GET /api/support/ai-chat"]).toBeUndefined()

    await page.getByRole("main").getByRole("link", { name: "Contact Support" }).click()
    await expect(page.getByRole("dialog")).toBeVisible()
    expect(page.url()).toContain("/dashboard/getting-started")
    const before = { ...calls }
    await pass(page, 60)
    expect(calls["GET /api/support/ai-chat"]).toBeGreaterThanOrEqual(5)
    const more =
      (calls["GET /api/support/unread-count"] ?? 0) - (before["GET /api/support/unread-count"] ?? 0)
    expect([1, 2, 3]).toContain(more)
  },
)

test(
  "the staff's page says that they are there: on load, every 2 min, on activity once in 30 s",
  only,
  async ({ page }) => {
    await signIn(page, "super@tutti.example")
    // A page without their scripts, so that the first screen's own word is not counted.
    await page.goto("/")
    await page.clock.install()
    const calls = countCalls(page)
    const beats = () => calls["POST /api/support/super-admin/heartbeat"]
    await page.goto("/super-admin")
    await expect.poll(beats).toBe(1)
    await page.mouse.click(600, 600)
    await pass(page, 30)
    expect(beats()).toBe(1)
    await page.mouse.click(600, 600)
    await page.mouse.click(600, 600)
    await expect.poll(beats).toBe(2)
    await pass(page, 95)
    expect(beats()).toBe(3)
  },
)
