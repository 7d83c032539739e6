import { users } from "db/schema/accounts"
import { textConsents, textMessages } from "db/schema/foundation-text-messages"
import { guardians, students } from "db/schema/people"
import { and, eq, isNotNull } from "drizzle-orm"
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest"
import { runNextJob } from "~/jobs/run-job.server"
import { sendNextText } from "~/jobs/send-text.server"
import { keepReceivedText } from "~/models/communication/received-text/received-text.server"
import { phoneRecipientOf } from "~/models/foundation/text-message/phone-recipient"
import { queueTextsTo } from "~/models/foundation/text-message/text-outbox.server"
import { runMerge, undoBulk } from "~/models/overview/bulk/run-selection.server"
import { erasePerson } from "~/models/overview/erasure/erase-person.server"
import { changeStudent } from "~/models/people/student/student.server"
import { enterChildTexts } from "~/models/people/text-consent/text-consent.server"
import { cancelSession } from "~/models/teaching/session/cancel-session.server"
import { remindOfComing } from "~/models/teaching/session/lesson-reminder.server"
import { deleteStudent } from "~/models/teaching/student-status/delete-student.server"
import { fixClock } from "~/utils/clock.server"
import { Browser, textOf } from "../../support/app"
import { openFamily } from "../../support/billing"
import { testNow } from "../../support/clock"
import { openPayingFamily } from "../../support/family"
import { inAct } from "../../support/in-act"
import { addClassRow, addEnrollmentRow, addSessionRow, addTeacherRow } from "../../support/lessons"
import { changeRows, removeRows, rowOf, rowsOf } from "../../support/school"
import { sendTold } from "../../support/told"
import { agree, giveTexts, startTwilio, textRows } from "../../support/twilio"

// Otis and Milo have guitar with Marcus, each alone, on Thursday, November 19. Today is Wednesday, 3:10 PM. Otis has a phone of his own.

let twilio: Awaited<ReturnType<typeof startTwilio>>
beforeAll(async () => {
  twilio = await startTwilio()
})
afterEach(() => twilio.clear())
afterAll(() => twilio.close())

const typed = "(512) 555-0166"
const phone = "+15125550166"
const consents = "/student/consents"
let family: ReturnType<typeof openPayingFamily>
let otis: string
let milo: string
let lessons: string[]
let guardian: Browser
let office: Browser
beforeEach(async () => {
  fixClock(testNow)
  removeRows(textMessages)
  family = openPayingFamily()
  giveTexts(family.school)
  ;[otis = "", milo = ""] = family.studentIds
  const teacherId = addTeacherRow(family.school, "Marcus Whitfield")
  lessons = [otis, milo].map((studentId, index) => {
    const classId = addClassRow(family.school, { name: `guitar ${index}`, kind: "private", teacherId })
    addEnrollmentRow(family.school, classId, studentId)
    return addSessionRow(family.school, classId, "2026-11-19", { teacherId, startTime: `1${index + 5}:00` })
  })
  guardian = await Browser.of(family.guardian.userId)
  office = await Browser.of(family.school.userId ?? "")
})
afterEach(() => fixClock(testNow))

const told = { phone: typed, name: "Jonas Haddad", agreedOn: "2026-11-17", words: "Yes." }
const post = (fields: Record<string, string>) => guardian.submit(consents, { studentId: otis, ...fields })
const rows = () => rowsOf(textConsents, { studentId: otis })
async function sendAll() {
  for (let each = 0; each < 20 && ((await sendNextText()) || (await runNextJob())); each += 1);
}
async function agreeInPortal() {
  expect((await post({ intent: "agree-texts", phone: typed, agrees: "on" })).status).toBe(303)
  await sendAll()
  const code = /\d{6}/.exec((await twilio.texts()).at(-1) ?? "")?.[0] ?? ""
  expect((await post({ intent: "text-code", code })).status).toBe(303)
}
function cancelBoth() {
  for (const id of lessons) cancelSession(family.school, id, "The pipes burst.")
  fixClock(testNow + 3 * 60_000)
  sendTold(family.school)
}
const toOtis = () => textRows(family.school).filter((row) => row.phone === phone && row.topic !== "code")

test("a guardian agrees, and the child’s phone reads of that child’s lessons alone; ended, it reads nothing", async () => {
  expect(await guardian.read(consents)).toContain("Text messages to Otis’s phone")
  await agreeInPortal()
  expect(rows()).toMatchObject([{ phone, agreedBy: family.guardian.userId, memberId: null, endedAt: null }])
  expect(rows()[0]?.words).toContain("sends text messages about lessons to my child")
  const page = await guardian.read(consents)
  expect(page).toContain("Jonas Haddad, Nov 18, 2026")
  cancelBoth()
  await sendAll()
  expect(toOtis()).toMatchObject([{ studentId: otis, memberId: null, topic: "changes", state: "accepted" }])
  expect(toOtis()[0]?.body).toMatch(/Lesson canceled\. Thu, Nov 19, 3:00 PM: .*Otis.*The pipes burst\.$/)
  expect(toOtis()[0]?.body).not.toContain("Milo")
  expect((await post({ intent: "end-texts" })).status).toBe(303)
  expect(rows()).toMatchObject([{ endedBy: "member" }])
})

test("the reminder the day before reaches the child’s phone, and none a child without consent", async () => {
  await agreeInPortal()
  fixClock(testNow + 4 * 3_600_000)
  remindOfComing(family.school)
  expect(toOtis()).toMatchObject([{ topic: "lessons" }])
  expect(toOtis()[0]?.body).not.toContain("Milo")
  expect(textRows(family.school).filter(({ studentId }) => studentId !== otis)).toEqual([])
})

test("withdrawn, stopped or grown between the act and the sending, the text doesn’t leave", async () => {
  await agreeInPortal()
  cancelBoth()
  changeRows(students, { id: otis }, { birthDate: "2008-11-18" })
  await sendAll()
  expect(toOtis()).toMatchObject([{ state: "withheld", reason: "no-consent" }])
  // On their birthday they agree for themselves: the guardian is no longer asked.
  expect(await guardian.read(consents)).not.toContain("Otis’s phone")
  const refused = await post({ intent: "agree-texts", phone: typed, agrees: "on" })
  await expect(refused).toAnswer(400, "At 18 and older, students agree for themselves.")
})

test("STOP from the child’s number ends it, and START brings it back until the guardian withdraws", async () => {
  await agreeInPortal()
  let received = 0
  const arrives = async (body: string) => {
    received += 1
    keepReceivedText(family.school, { providerId: `SM${phone}${otis}${received}`, phone, body })
    await sendAll()
  }
  const standing = () => rows().filter(({ endedAt }) => endedAt === null)
  await arrives("STOP")
  expect(rows()).toMatchObject([{ endedBy: "stop" }])
  await arrives("Start")
  expect(standing()).toMatchObject([{ phone }])
  await post({ intent: "end-texts" })
  await arrives("Start")
  expect(standing()).toEqual([])
  cancelBoth()
  expect(toOtis()).toEqual([])
})

test("a number of someone else, another family’s child and a child’s own login are refused", async () => {
  changeRows(guardians, { id: family.guardianIds[0] ?? "" }, { phone: typed })
  const answer = await post({ intent: "agree-texts", phone: "512 555 0166", agrees: "on" })
  expect(answer.status).toBe(400)
  const said = await answer.text()
  expect(said).toContain("This number is someone else’s at your school.")
  expect(said).toContain("512 555 0166")
  const stranger = openPayingFamily()
  for (const studentId of [stranger.studentIds[0] ?? "", "nothing"]) {
    const refused = await post({ studentId, intent: "agree-texts", phone: "512 555 0167", agrees: "on" })
    expect(refused.status).toBe(404)
    expect((await post({ studentId, intent: "text-code", code: "123456" })).status).toBe(404)
    expect((await post({ studentId, intent: "end-texts" })).status).toBe(404)
  }
  expect(rows()).toEqual([])
})

test("the office enters who agreed, when and in which words, once, and ends it", async () => {
  const at = `/students/${otis}/consents`
  expect(await office.read(at)).toContain("Text messages to Otis’s phone")
  const given = { intent: "enter-texts", phone: typed, agreedName: "Jonas Haddad", words: "Yes, text Otis." }
  const late = await office.submit(at, { ...given, agreedOn: "2026-11-19" })
  await expect(late).toAnswer(400, "Enter today or an earlier day.")
  for (let each = 0; each < 2; each += 1)
    expect((await office.submit(at, { ...given, agreedOn: "2026-11-17" })).status).toBe(303)
  expect(rows()).toMatchObject([
    { phone, agreedName: "Jonas Haddad", agreedOn: "2026-11-17", words: "Yes, text Otis.", endedAt: null },
  ])
  const page = await office.read(`/students/${otis}`)
  expect(page).toContain("Jonas Haddad, Nov 17, 2026, entered by Ruth Castellano")
  cancelBoth()
  expect(toOtis()).toHaveLength(1)
  expect((await office.submit(at, { intent: "end-texts" })).status).toBe(303)
  expect(rows()).toMatchObject([{ endedBy: "office" }])
  await sendAll()
  expect(toOtis()).toMatchObject([{ state: "withheld", reason: "no-consent" }])
  const elsewhere = openPayingFamily()
  const strange = `/students/${elsewhere.studentIds[0]}/consents`
  expect((await office.submit(strange, { ...given, agreedOn: "2026-11-17" })).status).toBe(404)
  expect(
    rowsOf(
      textConsents,
      and(isNotNull(textConsents.studentId), eq(textConsents.schoolId, elsewhere.school.school.id)),
    ),
  ).toEqual([])
})

test("once the child is in another family, who agreed is no longer asked and nothing is texted", async () => {
  await agreeInPortal()
  const elsewhere = openFamily(family.school, { name: "Adeyemi" })
  const moved = { firstName: "Otis", lastName: "Haddad", status: "active" as const, instruments: [] }
  cancelBoth()
  expect(changeStudent(family.school, otis, { ...moved, family: elsewhere.familyId, guardians: [] }).ok).toBe(
    true,
  )
  await sendAll()
  expect(toOtis()).toMatchObject([{ state: "withheld", reason: "no-consent" }])
  expect(await office.read(`/students/${otis}`)).toContain("Not agreed")
  fixClock(testNow + 4 * 3_600_000)
  remindOfComing(family.school)
  expect(toOtis()).toHaveLength(1)
})

test("what the office entered ends with a move to a family without who agreed, and goes on in one they are in", async () => {
  enterChildTexts(family.school, otis, told)
  const moved = { firstName: "Otis", lastName: "Haddad", status: "active" as const, instruments: [] }
  const moveTo = (familyId: string) =>
    expect(changeStudent(family.school, otis, { ...moved, family: familyId, guardians: [] }).ok).toBe(true)
  moveTo(
    openFamily(family.school, {
      name: "Haddad",
      adults: [{ name: "jonas  haddad", payerShare: 10_000, seesMoney: true }],
    }).familyId,
  )
  expect(rows()).toMatchObject([{ endedAt: null }])
  cancelBoth()
  moveTo("new")
  expect(rows()).toMatchObject([{ endedBy: "office" }])
  await sendAll()
  expect(toOtis()).toMatchObject([{ state: "withheld", reason: "no-consent" }])
  expect(await textOf(await office.visit(`/students/${otis}`))).toContain("Not agreed")
})

test("what the office entered ends with a merge into an entry of another family, until that is undone", async () => {
  enterChildTexts(family.school, otis, told)
  const { studentIds } = openFamily(family.school, { name: "Adeyemi", children: ["Otis"] })
  const facts = { keepId: studentIds[0] ?? "", goneId: otis, choices: {} }
  const taskId = await runMerge(family.school, {
    kind: "merge-students",
    facts,
    name: "Otis",
    formKey: "two",
  })
  const kept = rowsOf(textConsents, { studentId: facts.keepId })
  expect(kept).toMatchObject([{ endedBy: "office" }])
  await undoBulk(family.school, taskId)
  expect(rows()).toMatchObject([{ endedAt: null, endedBy: null }])
})

test("a guardian who later takes the child’s number for themselves reads the same words once", () => {
  enterChildTexts(family.school, otis, told)
  agree(family.guardian.actor, phone)
  const email = rowOf(users, { id: family.guardian.userId })?.email ?? ""
  const brief = { topic: "changes" as const, body: "Lesson canceled." }
  for (const reader of [phoneRecipientOf(otis), email])
    inAct(queueTextsTo)({ schoolId: family.school.school.id, event: reader }, [{ reader, brief }])
  expect(toOtis()).toMatchObject([{ studentId: otis }])
})

test("of two entries that become one, the agreement that holds is shown and can be ended", async () => {
  enterChildTexts(family.school, otis, told)
  expect((await post({ intent: "end-texts" })).status).toBe(303)
  fixClock(testNow - 60_000)
  expect(enterChildTexts(family.school, milo, { ...told, phone: "512 555 0177" }).ok).toBe(true)
  fixClock(testNow)
  const facts = { keepId: otis, goneId: milo, choices: {} }
  await runMerge(family.school, { kind: "merge-students", facts, name: "Otis", formKey: "twice" })
  expect(rows().filter(({ endedAt }) => endedAt === null)).toHaveLength(1)
  expect(await guardian.read(consents)).toContain("Turn off texts to Otis")
})

test("a student whose texts someone agreed to isn’t deleted as a mistake, and an erased guardian isn’t named", () => {
  const adults = [
    { name: "Petra Adeyemi", payerShare: 0 },
    { name: "Paul Adeyemi", payerShare: 10_000 },
  ]
  const other = openFamily(family.school, { name: "Adeyemi", adults, children: ["Ada"] })
  const [ada = ""] = other.studentIds
  enterChildTexts(family.school, ada, { ...told, name: "petra adeyemi" })
  expect(deleteStudent(family.school, ada)).toBeRefused("in-use")
  expect(erasePerson(family.school, "guardian", other.guardianIds[0] ?? "").ok).toBe(true)
  const ofAda = rowsOf(textConsents, { studentId: ada })
  expect(ofAda).toMatchObject([{ agreedName: "Erased guardian", endedAt: null }])
})
