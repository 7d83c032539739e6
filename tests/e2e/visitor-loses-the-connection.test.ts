import type { Locator, Page } from "@playwright/test"
import { expect, onlyWithScripts, registerSchool, test } from "./journey"

// A public form that gets no answer of ours stays with what was typed, and says so in the specification's words (§8).

const only = onlyWithScripts("without scripts the browser itself keeps a form that it cannot send")

const cut = (page: Page) =>
  page.route("**/*", (route) => (route.request().method() === "POST" ? route.abort() : route.continue()))
const broken = (page: Page) =>
  page.route("**/*", (route) =>
    route.request().method() === "POST"
      ? route.fulfill({ status: 502, contentType: "text/html", body: "<h1>502 Bad Gateway</h1>" })
      : route.continue(),
  )
const mend = (page: Page) => page.unroute("**/*")

async function expectFailed(part: Page | Locator, words: string) {
  await expect(part.locator(".toast.bad")).toContainText(words)
  await expect(part.locator(".toast.bad")).toBeInViewport()
}

test("a message", only, async ({ page, look, mailbox }) => {
  for (const path of ["/", "/contact"]) {
    const subject = `Cut off on ${path}`
    await page.goto(path)
    const title = await page.title()
    await page.getByRole("button", { name: "Send message" }).click()
    await expect(page.getByText("Please fill in all fields")).toBeVisible()
    await expect(page).toHaveTitle(`Error: ${title}`)
    await page.getByLabel("Name", { exact: true }).fill("Mireille Østergård")
    await page.getByLabel("Email", { exact: true }).fill(`cut${path.length}@nordlys.example`)
    await page.getByLabel("Subject").fill(subject)
    await page.getByLabel("Message").fill("Do you do choirs?")
    await (path === "/" ? cut(page) : broken(page))
    await page.getByRole("button", { name: "Send message" }).click()
    await expectFailed(
      page.locator("#contact-form"),
      "Failed to send message Please try again or contact us directly at hello@tutti.example",
    )
    await expect(page.getByLabel("Message")).toHaveValue("Do you do choirs?")
    await look(page)
    await mend(page)
    await page.getByRole("button", { name: "Try again" }).click()
    await expect(page.getByText("Message sent successfully!")).toBeVisible()
    await expect(page).toHaveTitle(title)
    await mailbox.latestTo("hello@tutti.example", new RegExp(subject))
  }
})

test("the demo dialog", only, async ({ page, look }) => {
  await page.goto("/")
  await page.getByRole("link", { name: "Request a demo" }).first().click()
  const dialog = page.getByRole("dialog")
  await dialog.getByLabel("Full name").fill("Ann Bell")
  await dialog.getByLabel("Email").fill("cut.off@bell.example")
  await dialog.getByLabel("Country code").selectOption("+44")
  await dialog.getByLabel("Phone").fill("20 7946 0000")
  await dialog.getByLabel("School name").fill("Bell School")
  for (const label of ["Your role", "Students", "Teachers", "Preferred time", "Time zone"])
    await dialog.getByLabel(label, { exact: true }).selectOption({ index: 1 })
  await cut(page)
  await dialog.getByRole("button", { name: "Request Demo" }).click()
  await expectFailed(dialog, "Error Failed to submit demo request. Please try again or contact support.")
  await expect(dialog.getByLabel("School name")).toHaveValue("Bell School")
  await look(page)
  await mend(page)
  await dialog.getByRole("button", { name: "Try again" }).click()
  await expect(page.getByText("Demo request submitted!")).toBeVisible()
  await expect(dialog).toHaveCount(0)
})

test("a registration", only, async ({ page, look }) => {
  await page.goto("/register-school?plan=standard")
  await page.getByLabel("Full Name").fill("Ruth Castellano")
  await page.getByLabel("Email").fill("admin@harmony.example")
  await page.getByLabel("Password", { exact: true }).fill("kreisler-1905")
  await page.getByLabel("School Name").fill("Cut Off School")
  await cut(page)
  await page.getByRole("button", { name: "Create account" }).click()
  await expectFailed(page, "Registration failed An error occurred. Please try again.")
  await expect(page.getByLabel("School Name")).toHaveValue("Cut Off School")
  await expect(page.getByLabel("Password", { exact: true })).toHaveValue("kreisler-1905")
  await mend(page)
  // Refused by the server: the toast says it, and the summary leads to the field.
  await page.getByRole("button", { name: "Try again" }).click()
  await expect(page.locator(".toast.bad")).toContainText(
    "Registration failed This email already has an account.",
  )
  await expect(page.locator("[data-error-summary]")).toBeFocused()
  await expect(page).toHaveTitle(/^Error: Register your music school/)
  await look(page)
  await page.getByRole("button", { name: "Show" }).click()
  await page.getByLabel("Password", { exact: true }).fill("kreisler-1905")
  await expect(page.getByLabel("Password", { exact: true })).toHaveAttribute("type", "text")
  await page.getByLabel("Email").fill("cut.off@harmony.example")
  await page.getByRole("button", { name: "Create account" }).click()
  await expect(page.getByRole("heading", { name: "Choose a plan for Cut Off School" })).toBeVisible()
  await expect(page.getByText("Account created successfully")).toBeVisible()
})

test("a choice of plan, which a proxy answers in the place of Tutti", only, async ({ page, look }) => {
  await registerSchool(page, "Cut Off Strings", String(Date.now()))
  await broken(page)
  const pay = page.getByRole("button", { name: /PayPal/ }).first()
  await pay.click()
  await expectFailed(page, "We couldn’t reach Tutti. Nothing you entered is lost.")
  await look(page)
  await mend(page)
  await page.getByRole("button", { name: "Try again" }).click()
  await expect(page.getByRole("button", { name: "Agree and Subscribe" })).toBeVisible()
})

test("a forgotten password and a new one", only, async ({ page, mailbox }) => {
  const email = "solo@brightkeys.example"
  await page.goto("/login")
  await page.getByRole("link", { name: "Forgot password?" }).click()
  await page.getByLabel("Email").fill(email)
  await broken(page)
  await page.getByRole("button", { name: "Send link" }).click()
  await expectFailed(page, "Error Failed to send password reset email. Please try again.")
  await expect(page.getByLabel("Email")).toHaveValue(email)
  await mend(page)
  await page.getByRole("button", { name: "Try again" }).click()
  await expect(page.getByRole("heading", { name: "Email Sent!" })).toBeVisible()

  const mail = await mailbox.latestTo(email, /Choose a new password/)
  await page.goto(mail.text.match(/https?:\S+reset-password\S+/)?.[0] ?? "")
  await page.getByLabel("New password", { exact: true }).fill("drei kleine Worte")
  await page.getByLabel("Confirm new password").fill("drei kleine Worte")
  await cut(page)
  await page.getByRole("button", { name: "Change password" }).click()
  await expectFailed(page, "An error occurred. Please try again.")
  await expect(page.getByLabel("New password", { exact: true })).toHaveValue("drei kleine Worte")
  await mend(page)
  await page.getByLabel("New password", { exact: true }).fill("tutti-demo-2026")
  await page.getByLabel("Confirm new password").fill("tutti-demo-2026")
  await page.getByRole("button", { name: "Change password" }).click()
  await expect(page.getByText("Password Reset Successful")).toBeVisible()
})

test("what a visitor typed is there again when the page is loaded again", only, async ({ page }) => {
  await page.goto("/contact")
  const [name, message] = [page.getByLabel("Name"), page.getByLabel("Message")]
  await name.fill("Ruth Castellano")
  await message.fill("A long question about the choir.")
  await page.reload()
  await expect(name).toHaveValue("Ruth Castellano")
  await expect(message).toHaveValue("A long question about the choir.")
  await page.goto("/")
  const open = () => page.getByRole("link", { name: "Request a demo" }).first().click()
  await open()
  await page.getByRole("dialog").getByLabel("Anything else?").fill("We also rent out violins.")
  await page.reload()
  await open()
  await expect(page.getByRole("dialog").getByLabel("Anything else?")).toHaveValue("We also rent out violins.")
  // Another visit begins anew.
  await page.goto("/about")
  await page.goto("/contact")
  await expect(message).toHaveValue("")
})
