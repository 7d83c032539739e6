import { expect, signIn, test } from "./journey"

// What families agree to and change themselves, with what the office sees of it. tests/routes/people/consents.test.ts and
// tests/routes/people/family-changes.test.ts have what is refused.

test("a school asks for consent and asks again, a family answers, and the office approves what it changes", async ({
  page,
  otherPage,
  mailbox,
  look,
  javaScriptEnabled,
}) => {
  const kind = javaScriptEnabled === false ? "Recordings" : "Pictures"
  await signIn(page, "admin@harmony.example")

  await test.step("the office publishes a document", async () => {
    await page.goto("/settings/consents")
    await look(page)
    await page.getByRole("link", { name: "Add document" }).click()
    await page.getByLabel("About", { exact: true }).selectOption({ label: "Photos and videos" })
    await page.getByText("A guardian, for each student").click()
    await page.getByLabel("Title", { exact: true }).fill(kind)
    await page
      .getByLabel("Text", { exact: true })
      .fill(`# ${kind} at recitals\n\n- On our website\n- In programs`)
    await look(page)
    await page.getByRole("button", { name: "Add document" }).click()
    await expect(page.getByText(`${kind} added.`)).toBeVisible()
  })

  const family = await otherPage()
  const part = family.getByRole("region", { name: kind, exact: true })
  const answerAll = async (choice: string, given: string) => {
    for (const each of await part.getByText(choice, { exact: true }).all()) await each.click()
    await part.getByLabel("Your full name").fill("Jonas Haddad")
    await part.getByRole("button", { name: `Save answer to ${kind}` }).click()
    await expect(part).toContainText(`${given} Jonas Haddad`)
  }
  await test.step("a guardian reads it and answers", async () => {
    await signIn(family, "guardian@harmony.example")
    await family.goto("/student/dashboard")
    await family.getByRole("link", { name: "Read and answer" }).click()
    await expect(family.getByRole("heading", { name: `${kind} at recitals` })).toBeVisible()
    await look(family)
    await answerAll("I agree", "Agreed")
    await expect(family.getByText(`Answer to ${kind} saved.`)).toBeVisible()
  })

  await test.step("the office sees who has answered", async () => {
    await page.goto("/students/consents")
    await page.getByRole("link", { name: kind, exact: true }).click()
    await look(page)
    await page.getByRole("link", { name: /^Agreed/ }).click()
    await expect(page.getByText("Jonas Haddad, ").first()).toBeVisible()
  })

  await test.step("publishes a new version, reads who agreed to the old one alone, and reminds", async () => {
    await page.getByRole("link", { name: "Set up consents" }).click()
    // Both pages have a link to the document.
    await page.waitForURL(/\/settings\/consents$/)
    await page.getByRole("link", { name: kind, exact: true }).click()
    await page
      .getByLabel("Text", { exact: true })
      .fill(`# ${kind} at recitals and lessons\n\n- On our website`)
    await page.getByLabel("Ask families again").check()
    await page.getByRole("button", { name: "Save", exact: true }).click()
    await expect(page.getByText(`Version 2 of ${kind} published.`)).toBeVisible()
    await page.getByRole("link", { name: "View answers" }).click()
    const asked = page.getByRole("row").filter({ hasText: "Jonas Haddad, " }).first()
    // Fifty are on a page, and other journeys add students.
    const next = page.getByRole("navigation", { name: "Pages" }).getByRole("link", { name: "Next" })
    if (!(await asked.isVisible()) && (await next.isVisible())) await next.click()
    await expect(asked).toContainText("Asked again. Earlier answer: agreed")
    await page.getByRole("button", { name: /^Remind \d/ }).click()
    await expect(page.getByText(new RegExp(`^Reminder of ${kind} sent to`))).toBeVisible()
    await expect(page.getByText("A reminder was sent today.")).toBeVisible()
  })

  await test.step("the guardian agrees to it too, and withdraws", async () => {
    const { text } = await mailbox.latestTo("guardian@harmony.example", new RegExp(kind))
    await family.goto(/https?:\/\/\S+\/student\/consents\S*/.exec(text)?.[0] ?? "")
    await expect(part).toContainText("Asked again. Earlier answer: agreed")
    await look(family)
    await answerAll("I agree", "Agreed")
    await part.getByText("Change your answer").click()
    await answerAll("I don’t agree", "Not agreed")
    await page.reload()
    await page.getByRole("link", { name: /^Not agreed/ }).click()
    await expect(page.getByRole("row").filter({ hasText: "Jonas Haddad, " }).first()).toContainText(
      "version 2",
    )
  })

  await test.step("the family changes a child's medical notes, which wait", async () => {
    await family.goto("/student/settings")
    await family.getByLabel("Medical and emergency notes").first().fill(`Allergic to nuts. ${kind}.`)
    await look(family)
    await family
      .getByRole("button", { name: /^Save (?!contact)/ })
      .first()
      .click()
    await expect(family.getByText("Sent to the school for approval.")).toBeVisible()
    await expect(family.getByText("to approve:")).toBeVisible()
    await look(family)
  })

  await test.step("and the office approves with one press", async () => {
    await page.goto("/dashboard")
    await page
      .getByRole("link", { name: /by families to approve/ })
      .first()
      .click()
    await expect(page.getByText(`Allergic to nuts. ${kind}.`)).toBeVisible()
    await look(page)
    await page.getByRole("button", { name: /^Approve Medical/ }).click()
    await expect(page.getByText("Medical and emergency notes changed.")).toBeVisible()
    await page.goto("/settings/family-changes")
    await look(page)
  })
})
