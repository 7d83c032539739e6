import { expect, signIn, test } from "./journey"

// Someone tries a lesson and stays. tests/routes/teaching/trial-lesson.test.ts has prices, clashes and people the school knows.

test("a trial is booked in one step, its attendance taken, and the child becomes a student with a weekly lesson", async ({
  page,
  look,
  javaScriptEnabled,
}) => {
  const [name, startTime] =
    javaScriptEnabled === false ? ["Nadia Kimani", "12:15"] : ["Linnea Aalto", "13:00"]
  const [first = "", last = ""] = name.split(" ")
  await signIn(page, "admin@harmony.example")

  await test.step("the office books it", async () => {
    await page.goto("/schedule")
    await page.getByRole("main").getByText("More", { exact: true }).click()
    await page.getByRole("link", { name: "Book trial" }).click()
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Book a trial lesson")
    await page.getByLabel("First name").fill(first)
    await page.getByLabel("Last name").fill(last)
    await page.getByLabel("Guardian", { exact: true }).fill(`Robin ${last}`)
    await page.getByLabel("Instrument", { exact: true }).fill("Voice")
    await page.getByLabel("Teacher", { exact: true }).selectOption({ label: "Helena Novak" })
    await page.getByLabel("Start", { exact: true }).fill(startTime)
    await look(page)
    await page.getByRole("button", { name: "Book trial lesson" }).click()
    await expect(page.getByText(`Trial lesson booked for ${name}`)).toBeVisible()
    await expect(page.getByRole("heading", { level: 1 })).toContainText(name)
  })
  const student = page.url()

  await test.step("and takes its attendance from the week", async () => {
    await page.goto("/schedule")
    await page.locator(".week-day.opened li[data-lesson] > a", { hasText: name }).click()
    const card = page.locator(".lesson-card")
    await card.getByRole("button", { name: "Mark present" }).click()
    await expect(page.getByText(`Attendance saved for ${name}.`)).toBeVisible()
    await expect(card).toContainText("Attendance taken")
  })

  await test.step("the child stays", async () => {
    await page.goto(student)
    await page.getByRole("link", { name: "Edit student" }).first().click()
    await page.locator("summary", { hasText: "Make active" }).click()
    await page.getByRole("button", { name: "Make active" }).click()
    await expect(page.getByText(`Status changed to Active for ${name}.`)).toBeVisible()
    await page.getByRole("main").getByRole("link", { name: "Schedule lessons" }).first().click()
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(`Weekly lesson for ${name}`)
    await look(page)
    await page.getByRole("button", { name: "Create class" }).last().click()
    await expect(page.getByText(`${name}, voice created.`)).toBeVisible()
    await expect(page.getByText(/\d+ lessons scheduled\./)).toBeVisible()
    await page.goto(student)
    await expect(page.getByRole("heading", { name: "Upcoming lessons" })).toBeVisible()
    await look(page)
  })
})
