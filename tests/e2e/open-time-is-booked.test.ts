import { addFamily, openPortal, sendInvoice } from "./billed-family"
import { expect, signIn } from "./journey"
import { test } from "./own-app"

// A lesson more, from the school's rule to its payment. tests/routes/attendance/open-times.test.ts has what is refused.

test("a family books an open time, has its lesson and pays for it", async ({
  app,
  page,
  otherPage,
  mailbox,
  look,
}) => {
  await signIn(page, "admin@harmony.example")
  const family = await addFamily(page, "Tove", "Almqvist")
  const phone = await otherPage()
  await phone.setViewportSize({ width: 360, height: 740 })
  await openPortal(page, phone, family, mailbox)

  await test.step("the office schedules lessons that are charged one by one", async () => {
    await page.goto(`/classes/create?student=${family.studentId}`)
    await page.getByLabel("Teacher", { exact: true }).selectOption({ label: "Marcus Whitfield" })
    await page.getByLabel("Room", { exact: true }).selectOption("")
    for (const weekday of [1, 2, 3, 4, 5, 6, 7])
      await page.locator(`input[name=weekdays][value='${weekday}']`).setChecked(weekday === 3)
    await page.getByLabel("Start", { exact: true }).fill("17:30")
    await page.getByRole("radio", { name: "Per lesson", exact: true }).check({ force: true })
    await page.getByLabel(/^Amount in/).fill("42.00")
    await page.getByRole("button", { name: "Create class" }).last().click()
    await expect(page.getByText(`${family.name} created.`).first()).toBeVisible()
  })

  await test.step("and lets families book open times", async () => {
    await page.goto("/settings/policies?edit=open-times")
    await page.getByLabel("Families book open times").check()
    await page.getByLabel("Days ahead").fill("6")
    await page.getByLabel("Hours before, at least").fill("2")
    await look(page)
    await page.getByRole("button", { name: "Save rule" }).click()
    await expect(page.getByRole("main")).toContainText("Up to 6 days ahead, at least 2 hours before")
  })

  let lesson = ""
  await test.step("the family reads what a lesson costs, and books one on a phone", async () => {
    await phone.goto("/student/schedule")
    await phone
      .getByRole("link", { name: /^Book a/ })
      .first()
      .click()
    const more = phone.getByRole("region", { name: "More lessons" })
    await expect(more).toContainText("$42.00")
    await look(phone)
    await more.getByRole("radio").last().check()
    await more.getByRole("button", { name: "Book this time" }).click()
    await expect(phone.getByText(/^Lesson booked for/)).toBeVisible()
    await expect(phone.getByRole("main")).toContainText("It costs $42.00.")
    await look(phone)
    lesson = /\/student\/schedule\/([^?#]+)/.exec(phone.url())?.[1] ?? ""
    await mailbox.latestTo(family.guardian.email, /Tove/)
  })

  await test.step("the lesson takes place, and its attendance is taken", async () => {
    await page.goto("about:blank")
    await phone.goto("about:blank")
    await app.wakeAt("2026-11-25T09:00:00-05:00")
    await page.context().clearCookies()
    await signIn(page, "admin@harmony.example")
    await page.goto(`/classes/sessions/${lesson}`)
    await page.getByRole("button", { name: /^Save attendance/ }).click()
    await expect(page.getByText("Attendance saved.")).toBeVisible()
  })

  await test.step("it is invoiced, and the family pays it", async () => {
    await sendInvoice(page, family, [])
    await expect(page.getByText("$42.00").first()).toBeVisible()
    const { text } = await mailbox.latestTo(family.guardian.email, /^Invoice /)
    await phone.goto(/http\S+\/pay\/\S+/.exec(text)?.[0] ?? "")
    await look(phone)
    await phone.getByRole("button", { name: "Pay $42.00 with PayPal" }).click()
    await phone.getByRole("button", { name: "Pay now" }).click()
    await expect(phone.getByText(/^Payment received/)).toBeVisible()
    await page.goto(family.billing)
    await expect(page.getByRole("link", { name: "$0.00 balance due" })).toBeVisible()
    await expect(page.getByRole("row", { name: /^Payment from Karin Almqvist, PayPal/ })).toContainText(
      "$42.00",
    )
  })
})
