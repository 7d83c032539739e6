import { schools } from "db/schema/accounts-schools"
import { emails } from "db/schema/foundation-mail"
import { invoices } from "db/schema/money"
import { students } from "db/schema/people"
import { inquiries } from "db/schema/people-inquiries"
import { classes, enrollments } from "db/schema/teaching"
import { offers } from "db/schema/teaching-offers"
import { beforeEach, expect, test } from "vitest"
import { composeMail } from "~/jobs/mail/compose-mail.server"
import { addForm, saveForm } from "~/models/people/enrollment-form/enrollment-form.server"
import { saveSchoolPage } from "~/models/people/school-page/school-page.server"
import { SchoolPageForm } from "~/models/people/school-page/school-page-form"
import { startClass } from "~/models/teaching/class/class.server"
import { expireOffers } from "~/models/teaching/offer/make-offer.server"
import { fixClock, now } from "~/utils/clock.server"
import { Browser, locationOf, textOf } from "../../support/app"
import { okaforAdults, openFamily } from "../../support/billing"
import { addEnrollmentRow } from "../../support/lessons"
import { addMember, changeRows, openSchool, rowsOf } from "../../support/school"

// A form of the public page that offers a free spot by itself: from a stranger to a student in the class, without the office.

let harmony: ReturnType<typeof openSchool>
let office: Browser
let formId = ""
let classId = ""
let count = 0
let address = ""
/** A Wednesday, 10 AM in New York. */
const morning = Date.UTC(2026, 10, 18, 15)
const dayMs = 86_400_000

beforeEach(async () => {
  fixClock(morning)
  harmony = openSchool()
  changeRows(schools, { id: harmony.actor.school.id }, { payeeEmail: `fees${count}@harmony.example` })
  office = await Browser.of(harmony.userId)
  address = `harmony-spot-${++count}`
  saveSchoolPage(harmony.actor, SchoolPageForm.parse({ address, isOpen: true, instruments: ["Voice"] }))
  const added = addForm(harmony.actor, { name: "Youth choir", purpose: "class" })
  formId = added.ok ? added.id : ""
  const started = startClass(harmony.actor, {
    ...{ name: "Youth choir", kind: "group", instrument: "Voice", capacity: 1 },
    ...{ billing: "monthly", amount: 6_000, weekdays: [5], everyWeeks: 1, rotation: [], startTime: "17:00" },
    ...{ minutes: 60, startsOn: "2026-11-06", ends: "open", students: [] },
  })
  classId = started.ok ? started.classId : ""
})

const save = (facts: Record<string, string> = {}) =>
  office.submit(`/settings/public-page/forms/${formId}`, {
    ...{ path: "choir", name: "Youth choir", purpose: "class", forWhom: "child", isListed: "on" },
    ...facts,
  })
const offering = () => save({ offersSpot: "on", deposit: "50" })
const visitor = () => new Browser(`203.0.113.${++count % 250}`)
const page = () => `/s/${address}/choir`
const offersMade = () => rowsOf(offers, { schoolId: harmony.actor.school.id })
const lettersOf = (template: string) => rowsOf(emails, { schoolId: harmony.actor.school.id, template })
async function linkIn(template: string, pattern: RegExp) {
  const mail = lettersOf(template).at(-1)
  if (!mail) throw new Error(`No ${template} was queued.`)
  return pattern.exec((await composeMail({ ...mail, leaseUntil: null })).text)?.[0] ?? ""
}

/** Sends the form as someone who takes a minute, and answers the link that confirms it. */
async function ask(facts: Record<string, string> = {}) {
  const browser = visitor()
  const html = await browser.html(page())
  const begun = /name="begun" value="([^"]+)"/.exec(html)?.[1] ?? ""
  fixClock(now() + 60_000)
  const sent = await browser.submit(page(), {
    ...{ begun, classId, firstName: "Rafa", lastName: "Oyelaranee", guardianName: "Ines Oyelaranee" },
    ...{ email: `ines.spot.${count}@example.com`, ...facts },
  })
  expect(sent.status).toBe(303)
  return linkIn("inquiry-confirmation", /\/s\/\S+token=[\w-]+/)
}

test("a stranger asks, confirms, accepts and stands at the page that pays the deposit", async () => {
  expect((await offering()).status).toBe(303)
  expect(await visitor().read(page())).toContain(
    "a free spot is held for you for 3 days and you can accept it right away. Then you pay a deposit of $50.00.",
  )
  const link = await ask()
  const guest = visitor()
  expect(await guest.read(link)).toContain("Send your request for Youth choir to")
  // Opening the link holds nothing.
  expect(offersMade()).toEqual([])
  const confirmed = await guest.submit(link, {})
  expect(confirmed.status).toBe(303)
  const offerPage = locationOf(confirmed)
  expect(offerPage).toBe(await linkIn("offer-made", /\/offers\/[\w-]{43}/))
  expect(lettersOf("inquiry-receipt")).toEqual([])
  expect(lettersOf("inquiry-arrived")).toHaveLength(1)
  // From the next day on; the next lesson is on Friday.
  expect(offersMade()).toMatchObject([
    { classId, startsOn: "2026-11-19", depositMinor: 5_000, state: "open" },
  ])
  const shown = await guest.html(offerPage)
  expect(shown).toContain("A spot in Youth choir for Rafa Oyelaranee")
  expect(shown).toContain("$60.00")
  expect(shown).toContain("November 20, 2026")
  const seen = /name="seen" value="([^"]+)"/.exec(shown)?.[1] ?? ""
  const accepted = await guest.submit(offerPage, { intent: "accept", seen })
  expect(accepted.headers.get("Location")).toMatch(/^\/pay\//)
  expect(rowsOf(enrollments, { classId })).toMatchObject([{ classId, startsOn: "2026-11-19" }])
  expect(rowsOf(invoices, { schoolId: harmony.actor.school.id })).toMatchObject([{ totalMinor: 5_000 }])
  // Pressed again, or Back and again: nothing more.
  expect(await textOf(await guest.submit(link, {}))).toContain("Confirmed already")
  expect(offersMade()).toHaveLength(1)
  // Accepted for a later day it is taken now: no one else is offered it.
  expect(await visitor().read(page())).toContain("No class has free spots right now.")
})

test("a spot that is taken meanwhile is a request as before", async () => {
  await offering()
  const [first, second] = [await ask(), await ask({ firstName: "Ada", lastName: "Lind" })]
  expect((await visitor().submit(first, {})).headers.get("Location")).toContain("/offers/")
  const late = await visitor().submit(second, {})
  expect(late.status).toBe(200)
  const said = await textOf(late)
  expect(said).toContain("Request sent")
  expect(said).toContain("We couldn’t hold a spot in Youth choir for you.")
  expect(lettersOf("inquiry-receipt")).toHaveLength(1)
  expect(offersMade()).toHaveLength(1)
  // Held for three days, then free for whoever asks next.
  fixClock(morning + 4 * dayMs)
  expect(expireOffers(harmony.actor)).toBe(1)
  const third = await visitor().submit(await ask({ firstName: "Bo", lastName: "Lind" }), {})
  expect(third.headers.get("Location")).toContain("/offers/")
})

test("who asks again for the same class reads the same offer; another class is another request", async () => {
  await offering()
  changeRows(classes, { id: classId }, { capacity: 3 })
  const band = startClass(harmony.actor, {
    ...{ name: "Jazz band", kind: "group", instrument: "Voice", capacity: 4 },
    ...{ billing: "monthly", amount: 6_000, weekdays: [2], everyWeeks: 1, rotation: [], startTime: "17:00" },
    ...{ minutes: 60, startsOn: "2026-11-03", ends: "open", students: [] },
  })
  const email = `ines.again.${count}@example.com`
  const first = await visitor().submit(await ask({ email }), {})
  const again = await visitor().submit(await ask({ email }), {})
  expect(again.headers.get("Location")).toBe(first.headers.get("Location"))
  expect(offersMade()).toHaveLength(1)
  const other = await visitor().submit(await ask({ email, classId: band.ok ? band.classId : "" }), {})
  expect(other.headers.get("Location")).not.toBe(first.headers.get("Location"))
  const asked = rowsOf(inquiries, { email })
  expect(asked.map(({ className }) => className).sort()).toEqual(["Jazz band", "Youth choir"])
  expect(
    offersMade()
      .map(({ inquiryId }) => inquiryId)
      .sort(),
  ).toEqual(asked.map(({ id }) => id).sort())
})

test("a second child of the same parent gets an offer of their own for the same class", async () => {
  await offering()
  changeRows(classes, { id: classId }, { capacity: 3 })
  const email = `ines.two.${count}@example.com`
  const first = await visitor().submit(await ask({ email }), {})
  const second = await visitor().submit(await ask({ email, firstName: "Tova" }), {})
  expect(second.headers.get("Location")).not.toBe(first.headers.get("Location"))
  expect(await visitor().read(locationOf(second))).toContain("A spot in Youth choir for Tova Oyelaranee")
  expect(offersMade().map(({ state }) => state)).toEqual(["open", "open"])
  expect(new Set(offersMade().map(({ inquiryId }) => inquiryId)).size).toBe(2)
})

test("what the office has offered since isn’t replaced by the form that is sent again", async () => {
  await offering()
  changeRows(classes, { id: classId }, { capacity: 3 })
  const teacherId = addMember(harmony.actor, "teacher", "Helena Novak").teacherId
  const email = `ines.since.${count}@example.com`
  await visitor().submit(await ask({ email }), {})
  const [asked] = rowsOf(inquiries, { email })
  const changed = await office.submit(`/students/inquiries/${asked?.id}/offer`, {
    ...{ intent: "save", date: "2026-12-02", answerBy: "2026-11-25", startTime: "16:00", minutes: "45" },
    ...{ teacherId, amount: "40", billing: "per_session" },
  })
  expect(changed.status).toBe(303)
  const again = await visitor().submit(await ask({ email }), {})
  expect(await textOf(again)).toContain("We couldn’t hold a spot in Youth choir for you.")
  expect(offersMade().map(({ state, holdsTime }) => [state, holdsTime])).toEqual([
    ["replaced", false],
    ["open", true],
  ])
  expect(lettersOf("inquiry-arrived")).toHaveLength(2)
})

test("a child who is in the class already is offered nothing, and no deposit", async () => {
  await offering()
  changeRows(classes, { id: classId }, { capacity: 3 })
  const { studentIds } = openFamily(harmony.actor, { children: ["Amara"] })
  addEnrollmentRow(harmony.actor, classId, studentIds[0] ?? "", { startsOn: "2026-11-06" })
  const link = await ask({ firstName: "Amara", lastName: "Okafor", email: okaforAdults[0]?.email ?? "" })
  expect((await visitor().submit(link, {})).status).toBe(200)
  expect(offersMade()).toEqual([])
})

test("whoever accepts after the first lesson begins with the next one", async () => {
  await offering()
  const answer = await visitor().submit(await ask(), {})
  const offerPage = locationOf(answer)
  // Saturday: the lesson of Friday is over.
  fixClock(morning + 3 * dayMs)
  const shown = await visitor().html(offerPage)
  expect(shown).toContain("November 27, 2026")
  const seen = /name="seen" value="([^"]+)"/.exec(shown)?.[1] ?? ""
  await visitor().submit(offerPage, { intent: "accept", seen })
  expect(rowsOf(enrollments, { classId })).toMatchObject([{ startsOn: "2026-11-22" }])
})

test("a request that was sent while the page was open is taken after that, and holds nothing", async () => {
  await offering()
  const link = await ask()
  saveSchoolPage(harmony.actor, SchoolPageForm.parse({ address, isOpen: false, instruments: ["Voice"] }))
  expect((await visitor().visit(page())).status).toBe(404)
  expect((await visitor().visit(`/s/${address}/confirm?token=x`)).status).toBe(404)
  expect(await visitor().read(link)).toContain("Send your request for lessons to")
  expect(await textOf(await visitor().submit(link, {}))).toContain("Request sent")
  expect(offersMade()).toEqual([])
})

test("a form that no longer offers its spots takes the request alone", async () => {
  await offering()
  const link = await ask()
  await save()
  expect((await visitor().submit(link, {})).status).toBe(200)
  expect(offersMade()).toEqual([])
  expect(await visitor().read(page())).not.toContain("is held for you")
})

test("the settings refuse a deposit without a way to pay, and another purpose, beside the field", async () => {
  const { actor, userId } = openSchool({ name: "Bright Keys" })
  const added = addForm(actor, { name: "Camp", purpose: "camp" })
  const other = await Browser.of(userId)
  const at = `/settings/public-page/forms/${added.ok ? added.id : ""}`
  const facts = { path: "camp", name: "Camp", purpose: "camp", forWhom: "any", offersSpot: "on" }
  const refused = await other.submit(at, { ...facts, deposit: "50" })
  expect(refused.status).toBe(409)
  expect(await refused.text()).toContain("Families can’t pay online yet.")
  expect((await other.submit(at, facts)).status).toBe(303)
  const untold = await other.submit(at, { ...facts, offersSpot: "", deposit: "50" })
  expect(await untold.text()).toContain("Check “Offer a free spot right away”, or leave this blank.")
  const lessons = await other.submit(at, { ...facts, purpose: "lessons" })
  expect(lessons.status).toBe(400)
  expect(await lessons.text()).toContain("Only a form for a class or a camp offers its free spots.")
  expect(
    saveForm(harmony.actor, added.ok ? added.id : "", {
      ...{ path: "camp", name: "Camp", purpose: "camp", forWhom: "any", fields: [], consents: [] },
      ...{ isListed: true, trial: null, spot: { depositMinor: null } },
    }),
  ).toMatchObject({ reason: "not-found" })
  expect(rowsOf(students, { schoolId: actor.school.id })).toEqual([])
})
