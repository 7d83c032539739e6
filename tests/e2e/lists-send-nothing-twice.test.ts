import { drawn, expect, signIn, test } from "./journey"

test("a list’s menu, usual filters and choices are those of its document", async ({
  page,
  look,
  javaScriptEnabled,
}) => {
  const errors: string[] = []
  page.on("pageerror", (error) => errors.push(error.message))
  page.on("console", (message) => message.type() === "error" && errors.push(message.text()))
  await signIn(page, "admin@crescendo.example")
  await page.goto("/students", { waitUntil: "networkidle" })
  const menu = page.getByRole("navigation", { name: "Main" })
  const chips = page.getByRole("navigation", { name: "Saved filters" })
  const instruments = page.getByLabel("Instrument")
  const shown = async () => [await menu.innerText(), await chips.innerText(), await instruments.innerText()]
  const before = await shown()
  expect(before[2]).toContain("Any instrument")
  await look(page)

  await chips.getByRole("link", { name: "Former" }).click()
  await expect(chips.getByRole("link", { name: "Former" })).toHaveAttribute("aria-current", "page")
  await expect(page.getByText("Save this filter")).toHaveCount(0)
  expect(await shown()).toEqual(before)
  // A page of the schedule that only its menu’s item has around it.
  await page.goto("/absences", { waitUntil: "networkidle" })
  await expect(menu.getByRole("link", { name: "Schedule" })).toHaveAttribute("aria-current", "true")
  await menu.getByRole("link", { name: "Classes" }).click()
  await expect(page.locator("h1")).toHaveText("Classes")
  await expect(menu.getByRole("link", { name: "Classes" })).toHaveAttribute("aria-current", "page")
  expect(await menu.innerText()).toBe(before[0])
  if (javaScriptEnabled) expect(errors).toEqual([])
})

test(
  "an agenda’s lessons are those of its document, and another week’s are asked for",
  drawn("Back shows the page that was left"),
  async ({ page, look, javaScriptEnabled }) => {
    const errors: string[] = []
    page.on("pageerror", (error) => errors.push(error.message))
    page.on("console", (message) => message.type() === "error" && errors.push(message.text()))
    await signIn(page, "admin@crescendo.example")
    await page.goto("/schedule?view=agenda", { waitUntil: "networkidle" })
    const lessons = page.locator(".agenda tbody a")
    const thisWeek = await lessons.allInnerTexts()
    expect(thisWeek.length).toBeGreaterThan(1)
    const first = (await lessons.first().getAttribute("href")) ?? ""
    await look(page)

    await page.getByRole("link", { name: "Next week" }).click()
    await expect(lessons.first()).not.toHaveAttribute("href", first)
    await page.getByRole("link", { name: "Previous week" }).click()
    await expect(lessons.first()).toHaveAttribute("href", first)
    expect(await lessons.allInnerTexts()).toEqual(thisWeek)
    await lessons.first().click()
    await expect(page).toHaveURL(new RegExp(first))
    // The address changes before the page does: going back at once would find the week that is still shown.
    await expect(lessons).toHaveCount(0)
    await page.goBack()
    await expect(lessons.first()).toHaveAttribute("href", first)
    expect(await lessons.allInnerTexts()).toEqual(thisWeek)
    if (javaScriptEnabled) expect(errors).toEqual([])
  },
)
