import { expect, signIn, test } from "./journey"

// An offer made from an inquiry and answered on a phone. tests/routes/people/offers.test.ts has those that run out, deposits and clashes.

test("a family declines an offer on a phone, gets another one, and accepts it without a login", async ({
  page,
  otherPage,
  mailbox,
  look,
  javaScriptEnabled,
}) => {
  const [name, email, first, second] =
    javaScriptEnabled === false
      ? (["Pavel Ilves", "kadri.ilves@newcomer.example", "07:30", "07:00"] as const)
      : (["Sami Farah", "leyla.farah@newcomer.example", "06:30", "06:00"] as const)
  await signIn(page, "admin@harmony.example")

  const offer = async (startTime: string, price: string) => {
    await page.goto("/students/inquiries")
    await page.getByRole("link", { name }).first().click()
    // The list has a link with that word as well, and stays until the inquiry is there.
    await page.waitForURL(/\/students\/inquiries\/[^/?]+$/)
    await page.getByRole("link", { name: /offer/i }).first().click()
    await page.getByLabel("Start", { exact: true }).fill(startTime)
    await page.getByLabel("Minutes").fill("30")
    await page.getByLabel(/^Price in/).fill(price)
    await look(page)
    // One of the two inquiries of the sample school has an offer already, which this replaces.
    const send = page.getByRole("button", { name: /^Send (changed )?offer$/ })
    await send.click()
    await expect(send).toBeHidden()
  }
  const phone = await otherPage()
  await phone.setViewportSize({ width: 360, height: 740 })
  const open = async (price: RegExp) => {
    await expect
      .poll(async () => (await mailbox.latestTo(email, /^(An|Changed) offer from/)).text, { timeout: 60_000 })
      .toMatch(price)
    const { text } = await mailbox.latestTo(email, /^(An|Changed) offer from/)
    await phone.goto(/https?:\/\/\S+\/offers\/\S+/.exec(text)?.[0] ?? "")
    await expect(phone.getByRole("heading", { level: 1 })).toContainText(name)
    await look(phone)
  }

  await test.step("the first time doesn't suit them", async () => {
    await offer(first, "41")
    await open(/\$41/)
    await phone.getByRole("button", { name: "Decline offer" }).click()
    await expect(phone.getByRole("heading", { level: 1 })).toHaveText("You declined this offer")
    await phone.getByLabel("Days and times that suit you").fill("Wednesdays before school")
    await phone.getByRole("button", { name: "Ask for another time" }).click()
    await expect(phone.getByText("“Wednesdays before school”")).toBeVisible()
    await look(phone)
  })

  await test.step("the second does", async () => {
    await offer(second, "43")
    await open(/\$43/)
    const policy = phone.getByLabel(/Studio policy/)
    if (await policy.isVisible()) {
      await policy.check()
      await phone.getByLabel("Your name").fill("Leyla Farah")
    }
    await phone.getByRole("button", { name: "Accept offer" }).click()
    await expect(phone.getByRole("heading", { level: 1 })).toHaveText("You accepted this offer")
    await look(phone)
    await phone.reload()
    await expect(phone.getByRole("button", { name: "Accept offer" })).toBeHidden()
  })

  await test.step("and the office has a student", async () => {
    await page.goto(`/students?q=${encodeURIComponent(name)}`)
    await page.getByRole("link", { name }).first().click()
    await expect(page.getByRole("heading", { level: 1 })).toContainText(name)
    await expect(page.getByRole("heading", { name: "Upcoming lessons" })).toBeVisible()
  })
})
