import type { Page } from "@playwright/test"
import { expect, onlyWithScripts, signIn, test } from "./journey"

// On a slow phone a page is there for seconds before its scripts are. What is pressed in that moment is done: nothing moves away
// under the finger when they begin.

const only = onlyWithScripts("only scripts begin")

const office = "admin@harmony.example"

/** The page's scripts wait until they are let in. */
async function holdScripts(page: Page): Promise<() => Promise<void>> {
  let letIn = () => {}
  const wait = new Promise<void>((resolve) => {
    letIn = resolve
  })
  await page.route("**/assets/*.js", async (route) => {
    await wait
    await route.continue()
  })
  return async () => {
    letIn()
    await page.locator("html[data-hydrated=yes]").waitFor({ state: "attached" })
  }
}

/** As a link does it: the journey's own way of opening a page waits for its scripts. */
async function open(page: Page, to: string) {
  await page.evaluate((address) => location.assign(address), to)
  await page.waitForURL(`**${to}`, { waitUntil: "commit" })
}

async function pressDown(page: Page, button: ReturnType<Page["locator"]>) {
  await button.scrollIntoViewIfNeeded()
  const box = await button.boundingBox()
  if (!box) throw new Error("The button isn’t there.")
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2)
  await page.mouse.down()
}

test(
  "the button of a refused form is still under the finger when the scripts begin",
  only,
  async ({ page }) => {
    await page.setViewportSize({ width: 360, height: 640 })
    await signIn(page, office)
    const letIn = await holdScripts(page)
    await open(page, "/students/create")
    await page.getByLabel("First name").first().fill("Ottilie")
    await page.getByLabel("Last name").first().fill("Untraceable")
    await page.getByLabel("Add to an existing family").fill("Zzyzx")
    const add = page.getByRole("button", { name: "Add student" }).last()
    await add.click()
    await expect(page.locator("[data-error-summary]")).toBeVisible()
    await pressDown(page, add)
    await letIn()
    const sent = page.waitForRequest((request) => request.method() === "POST")
    await page.mouse.up()
    await sent
  },
)
