import { randomUUID } from "node:crypto"
import { staffActs } from "db/schema/platform"
import { staffSavedAnswers, supportRatings } from "db/schema/platform-desk"
import { supportThreads } from "db/schema/platform-support"
import { beforeEach, describe, expect, test } from "vitest"
import { saveMessage } from "~/models/platform/support/save-message.server"
import { sendSupportMessage } from "~/models/platform/support/send-message.server"
import { fixClock } from "~/utils/clock.server"
import { Browser } from "../../support/app"
import { testNow } from "../../support/clock"
import { openSchool, removeRows, rowOf, rowsOf } from "../../support/school"
import { addStaff, personOf } from "../../support/support-chat"

// How the staff work off the queue: notes, saved answers, search, tags, priority, snoozing, lateness, the assistant's part;
// and how a customer rates a closed chat.

const hour = 3_600_000
const queue = "/super-admin/support"
let desk: Browser
let name = 0
beforeEach(async () => {
  removeRows(supportThreads)
  fixClock(testNow)
  desk = await Browser.of(addStaff("Sam Ortiz").userId)
})

function chatFrom(content: string) {
  name += 1
  const school = openSchool({ name: `Academy ${name}` })
  const person = personOf(school.actor)
  const kept = saveMessage(person, "admin", { content, imageUrl: null })
  if (!kept.ok) throw new Error(kept.reason)
  return { ...school, person, id: kept.row.threadId, address: `${queue}/chats/${kept.row.threadId}` }
}
const list = async (search = "") => desk.read(`${queue}${search}`)

describe("a matter", () => {
  test("carries notes that only staff read", async () => {
    const chat = chatFrom("Where is my invoice?")
    await desk.submit(chat.address, { intent: "note", note: "Knows <b>Helena</b>.\nCall first." })
    expect(await desk.read(chat.address)).toMatch(
      /Note added\..*Internal notes Sam Ortiz .* Knows <b>Helena<\/b>\./,
    )
    const theirs = await (await Browser.of(chat.userId)).read("/support?mode=admin")
    expect(theirs).not.toContain("Knows")
    await expect(desk.submit(chat.address, { intent: "note", note: "  " })).toAnswer(400, "Enter a note.")
    expect(rowsOf(staffActs, { verb: "add-note" })).toMatchObject([
      { about: "Chat with Ruth Castellano", schoolId: chat.actor.school.id },
    ])
  })

  test("has priority and tags, by which it is found and ordered", async () => {
    const first = chatFrom("About a receipt")
    fixClock(testNow + 60_000)
    const second = chatFrom("Everything is down")
    await desk.submit(second.address, {
      intent: "sort",
      priority: "urgent",
      tags: "Outage, VIP",
      snooze: "keep",
    })
    const text = await list()
    expect(text.indexOf("Everything is down")).toBeLessThan(text.indexOf("About a receipt"))
    expect(text).toContain("Everything is down outage vip".replace("outage vip", "outage, vip"))
    expect(await list("?search=vip")).not.toContain("About a receipt")
    expect(await list("?search=RECEIPT")).toContain("About a receipt")
    expect(await list("?priority=urgent")).not.toContain("About a receipt")
    expect(await list(`?search=${encodeURIComponent("%_'")}`)).toContain("No one is waiting")
    for (const odd of [
      { priority: "mad", tags: "", snooze: "keep" },
      { priority: "low", tags: "a b c d e f", snooze: "keep" },
      { priority: "low", tags: "<b>", snooze: "keep" },
      { priority: "low", tags: "", snooze: "9999" },
    ])
      expect((await desk.submit(first.address, { intent: "sort", ...odd })).status).toBe(400)
    const gone = `${queue}/chats/${randomUUID()}`
    for (const intent of ["sort", "note"])
      expect((await desk.submit(gone, { intent, note: "x" })).status).toBe(404)
  })

  test("is snoozed out of the queue until its time, or until its person writes", async () => {
    const chat = chatFrom("No hurry")
    await desk.submit(chat.address, { intent: "sort", priority: "normal", tags: "", snooze: "24" })
    expect(await list()).not.toContain("No hurry")
    expect(await list("?state=snoozed")).toMatch(/No hurry.*Snoozed/)
    expect(await desk.read(chat.address)).toContain("until Nov 19, 2026, 8:10 PM UTC")
    fixClock(testNow + 5 * hour)
    saveMessage(chat.person, "admin", { content: "Now there is", imageUrl: null })
    expect(await list()).toContain("Now there is")
    await desk.submit(chat.address, { intent: "sort", priority: "normal", tags: "", snooze: "4" })
    fixClock(testNow + 10 * hour)
    expect(await list()).toContain("Now there is")
  })

  test("is late after the time its priority allows; answers give the median reply time", async () => {
    const chats = [chatFrom("One"), chatFrom("Two"), chatFrom("Three")]
    fixClock(testNow + 5 * hour)
    const again = await Browser.of(addStaff("Kim Park").userId)
    expect(await again.read(queue)).not.toContain("Late")
    const urgent = chats[0]?.address ?? ""
    await again.submit(urgent, { intent: "sort", priority: "urgent", tags: "", snooze: "keep" })
    expect(await again.read(queue)).toMatch(/One.*Waiting Late Urgent/)
    expect(await again.read(urgent)).toMatch(/Late for 5 h/)
    await again.submit(urgent, { intent: "answer", content: "Hello" })
    fixClock(testNow + 6 * hour)
    for (const { address } of chats.slice(1)) await again.submit(address, { intent: "answer", content: "Hi" })
    expect(await again.read(queue)).toContain("Last 30 days: 6 h median reply time, 3 answers.")
  })

  test("shows what was asked of the assistant in the day before, and nothing older", async () => {
    const school = openSchool({ name: "Talking School" })
    const person = personOf(school.actor)
    await sendSupportMessage(person, "ai", { content: "An old question", imageUrl: null })
    fixClock(testNow + 30 * hour)
    await sendSupportMessage(person, "ai", { content: "How do refunds work?", imageUrl: null })
    const kept = saveMessage(person, "admin", { content: "A person, please", imageUrl: null })
    const id = kept.ok ? kept.row.threadId : ""
    const again = await Browser.of(addStaff("Kim Park").userId)
    const text = await again.read(`${queue}/chats/${id}`)
    expect(text).toContain("Before that, with the assistant Customer")
    expect(text).toContain("How do refunds work?")
    expect(text).not.toContain("An old question")
    const told = await (await Browser.of(school.userId)).read("/support?mode=admin")
    expect(told).toContain("We also see what you asked the assistant in the day before.")
  })
})

describe("saved answers", () => {
  const page = `${queue}/answers`
  const idOf = (title: string) => rowOf(staffSavedAnswers, { title })?.id ?? ""

  test("are added, changed, inserted and removed", async () => {
    await desk.submit(page, {
      intent: "save",
      title: "Invoice numbers",
      content: "In Settings, open School.",
    })
    const same = await desk.submit(page, { intent: "save", title: "INVOICE numbers", content: "x" })
    await expect(same).toAnswer(409, "Another saved answer has this title.")
    const id = idOf("Invoice numbers")
    await desk.submit(page, {
      intent: "save",
      answerId: id,
      title: "Invoice numbers",
      content: "Under Invoices.",
    })
    const chat = chatFrom("Numbers?")
    expect(await desk.read(chat.address)).toContain("Saved answer Invoice numbers Insert")
    expect(await desk.html(`${chat.address}?saved=${id}`)).toMatch(
      /<textarea[^>]*name="content"[^>]*>Under Invoices\.<\/textarea>/,
    )
    expect((await desk.submit(page, { intent: "remove", answerId: id })).status).toBe(303)
    expect((await desk.submit(page, { intent: "remove", answerId: id })).status).toBe(404)
    await expect(desk.submit(page, { intent: "save", answerId: id, title: "x", content: "x" })).toAnswer(404)
    expect(await desk.read(page)).toContain("No saved answers yet.")
    for (const odd of [
      { title: " ", content: "x" },
      { title: "x", content: " " },
      { title: "x".repeat(81), content: "x" },
    ])
      expect((await desk.submit(page, { intent: "save", ...odd })).status).toBe(400)
  })
})

describe("a closed chat", () => {
  test("is rated once, each time it is closed", async () => {
    const chat = chatFrom("Help")
    const theirs = await Browser.of(chat.userId)
    const support = "/support?mode=admin"
    const asks = async () => (await theirs.read(support)).includes("Did we solve it?")
    await desk.submit(chat.address, { intent: "close" })
    expect(await asks(), "no one answered").toBe(false)
    await desk.submit(chat.address, { intent: "answer", content: "Done." })
    await desk.submit(chat.address, { intent: "close" })
    expect(await asks()).toBe(true)
    const refused: Record<string, string>[] = [
      {},
      { score: "great" },
      { score: "good", comment: "x".repeat(1001) },
    ]
    for (const odd of refused)
      expect((await theirs.submit(support, { intent: "rate", ...odd })).status).toBe(400)
    await theirs.submit(support, { intent: "rate", score: "bad", comment: "Took long" })
    await theirs.copy().submit(support, { intent: "rate", score: "good" })
    expect(await asks()).toBe(false)
    expect(rowsOf(supportRatings)).toMatchObject([{ score: "bad", comment: "Took long" }])
    expect(await desk.read(chat.address)).toContain("Rating: Not really solved: Took long")
    expect(await list()).toContain("0% of 1 rating good")
    fixClock(testNow + hour)
    saveMessage(chat.person, "admin", { content: "Once more", imageUrl: null })
    await desk.submit(chat.address, { intent: "close" })
    expect(await asks()).toBe(true)
  })
})
