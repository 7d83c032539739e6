import { events } from "db/schema/foundation-audit"
import { emails } from "db/schema/foundation-mail"
import { teachers } from "db/schema/people"
import { inquiries } from "db/schema/people-inquiries"
import { classes, enrollments } from "db/schema/teaching"
import { sessions } from "db/schema/teaching-sessions"
import { teacherAvailability } from "db/schema/teaching-teacher-time"
import { afterEach, beforeEach, describe, expect, test } from "vitest"
import { composeMail } from "~/jobs/mail/compose-mail.server"
import { addTaxRate, chooseTaxMode } from "~/models/accounts/tax/tax-rates.server"
import { add } from "~/models/foundation/access/door.server"
import { limits } from "~/models/foundation/throttle/throttle"
import { countTry } from "~/models/foundation/throttle/throttle.server"
import type { TrialOffer } from "~/models/people/enrollment-form/enrollment-form"
import { addForm, saveForm, setFormArchived } from "~/models/people/enrollment-form/enrollment-form.server"
import { saveSchoolPage } from "~/models/people/school-page/school-page.server"
import { SchoolPageForm } from "~/models/people/school-page/school-page-form"
import { chooseTrialPrice } from "~/models/teaching/price/price.server"
import { cancelSession, removeSession, restoreSession } from "~/models/teaching/session/cancel-session.server"
import { moveSession } from "~/models/teaching/session/move-session.server"
import { fixClock, now } from "~/utils/clock.server"
import { Browser, textOf } from "../../support/app"
import { addMember, changeRows, openSchool, rowsOf } from "../../support/school"

// A stranger picks an open time, proves their mailbox, and only then it is theirs; the office makes a student of them.

let harmony: ReturnType<typeof openSchool>
let office: Browser
let teacherId = ""
let formId = ""
let count = 0
let address = ""
let email = ""
/** A Wednesday, 10 AM in New York. */
const morning = Date.UTC(2026, 10, 18, 15)
const offer = (facts: Partial<TrialOffer> = {}): TrialOffer => ({
  ...{ minutes: 30, noticeHours: 24, daysAhead: 14, priceMinor: null, teacherIds: [teacherId] },
  ...facts,
})
const save = (trial: TrialOffer | null, asks: "instrument"[] = []) =>
  saveForm(harmony.actor, formId, {
    ...{ path: "try-it", name: "Try a lesson", purpose: "trial", forWhom: "child", isListed: true },
    ...{ fields: [{ key: "message", isRequired: false }, ...asks.map((key) => ({ key, isRequired: true }))] },
    ...{ consents: [], trial },
  })

beforeEach(async () => {
  fixClock(morning + count * 7 * 86_400_000)
  harmony = openSchool()
  office = await Browser.of(harmony.userId)
  address = `trials-${++count}`
  email = `ana.trial.${count}@example.com`
  teacherId = addMember(harmony.actor, "teacher", "Helena Novak").teacherId
  add(harmony.actor, teacherAvailability, { teacherId, weekday: 5, fromTime: "16:00", toTime: "17:30" })
  saveSchoolPage(harmony.actor, SchoolPageForm.parse({ address, isOpen: true }))
  const added = addForm(harmony.actor, { name: "Try it", purpose: "trial" })
  formId = added.ok ? added.id : ""
  save(offer())
})
afterEach(() => fixClock(morning))

const visitor = () => new Browser(`203.0.113.${++count % 250}`)
const path = () => `/s/${address}/try-it`
const person = { firstName: "Milo", lastName: "Berg", guardianName: "Ana Berg", message: "He sings all day" }
const valuesIn = (html: string) =>
  [...html.matchAll(/name="time(?:~\w+)?"[^>]*value="([^"]+)"/g)].map((match) => match[1] ?? "")
const timesOn = async () => valuesIn(await visitor().html(path()))

async function ask(time: string, facts: Record<string, string> = {}) {
  const browser = visitor()
  const html = await browser.html(path())
  const begun = /name="begun" value="([^"]+)"/.exec(html)?.[1] ?? ""
  fixClock(now() + 60_000)
  return browser.submit(path(), { begun, ...person, email, time, ...facts })
}
const ofSchool = () => rowsOf(emails, { schoolId: harmony.actor.school.id })
const mails = (template: string) => ofSchool().filter((mail) => mail.template === template)
async function letter(template: string) {
  const mail = mails(template).at(-1)
  if (!mail) throw new Error(`No ${template} was queued.`)
  return composeMail({ ...mail, leaseUntil: null })
}
const linkIn = async (template: string) =>
  /\/s\/\S+token=[\w.-]+/.exec((await letter(template)).text)?.[0] ?? ""
const lessons = () => rowsOf(sessions, { schoolId: harmony.actor.school.id })
const inquiry = () => rowsOf(inquiries, { schoolId: harmony.actor.school.id }).at(-1)
async function book() {
  const [time = ""] = await timesOn()
  expect((await ask(time)).status).toBe(303)
  const answer = await visitor().submit(await linkIn("inquiry-confirmation"), { time })
  expect(await textOf(answer)).toContain("Trial lesson booked")
  return time
}

describe("open times", () => {
  test("are within weekly hours, after the notice, in the days ahead, and none of a lesson", async () => {
    const values = await timesOn()
    expect(values.map((value) => value.slice(11, 16))).toEqual([
      "16:00",
      "16:30",
      "17:00",
      "16:00",
      "16:30",
      "17:00",
    ])
    save(offer({ noticeHours: 24 * 7 }))
    expect(await timesOn()).toHaveLength(3)
    save(offer({ daysAhead: 1 }))
    expect(await timesOn()).toEqual([])
    expect(await visitor().read(path())).toContain("No times are open right now.")
    save(offer())
    // A teacher's last day is the last of their times.
    const [soonest = ""] = values
    changeRows(teachers, { id: teacherId }, { lastDay: soonest.slice(0, 10) })
    expect(await timesOn()).toEqual(values.slice(0, 3))
    changeRows(teachers, { id: teacherId }, { lastDay: null })
    save(offer({ teacherIds: [] }))
    expect(await timesOn()).toEqual([])
    save(null)
    expect(await timesOn()).toEqual([])
  })

  test("are chosen after the instrument where teachers teach different ones", async () => {
    saveSchoolPage(
      harmony.actor,
      SchoolPageForm.parse({ address, isOpen: true, instruments: ["Piano", "Violin", "Oboe"] }),
    )
    changeRows(teachers, { id: teacherId }, { instruments: "Piano, Violin" })
    save(offer())
    const first = await visitor().html(path())
    expect(first).toContain("?instrument=Piano")
    expect(first).not.toContain("instrument=Oboe")
    expect(valuesIn(first)).toEqual([])
    const html = await visitor().html(`${path()}?instrument=Violin`)
    expect(valuesIn(html)).not.toEqual([])
    const begun = /name="begun" value="([^"]+)"/.exec(html)?.[1] ?? ""
    fixClock(now() + 60_000)
    const [time = ""] = valuesIn(html)
    const sent = await visitor().submit(`${path()}?instrument=Violin`, { begun, ...person, email, time })
    expect(sent.status).toBe(303)
    await visitor().submit(await linkIn("inquiry-confirmation"), { time })
    expect(inquiry()?.instrument).toBe("Violin")
  })

  test("are named for their list, so that Back checks none that wasn’t chosen once the list is another", async () => {
    const nameOn = async () => {
      const html = await visitor().html(path())
      const names = new Set([...html.matchAll(/name="(time[^"]*)"/g)].map(([, name]) => name ?? ""))
      expect(names.size).toBe(1)
      return { html, name: [...names][0] ?? "" }
    }
    const { html, name } = await nameOn()
    expect((await nameOn()).name).toBe(name)
    const [first = "", second = ""] = valuesIn(html)
    const begun = /name="begun" value="([^"]+)"/.exec(html)?.[1] ?? ""
    fixClock(now() + 60_000)
    const sent = await visitor().submit(path(), { begun, ...person, email, [name]: first })
    expect(sent.status).toBe(303)
    expect(
      await textOf(await visitor().submit(await linkIn("inquiry-confirmation"), { [name]: first })),
    ).toContain("Trial lesson booked")
    const shorter = await nameOn()
    expect(valuesIn(shorter.html)[0]).toBe(second)
    expect(shorter.name).not.toBe(name)
  })

  test("say that a trial is free where the school’s are", async () => {
    expect(await visitor().read(path())).toContain("30 minutes, free.")
  })
})

describe("a time that is asked for", () => {
  test("is held by no one before the mailbox is proven, and then by a lesson without a student", async () => {
    const [time = ""] = await timesOn()
    const sent = await ask(time)
    expect(sent.headers.get("Location")).toBe(`${path()}?sent=time`)
    expect(await visitor().read(`${path()}?sent=time`)).toContain("Until then the time isn’t held.")
    expect(lessons()).toEqual([])
    expect(await timesOn()).toContain(time)
    const slot = ", 4:00 to 4:30 PM, with Helena Novak"
    const { subject, text } = await letter("inquiry-confirmation")
    expect(subject).toMatch(/^Confirm your trial lesson at /)
    expect(text).toContain(slot)
    expect(text).toContain("Until then the time isn’t held")
    const link = await linkIn("inquiry-confirmation")
    expect(await visitor().read(link)).toContain("Book this time")
    expect(lessons()).toEqual([])
    const booked = await textOf(await visitor().submit(link, { time }))
    expect(booked).toContain("Trial lesson booked")
    expect(booked).toContain(slot)
    expect(lessons()).toMatchObject([
      { teacherId, localDate: time.slice(0, 10), startTime: "16:00", minutes: 30 },
    ])
    expect(await timesOn()).not.toContain(time)
    // Pressed again, or by another machine: nothing more.
    expect(await textOf(await visitor().submit(link, { time }))).toContain("Confirmed already")
    expect(await visitor().read(link)).toContain("Look in your email")
    expect(lessons()).toHaveLength(1)
  })

  test("goes to the stranger with a calendar file, to the office and to the teacher", async () => {
    await book()
    const { text, attachments } = await letter("trial-booked")
    expect(text).toContain("Helena Novak")
    expect(attachments?.map(({ filename }) => filename)).toEqual(["trial-lesson.ics"])
    const file = Buffer.from(attachments?.[0]?.content ?? "", "base64").toString()
    expect(file).toContain("SUMMARY:Trial lesson\\, Milo Berg")
    expect(mails("inquiry-receipt")).toEqual([])
    expect(mails("inquiry-arrived")).toEqual([])
    const arrived = [...mails("trial-arrived"), ...mails("trial-arrived-teacher")]
    expect(arrived).toHaveLength(2)
    // It may not wait for a daily email past the lesson.
    expect(arrived.map(({ soonestAt }) => soonestAt)).toEqual(arrived.map(() => lessons()[0]?.startsAt))
    const texts = await Promise.all(arrived.map((mail) => composeMail({ ...mail, leaseUntil: null })))
    expect(texts.map((each) => /\/students\/inquiries\//.test(each.text))).toEqual([true, false])
  })

  test("is the first problem of a form without it", async () => {
    // A browser sends nothing of a choice that wasn't made.
    const html = await textOf(await visitor().submit(path(), { ...person, email: "" }))
    expect(html.indexOf("Choose a time.")).toBeGreaterThan(0)
    expect(html.indexOf("Choose a time.")).toBeLessThan(html.indexOf("Enter your email"))
  })

  test("that is no time is refused, and one that was taken meanwhile names the others and loses nothing", async () => {
    const [first = "", second = ""] = await timesOn()
    for (const wrong of ["", "tomorrow", `${first.slice(0, 16)} someone-else`, "2020-01-03 16:00 x"]) {
      const refused = await ask(wrong)
      expect([400, 409], wrong).toContain(refused.status)
      expect(await refused.text()).toContain("He sings all day")
    }
    await ask(first)
    const link = await linkIn("inquiry-confirmation")
    await ask(first, { firstName: "Ida", email: `other.${email}` })
    const other = await linkIn("inquiry-confirmation")
    expect((await visitor().submit(other, { time: first })).status).toBe(200)
    const late = await ask(first, { firstName: "Bo", email: `third.${email}` })
    expect(late.status).toBe(409)
    const html = await late.text()
    expect(html).toContain("This time isn’t open anymore. Choose another.")
    expect(html).toContain("He sings all day")
    expect(valuesIn(html)).toContain(second)
    const taken = await visitor().html(link)
    expect(taken).toContain("This time isn’t open anymore")
    const again = await visitor().submit(link, { time: first })
    expect(again.status).toBe(409)
    expect(valuesIn(await again.text())).toContain(second)
    expect(await textOf(await visitor().submit(link, { time: second }))).toContain("Trial lesson booked")
    expect(lessons()).toHaveLength(2)
  })

  test("keeps its notice from when it was sent, and is told as gone once it has begun", async () => {
    save(offer({ noticeHours: 50 }))
    const [time = ""] = await timesOn()
    expect(time.slice(0, 16)).toBe(`${time.slice(0, 10)} 16:00`)
    await ask(time)
    fixClock(now() + 30 * 3_600_000)
    expect(await timesOn()).not.toContain(time)
    const link = await linkIn("inquiry-confirmation")
    expect(await visitor().read(link)).toContain("Book this time")
    fixClock(now() + 30 * 3_600_000)
    expect(await visitor().read(link)).toContain("This time isn’t open anymore")
    fixClock(now() - 30 * 3_600_000)
    expect(await textOf(await visitor().submit(link, { time }))).toContain("Trial lesson booked")
  })

  test("is booked where no teacher has a recorded instrument and the form asks for one, too", async () => {
    saveSchoolPage(harmony.actor, SchoolPageForm.parse({ address, isOpen: true, instruments: ["Piano"] }))
    save(offer(), ["instrument"])
    const [time = ""] = await timesOn()
    expect((await ask(time, { instrument: "Piano" })).status).toBe(303)
    const booked = await visitor().submit(await linkIn("inquiry-confirmation"), { time })
    expect(await textOf(booked)).toContain("Trial lesson booked")
    expect(inquiry()?.instrument).toBe("Piano")
  })

  test("isn’t booked by a form that was archived meanwhile: the request is sent alone", async () => {
    const [time = ""] = await timesOn()
    await ask(time)
    const link = await linkIn("inquiry-confirmation")
    setFormArchived(harmony.actor, formId, true)
    expect(await visitor().read(link)).not.toContain("Book this time")
    expect(await textOf(await visitor().submit(link, { time }))).toContain("Request sent")
    expect(lessons()).toEqual([])
  })

  test("is the last of three to come that one email holds", async () => {
    const times = await timesOn()
    for (const [index, firstName] of ["Milo", "Ida", "Bo", "Una"].entries()) {
      await ask(times[index] ?? "", { firstName })
      const link = await linkIn("inquiry-confirmation")
      const answer = await visitor().submit(link, { time: times[index] ?? "" })
      expect(answer.status, firstName).toBe(index < 3 ? 200 : 409)
      if (index < 3) continue
      const html = await answer.text()
      expect(html).toContain("You have 3 trial lessons to come.")
      expect(html).toContain("Send request without a time")
      await visitor().submit(await linkIn("trial-booked"), {})
      expect(await textOf(await visitor().submit(link, { time: times[3] ?? "" }))).toContain("booked")
    }
    expect(lessons().filter(({ state }) => state === "planned")).toHaveLength(3)
  })

  test("costs what the page said, with tax that is added, or is asked about again", async () => {
    chooseTrialPrice(harmony.actor, "class")
    addTaxRate(harmony.actor, { name: "Sales tax", rate: 10_000, isDefault: true })
    chooseTaxMode(harmony.actor, true)
    save(offer({ priceMinor: 3500 }))
    const page = await visitor().read(path())
    expect(page).toContain("38.50")
    const [time = ""] = await timesOn()
    await ask(time)
    const link = await linkIn("inquiry-confirmation")
    expect(await visitor().read(link)).toContain("38.50")
    save(offer({ priceMinor: 4000 }))
    expect(await visitor().read(link)).toContain("It has changed since you sent your request.")
    const prices: Record<string, string>[] = [{}, { price: "3850" }, { price: "none" }, { price: "x" }]
    for (const said of prices) {
      const refused = await visitor().submit(link, { time, ...said })
      expect(refused.status).toBe(409)
      expect(await refused.text()).toContain("The price has changed.")
    }
    expect(await textOf(await visitor().submit(link, { time, price: "4400" }))).toContain("booked")
    expect((await letter("trial-booked")).text).toContain("44.00")
  })

  test("is looked for only so often from one address", async () => {
    const browser = new Browser("198.51.100.77")
    for (let n = 0; n < limits["trial-times"].points; n += 1) await countTry("trial-times", "198.51.100.77")
    const refused = await browser.submit(path(), { ...person, email, time: "tomorrow" })
    expect(refused.status).toBe(429)
    expect(await refused.text()).toContain("He sings all day")
  })

  test("can be given up for a request without a time", async () => {
    const [time = ""] = await timesOn()
    await ask(time)
    const link = await linkIn("inquiry-confirmation")
    await ask(time, { firstName: "Ida", email: `other.${email}` })
    await visitor().submit(await linkIn("inquiry-confirmation"), { time })
    expect(await textOf(await visitor().submit(link, { withoutTime: "yes" }))).toContain("Request sent")
    expect(lessons()).toHaveLength(1)
    expect(mails("inquiry-arrived")).toHaveLength(1)
  })
})

describe("the link in the letter", () => {
  test("shows the lesson and cancels it once; the time is open again and the office hears", async () => {
    const time = await book()
    const link = await linkIn("trial-booked")
    expect(await visitor().read(link)).toContain("Helena Novak")
    expect(lessons()[0]?.state).toBe("planned")
    for (let press = 0; press < 2; press += 1) expect((await visitor().submit(link, {})).status).toBe(303)
    expect(lessons()[0]?.state).toBe("cancelled")
    expect(await visitor().read(link)).toContain("Trial lesson canceled")
    for (const template of ["trial-arrived", "trial-arrived-teacher"] as const)
      expect(mails(template).filter(({ data }) => JSON.parse(data).isCanceled)).toHaveLength(1)
    expect(await timesOn()).toContain(time)
    expect(await office.read("/students/inquiries")).toContain("Trial booked 0")
  })

  test("works after the school closed its page, which it doesn’t lead to then", async () => {
    await book()
    const link = await linkIn("trial-booked")
    saveSchoolPage(harmony.actor, SchoolPageForm.parse({ address, isOpen: false }))
    const html = await visitor().html(link)
    expect(html).toContain("Cancel trial lesson")
    expect(html).not.toContain(`href="/s/${address}"`)
    expect((await visitor().submit(link, {})).status).toBe(303)
    expect(lessons()[0]?.state).toBe("cancelled")
  })

  test("cancels nothing that has begun, and nothing by a changed link or at another school", async () => {
    await book()
    const link = await linkIn("trial-booked")
    const broken = link.replace(/.$/, (last) => (last === "A" ? "B" : "A"))
    expect((await visitor().visit(broken)).status).toBe(410)
    expect((await visitor().submit(broken, {})).status).toBe(404)
    const others = openSchool({ name: "Bright Keys" })
    saveSchoolPage(others.actor, SchoolPageForm.parse({ address: `${address}-x`, isOpen: true }))
    expect((await visitor().submit(link.replace(`/s/${address}/`, `/s/${address}-x/`), {})).status).toBe(404)
    fixClock(lessons()[0]?.startsAt ?? 0)
    expect((await visitor().submit(link, {})).status).toBe(303)
    expect(await visitor().read(link)).toContain("it has begun or ended")
    expect(lessons()[0]?.state).toBe("planned")
  })
})

describe("who booked a trial lesson is told", () => {
  const changes = () => mails("trial-changed")
  const slot = () => {
    const [lesson] = lessons()
    if (!lesson) throw new Error("There is no lesson.")
    const { localDate: date, startTime, teacherId: teacher, roomId, minutes } = lesson
    return { id: lesson.id, at: { date, startTime, teacherId: teacher, roomId, minutes } }
  }

  test("that the school moved it, in two minutes, and nothing once it is back", async () => {
    await book()
    const { id, at } = slot()
    expect(moveSession(harmony.actor, id, { ...at, startTime: "16:30" })).toMatchObject({ ok: true })
    expect(changes()).toMatchObject([{ recipient: email, dueAt: now() + 120_000, state: "queued" }])
    const { text, attachments } = await letter("trial-changed")
    expect(text).toContain("4:30 to 5:00 PM")
    expect(text).toContain("Milo Berg")
    const file = Buffer.from(attachments?.[0]?.content ?? "", "base64").toString()
    expect(file).not.toContain("SEQUENCE:0")
    expect(await visitor().read(await linkIn("trial-changed"))).toContain("4:30 to 5:00 PM")
    expect(moveSession(harmony.actor, id, at)).toMatchObject({ ok: true })
    expect(changes()).toEqual([])
  })

  test("that it was canceled with the reason, by a closure or with its class, too", async () => {
    await book()
    const { id } = slot()
    expect(cancelSession(harmony.actor, id, "Helena is ill", { silent: true })).toEqual({ ok: true })
    expect(changes()).toHaveLength(1)
    const { text, attachments } = await letter("trial-changed")
    expect(text).toContain("canceled the trial lesson of Milo Berg")
    expect(text).toContain("Helena is ill")
    expect(Buffer.from(attachments?.[0]?.content ?? "", "base64").toString()).toContain("STATUS:CANCELLED")
    restoreSession(harmony.actor, id)
    expect(changes()).toEqual([])
    const link = await linkIn("trial-booked")
    expect(removeSession(harmony.actor, id, "The class ended")).toBe("cancelled")
    expect(changes()).toHaveLength(1)
    expect(await visitor().read(link)).toContain("Trial lesson canceled")
  })

  test("that the inquiry was lost, without why; not of what they canceled, and not once there is a student", async () => {
    await book()
    const page = `/students/inquiries/${inquiry()?.id}`
    expect((await office.submit(page, { intent: "lose", lostReason: "Rude" })).status).toBe(303)
    expect(changes()).toMatchObject([{ recipient: email }])
    expect((await letter("trial-changed")).text).not.toContain("Reason")
    email = `self.${email}`
    await book()
    await visitor().submit(await linkIn("trial-booked"), {})
    expect(changes()).toHaveLength(1)
    email = `third.${email}`
    await book()
    const own = `/students/inquiries/${inquiry()?.id}`
    await office.submit(own, { intent: "admit", status: "trial", family: "new", seen: "" })
    const coming = lessons().find(({ state }) => state === "planned")
    expect(cancelSession(harmony.actor, coming?.id ?? "", "Helena is ill")).toEqual({ ok: true })
    expect(changes()).toHaveLength(1)
  })
})

describe("the office", () => {
  test("reads who booked a lesson, whose class and activity hold no name of theirs", async () => {
    await book()
    const [lesson] = lessons()
    const html = await office.html(`/classes/sessions/${lesson?.id}`)
    expect(html).toContain(`/students/inquiries/${inquiry()?.id}`)
    expect(html).toContain("Milo Berg")
    const names = rowsOf(classes, { schoolId: harmony.actor.school.id })
    expect(names.map(({ name }) => name)).toEqual(["Trial lesson"])
    const activity = rowsOf(events, { schoolId: harmony.actor.school.id })
    expect(JSON.stringify(activity)).not.toContain("Berg")
  })

  test("sees it as booked, and one press puts the student in the lesson", async () => {
    await book()
    expect(await office.read("/students/inquiries")).toContain("Trial booked 1")
    const page = `/students/inquiries/${inquiry()?.id}`
    const html = await office.html(page)
    expect(html).toContain(`/classes/sessions/${lessons()[0]?.id}`)
    const added = await office.submit(page, { intent: "admit", status: "trial", family: "new", seen: "" })
    expect(added.headers.get("Location")).toMatch(/^\/students\/\w/)
    const [seat] = rowsOf(enrollments, { schoolId: harmony.actor.school.id })
    expect(seat).toMatchObject({ classId: lessons()[0]?.classId, startsOn: lessons()[0]?.localDate })
    expect(inquiry()?.studentId).toBe(seat?.studentId)
    fixClock((lessons()[0]?.endsAt ?? 0) + 1)
    const later = await Browser.of(harmony.userId)
    expect(await later.read("/students/inquiries")).toContain("Trial done")
  })

  test("is asked what comes of it once it is over", async () => {
    await book()
    const page = `/students/inquiries/${inquiry()?.id}`
    expect(await office.read(page)).not.toContain("How did it go?")
    fixClock(now() + 22 * 86_400_000)
    office = await Browser.of(harmony.userId)
    const asked = await office.read(page)
    expect(asked).toContain("with Helena Novak. How did it go? Make an offer Mark as lost Plan the next step")
    expect(await office.read("/students/inquiries")).toContain("Trial done 1 how did it go?")
    await office.submit(page, { intent: "lose", lostReason: "Too far away" })
    expect(await office.read(page)).not.toContain("How did it go?")
  })

  test("frees the time with an inquiry that is lost or deleted, which leaves no name behind", async () => {
    const time = await book()
    const page = `/students/inquiries/${inquiry()?.id}`
    expect((await office.submit(page, { intent: "lose", lostReason: "Moved away" })).status).toBe(303)
    expect(lessons()[0]?.state).toBe("cancelled")
    expect(await timesOn()).toContain(time)
    expect((await office.submit(page, { intent: "remove" })).status).toBe(303)
    const names = rowsOf(classes, { schoolId: harmony.actor.school.id })
    expect(names.map(({ name }) => name)).toEqual(["Trial lesson"])
  })

  test("sets what a form offers, and is refused beside the field", async () => {
    const page = `/settings/public-page/forms/${formId}`
    const facts = { name: "Try a lesson", path: "try-it", purpose: "trial", forWhom: "child" }
    const on = { booksTrials: "on", trialMinutes: "45", trialNoticeHours: "2", trialDaysAhead: "7" }
    expect((await office.submit(page, { ...facts, ...on })).status).toBe(400)
    for (const wrong of [{ trialMinutes: "0" }, { trialDaysAhead: "900" }, { trialTeachers: "someone-else" }])
      expect(
        (await office.submit(page, { ...facts, ...on, trialTeachers: teacherId, ...wrong })).status,
      ).toBe(400)
    expect((await office.submit(page, { ...facts, ...on, trialTeachers: teacherId })).status).toBe(303)
    expect(await timesOn()).toHaveLength(4 / 2)
    const lessonsForm = { ...facts, purpose: "lessons", ...on, trialTeachers: teacherId }
    expect((await office.submit(page, lessonsForm)).status).toBe(400)
  })
})
