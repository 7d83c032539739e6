import type { Page } from "@playwright/test"
import { expect } from "./journey"

/** Makes a class on Sundays without a teacher or a room, at an amount a lesson, and is on its page. */
export async function addGroupClass(
  page: Page,
  {
    name,
    spots,
    startTime,
    amount = "24.00",
  }: { name: string; spots: number; startTime: string; amount?: string },
) {
  await page.goto("/classes/create")
  await page.getByLabel("Name", { exact: true }).fill(name)
  await page.getByLabel("Teacher", { exact: true }).selectOption("")
  await page.getByLabel("Room", { exact: true }).selectOption("")
  await page.getByLabel("Spots").fill(String(spots))
  await page.getByLabel("Sun", { exact: true }).check()
  await page.getByLabel("Start", { exact: true }).fill(startTime)
  await page.getByLabel(/^Amount in/).fill(amount)
  await page.getByRole("button", { name: "Create class" }).last().click()
  await expect(page.getByText(`${name} created.`).first()).toBeVisible()
}
