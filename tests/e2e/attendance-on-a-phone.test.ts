import type { Page } from "@playwright/test"
import { expect, onlyWithoutScripts, signIn, test } from "./journey"
import { test as testAlone } from "./own-app"

// Attendance under a thumb: what must be in the first view of a small phone, and what large text may not cover.

test(
  "with text of twice the size nothing of an attendance form is cut off or lies under its bar",
  onlyWithoutScripts("sizes are a matter of styles: once is enough"),
  async ({ page }) => {
    await signIn(page, "teacher@harmony.example")
    await page.setViewportSize({ width: 360, height: 640 })
    await page.goto("/dashboard/teacher")
    const lessons = await page
      .locator('main a[href*="lesson="]')
      .evaluateAll((links) => links.map((link) => link.getAttribute("href") ?? ""))
    let found = 0
    for (const lesson of lessons) {
      await page.goto(lesson.replace(/^.*#lesson-/, "/classes/sessions/"))
      if ((await page.locator("#register").count()) === 0) continue
      found += 1
      expect(await unreachableInRegister(page), lesson).toEqual([])
    }
    expect(found).toBeGreaterThan(0)
  },
)

// Where all attendance is taken there is no next lesson, and other journeys take it. Skipped here, its app isn't started for nothing.
testAlone.describe(() => {
  testAlone(
    "the button that leads to the next lesson is in the first view of a phone, and covers no field",
    onlyWithoutScripts("sizes are a matter of styles: once is enough"),
    async ({ page }) => {
      await page.setViewportSize({ width: 360, height: 640 })
      await signIn(page, "admin@harmony.example")
      await page.goto("/attendance?view=missing")
      const paths = await page
        .locator('main a[href^="/classes/sessions/"]')
        .evaluateAll((links) => links.map((link) => link.getAttribute("href") ?? ""))
      let found = 0
      for (const path of [...new Set(paths)].slice(0, 6)) {
        await page.goto(path)
        const next = page.getByRole("button", { name: /^Save and next/ })
        if ((await next.count()) === 0) continue
        found += 1
        const [box, bar] = [await next.boundingBox(), await page.locator(".bottom-bar").boundingBox()]
        expect((box?.y ?? 999) + (box?.height ?? 0), path).toBeLessThanOrEqual(bar?.y ?? 0)
        expect(box?.height, path).toBeLessThan(60)
        // What saving does is read above the button, and what the lesson is in its whole width.
        const sum = await page.locator("#register .save-main > p").boundingBox()
        expect((sum?.y ?? 0) + (sum?.height ?? 999), path).toBeLessThanOrEqual(box?.y ?? 0)
        expect(sum?.y, path).toBeGreaterThan(0)
        expect((await page.locator(".page-head .expression").boundingBox())?.width, path).toBeGreaterThan(300)
        const links = page.locator('.register-head a:is([href^="/classes/"]:not([href*="edit"]))')
        const lines = await links.evaluateAll((all) =>
          all.filter((a) => !a.classList.contains("button")).map((a) => a.getBoundingClientRect().bottom),
        )
        expect(lines.length, path).toBe(2)
        expect(await unreachableInRegister(page, "100%"), path).toEqual([])
      }
      expect(found).toBeGreaterThan(0)
    },
  )
})

test(
  "on Today it stays above the tab bar while the open lesson is on screen",
  onlyWithoutScripts("sizes are a matter of styles: once is enough"),
  async ({ page }) => {
    await page.setViewportSize({ width: 360, height: 640 })
    await signIn(page, "teacher@harmony.example")
    await page.goto("/dashboard/teacher")
    const lessons = await page
      .locator('main a[href*="lesson="]')
      .evaluateAll((links) => links.map((link) => link.getAttribute("href") ?? ""))
    let found = 0
    for (const lesson of lessons) {
      await page.goto(lesson)
      const main = page.locator("#register .save-buttons .wide")
      if ((await main.count()) === 0) continue
      found += 1
      const [box, bar] = [await main.boundingBox(), await page.locator(".bottom-bar").boundingBox()]
      expect((box?.y ?? 999) + (box?.height ?? 0), lesson).toBeLessThanOrEqual(bar?.y ?? 0)
    }
    expect(found).toBeGreaterThan(0)
  },
)

/** With large text: what of the form is wider than the window, scrolls sideways, or is covered once it has come into view. */
const unreachableInRegister = (page: Page, size = "200%") =>
  page.evaluate((size) => {
    document.documentElement.style.setProperty("font-size", size)
    const controls = document.querySelectorAll<HTMLElement>(
      "#register :is(label, textarea, button, summary, input:not([type=hidden], [type=radio]))",
    )
    return [...controls].flatMap((each) => {
      if (!each.checkVisibility() || each.offsetWidth < 3) return []
      const name = `${each.tagName} ${(each.textContent ?? "").slice(0, 30)}`
      each.scrollIntoView({ block: "nearest", behavior: "instant" })
      const box = each.getBoundingClientRect()
      if (box.left < 0 || box.right > innerWidth) return [`${name} is cut off`]
      if (each.tagName !== "TEXTAREA" && each.scrollWidth > each.clientWidth + 1 && each.tagName !== "LABEL")
        return [`${name} scrolls sideways`]
      const at = document.elementFromPoint(box.left + box.width / 2, box.top + Math.min(box.height / 2, 40))
      if (!at) return []
      const isCovered = at.closest(".save-bar, .bottom-bar, .top-bar") && !each.closest(".save-bar")
      return isCovered ? [`${name} lies under ${at.className || at.tagName}`] : []
    })
  }, size)
