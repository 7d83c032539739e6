import { randomUUID } from "node:crypto"
import { emails } from "db/schema/foundation-mail"
import { contactMessages, demoRequests } from "db/schema/platform"
import { supportThreads } from "db/schema/platform-support"
import { beforeEach, describe, expect, test } from "vitest"
import { leaseMail } from "~/models/foundation/outbox/outbox.server"
import { receiveContactMessage } from "~/models/platform/contact-message/contact-message.server"
import { receiveDemoRequest } from "~/models/platform/demo-request/demo-request.server"
import { saveMessage } from "~/models/platform/support/save-message.server"
import { fixClock } from "~/utils/clock.server"
import { Browser, rowCount, textOf } from "../../support/app"
import { testNow } from "../../support/clock"
import { addMember, openSchool, removeRows, rowOf, rowsOf } from "../../support/school"
import { addStaff, personOf } from "../../support/support-chat"

// The desk of the platform's staff: what arrived, reading, answering, assigning, closing.

const minute = 60_000
let staff: ReturnType<typeof addStaff>
let desk: Browser
beforeEach(async () => {
  removeRows(supportThreads)
  removeRows(contactMessages)
  removeRows(demoRequests)
  removeRows(emails)
  staff = addStaff("Sam Ortiz")
  desk = await Browser.of(staff.userId)
})

/** A message to the staff; answers its thread's address at the desk. */
function chatFrom(name: string, content: string) {
  const school = openSchool({ name })
  const kept = saveMessage(personOf(school.actor), "admin", { content, imageUrl: null })
  if (!kept.ok) throw new Error(kept.reason)
  return { ...school, id: kept.row.threadId, address: `/super-admin/support/chats/${kept.row.threadId}` }
}

function contactFrom(name: string, message = "Do you do choirs?") {
  receiveContactMessage({ name, email: "imani@clarke.example", subject: "Choirs", message })
  const id = rowsOf(contactMessages, undefined, { by: "id" }).at(-1)?.id ?? ""
  return { id, address: `/super-admin/support/contact/${id}` }
}

function demoFrom(fullName: string) {
  receiveDemoRequest({
    fullName,
    email: "tomas@rivera.example",
    countryCode: "+34",
    phone: "600 100 200",
    schoolName: "Rivera Música",
    role: "owner",
    schoolSize: "101-200",
    numberOfTeachers: "11-20",
    currentSoftware: "",
    preferredTime: "afternoon",
    timezone: "CET",
    specificInterests: "",
    additionalInfo: "We open in May.",
  })
  const id = rowsOf(demoRequests, undefined, { by: "id" }).at(-1)?.id ?? ""
  return { id, address: `/super-admin/support/demo/${id}` }
}

const mailsTo = (recipient: string) =>
  rowsOf(emails, { recipient }).map(({ template, data }) => ({
    template,
    data: JSON.parse(data) as Record<string, string>,
  }))

describe("two of the staff at one matter", () => {
  test.each(["chat", "contact"])(
    "the second answer to a %s is asked about, and stays typed",
    async (kind) => {
      const { address } =
        kind === "chat" ? chatFrom("Harmony School of Music", "Hi") : contactFrom("Imani Clarke")
      const page = await desk.html(address)
      const seen = page.match(/name="seen" value="([^"]*)"/)?.[1]
      expect(seen).toBe("none")
      const other = await Browser.of(addStaff("Ines Prado").userId)
      await other.submit(address, { intent: "answer", content: "Answer one.", seen: "none" })
      const second = await desk.submit(address, { intent: "answer", content: "Answer two.", seen: "none" })
      expect(second.status).toBe(409)
      const html = await second.text()
      expect(html).toContain("Tutti staff answered since you opened this. Read it, then send.")
      expect(html).toContain("Answer two.</textarea>")
      const again = html.match(/name="seen" value="([^"]+)"/)?.[1] ?? ""
      const sent = await desk.submit(address, { intent: "answer", content: "Answer two.", seen: again })
      expect(sent.status).toBe(303)
    },
  )
})

describe("the queue", () => {
  test("has chats, contact messages and demo requests, the longest waiting first, with counts", async () => {
    const chat = chatFrom("Harmony School of Music", "The invoice page is empty.")
    fixClock(testNow + minute)
    contactFrom("Imani Clarke")
    fixClock(testNow + 2 * minute)
    demoFrom("Tomás Rivera")
    const answer = await desk.visit("/super-admin/support")
    const html = await answer.clone().text()
    const text = await textOf(answer)
    expect(text).toContain("3 waiting 0 snoozed 0 answered 0 closed")
    expect(text).toContain("All (3) Chats (1) Contact messages (1) Demo requests (1)")
    expect(text).toMatch(/Harmony School of Music Chat The invoice page is empty\..*Unassigned Waiting/)
    expect(html.indexOf("The invoice page")).toBeLessThan(html.indexOf("Imani Clarke"))
    expect(html.indexOf("Imani Clarke")).toBeLessThan(html.indexOf("Tomás Rivera"))
    expect(html).toContain(`href="${chat.address}"`)

    const overview = await desk.read("/super-admin")
    expect(overview).toContain("Waiting for an answer 1 chat 1 contact message 1 demo request")
    expect(overview).toContain("Support 3 Schools")
  })

  test("is narrowed by kind, state and person", async () => {
    const chat = chatFrom("Harmony School of Music", "The invoice page is empty.")
    const contact = contactFrom("Imani Clarke")
    const list = async (search: string) => desk.read(`/super-admin/support${search}`)
    expect(await list("?kind=contact")).not.toContain("The invoice page")
    expect(await list("?kind=chat")).not.toContain("Imani Clarke")
    await desk.submit(chat.address, { intent: "answer", content: "Reload it." })
    expect(await list("")).not.toContain("Reload it.")
    expect(await list("?state=answered")).toMatch(/Reload it\..*Sam Ortiz Answered/)
    expect(await list("?state=all&whose=mine")).not.toContain("Imani Clarke")
    expect(await list("?state=all&whose=nobody")).toContain("Imani Clarke")
    await desk.submit(contact.address, { intent: "close" })
    expect(await list("?state=closed")).toContain("Imani Clarke")
    expect(await list("?kind=demo")).toContain("No one is waiting for an answer.")
    for (const odd of ["?kind=x&state=y&whose=z&page=-1", "?state=';drop", "?kind=chat&kind=demo"])
      expect((await desk.visit(`/super-admin/support${odd}`)).status).toBe(200)
    const past = await desk.visit("/super-admin/support?page=999")
    expect(past.headers.get("Location")).toBe("/super-admin/support?page=1")
  })
})

describe("a chat", () => {
  test("is read and answered; the person has the answer, and a mail when they are away", async () => {
    const chat = chatFrom("Harmony School of Music", "The invoice page is <b>empty</b>.")
    const text = await desk.read(chat.address)
    expect(text).toContain("Ruth Castellano administrator")
    expect(text).toContain("Harmony School of Music")
    expect(text).toContain("The invoice page is <b>empty</b>.")
    expect(text).toContain("Nov 18, 2026, 8:10 PM UTC")

    fixClock(testNow + 10 * minute)
    const sent = await desk.submit(chat.address, { intent: "answer", content: "  Reload it. " })
    await expect(sent).toLead(303, chat.address)
    expect(await desk.read(chat.address)).toMatch(/Answer sent\..*Answered.*Sam Ortiz .* Reload it\./)
    const thread = rowOf(supportThreads, { id: chat.id })
    expect(thread).toMatchObject({ waitingSince: null, assignedTo: staff.userId })
    expect(await (await Browser.of(chat.userId)).read("/support?mode=admin")).toContain("Reload it.")
    const mails = rowsOf(emails, { template: "support-answer" })
    expect(mails.map(({ data }) => JSON.parse(data))).toEqual([
      {
        name: "Ruth Castellano",
        content: "Reload it.",
        replyTo: expect.stringMatching(/^reply\+c.*@reply\.tutti\.example$/),
      },
    ])

    fixClock(testNow + 11 * minute)
    await desk.submit(chat.address, { intent: "answer", content: "And tell me." })
    expect(rowCount("emails")).toBe(1)
  })

  test.each(["read", "answered"])("that is %s while the person is there sends no mail", async (act) => {
    const chat = chatFrom("Harmony School of Music", "Hello")
    await desk.submit(chat.address, { intent: "answer", content: "Hello Ruth." })
    expect(leaseMail()).toBeUndefined()
    if (act === "read")
      await (await Browser.of(chat.userId)).submit("/support?mode=admin", { intent: "read" })
    else saveMessage(personOf(chat.actor), "admin", { content: "Thanks", imageUrl: null })
    expect(rowCount("emails")).toBe(0)
  })

  test.each([undefined, { cut: "" }])(
    "that isn't read within five minutes is mailed then",
    async (byEmail) => {
      const chat = chatFrom("Harmony School of Music", "Hello")
      fixClock(testNow + minute)
      saveMessage(personOf(chat.actor), "admin", {
        content: "Bye",
        imageUrl: null,
        ...(byEmail && { byEmail }),
      })
      for (const content of ["Hello Ruth.", "Are you there?"]) {
        fixClock(testNow + (content === "Hello Ruth." ? 2 : 3) * minute)
        await desk.submit(chat.address, { intent: "answer", content })
      }
      expect(leaseMail()).toBeUndefined()
      fixClock(testNow + 6 * minute)
      expect(leaseMail()).toMatchObject({ template: "support-answer" })
      expect(rowCount("emails")).toBe(1)
      fixClock(testNow)
    },
  )

  test("sent twice is one answer", async () => {
    const chat = chatFrom("Harmony School of Music", "Hello")
    const before = rowCount("support_messages")
    for (let n = 0; n < 2; n += 1)
      await desk.copy().submit(chat.address, { intent: "answer", content: "Hello Ruth." })
    expect(rowCount("support_messages")).toBe(before + 1)
  })

  test("is assigned only to one of the staff", async () => {
    const chat = chatFrom("Harmony School of Music", "Hello")
    const other = addStaff("Kim Park")
    const assignedTo = () => rowOf(supportThreads, { id: chat.id })?.assignedTo
    await desk.submit(chat.address, { intent: "assign", assignee: other.userId })
    expect(assignedTo()).toBe(other.userId)
    expect(await desk.read(chat.address)).toContain("Assigned to Kim Park.")
    for (const assignee of [chat.userId, randomUUID(), "x".repeat(50)]) {
      await expect(desk.submit(chat.address, { intent: "assign", assignee })).toAnswer(404)
    }
    expect(assignedTo()).toBe(other.userId)
    await desk.submit(chat.address, { intent: "assign", assignee: "" })
    expect(assignedTo()).toBeNull()
  })

  test("is closed and opened again", async () => {
    const chat = chatFrom("Harmony School of Music", "Hello")
    const closed = await desk.submit(chat.address, { intent: "close" })
    expect(closed.headers.get("Location")).toBe("/super-admin/support")
    await desk.submit(chat.address, { intent: "close" })
    expect(await desk.read(chat.address)).toMatch(/Closed Nov 18, 2026, 8:10 PM UTC by Sam Ortiz/)
    await desk.submit(chat.address, { intent: "reopen" })
    expect(await desk.read(chat.address)).toMatch(/Chat reopened\..*Waiting/)
  })

  test.each([
    ["nothing", "  ", "Enter an answer."],
    ["too much", "a".repeat(5001), "Keep the answer under 5,000 characters."],
  ])("refuses %s as an answer, and keeps what was typed", async (_, content, message) => {
    const chat = chatFrom("Harmony School of Music", "Hello")
    const before = rowCount("support_messages")
    const refused = await desk.submit(chat.address, { intent: "answer", content })
    expect(refused.status).toBe(400)
    const html = await refused.text()
    expect(html).toContain("There is a problem")
    expect(html).toContain(message)
    if (content.trim()) expect(html).toContain(content)
    expect(rowCount("support_messages")).toBe(before)
  })

  test("with the assistant is not the staff's, nor is one that does not exist", async () => {
    const { actor } = openSchool()
    const kept = saveMessage(personOf(actor), "ai", { content: "Private", imageUrl: null })
    const own = kept.ok ? kept.row.threadId : ""
    for (const id of [own, randomUUID(), "x"]) {
      expect((await desk.visit(`/super-admin/support/chats/${id}`)).status).toBe(404)
      for (const intent of ["answer", "close", "assign"])
        expect(
          (await desk.submit(`/super-admin/support/chats/${id}`, { intent, content: "Hi" })).status,
        ).toBe(404)
    }
    expect(await desk.read("/super-admin/support?state=all")).not.toContain("Private")
  })
})

describe("what visitors wrote", () => {
  test("is answered by mail, from the staff's own address, with the original text below", async () => {
    const { id, address } = contactFrom("Imani Clarke", "Do you do choirs?\n<script>alert(1)</script>")
    const text = await desk.read(address)
    expect(text).toContain("Contact message Choirs")
    expect(text).toContain("Email imani@clarke.example")
    expect(text).toContain("Do you do choirs? <script>alert(1)</script>")
    const sent = await desk.submit(address, {
      intent: "answer",
      content: "We do.\nWith any number of voices.",
    })
    await expect(sent).toLead(303, address)
    expect(mailsTo("imani@clarke.example")).toEqual([
      {
        template: "inquiry-answer",
        data: {
          name: "Imani Clarke",
          subject: "Choirs",
          content: "We do.\nWith any number of voices.",
          staffName: "Sam Ortiz",
          quoted: "Do you do choirs?\n<script>alert(1)</script>",
          replyTo: expect.stringMatching(/^reply\+m.*@reply\.tutti\.example$/),
        },
      },
    ])
    expect(await desk.read(address)).toMatch(
      /Answer sent to imani@clarke\.example\..*Answered.*Sam Ortiz .*, by email We do\./,
    )
    expect(rowOf(contactMessages, { id })).toMatchObject({
      answeredAt: testNow,
      assignedTo: staff.userId,
    })
  })

  test("a demo request shows what was asked for, and is answered, assigned and closed", async () => {
    const { id, address } = demoFrom("Tomás Rivera")
    const text = await desk.read(address)
    for (const words of [
      "Tomás Rivera, Owner",
      "+34 600 100 200",
      "Rivera Música",
      "101-200",
      "11-20",
      "We open in May.",
    ])
      expect(text).toContain(words)
    await desk.submit(address, { intent: "assign", assignee: staff.userId })
    await desk.submit(address, { intent: "answer", content: "Thursday at three?" })
    await desk.copy().submit(address, { intent: "answer", content: "Thursday at three?" })
    expect(mailsTo("tomas@rivera.example")).toHaveLength(1)
    await desk.submit(address, { intent: "close" })
    const row = rowOf(demoRequests, { id })
    expect(row).toMatchObject({ closedAt: testNow, closedBy: staff.userId, assignedTo: staff.userId })
    await desk.submit(address, { intent: "reopen" })
    expect(await desk.read(address)).toContain("Answered")
  })

  test("under another kind or id is missing", async () => {
    const { id } = contactFrom("Imani Clarke")
    for (const path of [`demo/${id}`, `other/${id}`, `contact/${randomUUID()}`, "contact/x"]) {
      expect((await desk.visit(`/super-admin/support/${path}`)).status).toBe(404)
      expect((await desk.submit(`/super-admin/support/${path}`, { intent: "close" })).status).toBe(404)
    }
  })
})

test("no one else reaches the desk", async () => {
  const chat = chatFrom("Harmony School of Music", "Hello")
  const contact = contactFrom("Imani Clarke")
  const teacher = addMember(chat.actor, "teacher", "Helena Novak")
  for (const userId of [chat.userId, teacher.userId]) {
    const browser = await Browser.of(userId)
    for (const path of ["/super-admin/support", chat.address, contact.address]) {
      expect((await browser.visit(path)).headers.get("Location")).toMatch(/^\/dashboard/)
      expect((await browser.submit(path, { intent: "answer", content: "I am staff" })).status).not.toBe(200)
    }
  }
  const untouched = rowOf(supportThreads, { id: chat.id, waitingSince: testNow })
  expect(untouched?.assignedTo).toBeNull()
  expect(rowCount("inquiry_replies")).toBe(0)
})
