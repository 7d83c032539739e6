import { expect, signIn, test } from "./journey"

test("a teacher in Paris chooses how dates, times and amounts look, and every page follows", async ({
  page,
  look,
  javaScriptEnabled,
}) => {
  const failures: string[] = []
  page.on("pageerror", (error) => failures.push(error.message))
  page.on("console", (message) => message.type() === "error" && failures.push(message.text()))
  await signIn(page, "solo@brightkeys.example")
  await page.goto("/settings/school")
  const part = page.getByRole("region", { name: "Formats" })
  await part.getByRole("link", { name: "Edit" }).click()
  await part.getByLabel("Dates").selectOption("dmy")
  await part.getByLabel("Times").selectOption("24")
  await part.getByLabel("Numbers").selectOption("1 234,50")
  await part.getByLabel("Currency symbol").selectOption("after")
  const example = part.getByText("Example:")
  // With scripts the example follows before anything is saved.
  if (javaScriptEnabled !== false)
    await expect(example).toContainText(/^Example: \d+ \w{3} 2026, 14:00 to 14:45 · 1\s234,50\s\$/)
  await part.getByRole("button", { name: "Save" }).click()
  await expect(page.getByText("Formats saved.")).toBeVisible()
  await expect(part).toContainText(/Example\d+ \w{3} 2026, 14:00 to 14:45 · 1\s234,50\s\$/)
  await look(page)

  // Rendered by the server, and by the browser after a click: both write the same.
  await page.goto("/billing")
  await expect(page.getByRole("main")).toContainText(/\d,\d\d\s\$/)
  await page.getByRole("link", { name: "Students", exact: true }).first().click()
  await expect(page.getByRole("main")).toContainText(/\w{3} \d+ \w{3}, 1\d:\d\d/)
  await expect(page.getByRole("main")).not.toContainText(/\d [AP]M\b/)
  expect(failures.filter((failure) => /hydrat|Minified React/i.test(failure))).toEqual([])
})
