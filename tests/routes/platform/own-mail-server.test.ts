import { randomUUID } from "node:crypto"
import { getCACertificates, setDefaultCACertificates } from "node:tls"
import { db } from "db/client.server"
import { jobs } from "db/schema/foundation"
import { bouncedAddresses, emails } from "db/schema/foundation-mail"
import { inboundMails } from "db/schema/platform-desk"
import { eq } from "drizzle-orm"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { sendNextMail } from "~/jobs/mail/send-mail.server"
import { runNextJob } from "~/jobs/run-job.server"
import { queueMail } from "~/models/foundation/outbox/outbox.server"
import { receiveContactMessage } from "~/models/platform/contact-message/contact-message.server"
import { fixClock } from "~/utils/clock.server"
import { standInMailSecret } from "~/utils/env.server"
import { startSandbox } from "../../../sandbox/sandbox"
import { type MailServer, mailLogin, reportOf, startMailServer } from "../../../sandbox/smtp/mail-server"
import { Browser } from "../../support/app"
import { testNow } from "../../support/clock"
import { inAct } from "../../support/in-act"
import { openSchool } from "../../support/school"
import { addStaff } from "../../support/support-chat"
import { openBridge } from "../../support/webhook-bridge"

// A school that runs Tutti itself sends through a mail server of its own: encrypted, again after a trouble that passes, and
// what comes back marks its address.

let server: MailServer
let sandbox: Awaited<ReturnType<typeof startSandbox>>
let bridge: Awaited<ReturnType<typeof openBridge>>
const token = "a-token-of-the-mail-server-itself"
const settings = (port: number, more: Record<string, string> = {}) =>
  Object.assign(process.env, {
    SMTP_HOST: "localhost",
    SMTP_PORT: String(port),
    SMTP_USER: mailLogin.user,
    SMTP_PASSWORD: mailLogin.pass,
    MAIL_FROM: "Harmony <hello@harmony-school.org>",
    INBOUND_MAIL_DOMAIN: "reply.harmony-school.org",
    INBOUND_MAIL_TOKEN: token,
    INBOUND_MAIL_AUTHORITY: "mx.harmony-school.org",
    ...more,
  })

beforeAll(async () => {
  server = await startMailServer()
  sandbox = await startSandbox({ port: 0, appUrl: "http://localhost:3000" })
  bridge = await openBridge()
  settings(server.port, {
    INBOUND_MAIL_SECRET: standInMailSecret,
    RESEND_BASE_URL: `${sandbox.url}/resend`,
  })
  setDefaultCACertificates([...getCACertificates(), server.certificatePem])
  fixClock(testNow)
})
afterAll(async () => {
  await bridge.close()
  await sandbox.close()
  await server.close()
})

const sendAll = async () => {
  while (await sendNextMail());
}
const schoolId = () => openSchool().actor.school.id
const remind = (recipient: string, school = schoolId()) =>
  inAct(queueMail)({
    schoolId: school,
    recipient,
    template: "lessons-tomorrow",
    data: { schoolName: "Harmony", recipientName: "Ada", day: "Thursday", lessons: [], forTeacher: false },
  })
const rowOf = (id: string) => db().select().from(emails).where(eq(emails.id, id)).get()
const marked = (address: string) =>
  db().select().from(bouncedAddresses).where(eq(bouncedAddresses.address, address)).get()
const arrivedAt = (address: string) => server.arrived.filter(({ to }) => to === address)
const inAMinute = (minutes: number) => fixClock(testNow + minutes * 60_000)

describe("a mail by the school’s own server", () => {
  test("arrives encrypted, with an address of ours for what comes back and a Message-ID of its own", async () => {
    const id = remind("ada@family.example")
    await sendAll()
    const [mail] = arrivedAt("ada@family.example")
    expect(mail?.isEncrypted).toBe(true)
    expect(mail?.from).toMatch(/^reply\+b[0-9a-f]{52}@reply\.harmony-school\.org$/)
    expect(mail?.raw).toContain(`Message-ID: <${id}@harmony-school.org>`)
    expect(mail?.raw).toContain("Content-Type: multipart/alternative")
    expect(rowOf(id)).toMatchObject({ state: "sent", providerId: `<${id}@harmony-school.org>` })
  })

  test("stays one thread with the other messages of its conversation, for each of its people", async () => {
    const school = schoolId()
    const copy = (recipient: string, conversationId: string) =>
      inAct(queueMail)({
        ...{ template: "new-message", schoolId: school, recipient },
        data: {
          ...{
            schoolName: "Harmony",
            recipientName: "Ada",
            authorName: "Ida",
            subject: "Concert",
            body: "Hello",
          },
          ...{ conversationId, hasPages: true, answerTo: null, joins: true },
        },
      })
    const [one, other] = [randomUUID(), randomUUID()]
    const ids = [copy("thread@family.example", one), copy("thread@family.example", one)]
    copy("thread@family.example", other)
    copy("thread2@family.example", one)
    await sendAll()
    const threadsOf = (address: string) =>
      arrivedAt(address).map(({ raw }) =>
        ["Message-ID", "In-Reply-To", "References"].map(
          (name) => new RegExp(`^${name}:\\s+(.+?)\\r?$`, "im").exec(raw)?.[1],
        ),
      )
    const root = `<conversation-${one}@harmony-school.org>`
    const messages = threadsOf("thread@family.example")
    expect(messages.slice(0, 2)).toEqual(ids.map((id) => [`<${id}@harmony-school.org>`, root, root]))
    expect(messages[2]?.slice(1)).toEqual([1, 2].map(() => `<conversation-${other}@harmony-school.org>`))
    expect(threadsOf("thread2@family.example")[0]?.slice(1)).toEqual([root, root])
  })

  test("goes again after a server that is busy, or a connection that ends in the middle, under the same Message-ID", async () => {
    const ids = [remind("busy@family.example"), remind("cut@family.example")]
    await sendAll()
    expect(ids.map((id) => rowOf(id)?.state)).toEqual(["queued", "queued"])
    expect(ids.map((id) => rowOf(id)?.lastError)).toEqual([
      expect.stringContaining("4.7.1"),
      expect.stringMatching(/clos|reset/i),
    ])
    inAMinute(2)
    await sendAll()
    expect(ids.map((id) => rowOf(id)?.state)).toEqual(["sent", "sent"])
    expect(arrivedAt("cut@family.example").map(({ raw }) => raw)).toEqual([
      expect.stringContaining(`<${ids[1]}@harmony-school.org>`),
    ])
  })

  test("is given up when the server refuses it for good, and an address without a mailbox is marked", async () => {
    const ids = ["unknown", "refused", "spam"].map((name) => remind(`${name}@family.example`))
    await sendAll()
    expect(ids.map((id) => rowOf(id)?.state)).toEqual(["failed", "failed", "failed"])
    expect(marked("unknown@family.example")?.reason).toContain("5.1.1")
    expect([marked("refused@family.example"), marked("spam@family.example")]).toEqual([undefined, undefined])
    expect(rowOf(remind("full@family.example"))?.state).toBe("queued")
    await sendAll()
    expect(marked("full@family.example")).toBeUndefined()
  })
})

/** What a mail server brings; answers what the app said, after its jobs are done. */
async function bring(raw: string, given = `Bearer ${token}`) {
  const answer = await new Browser().send("/api/webhooks/inbound-mail", Buffer.from(raw), {
    "content-type": "message/rfc822",
    authorization: given,
  })
  while (await runNextJob());
  return { status: answer.status, ...((await answer.json()) as { isNew?: boolean }) }
}
const lastOutcome = () => db().select().from(inboundMails).all().at(-1)?.outcome

describe("a mail that comes back", () => {
  const sent = async (address: string) => {
    const id = remind(address)
    await sendAll()
    const [mail] = arrivedAt(address)
    if (!mail) throw new Error("nothing arrived")
    return { id, mail }
  }

  test("marks its address, once however often it is brought", async () => {
    const { id, mail } = await sent("gone@family.example")
    const report = reportOf(mail)
    expect(await bring(report)).toMatchObject({ status: 200, isNew: true })
    expect(await bring(report)).toMatchObject({ status: 200, isNew: false })
    expect(marked("gone@family.example")).toMatchObject({ kind: "bounced", times: 1 })
    expect(rowOf(id)?.lastError).toBe("Came back: 550 5.1.1 No such user here")
    expect(lastOutcome()).toBe("bounced")
  })

  test("doesn’t while it is only late, or its mailbox is full", async () => {
    const { mail } = await sent("late@family.example")
    await bring(reportOf(mail, { action: "delayed", status: "4.4.1", said: "connect: timed out" }))
    await bring(reportOf(mail, { status: "5.2.2", said: "552 5.2.2 Over quota" }))
    expect(marked("late@family.example")).toBeUndefined()
    expect(lastOutcome()).toBe("automatic")
  })

  test("marks its address, too, when Resend receives the domain’s mail", async () => {
    const { mail } = await sent("moved@family.example")
    const [head = "", body] = reportOf(mail).split(/\r\n\r\n([\s\S]*)/)
    const type = /^Content-Type: (.*\r\n.*)$/m.exec(head)?.[1] ?? ""
    const answer = await fetch(`${sandbox.url}/__control/received-mail`, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({
        url: `${new URL(bridge.url).origin}/api/webhooks/inbound-mail`,
        from: "MAILER-DAEMON@mx.elsewhere.example",
        to: mail.from,
        headers: { "Content-Type": type, "Auto-Submitted": "auto-replied" },
        text: body,
      }),
    })
    expect(await answer.json()).toMatchObject({ answers: [200] })
    while (await runNextJob());
    expect(marked("moved@family.example")).toMatchObject({ kind: "bounced" })
  })

  test("is believed only with our token, and only at an address that we made", async () => {
    const { mail } = await sent("forged@family.example")
    expect((await bring(reportOf(mail), "Bearer another-token-of-some-length")).status).toBe(401)
    const made = { ...mail, from: mail.from.replace(/.{4}@/, "0000@") }
    expect(await bring(reportOf(made))).toMatchObject({ status: 200, isNew: false })
    expect(marked("forged@family.example")).toBeUndefined()
  })
})

test("a reply that the school’s own mail server brings joins its conversation", async () => {
  const desk = await Browser.of(addStaff("Sam Ortiz").userId)
  receiveContactMessage({
    name: "Imani",
    email: "imani@clarke.example",
    subject: "Choirs",
    message: "Choirs?",
  })
  const { contactMessages } = await import("db/schema/platform")
  const id = db().select().from(contactMessages).get()?.id ?? ""
  await desk.submit(`/super-admin/support/contact/${id}`, { intent: "answer", content: "How many singers?" })
  await sendAll()
  const to = /^Reply-To:\s+<?([^\s<>]+)/im.exec(arrivedAt("imani@clarke.example").at(-1)?.raw ?? "")?.[1]
  const raw = [
    "Authentication-Results: mx.harmony-school.org; dmarc=pass header.from=clarke.example",
    "From: Imani <imani@clarke.example>",
    `To: ${to}`,
    "Subject: Re: Choirs",
    `Message-ID: <${randomUUID()}@clarke.example>`,
    "Content-Type: text/plain; charset=utf-8",
    "",
    "About forty.",
  ].join("\r\n")
  expect(await bring(raw)).toMatchObject({ status: 200, isNew: true })
  expect(lastOutcome()).toBe("taken")
  expect(JSON.stringify(db().select().from(jobs).all())).not.toContain("About forty")
})
