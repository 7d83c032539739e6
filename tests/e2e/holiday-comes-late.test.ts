import { expect, signIn, test } from "./journey"

// A holiday is added when the lessons of its day are scheduled already: first canceled after a look and undone with one
// button, then moved; the families' letters are held until the office, which sees who gets what, sends them. Each way has a Tuesday of its own;
// tests/routes/teaching/closure-lessons.test.ts has the refusals.

test("a holiday is added late: its lessons are canceled and come back, or move, and letters wait for the office", async ({
  page,
  look,
  javaScriptEnabled,
  mailbox,
  sandboxUrl,
}) => {
  const [name, day, date] =
    javaScriptEnabled === false
      ? ["Founders’ Day", "2027-01-26", "Jan 26"]
      : ["Patron’s Day", "2027-01-19", "Jan 19"]
  const family = "ada.rossi@example.com"
  const heardOfIt = async () => {
    const answer = await fetch(`${sandboxUrl}/mailbox/messages.json?to=${encodeURIComponent(family)}`)
    const mails = (await answer.json()) as { subject: string }[]
    return mails.some(({ subject }) => subject.includes(date))
  }
  const closures = page.locator("#closures")
  const addClosure = async (lessons: string) => {
    await page.goto("/settings/school?edit=closures#closures")
    await closures.getByLabel("New closure").fill(name)
    await closures.getByLabel("First day").fill(day)
    await closures.getByLabel("Last day").fill(day)
    await closures.getByLabel("Lessons already scheduled on these dates").selectOption({ label: lessons })
    await closures.getByRole("button", { name: "Add closure" }).click()
  }
  await signIn(page, "admin@harmony.example")

  await test.step("canceling says what it cancels before it does, and one button undoes all of it", async () => {
    await addClosure("Cancel them")
    await expect(page.getByText(/^This cancels 1\d lessons of \d+ families\.$/)).toBeVisible()
    await look(page)
    await page.getByRole("button", { name: /^Add closure and cancel 1\d lessons$/ }).click()
    await expect(
      page.getByText(/1\d lessons canceled\. Nothing is sent until you send the emails\./),
    ).toBeVisible()
    await expect(
      page.getByText(/^Emails to \d+ families( and \d+ teachers?)? aren’t sent yet\.$/),
    ).toBeVisible()
    await expect(page.getByRole("region", { name: "Who gets what" })).toContainText(`Canceled: Tue, ${date}`)
    await look(page)
    await page.getByRole("button", { name: "Don’t email" }).click()
    await expect(page.getByText(/^No one is emailed about 1\d lessons, as you decided\.$/)).toBeVisible()
    await page.getByRole("button", { name: "Bring back the emails" }).click()
    await expect(page.getByText(/^Emails to \d+ families/)).toBeVisible()
    await page.goto("/dashboard")
    // The other way's closure may wait on the same dashboard.
    const waiting = page.locator(".rows > li").filter({ hasText: `${name}, emails about` })
    await waiting
      .getByRole("link", { name: /, emails about 1\d lessons$/ })
      .first()
      .click()
    await expect(page.getByRole("button", { name: /^Send emails about 1\d lessons$/ })).toBeVisible()
    expect(await heardOfIt()).toBe(false)
    await page.goto(`/schedule?date=${day}`)
    await expect(page.getByRole("main")).toContainText(name)
    await page.goto("/settings/school")
    await closures
      .getByRole("button", { name: new RegExp(`^Undo ${name} and restore 1\\d lessons$`) })
      .click()
    await expect(page.getByText(new RegExp(`${name} removed\\. 1\\d lessons restored\\.`))).toBeVisible()
    await page.goto(`/schedule?date=${day}`)
    await expect(page.getByRole("main")).not.toContainText(name)
  })

  await test.step("moving proposes a free time for each, and no one is told before the office says so", async () => {
    await addClosure("Move them where possible")
    await expect(page.getByText(`${name} added. Check where its lessons move.`)).toBeVisible()
    await expect(page.getByLabel(/^Lina Rossi, Tue/)).toHaveValue(/^2027-/)
    await look(page)
    await page.getByRole("button", { name: /^Save \d lessons$/ }).click()
    await expect(page.getByText(/^\d lessons? moved\./)).toBeVisible()
    expect(await heardOfIt()).toBe(false)
    await page.getByRole("button", { name: /^Send emails about \d lessons$/ }).click()
    await expect(page.getByText(/^Emails sent about \d lessons\.$/)).toBeVisible()
    await mailbox.latestTo(family, new RegExp(`Lesson rescheduled: .*${date}`))
  })

  await test.step("with the holiday gone, each lesson is back on its day", async () => {
    await page.goto("/settings/school")
    await closures.getByRole("button", { name: new RegExp(`^Undo ${name} and restore \\d lessons$`) }).click()
    await expect(page.getByText(new RegExp(`${name} removed\\. \\d lessons restored\\.`))).toBeVisible()
    await page.goto(`/schedule?date=${day}`)
    await expect(page.getByRole("main")).toContainText("Lina Rossi")
  })
})
