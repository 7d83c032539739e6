import type { Page } from "@playwright/test"
import { addFamily, type BilledFamily, openPortal } from "./billed-family"
import { addGroupClass } from "./group-class"
import { expect, signIn } from "./journey"
import { test } from "./own-app"

// An announcement asks to be confirmed and stays on home pages for a while. tests/routes/communication/announcements.test.ts has what
// is refused.

test("an announcement is pinned, confirmed by one family, and brought back to the other one", async ({
  page,
  otherPage,
  mailbox,
  look,
  javaScriptEnabled,
}) => {
  const isPlain = javaScriptEnabled === false
  const name = isPlain ? "Marimba circle" : "Vibraphone circle"
  const subject = `Open rehearsal of the ${name}`
  await signIn(page, "admin@harmony.example")
  const first = await addFamily(page, "Ylva", isPlain ? "Sunnemark" : "Ottesen")
  const second = await addFamily(page, "Tarik", isPlain ? "Benhaddou" : "Yildirim")
  const [hers, his] = [await otherPage(), await otherPage()]
  await hers.setViewportSize({ width: 360, height: 740 })
  await openPortal(page, hers, first, mailbox)
  await openPortal(page, his, second, mailbox)

  const address = await test.step("two families are in a class", async () => {
    await addGroupClass(page, { name, spots: 6, startTime: isPlain ? "09:00" : "09:30" })
    const path = new URL(page.url()).pathname
    for (const family of [first, second]) await enroll(page, path, family)
    return path
  })

  const announcement =
    await test.step("the office announces something to them, with a look at who gets it", async () => {
      await page.goto(`/messaging/new?to=class:${address.split("/").at(-1)}`)
      await expect(page.getByRole("main")).toContainText("2 recipients")
      await page.getByLabel("Subject").fill(subject)
      await page.getByRole("textbox", { name: "Message" }).fill("On Sunday at 4 PM, parents welcome.")
      await page.getByLabel("Ask everyone to confirm that they’ve read it").check()
      await page.getByLabel("Keep on their home page until").fill("2026-11-25")
      await look(page)
      await page.getByRole("button", { name: "Send to 2 people" }).click()
      await expect(page.getByText(/^Message sent to 2 people/)).toBeVisible()
      await expect(page.getByRole("main")).toContainText("2 people, not read yet, 0 have confirmed")
      await look(page)
      return page.url()
    })

  await test.step("the first family reads it on its home page, and confirms it", async () => {
    await mailbox.latestTo(first.guardian.email, new RegExp(subject))
    await hers.goto("/student/dashboard")
    await look(hers)
    await expect(hers.getByRole("main")).toContainText(subject)
    await hers.getByRole("link", { name: "Read and confirm" }).first().click()
    await expect(hers.getByRole("main")).toContainText("parents welcome")
    await hers.getByRole("button", { name: "I’ve read this" }).click()
    await expect(hers.getByText("Thank you. The sender sees that you’ve read it.")).toBeVisible()
    await expect(hers.getByRole("main")).toContainText(/You confirmed on .+ that you’ve read this\./)
    await look(hers)
  })

  await test.step("the other one is reminded, by the office’s button, and confirms it too", async () => {
    await page.goto(announcement)
    await expect(page.getByRole("main")).toContainText("1 has confirmed")
    await page.getByRole("button", { name: "Remind 1 person who hasn’t confirmed it" }).click()
    await expect(page.getByText("Reminder on its way to 1 person.")).toBeVisible()
    const { text } = await mailbox.latestTo(second.guardian.email, new RegExp(`Reminder: .*${subject}`))
    await his.goto(/http\S+\/messaging\/\S+/.exec(text)?.[0] ?? "")
    await his.getByRole("button", { name: "I’ve read this" }).click()
    await expect(his.getByText("Thank you. The sender sees that you’ve read it.")).toBeVisible()
    await page.goto(announcement)
    await expect(page.getByRole("main")).toContainText("2 have confirmed")
  })

  await test.step("taken off the home pages, it stays among the messages", async () => {
    await page.getByRole("button", { name: "Take off home pages" }).click()
    await expect(page.getByText("Taken off the home pages.")).toBeVisible()
    await his.goto("/student/dashboard")
    await expect(his.getByRole("main")).not.toContainText(subject)
    await his.goto("/messaging")
    await expect(his.getByRole("main")).toContainText(subject)
  })
})

/** Finds a student by the search of a class’s form, and enrolls them. */
async function enroll(page: Page, path: string, { name }: BilledFamily) {
  await page.goto(`${path}/students`)
  await page.getByLabel("Find students").fill(name)
  await page.getByRole("button", { name: "Search", exact: true }).last().click()
  await page.getByRole("checkbox", { name: new RegExp(`^${name}`) }).check()
  await page.getByRole("button", { name: "Enroll students" }).last().click()
  await expect(page.getByText(`${name} enrolled, starting`)).toBeVisible()
}
