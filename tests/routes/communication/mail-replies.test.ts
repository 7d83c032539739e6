import { db } from "db/client.server"
import { messages } from "db/schema/communication"
import { emails } from "db/schema/foundation-mail"
import { members } from "db/schema/people"
import { inboundMails } from "db/schema/platform-desk"
import { and, eq } from "drizzle-orm"
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest"
import { composeMail } from "~/jobs/mail/compose-mail.server"
import { runNextJob } from "~/jobs/run-job.server"
import type { Actor } from "~/models/foundation/access/actor"
import { fixClock } from "~/utils/clock.server"
import { startSandbox } from "../../../sandbox/sandbox"
import { Browser, textOf } from "../../support/app"
import { openFamily } from "../../support/billing"
import { testNow } from "../../support/clock"
import { type Signed, signedIn } from "../../support/family"
import { openSchool } from "../../support/school"
import { withSettings } from "../../support/settings"
import { openBridge } from "../../support/webhook-bridge"

// A family answers the email with a message, from its own mail program: the answer is in the conversation.

let sandbox: Awaited<ReturnType<typeof startSandbox>>
let bridge: Awaited<ReturnType<typeof openBridge>>
beforeAll(async () => {
  sandbox = await startSandbox({ port: 0, appUrl: "http://localhost:3000" })
  withSettings({ RESEND_BASE_URL: `${sandbox.url}/resend` })
  bridge = await openBridge()
})
afterAll(async () => {
  await bridge.close()
  await sandbox.close()
})

let count = 0
let school: Actor
let office: Browser
let mateo: Signed
let studentId: string
let [mateoMail, zoeMail] = ["", ""]
beforeEach(async () => {
  fixClock(testNow)
  const opened = openSchool()
  school = opened.actor
  office = await Browser.of(opened.userId)
  count += 1
  mateoMail = `mateo.reply${count}@example.com`
  zoeMail = `zoe.reply${count}@example.com`
  const family = openFamily(school, {
    adults: [
      { name: "Mateo Okafor", email: mateoMail, payerShare: 5000 },
      { name: "Zoë Okafor", email: zoeMail, payerShare: 5000 },
    ],
  })
  studentId = family.studentIds[0] ?? ""
  mateo = signedIn(school, "guardian", family.guardianIds[0] ?? "")
})

async function write(to: string) {
  const fields = { to, subject: "Concert", body: "The concert is on Saturday." }
  const answer = await office.submit("/messaging/new", fields)
  expect(answer.status).toBe(303)
  return answer.headers.get("Location") ?? ""
}

/** The newest mail of a template to someone, as the provider gets it. */
async function mailTo(recipient: string, template: "new-message" | "message-reply" = "new-message") {
  const row = db()
    .select()
    .from(emails)
    .where(and(eq(emails.recipient, recipient), eq(emails.template, template)))
    .all()
    .at(-1)
  return row && { row, ...(await composeMail(row)) }
}

async function receive(fields: Record<string, unknown>) {
  const url = `${new URL(bridge.url).origin}/api/webhooks/inbound-mail`
  const response = await fetch(`${sandbox.url}/__control/received-mail`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ url, ...fields }),
  })
  expect(response.ok, await response.clone().text()).toBe(true)
  while (await runNextJob());
}
const outcomes = () =>
  db()
    .select()
    .from(inboundMails)
    .all()
    .map(({ outcome }) => outcome)
const written = () =>
  db()
    .select({ name: messages.authorName, body: messages.body })
    .from(messages)
    .where(eq(messages.schoolId, school.school.id))
    .all()

test("an answer by mail joins the conversation once, without what was quoted, and reaches the others", async () => {
  const conversation = await write(`student:${studentId}`)
  const mail = await mailTo(mateoMail)
  expect(mail?.replyTo).toMatch(/^reply\+p[0-9a-f]{52}@reply\.tutti\.example$/)
  expect(mail?.text).toContain("Reply to this email or in Tutti.")
  const text =
    "We’ll be there.\n\nOn Wed, Nov 18, 2026 at 8:10 PM Harmony <x@y.example> wrote:\n> The concert"
  fixClock(testNow + 60_000)
  await receive({ from: `Mateo <${mateoMail.toUpperCase()}>`, to: mail?.replyTo, text, times: 2 })
  expect(written()).toEqual([
    { name: expect.any(String), body: "The concert is on Saturday." },
    { name: "Mateo Okafor", body: "We’ll be there." },
  ])
  expect(outcomes()).toEqual(["taken"])
  expect(await textOf(await office.visit(conversation))).toMatch(/Mateo Okafor.*We’ll be there\./)
  // The office has its copy, and can answer that one the same way; so has the other guardian, who has no login.
  const copies = db()
    .select({ data: emails.data })
    .from(emails)
    .where(and(eq(emails.schoolId, school.school.id), eq(emails.template, "new-message")))
    .all()
    .map(({ data }) => JSON.parse(data))
    .filter(({ body }) => body === "We’ll be there.")
  expect(copies.map(({ joins, hasPages }) => [joins, hasPages]).sort()).toEqual([
    [true, false],
    [true, true],
  ])
})

test("mail of someone else, or of a locked member, reaches the author and not the conversation", async () => {
  await write(`student:${studentId}`)
  const to = (await mailTo(mateoMail))?.replyTo
  const answerTo = JSON.parse((await mailTo(mateoMail))?.row.data ?? "{}").answerTo as string
  await receive({ from: "stranger@where.example", to, text: "I found this <b>mail</b>" })
  const stray = await mailTo(answerTo, "message-reply")
  expect([stray?.subject, stray?.replyTo]).toEqual(["Re: Concert", "stranger@where.example"])
  expect(stray?.text).toContain("stranger@where.example replied to your message by email:")
  expect(stray?.html).toContain("&lt;b&gt;mail&lt;/b&gt;")
  db()
    .update(members)
    .set({ deactivatedAt: testNow })
    .where(eq(members.id, mateo.actor.memberId ?? ""))
    .run()
  await receive({ from: mateoMail, to, text: "Let me in" })
  expect((await mailTo(answerTo, "message-reply"))?.text).toContain("Let me in")
  expect(written()).toHaveLength(1)
  expect(outcomes().slice(-2)).toEqual(["handed-on", "handed-on"])
})

test("a forged sender reaches the author with a warning, and never the conversation", async () => {
  await write(`student:${studentId}`)
  const to = (await mailTo(mateoMail))?.replyTo
  const answerTo = JSON.parse((await mailTo(mateoMail))?.row.data ?? "{}").answerTo as string
  for (const authentication of ["fail", "none"]) {
    await receive({ from: mateoMail, to, text: `Pick Milo up early (${authentication})`, authentication })
    const warned = await mailTo(answerTo, "message-reply")
    expect(warned?.text).toContain(`Pick Milo up early (${authentication})`)
    expect(warned?.text).toContain("We couldn’t prove that this email is really from this address")
  }
  expect(written()).toHaveLength(1)
  expect(outcomes().slice(-2)).toEqual(["handed-on", "handed-on"])
})

test("people without a login, and recipients of an announcement, answer the author as before", async () => {
  await write("families")
  const [withLogin, without] = [await mailTo(mateoMail), await mailTo(zoeMail)]
  expect(withLogin?.replyTo).toBeUndefined()
  expect(without?.replyTo).toBe(JSON.parse(without?.row.data ?? "{}").answerTo)
})
