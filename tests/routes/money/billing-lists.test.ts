import { guardians } from "db/schema/people"
import { beforeAll, beforeEach, describe, expect, test } from "vitest"
import { takeRegister } from "~/models/attendance/register/take-register.server"
import { issueInvoice } from "~/models/money/invoice/issue-invoice.server"
import { textOf } from "../../support/app"
import { type BilledSchool, openBilledSchool, sendInvoice } from "../../support/billed-school"
import { november, openFamily, owe } from "../../support/billing"
import { addSessionRow, openClass } from "../../support/lessons"
import { rowsOf } from "../../support/school"

let school: BilledSchool
let stranger: BilledSchool

beforeAll(async () => {
  stranger = await openBilledSchool()
})

beforeEach(async () => {
  school = await openBilledSchool()
})

const sent = (amounts: number[] = [3250, 4500], of = school) => sendInvoice(of, amounts)

describe("what is ready to invoice", () => {
  test("is listed by family, 50 families on a page, with the sum of all", async () => {
    for (let n = 1; n <= 51; n += 1) {
      const number = String(n).padStart(2, "0")
      const family = openFamily(school.actor, { name: `Family ${number}` })
      owe(school.actor, family, 1000, { occurredOn: "2026-11-03", description: `Strings no. ${number}` })
      owe(school.actor, family, 500, { occurredOn: "2026-11-10" })
    }
    owe(stranger.actor, stranger.family, 9900)
    const first = await school.browser.read("/billing/unbilled")
    expect(first).toContain("Family 01 2 items")
    expect(first).toContain("Strings no. 01")
    expect(first).toContain("Strings no. 50")
    expect(first).toContain("$15.00")
    expect(first).toContain("102 items for 51 families $765.00")
    expect(first).toContain("1–50 of 51")
    expect(first).not.toContain("Family 51")
    const second = await school.browser.read("/billing/unbilled?page=2")
    expect(second).toContain("Family 51 2 items")
    expect(second).toContain("Strings no. 51")
    expect(second).not.toContain("Family 50")
    expect(second).toContain("102 items for 51 families $765.00")
  })

  test("names the classes that have no price, with the way to set one", async () => {
    const { classId, studentIds } = openClass(school.actor, { pupils: ["Otis Rossi"], price: null })
    const sessionId = addSessionRow(school.actor, classId, "2026-11-11")
    takeRegister(school.actor, sessionId, { marks: [{ studentId: studentIds[0] ?? "", code: "present" }] })
    const html = await school.browser.html("/billing/unbilled")
    expect(html).toMatch(/past lesson<\/span> can’t be charged because .*the class has/)
    expect(html).toContain(`href="/classes/${classId}/edit?from=2026-11-11&amp;back=ready#price-title"`)
    const another = await stranger.browser.html("/billing/unbilled")
    expect(another).not.toContain(classId)
  })

  test("doesn't claim that all is invoiced on a page beyond the last", async () => {
    expect(await school.browser.read("/billing/unbilled")).toContain("Every charge is on an invoice.")
    owe(school.actor, school.family, 1000)
    const past = await school.browser.visit("/billing/unbilled?page=9")
    expect(past.headers.get("Location")).toBe("/billing/unbilled?page=1")
    const text = await school.browser.read("/billing/unbilled?page=1")
    expect(text).not.toContain("Every charge is on an invoice.")
    expect(text).toContain("1 item for 1 family $10.00")
  })
})

describe("the list", () => {
  test("without invoices says what to do", async () => {
    expect(await school.browser.read("/billing")).toContain("Create an invoice")
  })

  test("counts and sums the states, filters, searches, and sums what it shows", async () => {
    sent([1000])
    sent([2000])
    owe(school.actor, school.family, 700)
    const other = openFamily(school.actor, { name: "Rossi 100%" })
    const theirs = issueInvoice(school.actor, november(other.familyId, [owe(school.actor, other, 400)]))
    const text = await school.browser.read("/billing")
    expect(text).toContain("Ready to invoice $7.00 1 item")
    expect(text).toContain("All 3")
    expect(text).toContain("Unpaid $34.00 3 invoices")
    expect(text).toContain("3 invoices $34.00")
    expect(text).toContain("Rossi 100%")
    expect(await school.browser.read("/billing?search=100%25")).toContain("1 invoice $4.00")
    expect(await school.browser.read("/billing?search=0002")).toContain("1 invoice $20.00")
    expect(await school.browser.read("/billing?status=paid")).toContain("No invoices match these filters.")
    expect(await school.browser.read("/billing?status=nonsense&page=-3&from=x")).toContain("3 invoices")
    expect(await school.browser.read(`/billing?family=${other.familyId}`)).toContain("1 invoice $4.00")
    expect(await school.browser.read("/billing?from=2026-11-19")).toContain("No invoices match")
    expect(theirs.ok).toBe(true)
    expect(await stranger.browser.read("/billing?search=Rossi")).not.toContain("Rossi 100%")
  })

  test("is a CSV in which a family's name is no formula", async () => {
    const evil = openFamily(school.actor, { name: "=HYPERLINK(1)" })
    issueInvoice(school.actor, november(evil.familyId, [owe(school.actor, evil, 1234)]))
    const answer = await school.browser.visit("/billing/invoices.csv?search=HYPER")
    expect(answer.headers.get("Content-Type")).toContain("text/csv")
    const lines = (await answer.text()).split("\r\n")
    expect(lines[0]).toBe(
      "Number,Family,Status,Issued,Due,Total,Tax,Paid,Balance due,Currency,Bill to,Overdue,Credited,Written off",
    )
    expect(lines).toContain(
      "2026-0001,'=HYPERLINK(1),Unpaid,2026-11-18,2026-12-02,12.34,0,0,12.34,USD,Mateo Okafor and Zoë Okafor,0,0,0",
    )
  })
})

describe("a family's ledger", () => {
  test("has every entry with the balance after it", async () => {
    const { invoiceId } = sent()
    await school.browser.submit(`/billing/invoices/${invoiceId}`, {
      intent: "pay",
      amount: "20",
      method: "cash",
      receivedOn: "2026-11-18",
      payer: "Zoë Okafor",
    })
    const text = await school.browser.read(`/billing/families/${school.family.familyId}`)
    expect(text).toMatch(/Payment from Zoë Okafor, cash Nov 18, 2026 −\$20\.00 \$57\.50/)
    expect(text).toMatch(/Invoice 2026-0001 Nov 18, 2026 \$77\.50 \$77\.50/)
    expect(text).toContain("Balance due $57.50")
  })

  test("shares are kept when they are 100% together, and refused otherwise", async () => {
    const at = `/billing/families/${school.family.familyId}`
    const guardian = school.family.guardianIds
    const shares = () =>
      rowsOf(guardians, { familyId: school.family.familyId }).map(({ payerShare }) => payerShare)
    const tries: [Record<string, string | string[]>, string][] = [
      [
        { "guardian[]": guardian, share0: "60", share1: "30" },
        "The shares add up to 90%. Change them to total 100%.",
      ],
      [{ "guardian[]": guardian, share0: "half", share1: "50" }, "Enter a percentage from 0 to 100."],
      [{ "guardian[]": guardian, share0: "150", share1: "-50" }, "Enter a percentage from 0 to 100."],
      [{ "guardian[]": guardian[0] ?? "", share0: "100" }, "This family’s guardians have changed."],
      [
        {
          "guardian[]": [guardian[0] ?? "", stranger.family.guardianIds[0] ?? ""],
          share0: "50",
          share1: "50",
        },
        "This family’s guardians have changed.",
      ],
    ]
    for (const [fields, message] of tries) {
      const answer = await school.browser.submit(at, { intent: "shares", ...fields })
      expect([400, 409], message).toContain(answer.status)
      expect(await textOf(answer)).toContain(message)
    }
    expect(shares()).toEqual([5000, 5000])
    await school.browser.submit(at, {
      intent: "shares",
      "guardian[]": guardian,
      share0: "33,33",
      share1: "66.67 %",
    })
    expect(shares()).toEqual([3333, 6667])
  })
})
