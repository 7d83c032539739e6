import { boxInView, drawn, expect, onlyWithScripts, scriptsRun, signIn, test } from "./journey"

// Planning a week: by pointer and keyboard where scripts run, by links and forms everywhere.

const nextWeek = "/schedule?date=2026-12-09"

test(
  "a lesson is dragged to a free time, and one that is taken is refused before the drop",
  onlyWithScripts("without a script the form moves a lesson"),
  async ({ page }) => {
    await page.setViewportSize({ width: 1280, height: 900 })
    await signIn(page, "admin@harmony.example")
    await page.goto(nextWeek)
    const opened = page.locator(".week-day.opened")
    const lesson = opened.locator("li.lane-1[data-lesson]").first()
    const title = (await lesson.locator("b").textContent()) ?? ""
    const id = await lesson.getAttribute("data-lesson")
    const box = await boxInView(lesson)

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
    // What was spoken of the drag before isn’t spoken again.
    await expect(page.getByRole("status").filter({ hasText: "Move canceled." })).toHaveCount(0)
    await expect(page).toHaveURL(/\/schedule\?date=2026-12-09$/)
    await page.setViewportSize({ width: 1280, height: 500 })
    // Further down, where the days' heads stay at the top, the message is in front of them.
    await page
      .locator(".week-grid")
      .evaluate((grid) => window.scrollBy(0, grid.getBoundingClientRect().top + 150))
    await expect(page.locator(".page-messages")).toHaveClass(/away/)
    const isInFront = await page.locator(".toast").evaluate((message) => {
      const { left, top, width } = message.getBoundingClientRect()
      return message.contains(document.elementFromPoint(left + width / 2, top + 5))
    })
    expect(isInFront).toBe(true)
    await page.getByRole("button", { name: "Undo" }).click()
    await expect(page.getByText(`${title} is back on`)).toBeVisible()
    await expect(opened.locator(`li[data-lesson="${id}"]`)).toBeVisible()
  },
)

test(
  "a lesson names a new teacher while it’s carried to their lane, and keeps its own on a folded day",
  onlyWithScripts("without a script the form moves a lesson"),
  async ({ page }) => {
    await page.setViewportSize({ width: 1280, height: 900 })
    await signIn(page, "admin@harmony.example")
    await page.goto(nextWeek)
    const opened = page.locator(".week-day.opened")
    const lesson = opened.locator("li.lane-1[data-lesson]").first()
    const teacher = await opened.locator(".lane-names abbr").nth(4).getAttribute("title")
    const box = await boxInView(lesson)
    const other = await opened.locator(".lane-names li").nth(4).boundingBox()
    if (!other) throw new Error("The lane isn't drawn")
    await page.mouse.move(box.x + box.width / 2, box.y + 10)
    await page.mouse.down()
    await page.mouse.move(other.x + other.width / 2, box.y + 20, { steps: 8 })
    const ghost = page.locator(".ghost")
    await expect(ghost).toContainText(`with ${teacher}`)
    await expect(page.getByRole("status").filter({ hasText: `with ${teacher}` })).toBeAttached()
    // The lanes of a folded day are too narrow to aim at.
    const folded = await page.locator("#d4 .lanes").boundingBox()
    if (!folded) throw new Error("Thursday isn't drawn")
    await page.mouse.move(folded.x + folded.width - 3, box.y + 20, { steps: 8 })
    await expect(page.locator("#d4 .ghost")).toHaveClass(/^lane-1 /)
    await expect(ghost).not.toContainText("with ")
    await page.keyboard.press("Escape")
    await page.mouse.up()
    // A click after a drag opens nothing.
    await expect(page).toHaveURL(/\/schedule\?date=2026-12-09$/)
  },
)

test(
  "a lesson dropped after the login ended can be moved there after the next one",
  onlyWithScripts("without a script the form moves a lesson"),
  async ({ page, context }) => {
    await page.setViewportSize({ width: 1280, height: 900 })
    await signIn(page, "admin@harmony.example")
    await page.goto("/schedule?date=2026-12-16")
    const opened = page.locator(".week-day.opened")
    const lesson = opened.locator("li.lane-1[data-lesson]").first()
    const title = (await lesson.locator("b").textContent()) ?? ""
    const id = await lesson.getAttribute("data-lesson")
    const box = await boxInView(lesson)
    await context.clearCookies({ name: "tutti" })
    await page.mouse.move(box.x + box.width / 2, box.y + 10)
    await page.mouse.down()
    await page.mouse.move(box.x + box.width / 2, box.y + 10 + 3 * box.height, { steps: 8 })
    // It rests there until the server would have been asked.
    await page.waitForTimeout(500)
    await expect(page.locator(".ghost")).toHaveCount(1)
    await page.mouse.up()
    await expect(page).toHaveURL(/\/auth\/login\?to=/)
    await expect(page.getByText("we kept what you typed")).toBeVisible()
    await page.getByLabel("Username or email").fill("admin@harmony.example")
    await page.getByLabel("Password", { exact: true }).fill("tutti-demo-2026")
    await page.getByRole("button", { name: "Log in" }).click()
    await expect(page).toHaveURL(new RegExp(`/schedule/lessons/${id}`))
    await expect(page.getByText("You were logged out, so this wasn’t saved.")).toBeVisible()
    await scriptsRun(page)
    await page.getByRole("button", { name: /^Move to Wed, Dec 16, / }).click()
    await expect(page.getByText(`${title} moved to Wed, Dec 16`)).toBeVisible()
    await page.getByRole("button", { name: "Undo" }).click()
    await expect(page.getByText(`${title} is back on`)).toBeVisible()
  },
)

test(
  "a week and a month are printed without a page for the last line",
  onlyWithScripts("how the week is drawn needs no script"),
  async ({ page }) => {
    await signIn(page, "admin@harmony.example")
    // A week that has passed: other journeys add weekly lessons to those ahead, in the morning and on Sundays.
    for (const view of ["", "&view=month"]) {
      await page.goto(`/schedule?date=2026-11-04${view}`)
      const pdf = await page.pdf({ format: "Letter" })
      expect(pdf.toString("latin1").match(/\/Type\s*\/Page\b/g)).toHaveLength(1)
    }
  },
)

test(
  "more filters leave the bar above them where it is",
  onlyWithScripts("how the bar is drawn needs no script"),
  async ({ page }) => {
    await page.setViewportSize({ width: 1280, height: 900 })
    await signIn(page, "admin@harmony.example")
    for (const width of [1280, 1920]) {
      await page.setViewportSize({ width, height: 900 })
      await page.goto(nextWeek)
      const places = () =>
        page
          .locator(".schedule-bar > .tabs, .schedule-bar select:visible, .schedule-bar button:visible")
          .evaluateAll((all) => all.map((each) => each.getBoundingClientRect().toJSON().y))
      const before = await places()
      await page.getByText("More filters").click()
      const after = await places()
      expect(after.slice(0, 3)).toEqual(before.slice(0, 3))
      await expect(page.getByPlaceholder("Student or class")).toBeVisible()
    }
  },
)

test(
  "a lesson is lifted, moved and put back with the keyboard",
  onlyWithScripts("without a script the form moves a lesson"),
  async ({ page }) => {
    await page.setViewportSize({ width: 1280, height: 900 })
    await signIn(page, "admin@harmony.example")
    await page.goto(nextWeek)
    const link = page.locator(".week-day.opened li[data-lesson] > a").first()
    await link.focus()
    await page.keyboard.press("m")
    await expect(page.getByRole("status").filter({ hasText: "minutes" })).toBeAttached()
    await page.keyboard.press("ArrowDown")
    await expect(page.locator(".ghost")).toHaveCount(1)
    // Below the window it is scrolled to, so that what is carried stays seen.
    await page.setViewportSize({ width: 1280, height: 500 })
    for (let step = 0; step < 24; step += 1) await page.keyboard.press("ArrowDown")
    await expect(page.locator(".ghost")).toBeInViewport({ ratio: 1 })
    await page.keyboard.press("Escape")
    await expect(page.locator(".ghost")).toHaveCount(0)
    await expect(page.getByRole("status").filter({ hasText: "Move canceled." })).toBeAttached()
  },
)

test(
  "a card that was closed doesn’t open again on the way back",
  onlyWithScripts("without a script each page is the browser's own"),
  async ({ page }) => {
    await page.setViewportSize({ width: 1280, height: 900 })
    await signIn(page, "admin@harmony.example")
    await page.goto(nextWeek)
    const links = page.locator(".week-day.opened li[data-lesson] > a")
    await links.first().click()
    const card = page.locator(".lesson-card")
    await expect(card).toBeVisible()
    await links.last().click()
    await expect(links.last()).toHaveAttribute("aria-expanded", "true")
    await card.press("Escape")
    await expect(card).toHaveCount(0)
    await page.goBack()
    await expect(page).toHaveURL(/\/schedule\?date=2026-12-09$/)
    await expect(card).toHaveCount(0)
  },
)

test(
  "a card opened and closed with the keyboard gives the focus back to its lesson",
  onlyWithScripts("without a script each page is the browser's own"),
  async ({ page }) => {
    await page.setViewportSize({ width: 1280, height: 900 })
    await signIn(page, "admin@harmony.example")
    await page.goto(nextWeek)
    const link = page.locator(".week-day.opened li[data-lesson] > a").first()
    await link.press("Enter")
    const card = page.locator(".lesson-card")
    await expect(card).toBeFocused()
    await page.keyboard.press("Escape")
    await expect(card).toHaveCount(0)
    await expect(link).toBeFocused()
  },
)

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

test(
  "a lesson of the opened day shows its whole name and its time, on as many lines as they need",
  drawn("where its lines are drawn"),
  async ({ page }) => {
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
  },
)

test("a phone’s week by room has whole names, too", drawn("where its names are drawn"), async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await signIn(page, "admin@harmony.example")
  await page.goto(`${nextWeek}${nextWeek.includes("?") ? "&" : "?"}by=room`)
  const names = page.locator(".week-day.opened .lanes > li > a > b:visible")
  await expect(names.first()).toBeVisible()
  const cut = await names.evaluateAll((all) =>
    all.filter((name) => name.scrollWidth > name.clientWidth).map((name) => name.textContent),
  )
  expect(cut).toEqual([])
})

test(
  "the name of a closure stands clear of the lessons that are canceled on its days",
  onlyWithScripts("how the week is drawn needs no script"),
  async ({ page }) => {
    await page.setViewportSize({ width: 1280, height: 900 })
    await signIn(page, "admin@harmony.example")
    const day = "2027-01-12"
    await page.goto("/settings/school?edit=closures#closures")
    const closures = page.locator("#closures")
    await closures.getByLabel("New closure").fill("Plough Day")
    for (const label of ["First day", "Last day"]) await closures.getByLabel(label).fill(day)
    await closures.getByLabel("Lessons already scheduled on these dates").selectOption("cancel")
    await closures.getByRole("button", { name: "Add closure" }).click()
    await page.getByRole("button", { name: /^Add closure and cancel / }).click()
    await expect(page.getByText(/^Emails to /)).toBeVisible()
    await page.goto(`/schedule?date=${day}`)
    const name = page.locator(".week-day.opened .closed-reason")
    await expect(name).toHaveText("Closed: Plough Day")
    const ofName = await name.boundingBox()
    const ends = await page
      .locator(".week-day.opened .lanes > .off")
      .evaluateAll((all) => all.map((each) => each.getBoundingClientRect().bottom))
    expect(ends.length).toBeGreaterThan(5)
    await name.scrollIntoViewIfNeeded()
    expect(ofName && ends.every((end) => end <= ofName.y)).toBe(true)
    await page.goto("/settings/school")
    await closures.getByRole("button", { name: /^Undo Plough Day and restore / }).click()
    await expect(page.getByText(/Plough Day removed\./)).toBeVisible()
  },
)
