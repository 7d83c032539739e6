import { expect, onlyWithScripts, test } from "./journey"

test(
  "prices are asked for when the page opens and is looked at again; other prices bring their savings",
  onlyWithScripts("without scripts the page stands as it came, with the same prices"),
  async ({ page }) => {
    const asked: string[] = []
    page.on("request", (request) => {
      if (request.url().endsWith("/api/auth/plans")) asked.push(request.method())
    })
    for (const path of ["/", "/register-solo-teacher", "/select-plan"]) {
      asked.length = 0
      await page.goto(path, { waitUntil: "networkidle" })
      expect(asked, path).toEqual(["GET"])
      await page.evaluate(() => dispatchEvent(new Event("focus")))
      await expect.poll(() => asked, path).toEqual(["GET", "GET"])
    }

    await page.goto("/", { waitUntil: "networkidle" })
    await page.route("**/api/auth/plans", (route) =>
      route.fulfill({ json: { standard: { monthly: { price: "$31" } } } }),
    )
    await page.route(/\d\/$/, async (route) => {
      const answer = await route.fetch()
      const body = (await answer.text()).replace(">$29<", ">$31<").replace("Save $199", "Save $223")
      await route.fulfill({ response: answer, body })
    })
    await page.evaluate(() => dispatchEvent(new Event("focus")))
    await expect(page.getByText("$31")).toBeVisible()
    await expect(page.getByText("Save $223")).toHaveCount(1)

    await page.unrouteAll()
    await page.route("**/api/auth/plans", (route) => route.abort())
    await page.goto("/", { waitUntil: "networkidle" })
    await expect(page.getByText("$29/month")).toBeVisible()
  },
)

test(
  "a page that takes a moment is announced",
  onlyWithScripts("without scripts the browser itself shows that it loads"),
  async ({ page }) => {
    await page.goto("/about", { waitUntil: "networkidle" })
    await page.route("**/help", async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 1500))
      await route.continue()
    })
    await page.evaluate(() => {
      const note = () => {
        const words = document.querySelector(".loading")?.textContent
        if (words) sessionStorage.setItem("seen", words)
      }
      new MutationObserver(note).observe(document.body, { childList: true })
    })
    await page.getByRole("link", { name: "Help" }).click()
    await expect(page).toHaveURL(/\/help$/)
    expect(await page.evaluate(() => sessionStorage.getItem("seen"))).toBe("Loading application")
    await page.goBack()
    await expect(page.getByText("Loading application")).toHaveCount(0)
  },
)

test(
  "a form that takes a moment says that it is being sent",
  onlyWithScripts("without scripts the browser itself shows that it loads"),
  async ({ page }) => {
    await page.goto("/auth/forgot-password", { waitUntil: "networkidle" })
    await page.route("**/auth/forgot-password", async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 1500))
      await route.continue()
    })
    await page.getByLabel("Email").fill("nobody@harmony.example")
    await page.getByLabel("Email").press("Enter")
    await expect(page.getByRole("button", { name: "Sending…" })).toBeVisible()
    await expect(page.getByRole("heading", { name: "Email Sent!" })).toBeVisible()
  },
)
