import { expect, onlyWithScripts, signIn, test } from "./journey"

// A choice changes the page at once where scripts run, and by its button where they don't. The keyboard stays in the field.

test("the analytics follow the chosen number of months", async ({ page, javaScriptEnabled, look }) => {
  await signIn(page, "admin@harmony.example")
  await page.goto("/analytics")
  await expect(page.getByText("compared with the 6 months before")).toBeVisible()
  await page.getByRole("combobox", { name: /^Months/ }).selectOption("3")
  if (javaScriptEnabled === false) await page.getByRole("button", { name: "Update figures" }).click()
  await expect(page).toHaveURL(/months=3/)
  await expect(page.getByText("compared with the 3 months before")).toBeVisible()
  const point = page
    .getByRole("group", { name: /^Active and trial students/ })
    .getByRole("img")
    .last()
  await point.focus()
  await expect(point.locator(".figure")).toBeVisible()
  await look(page)
  await page.getByRole("link", { name: "Looking ahead" }).click()
  await expect(page).toHaveURL(/ahead\?.*months=3/)
  await look(page)
})

test(
  "a field that changes the page keeps the focus",
  onlyWithScripts("without a script the choice is made by a button"),
  async ({ page }) => {
    await signIn(page, "admin@harmony.example")
    await page.goto("/billing/new-invoice")
    const family = page.getByLabel("Family", { exact: true })
    await family.focus()
    await family.selectOption({ index: 1 })
    await expect(page).toHaveURL(/family=/)
    await expect(page.getByLabel("From", { exact: true })).toBeVisible()
    await expect(family).toBeFocused()

    await page.goto("/messaging/new")
    const to = page.getByLabel("To", { exact: true })
    await to.focus()
    await to.selectOption({ index: 1 })
    await page.getByLabel("Subject").fill("Winter concert")
    await to.focus()
    await to.selectOption({ index: 2 })
    const second = await to.inputValue()
    await expect(page).toHaveURL((url) => url.searchParams.get("to") === second)
    await expect(to).toBeFocused()
    await expect(page.getByLabel("Subject")).toHaveValue("Winter concert")
    const send = page.getByRole("button", { name: /^Send to/ })
    await expect(send).toBeEnabled()
    let release = () => {}
    const released = new Promise<void>((resolve) => {
      release = resolve
    })
    await page.route(/new\.data/, async (route) => {
      await released
      await route.continue()
    })
    await to.selectOption({ index: 1 })
    await expect(send).toBeDisabled()
    release()
    await expect(send).toBeEnabled()

    await page.goto("/students")
    const search = page.getByRole("searchbox", { name: /guardian/ })
    await search.fill("rossi")
    await search.press("Enter")
    await expect(page).toHaveURL(/q=rossi/)
    await expect(page.getByRole("link", { name: "Clear filters" })).toBeVisible()
    await expect(search).toBeFocused()
    await page.goBack()
    await expect(page).not.toHaveURL(/q=rossi/)
    await expect(search).toHaveValue("")
  },
)

test(
  "Back leads through the teachers that were chosen for the list of students",
  onlyWithScripts("without scripts a browser fills in by itself what was chosen last"),
  async ({ page }) => {
    await signIn(page, "admin@harmony.example")
    await page.goto("/students")
    const teacher = page.getByRole("combobox", { name: "Teacher" })
    const chosen = () => teacher.evaluate((select: HTMLSelectElement) => select.selectedOptions[0]?.text)
    const choose = async (name: string) => {
      await teacher.selectOption({ label: name })
      await expect(page).toHaveURL((url) => Boolean(url.searchParams.get("teacher")))
    }
    await choose("Helena Novak")
    const first = page.url()
    await choose("Ingrid Solheim")
    await expect(page).not.toHaveURL(first)
    await page.goBack()
    await expect(page).toHaveURL(first)
    await expect.poll(chosen).toBe("Helena Novak")
    // A record, whose page has no list, and back: the choices are there again.
    await page.locator("tbody a").first().click()
    await expect(page).toHaveURL(/\/students\/\w+$/)
    await page.goBack()
    await expect(page).toHaveURL(first)
    await expect.poll(chosen).toBe("Helena Novak")
    await page.goBack()
    await expect(page).toHaveURL(/\/students$/)
    await expect.poll(chosen).toBe("Any teacher")
  },
)
