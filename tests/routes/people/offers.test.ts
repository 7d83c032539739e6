import { db } from "db/client.server"
import { schools } from "db/schema/accounts-schools"
import { emails } from "db/schema/foundation-mail"
import { charges, invoices } from "db/schema/money"
import { guardians, students } from "db/schema/people"
import { consentAnswers } from "db/schema/people-consents"
import { inquiries } from "db/schema/people-inquiries"
import { classes, classPrices, enrollments, waitingSpots } from "db/schema/teaching"
import { offers } from "db/schema/teaching-offers"
import { sessions } from "db/schema/teaching-sessions"
import { and, eq } from "drizzle-orm"
import { beforeEach, describe, expect, test } from "vitest"
import { composeMail } from "~/jobs/mail/compose-mail.server"
import { add } from "~/models/foundation/access/door.server"
import { settleOffers } from "~/models/money/deposit/deposit.server"
import { recordPayment } from "~/models/money/payment/payment.server"
import { erasePerson } from "~/models/overview/erasure/erase-person.server"
import { addDocument } from "~/models/people/consent/documents.server"
import { startClass } from "~/models/teaching/class/start-class.server"
import { expireOffers } from "~/models/teaching/offer/make-offer.server"
import { offerSpot } from "~/models/teaching/waiting-list/offer-spot.server"
import { findFreeSpots } from "~/models/teaching/waiting-list/waiting-list.server"
import { fixClock } from "~/utils/clock.server"
import { Browser, textOf } from "../../support/app"
import { addStudentRow } from "../../support/lessons"
import { addMember, openSchool } from "../../support/school"

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
const of = (template: string) =>
  db()
    .select()
    .from(emails)
    .where(and(eq(emails.schoolId, harmony.actor.school.id), eq(emails.template, template)))
    .all()
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
const lessons = () => db().select().from(sessions).where(eq(sessions.schoolId, harmony.actor.school.id)).all()
const offer = () =>
  db().select().from(offers).where(eq(offers.schoolId, harmony.actor.school.id)).all().at(-1)
const enrolled = () =>
  db().select().from(enrollments).where(eq(enrollments.schoolId, harmony.actor.school.id)).all()
const seenIn = (html: string) => /name="seen" value="([^"]+)"/.exec(html)?.[1] ?? ""
async function accept(link: string, facts: Record<string, string> = {}) {
  const browser = visitor()
  const seen = seenIn(await (await browser.visit(link)).text())
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
    expect(await textOf(await office.visit(page()))).toContain("Waiting for an answer")
    expect(await textOf(await office.visit("/students/inquiries"))).toContain("Offered until Nov 25, 2026")
    const made = await letter("offer-made")
    expect(made.text).toContain("Bring a rosin.")
    const link = await linkIn("offer-made")
    const shown = await textOf(await visitor().visit(link))
    expect(shown).toContain("A weekly lesson for Rafa Oyelaranee")
    expect(shown).toContain("$40.00 per lesson")
    expect(shown).toContain("Helena Novak")
    // Opening it accepts nothing.
    expect(enrolled()).toEqual([])
    expect((await accept(link)).status).toBe(303)
    expect(await textOf(await visitor().visit(link))).toContain("You accepted this offer")
    const [student] = db().select().from(students).where(eq(students.lastName, "Oyelaranee")).all().slice(-1)
    const [guardian] = db().select().from(guardians).where(eq(guardians.email, email)).all()
    expect(student).toMatchObject({ firstName: "Rafa", familyId: guardian?.familyId })
    expect(enrolled()).toMatchObject([{ studentId: student?.id, startsOn: "2026-12-02" }])
    const [held] = db()
      .select()
      .from(classes)
      .where(eq(classes.id, offer()?.classId ?? ""))
      .all()
    expect(held).toMatchObject({ name: "Rafa Oyelaranee, cello", instrument: "Cello" })
    expect(
      db()
        .select()
        .from(classPrices)
        .where(eq(classPrices.classId, held?.id ?? ""))
        .all(),
    ).toMatchObject([{ amountMinor: 4_000, billing: "per_session" }])
    expect(of("guardian-invitation")).toHaveLength(1)
    expect((await letter("offer-accepted")).text).toContain("Another email has a link to set up your login")
    expect((await letter("offer-answered")).text).toContain("accepted your offer")
    // Pressed again, nothing more.
    await accept(link)
    expect(enrolled()).toHaveLength(1)
    expect(of("offer-accepted")).toHaveLength(1)
    expect(await textOf(await office.visit(page()))).toContain("Won")
  })

  test("that is declined is free again, and the office is told", async () => {
    await make()
    const link = await linkIn("offer-made")
    await visitor().submit(link, { intent: "decline" })
    expect(await textOf(await visitor().visit(link))).toContain("You declined this offer")
    expect(lessons()).toEqual([])
    expect(db().select().from(classes).where(eq(classes.schoolId, harmony.actor.school.id)).all()).toEqual([])
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
    expect(db().select().from(offers).where(eq(offers.inquiryId, other)).all()).toEqual([])
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

describe("a spot in a class", () => {
  test("is held for the family, at the price that was offered", async () => {
    const classId = openChoir()
    expect((await make({ classId, startTime: "", amount: "55", billing: "monthly" })).status).toBe(303)
    expect(findFreeSpots(harmony.actor, classId).free).toBe(0)
    const link = await linkIn("offer-made")
    expect(await textOf(await visitor().visit(link))).toContain("$55.00 a month")
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
    db().update(classes).set({ endedOn: "2026-11-20" }).where(eq(classes.id, classId)).run()
    const refused = await accept(link)
    expect(refused.status).toBe(409)
    expect(await refused.text()).toContain("The spot isn’t free anymore.")
    expect(db().select().from(inquiries).where(eq(inquiries.id, inquiryId)).get()?.studentId).toBeNull()
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
    const html = await (await visitor().visit(link)).text()
    const document = await textOf(await visitor().visit(`${link}?document=${added.id}`))
    expect(document).toContain("Tell us a day before.")
    expect((await visitor().visit(`${link}?document=x`)).status).toBe(404)
    const versionId = /name="consents"[^>]*value="([^"]+)"/.exec(html)?.[1] ?? ""
    const refused = await accept(link, { name: "Ines Oyelaranee" })
    expect(refused.status).toBe(400)
    expect(await refused.text()).toContain("Read “Studio policy” and check its box to accept.")
    expect((await accept(link, { name: "Ines Oyelaranee", consents: versionId })).status).toBe(303)
    const [guardian] = db().select().from(guardians).where(eq(guardians.email, email)).all()
    expect(
      db().select().from(consentAnswers).where(eq(consentAnswers.versionId, versionId)).all(),
    ).toMatchObject([{ guardianId: guardian?.id, isAgreed: true, name: "Ines Oyelaranee" }])
  })

  test("takes the wish for another time to the office once, and stays", async () => {
    await make()
    const link = await linkIn("offer-made")
    expect((await visitor().submit(link, { intent: "ask", wish: " " })).status).toBe(400)
    for (const _ of [1, 2]) await visitor().submit(link, { intent: "ask", wish: "Fridays after 5?" })
    expect(of("offer-answered")).toHaveLength(1)
    expect((await letter("offer-answered")).text).toContain("Fridays after 5?")
    expect(await textOf(await office.visit(page()))).toContain("Fridays after 5?")
    expect(await textOf(await visitor().visit(link))).toContain("Harmony")
    expect((await accept(link)).status).toBe(303)
  })

  test("that was changed isn’t accepted unread, and the old link shows the new one", async () => {
    await make()
    const link = await linkIn("offer-made")
    const browser = visitor()
    const seen = seenIn(await (await browser.visit(link)).text())
    expect(await textOf(await office.visit(`${page()}/offer`))).toContain("replaces the offer that was sent")
    expect((await make({ startTime: "16:15", amount: "45" })).status).toBe(303)
    expect((await letter("offer-made")).subject).toContain("Changed offer")
    const refused = await browser.submit(link, { intent: "accept", seen })
    expect(refused.status).toBe(409)
    expect(await refused.text()).toContain("changed this offer since you opened the page")
    expect(new Set(lessons().map(({ startTime }) => startTime))).toEqual(new Set(["16:15"]))
    expect(await textOf(await visitor().visit(link))).toContain("$45.00 per lesson")
    expect((await accept(link)).status).toBe(303)
  })

  test("ends by itself: what it held is free, the office is told, and the page says so", async () => {
    await make()
    const link = await linkIn("offer-made")
    fixClock(morning + 8 * dayMs)
    const late = await visitor().visit(link)
    expect(late.status).toBe(410)
    expect(await textOf(late)).toContain("This offer has ended")
    expect((await visitor().submit(link, { intent: "accept", seen: "x" })).status).toBe(409)
    expect(expireOffers(harmony.actor)).toBe(1)
    expect(expireOffers(harmony.actor)).toBe(0)
    expect(lessons()).toEqual([])
    expect((await letter("offer-answered")).text).toContain(
      "didn’t answer your offer, or didn’t pay its deposit, in time",
    )
    const later = await Browser.of(harmony.userId)
    expect(await textOf(await later.visit(page()))).toContain("Ended without an answer")
  })

  test("that the office withdraws says so, by letter and on its page", async () => {
    await make()
    const link = await linkIn("offer-made")
    await office.submit(page(), { intent: "withdraw" })
    expect((await letter("offer-withdrawn")).text).toContain("no longer accepts it")
    const gone = await visitor().visit(link)
    expect(gone.status).toBe(410)
    expect(await textOf(gone)).toContain("This offer was withdrawn")
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
    const gone = await visitor().visit(link)
    expect(gone.status).toBe(410)
    expect(await textOf(gone)).toContain("This link no longer works")
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
    const studentId = db().select().from(inquiries).where(eq(inquiries.id, familyOf)).get()?.studentId ?? ""
    expect((await office.submit(`/students/inquiries/${familyOf}/offer`, form())).status).toBe(303)
    const link = await linkIn("offer-made")
    db().update(students).set({ status: "former" }).where(eq(students.id, studentId)).run()
    expect(erasePerson(harmony.actor, "student", studentId).ok).toBe(true)
    expect((await visitor().visit(link)).status).toBe(410)
    expect(lessons()).toEqual([])
  })

  test("is answered so often from one link, and no more for a while", async () => {
    await make()
    const link = await linkIn("offer-made")
    for (let n = 0; n < 20; n += 1) await visitor().submit(link, { intent: "ask", wish: "Fridays" })
    const refused = await visitor().submit(link, { intent: "ask", wish: "Sundays" })
    expect(refused.status).toBe(429)
    const html = await refused.text()
    expect(html).toContain("Too many tries.")
    expect(html).toContain("Sundays")
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
    db()
      .update(schools)
      .set({ payeeEmail: "pay@harmony.example" })
      .where(eq(schools.id, harmony.actor.school.id))
      .run()
  const invoice = () =>
    db().select().from(invoices).where(eq(invoices.schoolId, harmony.actor.school.id)).all().at(-1)
  const pay = () =>
    recordPayment(harmony.actor, {
      ...{ invoiceId: invoice()?.id ?? "", amountMinor: 5_000, method: "cash", receivedOn: "2026-11-18" },
      payerName: "Ines Oyelaranee",
    })

  test("isn’t asked where families can’t pay online", async () => {
    const refused = await make({ deposit: "50", isFirmWhenPaid: "on" })
    expect(refused.status).toBe(409)
    expect(await refused.text()).toContain("Connect PayPal or Stripe under Settings")
    expect((await make({ deposit: "0" })).status).toBe(400)
    expect(offer()).toBeUndefined()
  })

  test("is paid by its invoice’s link, and the spot is theirs once it is", async () => {
    connect()
    expect((await make({ deposit: "50", isFirmWhenPaid: "on" })).status).toBe(303)
    const link = await linkIn("offer-made")
    expect((await letter("offer-made")).text).toContain("once you’ve paid the deposit")
    const accepted = await accept(link)
    expect(accepted.headers.get("Location")).toMatch(/^\/pay\/[\w-]{43}$/)
    expect(invoice()).toMatchObject({ state: "issued", totalMinor: 5_000, dueOn: "2026-11-25" })
    expect(enrolled()).toEqual([])
    expect(await textOf(await visitor().visit(link))).toContain("Pay deposit of $50.00")
    expect(await textOf(await office.visit(page()))).toContain("Accepted, deposit not paid")
    // Pressed again, there is one invoice.
    await accept(link)
    expect(
      db().select().from(invoices).where(eq(invoices.schoolId, harmony.actor.school.id)).all(),
    ).toHaveLength(1)
    expect(pay().ok).toBe(true)
    settleOffers(harmony.actor)
    settleOffers(harmony.actor)
    expect(enrolled()).toHaveLength(1)
    expect(offer()?.state).toBe("accepted")
    expect(await textOf(await visitor().visit(link))).toContain("You accepted this offer")
  })

  test("that isn’t paid in time frees the place and voids the invoice", async () => {
    connect()
    await make({ deposit: "50", isFirmWhenPaid: "on" })
    const link = await linkIn("offer-made")
    await accept(link)
    fixClock(morning + 8 * dayMs)
    settleOffers(harmony.actor)
    expect(offer()?.state).toBe("expired")
    expect(invoice()?.state).toBe("void")
    expect(
      db().select().from(charges).where(eq(charges.schoolId, harmony.actor.school.id)).all(),
    ).toMatchObject([{ withdrawnAt: expect.any(Number) }])
    expect(lessons()).toEqual([])
    expect((await visitor().visit(link)).status).toBe(410)
  })

  test("that was paid in time keeps the place, also when that is noticed later", async () => {
    connect()
    await make({ deposit: "50", isFirmWhenPaid: "on" })
    await accept(await linkIn("offer-made"))
    expect(pay().ok).toBe(true)
    fixClock(morning + 8 * dayMs)
    settleOffers(harmony.actor)
    expect(enrolled()).toHaveLength(1)
    expect(invoice()?.state).toBe("issued")
  })

  test("that is paid for a spot that was given away tells the office once, and goes on once there is room", async () => {
    connect()
    const classId = openChoir()
    await make({ classId, startTime: "", deposit: "50", isFirmWhenPaid: "on" })
    const link = await linkIn("offer-made")
    await accept(link)
    db().update(classes).set({ endedOn: "2026-11-20" }).where(eq(classes.id, classId)).run()
    expect(pay().ok).toBe(true)
    expect(await textOf(await visitor().visit(link))).toContain("Deposit paid")
    settleOffers(harmony.actor)
    settleOffers(harmony.actor)
    expect(enrolled()).toEqual([])
    expect(of("offer-answered")).toHaveLength(1)
    expect((await letter("offer-answered")).text).toContain("can’t be enrolled")
    db().update(classes).set({ endedOn: null }).where(eq(classes.id, classId)).run()
    settleOffers(harmony.actor)
    expect(enrolled()).toHaveLength(1)
  })

  test("that the spot doesn’t wait for is an invoice", async () => {
    connect()
    await make({ deposit: "50" })
    await accept(await linkIn("offer-made"))
    expect(enrolled()).toHaveLength(1)
    expect(invoice()).toMatchObject({ state: "issued", totalMinor: 5_000 })
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
      db()
        .update(students)
        .set({ email: `${studentId}@example.com` })
        .where(eq(students.id, studentId))
        .run()
      return add(harmony.actor, waitingSpots, { classId, studentId, state: "waiting" })
    })
    expect(offerSpot(harmony.actor, classId, spots[0] ?? "").ok).toBe(true)
    const first = await linkIn("place-offered")
    expect(await textOf(await visitor().visit(first))).toContain("A spot in Youth choir for Otis Oyelaranee")
    await visitor().submit(first, { intent: "ask", wish: "Saturdays" })
    expect(await textOf(await office.visit(`/classes/${classId}/waiting-list`))).toContain("Saturdays")
    expect((await accept(first)).status).toBe(303)
    expect(enrolled()).toMatchObject([{ classId, studentId: otis }])
    expect(offerSpot(harmony.actor, classId, spots[1] ?? "").ok).toBe(true)
    const second = await linkIn("place-offered")
    await visitor().submit(second, { intent: "decline" })
    expect(await textOf(await visitor().visit(second))).toContain("You declined this offer")
    expect(enrolled()).toHaveLength(1)
  })
})
