import type { Page, Request } from "@playwright/test"
import { expect, onlyWithScripts, signIn, test } from "./journey"

// What waits on a device is sent once, in its writer's name alone, whoever else logs in there, however many tabs are open, and
// whatever the server makes of what was written before it.

const only = onlyWithScripts("a browser without scripts keeps nothing")

const teacher = "teacher@harmony.example"
const waiting = "Saved on this device."

const unsent = (page: Page) => page.evaluate(() => localStorage.getItem("tutti-kept-forms") ?? "[]")

/** The teacher's conversations in which they can reply. */
async function listConversations(page: Page, most: number): Promise<string[]> {
  await page.goto("/messaging")
  const links = page.locator('main a[href^="/messaging/"]:not([href*="new"], [href*="answers"])')
  const hrefs = await links.evaluateAll((all) => all.map((link) => link.getAttribute("href") ?? ""))
  const found: string[] = []
  for (const href of new Set(hrefs)) {
    if (found.length === most) break
    await page.goto(href)
    if ((await page.locator("#reply").count()) > 0) found.push(href)
  }
  expect(found).toHaveLength(most)
  return found
}

async function writeReply(page: Page, text: string) {
  await page.getByLabel("Reply").fill(text)
  await page.getByRole("button", { name: "Send reply" }).click()
}

/** Texts that were written into conversations, in this order, wait on the device. */
const keepIn = (page: Page, written: [conversation: string, text: string][]) =>
  page.evaluate((all) => {
    const owner = document.querySelector<HTMLElement>("[data-kept-owner]")?.dataset.keptOwner
    const forms = all.map(([address, text]) => ({
      id: address,
      owner,
      what: "Message",
      title: "Talk",
      address,
      fields: [
        ["entryId", crypto.randomUUID()],
        ["body", text],
      ],
    }))
    localStorage.setItem("tutti-kept-forms", JSON.stringify(forms))
    window.dispatchEvent(new Event("online"))
  }, written)

/** The server fails at every form that is sent to a conversation. */
const failAt = (page: Page, conversation: string) =>
  page.route(`**${conversation}.data**`, (route) =>
    route.request().method() === "POST"
      ? route.fulfill({ status: 500, contentType: "text/x-script", body: "[]" })
      : route.fallback(),
  )

/** Whether a request sends a form with this text. */
const holds = (request: Request, text: string) =>
  new URLSearchParams(request.postData() ?? "").get("body") === text

test("isn’t sent in the name of someone who logs in in another tab", only, async ({ page, context }) => {
  await signIn(page, teacher)
  const [conversation = ""] = await listConversations(page, 1)
  await page.goto(conversation)
  await page.route("**/*.data**", (route) =>
    route.request().method() === "POST" ? route.abort("internetdisconnected") : route.fallback(),
  )
  await writeReply(page, "From the teacher alone")
  await expect(page.getByText(waiting)).toBeVisible()

  const beside = await context.newPage()
  await context.clearCookies()
  await signIn(beside, "admin@harmony.example")
  const answered = page.waitForResponse((answer) => holds(answer.request(), "From the teacher alone"))
  await page.unroute("**/*.data**")
  expect((await answered).status()).toBe(401)
  expect(await unsent(page)).toContain("From the teacher alone")

  await context.clearCookies()
  await signIn(beside, teacher)
  await expect.poll(() => unsent(page), { timeout: 40_000 }).toBe("[]")
  await beside.goto(conversation)
  await expect(beside.locator(".message-text", { hasText: "From the teacher alone" })).toHaveCount(1)
})

test(
  "nor is what is typed on an open page, which keeps it until its writer logs in again",
  only,
  async ({ page, context }) => {
    await signIn(page, teacher)
    const [conversation = ""] = await listConversations(page, 1)
    await page.goto(conversation)
    const beside = await context.newPage()
    await context.clearCookies()
    await signIn(beside, "admin@harmony.example")
    await writeReply(page, "Typed by the teacher alone")
    await expect(page.getByText("Another tab switched to a different login or school.")).toBeVisible()
    await expect(page.getByLabel("Reply")).toHaveValue("Typed by the teacher alone")

    await context.clearCookies()
    await signIn(beside, teacher)
    await page.getByRole("button", { name: "Try again" }).click()
    await expect(page.locator(".message-text", { hasText: "Typed by the teacher alone" })).toHaveCount(1)
  },
)

test("is sent by one of two tabs, and both know it", only, async ({ page, context }) => {
  await signIn(page, teacher)
  const [conversation = ""] = await listConversations(page, 1)
  const beside = await context.newPage()
  await beside.goto("/dashboard/teacher")
  await page.goto(conversation)
  await context.setOffline(true)
  await writeReply(page, "From one of two tabs")
  for (const tab of [page, beside]) await expect(tab.getByText(waiting)).toBeVisible()

  const posts: string[] = []
  context.on("request", (request) => {
    if (holds(request, "From one of two tabs")) posts.push(request.url())
  })
  await context.setOffline(false)
  for (const tab of [page, beside]) await expect(tab.getByText(waiting)).toHaveCount(0, { timeout: 40_000 })
  expect(posts).toHaveLength(1)
})

test("doesn’t wait behind a form at which the server fails", only, async ({ page }) => {
  await signIn(page, teacher)
  const [failing = "", other = ""] = await listConversations(page, 2)
  await failAt(page, failing)
  await keepIn(page, [
    [failing, "Behind 0"],
    [other, "Behind 1"],
  ])
  await expect.poll(() => unsent(page), { timeout: 40_000 }).not.toContain("Behind 1")
  expect(await unsent(page)).toContain("Behind 0")
  await page.unroute(`**${failing}.data**`)
  await expect.poll(() => unsent(page), { timeout: 40_000 }).toBe("[]")
  for (const [index, address] of [failing, other].entries()) {
    await page.goto(address)
    await expect(page.locator(".message-text", { hasText: `Behind ${index}` })).toHaveCount(1)
  }
})

test(
  "is discarded by its writer alone where the server fails at it again and again",
  only,
  async ({ page, look }) => {
    await signIn(page, teacher)
    const [failing = "", discarded = ""] = await listConversations(page, 2)
    await failAt(page, failing)
    await failAt(page, discarded)
    await keepIn(page, [
      [failing, "Sent in the end"],
      [discarded, "Never sent"],
    ])
    const trouble = (text: string) => page.getByRole("alert").filter({ hasText: text })
    await expect(trouble("Never sent")).toContainText("Not sent yet: Message, Talk", { timeout: 40_000 })
    await expect(trouble("Sent in the end")).toContainText("Something goes wrong on our side each time")
    await look(page)
    await trouble("Never sent").getByRole("button", { name: "Discard" }).click()
    await expect(trouble("Never sent")).toHaveCount(0)
    expect(await unsent(page)).not.toContain("Never sent")

    // The other one is still tried, and sent once the server takes it.
    await page.unroute(`**${failing}.data**`)
    await expect.poll(() => unsent(page), { timeout: 40_000 }).toBe("[]")
    await expect(page.getByRole("alert")).toHaveCount(0)
    for (const [conversation, text, times] of [
      [failing, "Sent in the end", 1],
      [discarded, "Never sent", 0],
    ] as const) {
      await page.goto(conversation)
      await expect(page.locator(".message-text").first()).toBeVisible()
      await expect(page.locator(".message-text", { hasText: text })).toHaveCount(times)
    }
  },
)

test("stays on its page where the browser has no room for it", only, async ({ page, context }) => {
  await signIn(page, teacher)
  const [conversation = ""] = await listConversations(page, 1)
  await page.goto(conversation)
  await page.evaluate(() => {
    for (let size = 2 ** 22; size >= 1; size /= 2)
      for (;;)
        try {
          localStorage.setItem(`full ${localStorage.length}`, "x".repeat(size))
        } catch {
          break
        }
  })
  await context.setOffline(true)
  await writeReply(page, "From a full phone")
  await expect(page.getByText("You’re offline.")).toBeVisible()
  await expect(page.getByLabel("Reply")).toHaveValue("From a full phone")
  await context.setOffline(false)
  await page.getByRole("button", { name: "Try again" }).click()
  await expect(page.locator(".message-text", { hasText: "From a full phone" })).toHaveCount(1)
})
