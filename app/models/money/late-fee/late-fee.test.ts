import { sqlite } from "db/client.server"
import { charges, invoices } from "db/schema/money"
import { paymentOrders } from "db/schema/money-payments"
import { afterEach, beforeEach, describe, expect, test } from "vitest"
import type { Actor } from "~/models/foundation/access/actor"
import { newRow } from "~/models/foundation/access/own.server"
import { fixClock } from "~/utils/clock.server"
import { november, openFamily, owe } from "../../../../tests/support/billing"
import { testNow } from "../../../../tests/support/clock"
import { chargeLateFees } from "../../../../tests/support/late-fees"
import { payInCash } from "../../../../tests/support/payments"
import { addRows, changeRows, openSchool, rowOf } from "../../../../tests/support/school"
import { changeCharge } from "../charge/change-charge.server"
import { withdrawCharge } from "../charge/charge.server"
import { listUnbilledCharges } from "../charge/unbilled.server"
import { issueInvoice } from "../invoice/issue-invoice.server"
import { voidInvoice } from "../invoice/void-invoice.server"
import { pauseReminders, resumeReminders } from "../reminder/reminder-pause.server"
import { lateFeeOf, stepsDue } from "./late-fee"
import { changeLateFee, chargeNextLateFee } from "./late-fee.server"

let actor: Actor
const day = 86_400_000
/** Due on December 2, 2026, two weeks from the tests' today. */
const later = (days: number) => fixClock(testNow + days * day)

beforeEach(() => {
  actor = openSchool().actor
})
afterEach(() => {
  fixClock(testNow)
})

function send(amountMinor = 10_000) {
  const family = openFamily(actor)
  const issued = issueInvoice(actor, november(family.familyId, [owe(actor, family, amountMinor)]))
  if (!issued.ok) throw new Error(issued.reason)
  return { ...family, invoiceId: issued.invoiceId }
}

const fees = () =>
  listUnbilledCharges(actor)
    .filter(({ source }) => source === "late_fee")
    .map(({ amountMinor }) => amountMinor)

const fixed = { kind: "fixed", amount: 1000, afterDays: 7, isMonthly: false } as const

describe("a late fee", () => {
  test("comes due some days after the due date, once or each month", () => {
    const rule = {
      kind: "fixed",
      amountMinor: 1000,
      rate: null,
      afterDays: 7,
      isMonthly: true,
      capMinor: null,
    } as const
    expect(
      ["2026-12-08", "2026-12-09", "2027-01-08", "2027-01-09"].map((on) => stepsDue(rule, "2026-12-02", on)),
    ).toEqual([0, 1, 1, 2])
    expect(stepsDue({ ...rule, isMonthly: false }, "2026-12-02", "2027-06-01")).toBe(1)
    expect(lateFeeOf({ ...rule, kind: "percent", rate: 1500 }, 33_333, 0)).toBe(500)
    expect(lateFeeOf({ ...rule, capMinor: 1500 }, 33_333, 1000)).toBe(500)
  })

  test("is its own charge: the invoice keeps its total, and it is charged once however often it is looked at", () => {
    const { invoiceId } = send()
    changeLateFee(actor, fixed)
    later(20)
    expect(chargeLateFees(actor)).toBe(0)
    later(21)
    expect([chargeLateFees(actor), chargeLateFees(actor)]).toEqual([1, 0])
    expect(fees()).toEqual([1000])
    const invoice = rowOf(invoices, { id: invoiceId })
    expect(invoice?.totalMinor).toBe(10_000)
  })

  test("of a percentage follows what is still open, up to the cap, and a paid invoice has none", () => {
    const { invoiceId } = send()
    changeLateFee(actor, { kind: "percent", percent: 5000, afterDays: 7, isMonthly: true, cap: 600 })
    payInCash(actor, { invoiceId, amountMinor: 4000, payerName: "Mateo Okafor" })
    later(21 + 62)
    expect(chargeLateFees(actor)).toBe(2)
    expect(fees()).toEqual([300, 300])
    payInCash(actor, { invoiceId, amountMinor: 6000, payerName: "Mateo Okafor" })
    later(21 + 130)
    expect(chargeLateFees(actor)).toBe(0)
  })

  test("waits while its family or invoice is paused, and while PayPal holds a payment", () => {
    const [first, second, third] = [send(), send(), send()]
    changeLateFee(actor, fixed)
    pauseReminders(actor, { familyId: first.familyId }, { reason: "Pays on Friday", lastDay: "2026-12-11" })
    pauseReminders(actor, { invoiceId: second.invoiceId }, { reason: "Asked about a line", lastDay: null })
    const row = newRow(actor)
    addRows(paymentOrders, {
      ...row,
      invoiceId: third.invoiceId,
      memberId: actor.memberId,
      amountMinor: 10_000,
      currency: "USD",
      payeeEmail: "fees@harmony.example",
      state: "pending",
      updatedAt: row.createdAt,
    })
    later(23)
    expect([chargeLateFees(actor), chargeNextLateFee(actor, third.invoiceId)]).toEqual([0, 0])
    later(24)
    expect(chargeLateFees(actor)).toBe(1)
    resumeReminders(actor, { invoiceId: second.invoiceId })
    changeRows(paymentOrders, { id: row.id }, { state: "declined" })
    expect(chargeLateFees(actor)).toBe(2)
    expect(fees()).toEqual([1000, 1000, 1000])
  })

  test("that is on no invoice ends with its invoice, is told with the void, and is charged again for the next one", () => {
    const { invoiceId, familyId } = send()
    const other = send()
    changeLateFee(actor, fixed)
    later(22)
    expect(chargeLateFees(actor)).toBe(2)
    sqlite().prepare("delete from emails").run()
    expect(voidInvoice(actor, { invoiceId, reason: "Billed twice" })).toMatchObject({ feesMinor: 1000 })
    expect(listUnbilledCharges(actor, { familyId }).map(({ source }) => source)).toEqual(["item"])
    expect(fees()).toEqual([1000])
    const mails = sqlite().prepare("select data ->> 'lateFees' as fees from emails").pluck().all()
    expect(mails).toEqual(["$10.00", "$10.00"])
    expect(
      sqlite()
        .prepare("select withdrawn_reason from charges where late_invoice_id = ?")
        .pluck()
        .get(invoiceId),
    ).toMatch(/^Invoice \S+ was voided$/)
    expect(chargeLateFees(actor)).toBe(0)
    expect(voidInvoice(actor, { invoiceId: other.invoiceId, reason: "Billed twice" }).ok).toBe(true)
    expect(fees()).toEqual([])
  })

  test("that was waived is not charged again, and one on an invoice is not waived", () => {
    send()
    send()
    changeLateFee(actor, fixed)
    later(22)
    expect(chargeLateFees(actor)).toBe(2)
    const [fee, second] = listUnbilledCharges(actor)
    expect(withdrawCharge(actor, fee?.chargeId ?? "", "First time").ok).toBe(true)
    expect(chargeLateFees(actor)).toBe(0)
    expect(fees()).toEqual([1000])
    const issued = issueInvoice(actor, {
      ...november(second?.familyId ?? "", [second?.chargeId ?? ""]),
      from: "2026-11-01",
      to: "2027-01-31",
      dueOn: "2027-02-01",
    })
    expect(issued.ok).toBe(true)
    expect(withdrawCharge(actor, second?.chargeId ?? "", "Late")).toBeRefused("invoiced")
  })
})

test("a late fee that was changed by hand is still one: the next reminder charges one more, and answers it", () => {
  const { invoiceId } = send()
  changeLateFee(actor, fixed)
  later(22)
  expect(chargeNextLateFee(actor, invoiceId)).toBe(1000)
  const fee = rowOf(charges, { lateInvoiceId: invoiceId })
  const { description = "", occurredOn = "" } = fee ?? {}
  const facts = { description, occurredOn, amountMinor: 500, reason: "Paid a day late" }
  expect(changeCharge(actor, fee?.id ?? "", facts)).toMatchObject({ ok: true })
  later(40)
  expect(chargeNextLateFee(actor, invoiceId)).toBe(1000)
  expect(fees().sort()).toEqual([1000, 500])
})
