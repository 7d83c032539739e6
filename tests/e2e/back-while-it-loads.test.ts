import { expect, onlyWithScripts, signIn, test } from "./journey"

test(
  "Back pressed while the page's scripts take over shows the page of its address",
  onlyWithScripts("without scripts nothing takes over"),
  async ({ page }) => {
    await signIn(page, "admin@harmony.example")
    await page.goto("/students")
    await page.getByRole("main").getByRole("link", { name: "New student" }).click()
    await expect(page.getByRole("heading", { level: 1, name: "New student" })).toBeVisible()
    // A slow phone: the list has come before React has drawn the form.
    const devtools = await page.context().newCDPSession(page)
    await devtools.send("Emulation.setCPUThrottlingRate", { rate: 6 })
    await page.addInitScript(() => {
      if (location.pathname !== "/students/create") return
      let router: typeof window.__remixRouter
      Object.defineProperty(window, "__remixRouter", {
        configurable: true,
        get: () => router,
        set: (made: typeof window.__remixRouter) => {
          if (!router) history.back()
          router = made
        },
      })
    })
    await page.reload({ waitUntil: "commit" })
    await expect(page.getByRole("heading", { level: 1, name: "Students" })).toBeVisible({ timeout: 30_000 })
    await expect(page).toHaveURL(/\/students$/)
    await expect(page.locator(".pick input").first()).toBeVisible()
  },
)
