import type { Page } from "@playwright/test"
import { expect, signIn, test } from "./journey"

// A person with a slow phone presses what they see, long before the page's scripts listen. Each of these clicks is as raw as
// theirs: at a place on the screen, once.

test.skip(({ javaScriptEnabled }) => javaScriptEnabled === false, "a page without scripts listens at once")

const list = "/students"
const mail = "/settings/preferences?edit=mail"
const saveMail = "button[name=intent][value=mail]"

/** Presses the first such element as soon as it's drawn. */
async function pressAtOnce(page: Page, selector: string) {
  const element = page.locator(selector).first()
  await element.waitFor()
  await element.evaluate((each) => each.scrollIntoView({ block: "center", behavior: "instant" }))
  const box = await element.boundingBox()
  if (!box) throw new Error(`${selector} isn’t drawn.`)
  await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2)
}

/** Each page asks for its scripts and gets those that match only once it's told so. */
async function holdScripts(page: Page, pattern: RegExp): Promise<() => void> {
  let letGo = () => {}
  const held = new Promise<void>((resolve) => {
    letGo = resolve
  })
  await page.route(pattern, async (route) => {
    await held
    await route.continue().catch(() => undefined)
  })
  return () => letGo()
}

async function slowDown(page: Page) {
  const session = await page.context().newCDPSession(page)
  await session.send("Emulation.setCPUThrottlingRate", { rate: 6 })
}

for (const [name, pattern] of [
  ["before any script has come", /\/assets\/.*\.js$/],
  ["before what loads behind the page has come", /\/assets\/later-.*\.js$/],
] as const) {
  test(`a link and a form do what they are for ${name}`, async ({ page: first, context }) => {
    await first.setViewportSize({ width: 1280, height: 900 })
    await signIn(first, "admin@crescendo.example")
    for (const [path, selector, isDone] of [
      [list, "main table tbody a", (page: Page) => expect(page).toHaveURL(/\/students\/[^/?]+$/)],
      [mail, saveMail, (page: Page) => expect(page.locator(".toast")).toBeVisible()],
    ] as const) {
      const page = await context.newPage()
      const letGo = await holdScripts(page, pattern)
      await page.goto(path, { waitUntil: "commit" })
      if (name !== "before any script has come")
        await page.locator('html[data-hydrated="yes"]').waitFor({ state: "attached" })
      await pressAtOnce(page, selector)
      await isDone(page)
      letGo()
      await page.close()
    }
  })
}

test("on a slow machine each click counts, from the first moment something is seen", async ({
  page: first,
  context,
}) => {
  await first.setViewportSize({ width: 1280, height: 900 })
  await signIn(first, "admin@crescendo.example")
  // From the moment it's drawn until the scripts run, in steps of what a frame takes there.
  for (const frames of [0, 2, 5, 10, 20, 40]) {
    const page = await context.newPage()
    await slowDown(page)
    await page.goto(list, { waitUntil: "commit" })
    const link = page.locator("main table tbody a").first()
    await link.waitFor()
    for (let frame = 0; frame < frames; frame += 1)
      await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(drawn)))
    await pressAtOnce(page, "main table tbody a")
    await expect(page, `after ${frames} frames`).toHaveURL(/\/students\/[^/?]+$/, { timeout: 60_000 })
    await page.close()
  }
})

test("a page that fades in takes clicks while it does", async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 900 })
  await signIn(page, "admin@crescendo.example")
  await page.goto(mail)
  await slowDown(page)
  // A document of its own follows, into which the page fades.
  await page.evaluate((address) => location.assign(address), list)
  await page.waitForURL((url) => url.pathname === list, { waitUntil: "commit" })
  await pressAtOnce(page, "main table tbody a")
  await expect(page).toHaveURL(/\/students\/[^/?]+$/, { timeout: 60_000 })
})
