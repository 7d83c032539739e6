import { addFamily, sendInvoice } from "./billed-family"
import { expect, signIn } from "./journey"
import { test } from "./own-app"

// An email comes back: its address is named wherever the next one would go, until the office mends it.
// tests/routes/platform/returned-emails.test.ts has forged messages, full mailboxes and what arrives later.

test("an address whose emails come back is named, isn’t emailed, and is once it is mended", async ({
  page,
  mailbox,
  sandboxUrl,
  look,
  javaScriptEnabled,
}) => {
  const isPlain = javaScriptEnabled === false
  await signIn(page, "admin@harmony.example")
  const family = await addFamily(page, "Runa", isPlain ? "Hjortsberg" : "Kallestad")
  const { name, email } = family.guardian
  const message = `/messaging/new?to=${encodeURIComponent(`student:${family.studentId}`)}`
  const comesBack = `Emails to ${name} come back, so this person isn’t emailed.`
  const mails = async (to = email): Promise<{ subject: string }[]> =>
    (await fetch(`${sandboxUrl}/mailbox/messages.json?to=${encodeURIComponent(to)}`)).json()
  const invoice = await sendInvoice(page, family, [["Strings", "30.00"]])

  await test.step("the invoice comes back, as the provider says", async () => {
    await mailbox.latestTo(email, /^Invoice /)
    const answer = await fetch(`${sandboxUrl}/__control/mail-events`, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ to: email, type: "email.bounced" }),
    })
    expect(await answer.json()).toMatchObject({ answers: [200] })
  })

  await test.step("the office reads it at the invoice, at a reminder and before a message", async () => {
    await page.goto(invoice)
    const deliveries = page.getByRole("main")
    await expect(deliveries).toContainText("came back")
    await expect(deliveries).toContainText(`Emails to ${name} come back`)
    await look(page)
    await page.goto(message)
    await expect(page.getByRole("main")).toContainText(comesBack)
    await look(page)
    await page.goto(family.billing)
    await look(page)
    expect(await mails()).toHaveLength(1)
  })

  await test.step("it is in the list of returned emails, and corrected with the family", async () => {
    await page.goto("/students/returned-emails")
    const row = page.getByRole("row", { name: new RegExp(name) })
    await expect(row).toContainText(email)
    await expect(row).toContainText("Emails come back")
    await look(page)
    await row.getByRole("button", { name: `Email again ${name}` }).click()
    await expect(page.getByText(`Emails go to ${email} again.`)).toBeVisible()
  })

  await test.step("a message arrives again", async () => {
    await page.goto(message)
    await expect(page.getByRole("main")).not.toContainText("come back")
    await page.getByLabel("Subject").fill("Your invoice")
    await page.getByRole("textbox", { name: "Message" }).fill("It arrives now.")
    await page.getByRole("button", { name: /^Send to/ }).click()
    await expect(page.getByText("Message sent to 1 person.")).toBeVisible()
    expect((await mailbox.latestTo(email, /Your invoice/)).text).toContain("It arrives now.")
  })
})
