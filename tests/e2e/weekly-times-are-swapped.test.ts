import type { Page } from "@playwright/test"
import { addFamily } from "./billed-family"
import { expect, signIn, test } from "./journey"

// The office swaps the weekly times of two students. tests/routes/teaching/swap-weekly-times.test.ts has what is refused.

test("two students swap their weekly times in one act, which is undone from the other's class", async ({
  page,
  look,
  javaScriptEnabled,
}) => {
  const isPlain = javaScriptEnabled === false
  const teacher = isPlain ? "Ingrid Solheim" : "Helena Novak"
  const [one, other] = isPlain ? ["Palmgren", "Reinholt"] : ["Ostrander", "Quimby"]
  await signIn(page, "admin@harmony.example")
  const early = await addFamily(page, "Ada", one, { day: "Sunday", startTime: "10:00", teacher })
  const late = await addFamily(page, "Ben", other, { day: "Sunday", startTime: "14:00", teacher })

  await test.step("the other time is chosen, and the preview says what changes for both", async () => {
    await openSchedule(page, early.name)
    await page.getByRole("link", { name: "Swap with another student’s time" }).click()
    const time = page.locator("option", { hasText: late.name })
    await page.getByLabel("Swap with").selectOption((await time.getAttribute("value")) ?? "")
    await page.getByRole("button", { name: "Preview swap" }).last().click()
    await expect(page.getByText("The swap starts Nov 18, 2026.")).toBeVisible()
    await expect(page.getByText("Sun, Nov 22, 10:00 AM → Sun, Nov 22, 2:00 PM")).toBeVisible()
    await expect(page.getByText("Sun, Nov 22, 2:00 PM → Sun, Nov 22, 10:00 AM")).toBeVisible()
    await look(page)
  })

  await test.step("one press swaps them", async () => {
    await page.getByRole("button", { name: "Swap times" }).click()
    await expect(page.getByText(/^Weekly times swapped\./)).toBeVisible()
    await expect(page.getByRole("heading", { name: /Sun 2:00 PM, weekly/ })).toBeVisible()
  })

  await test.step("the undo gives both back", async () => {
    await openSchedule(page, late.name)
    await expect(page.getByText("It was swapped with another student’s")).toBeVisible()
    await page.getByRole("button", { name: "Undo this change" }).first().click()
    await expect(page.getByText(/^Weekly time restored\./)).toBeVisible()
    await openSchedule(page, early.name)
    await expect(page.getByRole("heading", { name: /Sun 10:00 AM, weekly/ })).toBeVisible()
  })
})

async function openSchedule(page: Page, name: string) {
  await page.goto(`/classes?kind=private&q=${encodeURIComponent(name)}`)
  await page.locator("main").getByRole("link", { name }).first().click()
  await page.getByRole("link", { name: "Weekly times" }).click()
  await expect(page.getByText("Change one lesson")).toBeVisible()
}
