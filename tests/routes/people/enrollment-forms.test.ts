import { emails } from "db/schema/foundation-mail"
import { inquiries } from "db/schema/people-inquiries"
import { afterEach, beforeEach, describe, expect, test } from "vitest"
import { composeMail } from "~/jobs/mail/compose-mail.server"
import { addDocument } from "~/models/people/consent/documents.server"
import { findFormAt, listForms } from "~/models/people/enrollment-form/enrollment-form.server"
import { saveSchoolPage } from "~/models/people/school-page/school-page.server"
import { SchoolPageForm } from "~/models/people/school-page/school-page-form"
import { fixClock, now } from "~/utils/clock.server"
import { Browser, locationOf } from "../../support/app"
import { addScheduleRow, openClass } from "../../support/lessons"
import { addMember, openSchool, rowsOf } from "../../support/school"

// A school makes several forms, each for one purpose and at its own address; what comes by one names it.

let harmony: ReturnType<typeof openSchool>
let office: Browser
let count = 0
let address = ""
let email = ""
const morning = Date.UTC(2026, 10, 18, 15)
beforeEach(async () => {
  fixClock(morning + count * 86_400_000)
  harmony = openSchool()
  office = await Browser.of(harmony.userId)
  address = `forms-${++count}`
  email = `ana.forms.${count}@example.com`
  saveSchoolPage(harmony.actor, SchoolPageForm.parse({ address, isOpen: true, instruments: ["Piano"] }))
})
afterEach(() => fixClock(morning))

const settings = "/settings/public-page/forms"
async function addForm(name: string, purpose: string): Promise<string> {
  const answer = await office.submit(settings, { intent: "add", name, purpose })
  expect(answer.status).toBe(303)
  return locationOf(answer)
}
const facts: Record<string, string> = {
  name: "Summer camp",
  path: "summer-camp",
  purpose: "camp",
  forWhom: "child",
  isListed: "on",
}
const visitor = () => new Browser(`203.0.113.${++count % 250}`)
const person = { firstName: "Milo", lastName: "Berg", guardianName: "Ana Berg" }
async function send(path: string, sent: Record<string, string | string[]> = {}) {
  const browser = visitor()
  const html = await browser.html(path)
  const begun = /name="begun" value="([^"]+)"/.exec(html)?.[1] ?? ""
  fixClock(now() + 60_000)
  return browser.submit(path, { begun, ...person, email, ...sent })
}

describe("the settings of forms", () => {
  test("add one, keep its questions in order, and show it at its link", async () => {
    const path = await addForm("Summer camp", "camp")
    const saved = await office.submit(path, {
      ...facts,
      "ask.phone": "required",
      "order.phone": "2",
      "ask.birthDate": "optional",
      "order.birthDate": "1",
    })
    expect(saved.status).toBe(303)
    expect(findFormAt(harmony.actor, "summer-camp")?.fields).toEqual([
      { key: "birthDate", isRequired: false },
      { key: "phone", isRequired: true },
    ])
    const html = await office.html(path)
    expect(html).toContain(`/s/${address}/summer-camp`)
    expect(html).toContain("&lt;iframe src=&quot;")
    const page = await visitor().read(`/s/${address}/summer-camp`)
    expect(page.indexOf("birth date")).toBeLessThan(page.indexOf("Your phone"))
    expect(page).not.toContain("Instrument")
    expect(page).not.toContain("Who are the lessons for?")
    expect(await visitor().read(`/s/${address}`)).toContain("Summer camp")
  })

  test("refuse an address of another form beside its field and keep what was typed", async () => {
    const path = await addForm("Summer camp", "camp")
    const taken = await office.submit(path, { ...facts, path: "lessons", intro: "Typed with care" })
    expect(taken.status).toBe(409)
    const html = await taken.text()
    expect(html).toContain("Another form of yours has this address. Choose another.")
    expect(html).toContain("Typed with care")
    const wrong = [
      ["path", "confirm"],
      ["path", "x"],
      ["purpose", "war"],
      ["order.phone", "0"],
    ] as const
    for (const [field, value] of wrong)
      expect((await office.submit(path, { ...facts, [field]: value })).status, value).toBe(400)
    expect((await office.submit(settings, { intent: "add", name: "", purpose: "camp" })).status).toBe(400)
  })

  test("copy, archive, restore and put one on the page itself", async () => {
    const path = await addForm("Summer camp", "camp")
    const copied = await office.submit(path, { intent: "copy" })
    expect(copied.headers.get("Location")).not.toBe(path)
    await office.submit(path, { intent: "archive" })
    expect((await visitor().visit(`/s/${address}/summer-camp`)).status).toBe(404)
    await office.submit(path, { intent: "restore" })
    expect((await visitor().visit(`/s/${address}/summer-camp`)).status).toBe(200)
    await office.submit(path, { intent: "main" })
    expect(listForms(harmony.actor)[0]?.name).toBe("Summer camp")
    expect(await visitor().read(`/s/${address}`)).toContain("Ask for lessons")
  })

  test("are the office’s alone, and of another school not found", async () => {
    const path = await addForm("Summer camp", "camp")
    const teacher = await Browser.of(addMember(harmony.actor, "teacher", "Helena Novak").userId)
    expect((await teacher.visit(path)).status).toBe(302)
    const others = await Browser.of(openSchool({ name: "Bright Keys" }).userId)
    expect((await others.visit(path)).status).toBe(404)
    expect((await others.submit(path, { ...facts })).status).toBe(404)
    expect((await others.submit(path, { intent: "archive" })).status).toBe(404)
  })
})

describe("a form at its address", () => {
  const camp = async (sent: Record<string, string | string[]> = {}) => {
    const path = await addForm("Summer camp", "camp")
    await office.submit(path, { ...facts, "ask.phone": "required", "ask.message": "optional", ...sent })
    return `/s/${address}/summer-camp`
  }

  test("is not found while the page is off, and leads on from other spellings", async () => {
    const path = await camp()
    expect((await visitor().visit(path.toUpperCase().replace("/S/", "/s/"))).headers.get("Location")).toBe(
      path,
    )
    expect((await visitor().visit(`/s/${address}/no-such-form`)).status).toBe(404)
    saveSchoolPage(harmony.actor, SchoolPageForm.parse({ address }))
    expect((await visitor().visit(path)).status).toBe(404)
    expect((await visitor().submit(path, { ...person, email })).status).toBe(404)
  })

  test("may be inside another page, and needs no cookie", async () => {
    const page = await visitor().visit(await camp())
    expect(page.headers.get("Content-Security-Policy")).toContain("frame-ancestors *")
    expect(page.headers.getSetCookie()).toEqual([])
  })

  test("says what is missing beside the field and loses nothing", async () => {
    const path = await camp()
    const refused = await send(path, { message: "She sings" })
    expect(refused.status).toBe(400)
    const html = await refused.text()
    // Shown from the problem on, not from the top of a long page.
    expect(html).toMatch(/<div id="ask"><div[^>]*error-summary[\s\S]*<form[^>]*#ask"/)
    expect(html).toContain("Enter your phone number.")
    expect(html).toContain("She sings")
    await expect(visitor().submit(path, { ...person, email, phone: "+1 555 010 0199" })).toAnswer(400)
    const trapped = await send(path, { phone: "+1 555 010 0199", fax: "1" })
    expect(trapped.headers.get("Location")).toBe(`${path}?sent=yes`)
    expect(mails()).toEqual([])
  })

  test("asks the consents that are chosen for it", async () => {
    addDocument(harmony.actor, {
      ...{ kind: "policy", per: "adult", atEnrollment: "must", asksAgain: true },
      ...{ title: "Studio policy", body: "I agree to the studio policy." },
    })
    const path = await camp()
    expect(await visitor().read(path)).not.toContain("Consents")
    expect(await visitor().read(`/s/${address}`)).toContain("Consents")
  })

  test("names itself where the office reads the inquiry", async () => {
    const path = await camp()
    const sent = await send(path, { phone: "+1 555 010 0199" })
    await expect(sent).toLead(303, `${path}?sent=yes`)
    expect(await visitor().read(`${path}?sent=yes`)).toContain("Check your email")
    await confirm()
    const [row] = rows()
    expect(row).toMatchObject({ firstName: "Milo", instrument: null, purpose: "class" })
    const page = await office.read(`/students/inquiries/${row?.id}`)
    expect(page).toContain("Summer camp")
    expect(await office.read("/students/inquiries")).toContain("Summer camp")
    expect(await office.read(settings)).toMatch(/Summer camp.*A camp/)
    const planned = { intent: "plan", nextStep: "Call", memberId: "someone-else" }
    expect((await office.submit(`/students/inquiries/${row?.id}`, planned)).status).toBe(409)
  })

  test("for a waiting list names the full classes alone", async () => {
    const { classId } = openClass(harmony.actor, {
      class: { name: "Full choir", capacity: 1 },
      pupils: ["Bo Ek"],
    })
    addScheduleRow(harmony.actor, classId)
    const open = openClass(harmony.actor, { class: { name: "Little choir", capacity: 2 }, pupils: [] })
    addScheduleRow(harmony.actor, open.classId)
    await addForm("Waiting list", "waiting")
    const path = `/s/${address}/waiting-list`
    const page = await visitor().read(path)
    expect(page).toContain("Full choir")
    expect(page).not.toContain("Little choir")
    expect((await send(path, { forWhom: "child", classId: open.classId })).status).toBe(400)
    expect((await send(path, { forWhom: "child", classId })).status).toBe(303)
    await confirm()
    expect(rows()[0]).toMatchObject({ className: "Full choir" })
    expect(await office.read("/students/inquiries")).toContain("Waiting list: Full choir")
  })
})

describe("a form that the office changes while it is filled in", () => {
  const phone = "+1 555 010 0199"
  /** Opens a form, lets the office do something, and sends what was filled in. */
  async function sendAfter(
    act: (path: string) => Promise<unknown>,
    sent: Record<string, string | string[]>,
    asked: Record<string, string> = { "ask.phone": "required" },
  ) {
    const settingsPath = await addForm("Summer camp", "camp")
    await office.submit(settingsPath, { ...facts, ...asked })
    const path = `/s/${address}/summer-camp`
    const browser = visitor()
    const begun = /name="begun" value="([^"]+)"/.exec(await browser.html(path))?.[1] ?? ""
    fixClock(now() + 60_000)
    await act(settingsPath)
    const answer = await browser.submit(path, { begun, ...person, email, ...sent })
    return { answer, browser, begun, path }
  }

  test("and gives another address takes what is sent to the former one, which leads on", async () => {
    const move = (path: string, to: string) =>
      office.submit(path, { ...facts, "ask.phone": "required", path: to })
    const { answer, path } = await sendAfter((each) => move(each, "august-camp"), { phone })
    await expect(answer).toLead(303, `/s/${address}/august-camp?sent=yes`)
    expect(mails()).toHaveLength(1)
    await expect(visitor().visit(`${path}?campaign=flyer`)).toLead(
      301,
      `/s/${address}/august-camp?campaign=flyer`,
    )
    // Another form that takes the address has it, and a new one isn't given it.
    const other = await addForm("Summer camp", "camp")
    expect(await office.read(other)).toContain("summer-camp-2")
    await office.submit(other, { ...facts, name: "The other camp" })
    expect(await visitor().read(path)).toContain("The other camp")
    await office.submit(other, { ...facts, name: "The other camp", path: "camp-two" })
    expect(await visitor().read(`/s/${address}/camp-two`)).toContain("The other camp")
    await expect(visitor().visit(path)).toLead(301, `/s/${address}/camp-two`)
  })

  test("and archives says that it is closed, with what was typed", async () => {
    const { answer, path } = await sendAfter((each) => office.submit(each, { intent: "archive" }), {
      phone,
      message: "She sings <b>",
    })
    expect(answer.status).toBe(404)
    const html = await answer.text()
    expect(html).toContain("Summer camp is closed")
    expect(html).toContain("She sings &lt;b&gt;")
    expect(html).toContain(phone)
    expect(html).toContain(`href="/s/${address}"`)
    expect(mails()).toEqual([])
    expect(await visitor().read(path)).toContain("no longer takes requests through this form")
  })

  test("and asks less names the answers that it no longer takes, and takes the rest", async () => {
    const asked = { "ask.phone": "required", "ask.message": "optional", "ask.homeAddress": "optional" }
    const { answer, browser, begun, path } = await sendAfter(
      (each) => office.submit(each, { ...facts, "ask.phone": "required" }),
      { phone, message: "She sings", "homeAddress.street": "1 Main St", time: "2026-12-01 10:00 abc" },
      asked,
    )
    expect(answer.status).toBe(409)
    const html = await answer.text()
    expect(html).toContain("It doesn’t ask for a time, an address and a message anymore.")
    expect(html).toContain(`value="${phone}"`)
    expect(mails()).toEqual([])
    await expect(browser.submit(path, { begun, ...person, email, phone })).toLead(303, `${path}?sent=yes`)
    expect(mails()).toHaveLength(1)
  })

  test("and closes with its page gives back what was typed", async () => {
    const close = async () => saveSchoolPage(harmony.actor, SchoolPageForm.parse({ address }))
    const { answer } = await sendAfter(close, { phone })
    expect(answer.status).toBe(404)
    expect(await answer.text()).toContain(phone)
  })
})

const mails = () => rowsOf(emails, { schoolId: harmony.actor.school.id })
const rows = () => rowsOf(inquiries, { schoolId: harmony.actor.school.id })
async function confirm() {
  const mail = mails()
    .filter(({ template }) => template === "inquiry-confirmation")
    .at(-1)
  if (!mail) throw new Error("No email was queued.")
  const { text } = await composeMail({ ...mail, leaseUntil: null })
  const link = /\/s\/\S+token=[\w-]+/.exec(text)?.[0] ?? ""
  expect((await visitor().submit(link, {})).status).toBe(200)
}
