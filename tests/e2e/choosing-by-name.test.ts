import Database from "better-sqlite3"
import { expect, signIn } from "./journey"
import { test } from "./own-app"

// An office whose families and classes are too many for a list.

test("the office of a large school finds a family and a class by name", async ({
  app,
  page,
  look,
  javaScriptEnabled,
}) => {
  growSchool(app.databasePath)
  await page.setViewportSize({ width: 360, height: 740 })
  await signIn(page, "admin@harmony.example")
  await page.goto("/billing/new-invoice")
  if (javaScriptEnabled === false) {
    await look(page)
    await page.getByRole("searchbox", { name: "Find a family by name" }).fill("cust 250")
    await page.keyboard.press("Enter")
    await page.getByLabel("Family", { exact: true }).selectOption({ label: "Custodio 250" })
    await look(page)
    await page.getByRole("button", { name: "Load items" }).click()
  } else {
    const family = page.getByRole("combobox", { name: "Family" })
    await family.fill("cust 250")
    await expect(page.getByRole("option", { name: "Custodio 250" })).toHaveAttribute("aria-selected", "true")
    await look(page)
    await family.press("Enter")
    await expect(family).toHaveValue("Custodio 250")
    await expect(family).toBeFocused()
  }
  await expect(page).toHaveURL(/family=many-250/)
  await expect(page.getByLabel("Due date")).toBeVisible()

  await page.goto("/schedule/new-session?date=2026-11-28")
  await page.getByLabel("Start").fill("10:00")
  if (javaScriptEnabled === false) {
    await page.getByRole("searchbox", { name: "Find a class by name" }).fill("choir 250")
    await page.keyboard.press("Enter")
    await page.getByLabel("Class", { exact: true }).selectOption({ label: "Choir 250" })
  } else {
    const schoolClass = page.getByRole("combobox", { name: "Class" })
    await schoolClass.fill("no such class")
    await expect(page.getByText("No results for “no such class.”")).toBeVisible()
    // Enter never sends the form from here.
    await schoolClass.press("Enter")
    await schoolClass.fill("choir 250")
    await page.getByRole("option", { name: "Choir 250" }).click()
    await expect(schoolClass).toHaveValue("Choir 250")
  }
  await expect(page.getByLabel("Start")).toHaveValue("10:00")
  await look(page)
  await page.getByRole("button", { name: "Add lesson" }).click()
  await expect(page.getByText(/Lesson added on/)).toBeVisible()
})

/** 300 more families and classes in the demo's school. */
function growSchool(path: string) {
  const database = new Database(path)
  const school = `(select m.school_id from members m join users u on u.id = m.user_id where u.email = 'admin@harmony.example')`
  const numbers = "with recursive n(n) as (select 1 union all select n + 1 from n where n < 300)"
  database.exec(`${numbers} insert into families (school_id, id, created_at, name)
      select ${school}, 'many-' || n, 0, 'Custodio ' || n from n;
    ${numbers} insert into classes (school_id, id, created_at, name, kind, capacity)
      select ${school}, 'many-' || n, 0, 'Choir ' || n, 'group', 8 from n`)
  database.close()
}
