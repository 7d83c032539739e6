import { addFamily, openPortal } from "./billed-family"
import { expect, signIn, test } from "./journey"

// A class goes on into the next term, the family says that its child continues, and the office takes the roll-over back.
// tests/routes/teaching/next-term.test.ts has prices, installments, late answers and refusals.

test("a class rolls over into the next term: previewed, confirmed by the family, and undone as one", async ({
  page,
  look,
  otherPage,
  javaScriptEnabled,
  mailbox,
}) => {
  const [last, startTime, shown] =
    javaScriptEnabled === false ? ["Ferreira", "15:00", "3:00 PM"] : ["Holmgren", "16:00", "4:00 PM"]
  await signIn(page, "admin@harmony.example")
  const family = await addFamily(page, "Selma", last, { day: "Saturday", startTime })
  const theirs = await otherPage()
  await openPortal(page, theirs, family, mailbox)

  await page.goto(`/classes?q=${last}`)
  await page.getByRole("main").locator('input[type="checkbox"][name="id"]').check()
  await page.getByRole("button", { name: "Next term", exact: true }).click()
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Roll over into the next term")
  await page.getByLabel("Ask families to answer by").fill("2026-12-10")
  await page.getByRole("button", { name: "Preview", exact: true }).click()
  await expect(page.getByRole("main")).toContainText(
    new RegExp(`1 student, \\d+ lessons, Sat ${shown}, weekly, from Jan 5\\.`),
  )
  await look(page)
  await page.getByRole("button", { name: "Roll over 1 class" }).click()
  await expect(page.getByText("1 class rolled over.")).toBeVisible()
  const task = page.url()

  await theirs.goto("/student/dashboard")
  await theirs.getByRole("main").getByRole("link", { name: "Confirm or decline" }).click()
  await expect(theirs.getByRole("main")).toContainText("Answer by Dec 10, 2026.")
  await look(theirs)
  await theirs.getByRole("button", { name: `Confirm the spot of Selma in Selma ${last}` }).click()
  await expect(theirs.getByText("Spot confirmed for Selma.")).toBeVisible()

  await page.goto("/classes")
  await page.getByRole("link", { name: "Next term’s answers" }).click()
  await expect(page.getByRole("row", { name: new RegExp(`Selma ${last}`) })).toContainText("Continues")
  await look(page)

  await page.goto(task)
  await page.getByRole("button", { name: "Undo this roll-over" }).click()
  await expect(page.getByText("1 change undone.")).toBeVisible()
  await page.goto(`/classes?q=${last}`)
  await expect(page.getByRole("main").locator('input[type="checkbox"][name="id"]')).toHaveCount(1)
  await theirs.goto("/student/next-term")
  await expect(theirs.getByRole("main")).toContainText("No questions right now.")
})
