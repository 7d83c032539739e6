import { expect, test } from "./journey"

test("a user logs in, sees what is wrong, and logs out again", async ({ page, look, javaScriptEnabled }) => {
  await page.goto("/auth/login?to=/students", { waitUntil: "networkidle" })
  await page.getByLabel("Username or email").fill("solo@brightkeys.example")
  await page.getByLabel("Password", { exact: true }).fill("not the password")
  await page.getByRole("button", { name: "Log in" }).click()
  await expect(page.getByText("Invalid username or password")).toBeVisible()
  if (javaScriptEnabled) await expect(page.getByRole("alert")).toContainText("Login failed")
  await look(page)

  const key = page.locator("button[type=submit]")
  await page.getByLabel("Password", { exact: true }).fill("tutti-demo-2026")
  if (javaScriptEnabled) {
    // What the page shows on its way is gone with it, so it is written down there.
    await page.evaluate(() => {
      const note = () => {
        const seen = JSON.parse(sessionStorage.getItem("seen") ?? "[]")
        sessionStorage.setItem(
          "seen",
          JSON.stringify([...seen, document.getElementById("main")?.textContent]),
        )
      }
      new MutationObserver(note).observe(document.body, { childList: true, subtree: true })
    })
  }
  await key.click()
  await expect(page).toHaveURL(/\d\/students$/)
  if (javaScriptEnabled) {
    const seen = String(await page.evaluate(() => sessionStorage.getItem("seen")))
    for (const words of [
      "Signing in...",
      "Authenticating...",
      "Please wait while we prepare your dashboard.",
    ])
      expect(seen).toContain(words)
  }
  await page.goto("/auth/login")
  await expect(page).toHaveURL(/\/dashboard$/)

  if (javaScriptEnabled) {
    await page.route("/api/logout", (route) => route.abort())
    await page.getByRole("button", { name: "Log out" }).click()
    await expect(page.getByText("Logout failed")).toBeVisible()
    await page.unroute("/api/logout")
  }
  await page.getByRole("button", { name: "Log out" }).click()
  await expect(page).toHaveURL(/\/$/)
  await page.goto("/students")
  await expect(page).toHaveURL(/\/auth\/login/)
})

test("the simpler login page alerts", async ({ page, javaScriptEnabled }) => {
  const said: string[] = []
  page.on("dialog", (dialog) => {
    said.push(dialog.message())
    void dialog.accept()
  })
  await page.goto("/simple-login", { waitUntil: "networkidle" })
  await page.getByLabel("Username").fill("nobody")
  await page.getByLabel("Password", { exact: true }).fill("nothing")
  await page.getByRole("button", { name: "Log in" }).click()
  if (javaScriptEnabled) await expect.poll(() => said).toEqual(["Login failed"])
  else await expect(page.getByText("Invalid username or password")).toBeVisible()
})
