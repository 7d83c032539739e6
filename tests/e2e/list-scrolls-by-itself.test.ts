import { expect, onlyWithoutScripts, signIn, test } from "./journey"
import { reachingOut } from "./reaching-out"

test(
  "a list with all its columns scrolls by itself, and its page doesn’t",
  onlyWithoutScripts("widths are a matter of styles: once is enough"),
  async ({ page }) => {
    await signIn(page, "solo@brightkeys.example")
    await page.goto("/students")
    const choice = page.locator("details", { hasText: "Columns" }).last()
    await choice.locator("summary").click()
    for (const box of await choice.getByRole("checkbox").all()) await box.check()
    await choice.getByRole("button", { name: "Save columns" }).click()
    for (const width of [641, 768, 1024, 1181, 1280]) {
      await page.setViewportSize({ width, height: 740 })
      expect(await reachingOut(page), `at ${width} px`).toEqual([])
    }
    await page.setViewportSize({ width: 768, height: 740 })
    const last = page.getByRole("columnheader").last()
    await last.scrollIntoViewIfNeeded()
    // A column may end at a fraction of a pixel.
    await expect(last).toBeInViewport({ ratio: 0.99 })
  },
)
