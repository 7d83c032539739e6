import { users } from "db/schema/accounts"
import { conversations, messages } from "db/schema/communication"
import { emails } from "db/schema/foundation-mail"
import { receivedTexts, textAccounts, textConsents } from "db/schema/foundation-text-messages"
import { members } from "db/schema/people"
import { and, eq } from "drizzle-orm"
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest"
import { runNextJob } from "~/jobs/run-job.server"
import { sendNextText } from "~/jobs/send-text.server"
import { hashPassword } from "~/models/accounts/user/password.server"
import { memberActor } from "~/models/foundation/access/actor.server"
import { agreeToTexts, findTextChoices } from "~/models/people/text-consent/text-consent.server"
import { fixClock, now } from "~/utils/clock.server"
import { today } from "~/utils/zones"
import { signatureOf } from "../../../sandbox/twilio/messages"
import { Browser, textOf } from "../../support/app"
import { adultsWith, childSignedIn, openPayingFamily } from "../../support/family"
import { addClassRow, addEnrollmentRow, addSessionRow, addTeacherRow } from "../../support/lessons"
import { addMember, addRows, changeRows, openSchool, removeRows, rowOf, rowsOf } from "../../support/school"
import { withSettings } from "../../support/settings"
import {
  agree,
  giveTexts,
  schoolNumber,
  startTwilio,
  textAccount,
  textKey,
  textRows,
} from "../../support/twilio"

// A school connects its Twilio account, a guardian agrees to text messages and answers one, and strangers write, too.

let twilio: Awaited<ReturnType<typeof startTwilio>>
beforeAll(async () => {
  twilio = await startTwilio()
})
afterEach(() => twilio.clear())
afterAll(() => twilio.close())

const password = "eine kleine Nachtmusik"
const appUrl = "http://localhost:3000"
let family: ReturnType<typeof openPayingFamily>
let office: Browser
beforeEach(async () => {
  withSettings({ APP_URL: appUrl })
  // Each test's school has the same number, which only one can text from.
  removeRows(textAccounts)
  family = openPayingFamily()
  const { userId } = family.school
  changeRows(users, { id: userId ?? "" }, { passwordHash: await hashPassword(password) })
  office = await Browser.of(userId ?? "")
})

const settings = "/settings/school"
const own = "/settings/preferences"
const account = { account: textAccount, key: textKey, number: "(512) 555-0100", monthlyLimit: "300" }
const connect = (fields: Record<string, string> = {}) =>
  office.submit(settings, { intent: "texts", ...account, currentPassword: password, ...fields })
const row = () => rowOf(textAccounts, { schoolId: family.school.school.id })
async function work() {
  for (let each = 0; each < 20 && ((await sendNextText()) || (await runNextJob())); each += 1);
}

/** What Twilio tells us, signed with a key. */
function tell(what: string, fields: Record<string, string>, key = textKey) {
  const path = `/api/webhooks/twilio/${family.school.school.id}/${what}`
  const all = { AccountSid: textAccount, ...fields }
  return new Browser().send(path, Buffer.from(new URLSearchParams(all).toString()), {
    "Content-Type": "application/x-www-form-urlencoded",
    "X-Twilio-Signature": signatureOf(`${appUrl}${path}`, all, key),
  })
}
let sids = 0
function arrives(from: string, body: string, sid?: string) {
  sids += 1
  const MessageSid = sid ?? `SM${String(sids).padStart(32, "0")}`
  return tell("received", { MessageSid, From: from, To: schoolNumber, Body: body, NumMedia: "0" })
}

test("of two people who change the account, the later one is told, and takes nothing back", async () => {
  expect((await connect()).status).toBe(303)
  const seen = String(row()?.checkedAt)
  fixClock(now() + 60_000)
  expect((await connect({ monthlyLimit: "400", seen })).status).toBe(303)
  await expect(connect({ price: "0.0091", seen })).toAnswer(400, "Someone changed this account")
  expect(row()).toMatchObject({ monthlyLimit: 400 })
  // Who saw no account takes none back, either.
  await expect(connect({ monthlyLimit: "100", seen: "" })).toAnswer(400, "Someone changed this account")
  expect(row()).toMatchObject({ monthlyLimit: 400 })
})

test("without an account the pages say what is missing, and everything else is as before", async () => {
  expect(await office.read(own)).toContain("Connect a Twilio account")
  const guardian = await Browser.of(family.guardian.userId)
  expect(await guardian.read(own)).toContain("Your school doesn’t send text messages yet.")
  const answer = await guardian.submit(own, { intent: "agree-texts", phone: "512 555 0142", agrees: "on" })
  await expect(answer).toAnswer(400, "Your school can’t send text messages yet.")
})

test("a key that Twilio knows is kept sealed, never shown again, and the office hears of it", async () => {
  expect((await connect()).status).toBe(303)
  expect(await office.read(settings)).toContain("Twilio account added.")
  expect(row()).toMatchObject({
    account: textAccount,
    number: schoolNumber,
    keyEnd: "cdef",
    monthlyLimit: 300,
  })
  expect(JSON.stringify(row())).not.toContain(textKey)
  const html = await office.html(`${settings}?edit=texts`)
  expect(html).not.toContain(textKey)
  expect(html).toContain(`/api/webhooks/twilio/${family.school.school.id}/received`)
  // The key stays where it is left blank.
  const seen = String(row()?.checkedAt)
  expect((await connect({ key: "", price: "0.01", seen })).status).toBe(303)
  expect(row()).toMatchObject({ priceMicros: 10_000, keyEnd: "cdef" })
  expect(await office.read(settings)).toContain("$0.01")
  const told = and(eq(emails.schoolId, family.school.school.id), eq(emails.template, "texts-changed"))
  expect(rowsOf(emails, told)).toHaveLength(1)
  await expect(office.submit(settings, { intent: "remove-texts", currentPassword: password })).toAnswer(303)
  expect(row()).toBeUndefined()
})

test("a number that another school texts from is refused, as its replies would reach that school", async () => {
  giveTexts(openSchool({ name: "Crescendo Academy" }).actor)
  await expect(connect()).toAnswer(400, "Another school on Tutti texts from this number")
  expect(row()).toBeUndefined()
  expect((await connect({ number: "(512) 555-0101" })).status).toBe(303)
})

test("what is wrong is said beside its field, and nothing is kept", async () => {
  const tries: [Record<string, string>, string][] = [
    [{ account: "harmony" }, "Enter the whole account SID"],
    [{ key: "short" }, "Enter the whole auth token"],
    [{ key: "" }, "Enter the auth token of this account."],
    [{ key: `bad${textKey.slice(3)}` }, "Twilio doesn’t know this account SID"],
    [{ number: "call me" }, "Enter a whole phone number"],
    [{ price: "cheap" }, "Enter a price like 0.0083"],
    [{ monthlyLimit: "-1" }, "Enter a whole number from 0 to 100,000."],
    [{ currentPassword: "guess" }, "That’s not your password."],
  ]
  for (const [fields, says] of tries) {
    const answer = await connect(fields)
    expect(answer.status, says).toBe(400)
    expect(await textOf(answer)).toContain(says)
  }
  await twilio.fault({ kind: "reset" })
  expect(await textOf(await connect())).toContain("Twilio isn’t responding")
  expect(row()).toBeUndefined()
  const teacher = await Browser.of(addMember(family.school, "teacher", "Kwame Boateng").userId)
  await teacher.submit(settings, { intent: "texts", ...account, key: textKey, currentPassword: password })
  expect(row()).toBeUndefined()
})

test("a press sends a test text, and the page says what became of it", async () => {
  await connect()
  expect((await office.submit(settings, { intent: "test-text", to: "0142" })).status).toBe(400)
  expect((await office.submit(settings, { intent: "test-text", to: "+44 7400 123456" })).status).toBe(400)
  expect((await office.submit(settings, { intent: "test-text", to: "512 555 0142" })).status).toBe(303)
  await work()
  expect(await twilio.texts()).toEqual([
    "Harmony School of Music: This is a test. Text messages from Tutti work.",
  ])
  const [text] = textRows(family.school)
  await tell(`status/${text?.id}`, { MessageSid: text?.providerId ?? "", MessageStatus: "delivered" })
  expect(await office.read(settings)).toContain("Your last test to +1 512 555 0142: delivered.")
})

test("a guardian agrees, proves the number with a code, chooses and ends it", async () => {
  await connect()
  const guardian = await Browser.of(family.guardian.userId)
  const send = (fields: Record<string, string>) => guardian.submit(own, fields)
  expect(await textOf(await send({ intent: "agree-texts", phone: "512 555 0142" }))).toContain(
    "Check this box to get text messages.",
  )
  const wrong = await send({ intent: "agree-texts", phone: "not a number", agrees: "on" })
  expect(wrong.status).toBe(400)
  expect(await wrong.text()).toContain("not a number")
  expect((await send({ intent: "agree-texts", phone: "(512) 555-0142", agrees: "on" })).status).toBe(303)
  await work()
  const [sent] = await twilio.texts()
  const code = /\d{6}/.exec(sent ?? "")?.[0] ?? ""
  // Nowhere is the code kept.
  expect(JSON.stringify([textRows(family.school), rowsOf(textConsents)])).not.toContain(code)
  await expect(send({ intent: "text-code", code: code === "000000" ? "111111" : "000000" })).toAnswer(400)
  expect((await send({ intent: "text-code", code })).status).toBe(303)
  const memberId = family.guardian.actor.memberId ?? ""
  const consent = () => rowsOf(textConsents, { memberId }).at(-1)
  expect(consent()).toMatchObject({ phone: "+15125550142", agreedBy: family.guardian.userId, endedAt: null })
  expect(consent()?.words).toContain("I agree to get text messages from Harmony School of Music")
  const page = await guardian.read(own)
  expect(page).toContain("+1 512 555 0142")
  expect(page).toContain("9:00 PM to 7:00 AM")
  const opened = await guardian.html(`${own}?edit=mail`)
  expect(opened).toMatch(/name="text"[^>]*aria-label="Invoices by text message"/)
  // All texts off but of overdue invoices.
  expect((await send({ intent: "mail", columns: "text", text: "invoices" })).status).toBe(303)
  expect(await guardian.read(own)).toMatch(/Changed lessons Email Make-up/)
  const hours = { intent: "told-hours", endsAt: "06:00", dailyAt: "17:00" }
  expect((await send({ ...hours, startsAt: "25:00" })).status).toBe(400)
  expect((await send({ ...hours, startsAt: "22:00" })).status).toBe(303)
  expect(await guardian.read(own)).toContain("10:00 PM to 6:00 AM")
  expect((await send({ intent: "end-texts" })).status).toBe(303)
  expect(consent()).toMatchObject({ endedBy: "member" })
})

test("a child with a login of their own can’t agree", async () => {
  giveTexts(family.school)
  const userId = childSignedIn(family.school, family.studentIds[0] ?? "")
  const member = rowOf(members, { userId })
  const child = memberActor(family.school.school, {
    memberId: member?.id ?? "",
    userId,
    name: "Otis",
    role: "student",
  })
  expect(findTextChoices(child)).toMatchObject({ state: "child" })
  expect(await agreeToTexts(child, { phone: "512 555 0142", words: "I agree.", code: "{code}" })).toBeRefused(
    "child",
  )
  expect(rowsOf(textConsents, { schoolId: family.school.school.id })).toEqual([])
})

test("forged, strange and repeated messages of Twilio change nothing", async () => {
  giveTexts(family.school)
  const sid = `SM${"c".repeat(32)}`
  const fields = { MessageSid: sid, From: "+15125550142", To: schoolNumber, Body: "Hello" }
  expect((await tell("received", fields, "another key")).status).toBe(401)
  expect((await tell("received", { ...fields, AccountSid: `AC${"b".repeat(32)}` })).status).toBe(401)
  expect((await tell("received", { ...fields, MessageSid: "1" })).status).toBe(400)
  expect((await tell("status/nothing", { MessageSid: sid, MessageStatus: "delivered" })).status).toBe(200)
  const received = () => rowsOf(receivedTexts, { schoolId: family.school.school.id })
  expect(received()).toEqual([])
  for (let each = 0; each < 3; each += 1)
    expect((await arrives("+15125550142", "Hello", sid)).status).toBe(200)
  expect(received()).toHaveLength(1)
})

test("a stranger’s text reaches the office as an unknown number, with whose it is by the records", async () => {
  giveTexts(family.school)
  await arrives("+15125550177", "Is there still a spot for violin?")
  await work()
  const told = and(eq(emails.schoolId, family.school.school.id), eq(emails.template, "text-received"))
  expect(rowsOf(emails, told)).toHaveLength(1)
  const page = await office.read("/messaging/texts")
  expect(page).toContain("+1 512 555 0177")
  expect(page).toContain("Is there still a spot for violin?")
  const [received] = rowsOf(receivedTexts, { schoolId: family.school.school.id })
  const archive = { intent: "archive", textId: received?.id ?? "" }
  expect((await office.submit("/messaging/texts", archive)).status).toBe(303)
  expect((await office.submit("/messaging/texts", archive)).status).toBe(404)
  expect(await office.read("/messaging/texts")).not.toContain("violin")
})

test("a number that writes again within the hour sends no second email, and its YES waits to be read", async () => {
  giveTexts(family.school)
  for (const body of ["Hello?", "Is anyone there?", "YES", "START", "HELP"])
    await arrives("+15125550178", body)
  await work()
  const told = and(eq(emails.schoolId, family.school.school.id), eq(emails.template, "text-received"))
  expect(rowsOf(emails, told)).toHaveLength(1)
  const page = await office.read("/messaging/texts")
  for (const body of ["Hello?", "Is anyone there?", "YES"]) expect(page).toContain(body)
  expect(page).not.toContain("START")
  expect(page).not.toContain("These are the latest 100.")
  expect(await office.read("/messaging")).toContain("Texts from unknown numbers")
  const guardian = await Browser.of(family.guardian.userId)
  expect(await guardian.read("/messaging")).not.toContain("Texts from unknown numbers")
  const [row] = rowsOf(receivedTexts, { schoolId: family.school.school.id })
  if (!row) throw new Error("Nothing was kept.")
  const more = Array.from({ length: 100 }, (_, each) => ({
    ...row,
    id: `more-${each}`,
    providerId: `more-${each}`,
    doneAt: null,
  }))
  addRows(receivedTexts, more)
  expect(await office.read("/messaging/texts")).toContain("These are the latest 100.")
})

test("a reply of someone who agreed becomes a message to the office, STOP ends it and START resumes it", async () => {
  giveTexts(family.school)
  const phone = agree(family.guardian.actor, "+15125550143")
  await arrives(phone, "Otis is sick today.")
  await work()
  const schoolId = family.school.school.id
  const written = rowsOf(messages, { schoolId })
  expect(written).toMatchObject([{ body: "Otis is sick today.", memberId: family.guardian.actor.memberId }])
  expect(rowsOf(conversations, { schoolId })).toHaveLength(1)
  await arrives(phone, "STOP")
  await work()
  const consents = () => rowsOf(textConsents, { phone })
  expect(consents()).toMatchObject([{ endedBy: "stop" }])
  await arrives(phone, "Start")
  await work()
  expect(consents()).toMatchObject([{ endedBy: "stop" }, { endedAt: null }])
  await arrives(phone, "HELP")
  await work()
  expect(rowsOf(messages, { schoolId })).toHaveLength(1)
})

test("a message’s sender sees who gets a text and why not, and an answer joins the conversation", async () => {
  family = openPayingFamily({
    adults: adultsWith({ "Jonas Haddad": 5000, "Lina Haddad": 5000 }),
  })
  giveTexts(family.school)
  const phone = agree(family.guardian.actor, "+15125550144")
  const writer = await Browser.of(family.school.userId ?? "")
  const to = `student:${family.studentIds[0]}`
  const page = await writer.read(`/messaging/new?to=${encodeURIComponent(to)}`)
  expect(page).toContain("text message possible")
  expect(page).toContain("no text: they haven’t turned text messages on")
  expect(page).toContain("Also send as a text message to 1 person")
  expect(page).toContain("Each segment of up to 160 characters, 70 with emoji, costs about $0.0083.")
  const sent = await writer.submit("/messaging/new", {
    to,
    subject: "Recital",
    body: "Can Otis play on Friday?",
    shown: "2",
    byText: "on",
  })
  expect(sent.status).toBe(303)
  await work()
  expect(await twilio.texts()).toEqual(["Harmony School of Music: Ruth Castellano: Can Otis play on Friday?"])
  await arrives(phone, "Yes, gladly!")
  await work()
  const schoolId = family.school.school.id
  const all = rowsOf(messages, { schoolId })
  expect(all.map(({ body }) => body)).toEqual(["Can Otis play on Friday?", "Yes, gladly!"])
  expect(new Set(all.map(({ conversationId }) => conversationId)).size).toBe(1)
  // Without the box no text leaves, and a family has no such box.
  await writer.submit("/messaging/new", { to, subject: "Again", body: "Only by email", shown: "2" })
  const guardian = await Browser.of(family.guardian.userId)
  expect(await guardian.read("/messaging/new?to=office")).not.toContain("text message")
  await work()
  expect(await twilio.texts()).toHaveLength(1)
})

test("a teacher’s press on today’s lesson tells its families that it starts late", async () => {
  giveTexts(family.school)
  agree(family.guardian.actor, "+15125550145")
  const teacherId = addTeacherRow(family.school, "Marcus Whitfield")
  const classId = addClassRow(family.school, { name: "guitar", kind: "private", teacherId })
  for (const id of family.studentIds.slice(0, 1)) addEnrollmentRow(family.school, classId, id)
  const lesson = addSessionRow(family.school, classId, today("America/New_York", now()), {
    teacherId,
    startTime: "16:00",
  })
  const at = `/classes/sessions/${lesson}`
  // It is ten past three.
  expect(await office.read(at)).toContain("Running late")
  await office
    .submit(at, { intent: "running-late", minutes: "7" })
    .then(({ status }) => expect(status).toBe(400))
  expect((await office.submit(at, { intent: "running-late", minutes: "15" })).status).toBe(303)
  expect(await office.read(at)).toContain(
    "Families told. All of them were emailed. 1 text message on the way.",
  )
  await office.submit(at, { intent: "running-late", minutes: "15" })
  expect(textRows(family.school)).toMatchObject([{ topic: "changes" }])
  const later = `/classes/sessions/${addSessionRow(family.school, classId, today("America/New_York", now()), { teacherId, startTime: "18:00" })}`
  expect(await office.read(later)).not.toContain("Running late")
  await office.submit(later, { intent: "running-late", minutes: "15" })
  expect(await office.read(later)).toContain(
    "You can notify families from 2 hours before a lesson until it ends.",
  )
  expect(textRows(family.school)).toHaveLength(1)
})
