import { afterAll, beforeEach, expect, test } from "vitest"
import { findPlanRule } from "~/models/money/installment/plans.server"
import { findInvoice } from "~/models/money/invoice/invoice.server"
import { listOpenLinks } from "~/models/money/invoice-link/invoice-link.server"
import { fixClock } from "~/utils/clock.server"
import { Browser } from "../../support/app"
import { testNow } from "../../support/clock"
import { invoiceOver, openPayingFamily } from "../../support/family"
import { startPayPal } from "../../support/paypal"

// The office lets a family pay in installments, on screen; the family sees the plan and pays one of them.

let family: ReturnType<typeof openPayingFamily>
let office: Browser
let home: Browser
let invoiceId = ""
let at = ""

const paypal = await startPayPal()
afterAll(() => paypal.close())

beforeEach(async () => {
  family = openPayingFamily()
  office = await Browser.of(family.school.userId ?? "")
  home = await Browser.of(family.guardian.userId)
  invoiceId = invoiceOver(family.school, family, 30_000)
  at = `/billing/invoices/${invoiceId}/plan`
})
const three = {
  intent: "agree",
  plan: "",
  formKey: "once",
  "rows[0].dueOn": "2026-12-01",
  "rows[0].amount": "100.00",
  "rows[1].dueOn": "2027-01-01",
  "rows[1].amount": "100.00",
  "rows[2].dueOn": "2027-02-01",
  "rows[2].amount": "100.00",
}
const claims = () => findInvoice(family.school, invoiceId)?.claims.map(({ openMinor }) => openMinor)

test("a plan is previewed, edited, agreed, and undone", async () => {
  expect(await office.read(`/billing/invoices/${invoiceId}`)).toContain("Pay in installments")
  const preview = await office.html(`${at}?count=2&first=2026-12-01&rhythm=two_weeks`)
  expect(preview).toContain('value="2026-12-15"')
  expect(preview).toContain('value="150.00"')
  const short = await office.submit(at, { ...three, "rows[2].amount": "99.99" })
  await expect(short).toAnswer(400, "These installments come to $299.99. The balance due is $300.00.")
  const backward = await office.submit(at, { ...three, "rows[2].dueOn": "2026-12-24" })
  await expect(backward).toAnswer(400, "Enter a date after the one above.")
  expect((await office.submit(at, { ...three, "rows[1].amount": "no" })).status).toBe(400)
  expect(claims()).toEqual([30_000])
  expect((await office.submit(at, three)).status).toBe(303)
  expect((await office.submit(at, three)).status).toBe(303)
  expect(claims()).toEqual([10_000, 10_000, 10_000])
  const page = await office.read(`/billing/invoices/${invoiceId}`)
  expect(page).toContain("1 of 3, due Dec 1, 2026")
  expect(page).toContain("agreed 3 installments")
  const plan = findInvoice(family.school, invoiceId)?.planId ?? ""
  expect((await office.submit(at, { ...three, formKey: "two" })).status).toBe(409)
  expect((await office.submit(at, { intent: "undo-agree", plan })).status).toBe(303)
  expect(claims()).toEqual([30_000])
})

test("a plan is changed and ended with a reason, and ending it is undone", async () => {
  await office.submit(at, three)
  const plan = findInvoice(family.school, invoiceId)?.planId ?? ""
  expect(await office.read(at)).toContain("1 of 3, due Dec 1, 2026")
  const silent = await office.submit(at, { ...three, plan, formKey: "b" })
  await expect(silent).toAnswer(400, "Enter a reason for the change.")
  const changed = { ...three, plan, formKey: "c", reason: "Paid later", "rows[0].dueOn": "2026-12-10" }
  expect((await office.submit(at, changed)).status).toBe(303)
  expect(findInvoice(family.school, invoiceId)?.dueOn).toBe("2026-12-10")
  expect((await office.submit(at, { intent: "end", reason: "" })).status).toBe(400)
  const standing = findInvoice(family.school, invoiceId)?.planId ?? ""
  expect((await office.submit(at, { intent: "end", reason: "Pays at once" })).status).toBe(303)
  expect((await office.submit(at, { intent: "end", reason: "Pays at once" })).status).toBe(409)
  expect(claims()).toEqual([30_000])
  expect((await office.submit(at, { intent: "undo-end", plan: standing })).status).toBe(303)
  expect(claims()).toEqual([10_000, 10_000, 10_000])
})

test("another school’s invoice and plan are not found, and a family can’t agree one", async () => {
  await office.submit(at, three)
  const plan = findInvoice(family.school, invoiceId)?.planId ?? ""
  const stranger = openPayingFamily()
  const elsewhere = await Browser.of(stranger.school.userId ?? "")
  expect((await elsewhere.visit(at)).status).toBe(404)
  const forms: Record<string, string>[] = [
    three,
    { intent: "end", reason: "Mine now" },
    { intent: "undo-agree", plan },
  ]
  for (const form of forms) expect((await elsewhere.submit(at, form)).status).toBe(404)
  const theirs = invoiceOver(stranger.school, stranger, 5_000)
  const borrowed = await elsewhere.submit(`/billing/invoices/${theirs}/plan`, { intent: "undo-agree", plan })
  expect(borrowed.status).toBe(404)
  expect((await home.visit(at)).status).toBe(302)
  expect((await home.submit(at, three)).status).toBe(302)
  expect((await elsewhere.visit(`/billing/families/${family.familyId}/installments`)).status).toBe(404)
  expect(claims()).toEqual([10_000, 10_000, 10_000])
})

test("a family’s new invoices are divided by its rule", async () => {
  const rule = `/billing/families/${family.familyId}/installments`
  expect((await office.submit(rule, { count: "30", rhythm: "month" })).status).toBe(400)
  expect((await office.submit(rule, { count: "3", rhythm: "daily" })).status).toBe(400)
  expect((await office.submit(rule, { count: "3", rhythm: "month" })).status).toBe(303)
  expect(findPlanRule(family.school, family.familyId)).toEqual({ count: 3, rhythm: "month" })
  expect(await office.read(`/billing/families/${family.familyId}`)).toContain("New invoices: 3 installments")
  const planned = findInvoice(family.school, invoiceOver(family.school, family, 10_000))
  expect(planned?.installments.map(({ amountMinor }) => amountMinor)).toEqual([3_334, 3_333, 3_333])
  expect((await office.submit(rule, { count: "1", rhythm: "month" })).status).toBe(303)
  expect(findPlanRule(family.school, family.familyId)).toBeUndefined()
})

test("a family pays one installment in the portal, and all or one by the link in its email", async () => {
  await office.submit(at, three)
  const start = await home.read("/student/dashboard")
  expect(start).toContain("$100.00 due in 13 days")
  expect(start).toContain("Pay $100.00")
  const portal = await home.read(`/student/invoices/${invoiceId}`)
  expect(portal).toContain("Pay this installment, $100.00, with PayPal")
  expect(portal).toContain("Pay all, $300.00, with PayPal")
  expect(portal).toContain("1 of 3, due Dec 1, 2026")
  const [link] = listOpenLinks(family.school, invoiceId)
  fixClock(Date.parse("2027-01-03T17:00:00Z"))
  const late = await new Browser().read(`/pay/${link?.secret}`)
  fixClock(testNow)
  expect(late).toContain("2 installments of $300.00")
  expect(late).toContain("Pay 2 installments, $200.00, with PayPal")
  const started = await home.submit(`/student/invoices/${invoiceId}`, { intent: "pay-due" })
  expect(started.status).toBe(303)
  const back = await paypal.press(started.headers.get("location") ?? "", "pay")
  await home.visit(back ?? "")
  expect(claims()).toEqual([10_000, 10_000])
  const byLink = await new Browser().read(`/pay/${link?.secret}`)
  expect(byLink).toContain("Pay this installment, $100.00, with PayPal")
  expect(byLink).toContain("Pay all, $200.00, with PayPal")
  expect(byLink).toContain("1 of 3, due Dec 1, 2026")
})

test("the office reads its plans in a list whose sums are those of the rows", async () => {
  const list = "/billing/manage/plans"
  expect(await office.read(list)).toContain("No one pays in installments now.")
  await office.submit(at, three)
  const page = await office.read(list)
  expect(page).toContain("0 of 3")
  expect(page).toContain("Dec 1, 2026, $100.00")
  expect(page).toContain("Left of 1 payment plan $300.00")
  expect(await office.read(`${list}?state=overdue`)).toContain("No payment plans match these filters.")
  expect(await office.read(`${list}?search=hadd`)).toContain("Left of 1 payment plan $300.00")
  expect(await office.read("/billing/manage")).toContain("Payment plans")
  expect((await home.visit(list)).status).toBe(302)
})

test("a family asks for installments; the office begins a plan with them, or declines with a reason", async () => {
  const list = "/billing/manage/plans"
  const asking = `/student/invoices/${invoiceId}/installments`
  const portal = () => home.read(`/student/invoices/${invoiceId}`)
  expect(await portal()).toContain("Ask to pay in installments")
  const ask = { intent: "ask", count: "3", firstOn: "2026-12-01", note: "After payday" }
  const wrong = await home.submit(asking, { ...ask, count: "50" })
  expect([wrong.status, await wrong.text()]).toEqual([400, expect.stringContaining("from 2 to 24")])
  expect((await home.submit(asking, { ...ask, firstOn: "2026-11-01" })).status).toBe(409)
  expect((await home.submit(asking, ask)).status).toBe(303)
  const again = await home.submit(asking, ask)
  expect([again.status, again.headers.get("location")]).toEqual([303, `/student/invoices/${invoiceId}`])
  expect(await portal()).toContain("The school has an open request about this invoice.")
  expect((await home.visit(asking)).headers.get("location")).toBe(`/student/invoices/${invoiceId}`)
  expect(await portal()).toContain("You asked to pay in 3 installments, the first on December 1, 2026.")
  expect(claims()).toEqual([30_000])

  const html = await office.html(list)
  expect(await office.read(list)).toContain("Jonas Haddad asks to pay $300.00 in 3 installments")
  expect(html).toContain(`href="${at}"`)
  const begun = await office.html(at)
  expect(await office.read(at)).toContain("The family asks for 3 installments starting December 1, 2026.")
  expect(begun.match(/value="2027-0[12]-01"/g)).toHaveLength(2)
  const askId = /name="ask" value="([^"]+)"/.exec(html)?.[1] ?? ""
  expect((await office.submit(list, { intent: "decline", ask: askId, reason: "" })).status).toBe(400)
  const stranger = openPayingFamily()
  const elsewhere = await Browser.of(stranger.school.userId ?? "")
  const decline = { intent: "decline", ask: askId, reason: "The term ends first" }
  expect((await elsewhere.submit(list, decline)).status).toBe(404)
  expect((await home.submit(list, decline)).status).toBe(302)
  const otherHome = await Browser.of(stranger.guardian.userId)
  for (const form of [ask, { intent: "withdraw" }])
    expect((await otherHome.submit(asking, form)).status).toBe(404)
  expect((await office.submit(list, decline)).status).toBe(303)
  expect((await office.submit(list, decline)).status).toBe(409)
  expect(await portal()).toContain("The school declined your request for installments: The term ends first")
  expect(await office.read(`/billing/invoices/${invoiceId}`)).toContain("declined to let the invoice")

  expect((await home.submit(asking, ask)).status).toBe(303)
  expect((await home.submit(asking, { intent: "withdraw" })).status).toBe(303)
  expect((await home.submit(asking, ask)).status).toBe(303)
  expect((await office.submit(at, three)).status).toBe(303)
  expect(await portal()).not.toContain("Withdraw request")
  expect(await office.read(list)).not.toContain("asks to pay")
})
