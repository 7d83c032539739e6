import { supportMessages } from "db/schema/platform-support"
import { beforeAll, beforeEach, describe, expect, test } from "vitest"
import { indexHelpArticles } from "~/models/platform/help/help-search.server"
import { saveMessage } from "~/models/platform/support/save-message.server"
import { recordPresence } from "~/models/platform/support/staff-presence.server"
import { longestMessage } from "~/models/platform/support/support"
import { answerChat } from "~/models/platform/support-desk/chat.server"
import { fixClock } from "~/utils/clock.server"
import { Browser, rowCount } from "../../support/app"
import { testNow } from "../../support/clock"
import { asFile, photo, svg } from "../../support/pictures"
import { openSchool, rowsOf } from "../../support/school"
import { addStaff, personOf } from "../../support/support-chat"

// The support chat as a page, without scripts.

beforeAll(indexHelpArticles)

let ruth: Browser
beforeEach(async () => {
  ruth = await Browser.of(openSchool().userId)
})

const threadIdOfLast = () => rowsOf(supportMessages).at(-1)?.threadId ?? ""

describe("the page of the support chat", () => {
  test("begins with the assistant, and every screen leads to it", async () => {
    expect(await ruth.html("/dashboard")).toContain(
      '<a class="button support-button" data-support="" href="/support">Support',
    )
    const page = await ruth.visit("/support")
    expect(page.status).toBe(200)
    const html = await page.text()
    expect(html).toMatch(/<a(?=[^>]*aria-current="page")[^>]*href="\/support\?mode=ai"/)
    expect(html).toContain('href="/support?mode=admin"')
    expect(html).toContain("The assistant answers from the help articles")
    expect(html).not.toContain('class="button support-button"')
  })

  test("asks the assistant and reads its answer, with a link to the article", async () => {
    const sent = await ruth.submit("/support?mode=ai", {
      content: "How do I import a roster from a CSV file?",
    })
    await expect(sent).toLead(303, "/support?mode=ai#newest")
    const html = await ruth.html("/support?mode=ai")
    expect(html).toContain("How do I import a roster from a CSV file?")
    expect(html).toContain('<a href="/help/import-a-roster">/help/import-a-roster</a>')
    expect(html.indexOf("How do I import")).toBeLessThan(html.indexOf("From the help article"))
    expect(html).toContain('class="chat-message" id="newest"')
  })

  test("says when the assistant does not know, and where a person answers", async () => {
    await ruth.submit("/support", { content: "How do I cook spaghetti carbonara?" })
    const html = await ruth.html("/support")
    expect(html).toContain("I don’t know that: no help article answers it.")
    expect(html).toContain('<a href="/support?mode=admin">open the admin chat</a>')
  })

  test("writes to the staff with an image, and reads their answer", async () => {
    const form = {
      content: "The invoice\nlooks odd.",
      image: asFile(await photo(), "screen.png", "image/png"),
    }
    const sent = await ruth.submit("/support?mode=admin", form)
    expect(sent.headers.get("Location")).toBe("/support?mode=admin#newest")
    const image = (await ruth.html("/support?mode=admin")).match(/src="(\/support\/images\/[^"]+)"/)?.[1]
    expect((await ruth.visit(image ?? "")).headers.get("Content-Type")).toBe("image/webp")

    fixClock(testNow + 60_000)
    const staff = addStaff()
    answerChat(staff, threadIdOfLast(), "It is the discount. See /help/write-an-invoice")
    expect(await ruth.html("/dashboard")).toContain(
      '<a class="button support-button" data-support="" href="/support?mode=admin">Support<span class="badge"> <!-- -->1<!-- --> new</span></a>',
    )
    const text = await ruth.read("/support?mode=admin")
    expect(text).toContain("Tutti staff Nov 18, 2026, 3:11 PM It is the discount.")
    expect(text).toContain("Admin chat (1 new)")
    expect(text).toContain("1 new answer Mark as read")
    expect(text).toContain("We’re online now.")
    await expect(ruth.submit("/support?mode=admin", { intent: "read" })).toAnswer(303)
    const after = await ruth.read("/support?mode=admin")
    expect(after).not.toContain("Mark as read")
    expect(await ruth.html("/dashboard")).toContain('href="/support">Support')
  })

  test("shows markup as it was typed", async () => {
    await ruth.submit("/support?mode=admin", {
      content: "<img src=x onerror=alert(1)> javascript:alert(1) /help/../x",
    })
    const html = await ruth.html("/support?mode=admin")
    expect(html).toContain("&lt;img src=x onerror=alert(1)&gt; javascript:alert(1) /help/../x")
    expect(html).not.toContain("<img src=x")
  })

  test.each([
    ["nothing", { content: "  " }, "Write a message, or attach an image."],
    ["too much", { content: "a".repeat(longestMessage + 1) }, "Keep the message under 4,000 characters."],
  ])("says beside the field what is wrong with %s", async (_, fields, message) => {
    const answer = await ruth.submit("/support?mode=admin", fields)
    expect(answer.status).toBe(400)
    const html = await answer.text()
    expect(html).toContain("<title>Error: Support · Tutti</title>")
    expect(html).toContain("There is a problem")
    expect(html).toContain(message)
    expect(html).toContain('aria-invalid="true"')
  })

  test("keeps the words when the image is refused", async () => {
    const before = rowCount("support_messages")
    const answer = await ruth.submit("/support?mode=admin", {
      content: "See the picture",
      image: asFile(svg, "x.svg", "image/svg+xml"),
    })
    expect(answer.status).toBe(415)
    const html = await answer.text()
    expect(html).toContain("Choose a PNG, JPEG, WebP or GIF image.")
    expect(html).toContain("See the picture</textarea>")
    expect(rowCount("support_messages")).toBe(before)
  })

  test("a form sent twice is one message", async () => {
    const before = rowCount("support_messages")
    await Promise.all([1, 2].map(() => ruth.copy().submit("/support?mode=admin", { content: "Hello there" })))
    expect(rowCount("support_messages")).toBe(before + 1)
  })

  test("leads to earlier messages, a hundred at a time", async () => {
    const { actor, userId } = openSchool()
    const person = personOf(actor)
    for (let n = 1; n <= 102; n += 1) {
      fixClock(testNow + n * 20_000)
      saveMessage(person, "admin", { content: `Word ${n}.`, imageUrl: null })
    }
    const browser = await Browser.of(userId)
    const html = await browser.html("/support?mode=admin")
    const earlier = html.match(/href="(\/support\?mode=admin&amp;before=[^"]+)"/)?.[1]?.replace("&amp;", "&")
    expect(html).not.toContain(">Word 2.<")
    expect(html).toContain(">Word 3.<")
    const before = await browser.html(earlier ?? "")
    expect(before).toContain(">Word 2.<")
    expect(before).not.toContain(">Word 3.<")
    expect(before).toContain("Newest messages")
  })

  test("the staff have their own desk", async () => {
    const staff = addStaff()
    recordPresence(staff)
    const browser = await Browser.of(staff.userId)
    expect((await browser.visit("/support")).headers.get("Location")).toBe("/super-admin")
    expect(await browser.html("/super-admin")).not.toContain('class="button support-button"')
  })

  test("needs a login, and is open to a school that has not paid", async () => {
    expect((await new Browser().visit("/support?mode=admin")).headers.get("Location")).toBe(
      "/auth/login?to=%2Fsupport%3Fmode%3Dadmin",
    )
    const unpaid = await Browser.of(openSchool({ active: false }).userId)
    expect((await unpaid.visit("/support?mode=admin")).status).toBe(200)
  })
})
