import sharp from "sharp"
import { drawn, expect, onlyWithScripts, signIn, test } from "./journey"

const picture = () =>
  sharp({ create: { width: 200, height: 90, channels: 3, background: "#1649ad" } })
    .png()
    .toBuffer()

test(
  "a user asks the assistant, then a person, who answers",
  drawn("a file is chosen"),
  async ({ page, browser, look, javaScriptEnabled }) => {
    const asked = `Where is the export, ${javaScriptEnabled ? "by script" : "by hand"}?`
    await signIn(page, javaScriptEnabled ? "solo@brightkeys.example" : "admin@crescendo.example")
    await page.locator(".support-button").click()
    const chat = javaScriptEnabled ? page.getByRole("dialog") : page.getByRole("main")
    await look(page)

    await chat.getByLabel("Message", { exact: true }).fill("How do I import a roster from a CSV file?")
    await chat.getByRole("button", { name: "Send" }).click()
    await expect(chat.getByText("From the help article “Import your roster”")).toBeVisible()
    await expect(chat.getByRole("link", { name: "/help/import-a-roster" }).last()).toBeVisible()

    if (javaScriptEnabled) await chat.getByText("Admin chat").click()
    else await chat.getByRole("link", { name: /Admin chat/ }).click()
    await chat.getByLabel("Message", { exact: true }).fill(asked)
    await chat
      .locator("input[type=file]")
      .setInputFiles({ name: "screen.png", mimeType: "image/png", buffer: await picture() })
    await chat.getByRole("button", { name: "Send" }).click()
    const own = chat.getByRole("listitem").filter({ hasText: asked })
    await expect(own.getByRole("img")).toBeVisible()
    await look(page)

    const desk = await (await browser.newContext({ javaScriptEnabled })).newPage()
    await signIn(desk, "super@tutti.example")
    await desk
      .getByRole("link", { name: /\bchats?\b/ })
      .first()
      .click()
    await look(desk)
    await desk.getByRole("row", { name: asked }).getByRole("link").first().click()
    await expect(desk.getByText(asked)).toBeVisible()
    await look(desk)
    await desk.getByRole("textbox", { name: "Answer" }).fill(`In Settings. (${asked})`)
    await desk.getByRole("button", { name: "Send answer" }).click()
    await expect(desk.getByText("Answer sent.")).toBeVisible()
    await desk.context().close()

    if (!javaScriptEnabled) await page.getByRole("link", { name: "Check for new messages" }).click()
    await expect(chat.getByText(`In Settings. (${asked})`)).toBeVisible()
    await look(page)
  },
)

test.describe("the dialog", () => {
  test.beforeEach(async ({ page }) => {
    await signIn(page, "admin@crescendo.example")
    await page.locator(".support-button").click()
    await expect(page.getByRole("dialog")).toBeVisible()
  })

  test(
    "is 600 px high, starts in its field, and Escape closes it",
    onlyWithScripts("without a script the chat is a page"),
    async ({ page }) => {
      await page.setViewportSize({ width: 1280, height: 900 })
      const box = await page.getByRole("dialog").boundingBox()
      expect(Math.round(box?.height ?? 0)).toBe(600)
      await expect(page.getByLabel("Message", { exact: true })).toBeFocused()
      await page.keyboard.press("Escape")
      await expect(page.getByRole("dialog")).toHaveCount(0)
      await page.locator(".support-button").click()
      await expect(page.getByRole("dialog")).toBeVisible()
    },
  )

  test(
    "keeps what is typed when it is closed, and when the page is loaded again",
    onlyWithScripts("without a script the chat is a page"),
    async ({ page }) => {
      const field = page.getByLabel("Message", { exact: true })
      await field.fill("A long question")
      await page.keyboard.press("Escape")
      await page.locator(".support-button").click()
      await expect(field).toHaveValue("A long question")
      await page.reload()
      await page.locator('html[data-scripts="running"]').waitFor({ state: "attached" })
      await page.locator(".support-button").click()
      await expect(field).toHaveValue("A long question")
      await field.fill("")
      await page.keyboard.press("Escape")
      await page.locator(".support-button").click()
      await expect(field).toHaveValue("")
    },
  )

  test(
    "sends with Enter, starts a line with Shift and Enter, and refreshes every ten seconds",
    onlyWithScripts("without a script the chat is a page"),
    async ({ page }) => {
      await page.getByText("Admin chat").click()
      await page.getByLabel("Message", { exact: true }).click()
      await page.keyboard.type("The first line")
      await page.keyboard.press("Shift+Enter")
      await page.keyboard.type("and the second")
      await page.keyboard.press("Enter")
      await expect(page.getByRole("dialog").getByText("The first line and the second")).toBeVisible()
      await expect(page.getByLabel("Message", { exact: true })).toHaveValue("")
      await expect(page.getByLabel("Message", { exact: true })).toBeFocused()
      const began = Date.now()
      await page.waitForRequest(/\/api\/support\/admin-chat$/, { timeout: 12_000 })
      expect(Date.now() - began).toBeLessThan(11_500)
    },
  )

  test(
    "previews an image, removes it, and accepts only images",
    onlyWithScripts("without a script the chat is a page"),
    async ({ page }) => {
      const dialog = page.getByRole("dialog")
      const file = dialog.locator("input[type=file]")
      await file.setInputFiles({ name: "screen.png", mimeType: "image/png", buffer: await picture() })
      await expect(dialog.getByAltText("Attached: screen.png")).toBeVisible()
      await dialog.getByRole("button", { name: "Remove image" }).click()
      await expect(dialog.getByAltText("Attached: screen.png")).toHaveCount(0)
      await file.setInputFiles({ name: "list.txt", mimeType: "text/plain", buffer: Buffer.from("words") })
      await expect(dialog.getByText("Choose a PNG, JPEG, WebP or GIF image.")).toBeVisible()
      await dialog.getByRole("button", { name: "Send" }).click()
      await expect(dialog.getByText("Write a message, or attach an image.")).toBeVisible()
    },
  )

  test(
    "shows what failed and restores the text",
    onlyWithScripts("without a script the chat is a page"),
    async ({ page }) => {
      const dialog = page.getByRole("dialog")
      await page.route(/\/send$/, (route) =>
        route.fulfill({ status: 503, json: { message: "Out of order" } }),
      )
      await dialog.getByLabel("Message", { exact: true }).fill("Will this arrive?")
      await page.keyboard.press("Enter")
      const toast = dialog.locator(".toast")
      await expect(toast).toHaveText("Error Failed to send message. Please try again.")
      await expect(dialog.getByLabel("Message", { exact: true })).toHaveValue("Will this arrive?")

      let sends = 0
      page.on("request", (request) => {
        if (request.url().endsWith("/send")) sends += 1
      })
      await page.route(/upload-image$/, (route) =>
        route.fulfill({ status: 500, json: { message: "Broken" } }),
      )
      await dialog
        .locator("input[type=file]")
        .setInputFiles({ name: "screen.png", mimeType: "image/png", buffer: await picture() })
      await dialog.getByRole("button", { name: "Send" }).click()
      await expect(toast).toHaveText("Error Failed to upload image. Please try again.")
      expect(sends).toBe(0)
      await expect(dialog.getByAltText("Attached: screen.png")).toBeVisible()
    },
  )
})
