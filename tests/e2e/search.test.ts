import { expect, onlyWithScripts, signIn, test } from "./journey"

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

test(
  "the palette's keys pressed before the scripts run open it once they do",
  onlyWithScripts("the palette needs a script"),
  async ({ page }) => {
    await signIn(page, "admin@harmony.example")
    let release = () => {}
    const pressed = new Promise<void>((done) => {
      release = done
    })
    await page.route("**/assets/*.js", async (route) => {
      await pressed
      await route.continue()
    })
    await page.evaluate(() => location.assign("/students"))
    await page.waitForURL(/\/students$/, { waitUntil: "commit" })
    await page.waitForFunction(() => document.readyState === "interactive")
    await page.keyboard.press("Control+k")
    release()
    await expect(page.getByRole("combobox", { name: "Search" })).toBeFocused()
  },
)

test(
  "what is typed while the palette loads is in it",
  onlyWithScripts("the palette needs a script"),
  async ({ page }) => {
    await signIn(page, "admin@harmony.example")
    let release = () => {}
    const typed = new Promise<void>((done) => {
      release = done
    })
    await page.route(/\/assets\/palette-[^/]+\.js$/, async (route) => {
      await typed
      await route.continue()
    })
    await page.goto("/students")
    const list = page.getByRole("main").getByRole("searchbox")
    await list.focus()
    await page.keyboard.press("Control+k")
    await page.keyboard.type("wren")
    release()
    const palette = page.getByRole("dialog", { name: "Search and commands" })
    await expect(palette.getByRole("combobox")).toHaveValue("wren")
    await expect(palette.getByRole("option").filter({ hasText: "Wren Adeyemi" }).first()).toBeVisible()
    await expect(list).toHaveValue("")
  },
)

test(
  "the palette works with the keyboard and returns the focus",
  onlyWithScripts("the palette needs a script"),
  async ({ page }) => {
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
    await expect(selected).toContainText("New invoice")
    await page.keyboard.press("Enter")
    await expect(page).toHaveURL(/\/billing\/new-invoice$/)
    await expect(page.getByLabel("Family", { exact: true })).toBeFocused()
    await expect(palette).toBeHidden()

    await page.keyboard.press("Control+k")
    await expect(field).toBeFocused()
    await page.keyboard.type("zzzz")
    await expect(palette.getByRole("status")).toHaveText("No results for “zzzz.”")
    await expect(palette.getByRole("option")).toHaveText([/Ask Support/, /Search help/, /Browse all pages/])
    await page.keyboard.press("ArrowDown")
    await page.keyboard.press("Enter")
    await expect(page).toHaveURL(/\/help\?q=zzzz$/)
    await page.goto("/search?q=zzzz")
    await expect(page.getByRole("main")).toContainText("No results for “zzzz.”")
  },
)

test(
  "from a result of the palette the keyboard starts what is done with it",
  onlyWithScripts("the palette needs a script"),
  async ({ page }) => {
    await signIn(page, "admin@harmony.example")
    await page.keyboard.press("Control+k")
    const field = page.getByRole("combobox", { name: "Search" })
    await expect(field).toBeFocused()
    await field.fill("jonas hadd")
    const palette = page.getByRole("dialog", { name: "Search and commands" })
    const selected = palette.getByRole("option", { selected: true })
    await expect(selected).toContainText("Jonas Haddad")
    await field.press("ArrowRight")
    await expect(palette.getByRole("option")).toHaveText([
      "Open",
      "Take payment",
      "Message family",
      "New invoice",
    ])
    await field.press("Escape")
    await expect(selected).toContainText("Jonas Haddad")
    await selected.getByText("Actions").click()
    await field.press("ArrowDown")
    await expect(selected).toHaveText("Take payment")
    await field.press("Enter")
    await expect(page).toHaveURL(/\/billing\/families\/.*payment=new/)
  },
)

test(
  "on a phone the bar at the bottom opens the search, ready to type",
  onlyWithScripts("without a script it's a link to the search page"),
  async ({ page, look }) => {
    await page.setViewportSize({ width: 360, height: 740 })
    await signIn(page, "teacher@harmony.example")
    // The palette's own script listens once it has loaded behind the page; until then the link leads to the page.
    await page.waitForFunction(() => sessionStorage.getItem("recent-places") !== null)
    await page.getByRole("navigation", { name: "Quick" }).getByRole("link", { name: "Search" }).click()
    const field = page.getByRole("combobox", { name: "Search" })
    await expect(field).toBeFocused()
    await look(page)
    await page.keyboard.type("hours")
    await page.keyboard.press("Enter")
    await expect(page).toHaveURL(/\/dashboard\/teacher\/analytics/)
  },
)
