import { expect, signIn, test } from "./journey"

// Planning a week: by pointer and keyboard where scripts run, by links and forms everywhere.

const nextWeek = "/schedule?date=2026-12-09"

test("a lesson is dragged to a free time, and one that is taken is refused before the drop", async ({
  page,
  javaScriptEnabled,
}) => {
  test.skip(javaScriptEnabled === false, "without a script the form moves a lesson")
  await page.setViewportSize({ width: 1280, height: 900 })
  await signIn(page, "admin@harmony.example")
  await page.goto(nextWeek)
  const opened = page.locator(".week-day.opened")
  const lesson = opened.locator("li[data-lesson]").first()
  const title = (await lesson.locator("b").textContent()) ?? ""
  const id = await lesson.getAttribute("data-lesson")
  const box = await lesson.boundingBox()
  if (!box) throw new Error("The lesson isn't drawn")

  // Onto the lane's next lesson, which refuses it.
  await page.mouse.move(box.x + box.width / 2, box.y + 10)
  await page.mouse.down()
  await page.mouse.move(box.x + box.width / 2, box.y + 30, { steps: 4 })
  const [lane = ""] = (await lesson.getAttribute("class"))?.split(" ") ?? []
  const next = await opened.locator(`li[data-lesson].${lane}`).nth(1).boundingBox()
  if (!next) throw new Error("The lane has one lesson only")
  await page.mouse.move(box.x + box.width / 2, next.y + 12, { steps: 6 })
  await expect(page.locator(".refusal")).toContainText("Can’t move to")
  await expect(page.getByRole("status").filter({ hasText: "Can’t move to" })).toBeAttached()
  await page.keyboard.press("Escape")
  await page.mouse.up()
  await expect(page.locator(".ghost")).toHaveCount(0)

  // Three lessons later, where the lane has a gap.
  await page.mouse.move(box.x + box.width / 2, box.y + 10)
  await page.mouse.down()
  await page.mouse.move(box.x + box.width / 2, box.y + 40, { steps: 4 })
  await page.mouse.move(box.x + box.width / 2, box.y + 10 + 3 * box.height, { steps: 8 })
  await expect(page.getByRole("status").filter({ hasText: ", free." })).toBeAttached()
  await page.mouse.up()
  await expect(page.getByText(`${title} moved to`)).toBeVisible()
  await expect(page).toHaveURL(/\/schedule\?date=2026-12-09$/)
  await page.getByRole("button", { name: "Undo" }).click()
  await expect(opened.locator(`li[data-lesson="${id}"]`)).toBeVisible()
})

test("a lesson is lifted, moved and put back with the keyboard", async ({ page, javaScriptEnabled }) => {
  test.skip(javaScriptEnabled === false, "without a script the form moves a lesson")
  await page.setViewportSize({ width: 1280, height: 900 })
  await signIn(page, "admin@harmony.example")
  await page.goto(nextWeek)
  const link = page.locator(".week-day.opened li[data-lesson] > a").first()
  await link.focus()
  await page.keyboard.press("m")
  await expect(page.getByRole("status").filter({ hasText: "minutes" })).toBeAttached()
  await page.keyboard.press("ArrowDown")
  await expect(page.locator(".ghost")).toHaveCount(1)
  await page.keyboard.press("Escape")
  await expect(page.locator(".ghost")).toHaveCount(0)
  await expect(page.getByRole("status").filter({ hasText: "Move canceled." })).toBeAttached()
})

test("a lesson's card leads to a free time and its form", async ({ page, look }) => {
  await page.setViewportSize({ width: 1280, height: 900 })
  await signIn(page, "admin@harmony.example")
  await page.goto(nextWeek)
  await page.locator(".week-day.opened li[data-lesson] > a").first().click()
  await expect(page).toHaveURL(/\/schedule\/lessons\//)
  const card = page.locator(".lesson-card")
  await expect(card).toBeVisible()
  await look(page)
  await card.getByRole("link", { name: "Find a time" }).click()
  await expect(page.getByRole("heading", { name: "Find a time" })).toBeVisible()
  await look(page)
  await page
    .getByRole("link", { name: /^Move to / })
    .first()
    .click()
  await expect(page.getByRole("button", { name: "Move lesson" })).toBeVisible()
  await page.getByRole("button", { name: "Move lesson" }).click()
  await expect(page.getByText(/ moved to /)).toBeVisible()
})

test("a lesson of the opened day shows its whole name and its time, on as many lines as they need", async ({
  page,
}) => {
  for (const width of [1280, 1600]) {
    await page.setViewportSize({ width, height: 900 })
    if (width === 1280) await signIn(page, "admin@harmony.example")
    await page.goto(nextWeek)
    const lessons = page.locator(".week-day.opened .lanes > li:not(.open-gap, .week-now) > a")
    await expect(lessons.first()).toBeVisible()
    const cut = await lessons.evaluateAll((links) =>
      links.flatMap((link) => {
        const box = link.getBoundingClientRect()
        const lines = [...link.querySelectorAll("b, .when")].flatMap((text) => [...text.getClientRects()])
        const fits = lines.every(({ right, bottom }) => right <= box.right && bottom <= box.bottom + 1)
        return fits ? [] : [link.textContent]
      }),
    )
    expect(cut).toEqual([])
  }
})
