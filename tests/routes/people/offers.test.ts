import { schools } from "db/schema/accounts-schools"
import { emails } from "db/schema/foundation-mail"
import { charges, invoices } from "db/schema/money"
import { invoiceShares } from "db/schema/money-shares"
import { families, guardians, members, students } from "db/schema/people"
import { consentAnswers } from "db/schema/people-consents"
import { inquiries } from "db/schema/people-inquiries"
import { classes, classPrices, enrollments, waitingSpots } from "db/schema/teaching"
import { offers } from "db/schema/teaching-offers"
import { sessions } from "db/schema/teaching-sessions"
import { beforeEach, describe, expect, test } from "vitest"
import { composeMail } from "~/jobs/mail/compose-mail.server"
import { findPlanUsage } from "~/models/accounts/subscription/plan-usage.server"
import { add } from "~/models/foundation/access/door.server"
import { wholeRights } from "~/models/foundation/access/rights"
import { recordPayment } from "~/models/money/payment/payment.server"
import { erasePerson } from "~/models/overview/erasure/erase-person.server"
import { addDocument } from "~/models/people/consent/documents.server"
import { addFamily, changeGuardians, listGuardians } from "~/models/people/family/family.server"
import { findInquiry, findKnown } from "~/models/people/inquiry/inquiries.server"
import { addStudent } from "~/models/people/student/student.server"
import { tidyUp } from "~/models/platform/cleanup/cleanup.server"
import { startClass } from "~/models/teaching/class/class.server"
import { expireOffers } from "~/models/teaching/offer/make-offer.server"
import { changeStatus } from "~/models/teaching/student-status/change-status.server"
import { offerSpot } from "~/models/teaching/waiting-list/offer-spot.server"
import { findFreeSpots } from "~/models/teaching/waiting-list/waiting-list.server"
import { fixClock } from "~/utils/clock.server"
import { Browser, locationOf } from "../../support/app"
import { okaforAdults, openFamily } from "../../support/billing"
import { addStudentRow } from "../../support/lessons"
import { addMember, changeRows, openSchool, orFail, removeRows, rowOf, rowsOf } from "../../support/school"

// The office offers someone who asked for lessons a weekly time or a class; the family answers by the link in its letter.

let harmony: ReturnType<typeof openSchool>
let office: Browser
let teacherId = ""
let inquiryId = ""
let count = 0
let email = ""
/** A Wednesday, 10 AM in New York. */
const morning = Date.UTC(2026, 10, 18, 15)
const dayMs = 86_400_000

beforeEach(async () => {
  fixClock(morning)
  harmony = openSchool()
  office = await Browser.of(harmony.userId)
  email = `ines.offer.${++count}@example.com`
  teacherId = addMember(harmony.actor, "teacher", "Helena Novak").teacherId
  inquiryId = add(harmony.actor, inquiries, {
    ...{ state: "new", purpose: "lessons", firstName: "Rafa", lastName: "Oyelaranee", email },
    ...{ guardianName: "Ines Oyelaranee", instrument: "Cello" },
  })
})

const visitor = () => new Browser(`203.0.113.${++count % 250}`)
const of = (template: string) => rowsOf(emails, { schoolId: harmony.actor.school.id, template })
async function letter(template: string) {
  const mail = of(template).at(-1)
  if (!mail) throw new Error(`No ${template} was queued.`)
  return composeMail({ ...mail, leaseUntil: null })
}
const linkIn = async (template: string) =>
  /\/offers\/[\w-]{43}/.exec((await letter(template)).text)?.[0] ?? ""
const page = () => `/students/inquiries/${inquiryId}`
const form = (facts: Record<string, string> = {}) => ({
  ...{ intent: "save", date: "2026-12-02", answerBy: "2026-11-25", startTime: "16:00", minutes: "45" },
  ...{ teacherId, amount: "40", billing: "per_session", ...facts },
})
const make = (facts: Record<string, string> = {}) => office.submit(`${page()}/offer`, form(facts))
const lessons = () => rowsOf(sessions, { schoolId: harmony.actor.school.id })
const offer = () => rowsOf(offers, { schoolId: harmony.actor.school.id }).at(-1)
const enrolled = () => rowsOf(enrollments, { schoolId: harmony.actor.school.id })
/** Whom the page of the inquiry names as known. */
function seenKnown() {
  const inquiry = findInquiry(harmony.actor, inquiryId)
  return inquiry ? findKnown(harmony.actor, inquiry).seen : ""
}
const seenIn = (html: string) => /name="seen" value="([^"]+)"/.exec(html)?.[1] ?? ""
async function accept(link: string, facts: Record<string, string> = {}, browser = visitor()) {
  const seen = seenIn(await browser.html(link))
  return browser.submit(link, { intent: "accept", seen, ...facts })
}
/** A choir with one spot on Fridays. */
function openChoir(capacity = 1) {
  const started = startClass(harmony.actor, {
    ...{ name: "Youth choir", kind: "group", instrument: "Voice", teacherId, capacity },
    ...{ billing: "monthly", amount: 6_000, weekdays: [5], everyWeeks: 1, rotation: [], startTime: "17:00" },
    ...{ minutes: 60, startsOn: "2026-11-06", ends: "open", students: [] },
  })
  if (!started.ok) throw new Error("The choir didn’t start.")
  return started.classId
}

describe("a weekly time", () => {
  test("is held, and becomes family, student, class, price and invitation when it is accepted", async () => {
    expect((await make({ terms: "Bring a rosin." })).status).toBe(303)
    expect(lessons().length).toBeGreaterThan(8)
    expect(new Set(lessons().map((each) => `${each.teacherId} ${each.startTime}`))).toEqual(
      new Set([`${teacherId} 16:00`]),
    )
    expect(await office.read(page())).toContain("Waiting for an answer")
    expect(await office.read("/students/inquiries")).toContain("Offered until Nov 25, 2026")
    const made = await letter("offer-made")
    expect(made.text).toContain("Bring a rosin.")
    const link = await linkIn("offer-made")
    const shown = await visitor().read(link)
    expect(shown).toContain("A weekly lesson for Rafa Oyelaranee")
    expect(shown).toContain("$40.00 per lesson")
    expect(shown).toContain("45 min")
    expect(shown).toContain("Helena Novak")
    // Opening it accepts nothing.
    expect(enrolled()).toEqual([])
    expect((await accept(link)).status).toBe(303)
    expect(await visitor().read(link)).toContain("You accepted this offer")
    const [student] = rowsOf(students, { lastName: "Oyelaranee" }).slice(-1)
    const [guardian] = rowsOf(guardians, { email })
    expect(student).toMatchObject({ firstName: "Rafa", familyId: guardian?.familyId })
    expect(enrolled()).toMatchObject([{ studentId: student?.id, startsOn: "2026-12-02" }])
    const [held] = rowsOf(classes, { id: offer()?.classId ?? "" })
    expect(held).toMatchObject({ name: "Rafa Oyelaranee, cello", instrument: "Cello" })
    expect(rowsOf(classPrices, { classId: held?.id ?? "" })).toMatchObject([
      { amountMinor: 4_000, billing: "per_session" },
    ])
    expect(of("guardian-invitation")).toHaveLength(1)
    const accepted = await letter("offer-accepted")
    expect(accepted.text).toContain("Another email has a link to set up your login")
    expect(accepted.attachments?.map(({ filename }) => filename)).toEqual(["lessons.ics"])
    expect((await letter("offer-answered")).text).toContain("accepted your offer")
    // Pressed again, nothing more.
    await accept(link)
    expect(enrolled()).toHaveLength(1)
    expect(of("offer-accepted")).toHaveLength(1)
    expect(await office.read(page())).toContain("Won")
  })

  test("that is declined is free again, and the office is told", async () => {
    await make()
    const link = await linkIn("offer-made")
    await visitor().submit(link, { intent: "decline" })
    expect(await visitor().read(link)).toContain("You declined this offer")
    expect(lessons()).toEqual([])
    expect(rowsOf(classes, { schoolId: harmony.actor.school.id })).toEqual([])
    expect((await letter("offer-answered")).text).toContain("declined your offer")
    // The time can be offered again.
    expect((await make()).status).toBe(303)
  })

  test("of a teacher who isn’t free is refused beside the field, and a reason books it twice", async () => {
    await make()
    const other = add(harmony.actor, inquiries, {
      ...{ state: "new", purpose: "lessons", firstName: "Tova", lastName: "Oyelaranee" },
      email: `tova.${email}`,
    })
    const refused = await office.submit(`/students/inquiries/${other}/offer`, form())
    expect(refused.status).toBe(409)
    const text = await refused.text()
    expect(text).toContain("Helena Novak")
    expect(text).toContain('value="40"')
    expect(rowsOf(offers, { inquiryId: other })).toEqual([])
  })

  test("isn’t offered for a day that has come, after its own end, or by what isn’t there", async () => {
    expect((await make({ date: "2026-11-18", answerBy: "2026-11-17" })).status).toBe(409)
    expect((await make({ answerBy: "2026-12-02" })).status).toBe(400)
    expect((await make({ startTime: "" })).status).toBe(400)
    expect((await make({ documents: "no-such-document" })).status).toBe(400)
    expect((await make({ teacherId: "no-such-teacher" })).status).toBe(409)
    expect((await make({ classId: "no-such-class" })).status).toBe(409)
    expect((await make({ date: "2027-11-18", answerBy: "2027-10-17" })).status).toBe(409)
    expect(offer()).toBeUndefined()
    expect(lessons()).toEqual([])
  })
})

describe("a former student who asks again", () => {
  const rafa = () => rowsOf(students, { schoolId: harmony.actor.school.id, lastName: "Oyelaranee" })
  beforeEach(() => {
    const { familyId } = addFamily(harmony.actor, {
      name: "Oyelaranee family",
      guardians: [{ name: "Ines Oyelaranee", email, payerShare: 10_000 }],
    })
    const name = { firstName: "Rafa", lastName: "Oyelaranee" }
    orFail(addStudent(harmony.actor, { familyId, ...name, status: "former", fromDate: "2026-10-01" }))
  })

  test("is active once they accept an offer, and no one is doubled", async () => {
    await make()
    expect((await accept(await linkIn("offer-made"))).status).toBe(303)
    expect(rafa()).toMatchObject([{ status: "active" }])
    expect(enrolled()).toMatchObject([{ studentId: rafa()[0]?.id, startsOn: "2026-12-02" }])
    expect(await office.read("/students/inquiries?stage=won")).toContain("Rafa Oyelaranee")
  })

  test("is a lead whom the office can move to former again, and takes no place of the plan until then", async () => {
    const before = findPlanUsage(harmony.actor).students
    const id = rafa()[0]?.id ?? ""
    expect((await office.submit(page(), { intent: "link", studentId: id })).status).toBe(303)
    expect(rafa()).toMatchObject([{ status: "lead" }])
    expect(findPlanUsage(harmony.actor).students).toEqual(before)
    expect(await office.read("/students/inquiries")).toContain("Rafa Oyelaranee")
    expect(await office.read(`/students/${id}/activity`)).toContain("Asked for lessons again")
    expect(await office.read("/students?status=lead")).toContain("Rafa Oyelaranee")
    expect(changeStatus(harmony.actor, id, { step: "end", reason: "Chose another school" }).ok).toBe(true)
    expect(await office.read("/students/inquiries?stage=lost")).toContain("Rafa Oyelaranee")
  })
})

describe("a spot in a class", () => {
  test("is held for the family, at the price that was offered", async () => {
    const classId = openChoir()
    expect((await make({ classId, startTime: "", amount: "55", billing: "monthly" })).status).toBe(303)
    expect(findFreeSpots(harmony.actor, classId).free).toBe(0)
    const link = await linkIn("offer-made")
    // From Wednesday on, but it meets on Fridays: no one comes on Wednesday.
    expect((await letter("offer-made")).text).toContain("Friday, December 4")
    expect(await visitor().read(link)).toContain("$55.00 a month")
    expect((await accept(link)).status).toBe(303)
    expect(enrolled()).toMatchObject([{ classId, billing: "monthly", priceMinor: 5_500 }])
  })

  test("that is full, or was offered to someone else, is refused", async () => {
    const classId = openChoir()
    await make({ classId, startTime: "" })
    const other = add(harmony.actor, inquiries, {
      ...{ state: "new", purpose: "class", firstName: "Tova", lastName: "Oyelaranee" },
      email: `tova.${email}`,
    })
    const refused = await office.submit(
      `/students/inquiries/${other}/offer`,
      form({ classId, startTime: "" }),
    )
    expect(refused.status).toBe(409)
    expect(await refused.text()).toContain("No spot is free in this class")
  })

  test("that is gone by the time it is accepted makes no one a student", async () => {
    const classId = openChoir()
    await make({ classId, startTime: "" })
    const link = await linkIn("offer-made")
    changeRows(classes, { id: classId }, { endedOn: "2026-11-20" })
    const refused = await accept(link)
    expect(refused.status).toBe(409)
    expect(await refused.text()).toContain("The spot isn’t free anymore.")
    expect(rowOf(inquiries, { id: inquiryId })?.studentId).toBeNull()
    expect(offer()?.state).toBe("open")
  })
})

describe("an offer", () => {
  test("asks for consents, and needs those that the school needs", async () => {
    const added = addDocument(harmony.actor, {
      ...{ kind: "policy", title: "Studio policy", per: "adult", atEnrollment: "must", asksAgain: false },
      body: "# Absences\nTell us a day before.",
    })
    if (!added.ok) throw new Error("No document.")
    await make({ documents: added.id })
    const link = await linkIn("offer-made")
    const html = await visitor().html(link)
    const document = await visitor().read(`${link}?document=${added.id}`)
    expect(document).toContain("Tell us a day before.")
    expect((await visitor().visit(`${link}?document=x`)).status).toBe(404)
    const versionId = /name="consents(?:~\w+)?"[^>]*value="([^"]+)"/.exec(html)?.[1] ?? ""
    const refused = await accept(link, { name: "Ines Oyelaranee" })
    expect(refused.status).toBe(400)
    expect(await refused.text()).toContain("Read “Studio policy” and check its box to accept.")
    expect((await accept(link, { name: "Ines Oyelaranee", consents: versionId })).status).toBe(303)
    const [guardian] = rowsOf(guardians, { email })
    expect(rowsOf(consentAnswers, { versionId })).toMatchObject([
      { guardianId: guardian?.id, isAgreed: true, name: "Ines Oyelaranee" },
    ])
  })

  test("takes the wish for another time to the office once, and stays", async () => {
    await make()
    const link = await linkIn("offer-made")
    expect((await visitor().submit(link, { intent: "ask", wish: " " })).status).toBe(400)
    for (const _ of [1, 2]) await visitor().submit(link, { intent: "ask", wish: "Fridays after 5?" })
    expect(of("offer-answered")).toHaveLength(1)
    expect((await letter("offer-answered")).text).toContain("Fridays after 5?")
    expect(await office.read(page())).toContain("Fridays after 5?")
    expect(await visitor().read(link)).toContain("Harmony")
    expect((await accept(link)).status).toBe(303)
  })

  test("that was changed isn’t accepted unread, and the old link shows the new one", async () => {
    await make()
    const link = await linkIn("offer-made")
    const browser = visitor()
    const seen = seenIn(await browser.html(link))
    expect(await office.read(`${page()}/offer`)).toContain("replaces the offer that was sent")
    expect((await make({ startTime: "16:15", amount: "45" })).status).toBe(303)
    expect((await letter("offer-made")).subject).toContain("Changed offer")
    const refused = await browser.submit(link, { intent: "accept", seen })
    expect(refused.status).toBe(409)
    expect(await refused.text()).toContain("changed this offer since you opened the page")
    expect(new Set(lessons().map(({ startTime }) => startTime))).toEqual(new Set(["16:15"]))
    expect(await visitor().read(link)).toContain("$45.00 per lesson")
    expect((await accept(link)).status).toBe(303)
  })

  test("of someone else in the office is replaced only once the page has said so", async () => {
    const opened = await office.html(`${page()}/offer`)
    expect(opened).toContain('name="isFirst"')
    expect((await make({ isFirst: "yes" })).status).toBe(303)
    const refused = await make({ isFirst: "yes", startTime: "16:15", amount: "45" })
    expect(refused.status).toBe(409)
    const html = await refused.text()
    expect(html).toContain("An offer was sent to them since you opened this page.")
    expect(html).toContain("This replaces the offer that was sent.")
    expect(html).toContain('value="45"')
    expect(html).not.toContain('name="isFirst"')
    expect(of("offer-made")).toHaveLength(1)
    expect((await make({ startTime: "16:15", amount: "45" })).status).toBe(303)
    expect((await letter("offer-made")).subject).toContain("Changed offer")
  })

  test("ends by itself: what it held is free, the office is told, and the page says so", async () => {
    await make()
    const link = await linkIn("offer-made")
    fixClock(morning + 8 * dayMs)
    await expect(visitor().visit(link)).toAnswer(410, "This offer has ended")
    expect((await visitor().submit(link, { intent: "accept", seen: "x" })).status).toBe(409)
    expect(expireOffers(harmony.actor)).toBe(1)
    expect(expireOffers(harmony.actor)).toBe(0)
    expect(lessons()).toEqual([])
    expect((await letter("offer-answered")).text).toContain("didn’t answer your offer in time")
    const later = await Browser.of(harmony.userId)
    expect(await later.read(page())).toContain("Ended without an answer")
  })

  test("that the office withdraws says so, by letter and on its page", async () => {
    await make()
    const link = await linkIn("offer-made")
    await office.submit(page(), { intent: "withdraw" })
    expect((await letter("offer-withdrawn")).text).toContain("no longer accepts it")
    await expect(visitor().visit(link)).toAnswer(410, "This offer was withdrawn")
    expect(lessons()).toEqual([])
    // Withdrawn twice is withdrawn once.
    await office.submit(page(), { intent: "withdraw" })
    expect(of("offer-withdrawn")).toHaveLength(1)
  })

  test("goes with an inquiry that is lost or deleted", async () => {
    await make()
    await office.submit(page(), { intent: "lose", lostReason: "Moved away" })
    expect(lessons()).toEqual([])
    await office.submit(page(), { intent: "reopen" })
    await make()
    const link = await linkIn("offer-made")
    await office.submit(page(), { intent: "remove" })
    expect(lessons()).toEqual([])
    await expect(visitor().visit(link)).toAnswer(410, "This link no longer works")
  })

  test("of a class that ends meanwhile says so, and isn’t accepted unread", async () => {
    const classId = openChoir(3)
    await make({ classId, startTime: "" })
    const link = await linkIn("offer-made")
    const browser = visitor()
    const seen = seenIn(await browser.html(link))
    changeRows(classes, { id: classId }, { endedOn: "2027-01-04" })
    expect((await browser.submit(link, { intent: "accept", seen })).status).toBe(409)
    expect(await browser.read(link)).toContain("Last day January 4, 2027")
    expect(enrolled()).toEqual([])
  })

  test("to someone who is erased is gone, and what it held is free", async () => {
    const familyOf = add(harmony.actor, inquiries, {
      ...{ state: "new", purpose: "trial", firstName: "Nils", lastName: "Oyelaranee", email: `n.${email}` },
    })
    await office.submit(`/students/inquiries/${familyOf}`, {
      intent: "admit",
      status: "trial",
      family: "new",
    })
    const studentId = rowOf(inquiries, { id: familyOf })?.studentId ?? ""
    expect((await office.submit(`/students/inquiries/${familyOf}/offer`, form())).status).toBe(303)
    const link = await linkIn("offer-made")
    changeRows(students, { id: studentId }, { status: "former" })
    expect(erasePerson(harmony.actor, "student", studentId).ok).toBe(true)
    expect((await visitor().visit(link)).status).toBe(410)
    expect(lessons()).toEqual([])
  })

  test("is answered so often from one link, and no more for a while", async () => {
    await make()
    const link = await linkIn("offer-made")
    for (let n = 0; n < 20; n += 1) await visitor().submit(link, { intent: "decline" })
    const refused = await visitor().submit(link, { intent: "ask", wish: "Sundays" })
    expect(refused.status).toBe(429)
    const html = await refused.text()
    expect(html).toContain("Too many tries.")
    expect(html).toContain("Sundays")
  })

  test("takes three wishes for another time a day", async () => {
    await make()
    const link = await linkIn("offer-made")
    const ask = (wish: string) => visitor().submit(link, { intent: "ask", wish })
    for (const wish of ["Mondays", "Mondays", "Tuesdays", "Fridays"])
      expect((await ask(wish)).status).toBe(303)
    const refused = await ask("Sundays after 5")
    expect(refused.status).toBe(429)
    const html = await refused.text()
    expect(html).toContain("Too many tries.")
    expect(html).toContain("Sundays after 5")
    expect(of("offer-answered")).toHaveLength(3)
    expect((await accept(link)).status).toBe(303)
  })

  test("is its school’s, and of no other key", async () => {
    await make()
    const stranger = openSchool()
    const other = await Browser.of(stranger.userId)
    expect((await other.visit(`${page()}/offer`)).status).toBe(404)
    expect((await other.submit(`${page()}/offer`, form())).status).toBe(404)
    expect((await visitor().visit(`/offers/${"x".repeat(43)}`)).status).toBe(404)
    expect((await visitor().visit("/offers/short")).status).toBe(404)
  })
})

describe("a deposit", () => {
  const connect = () =>
    changeRows(schools, { id: harmony.actor.school.id }, { payeeEmail: "pay@harmony.example" })
  const invoice = () => rowsOf(invoices, { schoolId: harmony.actor.school.id }).at(-1)
  const issued = () => rowsOf(invoices, { schoolId: harmony.actor.school.id })
  const pay = () =>
    recordPayment(harmony.actor, {
      ...{ invoiceId: invoice()?.id ?? "", amountMinor: 5_000, method: "cash", receivedOn: "2026-11-18" },
      payerName: "Ines Oyelaranee",
    })

  test("isn’t asked where families can’t pay online", async () => {
    const refused = await make({ deposit: "50" })
    expect(refused.status).toBe(409)
    expect(await refused.text()).toContain("Connect PayPal or Stripe under Settings")
    expect((await make({ deposit: "0" })).status).toBe(400)
    expect(offer()).toBeUndefined()
  })

  test("is an invoice of whoever accepts, who is enrolled at once", async () => {
    connect()
    expect((await make({ deposit: "50" })).status).toBe(303)
    const link = await linkIn("offer-made")
    expect((await letter("offer-made")).text).toContain("an invoice for the deposit once you accept")
    const accepter = visitor()
    const accepted = await accept(link, {}, accepter)
    const payAt = locationOf(accepted)
    expect(payAt).toMatch(/^\/pay\/[\w-]{43}$/)
    expect(await accepter.read(payAt)).toContain("You accepted the offer: the spot is yours.")
    expect(invoice()).toMatchObject({ state: "issued", totalMinor: 5_000 })
    expect(enrolled()).toHaveLength(1)
    expect((await letter("offer-answered")).text).toContain("accepted your offer")
    const shown = await visitor().read(link)
    expect(shown).toContain("You accepted this offer")
    expect(shown).toContain("Pay deposit of $50.00")
    // Pressed again, there is one invoice.
    await accept(link)
    expect(issued()).toHaveLength(1)
    expect(pay().ok).toBe(true)
    expect(await visitor().read(link)).not.toContain("Pay deposit")
  })

  test("that isn’t paid is an invoice like any other, and what was accepted can’t be taken back", async () => {
    connect()
    await make({ deposit: "50" })
    const form = await office.html(`${page()}/offer`)
    expect(form).toContain("Send changed offer")
    await accept(await linkIn("offer-made"))
    const shown = await office.read(page())
    expect(shown).toContain("this offer can’t be changed or withdrawn")
    expect(shown).not.toContain("Change offer")
    await office.submit(page(), { intent: "withdraw" })
    const changed = await make({ deposit: "50", startTime: "17:00" })
    expect(changed.status).toBe(409)
    expect(await changed.text()).toContain("This is already a student.")
    fixClock(morning + 8 * dayMs)
    expect(expireOffers(harmony.actor)).toBe(0)
    const later = await Browser.of(harmony.userId)
    await later.submit(page(), { intent: "remove" })
    expect(enrolled()).toHaveLength(1)
    expect(issued()).toMatchObject([{ state: "issued", totalMinor: 5_000 }])
    expect(of("offer-withdrawn")).toEqual([])
  })

  test("of a family with two payers is on one invoice, whole, of the one who accepts", async () => {
    connect()
    const payers = [
      { name: "Ada Oyelaranee", email: `ada.${email}`, payerShare: 10_000 },
      { name: "Ines Oyelaranee", email, payerShare: 0 },
    ]
    const { familyId, guardianIds } = openFamily(harmony.actor, {
      ...{ name: "Oyelaranee", adults: payers, children: ["Otis"] },
    })
    changeRows(families, { id: familyId }, { hasOwnInvoices: true })
    await make({ deposit: "50" })
    expect((await accept(await linkIn("offer-made"))).headers.get("Location")).toMatch(/^\/pay\//)
    expect(issued()).toMatchObject([{ totalMinor: 5_000, familyId, billTo: "Ines Oyelaranee" }])
    const shares = rowsOf(invoiceShares, { invoiceId: invoice()?.id ?? "" })
    expect(shares).toMatchObject([
      { guardianId: guardianIds[1], email, amountMinor: 5_000, basisPoints: 10_000 },
    ])
    expect(of("invoice-issued").map(({ recipient }) => recipient)).toEqual([email])
  })

  test("isn’t asked of whom the class has no spot for by the time they accept", async () => {
    connect()
    const classId = openChoir()
    await make({ classId, startTime: "", deposit: "50" })
    const link = await linkIn("offer-made")
    changeRows(classes, { id: classId }, { endedOn: "2026-11-20" })
    expect((await accept(link)).status).toBe(409)
    expect(issued()).toEqual([])
    expect(rowsOf(charges, { schoolId: harmony.actor.school.id })).toEqual([])
    expect(offer()?.state).toBe("open")
  })
})

describe("someone in the office without the right to prices", () => {
  async function secretary() {
    const { memberId, userId } = addMember(harmony.actor, "office", "Iris Desk")
    const rights = wholeRights(["people", "calendar"]).join(",")
    changeRows(members, { id: memberId }, { rights })
    return Browser.of(userId)
  }

  test("sees neither price nor deposit of an offer, and a change keeps both", async () => {
    changeRows(schools, { id: harmony.actor.school.id }, { payeeEmail: "pay@harmony.example" })
    await make({ deposit: "57", amount: "43" })
    const desk = await secretary()
    const shown = await desk.read(page())
    expect(shown).toContain("Waiting for an answer")
    expect(shown).not.toMatch(/\$(43|57)/)
    const asked = await desk.html(`${page()}/offer`)
    expect(asked).not.toMatch(/"(43|57)"|43\.00|57\.00/)
    expect(asked).toContain("The price and the deposit don’t change.")
    const { amount: _, billing: __, ...rest } = form({ terms: "Bring a rosin.", startTime: "16:15" })
    expect((await desk.submit(`${page()}/offer`, rest)).status).toBe(303)
    expect(offer()).toMatchObject({ depositMinor: 5_700, terms: "Bring a rosin." })
    expect((await letter("offer-made")).text).toContain("$43.00 per lesson")
    const classId = openChoir()
    const inClass = { classId, startTime: "" }
    expect((await make({ ...inClass, amount: "55", billing: "monthly", deposit: "57" })).status).toBe(303)
    expect((await desk.submit(`${page()}/offer`, { ...rest, ...inClass })).status).toBe(303)
    expect(offer()).toMatchObject({ depositMinor: 5_700, priceMinor: 5_500, billing: "monthly" })
  })
})

describe("a spot that is held", () => {
  test("is named on the class’s pages, and is theirs once the office enrolls them itself", async () => {
    const classId = openChoir(2)
    await make({ classId, startTime: "" })
    for (const path of ["", "/students", "/waiting-list"])
      expect(await office.read(`/classes/${classId}${path}`), path).toContain(
        "1 spot is offered to Rafa Oyelaranee until",
      )
    const seen = seenKnown()
    await office.submit(page(), { intent: "admit", status: "active", family: "new", seen })
    const studentId = rowOf(inquiries, { id: inquiryId })?.studentId ?? ""
    expect(studentId).not.toBe("")
    // They are a student by now, and the offer stands: it can still be taken back.
    expect(await office.read(page())).toContain("Withdraw offer")
    const chosen = { intent: "save", startsOn: "2026-12-02", students: [studentId] }
    expect((await office.submit(`/classes/${classId}/students`, chosen)).status).toBe(303)
    expect(enrolled()).toMatchObject([{ classId, studentId }])
    expect(offer()?.state).toBe("accepted")
    expect(await office.read(`/classes/${classId}/students`)).not.toContain("spot is offered")
  })

  test("is offered to each guardian by a link of their own", async () => {
    const { studentIds } = openFamily(harmony.actor, {
      ...{ name: "Oyelaranee", children: ["Otis"] },
      adults: [
        { name: "Ada Oyelaranee", email: `ada.${email}`, payerShare: 5_000 },
        { name: "Ben Oyelaranee", email: `ben.${email}`, payerShare: 5_000 },
      ],
    })
    changeRows(students, { id: studentIds[0] ?? "" }, { status: "lead" })
    changeRows(
      inquiries,
      { id: inquiryId },
      { studentId: studentIds[0], email: null, firstName: null, lastName: null },
    )
    await make()
    expect(of("offer-made")).toHaveLength(2)
    const links = await Promise.all(
      of("offer-made").map(async (mail) => {
        const { text } = await composeMail({ ...mail, leaseUntil: null })
        return /\/offers\/[\w-]{43}/.exec(text)?.[0] ?? ""
      }),
    )
    const second = of("offer-made").findIndex(({ recipient }) => recipient === `ben.${email}`)
    expect((await accept(links[second] ?? "")).status).toBe(303)
    expect(of("offer-accepted").map(({ recipient }) => recipient)).toEqual([`ben.${email}`])
    expect(await visitor().read(links[1 - second] ?? "")).toContain("You accepted this offer")
  })
})

describe("who opens the links of a student’s family", () => {
  const [mateo = "", zoe = ""] = okaforAdults.map((adult) => adult.email ?? "")
  const openOkafors = () => openFamily(harmony.actor, { children: ["Amara"] })
  /** The link of each reader of a letter, by their address. */
  const linksOf = async (template: string) =>
    new Map(
      await Promise.all(
        of(template).map(async (mail) => {
          const { text } = await composeMail({ ...mail, leaseUntil: null })
          return [mail.recipient, /\/offers\/[\w-]{43}/.exec(text)?.[0] ?? ""] as const
        }),
      ),
    )
  const statusOf = async (link = "") => (await visitor().visit(link)).status
  const offerToFamily = async (studentId: string) => {
    inquiryId = add(harmony.actor, inquiries, {
      ...{ state: "new", purpose: "lessons", firstName: "Amara", lastName: "Okafor", email: mateo },
    })
    changeRows(students, { id: studentId }, { status: "lead" })
    await office.submit(page(), { intent: "link", studentId })
    expect(rowOf(inquiries, { id: inquiryId })).toMatchObject({ studentId, email: null })
    fixClock(morning + 60_000)
    expect((await make({ answerBy: "2027-01-10", date: "2027-01-13" })).status).toBe(303)
    return linksOf("offer-made")
  }

  test("each guardian does until the offer ends, also after links that were replaced are removed", async () => {
    const { studentIds } = openOkafors()
    const links = await offerToFamily(studentIds[0] ?? "")
    expect([...links.keys()].sort()).toEqual([mateo, zoe].sort())
    fixClock(morning + 40 * dayMs)
    await tidyUp()
    expect(await Promise.all([mateo, zoe].map((each) => statusOf(links.get(each))))).toEqual([200, 200])
  })

  test("a guardian whose address is corrected gets the offer again, and the link to the old one ends", async () => {
    const { familyId, studentIds } = openOkafors()
    const links = await offerToFamily(studentIds[0] ?? "")
    const corrected = "mateo.okafor@example.org"
    const entries = listGuardians(harmony.actor, [familyId]).map((each) => ({
      ...each,
      ...{ relation: each.relation ?? undefined, phone: each.phone ?? undefined },
      ...{ email: each.email === mateo ? corrected : (each.email ?? undefined), remove: false },
    }))
    expect(changeGuardians(harmony.actor, familyId, entries).ok).toBe(true)
    const after = await linksOf("offer-made")
    expect([...after.keys()].sort()).toEqual([corrected, zoe].sort())
    expect(await statusOf(links.get(mateo))).toBe(410)
    expect(await statusOf(links.get(zoe))).toBe(200)
    expect(await statusOf(after.get(corrected))).toBe(200)
    await visitor().submit(after.get(corrected) ?? "", { intent: "decline" })
    expect(offer()?.state).toBe("declined")
  })

  test("not a guardian who was taken off the family; the other one does", async () => {
    const { studentIds, guardianIds } = openOkafors()
    const links = await offerToFamily(studentIds[0] ?? "")
    removeRows(guardians, { id: guardianIds[0] ?? "" })
    expect(await statusOf(links.get(mateo))).toBe(410)
    expect(await statusOf(links.get(zoe))).toBe(200)
    await visitor().submit(links.get(mateo) ?? "", { intent: "decline" })
    expect(offer()?.state).toBe("open")
  })

  test("whoever asked does, also where the office put the student into a family without them", async () => {
    const { familyId } = openOkafors()
    await make()
    const link = await linkIn("offer-made")
    fixClock(morning + 60_000)
    await office.submit(page(), {
      ...{ intent: "admit", status: "lead", family: familyId, seen: seenKnown() },
    })
    expect(rowOf(inquiries, { id: inquiryId })?.studentId).not.toBeNull()
    expect(await statusOf(link)).toBe(200)
  })

  test("not the former family of a child who has moved, for a spot from a waiting list", async () => {
    const classId = openChoir()
    const { studentIds } = openOkafors()
    const { familyId } = openFamily(harmony.actor, {
      ...{ name: "Lind", children: [] },
      adults: [{ name: "Ada Lind", email: "ada.lind@example.com", payerShare: 10_000 }],
    })
    const [studentId = ""] = studentIds
    const spot = add(harmony.actor, waitingSpots, { classId, studentId, state: "waiting" })
    expect(offerSpot(harmony.actor, classId, spot).ok).toBe(true)
    const links = await linksOf("place-offered")
    expect(new Set(links.values()).size).toBe(2)
    expect(await Promise.all([mateo, zoe].map((each) => statusOf(links.get(each))))).toEqual([200, 200])
    changeRows(students, { id: studentId }, { familyId })
    for (const each of [mateo, zoe]) {
      const link = links.get(each) ?? ""
      expect(await statusOf(link)).toBe(410)
      expect(await visitor().read(link)).not.toContain("Amara")
      await visitor().submit(link, { intent: "decline" })
    }
    expect(rowOf(waitingSpots, { id: spot })?.state).toBe("offered")
  })
})

describe("a spot for someone on a waiting list", () => {
  test("is accepted, declined or answered with a wish by the link in its letter", async () => {
    const classId = openChoir(2)
    const [otis, wren] = [
      addStudentRow(harmony.actor, "Otis", "Oyelaranee"),
      addStudentRow(harmony.actor, "Wren", "Oyelaranee"),
    ]
    const spots = [otis, wren].map((studentId) => {
      changeRows(students, { id: studentId }, { email: `${studentId}@example.com` })
      return add(harmony.actor, waitingSpots, { classId, studentId, state: "waiting" })
    })
    expect(offerSpot(harmony.actor, classId, spots[0] ?? "").ok).toBe(true)
    const first = await linkIn("place-offered")
    expect(await visitor().read(first)).toContain("A spot in Youth choir for Otis Oyelaranee")
    await visitor().submit(first, { intent: "ask", wish: "Saturdays" })
    expect(await office.read(`/classes/${classId}/waiting-list`)).toContain("Saturdays")
    // The price of the first lesson, not of today; once it is accepted it stays what was agreed.
    const price = add(harmony.actor, classPrices, {
      ...{ classId, fromDate: "2026-11-20", billing: "monthly", amountMinor: 7_000 },
    })
    expect(await visitor().read(first)).toContain("$70.00 a month")
    expect((await accept(first)).status).toBe(303)
    expect((await letter("offer-answered")).subject).toBe("Offer accepted: Otis Oyelaranee")
    expect(enrolled()).toMatchObject([{ classId, studentId: otis }])
    changeRows(classPrices, { id: price }, { amountMinor: 9_000 })
    expect(await visitor().read(first)).toContain("$70.00 a month")
    expect(offerSpot(harmony.actor, classId, spots[1] ?? "").ok).toBe(true)
    const second = await linkIn("place-offered")
    await visitor().submit(second, { intent: "decline" })
    expect((await letter("offer-answered")).subject).toBe("Offer declined: Wren Oyelaranee")
    expect(await visitor().read(second)).toContain("You declined this offer")
    expect(enrolled()).toHaveLength(1)
  })
})
