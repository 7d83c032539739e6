import { readFileSync } from "node:fs"
import fc from "fast-check"
import { expect, test } from "vitest"
import { fixClock } from "~/utils/clock.server"
import { addDays } from "~/utils/dates"
import { owe } from "../../../../tests/support/billing"
import { adultsWith, invoiceOver, openPayingFamily } from "../../../../tests/support/family"
import { payInCash } from "../../../../tests/support/payments"
import { textOfPdf } from "../../../../tests/support/pdf"
import { openSchool, orFail } from "../../../../tests/support/school"
import { creditCharges, creditInvoice } from "../credit-note/issue-credit-note.server"
import { findInvoice } from "../invoice/invoice.server"
import { familyLedger } from "../ledger/ledger.server"
import { entryText } from "../ledger/money-history"
import { changePayers, findPayerRules } from "../payer/payer-rules.server"
import { recordPayment } from "../payment/payment.server"
import { refundCredit } from "../payment/refund.server"
import { statementOf, statementPeriod, usualPeriods } from "./statement"
import { familyStatement, portalStatement, statementCsv, statementPdf } from "./statement.server"

const november = { from: "2026-11-01", to: "2026-11-30" }

test("a statement has the balance before, what passed by its own day, and the balance after", async () => {
  const family = openPayingFamily()
  invoiceOver(family.school, family, 20_000)
  recordPayment(family.school, {
    familyId: family.familyId,
    amountMinor: 5_000,
    method: "transfer",
    receivedOn: "2026-10-30",
    payerName: "Jonas Haddad",
  })
  expect(familyStatement(family.school, family.familyId, november)).toMatchObject({
    openingMinor: -5_000,
    entries: [{ kind: "invoice", amountMinor: 20_000, balanceMinor: 15_000 }],
    closingMinor: 15_000,
  })
  const statement = portalStatement(family.guardian.actor, november)
  expect(statement?.closingMinor).toBe(15_000)
  if (!statement) throw new Error("no statement")
  const csv = statementCsv(statement, "USD")
  expect(csv).toContain("2026-11-01,Opening balance,,-50,USD")
  expect(csv).toContain("Closing balance,,150,USD")
  const { bytes, fileName } = await statementPdf(family.school, { ...statement, name: "Haddad" })
  expect(fileName).toBe("statement-2026-11-01-2026-11-30.pdf")
  expect(textOfPdf(bytes).join()).toContain("$150.00")
  expect(portalStatement(openSchool().actor, november)).toBeUndefined()
})

test("a statement and the ledger say what was paid with, to whoever paid it and to the office", () => {
  const family = openPayingFamily({ adults: adultsWith({ "Jonas Haddad": 5000, "Layla Haddad": 5000 }) })
  const invoiceId = invoiceOver(family.school, family, 20_000)
  const of = { invoiceId, amountMinor: 3_000, receivedOn: "2026-11-18", payerName: "Jonas Haddad" }
  const payerId = family.guardianIds[0]
  const card = { method: "card", providerReference: "pi_1", paidWith: "Visa ending 4242" } as const
  orFail(recordPayment(family.school, { ...of, ...card, payerId, hasArrived: true }))
  const debit = { method: "debit", providerReference: "pi_2", paidWith: "Bank debit ending 3000" } as const
  orFail(recordPayment(family.school, { ...of, ...debit, payerId, hasArrived: true }))
  orFail(recordPayment(family.school, { ...of, method: "check", providerReference: "1001", payerId }))
  const texts = ["Visa ending 4242", "bank debit ending 3000", "check 1001"].map(
    (means) => `Payment from Jonas Haddad, ${means}`,
  )
  const told = (entries: readonly Parameters<typeof entryText>[0][] = []) => entries.map(entryText).slice(1)
  expect(told(familyLedger(family.school, family.familyId))).toEqual(texts)
  const [jonas, layla] = family.guardians.map(({ actor }) => portalStatement(actor, november))
  expect(told(jonas?.entries)).toEqual(texts)
  expect(JSON.stringify(layla)).not.toMatch(/4242|3000"|1001|pi_/)
  // A provider's own number of a payment is no part of it.
  expect(JSON.stringify(jonas)).not.toContain("pi_")
})

test("of a shared invoice each payer's statement has their part and their own payments, to the cent", () => {
  const family = openPayingFamily({
    adults: adultsWith({ "Jonas Haddad": 3333, "Layla Haddad": 6667 }),
  })
  const invoiceId = invoiceOver(family.school, family, 10_001)
  payInCash(family.school, { invoiceId, amountMinor: 1_000, payerName: "layla haddad" })
  const [jonas, layla] = family.guardians.map(({ actor }) => portalStatement(actor, november))
  expect(jonas?.entries.map(({ kind }) => kind)).toEqual(["invoice"])
  expect(layla?.entries.map(({ kind }) => kind)).toEqual(["invoice", "payment"])
  const both = (jonas?.closingMinor ?? 0) + (layla?.closingMinor ?? 0)
  expect(both).toBe(familyStatement(family.school, family.familyId, november).closingMinor)
})

test("what no payer is named for is divided as well: together the payers' statements are the family's", () => {
  const year = { from: "2026-01-01", to: "2026-12-31" }
  const shared = () =>
    openPayingFamily({
      adults: adultsWith({ "Jonas Haddad": 6000, "Layla Haddad": 4000 }),
    })
  type Family = ReturnType<typeof shared>
  const closings = (family: Family) => [
    ...family.guardians.map(({ actor }) => portalStatement(actor, year)?.closingMinor),
    familyStatement(family.school, family.familyId, year).closingMinor,
  ]
  const fromGrandpa = (family: Family, invoiceId: string, amountMinor: number) =>
    recordPayment(family.school, {
      ...{ invoiceId, amountMinor, method: "cash", receivedOn: "2026-11-18", payerName: "Joe" },
    })
  const refund = { method: "transfer", refundedOn: "2026-11-18", reason: "Back to you" } as const

  const paid = shared()
  const first = invoiceOver(paid.school, paid, 10_000)
  expect(fromGrandpa(paid, first, 2_000).ok).toBe(true)
  expect(closings(paid)).toEqual([4_800, 3_200, 8_000])
  // 10.00 more than is due: account credit of no invoice
  expect(fromGrandpa(paid, first, 9_000).ok).toBe(true)
  expect(closings(paid)).toEqual([-600, -400, -1_000])
  expect(refundCredit(paid.school, paid.familyId, { ...refund, amountMinor: 1_000 }).ok).toBe(true)
  expect(closings(paid)).toEqual([0, 0, 0])

  const credited = shared()
  invoiceOver(credited.school, credited, 10_000)
  const chargeIds = [owe(credited.school, credited, -3_000)]
  const { familyId, school } = credited
  expect(creditCharges(school, { familyId, chargeIds, reason: "Wrong price" }).ok).toBe(true)
  expect(closings(credited)).toEqual([4_200, 2_800, 7_000])
  expect(refundCredit(school, familyId, { ...refund, amountMinor: 3_000 }).ok).toBe(true)
  expect(closings(credited)).toEqual([6_000, 4_000, 10_000])
})

test("who paid for another payer has it on the statement, so that neither ends with what no one owes", () => {
  const family = openPayingFamily({
    adults: adultsWith({ "Jonas Haddad": 6000, "Layla Haddad": 4000 }),
  })
  const { school, guardians, guardianIds } = family
  const year = { from: "2026-01-01", to: "2026-12-31" }
  const statements = () => guardians.map(({ actor }) => portalStatement(actor, year))
  const closings = () => statements().map((statement) => statement?.closingMinor)
  const invoiceId = invoiceOver(school, family, 10_000)
  const facts = { invoiceId, method: "cash", receivedOn: "2026-11-18" } as const
  recordPayment(school, {
    ...facts,
    amountMinor: 7_200,
    payerName: "Jonas Haddad",
    payerId: guardianIds[0],
  })
  expect(closings()).toEqual([0, 2_800])
  // 70 of 100 are credited: Jonas owes 18 of the rest and Layla 12, which Jonas had paid for her; 42 are back to him.
  const line = findInvoice(school, invoiceId)?.groups[0]?.lines[0]?.id ?? ""
  const amounts = new Map([[line, 7_000]])
  expect(creditInvoice(school, { invoiceId, amounts, reason: "No lessons" })).toMatchObject({
    creditMinor: 4_200,
  })
  expect(closings()).toEqual([-4_200, 0])
  const back = { amountMinor: 4_200, method: "transfer", refundedOn: "2026-11-18", reason: "Back" } as const
  expect(refundCredit(school, family.familyId, back).ok).toBe(true)
  expect(closings()).toEqual([0, 0])
  // as docs/accounting.md says
  const chapter = readFileSync("docs/accounting.md", "utf8").split("## Statements of payers\n")[1] ?? ""
  const rows = [...chapter.matchAll(/^\| \w+, \d+% \|(.+)\|$/gm)].slice(0, 2)
  expect(rows.map(([, row]) => row?.split("|").map((text) => Number(text.replace("−", "-"))))).toEqual(
    statements().map((statement) => {
      const sumOf = (...kinds: string[]) =>
        (statement?.entries ?? []).reduce(
          (sum, { kind, amountMinor }) => sum + (kinds.includes(kind) ? amountMinor / 100 : 0),
          0,
        )
      const between = sumOf("paid-by-others", "paid-for-others")
      const passed = ["invoice", "payment", "credit-note", "refund"].map((kind) => sumOf(kind))
      return [...passed, between, (statement?.closingMinor ?? 0) / 100]
    }),
  )
  const [jonas = "", layla = ""] = statements().map((each) => (each ? statementCsv(each, "USD") : ""))
  expect(jonas).toContain('2026-11-18,"Invoice 2026-0001, paid for another payer",12,')
  expect(layla).toContain('2026-11-18,"Invoice 2026-0001, paid by another payer",-12,')
  expect(familyStatement(school, family.familyId, year).entries.map(({ kind }) => kind)).not.toContain(
    "paid-for-others",
  )
})

test("who pays the whole from a day on, with invoices of their own, reads nothing of who paid before", () => {
  const family = openPayingFamily({
    adults: adultsWith({ "Jonas Haddad": 10_000, "Layla Haddad": 0 }),
  })
  const { school, familyId, guardians } = family
  const pay = (invoiceId: string, payerName: string, amountMinor: number) =>
    payInCash(school, { invoiceId, amountMinor, payerName })
  pay(invoiceOver(school, family, 10_000), "Jonas Haddad", 4_000)
  const rules = findPayerRules(school, familyId)
  const changed = changePayers(school, familyId, {
    shareBy: "percent",
    hasOwnInvoices: true,
    guardians: (rules?.guardians ?? []).map(({ id, name, billingEmail, billingAddress }) => ({
      ...{ id, billingEmail, billingAddress, amountMinor: null },
      share: name === "Layla Haddad" ? 10_000 : 0,
    })),
    others: [],
    parts: {},
  })
  expect(changed.ok).toBe(true)
  // Jonas pays a part of what is Layla's alone.
  pay(invoiceOver(school, family, 7_000), "Jonas Haddad", 1_000)
  const [jonas, layla] = guardians.map(({ actor }) => portalStatement(actor, november))
  expect(layla?.entries.map(({ kind, amountMinor }) => [kind, amountMinor])).toEqual([
    ["invoice", 7_000],
    ["paid-by-others", -1_000],
  ])
  expect([jonas?.closingMinor, layla?.closingMinor]).toEqual([6_000, 6_000])
  expect(familyStatement(school, familyId, november).closingMinor).toBe(12_000)
})

test("one statement ends where the next begins", () => {
  const family = openPayingFamily()
  invoiceOver(family.school, family, 4_000)
  const entries = familyLedger(family.school, family.familyId)
  fc.assert(
    fc.property(fc.integer({ min: -40, max: 40 }), fc.nat(30), fc.nat(30), (start, first, second) => {
      const from = addDays("2026-11-18", start)
      const end = addDays(from, first)
      const one = statementOf(entries, { from, to: end })
      const two = statementOf(entries, { from: addDays(end, 1), to: addDays(end, 1 + second) })
      expect(two.openingMinor).toBe(one.closingMinor)
    }),
  )
})

test("a period is the one asked for, or this year so far, and one that can’t be is refused", () => {
  fixClock(Date.parse("2026-11-18T12:00:00Z"))
  const asked = (query: string) => statementPeriod(new URLSearchParams(query), "2026-11-18")
  const february = { from: "2026-02-01", to: "2026-02-28" }
  expect(asked("from=2026-02-01&to=2026-02-28")).toEqual({ ok: true, period: february })
  const thisYear = { ok: true, period: { from: "2026-01-01", to: "2026-11-18" } }
  expect([asked(""), asked("from=&to=")]).toEqual([thisYear, thisYear])
  const wrong = (query: string) => {
    const answer = asked(query)
    return answer.ok ? null : answer.refused.wrong
  }
  expect(wrong("from=2026-03-01&to=2026-02-28")).toEqual({ to: "Enter a day on or after Mar 1, 2026." })
  expect(wrong("from=2026-02-30&to=2026-03-28")).toEqual({
    from: "“2026-02-30” isn’t a possible date.",
  })
  expect(wrong("from=0001-01-01&to=9999-12-31")).toEqual({
    from: "“0001-01-01” isn’t a possible date.",
    to: "“9999-12-31” isn’t a possible date.",
  })
  expect(wrong("from=2026-03-01&to=")).toEqual({ to: "Enter the last day." })
  expect(wrong("to=2026-03-01")).toEqual({ from: "Enter the first day." })
  expect(usualPeriods("2026-11-18").at(-1)).toMatchObject({ from: "2025-01-01", to: "2025-12-31" })
})
