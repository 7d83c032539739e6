import { charges } from "db/schema/money"
import { beforeEach, expect, test } from "vitest"
import type { Actor } from "~/models/foundation/access/actor"
import { fixClock } from "~/utils/clock.server"
import { november, openFamily, owe } from "../../../../tests/support/billing"
import { changeRows, openSchool } from "../../../../tests/support/school"
import { listCreditableLines } from "../credit-note/credit-notes.server"
import { creditInvoice } from "../credit-note/issue-credit-note.server"
import { findInvoice } from "../invoice/invoice.server"
import { issueInvoice } from "../invoice/issue-invoice.server"
import { voidInvoice } from "../invoice/void-invoice.server"
import { findMonthSheet } from "../month-sheet/month-sheet.server"
import { movePayment } from "../payment/move-payment.server"
import { paymentMethods } from "../payment/payment"
import { recordPayment } from "../payment/payment.server"
import { refundPayment } from "../payment/refund.server"
import { restoreInvoice, writeOffInvoice } from "../write-off/write-off.server"
import { changeAccountCodes, findAccountCodes } from "./account-codes.server"
import { accountingDate, listMovements, listSales, salesHeadings, salesRow } from "./sales-file.server"

const at = (day: string) => fixClock(Date.parse(`${day}T17:00:00Z`))
const reason = "As agreed"

let actor: Actor
let family: ReturnType<typeof openFamily>

beforeEach(() => {
  at("2026-09-01")
  actor = openSchool().actor
  family = openFamily(actor)
})

function bill(amountMinor: number, taxMinor = 0) {
  const chargeId = owe(actor, family, amountMinor)
  if (taxMinor)
    changeRows(
      charges,
      { schoolId: actor.school.id, id: chargeId },
      { taxName: "VAT", taxRate: 20_000, taxMinor },
    )
  const issued = issueInvoice(actor, { ...november(family.familyId, [chargeId]), dueOn: "2026-12-31" })
  if (!issued.ok) throw new Error(issued.reason)
  return issued.invoiceId
}

const sum = (rows: { amountMinor: number }[]) =>
  rows.reduce((total, { amountMinor }) => total + amountMinor, 0)

test("the files of each month add up to its sheet", () => {
  const first = bill(12_000, 2000)
  const second = bill(5000)
  voidInvoice(actor, { invoiceId: bill(700), reason })
  const paid = recordPayment(actor, {
    familyId: family.familyId,
    amountMinor: 9000,
    method: "card",
    receivedOn: "2026-09-01",
    payerName: "Mateo Okafor",
  })
  at("2026-10-10")
  const invoice = findInvoice(actor, first)
  const [line] = invoice ? listCreditableLines(actor, invoice) : []
  creditInvoice(actor, { invoiceId: first, amounts: new Map([[line?.id ?? "", 6000]]), reason })
  voidInvoice(actor, { invoiceId: second, reason })
  const third = bill(3000)
  writeOffInvoice(actor, { invoiceId: third, reason })
  restoreInvoice(actor, third)
  writeOffInvoice(actor, { invoiceId: third, reason })
  if (paid.ok)
    refundPayment(actor, paid.paymentId, {
      amountMinor: 500,
      method: "cash",
      refundedOn: "2026-10-10",
      reason,
    })
  for (const month of ["2026-08", "2026-09", "2026-10"]) {
    const { kinds, methods, taxes } = findMonthSheet(actor, month)
    const sold = ["invoice", "void", "credit-note", "write-off", "restored"] as const
    expect(sum(listSales(actor, month))).toBe(sold.reduce((all, kind) => all + kinds[kind].sumMinor, 0))
    for (const method of paymentMethods) {
      const figures = methods.find((each) => each.method === method)
      expect(sum(listMovements(actor, month, method))).toBe(
        (figures?.receivedMinor ?? 0) - (figures?.refundedMinor ?? 0),
      )
    }
    for (const { rate, netMinor, taxMinor } of taxes)
      expect(sum(listSales(actor, month).filter((each) => each.taxRate === rate))).toBe(netMinor + taxMinor)
  }
  expect(listSales(actor, "2026-09").map(({ number }) => number)).toHaveLength(2)
})

test("a write-off and what undoes it a month later are two papers", () => {
  const invoiceId = bill(3000)
  const { number } = findInvoice(actor, invoiceId) ?? {}
  at("2026-09-20")
  writeOffInvoice(actor, { invoiceId, reason })
  at("2026-10-10")
  restoreInvoice(actor, invoiceId)
  const numbers = ["2026-09", "2026-10"].flatMap((month) =>
    listSales(actor, month)
      .filter(({ isWriteOff }) => isWriteOff)
      .map((line) => line.number),
  )
  expect(numbers).toEqual([`${number}-W1`, `${number}-W2`])
})

test("a payment names the invoices it settles, not one it was moved from", () => {
  const [first, second] = [bill(3000), bill(2000)]
  const numberOf = (invoiceId: string) => findInvoice(actor, invoiceId)?.number ?? ""
  const paid = recordPayment(actor, {
    familyId: family.familyId,
    amountMinor: 2000,
    method: "card",
    receivedOn: "2026-09-01",
    payerName: "Mateo Okafor",
  })
  const named = () => listMovements(actor, "2026-09", "card").map(({ description }) => description)[0]
  expect(named()).toBe(numberOf(first))
  const paymentId = paid.ok ? paid.paymentId : ""
  expect(movePayment(actor, paymentId, new Map([[first, 0]])).ok).toBe(true)
  expect(movePayment(actor, paymentId, new Map([[second, 2000]])).ok).toBe(true)
  expect(named()).toBe(numberOf(second))
  const refund = { amountMinor: 2000, method: "card" as const, refundedOn: "2026-09-01", reason }
  expect(refundPayment(actor, paymentId, refund).ok).toBe(true)
  expect(named()).toBe(`${numberOf(first)}, ${numberOf(second)}`)
})

test("a line has the columns of the template, the school’s accounts and its order of dates", () => {
  bill(12_000, 2000)
  changeAccountCodes(
    actor,
    new Map([
      ["sales", "4000"],
      ["VAT 20%", "20% (VAT on Income)"],
    ]),
  )
  const [line] = listSales(actor, "2026-09")
  if (!line) throw new Error("no line")
  const facts = { codes: findAccountCodes(actor), currency: "USD", dateText: accountingDate("mdy") }
  const row = salesRow(line, facts)
  expect(row).toHaveLength(salesHeadings.length)
  const cell = (heading: (typeof salesHeadings)[number]) => row[salesHeadings.indexOf(heading)]
  expect(cell("*InvoiceDate")).toBe("09/01/2026")
  expect(accountingDate("dmy")("2026-09-01")).toBe("01/09/2026")
  expect([cell("*UnitAmount"), cell("*AccountCode"), cell("*TaxType"), cell("Currency")]).toEqual([
    120,
    "4000",
    "20% (VAT on Income)",
    "USD",
  ])
  expect(facts.codes.get("no-tax")).toBe("No Tax")
})
