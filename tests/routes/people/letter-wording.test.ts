import { db } from "db/client.server"
import { emails, letterWordings } from "db/schema/foundation-mail"
import { desc, eq } from "drizzle-orm"
import { beforeEach, expect, test } from "vitest"
import { composeMail } from "~/jobs/mail/compose-mail.server"
import { queueMail } from "~/models/foundation/outbox/outbox.server"
import { Browser, textOf } from "../../support/app"
import { inAct } from "../../support/in-act"
import { addMember, openSchool } from "../../support/school"

// A school's own subject and opening text of a letter, with merge fields.

let school: ReturnType<typeof openSchool>
let office: Browser
beforeEach(async () => {
  school = openSchool()
  office = await Browser.of(school.userId)
})
const at = "/settings/emails/receipt"
const words = { subject: "Thanks, {recipient}", body: "We got {amount} ({reference}).\n\nYours, {school}" }

const receipt = (reference: string | null = null) => {
  inAct(queueMail)({
    template: "payment-receipt",
    schoolId: school.actor.school.id,
    recipient: "jonas@haddad.example",
    data: {
      ...{ schoolName: school.actor.school.name, recipientName: "Jonas Haddad", amount: "$85.00" },
      ...{ number: "2026-0042", method: "Cash", receivedOn: "Nov 18, 2026", reference },
    },
  })
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
const rows = () =>
  db().select().from(letterWordings).where(eq(letterWordings.schoolId, school.actor.school.id)).all()

test("is previewed for the last reader, saved, sent, and put back to the standard", async () => {
  expect((await receipt()).subject).toBe("Receipt for invoice 2026-0042")
  const opened = await textOf(await office.visit(at))
  expect(opened).toContain("{amount}")
  expect(opened).toContain("Filled in for Jonas Haddad, who got the last one.")
  const previewed = await office.submit(at, { ...words, intent: "preview" })
  expect(await textOf(previewed)).toContain("Thanks, Jonas Haddad")
  expect(rows()).toEqual([])
  expect((await office.submit(at, { ...words, intent: "save" })).status).toBe(303)
  const { subject, text } = await receipt()
  expect(subject).toBe("Thanks, Jonas Haddad")
  expect(text).toContain(`Jonas,\n\nWe got $85.00.\n\nYours, ${school.actor.school.name}\n\nAmount: $85.00`)
  expect((await receipt("TX 7")).text).toContain("We got $85.00 (TX 7).")
  expect(await textOf(await office.visit("/settings/emails"))).toContain("Your words · Thanks, {recipient}")
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
  expect((await office.visit("/settings/emails/payslip")).status).toBe(404)
  const teacher = await Browser.of(addMember(school.actor, "teacher", "Kwame Boateng").userId)
  await teacher.submit(at, { ...words, intent: "save" })
  expect(rows()).toEqual([])
})
