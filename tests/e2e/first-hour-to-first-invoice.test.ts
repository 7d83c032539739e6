import { drawn, expect, registerSchool, test } from "./journey"

// The first hour of a new school in one sitting: it registers and pays, is welcomed, adds its first student and class, and by
// the end of the first lesson the first invoice is sent.

test(
  "a new school gets from its registration to its first invoice",
  drawn("dates, times and boxes of the browser"),
  async ({ page, look, javaScriptEnabled }) => {
    const run = `${javaScriptEnabled === false ? "plain" : "scripts"}${Date.now()}`
    const parent = `mateo-${run}@family.example`

    await test.step("it registers and pays for its plan", async () => {
      await registerSchool(page, "First Hour School", run)
      await page.getByRole("button", { name: "Continue to PayPal" }).click()
      await page.getByRole("button", { name: "Agree and Subscribe" }).click()
      await expect(page).toHaveURL(/\/dashboard$/)
      await look(page)
    })

    await test.step("the welcome asks for name and country, rooms and hours, policies, then for the first student", async () => {
      await page.getByRole("link", { name: "Set up your school" }).click()
      await page.getByRole("button", { name: "Save and continue" }).click()
      await expect(page).toHaveURL(/\/welcome\/hours$/)
      await page.getByRole("textbox", { name: "Rooms" }).fill("Studio 1")
      await page.getByRole("checkbox", { name: "Wednesday" }).check()
      await page.getByLabel("From", { exact: true }).fill("09:00")
      await page.getByLabel("To", { exact: true }).fill("20:00")
      await page.getByRole("button", { name: "Save and continue" }).click()
      await expect(page).toHaveURL(/\/welcome\/policies$/)
      await page.getByRole("button", { name: "Save and continue" }).click()
      await expect(page).toHaveURL(/\/welcome\/records$/)
      await page.getByRole("button", { name: "Add a student" }).click()
      await expect(page).toHaveURL(/\/students\/create/)
      await look(page)
    })

    await test.step("the first student comes with a guardian", async () => {
      await page.getByLabel("First name").fill("Amara")
      await page.getByLabel("Last name").fill("Okafor")
      await page.locator("input[name='instruments[0].instrument']").fill("Piano")
      const guardian = page.locator("details", { hasText: "Guardian 1" })
      await guardian.getByLabel("Name", { exact: true }).fill("Mateo Okafor")
      await guardian.getByLabel("Email").fill(parent)
      await page.getByRole("button", { name: "Add student" }).last().click()
      await expect(page.getByText("Amara Okafor added.")).toBeVisible()
      await look(page)
    })

    await test.step("the first class meets from this morning on", async () => {
      await page.getByRole("link", { name: "Schedule lessons" }).first().click()
      await expect(page.getByRole("heading", { name: "Weekly lesson for Amara Okafor" })).toBeVisible()
      for (const day of ["Mon", "Tue", "Thu", "Fri", "Sat", "Sun"])
        await page.getByRole("checkbox", { name: day, exact: true }).uncheck()
      await page.getByRole("checkbox", { name: "Wed", exact: true }).check()
      await page.getByLabel("First day").fill("2026-11-18")
      await page.getByLabel("Start", { exact: true }).fill("10:00")
      await page.getByLabel(/^Amount in/).fill("45.00")
      await page
        .getByRole("button", { name: /^Create (class|lesson)$/ })
        .last()
        .click()
      await expect(page.getByText("Amara Okafor, piano created.")).toBeVisible()
      await look(page)
    })

    await test.step("the dashboard asks for its attendance", async () => {
      await page.goto("/dashboard")
      await look(page)
      await page
        .getByRole("main")
        .getByRole("link", { name: /Take attendance|Amara Okafor/ })
        .first()
        .click()
      await page
        .getByRole("button", { name: /Save attendance/ })
        .first()
        .click()
      await expect(page.getByText("Attendance saved.")).toBeVisible()
    })

    await test.step("what it charges is ready to invoice, and one button sends it", async () => {
      await page.goto("/dashboard")
      await page
        .getByRole("main")
        .getByRole("link", { name: /ready to invoice/i })
        .first()
        .click()
      await expect(page).toHaveURL(/\/billing\/unbilled/)
      const stages = page.getByRole("navigation", { name: "Invoices by status" })
      await expect(stages.getByRole("link", { name: /Ready to invoice.*\$45\.00/ })).toHaveAttribute(
        "aria-current",
        "page",
      )
      await look(page)
      await page.getByRole("button", { name: /^Send 1 invoice, \$45\.00/ }).click()
      await expect(page.getByText("1 invoice sent.").first()).toBeVisible()
      // Until then the run can be undone, so its mail comes later than a journey waits.
      await expect(page.getByText(/Emails leave at/).first()).toBeVisible()
      await page.goto("/billing?status=sent")
      await expect(page.getByRole("link", { name: /2026-0001/ })).toBeVisible()
      await look(page)
    })
  },
)
