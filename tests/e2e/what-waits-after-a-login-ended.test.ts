import { expect, signIn, test } from "./journey"

// What a device keeps for later says why it isn't sent: offline, a login that ended elsewhere, or trouble on our side.

test.skip(({ javaScriptEnabled }) => javaScriptEnabled === false, "a browser without scripts keeps nothing")

test("attendance that waits after the login ended elsewhere asks to log in, on its page and on the login page", async ({
  page,
  context,
}) => {
  await signIn(page, "teacher@crescendo.example")
  const row = (await page.locator(".day-row").first().getAttribute("href")) ?? ""
  const due = `/classes/sessions/${row.split("#lesson-")[1]}`
  await page.goto(due)
  await context.setOffline(true)
  await page.getByRole("button", { name: /^Save (attendance|changes)/ }).click()
  await expect(page.getByText("Saved on this device.")).toBeVisible()
  await expect(page.getByText("come back when you’re online")).toBeVisible()
  // Logged out everywhere else.
  const kept = (await context.cookies()).filter(({ name }) => name.startsWith("tutti-kept"))
  await context.clearCookies()
  await context.addCookies(kept)
  await context.setOffline(false)
  await expect(page.getByText("1 lesson waits.")).toBeVisible({ timeout: 30_000 })
  await page.getByRole("link", { name: "Log in", exact: true }).click()
  await expect(page.getByText("1 lesson waits. Log in to send it.")).toBeVisible()
  await page.getByLabel("Username or email").fill("teacher@crescendo.example")
  await page.getByLabel("Password", { exact: true }).fill("tutti-demo-2026")
  await page.getByRole("button", { name: "Log in" }).click()
  await expect(page.getByText("Attendance sent.", { exact: true })).toBeVisible({ timeout: 30_000 })
})

test("what a full device can’t keep says so", async ({ page, context }) => {
  await signIn(page, "teacher@harmony.example")
  await page.goto("/messaging/new")
  await page.evaluate(() => {
    for (let size = 1 << 20; size > 0; size >>= 1)
      try {
        for (;;) localStorage.setItem(`full ${size} ${localStorage.length}`, "x".repeat(size))
      } catch {
        // The next smaller piece may still fit.
      }
  })
  await page.locator("textarea").first().fill("Written on a full device")
  await page.locator("select[name=to]").selectOption({ index: 1 })
  await context.setOffline(true)
  await page.getByRole("button", { name: /^Send/ }).last().click()
  await expect(page.getByText("This device is full and can’t keep it, so leave this page open.")).toBeVisible()
  await expect(page.locator("textarea").first()).toHaveValue("Written on a full device")
})
