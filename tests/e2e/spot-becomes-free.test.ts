import type { Page } from "@playwright/test"
import { addFamily, type BilledFamily, openPortal } from "./billed-family"
import { addGroupClass } from "./group-class"
import { expect, signIn, test } from "./journey"

// A class is full, and one family waits for it. tests/routes/teaching/waiting-list.test.ts has what is refused.

test("a spot in a full class becomes free, is offered to who waits, and the family accepts it", async ({
  page,
  otherPage,
  mailbox,
  look,
  javaScriptEnabled,
}) => {
  const isPlain = javaScriptEnabled === false
  const name = isPlain ? "Kalimba circle" : "Ukulele circle"
  await signIn(page, "admin@harmony.example")
  const present = await addFamily(page, "Bo", isPlain ? "Ravndal" : "Quillfeather")
  const waits = await addFamily(page, "Mira", isPlain ? "Vintervik" : "Dandridge")
  const family = await otherPage()
  await family.setViewportSize({ width: 360, height: 740 })
  await openPortal(page, family, waits, mailbox)

  let address = ""
  await test.step("the office makes a class of one spot, which is taken", async () => {
    await addGroupClass(page, { name, spots: 1, startTime: isPlain ? "08:00" : "08:30" })
    address = page.url().split(/[?#]/)[0] ?? ""
    await page.goto(`${address}/students`)
    await find(page, present)
    await page.getByRole("button", { name: "Enroll students" }).last().click()
    await expect(page.getByText(`${present.name} enrolled, starting`)).toBeVisible()
    await expect(page.getByText("Every spot is taken.")).toBeVisible()
    await look(page)
  })

  await test.step("and puts a student on its waiting list, as the family reads", async () => {
    await page.getByRole("link", { name: "Add students to the waiting list" }).click()
    await page.waitForURL(/\/waiting-list$/)
    await find(page, waits)
    await page.getByRole("button", { name: "Add to waiting list" }).last().click()
    await expect(page.getByText(`1 student added to the waiting list for ${name}.`)).toBeVisible()
    await expect(page.getByRole("button", { name: "Offer spot" })).toBeHidden()
    await look(page)
    await family.goto("/student/places")
    await expect(family.getByRole("main")).toContainText(`Mira: ${name}`)
    await expect(family.getByRole("main")).toContainText("On the waiting list")
    await look(family)
  })

  await test.step("the one in it leaves, and the spot is offered from the day on which it is free", async () => {
    await page.goto(`${address}/students`)
    await page.getByRole("link", { name: `Unenroll or move ${present.name}` }).click()
    await page.getByRole("region", { name: "Unenroll" }).getByLabel("Reason").fill("Moved away")
    await look(page)
    await page.getByRole("button", { name: `Unenroll ${present.name}` }).click()
    await expect(page.getByText(new RegExp(`^${present.name} leaves after`)).first()).toBeVisible()
    await page.goto(`${address}/waiting-list`)
    await page.getByRole("button", { name: "Offer spot" }).click()
    await expect(page.getByText(/^Spot (from .* )?offered to Mira .* until/)).toBeVisible()
    await look(page)
  })

  await test.step("the family reads of it in its portal and by email, and accepts it on a phone", async () => {
    await family.reload()
    await expect(family.getByRole("main")).toContainText("is on hold until")
    await look(family)
    const { text } = await mailbox.latestTo(
      waits.guardian.email,
      new RegExp(`^A spot for Mira .* in ${name}$`),
    )
    await family.goto(/https?:\/\/\S+\/offers\/\S+/.exec(text)?.[0] ?? "")
    await expect(family.getByRole("heading", { level: 1 })).toContainText(name)
    await look(family)
    await family.getByRole("button", { name: "Accept offer" }).click()
    await expect(family.getByRole("heading", { level: 1 })).toHaveText("You accepted this offer")
    await family.goto("/student/places")
    await expect(family.getByRole("main")).not.toContainText(name)
  })

  await test.step("the office has them in the class, and no one waits anymore", async () => {
    await page.goto(`${address}/students`)
    await expect(page.getByRole("link", { name: waits.name, exact: true })).toBeVisible()
    await page.goto(`${address}/waiting-list`)
    await expect(page.getByText("No one is waiting.")).toBeVisible()
  })
})

/** Finds a student by the search of a class’s form, and selects them. */
async function find(page: Page, { name }: BilledFamily) {
  await page.getByLabel("Find students").fill(name)
  await page.getByRole("button", { name: "Search", exact: true }).last().click()
  await page.getByRole("checkbox", { name: new RegExp(`^${name}`) }).check()
}
