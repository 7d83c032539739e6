import type { Locator, Page } from "@playwright/test"
import { expect, onlyWithScripts, signIn, test } from "./journey"

// What families and teachers do most on a phone, and how many taps it takes from their first screen: those into a field count,
// typing doesn't. What would be sent to other people isn't: its button only has to be
// there. The seconds are an honest thumb's: 1.5 a tap and 0.25 a letter, without waiting. docs/measurements.md has the table.

test.use({ viewport: { width: 360, height: 740 }, hasTouch: true })
const only = onlyWithScripts("taps are counted with scripts")

/** Counts what a hand does, after the taps that led to the page. */
function hand(before = 0) {
  let taps = before
  let letters = 0
  return {
    tap: async (target: Locator) => {
      taps += 1
      await target.click()
    },
    enter: async (target: Locator, text: string) => {
      taps += 1
      letters += text.length
      await target.fill(text)
    },
    /** Into the field that has the cursor already. */
    type: (text: string) => {
      letters += text.length
    },
    wouldTap: async (target: Locator) => {
      taps += 1
      await expect(target).toBeEnabled()
    },
    taps: () => taps,
    seconds: () => taps * 1.5 + letters * 0.25,
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

  test("sees the next lesson and what is due without a tap", only, async ({ page }) => {
    await expectInView(page, page.locator("#next + h2"))
    await expectInView(page, page.getByRole("heading", { name: "Balance due" }))
  })

  test("reports an absence in two taps, and withdraws it in two", only, async ({ page, look }) => {
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

  test("gets to PayPal in two taps", only, async ({ page }) => {
    const { tap, wouldTap, taps } = hand()
    await tap(page.getByRole("main").getByRole("link", { name: /^Pay \$/ }))
    await wouldTap(page.getByRole("button", { name: /PayPal/ }).first())
    expect(taps()).toBe(2)
  })

  test(
    "writes to the office in six taps, and to the next lesson’s teacher in four",
    only,
    async ({ page }) => {
      const write = async ({ enter, wouldTap }: ReturnType<typeof hand>) => {
        await enter(page.getByLabel("Subject"), "Concert")
        await enter(page.getByLabel("Message", { exact: true }), "When does it begin?")
        await wouldTap(page.getByRole("button", { name: /^Send to/ }))
      }
      const office = hand()
      await office.tap(bar(page).getByRole("link", { name: "Messages" }))
      await office.tap(page.getByRole("main").getByRole("link", { name: "New message" }))
      await office.tap(page.getByRole("link", { name: "The office", exact: true }))
      await write(office)
      expect(office.taps()).toBe(6)

      await page.goto("/student/dashboard")
      const teacher = hand()
      await teacher.tap(page.getByRole("main").getByRole("link", { name: /^Message / }))
      await write(teacher)
      expect(teacher.taps()).toBe(4)
    },
  )

  test("has a free make-up lesson in hand in four taps", only, async ({ page }) => {
    const { tap, wouldTap, taps, seconds } = hand()
    await tap(bar(page).getByRole("link", { name: "Schedule" }))
    await tap(page.getByRole("main").getByRole("link", { name: "Book a make-up lesson" }).first())
    await tap(page.getByRole("radio").first())
    await wouldTap(page.getByRole("button", { name: "Book this lesson" }))
    expect([taps(), seconds()]).toEqual([4, 6])
  })

  test("has the paper of a receipt in two taps", only, async ({ page }) => {
    const { tap, wouldTap, taps, seconds } = hand()
    await tap(bar(page).getByRole("link", { name: "Invoices" }))
    await wouldTap(page.getByRole("link", { name: /^Download PDF of the receipt/ }).first())
    expect([taps(), seconds()]).toEqual([2, 3])
  })

  test("answers a teacher’s note in three taps", only, async ({ page }) => {
    const { tap, enter, wouldTap, taps, seconds } = hand()
    await tap(page.getByRole("link", { name: "Reply or see all feedback" }))
    await enter(page.getByLabel("Your reply").first(), "Thank you, we will.")
    await wouldTap(page.getByRole("button", { name: "Send reply" }).first())
    expect([taps(), seconds()]).toEqual([3, 9.25])
  })

  test("changes the phone number in three taps", only, async ({ page }) => {
    const { tap, enter, wouldTap, taps, seconds } = hand()
    await tap(page.getByRole("main").getByRole("link", { name: "Contacts and calendar" }))
    await enter(page.getByLabel("Phone", { exact: true }), "917 555 0142")
    await wouldTap(page.getByRole("main").getByRole("button", { name: "Save" }).first())
    expect([taps(), seconds()]).toEqual([3, 7.5])
  })

  test("chooses another password in six taps", only, async ({ page }) => {
    const { tap, enter, type, wouldTap, taps, seconds } = hand()
    await tap(page.getByRole("button", { name: "Menu", exact: true }))
    await tap(page.getByRole("link", { name: "Profile" }))
    await tap(page.getByRole("link", { name: "Change password" }))
    // Opening the form puts the cursor into its first field, which saves a tap.
    await expect(page.getByLabel("Current password")).toBeFocused()
    type("tutti-demo-2026")
    await page.keyboard.type("tutti-demo-2026")
    await enter(page.getByLabel("New password", { exact: true }), "kreisler-1905")
    await enter(page.getByLabel("Confirm new password"), "kreisler-1905")
    await wouldTap(page.getByRole("button", { name: /password/i }).last())
    expect([taps(), seconds()]).toEqual([6, 19.25])
  })

  test("has the lessons in the phone’s calendar in three taps, the first time", only, async ({ page }) => {
    const { tap, wouldTap, taps } = hand()
    await tap(page.getByRole("main").getByRole("link", { name: "Contacts and calendar" }))
    await tap(page.getByRole("button", { name: "Create calendar link" }))
    await wouldTap(page.getByRole("link", { name: "Add to this device’s calendar" }))
    expect(taps()).toBe(3)
  })

  test("sees the other child in one tap", only, async ({ page }) => {
    const { tap, taps } = hand()
    const children = page.getByRole("navigation", { name: "Children" })
    await tap(children.locator("a:not([aria-current])").first())
    await expect(page.locator("#next + h2")).toBeVisible()
    expect(taps()).toBe(1)
  })

  test("logs practice in three taps", only, async ({ page }) => {
    const { tap, enter, wouldTap, taps } = hand()
    await tap(bar(page).getByRole("link", { name: "Practice" }))
    await enter(page.getByRole("textbox", { name: "Minutes" }), "20")
    await wouldTap(page.getByRole("button", { name: "Log practice" }))
    expect(taps()).toBe(3)
  })
})

test.describe("a teacher", () => {
  test.beforeEach(({ page }) => signIn(page, "teacher@harmony.example"))

  test("writes to a student’s family from Today in four taps", only, async ({ page }) => {
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

  test("has a group’s attendance with one late in four taps", only, async ({ page }) => {
    const { tap, enter, wouldTap, taps, seconds } = hand(1)
    await page.goto(await groupToRecord(page))
    const row = page.locator(".register-list > li").nth(1)
    await tap(row.locator(".mark-choice label", { hasText: "Late" }))
    await enter(row.locator(".late input"), "10")
    await wouldTap(page.getByRole("button", { name: /^Save (attendance|changes)/ }).first())
    expect([taps(), seconds()]).toEqual([4, 6.5])
  })

  test(
    "writes a note for everyone in a lesson in three taps, and one for one student in four",
    only,
    async ({ page }) => {
      await page.goto(await groupToRecord(page))
      const all = hand(1)
      await all.enter(page.getByLabel("Note for families"), "Bars 9 to 16 slowly.")
      await all.wouldTap(page.getByRole("button", { name: /^Save (attendance|changes)/ }).first())
      expect([all.taps(), all.seconds()]).toEqual([3, 9.5])

      const one = hand(1)
      await one.tap(page.getByText("Notes for one student"))
      await one.enter(page.getByLabel(/^For the family:/).first(), "Well done!")
      await one.wouldTap(page.getByRole("button", { name: /^Save (attendance|changes)/ }).first())
      expect([one.taps(), one.seconds()]).toEqual([4, 8.5])
    },
  )

  test("asks for days off in four taps", only, async ({ page }) => {
    const { tap, enter, wouldTap, taps, seconds } = hand()
    await tap(page.getByRole("main").getByRole("link", { name: "Request time off" }))
    await enter(page.getByLabel("First day"), "2026-12-14")
    await enter(page.getByLabel("Last day"), "2026-12-18")
    await wouldTap(page.getByRole("button", { name: "Request time off" }))
    expect([taps(), seconds()]).toEqual([4, 11])
  })

  test("finds a student in two taps", only, async ({ page }) => {
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

/** A group's lesson of the last weeks without notes for one student: its page is one tap away from the teacher's day. */
async function groupToRecord(page: Page) {
  for (const day of ["11-11", "11-04", "10-28", "10-21", "10-14", "10-07", "09-30", "09-23"].map(
    (at) => `2026-${at}`,
  )) {
    await page.goto(`/dashboard/teacher/schedule?date=${day}`)
    const links = page.getByRole("main").locator('a[href^="/classes/sessions/"]')
    for (const to of await links.evaluateAll((all) => all.map((link) => link.getAttribute("href") ?? ""))) {
      await page.goto(to)
      if ((await page.locator("details:not([open])", { hasText: "Notes for one student" }).count()) > 0)
        return to
    }
  }
  throw new Error("No group’s attendance is open.")
}
