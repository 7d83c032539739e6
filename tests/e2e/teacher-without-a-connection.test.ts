import { expect, onlyWithScripts, signIn, test } from "./journey"

// A corridor without a connection: the register is kept on the phone, sent when there is one again, and counted once.

test(
  "attendance saved without a connection is sent later, once",
  onlyWithScripts("a browser without scripts cannot keep anything"),
  async ({ page }) => {
    await signIn(page, "admin@harmony.example")
    await page.goto("/attendance?view=missing")
    await page.locator('main a[href^="/classes/sessions/"]').first().click()
    const save = page.getByRole("button", { name: /^Save attendance/ })
    await expect(save).toBeVisible()
    await expect(page.getByRole("button", { name: "Preview changes" })).toHaveCount(0)
    await expect(page.locator("#main")).toBeFocused()

    await page.context().setOffline(true)
    await save.click()
    await expect(page.getByText("Saved on this device.")).toBeVisible()
    await page.context().setOffline(false)
    await expect(page.getByText("Attendance sent.", { exact: true })).toBeVisible({ timeout: 30_000 })
    await expect(page.getByText("Attendance is saved.")).toBeVisible()
    await page.reload()
    await expect(page.getByText("Saved on this device.")).toHaveCount(0)
  },
)

test(
  "attendance whose writer’s login ended elsewhere waits for the next one, and both pages say so",
  onlyWithScripts("a browser without scripts cannot keep anything"),
  async ({ page }) => {
    await signIn(page, "teacher@harmony.example")
    // Where other journeys took the attendance of the lessons so far, none is open, and none has its link.
    await page.goto("/dashboard/teacher")
    const lesson = await page.locator('main a[href*="#lesson-"]').first().getAttribute("href")
    await page.goto(`/dashboard/teacher?lesson=${lesson?.replace(/^.*#lesson-/, "")}`)
    await page.locator('main a[href^="/classes/sessions/"]').first().click()
    const save = page.getByRole("button", { name: /^Save (attendance|changes)/ })
    await expect(save).toBeVisible()
    await expect(page.locator("#main")).toBeFocused()
    const address = page.url()
    await page.context().setOffline(true)
    await save.click()
    await expect(page.getByText("Saved on this device.")).toBeVisible()

    // On another device the teacher logs out everywhere: this one hears of it when it is back.
    const cookies = await page.context().cookies()
    await page.context().clearCookies()
    await page.context().setOffline(false)
    const waits = page.getByText("1 lesson waits.", { exact: true })
    await expect(waits).toBeVisible({ timeout: 30_000 })
    await expect(page.getByText(/Log in to send it\./)).toBeVisible()
    await expect(page.getByText(/come back when you’re online/)).toHaveCount(0)

    await page.getByRole("link", { name: "Log in", exact: true }).click()
    await page.waitForURL("**/auth/login**")
    await expect(page.getByText("1 lesson waits.", { exact: true })).toBeVisible()
    await expect(page.getByText("Log in to send it.")).toBeVisible()
    await page.context().addCookies(cookies)
    await page.goto(address)
    await expect(page.getByText("Attendance sent.", { exact: true })).toBeVisible({ timeout: 30_000 })
    await page.goto("/auth/login?again")
    await expect(page.getByText(/1 lesson waits/)).toHaveCount(0)
  },
)

test.describe("far from the school", () => {
  test.use({ timezoneId: "Asia/Tokyo" })
  test("the time zone of the times is shown", async ({ page, javaScriptEnabled }) => {
    await signIn(page, "teacher@harmony.example")
    const words = "Times are in the school’s time zone, New York."
    // Without a script the viewer's clock is unknown, so it is always said.
    if (javaScriptEnabled)
      await expect(page.getByText(/^Times are .*, New York\. It’s .* where you are\.$/)).toBeVisible()
    else expect(await page.content()).toContain(words)
  })
})
