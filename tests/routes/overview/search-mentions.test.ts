import { schools } from "db/schema/accounts-schools"
import { members } from "db/schema/people"
import { beforeAll, expect, test } from "vitest"
import { startConversation } from "~/models/communication/messaging/start-conversation.server"
import { own } from "~/models/foundation/access/own.server"
import { wholeRights } from "~/models/foundation/access/rights"
import { writeAnswer } from "~/models/foundation/custom-field/answers.server"
import type { CustomField } from "~/models/foundation/custom-field/custom-field"
import { addField, listFields } from "~/models/foundation/custom-field/custom-field.server"
import { addExpense } from "~/models/money/expense/save-expense.server"
import { recordPayment } from "~/models/money/payment/payment.server"
import type { FoundGroup } from "~/models/overview/search/search"
import { Browser } from "../../support/app"
import { invoiceOver, openPayingFamily } from "../../support/family"
import { addClassRow, addEnrollmentRow, addStudentRow } from "../../support/lessons"
import { recordStatements } from "../../support/query-plan"
import { addMember, changeRows, openSchool, orFail } from "../../support/school"

// A search for what isn't a name: an amount, who was paid, what a message is about, and an answer to a school's own field.

let family: ReturnType<typeof openPayingFamily>
let office: Browser
let guardian: Browser
let teacher: Browser

const paidTo = (payee: string, amount: number, spentOn: string) =>
  ({ spentOn, payee, amount, taxAmount: 0, method: "transfer", note: null }) as const
const spend = (...paid: Parameters<typeof paidTo>) =>
  addExpense(family.school, { ...paidTo(...paid), category: "rent" })
const earn = (...paid: Parameters<typeof paidTo>) =>
  addExpense(family.school, { ...paidTo(...paid), category: "donations" }, undefined, "income")

function answer(
  field: Pick<CustomField, "noun" | "name" | "kind" | "audience">,
  subject: string,
  value: string,
) {
  orFail(addField(family.school, { ...field, isRequired: false, choices: [] }))
  const id = listFields(family.school, field.noun).find(({ name }) => name === field.name)?.id ?? ""
  writeAnswer(family.school, id, subject, value)
}

beforeAll(async () => {
  family = openPayingFamily()
  const { school, familyId, studentIds } = family
  office = await Browser.of(school.userId ?? "")
  guardian = await Browser.of(family.guardian.userId)
  const { userId, teacherId } = addMember(school, "teacher", "Helena Novak")
  teacher = await Browser.of(userId)
  addEnrollmentRow(school, addClassRow(school, { name: "Guitar", teacherId }), studentIds[0] ?? "")
  invoiceOver(school, family, 123_450)
  const paid = { familyId, amountMinor: 123_450, receivedOn: "2026-11-17", payerName: "Jonas Haddad" }
  orFail(recordPayment(school, { ...paid, method: "check", providerReference: "7781" }))
  await spend("Größe & Söhne", 123_450, "2026-11-02")
  await spend("Klavierhaus Bern", 9000, "2026-10-02")
  await spend("Klavierhaus Bern", 8000, "2026-11-03")
})

const groupsOf = async (browser: Browser, text: string): Promise<FoundGroup[]> =>
  (await browser.visit(`/search.json?q=${encodeURIComponent(text)}`)).json()
const find = async (browser: Browser, text: string) =>
  (await groupsOf(browser, text))
    .filter(({ label }) => label !== "Help")
    .map(({ label, found }) => [label, ...found.map(({ title }) => title)].join(": "))

const ofAmount = [
  expect.stringMatching(/^Invoices of \$1,234\.50: Invoice 2026-/),
  "Payments of $1,234.50: Haddad",
  "Expenses of $1,234.50: Größe & Söhne",
]

test("finds invoices, payments and expenses of an amount, however it is typed", async () => {
  for (const text of ["1234.50", "$1,234.50", "1.234,50", "1234,5"])
    expect(await find(office, text), text).toEqual(ofAmount)
  expect(await find(office, "1234.51")).toEqual([])
  expect(await find(office, "80")).toEqual(["Expenses of $80.00: Klavierhaus Bern"])
})

test("reads an amount in the school's format", async () => {
  const { school } = family
  changeRows(schools, { id: school.school.id }, { numberStyle: "1.234,50" })
  expect((await groupsOf(office, "1.234,50"))[0]?.label).toBe("Invoices of $1.234,50")
  changeRows(schools, { id: school.school.id }, { numberStyle: "1,234.50" })
})

test("the rest of an amount is in the lists of invoices, payments and expenses", async () => {
  for (const amount of [5400, 5400, 5400, 5400, 5400]) invoiceOver(family.school, family, amount)
  for (let day = 1; day < 6; day += 1) await spend(`Hall ${day}`, 5400, `2026-11-0${day}`)
  const groups = await groupsOf(office, "54")
  const [issued, spent] = groups.filter(({ label }) => label.endsWith("of $54.00"))
  expect([issued?.found.length, issued?.more]).toEqual([4, "/billing?search=54"])
  expect([spent?.found.map(({ title }) => title), spent?.more]).toEqual([
    ["Hall 5", "Hall 4", "Hall 3", "Hall 2"],
    "/billing/expenses?search=54&from=2026-11-01&to=2026-11-05",
  ])
  expect(await office.read("/billing?search=54.00")).toContain("5 invoices")
  for (const day of [1, 5])
    expect(await office.read("/billing/expenses?search=54.00")).toContain(`Hall ${day}`)
  expect(await office.read("/billing/history?search=1234.50")).toContain("Haddad")
  expect(await office.read("/billing/history?search=1234.51")).not.toContain("Haddad")
})

test("the rest of an amount and a payee's entries are in a list of all their years", async () => {
  for (const year of [2019, 2020, 2021, 2022, 2023]) {
    await spend(`Piano movers ${year}`, 61_300, `${year}-03-01`)
    await spend("Roof repairs", year, `${year}-03-01`)
    await earn(`Hall rent ${year}`, 61_300, `${year}-04-01`)
  }
  const groups = await groupsOf(office, "613")
  const lists = groups.filter(({ label }) => label.endsWith("of $613.00"))
  expect(lists.map(({ label }) => label)).toEqual(["Expenses of $613.00", "Other income of $613.00"])
  for (const [index, name] of ["Piano movers", "Hall rent"].entries()) {
    const list = await office.read(lists[index]?.more ?? "")
    for (const year of [2019, 2023]) expect(list).toContain(`${name} ${year}`)
  }
  const [payee] = (await groupsOf(office, "roof rep"))[0]?.found ?? []
  expect(payee?.detail).toContain("5 entries")
  const list = await office.read(payee?.to ?? "")
  for (const year of [2019, 2023]) expect(list).toContain(`$${year / 100}`)
})

test("a payee with a long name leads to a list of their entries alone", async () => {
  const payee = `Association of ${"very ".repeat(18)}friendly tuners`
  for (const day of ["2026-09-01", "2026-09-02"]) await spend(payee, 3100, day)
  await spend("Someone else", 7700, "2026-09-01")
  const groups = await groupsOf(office, "friendly tuners")
  const list = await office.read(groups.find(({ label }) => label === "Expenses")?.found[0]?.to ?? "")
  expect(list).toContain("$31.00")
  expect(list).not.toContain("Someone else")
})

test("finds who was paid, once for all their expenses, whatever the accents", async () => {
  expect(await find(office, "grosse sohne")).toEqual(["Expenses: Größe & Söhne"])
  const [group] = await groupsOf(office, "klavierhaus")
  expect(group?.found).toEqual([
    {
      to: "/billing/expenses?search=Klavierhaus+Bern&from=2026-10-02&to=2026-11-03",
      title: "Klavierhaus Bern",
      detail: "2 entries, last $80.00 on Nov 3, 2026",
    },
  ])
  const list = await office.read(group?.found[0]?.to ?? "")
  for (const amount of ["$90.00", "$80.00"]) expect(list).toContain(amount)
})

test("a family finds its own invoices of an amount, a teacher no money, and another school nothing", async () => {
  expect(await find(guardian, "1234.50")).toEqual([expect.stringMatching(/^Invoices of .*: Invoice 2026-/)])
  const stranger = await Browser.of(openSchool().userId)
  const { userId, memberId } = addMember(family.school, "office", "Pat Quinn")
  changeRows(members, own(family.school, members, memberId), { rights: wholeRights(["people"]).join(",") })
  for (const browser of [teacher, stranger, await Browser.of(userId)])
    for (const text of ["1234.50", "klavierhaus", "grosse"])
      expect(await find(browser, text), text).toEqual([])
  expect(await find(guardian, "klavierhaus")).toEqual([])
})

test("finds a conversation by its subject, for those who are in it", async () => {
  const { school, studentIds } = family
  const write = {
    to: `student:${studentIds[0]}`,
    subject: "Lost violin shoulder rest",
    body: "Found.",
    shown: -1,
  }
  orFail(startConversation(school, write))
  for (const browser of [office, guardian])
    expect(await find(browser, "shoulder rest")).toEqual(["Messages: Lost violin shoulder rest"])
  const [group] = await groupsOf(guardian, "shoulder rest")
  expect(await guardian.read(group?.found[0]?.to ?? "")).toContain("Found.")
  expect(await find(teacher, "shoulder rest")).toEqual([])
})

test("finds students and families by what they answer to the school's own fields, as far as they are seen", async () => {
  const { studentIds, familyId } = family
  const [otis = ""] = studentIds
  answer({ noun: "student", name: "School", kind: "text", audience: "teachers" }, otis, "Ébène Lyceum")
  answer({ noun: "student", name: "Agreement", kind: "text", audience: "office" }, otis, "Quitclaim 77")
  answer({ noun: "student", name: "Photos", kind: "yes_no", audience: "office" }, otis, "yes")
  answer({ noun: "family", name: "Newspaper", kind: "text", audience: "office" }, familyId, "Weekly Herald")
  const [students] = await groupsOf(office, "ebene")
  expect([students?.label, students?.found[0]?.title]).toEqual(["Students", "Otis Haddad"])
  expect(students?.found[0]?.detail).toContain("School: Ébène Lyceum")
  expect(await find(office, "quitclaim")).toEqual(["Students: Otis Haddad"])
  expect(await find(office, "herald")).toEqual(["Families and guardians: Haddad"])
  expect((await groupsOf(office, "otis"))[0]?.found[0]?.detail ?? "").not.toContain("Lyceum")
  expect((await find(office, "yes")).join()).not.toContain("Otis")
  expect(await find(teacher, "ebene")).toEqual(["Students: Otis Haddad"])
  for (const text of ["quitclaim", "herald"]) expect(await find(teacher, text), text).toEqual([])
  expect(await find(guardian, "ebene")).toEqual([])
})

test("what a family answered isn't found by who sees only what it owes", async () => {
  const { school, familyId } = family
  answer({ noun: "family", name: "Custody", kind: "text", audience: "office" }, familyId, "Father Quenby")
  const { userId, memberId } = addMember(school, "office", "Bea Books")
  changeRows(members, own(school, members, memberId), { rights: wholeRights(["prices"]).join(",") })
  const bookkeeper = await Browser.of(userId)
  for (const _ of ["before", "after"]) {
    expect(await find(office, "quenby")).toEqual(["Families and guardians: Haddad"])
    expect(await find(bookkeeper, "quenby")).toEqual([])
  }
  expect((await find(bookkeeper, "haddad")).join()).toContain("Families and guardians")
})

test("a teacher's search reads the answers of their students alone", async () => {
  const { school, studentIds } = family
  const other = addStudentRow(school, "Iris", "Vale")
  answer({ noun: "student", name: "Choir", kind: "text", audience: "teachers" }, other, "Alto")
  const asked = await recordStatements(() => find(teacher, "alto"))
  const ofAnswers = asked.filter(({ sql }) => /"custom_values"/.test(sql))
  expect(ofAnswers.map(({ params }) => JSON.stringify(params))).toEqual([
    expect.stringContaining(studentIds[0] ?? ""),
  ])
  expect(await find(office, "alto")).toEqual(["Students: Iris Vale"])
})
