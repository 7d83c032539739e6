import type { Locator, Page } from "@playwright/test"
import { expect, signIn, test } from "./journey"

// What families and teachers do most on a phone, and how many taps it takes from their first screen: those into a field count,
// typing doesn't, and a list to choose from counts twice. What would be sent to other people isn't: its button only has to be
// there. docs/measurements.md has the table.

test.use({ viewport: { width: 360, height: 740 }, hasTouch: true })
test.skip(({ javaScriptEnabled }) => javaScriptEnabled === false, "taps are counted with scripts")

function hand() {
  let taps = 0
  return {
    tap: async (target: Locator) => {
      taps += 1
      await target.click()
    },
    enter: async (target: Locator, text: string) => {
      taps += 1
      await target.fill(text)
    },
    choose: async (target: Locator, label: string) => {
      taps += 2
      await target.selectOption({ label })
    },
    wouldTap: async (target: Locator) => {
      taps += 1
      await expect(target).toBeEnabled()
    },
    taps: () => taps,
  }
}

const bar = (page: Page) => page.getByRole("navigation", { name: "Quick" })

/** Above the bar at the bottom, without scrolling. */
async function expectInView(page: Page, target: Locator) {
  const [box, below] = [await target.boundingBox(), await bar(page).boundingBox()]
  expect((box?.y ?? 999) + (box?.height ?? 0)).toBeLessThanOrEqual(below?.y ?? 0)
}

test.describe("a family", () => {
  test.beforeEach(({ page }) => signIn(page, "guardian@harmony.example"))

  test("sees the next lesson and what is due without a tap", async ({ page }) => {
    await expectInView(page, page.locator("#next + h2"))
    await expectInView(page, page.getByRole("heading", { name: "Balance due" }))
  })

  test("reports an absence in two taps, and withdraws it in two", async ({ page, look }) => {
    const { tap, taps } = hand()
    const when = await page.locator("#next + h2").textContent()
    await tap(page.getByRole("link", { name: "Can’t make it?" }))
    await tap(page.getByRole("button", { name: "Report absence" }))
    await expect(page.getByText("Not coming").first()).toBeVisible()
    expect(taps()).toBe(2)

    await page.goto("/student/dashboard")
    await expect(page.locator("#next + h2")).not.toHaveText(when ?? "")
    await look(page)
    const back = hand()
    // All of the card leads there, and says so: "Withdraw absence".
    await back.tap(page.getByRole("link", { name: when ?? "", exact: true }))
    await back.tap(page.getByRole("button", { name: "Withdraw absence" }))
    await expect(page.getByRole("heading", { name: "Can’t make it?" })).toBeVisible()
    expect(back.taps()).toBe(2)
  })

  test("gets to PayPal in two taps", async ({ page }) => {
    const { tap, wouldTap, taps } = hand()
    await tap(page.getByRole("main").getByRole("link", { name: /^Pay \$/ }))
    await wouldTap(page.getByRole("button", { name: /PayPal/ }).first())
    expect(taps()).toBe(2)
  })

  test("writes to the office in seven taps", async ({ page }) => {
    const { tap, enter, choose, wouldTap, taps } = hand()
    await tap(bar(page).getByRole("link", { name: "Messages" }))
    await tap(page.getByRole("main").getByRole("link", { name: "New message" }))
    await choose(page.getByLabel("To", { exact: true }), "The office")
    await enter(page.getByLabel("Subject"), "Concert")
    await enter(page.getByLabel("Message", { exact: true }), "When does it begin?")
    await wouldTap(page.getByRole("button", { name: /^Send to/ }))
    expect(taps()).toBe(7)
  })

  test("logs practice in three taps", async ({ page }) => {
    const { tap, enter, wouldTap, taps } = hand()
    await tap(bar(page).getByRole("link", { name: "Progress" }))
    await enter(page.getByRole("textbox", { name: "Minutes" }), "20")
    await wouldTap(page.getByRole("button", { name: "Log practice" }))
    expect(taps()).toBe(3)
  })
})

test.describe("a teacher", () => {
  test.beforeEach(({ page }) => signIn(page, "teacher@harmony.example"))

  test("writes to a student’s family from Today in four taps", async ({ page }) => {
    const { tap, enter, wouldTap, taps } = hand()
    await tap(
      page
        .getByRole("main")
        .getByRole("link", { name: /^Message the family of/ })
        .first(),
    )
    await enter(page.getByLabel("Subject"), "Concert")
    await enter(page.getByLabel("Message", { exact: true }), "Please bring the music.")
    await wouldTap(page.getByRole("button", { name: /^Send to/ }))
    expect(taps()).toBe(4)
  })

  test("finds a student in two taps", async ({ page }) => {
    const { tap, taps } = hand()
    // Until the part behind the page has loaded, the link leads to the search page.
    await page.waitForFunction(() => sessionStorage.getItem("recent-places") !== null)
    await tap(bar(page).getByRole("link", { name: "Search" }))
    await expect(page.getByRole("combobox", { name: "Search" })).toBeFocused()
    await page.keyboard.type("milo")
    await tap(page.getByRole("option", { name: /^Milo/ }).first())
    await expect(page).toHaveURL(/\/students\//)
    expect(taps()).toBe(2)
  })
})
