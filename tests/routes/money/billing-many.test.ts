import { emails } from "db/schema/foundation-mail"
import { beforeEach, describe, expect, test } from "vitest"
import type { Actor } from "~/models/foundation/access/actor"
import { issueInvoice } from "~/models/money/invoice/issue-invoice.server"
import { voidInvoice } from "~/models/money/invoice/void-invoice.server"
import { familyBalance } from "~/models/money/ledger/ledger.server"
import { changePayers } from "~/models/money/payer/payer-rules.server"
import { recordPayment } from "~/models/money/payment/payment.server"
import { pauseReminders } from "~/models/money/reminder/reminder-pause.server"
import { fixClock } from "~/utils/clock.server"
import { Browser, locationOf, openOffice, rowCount, textOf } from "../../support/app"
import { november, openFamily, owe } from "../../support/billing"
import { testNow } from "../../support/clock"
import { openSchool, orFail, rowsOf } from "../../support/school"

// What the office does for many families at once, and what it looks back on.

type Family = ReturnType<typeof openFamily>
let actor: Actor
let browser: Browser
let okafor: Family
let novak: Family

beforeEach(async () => {
  ;({ actor, browser } = await openOffice())
  okafor = openFamily(actor)
  novak = openFamily(actor, {
    name: "Novak",
    adults: [{ name: "Iva Novak", email: "iva@example.com", payerShare: 10_000 }],
    children: ["Mia"],
  })
})
const period = { from: "2026-11-01", to: "2026-11-30", dueOn: "2026-12-02" }

function bill(family: Family, amountMinor: number) {
  return orFail(issueInvoice(actor, november(family.familyId, [owe(actor, family, amountMinor)])))
}

const pay = (invoiceId: string, amountMinor: number, method: "cash" | "transfer" = "transfer") =>
  recordPayment(actor, { invoiceId, amountMinor, method, receivedOn: "2026-11-17", payerName: "Iva Novak" })

describe("invoices for many", () => {
  const batch = "/billing/unbilled?from=2026-11-01&to=2026-11-30"

  test("opens on everything to date; a month or dates of one's own narrow it", async () => {
    owe(actor, okafor, 3250, { occurredOn: "2026-11-10" })
    owe(actor, novak, 2000, { occurredOn: "2026-10-14" })
    expect(await browser.read("/billing/unbilled")).toContain("Send 2 invoices, $52.50")
    expect(await browser.read("/billing/unbilled?period=2026-10")).toContain("Send 1 invoice, $20.00")
    expect(await browser.read("/billing/unbilled?period=2026-11")).toContain("Send 1 invoice, $32.50")
    // Dates that are no period list nothing: never everything to date in their place.
    const reversed = await browser.read("/billing/unbilled?period=own&from=2026-10-14&to=2026-10-01")
    expect(reversed).toContain("Enter a last day that’s on or after the first.")
    expect(reversed).not.toMatch(/Send \d+ invoice/)
    expect(await browser.read("/billing/unbilled?period=own&from=2026-10-14&to=2026-10-14")).toContain(
      "1 item for 1 family $20.00",
    )
    expect(await browser.read("/billing/unbilled?period=own&from=2026-09-01&to=2026-09-30")).toContain(
      "No charges to invoice in this period.",
    )
    expect(await browser.read("/billing/unbilled?period=2031-99&page=0")).toContain("Send 2 invoices, $52.50")
  })

  test("families of one name are told apart in what is confirmed", async () => {
    const other = openFamily(actor, {
      name: "Novak",
      adults: [{ name: "Jan Novak", email: "jan@example.com", payerShare: 10_000 }],
      children: ["Ida"],
    })
    owe(actor, novak, 2000)
    owe(actor, other, 3000)
    const both = { ...period, "family[]": [novak.familyId, other.familyId], intent: "check" }
    const checked = await textOf(await browser.submit("/billing/unbilled", both))
    expect(checked).toContain("(Mia) $20.00")
    expect(checked).toContain("(Ida) $30.00")
  })

  test("the families to check come first, each with the reason and its remedy", async () => {
    for (const amount of [1000, 2000, 1500]) bill(okafor, amount)
    owe(actor, okafor, 2251)
    owe(actor, novak, 2000)
    const silent = openFamily(actor, { name: "Silent", adults: [{ name: "Ida", payerShare: 10_000 }] })
    owe(actor, silent, 700)
    const text = await browser.read("/billing/unbilled")
    expect(text).toContain("Check first, 2 families")
    expect(text).toMatch(/Unusual amount ?\. Usually \$15\.00, now with 1 item\./)
    expect(text).toMatch(/No email ?\. You’ll need to print this invoice\. Add email/)
    expect(text).toContain("Ready, 1 family")
    expect(text).toMatch(/3 selected ?, 2 by email, 1 to print/)
    expect(text.indexOf("Silent")).toBeLessThan(text.indexOf("Novak"))
  })

  test("what the button said is what is sent: after a change the exact number is asked first", async () => {
    owe(actor, okafor, 3250)
    owe(actor, novak, 2000)
    const both = { "family[]": [okafor.familyId, novak.familyId], intent: "send", expected: "2:5250" }
    owe(actor, novak, 100)
    const before = rowCount("invoices")
    const changed = await browser.submit(batch, { ...period, ...both })
    const asked = await textOf(changed)
    expect(asked).toContain("Send 2 invoices for $53.50?")
    expect(asked).toContain(
      "This changed since you looked, so nothing was sent. It was 2 invoices for $52.50.",
    )
    const fewer = await browser.submit(batch, { ...period, ...both, "family[]": [novak.familyId] })
    expect(await textOf(fewer)).toContain("Send 1 invoice for $21.00?")
    expect(rowCount("invoices")).toBe(before)
    const exact = await browser.submit(batch, { ...period, ...both, expected: "2:5350" })
    expect([exact.status, rowCount("invoices") - before]).toEqual([303, 2])
    const second = await browser.submit(batch, { ...period, ...both, expected: "2:5350" })
    expect(await textOf(second)).toContain("These families were already invoiced by ")
  })

  test("clearing or completing the selection keeps the due date and the note as they were typed", async () => {
    owe(actor, okafor, 3250)
    owe(actor, novak, 2000)
    const typed = { ...period, dueOn: "2026-12-24", note: "Merry Christmas", "family[]": [okafor.familyId] }
    const cleared = await browser.submit(batch, { ...typed, intent: "select-none" })
    expect(cleared.status).toBe(200)
    const none = await cleared.text()
    expect(none).toContain('value="2026-12-24"')
    expect(none).toContain("Merry Christmas")
    expect(none).not.toMatch(/<input[^>]*name="family\[\]"[^>]*checked/)
    const all = await browser.submit(batch, { ...period, dueOn: "", note: "Soon", intent: "select-all" })
    const html = await all.text()
    expect(html).toContain("Soon")
    expect(html.match(/<input[^>]*name="family\[\]"[^>]*checked/g)).toHaveLength(2)
    expect(html).not.toContain("Enter a due date")
  })

  test("families of other pages come along when asked", async () => {
    owe(actor, okafor, 3250)
    owe(actor, novak, 2000)
    const send = { shown: okafor.familyId, others: "yes", intent: "send", expected: "1:2000" }
    await expect(browser.submit(batch, { ...period, ...send })).toAnswer(303)
    expect([familyBalance(actor, okafor.familyId), familyBalance(actor, novak.familyId)]).toEqual([0, 2000])
  })

  test("shows who would be billed over how much, and sends one invoice to each that is ticked", async () => {
    owe(actor, okafor, 3250)
    owe(actor, okafor, 4500)
    owe(actor, novak, 2000)
    const before = await browser.read(batch)
    expect(before).toContain("Mateo Okafor and Zoë Okafor")
    expect(before).toMatch(/Okafor.*2.*\$77\.50/s)
    expect(before).toContain("Send 2 invoices, $97.50")
    const answer = await browser.submit(batch, { ...period, "family[]": [okafor.familyId], intent: "send" })
    const sent = locationOf(answer)
    expect(sent).toMatch(/^\/billing\/runs\/[\w-]+$/)
    expect(await browser.read(sent)).toContain("1 invoice sent.")
    expect([familyBalance(actor, okafor.familyId), familyBalance(actor, novak.familyId)]).toEqual([7750, 0])
    const mails = rowsOf(emails, { schoolId: actor.school.id })
    expect(mails.map(({ recipient }) => recipient).sort()).toEqual([
      "mateo.okafor@example.com",
      "zoe.okafor2@example.net",
    ])
    expect(await browser.read(batch)).toContain("Send 1 invoice, $20.00")
  })

  test("keeps them as drafts when asked; nothing is owed by a draft", async () => {
    owe(actor, okafor, 3250)
    owe(actor, novak, 2000)
    const families = [okafor.familyId, novak.familyId]
    const answer = await browser.submit(batch, { ...period, "family[]": families, intent: "draft" })
    expect(answer.headers.get("Location")).toBe("/billing?status=draft")
    expect(await browser.read("/billing?status=draft")).toContain("2 invoices saved as drafts.")
    expect(familyBalance(actor, okafor.familyId)).toBe(0)
  })

  test("the same form sent twice bills no family twice, and says so by name", async () => {
    owe(actor, okafor, 3250)
    const fields = { ...period, "family[]": [okafor.familyId], intent: "send" }
    await browser.submit(batch, fields)
    const invoices = rowCount("invoices")
    const again = await browser.submit(batch, fields)
    expect(again.headers.get("Location")).toBe(batch)
    expect(await browser.read(batch)).toContain(
      "Not created: Okafor: Someone else has already invoiced this family.",
    )
    expect(rowCount("invoices")).toBe(invoices)
  })

  test("a family with more corrections than charges cannot be ticked; the others are billed", async () => {
    owe(actor, okafor, -500)
    owe(actor, novak, 2000)
    const html = await browser.html(batch)
    expect(html).toMatch(new RegExp(`<input[^>]*disabled[^>]*value="${okafor.familyId}"`))
    const families = [okafor.familyId, novak.familyId]
    await browser.submit(batch, { ...period, "family[]": families, intent: "send" })
    const after = await browser.read(batch)
    expect(after).toContain("1 invoice sent.")
    expect(after).toContain("Okafor: The corrections come to more than the charges.")
    expect(familyBalance(actor, novak.familyId)).toBe(2000)
  })

  test.each([
    ["nobody ticked", {}, "Select at least one family."],
    [
      "a due day in the past",
      { dueOn: "2026-11-17", "family[]": ["some"] },
      "Enter a due date that’s today or later.",
    ],
    [
      "no due day",
      { dueOn: "tomorrow", "family[]": ["some"] },
      "Enter a date that exists, like Dec 31, 2026.",
    ],
    [
      "days the wrong way round",
      { to: "2026-10-01", "family[]": ["some"] },
      "Enter an end date on or after the start date.",
    ],
    ["a note without end", { note: "x".repeat(2001), "family[]": ["some"] }, "under 2,000 characters"],
  ])("%s: told beside the form, nothing made", async (_, fields, words) => {
    owe(actor, okafor, 3250)
    const before = rowCount("invoices")
    const answer = await browser.submit(batch, { ...period, note: "", intent: "send", ...fields })
    await expect(answer).toAnswer(400, words)
    expect(rowCount("invoices")).toBe(before)
  })

  test("a family of another school is not billed", async () => {
    const other = openSchool()
    const theirs = openFamily(other.actor)
    owe(other.actor, theirs, 900)
    await browser.submit(batch, { ...period, "family[]": [theirs.familyId], intent: "send" })
    expect(familyBalance(other.actor, theirs.familyId)).toBe(0)
    expect(await browser.read(batch)).toContain("A family: This family isn’t in your school.")
  })
})

describe("a family whose payers get an invoice each", () => {
  const invoicesOf = () => rowCount("invoices")
  beforeEach(() => {
    const [mateo = "", zoe = ""] = okafor.guardianIds
    const payer = { share: 5000, amountMinor: null, billingEmail: null, billingAddress: null }
    changePayers(actor, okafor.familyId, {
      shareBy: "percent",
      hasOwnInvoices: true,
      guardians: [
        { id: mateo, ...payer },
        { id: zoe, ...payer },
      ],
      parts: {},
    })
    owe(actor, okafor, 3250)
    owe(actor, novak, 2000)
  })

  test("counts as two invoices on the button, in the check, in the toast and on the run’s page", async () => {
    const list = await browser.read("/billing/unbilled")
    expect(list).toContain("Send 3 invoices, $52.50")
    expect(list).toMatch(/2 selected ?, 3 invoices/)
    const only = { ...period, "family[]": [okafor.familyId] }
    const checked = await browser.submit("/billing/unbilled", { ...only, intent: "check" })
    expect(await textOf(checked)).toContain("Send 2 invoices for $32.50?")
    const before = invoicesOf()
    const stale = await browser.submit("/billing/unbilled", { ...only, intent: "send", expected: "1:3250" })
    expect([stale.status, invoicesOf()]).toEqual([200, before])
    const sent = await browser.submit("/billing/unbilled", { ...only, intent: "send", expected: "2:3250" })
    expect(invoicesOf()).toBe(before + 2)
    const run = await browser.read(locationOf(sent))
    expect(run).toContain("2 invoices sent.")
    expect(run).toContain("2 invoices $32.50")
  })

  test("a draft of theirs is sent as two, in a run with an undo", async () => {
    const families = [okafor.familyId, novak.familyId]
    await browser.submit("/billing/unbilled", { ...period, "family[]": families, intent: "draft" })
    const before = invoicesOf()
    const list = { noun: "invoices", act: "send", scope: "all", list: "status=draft" }
    const preview = locationOf(await browser.submit("/selections", list))
    expect(await browser.read(preview)).toContain("Send 3 invoices")
    expect(await browser.html(preview)).toContain('href="/billing?status=draft"')
    const sent = await browser.submit(preview, { intent: "confirm" })
    const run = locationOf(sent)
    expect(run).toMatch(/^\/billing\/runs\/[\w-]+$/)
    expect(invoicesOf()).toBe(before + 1)
    expect(await browser.read(run)).toContain("3 invoices $52.50")
    const mails = () => rowsOf(emails, { schoolId: actor.school.id })
    expect(mails().every(({ dueAt }) => dueAt > testNow)).toBe(true)
    expect((await browser.submit(run, { intent: "undo" })).status).toBe(303)
    expect(await browser.read(run)).toContain("3 invoices voided")
    expect([familyBalance(actor, okafor.familyId), familyBalance(actor, novak.familyId)]).toEqual([0, 0])
    expect(await browser.read("/billing/unbilled")).toContain("Send 3 invoices, $52.50")
  })
})

describe("balances", () => {
  test("what each owes, what is ready to invoice, when it last paid; filters are in the address", async () => {
    const invoice = bill(okafor, 5000)
    pay(invoice.invoiceId, 2000)
    owe(actor, okafor, 700)
    const all = await browser.read("/billing/manage")
    expect(all).toMatch(/Okafor.*\$30\.00.*\$7\.00.*17 Nov|Okafor.*\$30\.00.*\$7\.00.*Nov 17/s)
    expect(all).toContain("Total outstanding, 2 families $30.00")
    const even = await browser.read("/billing/manage?state=even&search=nov")
    expect(even).toContain("Novak")
    expect(even).not.toContain("Okafor")
    expect(await browser.read("/billing/manage?state=favour")).toContain("No families match these filters.")
    expect((await browser.visit("/billing/manage?state=%00&page=-1&search=%25")).status).toBe(200)
  })

  test("a payment is recorded for a family and goes to what has been open longest", async () => {
    bill(okafor, 5000)
    const ledger = `/billing/families/${okafor.familyId}`
    const fields = { method: "cash", receivedOn: "2026-11-18", payer: "Zoë Okafor", intent: "pay" }
    await expect(browser.submit(ledger, { ...fields, amount: "50.00" })).toAnswer(303)
    expect(familyBalance(actor, okafor.familyId)).toBe(0)
    const again = await browser.submit(ledger, { ...fields, amount: "50.00" })
    await expect(again).toAnswer(409, "already recorded for that day")
    expect((await browser.submit(ledger, { ...fields, amount: "60.00" })).status).toBe(303)
    expect(familyBalance(actor, okafor.familyId)).toBe(-6000)
    expect(await browser.read(ledger)).toContain("Account credit $60.00")
  })
})

describe("reminders", () => {
  test("those ticked are mailed once; the day stands beside the invoice afterwards", async () => {
    const late = bill(okafor, 5000)
    bill(novak, 2000)
    fixClock(Date.parse("2026-12-05T15:00:00Z"))
    browser = await Browser.of(actor.userId ?? "")
    expect(await browser.read("/billing/manage/reminders")).toContain("2 overdue invoices $70.00")
    const mails = rowCount("emails")
    await browser.submit("/billing/manage/reminders", { "invoice[]": [late.invoiceId] })
    expect(rowCount("emails")).toBe(mails + 2)
    const after = await browser.read("/billing/manage/reminders")
    expect(after).toContain("2 reminders sent.")
    expect(after).toContain("1 invoice got a reminder in the last 3 days, so it isn’t selected.")
    expect(after).toMatch(/Dec 5|5 Dec/)
  })

  test("one that is paused says so and isn’t selected", async () => {
    const [late, paused] = [bill(okafor, 5000), bill(novak, 2000)]
    fixClock(Date.parse("2026-12-05T15:00:00Z"))
    pauseReminders(actor, { familyId: novak.familyId }, { reason: "Pays on Friday", lastDay: null })
    browser = await Browser.of(actor.userId ?? "")
    const html = await browser.html("/billing/manage/reminders")
    const boxOf = (id: string) => html.match(/<input[^>]*>/g)?.find((tag) => tag.includes(id))
    expect(boxOf(late.invoiceId)).toContain("checked=")
    expect(boxOf(paused.invoiceId)).not.toContain("checked=")
    expect(html).toContain("None yet, paused")
  })

  test("nothing ticked is told; a paid invoice and another school's are not reminded of", async () => {
    const paid = bill(novak, 2000)
    pay(paid.invoiceId, 2000)
    const mails = rowCount("emails")
    expect((await browser.submit("/billing/manage/reminders", {})).status).toBe(400)
    await browser.submit("/billing/manage/reminders", { "invoice[]": [paid.invoiceId, "of-nobody"] })
    expect(await browser.read("/billing/manage/reminders")).toContain(
      "1 invoice had no balance due. 1 invoice is void or not in your school.",
    )
    expect(rowCount("emails")).toBe(mails)
  })
})

describe("money history", () => {
  test("every event of the period with its sums, and what was received by day", async () => {
    const one = bill(okafor, 5000)
    pay(one.invoiceId, 2000)
    pay(one.invoiceId, 1000, "cash")
    const two = bill(novak, 900)
    voidInvoice(actor, { invoiceId: two.invoiceId, reason: "wrong family" })
    const text = await browser.read("/billing/history")
    expect(text).toContain(`Invoice ${two.number} voided`)
    expect(text).toContain("Invoices issued, 2 $59.00")
    expect(text).toContain("Payments received, 2 −$30.00")
    expect(text).toContain("Change in balance $20.00")
    expect(text).toMatch(/Tuesday.*\$10\.00.*\$20\.00.*\$30\.00/s)
    const payments = await browser.read("/billing/history?kind=payment&method=cash")
    expect(payments).toContain("Payment from Iva Novak, cash")
    expect(payments).not.toContain("Bank transfer, ")
    expect(await browser.read("/billing/history?from=2026-01-01&to=2026-01-31")).toContain(
      "No invoices or payments match",
    )
  })

  test("the file holds the events of the filter; cells are no formulas", async () => {
    const family = openFamily(actor, { name: "=1+1" })
    bill(family, 5000)
    const answer = await browser.visit("/billing/history.csv?search=%3D1")
    const lines = (await answer.text()).trim().split("\r\n")
    expect(lines).toHaveLength(2)
    expect(lines[1]).toContain("'=1+1")
    expect(answer.headers.get("Content-Disposition")).toContain("money-history.csv")
  })

  test("a payment opens as a receipt that prints", async () => {
    const invoice = bill(novak, 900)
    const paid = pay(invoice.invoiceId, 900)
    const text = await browser.read(`/billing/payments/${paid.ok ? paid.paymentId : ""}`)
    expect(text).toContain("Receipt")
    expect(text).toContain("Iva Novak")
    expect(text).toContain(`Invoice ${invoice.number}`)
  })
})
