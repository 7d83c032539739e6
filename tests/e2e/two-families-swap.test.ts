import { addFamily, openPortal } from "./billed-family"
import { expect, signIn, test } from "./journey"

// Two families swap a lesson time. tests/routes/attendance/swaps.test.ts has the rules, siblings and what is refused.

test("two families swap times without learning each other’s names; the office approves it and can undo it", async ({
  page,
  look,
  otherPage,
  javaScriptEnabled,
  mailbox,
}) => {
  const isPlain = javaScriptEnabled === false
  const teacher = isPlain ? "Ingrid Solheim" : "Helena Novak"
  const [one, other] = isPlain ? ["Castellan", "Wojcik"] : ["Lagerlof", "Mbeki"]
  await signIn(page, "admin@harmony.example")
  const early = await addFamily(page, "Alba", one, { day: "Saturday", startTime: "10:00", teacher })
  const late = await addFamily(page, "Bruno", other, { day: "Saturday", startTime: "11:00", teacher })
  const [hers, his] = [await otherPage(), await otherPage()]
  await openPortal(page, hers, early, mailbox)
  await openPortal(page, his, late, mailbox)
  await page.goto("/settings/policies?edit=swaps")
  await page
    .getByLabel("Lesson swaps", { exact: true })
    .selectOption({ label: "The office approves each swap" })
  await page.getByRole("button", { name: "Save rules" }).click()
  await expect(page.getByText("Rules saved. The office approves each swap.")).toBeVisible()

  await test.step("one family offers its lesson", async () => {
    await hers.goto("/student/schedule")
    await hers.getByRole("link", { name: "Swap a lesson time with another family" }).click()
    await hers.getByLabel("Lesson", { exact: true }).selectOption({ index: 1 })
    await look(hers)
    await hers.getByRole("button", { name: "Offer lesson" }).click()
    await expect(hers.getByText(/^Lesson offered\./)).toBeVisible()
  })

  await test.step("the other asks for it and agrees, and sees a time and a teacher only", async () => {
    await his.goto("/student/schedule")
    await his.getByRole("link", { name: "View lesson swaps" }).click()
    await expect(his.getByRole("main")).toContainText("Sat, Nov 21, 10:00 AM")
    for (const name of ["Alba", one]) await expect(his.getByRole("main")).not.toContainText(name)
    await his.getByRole("button", { name: "Ask to swap for Sat, Nov 21, 10:00 AM" }).click()
    await expect(his.getByText(/^Request sent\./)).toBeVisible()
    await hers.goto("/student/schedule/swaps")
    for (const name of ["Bruno", other]) await expect(hers.getByRole("main")).not.toContainText(name)
    await hers.getByRole("button", { name: /^Accept Sat, Nov 21, 11:00 AM for / }).click()
    await expect(
      hers.getByText("Both families agree. The school still has to approve the swap."),
    ).toBeVisible()
  })

  const expectTimes = async (her: string, hisOwn: string) => {
    for (const [theirs, time] of [
      [hers, her],
      [his, hisOwn],
    ] as const) {
      await theirs.goto("/student/schedule?date=2026-11-21")
      await expect(theirs.locator("section[aria-labelledby='on-2026-11-21'] a").first()).toHaveText(
        new RegExp(`^${time}`),
      )
    }
  }

  await test.step("the office approves what waits on its dashboard, and takes it back", async () => {
    await page.goto("/dashboard")
    await page
      .getByRole("link", { name: /\d lesson swaps? to approve/ })
      .first()
      .click()
    await look(page)
    await page.getByRole("button", { name: `Approve swap of Sat, Nov 21, 10:00 AM for Alba ${one}` }).click()
    await expect(page.getByText(/^Swap approved\./)).toBeVisible()
    await expectTimes("11:00", "10:00")
    await page.getByRole("button", { name: `Undo swap of Sat, Nov 21, 10:00 AM for Alba ${one}` }).click()
    await expect(page.getByText(/^Swap undone\./)).toBeVisible()
    await expectTimes("10:00", "11:00")
  })
})
