import { drawn, expect, onlyWithScripts, signIn, test } from "./journey"

const saveMail = "button[name=intent][value=mail]"

test(
  "a message appears where it is visible, and can be closed",
  drawn("where it is drawn"),
  async ({ page, look, javaScriptEnabled }) => {
    await page.setViewportSize({ width: 360, height: 640 })
    await signIn(page, "admin@crescendo.example")
    await page.goto("/settings/preferences?edit=mail", { waitUntil: "networkidle" })
    const region = page.locator(".page-messages > [aria-live=polite]")
    await expect(region).toHaveCount(1)
    await expect(region).toBeEmpty()
    const step = page.locator(saveMail)
    await step.scrollIntoViewIfNeeded()
    const before = await page.evaluate(() => window.scrollY)
    await step.click()
    const toast = region.locator(".toast")
    await expect(toast).toBeVisible()
    if (javaScriptEnabled) {
      expect(before).toBeGreaterThan(300)
      await expect(toast).toBeInViewport()
      await page.getByRole("button", { name: "Dismiss" }).click()
      await expect(toast).toHaveCount(0)
      await expect(region).toHaveCount(1)
    } else {
      // In the flow of the page, first in its content, with nothing that needs a script.
      expect(await region.evaluate((element) => getComputedStyle(element).position)).toBe("static")
      await expect(page.getByRole("button", { name: "Dismiss" })).toHaveCount(0)
    }
    await look(page)
  },
)

test(
  "what is below a message stays where it is while the message is at the window’s top",
  onlyWithScripts("without a script a message stays in its place"),
  async ({ page }) => {
    await page.setViewportSize({ width: 360, height: 640 })
    await signIn(page, "admin@crescendo.example")
    await page.goto("/settings/preferences?edit=mail", { waitUntil: "networkidle" })
    await page.locator(saveMail).click()
    const area = page.locator(".page-messages")
    await expect(area.locator(".toast")).toBeVisible()
    const scrollTo = (top: number) =>
      page.evaluate((top) => window.scrollTo({ top, behavior: "instant" }), top)
    const place = () =>
      page
        .locator("main h1")
        .first()
        .evaluate((heading) => Math.round(heading.getBoundingClientRect().top + scrollY))
    await scrollTo(0)
    await expect(area).not.toHaveClass(/away/)
    const before = await place()
    await scrollTo(500)
    await expect(area).toHaveClass(/away/)
    await expect(area.locator(".toast")).toBeInViewport()
    expect(await place()).toBe(before)
    // Gone, it still doesn't pull the page up below a finger.
    await page.getByRole("button", { name: "Dismiss" }).click()
    await expect(area.locator(".toast")).toHaveCount(0)
    expect(await place()).toBe(before)
    await scrollTo(0)
    await expect(area).not.toHaveClass(/away/)
    expect(await place()).toBeLessThan(before)
  },
)

test(
  "good news disappears; what can be undone and what failed stays",
  onlyWithScripts("nothing goes by itself without a script"),
  async ({ page }) => {
    await page.clock.install()
    await signIn(page, "admin@crescendo.example")
    await page.goto("/settings/preferences?edit=mail", { waitUntil: "networkidle" })
    await page.locator(saveMail).click()
    const toast = page.locator(".page-messages .toast")
    await expect(toast).toBeVisible()
    await page.mouse.move(0, 0)
    await page.clock.runFor(8_000)
    await expect(toast).toBeVisible()
    await page.clock.runFor(30_000)
    await expect(toast).toHaveCount(0)

    await page.getByRole("link", { name: "Edit: Notifications" }).click()
    await expect(page.locator(saveMail)).toBeVisible()
    await page.context().setOffline(true)
    await page.locator(saveMail).click()
    await expect(toast).toContainText("You’re offline.")
    await page.clock.runFor(120_000)
    await expect(toast).toHaveCount(1)
    // Pressed again, it is one message, not two.
    await page.locator(saveMail).click()
    await expect(toast).toHaveCount(1)
    await page.context().setOffline(false)
  },
)
