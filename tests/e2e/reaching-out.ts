import type { Page } from "@playwright/test"

/** What reaches past the right edge of a page that scrolls sideways. */
export const reachingOut = (page: Page) =>
  page.evaluate(() =>
    document.documentElement.scrollWidth <= innerWidth
      ? []
      : [...document.body.querySelectorAll("*")]
          .filter((each) => each.getBoundingClientRect().right > innerWidth)
          .map((each) => `${each.tagName}.${each.className} ${(each.textContent ?? "").slice(0, 40)}`)
          .slice(0, 8),
  )
