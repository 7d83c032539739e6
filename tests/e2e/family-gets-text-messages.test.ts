import { addFamily, openPortal } from "./billed-family"
import { expect, scriptsRun, signIn, test } from "./journey"

// A school connects Twilio and tries it; a guardian turns texts on with a code, answers the office's message by text, and a stranger
// writes, too.

type PhoneMessage = { to: string; body: string; status: string }

test("a school connects Twilio, and a guardian gets texts and answers one", async ({
  page,
  browser,
  appUrl,
  sandboxUrl,
  mailbox,
  look,
  javaScriptEnabled,
}) => {
  const isPlain = javaScriptEnabled === false
  const digits = isPlain ? "0191" : "0192"
  const phone = `+1512555${digits}`
  const number = "+15125550112"
  const texts = async (to: string): Promise<PhoneMessage[]> =>
    (await fetch(`${sandboxUrl}/phones/messages.json?to=${encodeURIComponent(to)}`)).json()
  const latest = async (to: string, says: RegExp) => {
    await expect
      .poll(async () => (await texts(to)).some(({ body }) => says.test(body)), { timeout: 60_000 })
      .toBe(true)
    return (await texts(to)).find(({ body }) => says.test(body))?.body ?? ""
  }
  const writes = (from: string, body: string) =>
    fetch(`${sandboxUrl}/phones`, {
      method: "POST",
      body: new URLSearchParams({ from, to: number, body }),
      redirect: "manual",
    })
  await signIn(page, "admin@crescendo.example")

  await test.step("the office connects its account and sends a test text", async () => {
    await page.goto("/settings/school?edit=texts")
    const part = page.getByRole("region", { name: "Text messages" })
    await part.getByLabel("Account SID").fill("harmony")
    await part.getByLabel("Your password").fill("tutti-demo-2026")
    await part.getByRole("button", { name: /Connect Twilio|Change account/ }).click()
    await expect(page.getByText(/Enter the whole account SID/).first()).toBeVisible()
    await look(page)
    await part.getByLabel("Account SID").fill(`AC${"2".repeat(32)}`)
    await part.getByLabel("Auth token").fill("0123456789abcdef0123456789abcdef")
    await part.getByLabel("Your Twilio number").fill(number)
    await part.getByLabel("Price of a segment").fill(isPlain ? "0.0084" : "0.0083")
    await part.getByLabel("Your password").fill("tutti-demo-2026")
    await part.getByRole("button", { name: /Connect Twilio|Change account/ }).click()
    await expect(page.getByText(/^Twilio account (added|changed)/)).toBeVisible()
    await scriptsRun(page)
    await part.getByLabel("Send a test text to").fill("512 555 0199")
    await part.getByRole("button", { name: "Send a test text" }).click()
    await expect(page.getByText(/^Test text queued for/)).toBeVisible()
    expect(await latest("+15125550199", /This is a test/)).toContain("Crescendo Academy: This is a test.")
    await look(page)
  })

  const family = await addFamily(page, "Noor", isPlain ? "Achterberg" : "Brandsma")
  const context = await browser.newContext({ baseURL: appUrl, javaScriptEnabled: !isPlain })
  const theirs = await context.newPage()
  await openPortal(page, theirs, family, mailbox)

  await test.step("the guardian turns texts on with the code from the phone", async () => {
    await theirs.goto("/settings/preferences?edit=own-texts")
    const part = theirs.getByRole("region", { name: "Text messages", exact: true })
    await part.getByLabel("Mobile number").fill(`512 555 ${digits}`)
    await part.getByRole("button", { name: "Text me a code" }).click()
    await expect(theirs.getByText("Check this box to get text messages.").first()).toBeVisible()
    await part.getByLabel(/I agree to get text messages from Crescendo Academy/).check()
    await part.getByRole("button", { name: "Text me a code" }).click()
    await expect(theirs.getByText(/^We’re texting a code to/)).toBeVisible()
    const [code = ""] = /\d{6}/.exec(await latest(phone, /is your code/)) ?? []
    await part.getByLabel("Code from the text message").fill(code)
    await part.getByRole("button", { name: "Turn on text messages" }).click()
    await expect(theirs.getByText(/^Text messages turned on for/)).toBeVisible()
    await look(theirs)
    // At the school it is night already.
    await theirs.goto("/settings/preferences?edit=told-hours")
    const hours = theirs.getByRole("region", { name: "Quiet hours and daily email" })
    await hours.getByLabel("Quiet from").fill("00:00")
    await hours.getByLabel("Until").fill("00:00")
    await hours.getByRole("button", { name: "Save hours" }).click()
    await expect(theirs.getByText("Quiet hours saved.")).toBeVisible()
    await theirs.goto("/settings/preferences?edit=mail")
    await expect(theirs.getByRole("checkbox", { name: "Changed lessons by text message" })).toBeChecked()
    await look(theirs)
  })

  await test.step("the office texts a message, too, and the answer joins the conversation", async () => {
    await page.goto(`/messaging/new?to=${encodeURIComponent(`student:${family.studentId}`)}`)
    await expect(page.getByText("text message possible").first()).toBeVisible()
    await page.getByLabel("Subject").fill("Concert")
    await page.getByRole("textbox", { name: "Message" }).fill("The concert begins at 6 PM.")
    await page.getByLabel(/Also send as a text message to/).check()
    await look(page)
    await page.getByRole("button", { name: /^Send to/ }).click()
    await expect(page.getByText(/^Message sent to/)).toBeVisible()
    const conversation = page.url()
    expect(await latest(phone, /concert begins/)).toContain("The concert begins at 6 PM.")
    await writes(phone, "We’ll be there.")
    await writes(isPlain ? "+15125550155" : "+15125550156", "Do you teach the oud?")
    await expect
      .poll(
        async () => {
          await page.goto(conversation)
          return page.getByText("We’ll be there.").count()
        },
        { timeout: 60_000 },
      )
      .toBeGreaterThan(0)
    await page.goto("/messaging/texts")
    await expect(page.getByText("Do you teach the oud?").first()).toBeVisible()
    await look(page)
    await page.getByRole("button", { name: "Archive" }).first().click()
    await expect(page.getByText("Text message archived.")).toBeVisible()
  })
})
