import { addGroupClass } from "./group-class"
import { expect, signIn, test } from "./journey"

// From a stranger to a student in a class with a paid deposit, on a phone with a slow line, without the office. With scripts the line
// is held at 400 kbps; without, the same forms are sent. tests/routes/people/spot-at-once.test.ts has what is refused.

test("a stranger on a slow phone asks for a class, accepts its free spot and pays the deposit", async ({
  page,
  otherPage,
  mailbox,
  look,
  javaScriptEnabled,
}) => {
  const isPlain = javaScriptEnabled === false
  const last = isPlain ? "Oyelaran" : "Brightwater"
  const choir = isPlain ? "Steel drum circle" : "Handbell circle"
  const email = `ines.${last.toLowerCase()}@newcomer.example`
  let link = ""
  await signIn(page, "admin@harmony.example")

  await test.step("the office makes a class with free spots", async () => {
    await addGroupClass(page, { name: choir, spots: 4, startTime: "09:30", amount: "28.00" })
  })

  await test.step("and a form that offers them right away, with a deposit", async () => {
    await page.goto("/settings/public-page")
    await page.getByLabel("Open the page").check()
    await page.getByRole("button", { name: "Save", exact: true }).click()
    await page.getByRole("link", { name: "Set up forms" }).click()
    await page.getByLabel("Name", { exact: true }).fill(`Join the ${choir}`)
    await page.getByLabel("What it’s for").selectOption("A class")
    await page.getByRole("button", { name: "Add form" }).click()
    await page.getByLabel("Offer a free spot right away").check()
    await page.getByLabel("Deposit").fill("50")
    await look(page)
    await page.getByRole("button", { name: "Save", exact: true }).click()
    await expect(page.getByText(`Join the ${choir} saved.`)).toBeVisible()
    link = await page.getByLabel("Link", { exact: true }).inputValue()
  })

  const phone = await otherPage()
  await phone.setViewportSize({ width: 360, height: 740 })
  if (!isPlain) {
    const line = await phone.context().newCDPSession(phone)
    await line.send("Network.emulateNetworkConditions", {
      offline: false,
      latency: 300,
      downloadThroughput: 50_000,
      uploadThroughput: 50_000,
    })
  }

  await test.step("a stranger reads what it costs and asks", async () => {
    await phone.goto(link)
    await expect(phone.getByRole("main")).toContainText("you pay a deposit of $50.00.")
    const option = phone.getByRole("option", { name: new RegExp(`^${choir}`) })
    await phone.getByLabel("Class", { exact: true }).selectOption((await option.getAttribute("value")) ?? "")
    const child = phone.getByText("My child")
    if (await child.isVisible()) await child.click()
    await phone.getByLabel("Student’s first name").fill("Rafa")
    await phone.getByLabel("Student’s last name").fill(last)
    await phone.getByLabel("Parent’s or guardian’s name").fill(`Ines ${last}`)
    await phone.getByLabel("Your email").fill(email)
    const consent = phone.getByLabel("I agree: Studio policy")
    if (await consent.isVisible()) await consent.check()
    await look(phone)
    // No one reads the form as fast as this does.
    await phone.waitForTimeout(3_000)
    await phone.getByRole("button", { name: "Send request" }).click()
    await expect(phone.getByRole("heading", { level: 1 })).toHaveText("Check your email")
    await look(phone)
  })

  await test.step("proves the mailbox, and the spot is held", async () => {
    const { text } = await mailbox.latestTo(email, /^Confirm your request to/)
    await phone.goto(/https?:\/\/\S+token=\S+/.exec(text)?.[0] ?? "")
    await expect(phone.getByText(`Send your request for ${choir} to`)).toBeVisible()
    await look(phone)
    await phone.getByRole("button", { name: "Confirm request" }).click()
    await expect(phone.getByRole("heading", { level: 1 })).toHaveText(`A spot in ${choir} for Rafa ${last}`)
    await expect(phone.getByRole("main")).toContainText("$50.00")
    await look(phone)
  })

  await test.step("accepts it, and pays the deposit by PayPal", async () => {
    const policy = phone.getByLabel(/Studio policy/)
    if (await policy.isVisible()) {
      await policy.check()
      await phone.getByLabel("Your name").fill(`Ines ${last}`)
    }
    await phone.getByRole("button", { name: "Accept offer" }).click()
    await expect(phone.getByRole("heading", { level: 1 })).toContainText(/Invoice \d{4}-\d+/)
    await expect(phone.getByRole("main")).toContainText("$50.00")
    await look(phone)
    await phone.getByRole("button", { name: "Pay $50.00 with PayPal" }).click()
    await phone.getByRole("button", { name: "Pay now" }).click()
    await expect(phone.getByText(/^Payment received/)).toBeVisible()
    await look(phone)
    await mailbox.latestTo(email, /Receipt/)
  })

  await test.step("the office has a student in the class whose deposit is paid", async () => {
    await page.goto(`/students?q=${encodeURIComponent(`Rafa ${last}`)}`)
    await page
      .getByRole("link", { name: `Rafa ${last}` })
      .first()
      .click()
    await expect(page.getByRole("heading", { level: 1 })).toContainText(`Rafa ${last}`)
    await expect(page.getByRole("main")).toContainText(choir)
    await page.locator("a[href*='/billing/families/']").first().click()
    await expect(page.getByRole("main")).toContainText("$50.00")
    await look(page)
  })
})
