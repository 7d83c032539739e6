import { users } from "db/schema/accounts"
import { emails } from "db/schema/foundation-mail"
import { contactMessages } from "db/schema/platform"
import { inboundMails, replyFiles } from "db/schema/platform-desk"
import { supportThreads } from "db/schema/platform-support"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { runNextJob } from "~/jobs/run-job.server"
import { receiveContactMessage } from "~/models/platform/contact-message/contact-message.server"
import { ContactMessageForm } from "~/models/platform/contact-message/contact-message-form"
import { saveMessage } from "~/models/platform/support/save-message.server"
import { judgeInbound } from "~/providers/inbound-mail/inbound-signature.server"
import { fixClock } from "~/utils/clock.server"
import { startSandbox } from "../../../sandbox/sandbox"
import { Browser } from "../../support/app"
import { testNow } from "../../support/clock"
import { openSchool, rowOf, rowsOf } from "../../support/school"
import { withSettings } from "../../support/settings"
import { addStaff, personOf } from "../../support/support-chat"
import { openBridge } from "../../support/webhook-bridge"

// Replies by mail come into the conversation they belong to: only with the provider's signature, only with an address of
// ours, only from who wrote there before.

let sandbox: Awaited<ReturnType<typeof startSandbox>>
let bridge: Awaited<ReturnType<typeof openBridge>>
let desk: Browser
beforeAll(async () => {
  sandbox = await startSandbox({ port: 0, appUrl: "http://localhost:3000" })
  withSettings({ RESEND_BASE_URL: `${sandbox.url}/resend` })
  bridge = await openBridge()
  fixClock(testNow)
  desk = await Browser.of(addStaff("Sam Ortiz").userId)
})
afterAll(async () => {
  await bridge.close()
  await sandbox.close()
})

/** A mail that Resend receives; answers what the app said, after its jobs are done. */
async function mail(fields: Record<string, unknown>): Promise<number[]> {
  const url = `${new URL(bridge.url).origin}/api/webhooks/inbound-mail`
  const response = await fetch(`${sandbox.url}/__control/received-mail`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ url, ...fields }),
  })
  expect(response.ok, await response.clone().text()).toBe(true)
  while (await runNextJob());
  return ((await response.json()) as { answers: number[] }).answers
}

const replyToOf = (recipient: string, template: "inquiry-answer" | "support-answer") => {
  const row = rowsOf(emails, { recipient })
  const data = row.filter((each) => each.template === template).at(-1)?.data ?? "{}"
  return (JSON.parse(data) as { replyTo?: string }).replyTo ?? ""
}
const outcomes = () => rowsOf(inboundMails).map(({ outcome }) => outcome)

describe("a reply by mail", () => {
  test("joins a contact message, without what was quoted, which waits again", async () => {
    const email = "imani@clarke.example"
    receiveContactMessage({ name: "Imani Clarke", email, subject: "Choirs", message: "Do you do choirs?" })
    const id = rowOf(contactMessages)?.id ?? ""
    const address = `/super-admin/support/contact/${id}`
    await desk.submit(address, { intent: "answer", content: "We do. How many singers?" })
    await desk.submit(address, { intent: "close" })
    const to = replyToOf(email, "inquiry-answer")
    expect(to).toMatch(/^reply\+m[0-9a-f]{52}@reply\.tutti\.example$/)
    fixClock(testNow + 60_000)
    const text =
      "About forty.\n\nOn Wed, Nov 18, 2026 at 8:10 PM Tutti <hello@tutti.example> wrote:\n> We do."
    expect(
      await mail({ from: "Imani <Imani@Clarke.example>", to, text, attachments: ["list.pdf"], times: 2 }),
    ).toEqual([200, 200])
    const seen = await desk.read(address)
    expect(seen).toMatch(
      /Waiting.*Imani Clarke .*, by email About forty\. \(Not kept from the email: list\.pdf\)/,
    )
    expect(seen).toMatch(/list\.pdf\) Show the rest of the email On Wed, .* wrote: > We do\./)
    expect(seen.match(/About forty/g)).toHaveLength(1)
    expect(seen).toContain("Replies appear here.")
    expect(outcomes()).toEqual(["taken"])
    expect(await desk.read("/super-admin/support")).toContain("Imani Clarke")
  })

  test("brings its files: what they are is read from their bytes, and only staff download them", async () => {
    const { id = "", email = "" } = rowOf(contactMessages) ?? {}
    const address = `/super-admin/support/contact/${id}`
    fixClock(testNow + 120_000)
    await desk.submit(address, { intent: "answer", content: "Please send the list." })
    const to = replyToOf(email, "inquiry-answer")
    const base64 = (text: string) => Buffer.from(text).toString("base64")
    const attachments = [
      { filename: "../list.exe", content: base64("Soprano 12\nAlto 9") },
      { filename: "page.txt", content: base64("<html><script>alert(1)</script></html>") },
      { filename: "tool.pdf", content: Buffer.from([0x4d, 0x5a, 0x90, 0]).toString("base64") },
    ]
    await mail({ from: email, to, text: "Here it is.", attachments, times: 2 })
    const page = await desk.html(address)
    expect(page).toContain("(Attached: list.txt)")
    expect(page).toContain("(Not kept from the email: page.txt, tool.pdf)")
    const [, file = ""] = /href="(\/super-admin\/support\/files\/[^"]+)"/.exec(page) ?? []
    const download = await desk.visit(file)
    expect([download.headers.get("Content-Disposition"), await download.text()]).toEqual([
      expect.stringContaining('attachment; filename="'),
      "Soprano 12\nAlto 9",
    ])
    const school = openSchool()
    expect((await (await Browser.of(school.userId)).visit(file)).status).toBe(302)
    expect((await desk.visit("/super-admin/support/files/nothing")).status).toBe(404)
    // A stranger's files are named and not kept.
    await mail({ from: "stranger@where.example", to, text: "Look", attachments: attachments.slice(0, 1) })
    expect(await desk.read(address)).toContain("Look (Not kept from the email: ../list.exe)")
    expect(rowsOf(replyFiles)).toHaveLength(1)
  })

  test("joins a chat as a message of its person", async () => {
    const school = openSchool({ name: "Harmony" })
    const kept = saveMessage(personOf(school.actor), "admin", { content: "Help", imageUrl: null })
    const id = kept.ok ? kept.row.threadId : ""
    fixClock(testNow + 20 * 60_000)
    await desk.submit(`/super-admin/support/chats/${id}`, { intent: "answer", content: "Reload it." })
    const email = rowOf(users, { id: school.userId })?.email ?? ""
    const to = replyToOf(email, "support-answer")
    await mail({ from: email, to: to.toUpperCase(), html: "<p>It <b>works</b>.</p><p>Thanks &amp; bye</p>" })
    const theirs = await (await Browser.of(school.userId)).read("/support?mode=admin")
    expect(theirs).toContain("It works. Thanks & bye")
    expect(rowOf(supportThreads, { id })?.waitingSince).toBe(testNow + 20 * 60_000)
    // Another person's mail to the same address is not theirs.
    await mail({ from: "stranger@where.example", to, text: "Delete everything" })
    expect(await desk.read(`/super-admin/support/chats/${id}`)).toMatch(
      /Internal notes Email .* From stranger@where\.example, who isn’t part of this conversation: Delete everything/,
    )
    const after = await (await Browser.of(school.userId)).read("/support?mode=admin")
    expect(after).not.toContain("Delete everything")
    // An automatic answer would go back and forth.
    await mail({ from: email, to, text: "I am away", headers: { "Auto-Submitted": "auto-replied" } })
    expect(outcomes()).toEqual(["taken", "taken", "noted", "taken", "noted", "automatic"])
  })

  test("with a forged sender is held as a note with the reason, and the matter waits for someone to read it", async () => {
    const school = openSchool({ name: "Crescendo" })
    const kept = saveMessage(personOf(school.actor), "admin", { content: "Help", imageUrl: null })
    const address = `/super-admin/support/chats/${kept.ok ? kept.row.threadId : ""}`
    fixClock(testNow + 60 * 60_000)
    await desk.submit(address, { intent: "answer", content: "Which page?" })
    await desk.submit(address, { intent: "close" })
    const email = rowOf(users, { id: school.userId })?.email ?? ""
    const to = replyToOf(email, "support-answer")
    const forged = {
      "Authentication-Results": `mx.resend.example; dmarc=pass header.from=${email.split("@")[1]}`,
    }
    const files = [{ filename: "a.txt", content: Buffer.from("x").toString("base64") }]
    for (const [authentication, reason] of [
      ["fail", "their email provider says it isn’t from them"],
      ["none", "nothing proves that it’s from them"],
      ["mx.resend.example; none", "nothing proves that it’s from them"],
      ["mx.other.example; dmarc=pass", "nothing proves that it’s from them"],
    ]) {
      // The sender can write a header, too; it stands below the provider's own.
      const headers = authentication?.startsWith("mx.resend") || authentication === "fail" ? forged : {}
      const text = `Refund us to this account (${authentication})`
      await mail({ from: email, to, text, authentication, headers, attachments: files })
      const page = await desk.read(address)
      expect(page).toMatch(/Waiting/)
      expect(page).toContain(`Unproven email from ${email}, ${reason}: ${text}`)
      expect(page).toContain("(Not kept from the email: a.txt)")
    }
    const theirs = await (await Browser.of(school.userId)).read("/support?mode=admin")
    expect(theirs).not.toContain("Refund us")
    expect(outcomes().slice(-4)).toEqual(["held", "held", "held", "held"])
    // What their own provider vouches for is taken.
    await mail({ from: email, to, text: "The invoice page" })
    expect(await (await Browser.of(school.userId)).read("/support?mode=admin")).toContain("The invoice page")
  })

  test("to an address that isn’t ours, or with a changed token, is left alone", async () => {
    const before = outcomes().length
    const { id = "" } = rowOf(contactMessages) ?? {}
    const wrong = `reply+m${id.replaceAll("-", "")}${"0".repeat(20)}@reply.tutti.example`
    for (const to of ["hello@tutti.example", wrong, "reply+x@reply.tutti.example"])
      expect(await mail({ from: "imani@clarke.example", to, text: "Hi" })).toEqual([200])
    expect(outcomes()).toHaveLength(before)
  })

  test("without the provider’s signature is refused", async () => {
    expect(
      await mail({ from: "a@b.example", to: "reply+x@reply.tutti.example", text: "Hi", isForged: true }),
    ).toEqual([401])
    const answer = await new Browser().call("POST", "/api/webhooks/inbound-mail", { type: "email.received" })
    expect(answer.status).toBe(401)
    expect((await new Browser().visit("/api/webhooks/inbound-mail")).status).toBe(405)
    const headers = new Headers({ "svix-id": "m", "svix-timestamp": "1", "svix-signature": "v1,x" })
    expect(judgeInbound(headers, Buffer.from("{}"))).toBe("forged")
    const none = { INBOUND_MAIL_SECRET: undefined, INBOUND_MAIL_DOMAIN: undefined }
    expect(judgeInbound(headers, Buffer.from("{}"), none)).toBe("not-configured")
  })
})

describe("a contact message under a school’s email", () => {
  test("isn’t taken as that school’s until a reply proves it", async () => {
    const school = openSchool({ name: "Tenuto School" })
    const email = rowOf(users, { id: school.userId })?.email ?? ""
    receiveContactMessage({ name: "Ruth", email, subject: "Cancel", message: "Close our school today." })
    const { id = "" } = rowOf(contactMessages, { email }) ?? {}
    const address = `/super-admin/support/contact/${id}`
    const timeline = `/super-admin/schools/${school.actor.school.id}/timeline`
    const doubt = "Unproven: anyone could have typed this school’s email"
    const read = async (path: string) => desk.read(path)
    expect(await read(address)).toContain(doubt)
    expect(await read("/super-admin/support")).toContain("Tenuto School (unproven)")
    expect(await read(timeline)).toContain("Contact message, unproven: anyone could have typed this email")
    await desk.submit(address, { intent: "answer", content: "Please confirm by replying." })
    const to = replyToOf(email, "inquiry-answer")
    await mail({ from: email, to, text: "I do.", authentication: "fail" })
    expect(await read(address)).toContain(doubt)
    await mail({ from: email, to, text: "I do, really." })
    expect(await read(address)).not.toContain("Unproven:")
    expect(await read("/super-admin/support")).toMatch(/Tenuto School Contact message/)
    expect(await read(timeline)).not.toContain("unproven")
  })

  test("is answered to also where a browser turned the letters of the domain, as mail servers write them", async () => {
    const turned = "imani@xn--mller-kva.example"
    const form = { name: "Imani Müller", email: turned, subject: "Choirs", message: "Do you do choirs?" }
    receiveContactMessage(ContactMessageForm.parse(form))
    const message = rowsOf(contactMessages).find(({ name }) => name === "Imani Müller")
    expect(message?.email).toBe("imani@müller.example")
    const address = `/super-admin/support/contact/${message?.id}`
    await desk.submit(address, { intent: "answer", content: "We do. How many singers?" })
    const to = replyToOf("imani@müller.example", "inquiry-answer")
    await mail({ from: `Imani <${turned}>`, to, text: "About forty singers." })
    const seen = await desk.read(address)
    expect(seen).toContain("About forty singers.")
    expect(seen).not.toContain("isn’t part of this conversation")
  })
})
