import { sqlite } from "db/client.server"
import { schools } from "db/schema/accounts-schools"
import { jobs } from "db/schema/foundation"
import { emails } from "db/schema/foundation-mail"
import { teachers } from "db/schema/people"
import { beforeEach, describe, expect, test } from "vitest"
import { composeMail } from "~/jobs/mail/compose-mail.server"
import { runNextJob } from "~/jobs/run-job.server"
import { registerSchool, type SchoolGuess } from "~/models/accounts/school/register-school.server"
import type { Actor } from "~/models/foundation/access/actor"
import { schoolActor } from "~/models/foundation/access/actor.server"
import { queueJob } from "~/models/foundation/job/job.server"
import { issueInvoice } from "~/models/money/invoice/issue-invoice.server"
import { fixClock, now } from "~/utils/clock.server"
import { Browser, openOffice, textOf } from "../../support/app"
import { november, openFamily, owe } from "../../support/billing"
import { testNow } from "../../support/clock"
import { inAct } from "../../support/in-act"
import { addSessionRow, addTeacherRow, openClass } from "../../support/lessons"
import { textOfPdf } from "../../support/pdf"
import { changeRows, openSchool, orFail, rowOf, rowsOf } from "../../support/school"

// How a school writes dates, times and money: guessed when it registers, changed in its settings, used everywhere.

const paris: SchoolGuess = {
  timeZone: "Europe/Paris",
  currency: "EUR",
  dateOrder: "dmy",
  hourCycle: 24,
  numberStyle: "1 234,50",
  currencyPlace: "after",
  weekStart: 1,
}

beforeEach(() => {
  sqlite().exec("delete from rate_limits")
})

/** A school as it is after its administrator chose these formats; its actor holds them. */
function withFormats(actor: Actor, formats: Partial<SchoolGuess>): Actor {
  changeRows(schools, { id: actor.school.id }, formats)
  const school = schoolActor(actor.school.id)?.school
  if (!school) throw new Error("The school is gone")
  return { ...actor, school }
}

async function openParis() {
  const { actor, userId } = openSchool({ name: "École de musique", timeZone: "Europe/Paris" })
  return { actor: withFormats(actor, paris), browser: await Browser.of(userId) }
}

const plain = (text: string) => text.replaceAll("\u00a0", " ")
const schoolNamed = (name: string) => rowOf(schools, { name })
const mailsOf = (actor: Actor, template: string) => rowsOf(emails, { schoolId: actor.school.id, template })

let count = 0
const account = () => {
  count += 1
  return { name: "Inès Duarte", email: `ines.${count}@ecole.example`, password: "andante con moto" }
}

describe("a new school begins with what its browser says", () => {
  const french = { "Accept-Language": "fr-FR,fr;q=0.9" }
  const submit = (path: string, fields: Record<string, string>, headers: Record<string, string> = french) =>
    new Browser().submit(path, fields, "POST", headers)

  test("by the three forms", async () => {
    const { name, ...rest } = account()
    await submit("/register-school", { ...account(), schoolName: "First of Paris" })
    await submit("/register-solo-teacher", { ...account(), businessName: "Second of Paris" })
    await submit("/auth/register", {
      ...rest,
      fullName: name,
      confirmPassword: rest.password,
      schoolName: "Third of Paris",
    })
    for (const each of ["First", "Second", "Third"])
      expect(schoolNamed(`${each} of Paris`)).toMatchObject(paris)
  })

  test("by both calls", async () => {
    const json = { ...french, "Content-Type": "application/json" }
    const call = (path: string, body: object) =>
      new Browser().send(path, Buffer.from(JSON.stringify(body)), json)
    await call("/api/register", { ...account(), schoolName: "Fifth of Paris", role: "admin" })
    const { name, ...rest } = account()
    await call("/api/auth/register-school", { ...rest, fullName: name, schoolName: "Sixth of Paris" })
    for (const each of ["Fifth", "Sixth"]) expect(schoolNamed(`${each} of Paris`)).toMatchObject(paris)
  })

  test("when a user adds a school to their account", async () => {
    const { browser } = await openOffice()
    await browser.submit("/add-school", { kind: "school", schoolName: "Seventh of Paris" }, "POST", french)
    expect(schoolNamed("Seventh of Paris")).toMatchObject(paris)
  })

  test("by the zone of the script and the country of the visitor's address, when the language says little", async () => {
    const english = { "Accept-Language": "en-US,en;q=0.9" }
    const named = (schoolName: string) => ({ ...account(), schoolName })
    await submit("/register-school", { ...named("Eighth"), timeZone: "Europe/Paris" }, english)
    await submit("/register-school", named("Ninth"), { ...english, "x-tutti-country": "FR" })
    await submit("/register-school", { ...named("Tenth"), timeZone: "UTC" }, english)
    await submit("/register-school", named("Eleventh"), {})
    expect(schoolNamed("Eighth")).toMatchObject(paris)
    expect(schoolNamed("Ninth")).toMatchObject(paris)
    const newYork = { timeZone: "America/New_York", currency: "USD", dateOrder: "mdy", hourCycle: 12 }
    expect(schoolNamed("Tenth")).toMatchObject({ ...newYork, weekStart: 7 })
    expect(schoolNamed("Eleventh")).toMatchObject(newYork)
  })
})

describe("the settings of the formats", () => {
  const at = "/settings/school"
  const chosen = {
    intent: "formats",
    dateOrder: "dmy",
    hourCycle: "24",
    numberStyle: "1 234,50",
    currencyPlace: "after",
    weekStart: "7",
  }

  test("show an example of what is saved, and change what is shown from then on", async () => {
    const { actor, browser } = await openOffice()
    const before = await browser.read(at)
    expect(before).toContain("Example Nov 18, 2026, 2:00 to 2:45 PM · $1,234.50 · weeks start on Monday")
    const region = `${at}?edit=region`
    expect(await browser.read(region)).toContain("4:00 PM stays 4:00 PM")
    await browser.submit(at, chosen)
    const after = plain(await browser.read(at))
    expect(after).toContain("Formats saved.")
    expect(after).toContain("Example 18 Nov 2026, 14:00 to 14:45 · 1 234,50 $ · weeks start on Sunday")
    expect(await browser.read(region)).toContain("16:00 stays 16:00")
    expect(schoolNamed(actor.school.name)).toBeDefined()
    const log = await browser.read("/settings/admin/log")
    expect(log).not.toContain("Nov 18, 2026")
  })

  test("refuse what is no format, beside its field, and keep the rest", async () => {
    const { actor, browser } = await openOffice()
    const answer = await browser.submit(at, { ...chosen, dateOrder: "ydm", weekStart: "8", hourCycle: "13" })
    expect(answer.status).toBe(400)
    const text = await textOf(answer)
    for (const message of [
      "Choose a date format.",
      "Choose the first day of the week.",
      "Choose 12-hour or 24-hour time.",
    ])
      expect(text).toContain(message)
    expect(schoolActor(actor.school.id)?.school).toMatchObject({ dateOrder: "mdy", weekStart: 1 })
  })

  test("a school bills in any currency that is paid with, and in no other", async () => {
    const { actor, browser } = await openOffice()
    expect(await browser.read(`${at}?edit=region`)).toContain("CHF, Swiss franc")
    await browser.submit(at, { intent: "region", timeZone: "Europe/Zurich", currency: "CHF" })
    expect(schoolActor(actor.school.id)?.school.currency).toBe("CHF")
    const refused = await browser.submit(at, { intent: "region", timeZone: "Europe/Zurich", currency: "DEM" })
    await expect(refused).toAnswer(400, "Choose a currency.")
    expect(schoolActor(actor.school.id)?.school.currency).toBe("CHF")
  })
})

describe("a school in Paris", () => {
  test("reads, types and downloads amounts, dates and times as it writes them", async () => {
    const { actor, browser } = await openParis()
    const family = openFamily(actor)
    const issued = orFail(issueInvoice(actor, november(family.familyId, [owe(actor, family, 123_450)])))
    const page = plain(await browser.read(`/billing/invoices/${issued.invoiceId}`))
    for (const text of ["1 234,50 €", "2 December 2026", "18 Nov 2026"]) expect(page).toContain(text)
    expect(page).not.toMatch(/€1|Nov 18|[AP]M/)
    const html = await browser.html(`/billing/invoices/${issued.invoiceId}`)
    expect(html).toContain('value="1234,50"')

    const csv = await browser.html("/billing/invoices.csv")
    expect(csv).toContain("Number;Family;Status;Issued;Due;Total;Tax;Paid;Balance due;Currency")
    expect(csv).toContain("2026-0001;Okafor;Unpaid;2026-11-18;2026-12-02;1234,5;0;0;1234,5;EUR")

    const payment = { method: "cash", receivedOn: "2026-11-18", payer: "Mateo Okafor" }
    const refused = await browser.submit(`/billing/invoices/${issued.invoiceId}`, { ...payment, amount: "x" })
    expect(await textOf(refused)).toContain("Enter an amount above zero, like 32,50.")
    await browser.submit(`/billing/invoices/${issued.invoiceId}`, { ...payment, amount: "42,50 €" })
    expect(plain(await browser.read(`/billing/invoices/${issued.invoiceId}`))).toContain("1 192,00 €")
  })

  test("writes its mails and papers so, whatever school was written for before it", async () => {
    const { actor } = await openParis()
    const { actor: american } = openSchool()
    const write = async (school: Actor) => {
      const family = openFamily(school)
      orFail(issueInvoice(school, november(family.familyId, [owe(school, family, 4250)])))
      const [mail] = mailsOf(school, "invoice-issued")
      if (!mail) throw new Error("no mail")
      const { text, attachments } = await composeMail(mail)
      const [paper = ""] = textOfPdf(Buffer.from(attachments?.[0]?.content ?? "", "base64"))
      return plain(`${text}\n${paper}`)
    }
    const [ours, theirs] = [await write(actor), await write(american)]
    for (const words of ["42,50 €", "2 December 2026", "18 November 2026"]) expect(ours).toContain(words)
    expect(ours).not.toMatch(/€42|December 2,/)
    for (const words of ["$42.50", "December 2, 2026"]) expect(theirs).toContain(words)
  })

  test("reminds of lessons so in a job that goes through all schools", async () => {
    const { actor } = await openParis()
    const { actor: american } = openSchool()
    for (const school of [actor, american]) {
      changeRows(schools, { id: school.school.id }, { remindsOfLessons: true })
      const teacherId = addTeacherRow(school, "Marcus Whitfield")
      changeRows(teachers, { id: teacherId }, { email: "marcus@harmony.example" })
      addSessionRow(school, openClass(school).classId, "2026-11-19", { startTime: "16:30", teacherId })
    }
    fixClock(Date.parse("2026-11-18T21:30:00Z"))
    inAct(queueJob)({ kind: "remind-of-lessons" })
    while (await runNextJob());
    const said = (school: Actor) =>
      mailsOf(school, "lessons-tomorrow")
        .map(({ data }) => data)
        .join()
    expect(said(actor)).toContain("16:30")
    expect(said(actor)).toContain("Thursday 19 November")
    expect(said(american)).toContain("4:30 PM")
    expect(rowsOf(jobs).filter(({ state }) => state === "dead")).toEqual([])
    expect(now()).toBeGreaterThan(testNow)
  })

  test("is registered with no format of another school", () => {
    const registered = registerSchool({
      kind: "school",
      schoolName: "Twelfth",
      name: "Inès Duarte",
      email: "ines@twelfth.example",
      passwordHash: "not a hash",
    })
    expect(registered.ok && registered.actor.school).toMatchObject({ dateOrder: "mdy", hourCycle: 12 })
  })
})
