import { emails } from "db/schema/foundation-mail"
import { afterAll, expect, test } from "vitest"
import { Browser, redirectOf } from "../../support/app"
import { choose, standardYearly } from "../../support/chosen-plan"
import { testToday } from "../../support/clock"
import { startPayPal } from "../../support/paypal"
import { rowsOf } from "../../support/school"

// The first hour of a new school as one walk without scripts: registered and paid, set up, the first student with their
// class, the first attendance and the first invoice. Every address of it is one that the page before leads to.

const paypal = await startPayPal()
afterAll(() => paypal.close())

const place = {
  name: "Harmony School",
  country: "US",
  timeZone: "America/New_York",
  currency: "USD",
  dateOrder: "mdy",
  hourCycle: "12",
  numberStyle: "1,234.50",
  currencyPlace: "before",
  weekStart: "1",
}

/** The value of a hidden field of a page. */
const fieldIn = (html: string, name: string): string =>
  [...html.matchAll(/<input[^>]*>/g)]
    .map(([tag]) => tag)
    .filter((tag) => tag.includes(`name="${name}"`))
    .map((tag) => /value="([^"]*)"/.exec(tag)?.[1] ?? "")[0] ?? ""

const linkIn = (html: string, pattern: RegExp): string =>
  pattern.exec(html)?.[0]?.replaceAll("&amp;", "&") ?? ""

test("a new school gets from its registration to its first invoice, each step leading to the next", async () => {
  const browser = new Browser()
  const to = async (answer: Promise<Response>) => {
    const [status, location] = redirectOf(await answer)
    expect([302, 303]).toContain(status)
    return String(location)
  }
  const page = async (path: string) => browser.html(path)

  const account = {
    ...{ name: "Ruth Castellano", email: "ruth@first-hour.example", password: "andante con moto" },
    schoolName: "Harmony School",
  }
  expect(await to(browser.submit("/register-school", account))).toContain("/select-plan")
  const back = (await paypal.press(await choose(browser, standardYearly), "agree")) ?? ""
  expect(await to(browser.visit(back))).toContain("/payment-success")

  const dashboard = await page("/dashboard")
  expect(dashboard).toMatch(/href="\/welcome"[^>]*>Set up your school/)
  const hours = await to(browser.submit("/welcome", place))
  expect(hours).toBe("/welcome/hours")
  const policies = await to(
    browser.submit(hours, {
      ...{ rooms: "Studio 1", openDays: ["1", "2", "3", "4", "5"], opensAt: "09:00", closesAt: "19:30" },
    }),
  )
  expect(policies).toBe("/welcome/policies")
  const records = await to(browser.submit(policies, { preset: "standard" }))
  expect(records).toBe("/welcome/records")
  const newStudent = await to(browser.submit(records, { intent: "student" }))
  expect(newStudent).toBe("/students/create")

  const student = await to(
    browser.submit(newStudent, {
      ...{ firstName: "Amara", lastName: "Okafor", status: "active", "instruments[0].instrument": "Piano" },
      ...{ "guardians[0].name": "Mateo Okafor", "guardians[0].email": "mateo@first-hour.example" },
      ...{ "guardians[0].share": "100", "guardians[0].seesMoney": "on" },
    }),
  )
  expect(student).toMatch(/^\/students\/[\w-]+$/)
  const schedule = linkIn(await page(student), /\/classes\/create\?student=[\w-]+/)
  const studentId = student.split("/").at(-1) ?? ""
  expect(await page(schedule)).toContain("Weekly lesson for Amara Okafor")
  const lesson = await to(
    browser.submit(schedule, {
      ...{ name: "Amara Okafor, piano", kind: "private", instrument: "Piano", capacity: "1" },
      ...{ weekdays: "3", startTime: "10:00", minutes: "45", everyWeeks: "1", startsOn: testToday },
      ...{ ends: "open", billing: "per_session", amount: "45.00", students: studentId, intent: "save" },
    }),
  )
  expect(await browser.read(lesson)).toContain("Amara Okafor, piano")

  // The morning's lesson waits on the dashboard.
  const register = linkIn(await page("/dashboard"), /\/classes\/sessions\/[\w-]+/)
  expect(register).not.toBe("")
  const form = await page(register)
  const taken = {
    ...{ formStamp: fieldIn(form, "formStamp"), sharedNote: "", privateNote: "", intent: "save" },
    ...{ [`marks.${studentId}.code`]: "present", [`marks.${studentId}.minutesLate`]: "" },
  }
  await to(browser.submit(register, taken))
  expect(await browser.read(register)).toContain("$45.00")

  const home = await page("/dashboard")
  expect(home).toMatch(/href="\/billing\/unbilled/)
  const ready = await page("/billing/unbilled")
  expect(ready).toMatch(
    /aria-current="page"[^>]*>(?:(?!<\/a>)[\s\S])*Ready to invoice(?:(?!<\/a>)[\s\S])*\$45\.00/,
  )
  expect(ready).toContain("Send 1 invoice, $45.00")
  const fields = ["from", "to", "key", "shown", "dueOn", "expected", "family[]"]
  const sent = await to(
    browser.submit("/billing/unbilled", {
      ...Object.fromEntries(fields.map((name) => [name, fieldIn(ready, name)])),
      ...{ note: "", intent: "send" },
    }),
  )
  expect(sent).toMatch(/^\/billing\/runs\//)
  expect(await browser.read(sent)).toContain("1 invoice sent.")
  expect(await browser.read("/billing?status=sent")).toContain("2026-0001")
  const mails = rowsOf(emails, { recipient: "mateo@first-hour.example" })
  expect(mails.map(({ template }) => template)).toEqual(["invoice-issued"])
  expect(await browser.read("/billing/unbilled")).toContain("Every charge is on an invoice.")
})
