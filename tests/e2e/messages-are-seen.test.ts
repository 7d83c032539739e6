import { expect, signIn, test } from "./journey"

const saveMail = "button[name=intent][value=mail]"

test("a message appears where it is visible, and can be closed", async ({
  page,
  look,
  javaScriptEnabled,
}) => {
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
})

test("good news disappears; what can be undone and what failed stays", async ({
  page,
  javaScriptEnabled,
}) => {
  test.skip(javaScriptEnabled === false, "nothing goes by itself without a script")
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

  await page.getByRole("link", { name: "Edit: Email notifications" }).click()
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
})
