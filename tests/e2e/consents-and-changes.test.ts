import { expect, signIn, test } from "./journey"

// What families agree to and change themselves, with what the office sees of it. tests/routes/people/consents.test.ts and
// tests/routes/people/family-changes.test.ts have what is refused.

test("a school asks for consent, a family answers and changes its data, and the office approves", async ({
  page,
  otherPage,
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
  await test.step("a guardian reads it and answers", async () => {
    await signIn(family, "guardian@harmony.example")
    await family.goto("/student/dashboard")
    await family.getByRole("link", { name: "Read and answer" }).click()
    await expect(family.getByRole("heading", { name: `${kind} at recitals` })).toBeVisible()
    await look(family)
    const part = family.getByRole("region", { name: kind, exact: true })
    for (const choice of await part.getByText("I agree", { exact: true }).all()) await choice.click()
    await part.getByLabel("Your full name").fill("Jonas Haddad")
    await part.getByRole("button", { name: `Save answer to ${kind}` }).click()
    await expect(family.getByText(`Answer to ${kind} saved.`)).toBeVisible()
  })

  await test.step("the office sees who has answered", async () => {
    await page.goto("/students/consents")
    await page.getByRole("link", { name: kind, exact: true }).click()
    await look(page)
    await page.getByRole("link", { name: /^Agreed/ }).click()
    await expect(page.getByText("Jonas Haddad, ").first()).toBeVisible()
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
