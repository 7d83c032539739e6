import { expect, signIn, test } from "./journey"

test("the secretary finds a family by a guardian's name", async ({ page, look, javaScriptEnabled }) => {
  await signIn(page, "admin@harmony.example")
  if (javaScriptEnabled === false) {
    await page.getByRole("searchbox", { name: "Search", exact: true }).fill("jonas hadd")
    await page.getByRole("button", { name: "Search" }).click()
    await look(page)
    await page.getByRole("main").getByRole("link", { name: "Jonas Haddad" }).click()
  } else {
    await page.keyboard.press("Control+k")
    const field = page.getByRole("combobox", { name: "Search" })
    await expect(field).toBeFocused()
    await look(page)
    await field.fill("jonas hadd")
    await expect(page.getByRole("option", { name: "Jonas Haddad" })).toBeVisible()
    await look(page)
    await expect(page.getByRole("option", { name: "Jonas Haddad" })).toHaveAttribute("aria-selected", "true")
    await field.press("Enter")
  }
  await expect(page).toHaveURL(/\/billing\/families\//)
})

test("the palette works with the keyboard and returns the focus", async ({ page, javaScriptEnabled }) => {
  test.skip(javaScriptEnabled === false, "the palette needs a script")
  await signIn(page, "admin@harmony.example")
  // A screen counts as seen once its script runs; a person has looked at it by then.
  await page.waitForFunction(() => sessionStorage.getItem("recent-places") !== null)
  await page.goto("/students")
  const opener = page.getByRole("link", { name: "Search and commands" })
  await opener.focus()
  await opener.press("Enter")
  const palette = page.getByRole("dialog", { name: "Search and commands" })
  const selected = palette.getByRole("option", { selected: true })
  // The screen before this one is offered first.
  await expect(selected).toHaveText("Dashboard")
  await page.keyboard.press("ArrowUp")
  const last = await palette.getByRole("option").last().textContent()
  await expect(selected).toHaveText(last ?? "")
  await page.keyboard.press("ArrowDown")
  await expect(selected).toHaveText("Dashboard")
  await page.keyboard.press("Escape")
  await expect(palette).toBeHidden()
  await expect(opener).toBeFocused()

  const field = page.getByRole("combobox", { name: "Search" })
  await page.keyboard.press("Control+k")
  await expect(field).toBeFocused()
  await page.keyboard.type("new inv")
  await expect(selected).toHaveText("New invoice")
  await page.keyboard.press("Enter")
  await expect(page).toHaveURL(/\/billing\/new-invoice$/)
  await expect(page.getByRole("main")).toBeFocused()
  await expect(palette).toBeHidden()

  await page.keyboard.press("Control+k")
  await expect(field).toBeFocused()
  await page.keyboard.type("zzzz")
  await expect(palette.getByRole("status")).toHaveText("Nothing here is called “zzzz”.")
  await page.keyboard.press("Enter")
  await expect(page).toHaveURL(/\/search\?q=zzzz$/)
  await expect(page.getByRole("main")).toContainText("No results for “zzzz”.")
})
