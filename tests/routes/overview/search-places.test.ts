import { users } from "db/schema/accounts"
import { members } from "db/schema/people"
import { beforeAll, describe, expect, test } from "vitest"
import { changeSettings, findSchoolSettings } from "~/models/accounts/school/school-settings.server"
import type { Actor } from "~/models/foundation/access/actor"
import { own } from "~/models/foundation/access/own.server"
import { rights, wholeRights } from "~/models/foundation/access/rights"
import { staffRoles } from "~/models/foundation/access/staff-permissions"
import { changeLateFee } from "~/models/money/late-fee/late-fee.server"
import type { FoundGroup } from "~/models/overview/search/search"
import { schoolPlaces } from "~/routes/search/search.server"
import * as settingValues from "~/routes/search/setting-values.server"
import { Browser } from "../../support/app"
import { childSignedIn, openPayingFamily } from "../../support/family"
import { patterns } from "../../support/pages"
import { addMember, changeRows, openSchool } from "../../support/school"
import { addStaff } from "../../support/support-chat"
import { audiences } from "../sweeps/access-table"

// Whatever someone may open is found by a search, and whatever a search offers opens.

const looking: Record<string, Browser> = {}
beforeAll(async () => {
  const { school, guardian, studentIds } = openPayingFamily()
  const join = async (name: string, role: "office" | "teacher", held: string) => {
    const { userId, memberId } = addMember(school, role, "Pat Quinn")
    changeRows(members, own(school, members, memberId), { rights: held })
    looking[name] = await Browser.of(userId)
  }
  looking["an owner"] = await Browser.of(school.userId ?? "")
  looking["a solo teacher"] = await Browser.of(openSchool({ kind: "solo" }).userId)
  await join("a teacher", "teacher", "")
  await join("a teacher with rights", "teacher", wholeRights(["calendar", "invoices"]).join(","))
  for (const right of rights) await join(`a member with ${right}`, "office", wholeRights([right]).join(","))
  looking["a guardian"] = await Browser.of(guardian.userId)
  const childId = childSignedIn(school, studentIds[0] ?? "")
  changeRows(users, { id: childId }, { mustChangePassword: false })
  looking["a child"] = await Browser.of(childId)
  looking.staff = await Browser.of(addStaff().userId)
  for (const role of staffRoles) {
    const { userId } = addStaff()
    changeRows(users, { id: userId }, { staffRoles: role })
    looking[`staff, ${role}`] = await Browser.of(userId)
  }
})

const groupsOf = async (browser: Browser, text = ""): Promise<FoundGroup[]> =>
  (await browser.visit(`/search.json?q=${encodeURIComponent(text)}`)).json()
const offeredTo = async (browser: Browser) => (await groupsOf(browser)).flatMap(({ found }) => found)

/** Where an address leads someone in the end, and what it says there. */
async function open(browser: Browser, address: string, turns = 4): Promise<{ status: number; html: string }> {
  const answer = await browser.copy().visit(address)
  const to = answer.headers.get("Location")
  return to && turns > 0 ? open(browser, to, turns - 1) : { status: answer.status, html: await answer.text() }
}

test("whatever a search offers someone opens, and has the part that it names", async () => {
  const wrong: string[] = []
  for (const [who, browser] of Object.entries(looking)) {
    const opened = new Map<string, { status: number; html: string }>()
    for (const { to, title } of await offeredTo(browser)) {
      const [address = "", part] = to.split("#")
      const page = opened.get(address) ?? (await open(browser, address))
      opened.set(address, page)
      if (page.status !== 200) wrong.push(`${title} answers ${page.status} to ${who}`)
      else if (part && !page.html.includes(`id="${part}"`)) wrong.push(`${title} has no #${part} for ${who}`)
    }
  }
  expect(wrong).toEqual([])
})

/** Screens that open and that no one looks for by a word. */
const unsought: Record<string, string> = {
  "/search": "is the search",
  "/messaging/shared": "takes what a phone shares",
  "/welcome": "the first hour, before the dashboard",
  "/welcome/hours": "the first hour",
  "/welcome/policies": "the first hour",
  "/welcome/records": "the first hour",
  "/welcome/sample-data": "the first hour",
  "/analytics/rows": "the rows of a figure, from its card",
  "/students/duplicates/families": "two records that are chosen before",
  "/students/duplicates/people": "two records that are chosen before",
  "/families/erase": "a person who is chosen before",
  "/auth/second-factor/set-up": "reached from the profile",
  "/new-password": "only with a temporary password",
  "/switch-school": "in the menu of who has several schools",
}

/** A solo teacher's own area shows what their office shows. */
const isTwin = (who: string, path: string) =>
  who === "a solo teacher" && path.startsWith("/dashboard/teacher") && !path.includes("settings")

test("every screen that opens for someone is found by them", async () => {
  const screens = patterns.filter(
    ({ path, file, id }) =>
      file.endsWith(".tsx") && !path.includes(":") && !id.startsWith("alias") && audiences[path] !== "anyone",
  )
  const missing = new Set<string>()
  for (const who of ["an owner", "a solo teacher", "a teacher", "a guardian", "staff"]) {
    const browser = looking[who] ?? new Browser()
    const offered = new Set((await offeredTo(browser)).map(({ to }) => to.split(/[?#]/)[0]))
    for (const { path } of screens) {
      if (offered.has(path) || path in unsought || isTwin(who, path)) continue
      const answer = await browser.copy().visit(path)
      if (answer.status === 200) missing.add(`${path} of ${who}`)
    }
  }
  expect([...missing]).toEqual([])
})

describe("a setting that is found", () => {
  test("says what it is set to, as its own page does", async () => {
    const { actor, userId } = openSchool()
    const office = await Browser.of(userId)
    const settingOf = async (text: string) => (await groupsOf(office, text))[0]?.found[0]
    expect(await settingOf("late fee")).toMatchObject({ title: "Late fee", detail: "Off", where: "Policies" })
    expect((await settingOf("make-up credits expire"))?.detail).toBe("After 90 days")
    expect((await settingOf("lesson reminders"))?.detail).toBe("On")
    expect((await settingOf("sales tax"))?.detail).toBe("Off")
    expect((await settingOf("currency"))?.detail).toContain("USD")
    changeLateFee(actor, { kind: "fixed", amount: 1500, isMonthly: false, afterDays: 14 })
    changeSettings(actor, "policies", { ...findSchoolSettings(actor), creditExpiryDays: 60 })
    expect((await settingOf("late fee"))?.detail).toBe("$15.00, 14 days after the due date")
    expect((await settingOf("make-up credits expire"))?.detail).toBe("After 60 days")
    const page = await office.read("/search?q=late+fee")
    expect(page).toContain("$15.00, 14 days after the due date")
  })

  test("is one that has a value wherever it has words for one", async () => {
    const { actor } = openSchool()
    const values: Record<string, (actor: Actor) => unknown> = settingValues
    const named = schoolPlaces.flatMap(({ value }) => value ?? [])
    expect(named.filter((name) => !values[name]?.(actor))).toEqual([])
    expect(Object.keys(values).filter((name) => !named.includes(name))).toEqual([])
  })
})

const first = async (text: string, browser = new Browser()) => {
  const [group] = await groupsOf(browser, text)
  return group?.note ? group.label : (group?.found[0]?.title ?? "nothing")
}

async function wrongOf(who: string, words: Record<string, string>): Promise<string[]> {
  const wrong: string[] = []
  for (const [text, title] of Object.entries(words)) {
    const found = await first(text, looking[who])
    if (found !== title) wrong.push(`${text}: ${found}, not ${title}`)
  }
  return wrong
}

const ofTeacher: Record<string, string> = {
  attendance: "Today",
  "take attendance": "Today",
  "lesson notes": "Today",
  homework: "Today",
  "assign practice": "Today",
  "my day": "Today",
  hours: "Hours and pay",
  "my hours": "Hours and pay",
  pay: "Hours and pay",
  payslip: "Hours and pay",
  payslips: "Hours and pay",
  salary: "Hours and pay",
  "pay rate": "Hours and pay",
  "when do I get paid": "Hours and pay",
  "how much do I earn": "Hours and pay",
  "time off": "Request time off",
  vacation: "Request time off",
  "sick leave": "Request time off",
  "I’m sick": "Request time off",
  "day off": "Request time off",
  substitute: "Request time off",
  schedule: "My schedule",
  "my week": "My schedule",
  timetable: "My schedule",
  "cancel a lesson": "My schedule",
  reschedule: "My schedule",
  students: "My students",
  "student notes": "My students",
  "progress report": "My students",
  skills: "My students",
  pupils: "My students",
  classes: "My classes",
  ensemble: "My classes",
  "attendance sheet": "My classes",
  recital: "My events",
  concerts: "My events",
  allergies: "Emergency sheet for my students",
  "emergency contacts": "Emergency sheet for my students",
  "extra work": "Extra work",
  overtime: "Extra work",
  mileage: "Extra work",
  "sheet music": "Resources",
  "upload a file": "Add a file or link",
  availability: "Teaching hours",
  "working hours": "Teaching hours",
  "google calendar": "Calendar feed",
  "calendar sync": "Calendar feed",
  "message a parent": "New message",
  inbox: "Messages",
  "change my password": "Password",
  "two factor": "Two-factor login",
  "turn off emails": "My notifications",
  avialability: "Teaching hours",
  "what do I teach today": "Today",
  "mark a student absent": "Today",
  "swap a lesson": "My schedule",
  atendance: "Today",
  "student did not come": "Today",
  "write to mom": "New message",
  "next recital": "My events",
  "print my schedule": "My schedule",
  "hours this month": "Hours and pay",
}

const ofGuardian: Record<string, string> = {
  pay: "Invoices",
  "pay an invoice": "Invoices",
  invoice: "Invoices",
  bills: "Invoices",
  balance: "Invoices",
  "how much do I owe": "Invoices",
  "credit card": "Invoices",
  receipt: "Invoices",
  installments: "Invoices",
  autopay: "Automatic payment",
  "saved card": "Automatic payment",
  statement: "Your statement",
  "payment history": "Your statement",
  practice: "Progress",
  "log practice": "Progress",
  pieces: "Progress",
  homework: "Home",
  absence: "Schedule",
  "report an absence": "Schedule",
  "my child is sick": "Schedule",
  "cancel a lesson": "Schedule",
  "cancel lesson": "Schedule",
  reschedule: "Schedule",
  "when is my lesson": "Schedule",
  lessons: "Schedule",
  "make-up": "Make-up credits",
  "makeup credits": "Make-up credits",
  "book a make-up": "Book a make-up lesson",
  "make-up lesson": "Book a make-up lesson",
  "free times": "Free lesson times",
  swap: "Lesson swaps",
  recital: "School events",
  events: "School events",
  "waiting list": "Waiting lists",
  "next term": "Next term",
  "re-enroll": "Next term",
  feedback: "Feedback",
  "lesson notes": "Feedback",
  "progress report": "Reports",
  "sheet music": "Resources",
  "change my address": "Contacts and calendar",
  "phone number": "Contacts and calendar",
  "child login": "Contacts and calendar",
  "calendar feed": "Calendar feed",
  "google calendar": "Calendar feed",
  "contact the school": "New message",
  "message the teacher": "New message",
  "change my password": "Password",
  "forgot password": "Password",
  "turn off reminders": "My notifications",
  "two factor": "Two-factor login",
  invioces: "Invoices",
  "change lesson time": "Schedule",
  "talk to the teacher": "New message",
  "add my husband": "Contacts and calendar",
  "teacher name": "Schedule",
  "make up leson": "Book a make-up lesson",
  "cancel tomorrow": "Schedule",
  "pay online": "Invoices",
  "is there school on monday": "Schedule",
  "tax receipt": "Invoices",
  sms: "My text messages",
  "quiet hours": "My quiet hours and daily email",
}

describe("everyday words", () => {
  test("lead a teacher to their own screens", async () => {
    expect(await wrongOf("a teacher", ofTeacher)).toEqual([])
    expect(Object.keys(ofTeacher).length).toBeGreaterThan(40)
  })

  test("lead a family to its pages", async () => {
    expect(await wrongOf("a guardian", ofGuardian)).toEqual([])
    expect(Object.keys(ofGuardian).length).toBeGreaterThan(40)
  })
})
