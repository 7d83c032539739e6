import { readFileSync } from "node:fs"
import { db } from "db/client.server"
import { conversations, messages } from "db/schema/communication"
import { emails } from "db/schema/foundation-mail"
import { members } from "db/schema/people"
import { inboundMails } from "db/schema/platform-desk"
import { eq } from "drizzle-orm"
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest"
import { composeMail } from "~/jobs/mail/compose-mail.server"
import { runNextJob } from "~/jobs/run-job.server"
import type { Actor } from "~/models/foundation/access/actor"
import type { MailTemplate } from "~/models/foundation/outbox/outbox"
import { queueMail } from "~/models/foundation/outbox/outbox.server"
import { fixClock } from "~/utils/clock.server"
import { startSandbox } from "../../../sandbox/sandbox"
import { type Browser, locationOf, openOffice } from "../../support/app"
import { openFamily } from "../../support/billing"
import { testNow } from "../../support/clock"
import { type Signed, signedIn } from "../../support/family"
import { inAct } from "../../support/in-act"
import { addClassRow, addEnrollmentRow } from "../../support/lessons"
import { addMember, changeRows, rowsOf } from "../../support/school"
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
  ;({ actor: school, browser: office } = await openOffice())
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
  return locationOf(answer)
}

/** The newest mail of a template to someone, as the provider gets it. */
async function mailTo(recipient: string, template: MailTemplate = "new-message") {
  const row = rowsOf(emails, { recipient, template }).at(-1)
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
async function postJson(url: string, body: unknown) {
  const headers = { "Content-Type": "application/json", Authorization: "Bearer re_practice" }
  const response = await fetch(url, { method: "POST", headers, body: JSON.stringify(body) })
  return (await response.json()) as { id: string }
}
const outcomes = () => rowsOf(inboundMails).map(({ outcome }) => outcome)
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
  expect(await office.read(conversation)).toMatch(/Mateo Okafor.*We’ll be there\./)
  // The office has its copy, and can answer that one the same way; so has the other guardian, who has no login.
  const copies = rowsOf(emails, { schoolId: school.school.id, template: "new-message" })
    .map(({ data }) => JSON.parse(data))
    .filter(({ body }) => body === "We’ll be there.")
  expect(copies.map(({ joins, hasPages }) => [joins, hasPages]).sort()).toEqual([
    [true, false],
    [true, true],
  ])
})

test("an answer in the subject alone is in the conversation", async () => {
  await write(`student:${studentId}`)
  const mail = await mailTo(mateoMail)
  const text = `\n\nOn Wed, Nov 18, 2026 at 8:10 PM Harmony <${mail?.replyTo}> wrote:\n> The concert is on Saturday.\n`
  const subject = `Re: ${mail?.subject} - we are six`
  await receive({ from: mateoMail, to: mail?.replyTo, subject, text })
  expect(written().at(-1)).toEqual({ name: "Mateo Okafor", body: subject })
})

test("whoever reads the sandbox’s mailbox answers there, as a guardian would", async () => {
  await write(`student:${studentId}`)
  const mail = await mailTo(mateoMail)
  const inbox = await startSandbox({ port: 0, appUrl: new URL(bridge.url).origin })
  withSettings({ RESEND_BASE_URL: `${inbox.url}/resend` })
  const letter = {
    from: "Harmony <mail@tutti.example>",
    to: mateoMail,
    subject: mail?.subject,
    text: mail?.text,
  }
  const { id } = await postJson(`${inbox.url}/resend/emails`, { ...letter, reply_to: mail?.replyTo })
  expect(await (await fetch(`${inbox.url}/mailbox/${id}`)).text()).toContain(`As ${mateoMail}`)
  const body = new URLSearchParams({ words: "We’ll be there.\nAll six." })
  const answer = await fetch(`${inbox.url}/mailbox/${id}/reply`, { method: "POST", body })
  expect(await answer.text()).toContain("Reply sent. The app took it.")
  while (await runNextJob());
  expect(written().at(-1)).toEqual({ name: "Mateo Okafor", body: "We’ll be there.\nAll six." })
  const { id: other } = await postJson(`${inbox.url}/resend/emails`, letter)
  expect(await (await fetch(`${inbox.url}/mailbox/${other}`)).text()).not.toContain("Send reply")
  expect((await fetch(`${inbox.url}/mailbox/${other}/reply`, { method: "POST", body })).status).toBe(404)
  withSettings({ RESEND_BASE_URL: `${sandbox.url}/resend` })
  await inbox.close()
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
  changeRows(members, { id: mateo.actor.memberId ?? "" }, { deactivatedAt: testNow })
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

/** Replies as people's mail programs really send them, with what must be left of each. */
const fromTheField: Record<string, string | undefined> = {
  "r1-on-you-wrote":
    "R1 Hi Ruth,\nOn the last page you wrote:\nMilo should play with both hands.\nShould he?\nThanks",
  "r2-from-line": "R2 New address:\nFrom: jonas.new@mail.example\nplease use it from January\nJonas",
  "r4-blank-text-html": "R4 whole mail only in html",
  "r7-outlook-de-old": "R7 Sure.",
  "r8-outlook-fr-old": "R8 Oui.",
  "r10-forwarded":
    "R10 See the note from my wife:\n\n---------- Forwarded message ---------\nFrom: Lea <lea@x.example>\nSubject: Milo\n\nMilo has an ear infection until Friday.",
  "apple-fwd":
    "M34 see below\n\nBegin forwarded message:\n\nFrom: Grandma <oma@x.example>\nSubject: Piano\n\nI will bring Milo on Monday at five.",
  "outlook-de": "M08 Das passt uns.",
  "outlook-fr": "M09 Cela nous va.",
  "outlook-nl": "M35 Prima.",
  "outlook-en-noaddr": "M07 Works too.",
  "outlook-md-bold": "M10 Sounds good.",
  "empty-quote-only": "(An empty reply)",
  "ooo-xautoreply": undefined,
  "ooo-suppress-only": undefined,
  "bounce-dsn": undefined,
}

test("every reply from the field keeps its writer’s words, and what was cut can be opened", async () => {
  const conversation = await write(`student:${studentId}`)
  const to = (await mailTo(mateoMail))?.replyTo
  fixClock(testNow + 3_600_000)
  for (const [name, words] of Object.entries(fromTheField)) {
    const before = written().length
    const mail = JSON.parse(readFileSync(`tests/support/mails/${name}.json`, "utf8")) as { text: string }
    await receive({ from: mateoMail, to, ...mail })
    const [, ...added] = written().slice(before - 1)
    expect({ name, added: added.map(({ body }) => body) }).toEqual({
      name,
      added: words === undefined ? [] : [words],
    })
  }
  expect(outcomes().slice(-3)).toEqual(["automatic", "automatic", "bounced"])
  const page = await office.html(conversation)
  expect(page).toContain("Show the rest of the email")
  expect(page).toContain("Gesendet: Freitag, 27. November 2026 17:08")
  expect(page).not.toContain("reply+")
})

test("files of a reply join the conversation, and those that can’t are named", async () => {
  const conversation = await write(`student:${studentId}`)
  const to = (await mailTo(mateoMail))?.replyTo
  const pdf = Buffer.from("%PDF-1.4\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF\n").toString("base64")
  const attachments = [
    { filename: "duo.pdf", content: pdf },
    { filename: "solo.pdf", content: pdf },
    { filename: "page.exe", content: Buffer.from("MZ").toString("base64") },
  ]
  await receive({ from: mateoMail, to, text: "The parts", attachments, times: 2 })
  const page = await office.read(conversation)
  expect(page).toMatch(/The parts \(Not kept from the email: page\.exe\).*duo\.pdf.*solo\.pdf/)
  expect(written().map(({ body }) => body)).toEqual([
    "The concert is on Saturday.",
    expect.stringContaining("The parts"),
    "",
  ])
  fixClock(testNow + 3_600_000)
  await receive({ from: mateoMail, to, text: "", attachments: attachments.slice(0, 1) })
  expect(await office.read(conversation)).toMatch(/duo\.pdf.*solo\.pdf.*duo\.pdf/)
})

test("two machines that answer each other stop, and the office is told once", async () => {
  const conversation = await write(`student:${studentId}`)
  const to = (await mailTo(mateoMail))?.replyTo
  const copies = () => rowsOf(emails, { schoolId: school.school.id, template: "new-message" }).length
  const told = () => rowsOf(emails, { schoolId: school.school.id, template: "emails-paused" }).length
  const mailed: number[] = []
  for (const n of [1, 2, 3, 4, 5]) {
    const before = copies()
    await receive({ from: mateoMail, to, text: `We got your email (${n})` })
    mailed.push(copies() - before)
  }
  expect(mailed.map((count) => count > 0)).toEqual([true, true, true, false, false])
  expect([written().length, told()]).toEqual([6, 1])
  expect(await office.read(conversation)).toContain("Emails are paused in this conversation")
  // Someone who writes here ends it.
  await office.submit(conversation, { body: "Please call me.", entryId: crypto.randomUUID() })
  expect(await office.read(conversation)).not.toContain("Emails are paused")
  const before = copies()
  fixClock(testNow + 3_600_000)
  await receive({ from: mateoMail, to, text: "I will" })
  expect(copies()).toBeGreaterThan(before)
})

test("our own letters tell machines to leave them alone, and mailboxes how to end them", async () => {
  const conversation = await write(`student:${studentId}`)
  const thread = expect.stringMatching(
    new RegExp(`^<conversation-${conversation.split("/").at(-1)}@[^<>@]+>$`),
  )
  expect((await mailTo(mateoMail))?.headers).toEqual({
    "Auto-Submitted": "auto-generated",
    "In-Reply-To": thread,
    References: thread,
    "List-Unsubscribe": expect.stringMatching(/^<http:.*\/unsubscribe\/.+>$/),
    "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
    "X-Auto-Response-Suppress": "All",
  })
})

describe("an email of lesson notes", () => {
  const notes = (answerTo: string | null) =>
    inAct(queueMail)({
      template: "lesson-notes",
      schoolId: school.school.id,
      recipient: mateoMail,
      data: {
        schoolName: school.school.name,
        recipientName: "Mateo Okafor",
        students: [
          {
            studentName: "Milo",
            lessons: [
              {
                day: "Wed, Nov 18",
                className: "Guitar",
                teacherName: "Mara",
                note: "Well done",
                isCorrected: false,
              },
            ],
            practice: [],
            more: 0,
            hasNewPractice: false,
            reports: [],
            nextLesson: null,
          },
        ],
        answerTo,
      },
    })
  const conversationsOf = () => rowsOf(conversations, { schoolId: school.school.id })

  test("begins a conversation with the teacher by the first answer; the next ones join it", async () => {
    const mara = addMember(school, "teacher", "Mara Lindqvist")
    const classId = addClassRow(school, { name: "Guitar", teacherId: mara.teacherId })
    addEnrollmentRow(school, classId, studentId)
    notes(mara.memberId)
    const to = (await mailTo(mateoMail, "lesson-notes"))?.replyTo
    for (const text of ["Which bars?", "And how slowly?"]) await receive({ from: mateoMail, to, text })
    expect(outcomes().slice(-2)).toEqual(["taken", "taken"])
    expect(conversationsOf()).toMatchObject([{ subject: "Re: Lesson note for Milo: Guitar, Wed, Nov 18" }])
    expect(written().map(({ body }) => body)).toEqual(["Which bars?", "And how slowly?"])
    expect((await mailTo(mara.email))?.text).toContain("And how slowly?")
  })

  test("of a teacher who left is answered to the office", async () => {
    const mara = addMember(school, "teacher", "Mara Lindqvist")
    changeRows(members, { id: mara.memberId }, { deactivatedAt: testNow })
    notes(mara.memberId)
    await receive({ from: mateoMail, to: (await mailTo(mateoMail, "lesson-notes"))?.replyTo, text: "Thanks" })
    expect(conversationsOf()).toMatchObject([{ audience: "The office" }])
  })

  test("that a stranger answers reaches the teacher by email, and no conversation", async () => {
    const mara = addMember(school, "teacher", "Mara Lindqvist")
    notes(mara.memberId)
    const to = (await mailTo(mateoMail, "lesson-notes"))?.replyTo
    await receive({ from: "stranger@where.example", to, text: "Which bars?" })
    expect((await mailTo(mara.email, "message-reply"))?.text).toContain("Which bars?")
    expect(conversationsOf()).toEqual([])
  })
})
