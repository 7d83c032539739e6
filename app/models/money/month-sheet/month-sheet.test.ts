import { invoices } from "db/schema/money"
import { creditNotes, writeOffs } from "db/schema/money-corrections"
import { payments, refunds } from "db/schema/money-payments"
import fc from "fast-check"
import { beforeEach, expect, test } from "vitest"
import type { Actor } from "~/models/foundation/access/actor"
import { fixClock } from "~/utils/clock.server"
import { addDays, addMonths, monthBounds, monthOf } from "~/utils/dates"
import { november, openFamily, owe } from "../../../../tests/support/billing"
import { inHistories } from "../../../../tests/support/histories/count"
import { payInCash } from "../../../../tests/support/payments"
import { openSchool, orFail, rowsOf } from "../../../../tests/support/school"
import { closedThrough, closeMonth, listClosings, reopenMonth } from "../closing/closing.server"
import { listCreditableLines } from "../credit-note/credit-notes.server"
import { creditInvoice } from "../credit-note/issue-credit-note.server"
import { findInvoice } from "../invoice/invoice.server"
import { issueInvoice } from "../invoice/issue-invoice.server"
import { voidInvoice } from "../invoice/void-invoice.server"
import { familyBalance, familyLedger } from "../ledger/ledger.server"
import { sumReceivedIn } from "../ledger/money-summary.server"
import { refundPayment } from "../payment/refund.server"
import { reversePayment } from "../payment/reverse-payment.server"
import { writeOffInvoice } from "../write-off/write-off.server"
import { findMonthSheet, listBalances } from "./month-sheet.server"

const at = (day: string) => fixClock(Date.parse(`${day}T17:00:00Z`))
const reason = "Typed wrongly"

let actor: Actor
let family: ReturnType<typeof openFamily>

function open() {
  at("2026-09-01")
  actor = openSchool().actor
  family = openFamily(actor)
}
beforeEach(open)

function bill(amountMinor: number, dueOn: string) {
  const chargeId = owe(actor, family, amountMinor)
  return orFail(issueInvoice(actor, { ...november(family.familyId, [chargeId]), dueOn })).invoiceId
}

const pay = (amountMinor: number, receivedOn: string, hasArrived = false) =>
  payInCash(actor, {
    familyId: family.familyId,
    amountMinor,
    receivedOn,
    payerName: "Mateo Okafor",
    hasArrived,
  })

test("nothing dated in a closed month is added, changed or voided; corrections land in the open one", () => {
  const invoiceId = bill(10_000, "2026-09-20")
  const early = pay(3000, "2026-09-01")
  at("2026-09-30")
  expect(closeMonth(actor, "2026-09")).toBeRefused("not-over")
  at("2026-10-05")
  expect(closeMonth(actor, "2026-09")).toEqual({ ok: true })
  expect(closeMonth(actor, "2026-08")).toBeRefused("closed")
  const sheet = findMonthSheet(actor, "2026-09")
  expect(pay(100, "2026-09-30")).toBeRefused("closed")
  const paymentId = early.ok ? early.paymentId : ""
  const refund = { amountMinor: 100, method: "cash" as const, reason }
  expect(refundPayment(actor, paymentId, { ...refund, refundedOn: "2026-09-30" })).toBeRefused("closed")
  expect(voidInvoice(actor, { invoiceId, reason })).toBeRefused("closed")
  // what arrived at the bank in the closed month is recorded in the open one
  expect(pay(500, "2026-09-29", true).ok).toBe(true)
  expect(reversePayment(actor, { paymentId, reason }).ok).toBe(true)
  expect(refundPayment(actor, paymentId, { ...refund, refundedOn: "2026-10-01" }).ok).toBe(false)
  expect(findMonthSheet(actor, "2026-09")).toEqual(sheet)
  expect(findMonthSheet(actor, "2026-10").kinds).toMatchObject({
    payment: { count: 1, sumMinor: -500 },
    reversal: { count: 1, sumMinor: 3000 },
  })
  expect(reopenMonth(actor, { month: "2026-10", reason })).toBeRefused("not-closed")
  expect(reopenMonth(actor, { month: "2026-09", reason })).toEqual({ ok: true })
  expect(closedThrough(actor)).toBe("2026-08-31")
  expect(pay(100, "2026-09-30").ok).toBe(true)
  expect(listClosings(actor, 9)).toMatchObject([
    { kind: "reopen", reason, memberName: "Ruth Castellano" },
    { kind: "close", closedThrough: "2026-09-30", memberName: "Ruth Castellano" },
  ])
})

const act = fc.record({
  do: fc.constantFrom("bill", "pay", "void", "credit", "refund", "reverse", "write-off", "wait", "close"),
  amountMinor: fc.integer({ min: 1, max: 20_000 }),
  which: fc.nat(9),
  days: fc.integer({ min: 1, max: 25 }),
})

type Act = { do: string; amountMinor: number; which: number; days: number }

/** Lives a history through the commands only; answers its last day, and each month's sheet as it was closed. */
function live(acts: readonly Act[]) {
  let today = "2026-09-01"
  const issued: string[] = []
  const paid: string[] = []
  const closed = new Map<string, unknown>()
  let minute = 0
  for (const { do: verb, amountMinor, which, days } of acts) {
    minute += 1
    fixClock(Date.parse(`${today}T17:00:00Z`) + minute * 1000)
    const invoiceId = issued[which % Math.max(1, issued.length)] ?? ""
    const paymentId = paid[which % Math.max(1, paid.length)] ?? ""
    const earlier = addDays(today, -days)
    const back = { amountMinor, method: "transfer" as const, reason }
    if (verb === "bill") issued.push(bill(amountMinor, addDays(today, 10)))
    if (verb === "pay") {
      const answer = pay(amountMinor, which % 2 ? earlier : today, which % 3 === 0)
      if (answer.ok) paid.push(answer.paymentId)
    }
    if (verb === "void") voidInvoice(actor, { invoiceId, reason })
    if (verb === "credit") {
      const invoice = findInvoice(actor, invoiceId)
      const [line] = invoice ? listCreditableLines(actor, invoice) : []
      if (line && line.leftMinor > 0)
        creditInvoice(actor, {
          invoiceId,
          amounts: new Map([[line.id, Math.min(line.leftMinor, amountMinor)]]),
          reason,
        })
    }
    if (verb === "refund")
      refundPayment(actor, paymentId, { ...back, refundedOn: which % 2 ? earlier : today })
    if (verb === "reverse") reversePayment(actor, { paymentId, reason })
    if (verb === "write-off") writeOffInvoice(actor, { invoiceId, reason })
    if (verb === "wait") today = addDays(today, days)
    if (verb === "close") {
      const month = monthOf(addMonths(`${monthOf(today)}-01`, -1))
      if (closeMonth(actor, month).ok) closed.set(month, findMonthSheet(actor, month))
    }
  }
  return { today, closed }
}

test("over any history: a month is the ledger's, months follow each other, and a closed one never changes", () => {
  inHistories(60, fc.array(act, { maxLength: 22 }), (acts) => {
    open()
    const { today, closed } = live(acts)
    const { id } = actor.school
    const all = {
      invoices: rowsOf(invoices, { schoolId: id }),
      payments: rowsOf(payments, { schoolId: id }),
      refunds: rowsOf(refunds, { schoolId: id }),
      notes: rowsOf(creditNotes, { schoolId: id }),
      writeOffs: rowsOf(writeOffs, { schoolId: id }),
    }
    const sum = (amounts: number[]) => amounts.reduce((total, amount) => total + amount, 0)
    let openingMinor = 0
    for (let month = "2026-08"; month <= monthOf(today); month = monthOf(addMonths(`${month}-01`, 1))) {
      const { first: from, last: to } = monthBounds(month)
      const isIn = (day: string | null) => day !== null && from <= day && day <= to
      const sheet = findMonthSheet(actor, month)
      expect(sheet.openingMinor).toBe(openingMinor)
      expect(sheet.closingMinor).toBe(
        openingMinor + sum(Object.values(sheet.kinds).map(({ sumMinor }) => sumMinor)),
      )
      expect(sheet.kinds.invoice.sumMinor).toBe(
        sum(all.invoices.flatMap((row) => (isIn(row.issuedOn) ? row.totalMinor : []))),
      )
      expect(sheet.kinds.payment.sumMinor).toBe(
        0 - sum(all.payments.flatMap((row) => (isIn(row.receivedOn) ? row.amountMinor : []))),
      )
      expect(sheet.kinds.refund.sumMinor + sheet.kinds.reversal.sumMinor).toBe(
        sum(all.refunds.flatMap((row) => (isIn(row.refundedOn) ? row.amountMinor : []))),
      )
      expect(sheet.kinds["credit-note"].sumMinor).toBe(
        0 - sum(all.notes.flatMap((row) => (isIn(row.issuedOn) ? row.totalMinor : []))),
      )
      expect(sheet.kinds["write-off"].sumMinor + sheet.kinds.restored.sumMinor).toBe(
        0 - sum(all.writeOffs.flatMap((row) => (isIn(row.writtenOffOn) ? row.amountMinor : []))),
      )
      expect(sum(sheet.methods.map((each) => each.receivedMinor - each.refundedMinor))).toBe(
        sumReceivedIn(actor, [{ from, to }])[0],
      )
      expect(sum(listBalances(actor, to).map(({ balanceMinor }) => balanceMinor))).toBe(sheet.closingMinor)
      if (closed.has(month)) expect(sheet).toEqual(closed.get(month))
      openingMinor = sheet.closingMinor
    }
    expect(openingMinor).toBe(familyBalance(actor, family.familyId))
  })
})

test("a void keeps its day when the school changes its time zone", () => {
  fixClock(Date.parse("2026-10-05T17:00:00Z"))
  const invoiceId = bill(10_000, "2026-10-20")
  // November 1 at 00:30 in New York, October 31 in Los Angeles.
  fixClock(Date.parse("2026-11-01T04:30:00Z"))
  expect(voidInvoice(actor, { invoiceId, reason }).ok).toBe(true)
  const moved = { ...actor, school: { ...actor.school, timeZone: "America/Los_Angeles" } }
  for (const each of [actor, moved]) {
    expect(familyLedger(each, family.familyId).map(({ kind, on }) => [kind, on])).toEqual([
      ["invoice", "2026-10-05"],
      ["void", "2026-11-01"],
    ])
    expect(findInvoice(each, invoiceId)?.voidedOn).toBe("2026-11-01")
    expect(findMonthSheet(each, "2026-10").kinds.void.count).toBe(0)
    expect(findMonthSheet(each, "2026-11")).toMatchObject({
      kinds: { void: { count: 1, sumMinor: -10_000 } },
      closingMinor: 0,
    })
  }
})
