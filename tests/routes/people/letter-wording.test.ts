import { db } from "db/client.server"
import { emails, letterWordings } from "db/schema/foundation-mail"
import { desc, eq } from "drizzle-orm"
import { beforeEach, expect, test } from "vitest"
import { composeMail } from "~/jobs/mail/compose-mail.server"
import type { QueuedMail } from "~/models/foundation/outbox/outbox"
import { queueMail } from "~/models/foundation/outbox/outbox.server"
import { Browser, textOf } from "../../support/app"
import { inAct } from "../../support/in-act"
import { addMember, openSchool, rowsOf } from "../../support/school"

// A school's own subject and opening text of a letter, with merge fields.

let school: ReturnType<typeof openSchool>
let office: Browser
beforeEach(async () => {
  school = openSchool()
  office = await Browser.of(school.userId)
})
const at = "/settings/emails/receipt"
const words = { subject: "Thanks, {recipient}", body: "We got {amount} ({reference}).\n\nYours, {school}" }

const receipt = (reference: string | null = null) =>
  composed({
    template: "payment-receipt",
    data: {
      ...{ schoolName: school.actor.school.name, recipientName: "Jonas Haddad", amount: "$85.00" },
      ...{ number: "2026-0042", method: "Cash", receivedOn: "Nov 18, 2026", reference },
    },
  })

const composed = (queued: QueuedMail) => {
  inAct(queueMail)({ ...queued, schoolId: school.actor.school.id, recipient: "jonas@haddad.example" })
  const [mail] = db()
    .select()
    .from(emails)
    .where(eq(emails.schoolId, school.actor.school.id))
    .orderBy(desc(emails.createdAt), desc(emails.id))
    .limit(1)
    .all()
  if (!mail) throw new Error("No mail was queued")
  return composeMail(mail)
}
const rows = () => rowsOf(letterWordings, { schoolId: school.actor.school.id })

test("is previewed with an example, saved, sent, and put back to the standard", async () => {
  expect((await receipt()).subject).toBe("Receipt for invoice 2026-0042")
  const opened = await office.read(at)
  expect(opened).toContain("{amount}")
  expect(opened).toContain("Filled in with an example.")
  const previewed = await office.submit(at, { ...words, intent: "preview" })
  const preview = await textOf(previewed)
  expect([preview.includes(`Thanks, ${school.actor.name}`), preview.includes("Jonas Haddad")]).toEqual([
    true,
    false,
  ])
  expect(rows()).toEqual([])
  expect((await office.submit(at, { ...words, intent: "save" })).status).toBe(303)
  const { subject, text } = await receipt()
  expect(subject).toBe("Thanks, Jonas Haddad")
  expect(text).toContain(`Jonas,\n\nWe got $85.00.\n\nYours, ${school.actor.school.name}\n\nAmount: $85.00`)
  expect((await receipt("TX 7")).text).toContain("We got $85.00 (TX 7).")
  expect(await office.read("/settings/emails")).toContain("Your words · Thanks, {recipient}")
  expect((await office.submit(at, { intent: "standard" })).status).toBe(303)
  expect([rows(), (await receipt()).subject]).toEqual([[], "Receipt for invoice 2026-0042"])
})

test("an unknown field, no subject and an unknown letter are refused, and nothing typed is lost", async () => {
  const wrong: [Record<string, string>, string][] = [
    [{ body: "Due {dueDate}" }, "{dueDate} isn’t a merge field. Choose one from the list below."],
    [{ subject: "" }, "Enter a subject."],
    [{ body: " " }, "Enter the text."],
  ]
  for (const [fields, says] of wrong) {
    const answer = await office.submit(at, { ...words, ...fields, intent: "save" })
    expect(answer.status).toBe(400)
    const html = await answer.clone().text()
    expect(await textOf(answer)).toContain(says)
    if (!("subject" in fields)) expect(html).toContain('value="Thanks, {recipient}"')
  }
  expect(rows()).toEqual([])
  // A letter to an address that isn't proven has fixed words.
  for (const letter of ["password-reset", "request-confirmation"])
    expect((await office.visit(`/settings/emails/${letter}`)).status).toBe(404)
  const teacher = await Browser.of(addMember(school.actor, "teacher", "Kwame Boateng").userId)
  await teacher.submit(at, { ...words, intent: "save" })
  expect(rows()).toEqual([])
})

const to = { schoolName: "Harmony", recipientName: "Jonas Haddad" }
const lessons: [string, string][] = [["Wed, Nov 25, 4:00 PM", "Guitar, Milo"]]
const card = { account: "Visa ending 4242", provider: "stripe" as const }

test("each letter is sent in the school’s words, with its own facts, and what follows stays", async () => {
  const ofEach: [letter: string, own: typeof words, mail: QueuedMail, subject: string, text: string[]][] = [
    [
      "charge-announced",
      { subject: "{amount} on {chargeDate}", body: "We take it from {account}." },
      {
        template: "auto-charge-announced",
        data: { ...to, ...card, number: "7", invoiceId: "i", amount: "$85.00", chargeOn: "Dec 2" },
      },
      "$85.00 on Dec 2",
      ["We take it from Visa ending 4242.", "Charged to: Visa ending 4242"],
    ],
    [
      "next-term-reminder",
      { subject: "Still there?", body: "{term} is near. Answer by {answerBy}." },
      {
        template: "next-term",
        data: {
          ...{ ...to, termName: "Spring", startsOn: "Jan 11", answerBy: "Dec 10", lessons },
          ...{ hasPages: true, isReminder: true },
        },
      },
      "Still there?",
      ["Spring is near. Answer by Dec 10.", "Guitar, Milo"],
    ],
    [
      "lesson-notes",
      { subject: "News of {students}", body: "Dear {recipient}, read on:" },
      {
        template: "lesson-notes",
        data: {
          ...to,
          answerTo: null,
          students: [
            {
              ...{ studentName: "Milo", practice: [], more: 0, hasNewPractice: false, reports: [] },
              lessons: [
                ...[
                  {
                    day: "Nov 25",
                    className: "Guitar",
                    teacherName: "Kwame",
                    note: "Slower.",
                    isCorrected: false,
                  },
                ],
              ],
              nextLesson: null,
            },
          ],
        },
      },
      "News of Milo",
      ["Dear Jonas Haddad, read on:", "Guitar with Kwame, Nov 25:", "Slower."],
    ],
    [
      "teacher-reminder",
      { subject: "{lessons} for you", body: "Hello {recipient}" },
      { template: "lessons-tomorrow", data: { ...to, day: "Wednesday", lessons, forTeacher: true } },
      "1 lesson for you",
      ["Hello Jonas Haddad", "Guitar, Milo"],
    ],
    [
      "absence-noticed",
      { subject: "{student}: {when}", body: "Not there. {reason}" },
      {
        template: "absence-noticed",
        data: {
          ...{
            ...to,
            seatId: "s",
            studentName: "Milo",
            className: "Guitar",
            when: "Wed",
            comes: false,
            text: null,
          },
          others: [["Thu", "Guitar"]],
        },
      },
      "Milo: Wed and 1 more",
      ["Not there."],
    ],
  ]
  for (const [letter, own, mail, subject, text] of ofEach) {
    expect((await office.submit(`/settings/emails/${letter}`, { ...own, intent: "save" })).status).toBe(303)
    const written = await composed(mail)
    expect(written.subject).toBe(subject)
    for (const each of text) expect(written.text).toContain(each)
  }
})

test("a card that isn’t known has the standard text", async () => {
  const own = { subject: "Over", body: "{account} is no longer charged." }
  await office.submit("/settings/emails/auto-pay-ended", { ...own, intent: "save" })
  const ended = (account: string | null) =>
    composed({ template: "auto-pay-ended", data: { ...to, ...card, account, by: "office" } })
  expect((await ended(null)).subject).toBe("Automatic payment for Harmony has ended")
  const { subject, text } = await ended("Visa ending 4242")
  expect([subject, text.includes("Visa ending 4242 is no longer charged.")]).toEqual(["Over", true])
  expect(text).toContain("Your school ended automatic payment.")
})

test("why a payment was declined, and with whom a class is taught, stay beside the school’s words", async () => {
  const own = { subject: "Declined", body: "Your payment of {amount} was declined." }
  await office.submit("/settings/emails/payment-declined", { ...own, intent: "save" })
  const declined = await composed({
    template: "payment-declined",
    data: { ...to, provider: "stripe", amount: "$85.00", reason: "no-funds", path: null },
  })
  expect(declined.text).toContain("Your payment of $85.00 was declined.\n\nThere isn’t enough money")
  await office.submit("/settings/emails/co-teaching", {
    subject: "Hi",
    body: "{class} is yours.",
    intent: "save",
  })
  const teaching = await composed({
    template: "co-teaching",
    data: { ...to, className: "Guitar", startsOn: "Dec 2", endsOn: "Dec 18", with: "Kwame Boateng" },
  })
  expect(teaching.text).toContain("Guitar is yours.\n\nLast day: Dec 18\nAlso teaching: Kwame Boateng")
})
