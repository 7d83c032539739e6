import type { Locator, Page } from "@playwright/test"
import { boxInView, expect, onlyWithScripts, signIn } from "./journey"
import { test } from "./own-app"

// What an office does fifty times a day, from the dashboard, counted as the design review counted it: a click or opening the
// palette counts, choosing in the palette too, whether by Enter or by hand. What is typed or filled in counts nothing, a
// family's name among it. docs/measurements.md has the table.

test.use({ viewport: { width: 1280, height: 800 } })
const only = onlyWithScripts("clicks are counted with scripts")

/** Counts what a hand does, from the dashboard on. */
async function handOf(page: Page) {
  await page.goto("/dashboard")
  let clicks = 0
  const palette = page.getByRole("dialog", { name: "Search and commands" })
  return {
    click: async (target: Locator) => {
      clicks += 1
      await target.click()
    },
    /** Opens the palette and finds something by what is typed. */
    find: async (text: string, expected: string | RegExp) => {
      clicks += 1
      await page.keyboard.press("Control+k")
      await expect(page.getByRole("combobox", { name: "Search" })).toBeFocused()
      await page.keyboard.type(text)
      await expect(palette.getByRole("option", { selected: true })).toContainText(expected)
    },
    /** Enter opens what is chosen. */
    enter: async () => {
      clicks += 1
      await page.keyboard.press("Enter")
      await expect(palette).toBeHidden()
    },
    clicks: () => clicks,
  }
}

const main = (page: Page) => page.getByRole("main")

test("an office gets through its day in one, two or three clicks a task", only, async ({ page, look }) => {
  await signIn(page, "admin@harmony.example")

  await test.step("a payment: 2", async () => {
    const { click, clicks } = await handOf(page)
    await click(main(page).getByRole("link", { name: "Take payment" }))
    await expect(page.locator("input[role=combobox]")).toBeFocused()
    await look(page)
    await page.keyboard.type("Okafor")
    await expect(page.getByRole("option", { selected: true })).toContainText("Okafor")
    await page.keyboard.press("Enter")
    await expect(page.getByLabel("Amount", { exact: true })).toBeVisible()
    // What is due is filled in already; a family that owes nothing pays ahead.
    if ((await page.getByLabel("Amount", { exact: true }).inputValue()) === "")
      await page.getByLabel("Amount", { exact: true }).fill("20.00")
    await click(page.getByRole("button", { name: "Record payment" }))
    await expect(page.getByText(/^\$\S+ from .+ recorded\.$/)).toBeVisible()
    expect(clicks()).toBe(2)
  })

  await test.step("an invoice for one family: 2", async () => {
    const { click, clicks } = await handOf(page)
    await click(main(page).getByRole("link", { name: "New invoice" }))
    const family = page.getByLabel("Family", { exact: true })
    await expect(family).toBeFocused()
    await family.selectOption({ label: "Haddad family (Milo, Otis)" })
    await click(page.getByRole("button", { name: /^Send/ }).first())
    await expect(page.getByRole("heading", { name: "Record a payment" })).toBeVisible()
    expect(clicks()).toBe(2)
  })

  await test.step("reminders of everything overdue: 2", async () => {
    const { click, clicks } = await handOf(page)
    await click(main(page).getByRole("link", { name: "Send reminders" }))
    await click(page.getByRole("button", { name: /^Send reminders for \d+/ }))
    await expect(page.getByText(/reminders? sent/i).first()).toBeVisible()
    expect(clicks()).toBe(2)
  })

  await test.step("a lesson of today is canceled: 2", async () => {
    const { click, clicks } = await handOf(page)
    await click(page.locator(".score-day li:not(.past):not(.cancelled) a").last())
    const reason = page.getByLabel("Reason to cancel")
    await reason.fill("The teacher is ill")
    await look(page)
    await click(page.getByRole("button", { name: "Cancel lesson" }))
    await expect(page.getByText(/canceled\./).first()).toBeVisible()
    expect(clicks()).toBe(2)
  })

  await test.step("a lesson of another day is canceled: 2, and undone before anyone is told", async () => {
    const { click, clicks } = await handOf(page)
    await click(main(page).getByRole("link", { name: "Cancel a lesson" }))
    await expect(page.getByLabel("Student or class")).toBeFocused()
    await page.keyboard.type("Freya Okafor")
    await page.keyboard.press("Enter")
    await page.getByLabel("Reason").fill("The hall is taken")
    await look(page)
    await click(page.getByRole("button", { name: "Cancel lesson" }))
    await expect(page.getByText(/canceled\./).first()).toBeVisible()
    expect(clicks()).toBe(2)
    await page.getByRole("button", { name: "Undo" }).click()
    await expect(page.getByText(/restored\./).first()).toBeVisible()
  })

  await test.step("a lesson that is seen on the week is canceled: 2 from there", async () => {
    await page.goto("/schedule")
    let clicks = 0
    const click = async (target: Locator) => {
      clicks += 1
      await target.click()
    }
    await click(page.locator(".week-day:not(.opened) li[data-lesson]:not(.off) > a").last())
    await page.getByLabel("Reason to cancel").fill("The hall is taken")
    await look(page)
    await click(page.locator(".lesson-card").getByRole("button", { name: "Cancel lesson" }))
    await expect(page.getByText(/canceled\./).first()).toBeVisible()
    expect(clicks).toBe(2)
  })

  await test.step("a new student with a weekly lesson: 3", async () => {
    const { click, clicks } = await handOf(page)
    await click(page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Students" }))
    await click(main(page).getByRole("link", { name: "New student" }))
    await page.getByLabel("First name").fill("Nora")
    await page.getByLabel("Last name").fill("Lindgren")
    await page.locator("[name='lesson.weekday']").selectOption({ label: "Sunday" })
    await page.locator("[name='lesson.startTime']").fill("10:00")
    await look(page)
    await click(page.getByRole("button", { name: "Add student" }).last())
    await expect(page.getByText("Nora Lindgren added.")).toBeVisible()
    await expect(page.getByText(/lessons scheduled/)).toBeVisible()
    expect(clicks()).toBe(3)
  })

  await test.step("a message to one family: 2", async () => {
    const { click, clicks } = await handOf(page)
    await click(main(page).getByRole("link", { name: "New message" }))
    await expect(page.getByLabel("To", { exact: true })).toBeFocused()
    await page.getByLabel("To", { exact: true }).selectOption({ label: "Freya Okafor" })
    await page.getByLabel("Subject").fill("Recital")
    await page.getByLabel("Message", { exact: true }).fill("Saturday at four.")
    await click(page.getByRole("button", { name: /^Send to \d+ (person|people)$/ }))
    await expect(page.getByText(/Message sent to/)).toBeVisible()
    expect(clicks()).toBe(2)
  })

  await test.step("a message to all families: 2", async () => {
    const { click, clicks } = await handOf(page)
    await click(main(page).getByRole("link", { name: "New message" }))
    await expect(page.getByLabel("To", { exact: true })).toBeFocused()
    await page.getByLabel("To", { exact: true }).selectOption({ label: "All families" })
    await page.getByLabel("Subject").fill("Recital")
    await page.getByLabel("Message", { exact: true }).fill("Saturday at four, in the large hall.")
    await click(page.getByRole("button", { name: /^Send to \d+ people$/ }))
    await expect(page.getByText(/Message sent to \d+ people/).first()).toBeVisible({ timeout: 60_000 })
    expect(clicks()).toBeLessThanOrEqual(3)
  })

  await test.step("everyone who wasn’t invited: 2, after a preview of each", async () => {
    const { click, clicks } = await handOf(page)
    await click(page.getByRole("button", { name: "Invite families" }))
    await expect(page.getByRole("heading", { name: "Preview" })).toBeVisible()
    const send = page.getByRole("button", { name: /^Send \d+ invitations$/ })
    const count = Number(/\d+/.exec((await send.textContent()) ?? "")?.[0])
    expect(count).toBeGreaterThan(40)
    await click(send)
    expect(clicks()).toBe(2)
    await expect(page).toHaveURL(/\/tasks\//)
    await expect(page.getByText(`${count} invitations sent.`)).toBeVisible({ timeout: 120_000 })
  })

  await test.step("a holiday: 3", async () => {
    const { click, find, enter, clicks } = await handOf(page)
    await find("holiday", "Add a closure")
    await enter()
    await page.getByLabel("New closure").fill("Founders’ day")
    await page.locator("#closures [name=startsOn]").fill("2027-02-16")
    await page.locator("#closures [name=endsOn]").fill("2027-02-16")
    await click(page.locator("#closures").getByRole("button", { name: /^Add closure/ }))
    await expect(page.getByText("Founders’ day").first()).toBeVisible()
    expect(clicks()).toBe(3)
  })
})

test("what the office does besides is done in as few", only, async ({ page }) => {
  await signIn(page, "admin@harmony.example")
  const menu = page.getByRole("navigation", { name: "Main" })

  await test.step("attendance that is missing: 2", async () => {
    const { click, clicks } = await handOf(page)
    await click(main(page).getByRole("link", { name: "Take attendance" }).first())
    await click(page.getByRole("button", { name: /^Save attendance/ }).first())
    await expect(page.getByText(/attendance saved/i).first()).toBeVisible()
    expect(clicks()).toBe(2)
  })

  await test.step("attendance of a lesson of today: 2", async () => {
    const { click, clicks } = await handOf(page)
    await click(page.locator(".score-day li.live a").first())
    const save = page.getByRole("button", { name: /^(Save attendance|Mark (\d+ )?present)/ }).first()
    await expect(save).toBeVisible()
    await click(save)
    await expect(page.getByText(/attendance saved/i).first()).toBeVisible()
    expect(clicks()).toBe(2)
  })

  await test.step("a guardian’s phone: 1", async () => {
    const { find, clicks } = await handOf(page)
    await find("mateo okafor", "(555) 010-1200")
    await page.keyboard.press("Escape")
    expect(clicks()).toBe(1)
  })

  await test.step("invoices for all families: 2, with an undo", async () => {
    const { click, clicks } = await handOf(page)
    await click(page.getByRole("link", { name: /ready to invoice/i }).first())
    await click(page.getByRole("button", { name: /^Send \d+ invoices, \$/ }))
    await expect(page.getByRole("heading", { level: 1, name: "Invoice run" })).toBeVisible({
      timeout: 60_000,
    })
    await expect(page.getByRole("button", { name: "Undo this run" })).toBeVisible()
    expect(clicks()).toBe(2)
  })

  await test.step("an absence that a family calls in: 2 from the student, and attendance: 1", async () => {
    await page.goto("/students?q=Amara+Okafor")
    await main(page)
      .getByRole("link", { name: /^Amara Okafor/ })
      .first()
      .click()
    await expect(page.getByRole("heading", { level: 1, name: "Amara Okafor" })).toBeVisible()
    const student = page.url()
    await main(page).getByRole("link", { name: "Lessons and attendance" }).click()
    await expect(page.getByRole("heading", { name: "Past lessons" })).toBeVisible()
    await page.goto(student)
    await main(page).getByRole("link", { name: "Record absence" }).click()
    await main(page).getByRole("button", { name: "Record absence" }).click()
    await expect(page.getByText(/absence recorded/i).first()).toBeVisible()
    await expect(page).toHaveURL(student)
  })

  await test.step("a make-up lesson: 3", async () => {
    const { find, clicks, click } = await handOf(page)
    await find("freya okafor", "Freya Okafor")
    const palette = page.getByRole("dialog", { name: "Search and commands" })
    await page.keyboard.press("ArrowRight")
    await click(palette.getByRole("option", { name: "Book make-up" }))
    await click(page.getByRole("button", { name: "Book this lesson" }))
    await expect(page.getByText(/booked/i).first()).toBeVisible()
    expect(clicks()).toBe(3)
  })

  await test.step("all teachers’ pay: 2", async () => {
    const { click, clicks } = await handOf(page)
    await click(menu.getByRole("link", { name: "Teachers" }))
    await click(main(page).getByRole("link", { name: "Teacher pay" }))
    await expect(page.getByRole("heading", { level: 1, name: "Teacher pay" })).toBeVisible()
    await expect(main(page)).toContainText("Marcus Whitfield")
    expect(clicks()).toBe(2)
  })

  await test.step("the list of students as a file: 2", async () => {
    const { click, clicks } = await handOf(page)
    await click(menu.getByRole("link", { name: "Students" }))
    const file = page.waitForEvent("download")
    await click(main(page).getByRole("link", { name: "Download CSV" }))
    expect((await file).suggestedFilename()).toMatch(/\.csv$/)
    expect(clicks()).toBe(2)
  })

  await test.step("a lesson at another time: one drag", async () => {
    await page.setViewportSize({ width: 1280, height: 900 })
    await page.goto("/schedule?date=2026-12-09")
    const lesson = page.locator(".week-day.opened li[data-lesson]").first()
    const title = (await lesson.locator("b").textContent()) ?? ""
    const box = await boxInView(lesson)
    await page.mouse.move(box.x + box.width / 2, box.y + 10)
    await page.mouse.down()
    await page.mouse.move(box.x + box.width / 2, box.y + 40, { steps: 4 })
    await page.mouse.move(box.x + box.width / 2, box.y + 10 + 3 * box.height, { steps: 8 })
    await expect(page.getByRole("status").filter({ hasText: ", free." })).toBeAttached()
    await page.mouse.up()
    await expect(page.getByText(`${title} moved to`)).toBeVisible()
  })

  await test.step("the larger plan: 2, up to PayPal", async () => {
    const { click, clicks } = await handOf(page)
    await click(page.locator(".sidebar").getByRole("link", { name: "Upgrade" }))
    await click(page.getByRole("button", { name: "Continue to PayPal" }))
    await expect(page).not.toHaveURL(/\/settings\/subscription|\/dashboard/)
    expect(clicks()).toBe(2)
  })
})

test("a school with room in its plan adds a teacher in 3", only, async ({ page }) => {
  await signIn(page, "admin@crescendo.example")
  const { click, clicks } = await handOf(page)
  await click(page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Teachers" }))
  await click(main(page).getByRole("link", { name: "New teacher" }))
  await page.getByLabel("Name", { exact: true }).fill("Leo Marsh")
  await click(page.getByRole("button", { name: "Add teacher" }))
  await expect(page.getByText("Leo Marsh added.")).toBeVisible()
  expect(clicks()).toBe(3)
})
