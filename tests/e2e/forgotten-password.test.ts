import { expect, test } from "./journey"

test("a user who forgot the password chooses a new one", async ({
  page,
  look,
  mailbox,
  javaScriptEnabled,
}) => {
  const email = javaScriptEnabled ? "expired@oldschool.example" : "teacher@crescendo.example"
  await page.goto("/login")
  await page.getByRole("link", { name: "Forgot password?" }).click()
  await page.getByLabel("Email").fill(email)
  await page.getByRole("button", { name: "Send link" }).click()
  await expect(page.getByRole("heading", { name: "Email Sent!" })).toBeVisible()
  await look(page)

  const mail = await mailbox.latestTo(email, /Choose a new password/)
  const link = mail.text.match(/https?:\S+reset-password\S+/)?.[0] ?? ""
  await page.goto(link)
  await look(page)
  await page.getByLabel("New password", { exact: true }).fill("drei kleine Worte")
  await page.getByLabel("Confirm new password").fill("drei kleine Worte")
  await page.getByRole("button", { name: "Change password" }).click()
  await expect(page.getByText("Password Reset Successful")).toBeVisible()
  // A script goes on to the login page by itself after three seconds; without one there is the link.
  if (!javaScriptEnabled) await page.getByRole("link", { name: "Go to Login" }).click()
  await expect(page).toHaveURL(/\/login$/)

  await page.getByLabel("Username or email").fill(email)
  await page.getByLabel("Password", { exact: true }).fill("drei kleine Worte")
  await page.getByRole("button", { name: "Log in" }).click()
  await expect(page).not.toHaveURL(/\/login$/)
  await mailbox.latestTo(email, /Your password was changed/)
  await page.goto(link)
  await expect(page.getByText("Invalid reset link.")).toBeVisible()
})
