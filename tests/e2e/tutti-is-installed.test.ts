import { expect, onlyWithScripts, signIn, test } from "./journey"

// Tutti on a phone's home screen: offered from the second visit on, below the content, and never again once refused.

test.use({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true })
const only = onlyWithScripts("a browser asks a script")

test(
  "a phone is offered Tutti for its home screen from the second visit on, until it refuses",
  only,
  async ({ page, context, look }) => {
    const offer = (shown = page) => shown.getByText("Add Tutti to your home screen.")
    // What the browser does once a page can be installed.
    const canInstall = (shown = page) =>
      shown.evaluate(() =>
        window.dispatchEvent(
          Object.assign(new Event("beforeinstallprompt", { cancelable: true }), { prompt: async () => ({}) }),
        ),
      )
    await signIn(page, "teacher@harmony.example")
    await canInstall()
    await expect(offer()).toHaveCount(0)

    const second = await context.newPage()
    await second.goto("/dashboard/teacher")
    await second.locator('html[data-scripts="running"]').waitFor({ state: "attached" })
    await expect(async () => {
      await canInstall(second)
      await expect(offer(second)).toBeVisible({ timeout: 500 })
    }).toPass()
    const [above, below] = await Promise.all([
      second.getByRole("heading", { name: "Today" }).boundingBox(),
      offer(second).boundingBox(),
    ])
    expect(below?.y ?? 0).toBeGreaterThan(above?.y ?? 0)
    await look(second)
    await second.getByRole("button", { name: "Don’t ask again" }).click()
    await expect(offer(second)).toHaveCount(0)

    const third = await context.newPage()
    await third.goto("/dashboard/teacher")
    await third.locator('html[data-scripts="running"]').waitFor({ state: "attached" })
    await canInstall(third)
    await expect(offer(third)).toHaveCount(0)
  },
)

test(
  "an iPhone, which asks nothing itself, is told how from the second visit on, until it refuses",
  only,
  async ({ page, context }) => {
    // Only Safari on Apple's phones says whether a page was opened from the home screen.
    await context.addInitScript(() => Object.defineProperty(navigator, "standalone", { value: false }))
    const hint = (shown = page) => shown.getByText("Tap Share in your browser, then Add to Home Screen.")
    await signIn(page, "guardian@harmony.example")
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible()
    await expect(hint()).toHaveCount(0)

    const second = await context.newPage()
    await second.goto("/student/dashboard")
    await expect(hint(second)).toBeVisible()
    await second.getByRole("button", { name: "Don’t ask again" }).click()
    await expect(hint(second)).toHaveCount(0)
    const third = await context.newPage()
    await third.goto("/student/dashboard")
    await third.locator('html[data-scripts="running"]').waitFor({ state: "attached" })
    await expect(hint(third)).toHaveCount(0)
  },
)
