import { db } from "db/client.server"
import { users } from "db/schema/accounts"
import { conversations, messages, participants } from "db/schema/communication"
import { emails } from "db/schema/foundation-mail"
import { guardians, students } from "db/schema/people"
import { beforeEach, describe, expect, test } from "vitest"
import type { Actor } from "~/models/foundation/access/actor"
import { newId } from "~/utils/ids.server"
import { Browser, locationOf, openOffice, rowCount } from "../../support/app"
import { openFamily } from "../../support/billing"
import { childSignedIn, type Signed, signedIn } from "../../support/family"
import { addClassRow, addEnrollmentRow } from "../../support/lessons"
import { addMember, addRows, changeRows, openSchool, rowsOf } from "../../support/school"

// People of a school writing to each other: who may write to whom, who sees what, and that no one else does.

let count = 0
let [mateoMail, zoeMail] = ["", ""]
let school: Actor
let office: Browser
let family: ReturnType<typeof openFamily>
let mateo: Signed
let classId: string
let teacher: ReturnType<typeof addMember>

beforeEach(async () => {
  ;({ actor: school, browser: office } = await openOffice())
  count += 1
  mateoMail = `mateo${count}@example.com`
  zoeMail = `zoe${count}@example.com`
  family = openFamily(school, {
    adults: [
      { name: "Mateo Okafor", email: mateoMail, payerShare: 5000 },
      { name: "Zoë Okafor", email: zoeMail, payerShare: 5000 },
    ],
  })
  mateo = signedIn(school, "guardian", family.guardianIds[0] ?? "")
  teacher = addMember(school, "teacher", "Mara Lindqvist")
  classId = addClassRow(school, {
    name: "Violin beginners",
    teacherId: teacher.teacherId,
    capacity: 6,
    kind: "group",
  })
  addEnrollmentRow(school, classId, family.studentIds[0] ?? "")
  for (const table of [messages, participants, conversations]) db().delete(table).run()
})

const letter = { subject: "Concert", body: "The concert is on Saturday.\nBring your music." }
const mailsTo = (recipient: string) => rowsOf(emails, { template: "new-message", recipient })

async function send(browser: Browser, fields: Record<string, string>) {
  const answer = await browser.submit("/messaging/new", { ...letter, ...fields })
  expect(answer.status).toBe(303)
  return locationOf(answer)
}

describe("writing", () => {
  test("the same form again is the same conversation; another text in it is one of its own", async () => {
    const form = { to: `class:${classId}`, shown: "2", entryId: newId() }
    const first = await send(office, form)
    expect(await send(office, form)).toBe(first)
    expect([rowCount("conversations"), rowCount("messages")]).toEqual([1, 1])
    expect(mailsTo(mateoMail)).toHaveLength(1)
    const other = await send(office, { ...form, body: "The concert is on Sunday." })
    expect(other).not.toBe(first)
    expect(await office.read(other)).toContain("The concert is on Sunday.")
    expect(await send(office, { ...form, body: "The concert is on Sunday." })).toBe(other)
    // A key that someone made up counts as none.
    await send(office, { ...form, entryId: "one" })
    expect(rowCount("conversations")).toBe(3)
  })

  test("before anything is sent, exactly who gets it and why is shown", async () => {
    childSignedIn(school, family.studentIds[1] ?? "")
    openFamily(school, { name: "Silva", adults: [], children: ["Vera"] })
    const text = await office.read("/messaging/new?to=families")
    expect(text).toContain("3 recipients")
    expect(text).toContain("Mateo Okafor Guardian of Amara and Freya")
    expect(text).toContain("Zoë Okafor Guardian of Amara and Freya, by email only")
    expect(text).toContain("Freya Okafor Student, in Tutti only")
    expect(text).toContain("Can’t reach Vera Silva: no login or email.")
    expect(rowCount("conversations")).toBe(0)
  })

  test("a conversation stands under the heading of all messages, with a line for each day", async () => {
    const at = await send(office, { to: `class:${classId}`, shown: "2" })
    const [message] = rowsOf(messages)
    if (!message) throw new Error("Nothing was written.")
    const createdAt = message.createdAt - 24 * 3_600_000
    addRows(messages, { ...message, id: newId(), createdAt, body: "Earlier." })
    const html = await office.html(at)
    expect(html).toMatch(/<h1>Messages<\/h1>/)
    expect(html).toMatch(/<h2>Concert<\/h2>/)
    const days = [...html.matchAll(/class="chat-day">([^<]+)</g)]
    expect(days.map(([, day]) => day)).toEqual(["Yesterday", "Today"])
  })

  test("an announcement to a class reaches its families by page and mail; they do not see each other", async () => {
    const at = await send(office, { to: `class:${classId}`, shown: "2" })
    const sender = await office.read(at)
    expect(sender).toContain("Announcement to everyone in Violin beginners")
    // as many as were shown before sending, without the sender
    expect(sender).toContain("2 people, not read yet")
    expect(sender).toContain("Zoë Okafor Guardian of Amara By email")
    expect(sender).toContain("Not read yet")
    expect(sender).toMatch(
      /Follow-up to 2 people .*Send to 2 people Goes to 2 people\. Recipients can’t see each other\./,
    )
    const [copy] = mailsTo(zoeMail)
    expect(JSON.parse(copy?.data ?? "{}")).toMatchObject({ hasPages: false, body: letter.body })

    const reader = await Browser.of(mateo.userId)
    expect(await reader.read("/messaging")).toMatch(
      /New: [\w ]+ 3:10 PM Concert\. The concert is on Saturday/,
    )
    expect(await office.read("/messaging")).toMatch(
      /Everyone in Violin beginners 3:10 PM Concert\. You: The concert is on Saturday/,
    )
    const row = /<li class="unread"><a [^>]*><b>/
    expect(await reader.html("/messaging")).toMatch(row)
    expect(await office.html("/messaging")).not.toMatch(row)
    const seen = await reader.read(at)
    expect(seen).toContain("The concert is on Saturday.")
    expect(seen).not.toContain("Zoë Okafor")
    expect((await reader.submit(at, { entryId: newId(), body: "Me too" })).status).toBe(409)
    await reader.submit(at, { intent: "read" })
    expect(await reader.read("/messaging?view=unread")).toContain("You have no unread messages.")
    expect(await office.read(at)).toMatch(/2 people, 1 has read it .*Mateo Okafor Guardian of Amara Read /)
  })

  test("a guardian writes to the office and to the child's teacher, and talks back and forth", async () => {
    const reader = await Browser.of(mateo.userId)
    const choices = await reader.html("/messaging/new")
    expect(choices).toContain("The office")
    expect(choices).toContain("Mara Lindqvist")
    expect(choices).not.toContain("All families")
    const at = await send(reader, { to: `member:${teacher.actor.memberId}` })
    const taught = await Browser.of(teacher.userId)
    expect(await taught.read("/messaging")).toContain("Concert")
    expect((await taught.submit(at, { entryId: newId(), body: "  See you there " })).status).toBe(303)
    expect(await reader.read(at)).toContain("See you there")
    expect(mailsTo(mateoMail)).toHaveLength(1)
    // A phone without a connection may send the same reply again.
    const again = { entryId: newId(), body: "Once only" }
    for (const status of [303, 303]) expect((await taught.submit(at, again)).status).toBe(status)
    // Once in the conversation, and once as the latest in the list beside it.
    expect((await reader.read(at)).split("Once only")).toHaveLength(3)
    expect((await taught.submit(at, { ...again, body: "Something else" })).status).toBe(303)
    expect((await taught.submit(at, { ...again, body: "Something else" })).status).toBe(303)
    expect((await reader.read(at)).split("Something else")).toHaveLength(3)
    expect((await taught.submit(at, { body: "No key" })).status).toBe(400)
    expect((await office.visit(at)).status).toBe(404)
  })

  test("beside a guardian’s message the office has the children, what is due, and the number to call", async () => {
    const { guardianIds } = family
    changeRows(guardians, { id: guardianIds[0] ?? "" }, { phone: "(555) 010-1200" })
    const reader = await Browser.of(mateo.userId)
    const at = await send(reader, { to: "office" })
    expect(await office.read(at)).toMatch(
      /Guardian of Amara and Freya ?\. View family Call Mateo Okafor, \(555\) 010-1200/,
    )
    expect(await reader.read(at)).not.toContain("View family")
  })

  test("whatever a teacher writes to a child, the guardians read too", async () => {
    childSignedIn(school, family.studentIds[0] ?? "")
    const taught = await Browser.of(teacher.userId)
    const text = await taught.read(`/messaging/new?to=student:${family.studentIds[0]}`)
    expect(text).toContain("Amara Okafor Student")
    expect(text).toContain("Mateo Okafor Guardian of Amara")
  })

  test("so do they what a child writes to a teacher, and the child sees it before", async () => {
    const userId = childSignedIn(school, family.studentIds[0] ?? "")
    changeRows(users, { id: userId }, { mustChangePassword: false })
    const child = await Browser.of(userId)
    const to = `member:${teacher.actor.memberId}`
    const text = await child.read(`/messaging/new?to=${to}`)
    expect(text).toContain("Mara Lindqvist Teacher")
    expect(text).toContain("Mateo Okafor Guardian of Amara")
    const at = await send(child, { to })
    expect((await (await Browser.of(mateo.userId)).visit(at)).status).toBe(200)
    expect(mailsTo(zoeMail)).toHaveLength(1)
    expect(await child.read("/messaging/new?to=office")).not.toContain("Guardian of")
  })
})

describe("refusals", () => {
  test("a teacher writes only to own classes and students, a family only to its teachers and the office", async () => {
    const stranger = addMember(school, "teacher", "Theo Haddad")
    const other = await Browser.of(stranger.userId)
    for (const to of ["families", `class:${classId}`, `student:${family.studentIds[0]}`, "teachers"])
      expect((await other.submit("/messaging/new", { ...letter, to })).status).toBe(409)
    const reader = await Browser.of(mateo.userId)
    for (const to of ["families", `member:${stranger.actor.memberId}`, `student:${family.studentIds[0]}`])
      expect((await reader.submit("/messaging/new", { ...letter, to })).status).toBe(409)
    expect(rowCount("conversations")).toBe(0)
  })

  test("a list that grew since it was shown is shown again", async () => {
    const answer = await office.submit("/messaging/new", { ...letter, to: "families", shown: "1" })
    await expect(answer).toAnswer(409, "The recipients have changed. Review the list, then send.")
  })

  test("another school's class, student and conversation are not found here", async () => {
    const theirs = openSchool()
    const their = await Browser.of(theirs.userId)
    const at = await send(office, { to: `class:${classId}` })
    expect((await their.visit(at)).status).toBe(404)
    expect((await their.submit(at, { entryId: newId(), body: "Hello" })).status).toBe(404)
    expect((await their.submit("/messaging/new", { ...letter, to: `class:${classId}` })).status).toBe(409)
    expect(await their.read(`/messaging/new?to=student:${family.studentIds[0]}`)).toContain(
      "You can’t message this person.",
    )
  })

  test.each([
    ["nothing written", { body: "  " }, "Enter a message."],
    ["no subject", { subject: "" }, "Enter a subject."],
    ["a novel", { body: "x".repeat(5001) }, "Keep the message under 5,000 characters."],
    ["nobody", { to: "" }, "Choose recipients."],
  ])("%s: told beside the field, nothing sent", async (_, fields, words) => {
    const answer = await office.submit("/messaging/new?to=families", { ...letter, to: "families", ...fields })
    await expect(answer).toAnswer(400, words)
    expect(rowCount("messages")).toBe(0)
  })

  test("markup is text, in the page and in the mail's data", async () => {
    const at = await send(office, { to: "families", subject: "<b>Hi</b>", body: "<script>alert(1)</script>" })
    const html = await office.html(at)
    expect(html).not.toContain("<script>alert(1)")
    expect(html).toContain("&lt;script&gt;alert(1)")
  })
})

test("the list is searched by text and people, and says how many are unread in the menu", async () => {
  const reader = await Browser.of(mateo.userId)
  await send(office, { to: "families", subject: "Summer 50% off_er" })
  await send(office, { to: "families", subject: "Rooms", body: "Room 3 is being painted." })
  expect(await reader.read("/messaging?search=painted")).not.toContain("Summer")
  expect(await reader.read("/messaging?search=50%25")).toContain("Summer 50% off_er")
  expect(await reader.read("/messaging?search=%25%25")).toContain("No messages match these filters.")
  expect(await reader.read("/student/dashboard")).toMatch(/Messages 2 /)
})

test("a class has also who begins in it later, and a former student is written to from their own page", async () => {
  const later = addClassRow(school, { name: "Ukulele group" })
  const studentId = family.studentIds[0] ?? ""
  addEnrollmentRow(school, later, studentId, { startsOn: "2027-01-11" })
  expect(await office.read(`/messaging/new?to=class:${later}`)).not.toContain("0 recipients")
  changeRows(students, { id: studentId }, { status: "former" })
  expect(await office.read(`/messaging/new?to=student:${studentId}`)).not.toContain("You can’t message")
})

test("a former student's family is not among all families", async () => {
  for (const id of family.studentIds) changeRows(students, { id }, { status: "former" })
  expect(await office.read("/messaging/new?to=families")).toContain("0 recipients")
})

test("conversations are a list beside the one that is open, which says so while none is", async () => {
  const conversation = await send(office, { to: `class:${classId}`, shown: "2" })
  const none = await office.html("/messaging")
  expect(none).toContain("Choose a conversation to read it here.")
  expect(none).toMatch(/class="inbox none-open"><div class="inbox-list">[\s\S]*role="search"[\s\S]*Concert/)
  const open = await office.html(conversation)
  expect(open).toMatch(/<nav class="inbox-list"[\s\S]*action="\/messaging"[\s\S]*aria-current="page"/)
})
