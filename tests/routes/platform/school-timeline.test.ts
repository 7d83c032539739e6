import { randomUUID } from "node:crypto"
import { users } from "db/schema/accounts"
import { platformPayments, subscriptionCases } from "db/schema/accounts-subscriptions"
import { conversations, messages } from "db/schema/communication"
import { events } from "db/schema/foundation-audit"
import { payments } from "db/schema/money-payments"
import { families } from "db/schema/people"
import { staffActs, supportConsents } from "db/schema/platform"
import { beforeAll, describe, expect, test } from "vitest"
import { recordEvent } from "~/models/foundation/audit/audit.server"
import { queueMail } from "~/models/foundation/outbox/outbox.server"
import { addFamily } from "~/models/people/family/family.server"
import { addStudent } from "~/models/people/student/student.server"
import { receiveContactMessage } from "~/models/platform/contact-message/contact-message.server"
import { saveMessage } from "~/models/platform/support/save-message.server"
import { fixClock, now } from "~/utils/clock.server"
import { Browser } from "../../support/app"
import { testNow, testToday } from "../../support/clock"
import { inAct } from "../../support/in-act"
import { addMember, addRows, changeRows, openSchool, rowOf, rowsOf } from "../../support/school"
import { addStaff, personOf } from "../../support/support-chat"

// One school on one page for the staff: what passed between it and us; and its records, only while it consents.

const day = 86_400_000
let staff: Browser
let school: ReturnType<typeof openSchool>
const address = (part = "timeline") => `/super-admin/schools/${school.actor.school.id}/${part}`
const seen = async (part?: string, by = staff) => by.read(address(part))

beforeAll(async () => {
  staff = await Browser.of(addStaff().userId)
  school = openSchool({ name: "Aria Academy" })
  const { actor, userId } = school
  const { familyId } = addFamily(actor, { name: "Haddad", guardians: [] })
  addStudent(actor, {
    familyId,
    firstName: "Milo",
    lastName: "Haddad",
    status: "active",
    fromDate: testToday,
  })
  inAct(recordEvent)(actor, "student.change", "1", { after: { firstName: "Milo" } })
  addRows(platformPayments, {
    id: "PAY-ARIA",
    schoolId: actor.school.id,
    providerSubscriptionId: "I-ARIA",
    amountMinor: 2900,
    refundedMinor: 1000,
    currency: "USD",
    status: "PARTIALLY_REFUNDED",
    paidAt: now() - day,
    updatedAt: now(),
  })
  addRows(subscriptionCases, {
    schoolId: actor.school.id,
    id: "case",
    reason: "mismatch",
    facts: "{}",
    createdAt: now() - 2 * day,
    updatedAt: now(),
  })
  saveMessage(personOf(actor), "admin", { content: "Where is my receipt?", imageUrl: null })
  const email = rowOf(users, { id: userId })?.email ?? ""
  receiveContactMessage({ name: "Ruth", email: email.toUpperCase(), subject: "A question", message: "Hi" })
  receiveContactMessage({ name: "Else", email: "else@where.example", subject: "Not Aria’s", message: "Hi" })
  inAct(queueMail)({
    template: "password-changed",
    data: { name: "Ruth" },
    schoolId: null,
    recipient: email,
  })
  inAct(queueMail)({
    template: "password-changed",
    data: { name: "Jonas" },
    schoolId: actor.school.id,
    recipient: "jonas@family.example",
  })
  await staff.submit(`/super-admin/schools/${actor.school.id}`, {
    intent: "suspend",
    reason: "Chargeback",
    message: "Write to us.",
  })
  await staff.submit(`/super-admin/schools/${actor.school.id}`, { intent: "restore", reason: "Settled" })
})

describe("a school’s timeline", () => {
  test("has payments, activity, chats, messages, cases, emails and staff acts, and no pupil", async () => {
    const text = await seen()
    for (const line of [
      "Partially refunded $10.00 refunded, I-ARIA Payment – Nov 17, 2026, 8:10 PM $29.00",
      "Changed details Activity administrator",
      "Where is my receipt? Chat Ruth Castellano",
      "A question Contact message, unproven: anyone could have typed this email Message Ruth",
      "PayPal reports a different plan or price Open Case",
      "Password changed queued Email",
      "Suspended Reason: Chargeback To the school: Write to us. Staff action Sam Ortiz",
    ])
      expect(text).toContain(line)
    for (const other of ["Milo", "Haddad", "jonas@", "Not Aria’s"]) expect(text).not.toContain(other)
  })

  test("is narrowed to one part, and each part opens what it shows", async () => {
    const payments = await staff.html(`${address()}?show=payment`)
    expect(payments).toContain('href="/super-admin/transactions?search=PAY-ARIA"')
    expect(payments).not.toContain("Where is my receipt?")
    const messages = await staff.html(`${address()}?show=message`)
    const [, to = ""] = /href="(\/super-admin\/support\/contact\/[^"]+)"/.exec(messages) ?? []
    const inquiry = await staff.html(to)
    expect(inquiry).toContain(`href="/super-admin/schools/${school.actor.school.id}"`)
    for (const odd of ["?show=x", "?page=-1"])
      expect((await staff.visit(`${address()}${odd}`)).status).toBe(200)
    expect((await staff.visit(`${address()}?page=99`)).headers.get("Location")).toBe(`${address()}?page=1`)
    expect((await staff.visit(`/super-admin/schools/${randomUUID()}/timeline`)).status).toBe(404)
  })

  test("shows what people wrote only to staff who answer it", async () => {
    const { userId } = addStaff("Lee Cho")
    changeRows(users, { id: userId }, { staffRoles: "money" })
    const money = await Browser.of(userId)
    const text = await seen("timeline", money)
    expect(text).toContain("Partially refunded")
    expect(text).not.toMatch(/Where is my receipt|A question|Password changed/)
    expect(await seen("timeline?show=chat", money)).toContain("Nothing here yet.")
  })
})

/** A payment of the family, and a message whose text is no one else's to read. */
function addPaymentAndMessage() {
  const { actor } = school
  const schoolId = actor.school.id
  const family = rowOf(families, { schoolId })
  const at = { schoolId, createdAt: now() }
  addRows(payments, {
    ...at,
    id: "payment",
    familyId: family?.id ?? "",
    method: "cash",
    amountMinor: 4500,
    currency: "USD",
    receivedOn: "2026-11-17",
    receivedAt: now() - day,
    payerName: "Jonas Haddad",
  })
  const memberId = actor.memberId ?? ""
  addRows(conversations, {
    ...at,
    id: "talk",
    kind: "announcement",
    subject: "Recital on Friday",
    startedBy: memberId,
    audience: "everybody in Violin",
    lastMessageAt: now(),
  })
  const body = "What nobody else may read"
  addRows(messages, { ...at, id: "text", conversationId: "talk", memberId, authorName: "Ruth", body })
}

describe("a school’s records", () => {
  const admin = () => Browser.of(school.userId)
  const settings = "/settings/admin/support"
  const looks = () => rowsOf(events, { schoolId: school.actor.school.id, verb: "view-as-support" }).length

  test("are closed to staff without consent, and nothing of pupils is shown", async () => {
    const text = await seen("records")
    expect(text).toContain("Aria Academy doesn’t let support view its records.")
    expect(text).not.toContain("Milo")
    expect(looks()).toBe(0)
  })

  test("open for the days the administrator gives, read-only, and each look is in both logs", async () => {
    const browser = await admin()
    const allowed = await browser.submit(settings, { intent: "allow", days: "3", reason: "Wrong total" })
    await expect(allowed).toLead(303, settings)
    expect(await browser.read(settings)).toMatch(
      /Support can view your records until Nov 21, 2026.*Wrong total Ruth Castellano/,
    )
    const text = await seen("records")
    expect(text).toContain("You’re viewing Aria Academy’s records.")
    expect(text).toMatch(/until Nov 21, 2026, 8:10 PM UTC \(\s?Wrong total\s?\)/)
    expect(text).toContain("Milo Haddad Active")
    addPaymentAndMessage()
    const views = ["families", "teachers", "classes", "lessons", "attendance", "invoices"]
    for (const view of [...views, "students&search=nobody", "lessons&day=x"])
      expect((await staff.visit(`${address("records")}?show=${view}`)).status).toBe(200)
    expect(await seen("records?show=families")).toContain("Haddad")
    expect(await seen("records?show=payments&search=haddad")).toMatch(
      /Nov 17, 2026 Haddad Jonas Haddad Cash \$45\.00 Received/,
    )
    const headers = await seen("records?show=messages")
    expect(headers).toMatch(/Recital on Friday everybody in Violin 0 1 Nov 18, 2026/)
    expect(headers).not.toContain("What nobody else may read")
    const rules = await seen("records?show=settings")
    expect(rules).toMatch(/Time zone America\/New_York.*PayPal payments Not set up/)
    expect(looks()).toBe(13)
    const log = await browser.read("/settings/admin/log")
    expect(log).toMatch(/Sam Ortiz \(Tutti\).*viewed students as support/)
    expect(log).toMatch(
      /let Tutti support view records until November 21, 2026: Wrong total|let Tutti support/,
    )
    expect(rowsOf(staffActs, { verb: "enter-school" }).length).toBe(13)
  })

  test("close at once when it is ended, and when the days are over", async () => {
    const browser = await admin()
    await browser.submit(settings, { intent: "allow", days: "1", reason: "Look at it" })
    await browser.submit(settings, { intent: "end" })
    expect(await seen("records")).not.toContain("Milo")
    await browser.submit(settings, { intent: "allow", days: "1", reason: "Once more" })
    expect(await seen("records")).toContain("Milo")
    fixClock(testNow + day + 1)
    expect(await seen("records", await Browser.of(addStaff("Kim").userId))).not.toContain("Milo")
    fixClock(testNow)
  })

  test("ask for days and a reason, and are given by administrators alone", async () => {
    const browser = await admin()
    const before = rowsOf(supportConsents).length
    const refused: Record<string, string>[] = [
      { intent: "allow", days: "99", reason: "x" },
      { intent: "allow", days: "3", reason: " " },
      { intent: "allow", days: "3", reason: "x".repeat(301) },
      {},
    ]
    for (const odd of refused) expect((await browser.submit(settings, odd)).status).toBe(400)
    const teacher = await Browser.of(addMember(school.actor, "teacher", "Leo Marsh").userId)
    const tried = await teacher.submit(settings, { intent: "allow", days: "3", reason: "Me too" })
    expect(tried.headers.get("Location")).toBe("/dashboard/teacher")
    expect(rowsOf(supportConsents).length).toBe(before)
  })
})
