import type { Page } from "@playwright/test"
import sharp from "sharp"
import { testNow } from "../support/clock"
import { expect, onlyWithScripts, signIn, test } from "./journey"
import { firstLesson, keptOn, untilKept } from "./kept-on-device"
import { test as testAlone } from "./own-app"

// A basement: Tutti opens without a network, with what the device has kept for the person who is logged in.

test.use({ serviceWorkers: "allow" })
const only = onlyWithScripts("a browser without scripts keeps nothing")

test(
  "a teacher takes attendance in a basement, on a page that was never opened",
  only,
  async ({ page, context }) => {
    await signIn(page, "teacher@harmony.example")
    const due = await firstLesson(page)
    await untilKept(page, due)

    await context.setOffline(true)
    await page.goto(due)
    await page.getByRole("button", { name: /^Save (attendance|changes)/ }).click()
    await expect(page.getByText("Saved on this device.")).toBeVisible()
    await page.close()

    await context.setOffline(false)
    const later = await context.newPage()
    await later.goto("/dashboard/teacher")
    await expect(later.getByText("Attendance sent.", { exact: true })).toBeVisible({ timeout: 30_000 })
    await later.goto(due)
    await expect(later.getByText("Attendance is saved.")).toBeVisible()
  },
)

// The demo has two lessons without attendance, and other journeys count on them.
testAlone.describe(() => {
  testAlone.use({ serviceWorkers: "allow" })

  testAlone(
    "attendance that waits can be opened again, also of a lesson that is no part of the day",
    only,
    async ({ page, context }) => {
      await signIn(page, "admin@harmony.example")
      await page.goto("/attendance?view=missing")
      const lesson =
        (await page.locator('main a[href*="/classes/sessions/"]').last().getAttribute("href")) ?? ""
      await page.goto(lesson)
      await untilKept(page, lesson)
      await context.setOffline(true)
      await page.getByLabel("Private note").fill("From the basement")
      await page.getByRole("button", { name: /^Save attendance/ }).click()
      await expect(page.getByText("Saved on this device.")).toBeVisible()
      await page.close()

      const later = await context.newPage()
      await later.goto(lesson)
      await expect(later.getByLabel("Private note")).toHaveValue("From the basement")
      await context.setOffline(false)
      // It is sent as soon as there is a connection.
      await expect(later.getByText("Attendance is saved.")).toBeVisible({ timeout: 30_000 })
      await expect(later.getByLabel("Private note")).toHaveValue("From the basement")
    },
  )
})

test(
  "a teacher whose device’s clock is behind takes attendance all the same",
  only,
  async ({ page, context }) => {
    await signIn(page, "teacher@harmony.example")
    const row = (await page.locator(".day-row").last().getAttribute("href")) ?? ""
    const last = `/classes/sessions/${row.split("#lesson-")[1]}`
    await untilKept(page, last)
    await context.setOffline(true)
    await page.clock.setSystemTime(testNow - 6 * 3_600_000)
    await page.goto(last)
    await expect(page.getByText(/^You can take attendance from/)).toBeVisible()
    await expect(page.getByRole("button", { name: /^Save/ })).toHaveCount(0)
    await page.getByRole("button", { name: "Take attendance now" }).click()
    await page.getByRole("button", { name: /^Save attendance/ }).click()
    await expect(page.getByText("Saved on this device.")).toBeVisible()
  },
)

test(
  "a kept page opens, and says how old it is, where a proxy answers in Tutti’s place",
  only,
  async ({ page, context }) => {
    await signIn(page, "teacher@harmony.example")
    const lesson = await firstLesson(page)
    await untilKept(page, lesson)
    await untilKept(page, "/dashboard/teacher")
    // A test can't answer what the browser asks for while the service worker wakes: it leaves that out.
    await page.evaluate(async () => (await navigator.serviceWorker.ready).navigationPreload.disable())
    const bad = { status: 502, contentType: "text/html", body: "<h1>502 Bad Gateway</h1>" }
    await context.route("**/*", (route) => route.fulfill(bad))
    await page.goto(lesson)
    await expect(page.getByText("Tutti didn’t answer in time.")).toBeVisible()
    await expect(page.getByText(/This page was saved on this device on/)).toBeVisible()
    await page.goto("/auth/login")
    await expect(page).toHaveURL(/\/dashboard\/teacher$/)
    await expect(page.getByRole("heading", { name: "Today" })).toBeVisible()
    await page.goto("/dashboard/teacher/analytics", { waitUntil: "commit" }).catch(() => undefined)
    await expect(page.getByRole("heading", { name: "Tutti can’t be reached" })).toBeVisible()
    await expect(page.locator(`a[href="${lesson}"]`)).toBeVisible()

    await context.unroute("**/*")
    await page.goto(lesson)
    await expect(page.getByText("Tutti didn’t answer in time.")).toHaveCount(0)
  },
)

test("a teacher opens the day in a basement", only, async ({ page, context, look }) => {
  await signIn(page, "teacher@harmony.example")
  const lesson = await firstLesson(page)
  const row = (await page.locator(".day-row").first().getAttribute("href")) ?? ""
  await untilKept(page, lesson)
  await untilKept(page, row.replace(/#.*$/, ""))

  await context.setOffline(true)
  await page.close()
  const later = await context.newPage()
  // Where an installed Tutti starts.
  await later.goto("/auth/login")
  await expect(later).toHaveURL(/\/dashboard\/teacher$/)
  await expect(later.getByText("You’re offline.", { exact: true })).toBeVisible()
  await expect(later.getByRole("heading", { name: "Today" })).toBeVisible()
  await look(later)

  // A lesson of the day opens in its place, then on its own page, which is kept; another page isn't.
  await later.locator(`a[href="${row}"]`).click()
  await later.getByRole("article").locator(`a[href="${lesson}"]`).click()
  await expect(later).toHaveURL(lesson)
  await expect(later.getByText(/This page was saved on this device on/)).toBeVisible()
  await later.goto("/dashboard/teacher/analytics", { waitUntil: "commit" }).catch(() => undefined)
  await expect(later.getByRole("heading", { name: "Tutti can’t be reached" })).toBeVisible()
  await expect(later.locator(`a[href="${lesson}"]`)).toBeVisible()

  await context.setOffline(false)
  await later.goto("/dashboard/teacher")
  await expect(later.getByText("You’re offline.", { exact: true })).toHaveCount(0)
})

test(
  "what is kept goes when the person logs out, and another never sees it",
  only,
  async ({ page, context }) => {
    await signIn(page, "guardian@harmony.example")
    await untilKept(page, "/student/schedule")
    await logInAsAnother(page)
    await untilKept(page, "/dashboard/teacher")
    expect((await keptOn(page)).filter((path) => path.startsWith("/student/"))).toEqual([])

    await page.getByRole("button", { name: "Log out" }).first().click()
    await page.waitForURL((url) => url.pathname === "/")
    expect(await keptOn(page)).toEqual([])
    await context.setOffline(true)
    await page.goto("/dashboard/teacher", { waitUntil: "commit" }).catch(() => undefined)
    await expect(page.getByText(/No pages are saved on this device/)).toBeVisible()
    await context.setOffline(false)
  },
)

test(
  "a device that saves data keeps nothing, and asks for nothing behind the page",
  only,
  async ({ page }) => {
    await signIn(page, "guardian@harmony.example")
    await untilKept(page, "/student/schedule")
    await page.goto("/settings/preferences?edit=light")
    await page.getByLabel("Save data on this device").check()
    await page.getByRole("button", { name: "Save data saver" }).click()
    await expect(page.getByText("Data saver turned on for this device.")).toBeVisible()
    const left = () =>
      page.evaluate(async () => [
        ...(await caches.keys()),
        ...(await navigator.serviceWorker.getRegistrations()).map(({ scope }) => scope),
      ])
    await expect.poll(left).toEqual([])

    const asked: string[] = []
    page.on("request", (request) => asked.push(new URL(request.url()).pathname))
    await page.getByRole("link", { name: "Schedule" }).first().click()
    await expect(page).toHaveURL(/\/student\/schedule/)
    // As long as a page with scripts waits before it keeps others.
    await page.waitForTimeout(4_000)
    expect(asked.filter((path) => /kept-pages|service-worker|\.js$/.test(path))).toEqual([])
    expect(await left()).toEqual([])
  },
)

/** Another person logs in where the first one is still logged in. */
async function logInAsAnother(page: Page) {
  await page.context().clearCookies()
  await signIn(page, "teacher@harmony.example")
}

test(
  "a family’s messages and practice written without a connection are sent later, each once",
  only,
  async ({ page, context }) => {
    await signIn(page, "guardian@harmony.example")
    await page.goto("/messaging")
    await page.locator('main a[href^="/messaging/"]').filter({ hasText: "second lesson" }).first().click()
    await expect(page.getByLabel("Reply")).toBeVisible()
    const conversation = page.url()

    await context.setOffline(true)
    await page.getByLabel("Reply").fill("From the basement")
    await page.getByRole("button", { name: "Send reply" }).click()
    await expect(page.getByText("Saved on this device.")).toBeVisible()
    await expect(page.getByLabel("Reply")).toHaveValue("")
    await page.getByLabel("Reply").fill("And one more from the basement")
    await page.getByLabel("Photo or file").setInputFiles({
      name: "basement.png",
      mimeType: "image/png",
      buffer: await sharp({ create: { width: 80, height: 60, channels: 3, background: "#1649ad" } })
        .png()
        .toBuffer(),
    })
    await page.getByRole("button", { name: "Send reply" }).click()
    await expect(page.getByText(/Message, .*; Message, /)).toBeVisible()
    await page.close()

    await context.setOffline(false)
    const later = await context.newPage()
    await later.goto("/student/dashboard")
    await expect(later.getByText("Sent.", { exact: true })).toBeVisible({ timeout: 30_000 })
    await later.goto(conversation)
    await expect(later.getByText("From the basement", { exact: true })).toHaveCount(1)
    await expect(later.getByText("And one more from the basement", { exact: true })).toHaveCount(1)
    const photo = later.getByRole("listitem").filter({ hasText: "And one more from the basement" }).last()
    await expect(photo.getByRole("img")).toHaveCount(1)
    expect(await later.evaluate(async () => (await (await caches.open("unsent-files")).keys()).length)).toBe(
      0,
    )

    await later.goto("/student/progress")
    await context.setOffline(true)
    await later.getByRole("textbox", { name: "Minutes" }).fill("25")
    await later.getByRole("button", { name: "Log practice" }).click()
    await expect(later.getByText("Saved on this device.")).toBeVisible()
    await context.setOffline(false)
    await expect(later.getByText("Sent.", { exact: true })).toBeVisible({ timeout: 30_000 })
  },
)

test(
  "a family reports an absence without a connection, on a page that was never opened",
  only,
  async ({ page, context }) => {
    await signIn(page, "guardian@harmony.example")
    const lessonPage = /^\/student\/schedule\/[\w-]+\?child=/
    await untilKept(page, lessonPage)
    await untilKept(page, /^\/messaging\/[\w-]+$/)
    const lessons = (await keptOn(page)).filter((path) => lessonPage.test(path))

    await context.setOffline(true)
    let lesson = ""
    for (lesson of lessons) {
      await page.goto(lesson)
      if ((await page.getByRole("button", { name: "Report absence" }).count()) > 0) break
    }
    await page.getByRole("textbox", { name: "Reason" }).fill("From the basement")
    await page.getByRole("button", { name: "Report absence" }).click()
    await expect(page.getByText("Saved on this device.")).toBeVisible()
    await page.close()

    await context.setOffline(false)
    const later = await context.newPage()
    await later.goto("/student/dashboard")
    await expect(later.getByText("Sent.", { exact: true })).toBeVisible({ timeout: 30_000 })
    await later.goto(lesson)
    await expect(later.getByText("From the basement")).toBeVisible()
    await later.getByRole("button", { name: "Withdraw absence" }).click()
    await expect(later.getByText(/Absence withdrawn/)).toBeVisible()
  },
)

test(
  "a form that the browser sends itself stays on its page when the network goes in that moment",
  only,
  async ({ page, context }) => {
    await signIn(page, "guardian@harmony.example")
    await untilKept(page, "/student/schedule")
    await page.goto("/settings/preferences?edit=light")
    await page.getByLabel("Save data on this device").check()
    // What a page asks first still answers.
    await page.route("**/favicon.svg", (route) => route.fulfill({ status: 200, body: "" }))
    await context.setOffline(true)
    await page.getByRole("button", { name: "Save data saver" }).click()
    await expect(
      page.getByText("We can’t tell whether this was saved. What you typed is still here."),
    ).toBeVisible()
    await expect(page.getByLabel("Save data on this device")).toBeChecked()
    await page.unroute("**/favicon.svg")
    await context.setOffline(false)
    await page.getByRole("button", { name: "Try again" }).click()
    await expect(page.getByText("Data saver turned on for this device.")).toBeVisible()
  },
)
