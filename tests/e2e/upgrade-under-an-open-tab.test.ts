import { copyFileSync, cpSync, mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import type { Page } from "@playwright/test"
import Database from "better-sqlite3"
import { seedWhenStale } from "../../scripts/seed-when-stale.mjs"
import { testNow } from "../support/clock"
import { makeNextBuild } from "../support/next-build"
import { freePort, startServer } from "../support/server"
import { expect, test as journey, onlyWithScripts, scriptsRun, signIn } from "./journey"
import { firstLesson, untilKept } from "./kept-on-device"
import { secrets } from "./secrets"

// Tutti is upgraded while tabs are open: the files that their scripts would load later are gone. What was sent is saved once, its
// answer is shown, and links lead where they point.

type Upgraded = {
  url: string
  count(sql: string): unknown
  /** The server ends, and the next build answers in its place. */
  upgrade(): Promise<void>
}

const test = journey.extend<{ app: Upgraded }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixture's first parameter as a pattern
  app: async ({}, use) => {
    const folder = mkdtempSync(join(tmpdir(), "tutti-upgrade-"))
    const port = await freePort()
    const databasePath = join(folder, "tutti.db")
    const env = {
      ENV_FILE: "",
      DATABASE_PATH: databasePath,
      ...secrets,
      LOG_LEVEL: "error",
    }
    const seeded = seedWhenStale(testNow)
    copyFileSync(seeded, databasePath)
    cpSync(seeded.replace(/\.db$/, ".files"), join(folder, "tutti.files"), { recursive: true })
    let server = await startServer(env, port)
    await use({
      url: server.url,
      count(sql) {
        const database = new Database(databasePath, { readonly: true })
        try {
          return database.prepare(sql).pluck().get()
        } finally {
          database.close()
        }
      },
      async upgrade() {
        const next = join(folder, "next")
        makeNextBuild(next)
        await server.stop()
        server = await startServer(env, port, next)
      },
    })
    await server.stop()
    rmSync(folder, { recursive: true, force: true })
  },
  appUrl: async ({ app }, use) => use(app.url),
})

const only = onlyWithScripts("without scripts each step is a document")

async function fillExpense(page: Page) {
  await page.goto("/billing/expenses/new")
  await scriptsRun(page)
  await page.getByLabel("Paid to").fill("Upgrade Movers")
  await page.getByLabel("Category").selectOption({ index: 1 })
  await page.getByLabel(/^Amount in/).fill("12.50")
}

const recorded = "SELECT count(*) FROM expenses WHERE payee = 'Upgrade Movers'"

test(
  "an expense that is sent after an upgrade is recorded once, and its list says so",
  only,
  async ({ page, app }) => {
    await signIn(page, "admin@harmony.example")
    await fillExpense(page)
    await app.upgrade()
    await page.getByRole("button", { name: "Save expense" }).click()
    await page.waitForURL((url) => url.pathname !== "/billing/expenses/new")
    await expect(page.getByText("$12.50 to Upgrade Movers recorded.")).toBeVisible()
    expect(app.count(recorded)).toBe(1)
  },
)

test("one missing script leads on to where the form’s answer points", only, async ({ page, app }) => {
  await signIn(page, "admin@harmony.example")
  await fillExpense(page)
  await page.route(/\/assets\/expenses?-[^/]*\.js/, (route) =>
    route.fulfill({ status: 404, body: "Not found." }),
  )
  await page.getByRole("button", { name: "Save expense" }).click()
  await page.waitForURL((url) => url.pathname !== "/billing/expenses/new")
  await expect(page.getByText("$12.50 to Upgrade Movers recorded.")).toBeVisible()
  expect(app.count(recorded)).toBe(1)
})

test("a menu link leads where it points", only, async ({ page, app }) => {
  await signIn(page, "admin@harmony.example")
  await scriptsRun(page)
  await app.upgrade()
  await page
    .getByRole("link", { name: /^Students\b/ })
    .first()
    .click()
  await page.waitForURL((url) => url.pathname === "/students")
  await scriptsRun(page)
  await page.route(/\/assets\/classes-[^/]*\.js/, (route) =>
    route.fulfill({ status: 404, body: "Not found." }),
  )
  await page.getByRole("link", { name: "Classes", exact: true }).first().click()
  await page.waitForURL((url) => url.pathname === "/classes")
  await expect(page.locator("h1")).toContainText("Classes")
})

test("a message that is sent after an upgrade is sent once and shown", only, async ({ page, app }) => {
  await signIn(page, "teacher@harmony.example")
  await page.goto("/messaging")
  await page.locator('main a[href^="/messaging/"]:not([href*="new"], [href*="answers"])').first().click()
  await page.waitForURL((url) => /^\/messaging\/.+/.test(url.pathname))
  await page.locator("#reply textarea").fill("Sent across an upgrade")
  await app.upgrade()
  await page
    .locator("#reply")
    .getByRole("button", { name: /Send|Reply/ })
    .click()
  await expect(page.locator("main").getByText("Sent across an upgrade").first()).toBeVisible()
  await expect(page.locator("#reply textarea")).toHaveValue("")
  expect(app.count("SELECT count(*) FROM messages WHERE body = 'Sent across an upgrade'")).toBe(1)
})

test(
  "what was typed survives a refusal by the next build, and is then saved once",
  only,
  async ({ page, app }) => {
    await signIn(page, "admin@harmony.example")
    await fillExpense(page)
    await page.getByLabel(/^Amount in/).fill("much")
    await app.upgrade()
    await page.getByRole("button", { name: "Save expense" }).click()
    await expect(page.locator(".error").first()).toBeVisible()
    await expect(page.getByLabel("Paid to")).toHaveValue("Upgrade Movers")
    await page.getByLabel(/^Amount in/).fill("12.50")
    await page.getByRole("button", { name: "Save expense" }).click()
    await page.waitForURL((url) => url.pathname !== "/billing/expenses/new")
    expect(app.count(recorded)).toBe(1)
  },
)

test.describe("on a device that keeps pages", () => {
  test.use({ serviceWorkers: "allow" })

  test("attendance that waits is sent by the next build", only, async ({ page, context, app }) => {
    await signIn(page, "teacher@harmony.example")
    const due = await firstLesson(page)
    await page.goto(due)
    await scriptsRun(page)
    await context.setOffline(true)
    await page.getByRole("button", { name: /^Save (attendance|changes)/ }).click()
    await expect(page.getByText("Saved on this device.")).toBeVisible()
    await app.upgrade()
    await context.setOffline(false)
    await expect(page.getByText("Attendance sent.", { exact: true })).toBeVisible({ timeout: 30_000 })
  })

  test(
    "pages that one build has kept open without a connection, and the next one keeps them anew",
    only,
    async ({ page, context, app }) => {
      await signIn(page, "teacher@harmony.example")
      const due = await firstLesson(page)
      await untilKept(page, due)
      const save = page.getByRole("button", { name: /^Save (attendance|changes)/ })
      const saveInTheBasement = async () => {
        await context.setOffline(true)
        await page.goto(due)
        await save.click()
        await expect(page.getByText("Saved on this device.")).toBeVisible()
      }
      const sentOnceBack = async () => {
        await context.setOffline(false)
        await expect(page.getByText("Attendance sent.", { exact: true })).toBeVisible({ timeout: 30_000 })
      }
      // The upgrade comes while the device is away: the earlier build's page opens with its own scripts.
      await context.setOffline(true)
      await app.upgrade()
      await saveInTheBasement()
      await sentOnceBack()

      // Back, the device keeps the pages of the next build with its files, and none of the earlier one.
      await page.goto("/dashboard/teacher")
      const filesOf = (path: string) =>
        page.evaluate(async (address) => {
          const html = await (await caches.match(address))?.text()
          return [...new Set(html?.match(/\/assets\/[\w.-]+\.js/g))]
        }, path)
      const areThere = async (files: string[]) =>
        files.length > 0 &&
        (
          await page.evaluate(
            (all) => Promise.all(all.map(async (file) => (await fetch(file, { cache: "no-store" })).ok)),
            files.slice(0, 5),
          )
        ).every(Boolean)
      await untilKept(page, due)
      await expect.poll(async () => areThere(await filesOf(due)), { timeout: 60_000 }).toBe(true)
      await saveInTheBasement()
      await sentOnceBack()
    },
  )
})
