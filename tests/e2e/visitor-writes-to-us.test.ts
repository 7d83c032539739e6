import { expect, test } from "./journey"

test("a visitor asks to be shown Tutti, and it reaches us", async ({
  page,
  look,
  mailbox,
  javaScriptEnabled,
}) => {
  const school = `Bell School ${javaScriptEnabled ? "by script" : "by hand"}`
  await page.goto("/")
  await page.getByRole("link", { name: "Request a demo" }).first().click()
  await page.getByRole("button", { name: "Request Demo" }).click()
  await expect(page.getByRole("heading", { name: "There is a problem" })).toBeVisible()
  await look(page)
  const form = page.getByRole("main").or(page.getByRole("dialog")).last()
  await form.getByLabel("Full name").fill("Ann Bell")
  await form.getByLabel("Email").fill("ann@bell.example")
  await form.getByLabel("Country code").selectOption("+44")
  await form.getByLabel("Phone").fill("20 7946 0000")
  await form.getByLabel("School name").fill(school)
  for (const label of ["Your role", "Students", "Teachers", "Preferred time", "Time zone"])
    await form.getByLabel(label, { exact: true }).selectOption({ index: 1 })
  await page.getByRole("button", { name: "Request Demo" }).click()
  await expect(page.getByText("Demo request submitted!")).toBeVisible()
  await expect(page.getByRole("dialog")).toHaveCount(0)
  await look(page)
  const mail = await mailbox.latestTo("hello@tutti.example", new RegExp(school))
  expect(mail.text).toContain("Phone: +44 20 7946 0000")
})

test("a visitor writes to us from the landing page", async ({ page, look, mailbox, javaScriptEnabled }) => {
  const subject = `Choirs, ${javaScriptEnabled ? "by script" : "by hand"}`
  await page.goto("/")
  await page.getByRole("button", { name: "Send message" }).click()
  await expect(page.getByText("Please fill in all fields")).toBeVisible()
  await look(page)
  await page.getByLabel("Name", { exact: true }).fill("Mireille Østergård")
  await page.getByLabel("Email", { exact: true }).fill("mireille@nordlys.example")
  await page.getByLabel("Subject").fill(subject)
  await page.getByLabel("Message").fill("Do you do choirs?")
  await page.getByRole("button", { name: "Send message" }).click()
  await expect(page.getByText("Message sent successfully!")).toBeVisible()
  await look(page)
  expect((await mailbox.latestTo("hello@tutti.example", new RegExp(subject))).text).toContain(
    "Do you do choirs?",
  )
})

test("a visitor looks something up in the help", async ({ page, look }) => {
  await page.goto("/")
  await page.getByRole("link", { name: "Help" }).click()
  await look(page)
  await page.getByLabel("Search help").fill("make-up credit")
  await page.getByRole("button", { name: "Search" }).click()
  await look(page)
  await page.getByRole("link", { name: "Make-up credits" }).click()
  await expect(page.getByRole("heading", { level: 1, name: "Make-up credits" })).toBeVisible()
  await look(page)
})
