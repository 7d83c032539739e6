import { bookClosings } from "db/schema/money-books"
import { beforeEach, expect, test } from "vitest"
import { issueInvoice } from "~/models/money/invoice/issue-invoice.server"
import { fixClock } from "~/utils/clock.server"
import { newId } from "~/utils/ids.server"
import { Browser } from "../../support/app"
import { november, openFamily, owe } from "../../support/billing"
import { testNow } from "../../support/clock"
import { addMember, openSchool, rowsOf } from "../../support/school"

// Harmony sent an invoice in October and is in November.

let school: ReturnType<typeof openSchool>
let office: Browser
let family: ReturnType<typeof openFamily>
let invoiceId: string
const october = "/billing/month?month=2026-10"

beforeEach(async () => {
  fixClock(Date.parse("2026-10-10T15:00:00Z"))
  school = openSchool()
  family = openFamily(school.actor)
  const chargeId = owe(school.actor, family, 12_000)
  const issued = issueInvoice(school.actor, {
    ...november(family.familyId, [chargeId]),
    dueOn: "2026-10-20",
  })
  if (!issued.ok) throw new Error(issued.reason)
  invoiceId = issued.invoiceId
  fixClock(testNow)
  office = await Browser.of(school.userId)
})

const pay = (receivedOn: string) =>
  office.submit(`/billing/families/${family.familyId}`, {
    intent: "pay",
    amount: "20",
    method: "cash",
    receivedOn,
    payer: "Mateo Okafor",
    formKey: newId(),
  })

test("a month’s figures lead to their rows, and closing it keeps them", async () => {
  const page = await office.read("/billing/month")
  expect(page).toMatch(/Opening balance \$0\.00 Billed, 1 \$120\.00 Closing balance \$120\.00/)
  expect(page).toContain("Close October 2026")
  expect(await office.read("/billing/month/balances?month=2026-10")).toMatch(
    /Okafor \$120\.00 1 family \$120\.00/,
  )
  const csv = await office.html("/billing/month.csv?month=2026-10")
  expect(csv).toContain("2026-10,Balance,Billed,1,120,USD")
  const close = { intent: "close-month", month: "2026-10" }
  expect((await office.submit(october, close)).headers.get("Location")).toBe(october)
  expect(await office.read(october)).toContain("October 2026 is closed")
  await expect(pay("2026-10-31")).toAnswer(409, "That month is closed.")
  expect((await pay("2026-11-01")).status).toBe(303)
  await office.submit(`/billing/invoices/${invoiceId}/void`, { reason: "Wrong" })
  const invoicePage = await office.read(`/billing/invoices/${invoiceId}`)
  expect(invoicePage).not.toContain("Void")
  expect(invoicePage).toContain("This invoice is from a closed month. Send a credit note instead")
  expect((await office.visit(`/billing/invoices/${invoiceId}/void`)).status).toBe(302)
  const reopen = { intent: "reopen-month", month: "2026-10" }
  expect((await office.submit(october, { ...reopen, reason: "" })).status).toBe(400)
  expect((await office.submit(october, { ...reopen, reason: "Cash found" })).status).toBe(303)
  expect(await office.read(october)).toContain("Cash found")
  expect((await pay("2026-10-31")).status).toBe(303)
})

test("leads back to the last month by its name, not by today’s", async () => {
  for (const page of ["/billing/month", "/billing/month/files"]) {
    const earlier = await office.html(`${page}?month=2026-08`)
    expect(earlier).toMatch(new RegExp(`href="${page}"[^>]*>Last month<`))
    expect(earlier).not.toContain(">Today<")
  }
})

test("closes no month that goes on, none of another school, and only for those who run the school", async () => {
  expect((await office.submit(october, { intent: "close-month", month: "2026-11" })).status).toBe(303)
  expect((await office.submit(october, { intent: "close-month", month: "soon" })).status).toBe(404)
  expect(rowsOf(bookClosings, { schoolId: school.actor.school.id })).toEqual([])
  const teacher = await Browser.of(addMember(school.actor, "teacher", "Theo Petrović").userId)
  expect((await teacher.visit(october)).headers.get("Location")).toBe("/dashboard/teacher")
  expect(
    (await teacher.submit(october, { intent: "close-month", month: "2026-10" })).headers.get("Location"),
  ).toBe("/dashboard/teacher")
  const stranger = await Browser.of(openSchool({ name: "Crescendo Academy" }).userId)
  expect(await stranger.read(october)).toMatch(/Billed, 0 \$0\.00/)
})

test("the accountant’s files carry the school’s own accounts, and are its own only", async () => {
  const files = "/billing/month/files?month=2026-10"
  expect(await office.read(files)).toContain("Sales, credit notes and write-offs")
  const codes = { sales: "4000", writeOff: "6100", noTax: "Exempt" }
  expect((await office.submit(files, { ...codes, sales: "" })).status).toBe(400)
  expect((await office.submit(files, { ...codes, noTax: "x".repeat(70) })).status).toBe(400)
  // Saving stays with the month that was looked at.
  expect((await office.submit(files, codes)).headers.get("Location")).toBe(files)
  const sales = "/billing/month/sales.csv?month=2026-10"
  const csv = await office.html(sales)
  expect(csv.split("\r\n")[0]).toContain("*ContactName,EmailAddress,POAddressLine1")
  expect(csv).toMatch(/10\/10\/2026,10\/20\/2026,,[^\r]*,1,120,,4000,Exempt,/)
  await pay("2026-10-31")
  const cash = await office.html("/billing/month/payments.csv?month=2026-10&method=cash")
  expect(cash).toContain("10/31/2026,20,Mateo Okafor,")
  expect((await office.visit("/billing/month/payments.csv?month=2026-10&method=gold")).status).toBe(404)
  const stranger = await Browser.of(openSchool({ name: "Crescendo Academy" }).userId)
  expect((await stranger.html(sales)).trim().split("\r\n")).toHaveLength(1)
  const teacher = await Browser.of(addMember(school.actor, "teacher", "Theo Petrović").userId)
  expect((await teacher.submit(files, codes)).headers.get("Location")).toBe("/dashboard/teacher")
})
