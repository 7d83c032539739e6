import { db } from "db/client.server"
import { invoices } from "db/schema/money"
import { creditNotes, writeOffs } from "db/schema/money-corrections"
import { payments, refunds } from "db/schema/money-payments"
import { eq } from "drizzle-orm"
import { beforeEach, expect, test } from "vitest"
import type { Actor } from "~/models/foundation/access/actor"
import { fixClock } from "~/utils/clock.server"
import { today } from "~/utils/zones"
import { november, openFamily, owe } from "../../../../tests/support/billing"
import { openSchool } from "../../../../tests/support/school"
import { listCreditableLines } from "../credit-note/credit-notes.server"
import { creditCharges, creditInvoice } from "../credit-note/issue-credit-note.server"
import { addExpense, changeExpense } from "../expense/save-expense.server"
import { findInvoice } from "../invoice/invoice.server"
import { issueInvoice } from "../invoice/issue-invoice.server"
import { voidInvoice } from "../invoice/void-invoice.server"
import { findMonthSheet } from "../month-sheet/month-sheet.server"
import { followChargeback, unwinChargeback, winChargeback } from "../payment/chargeback.server"
import { recordPayment } from "../payment/payment.server"
import { recordRefund, refundCredit, refundPayment } from "../payment/refund.server"
import { reversePayment } from "../payment/reverse-payment.server"
import { restoreInvoice, writeOffInvoice } from "../write-off/write-off.server"
import { closeMonth, isClosed, reopenMonth } from "./closing.server"

// The school closes September in Auckland and moves to Los Angeles, where it is September for some hours more.

const reason = "Typed wrongly"
const early = Date.parse("2026-09-20T01:00:00Z")
const between = Date.parse("2026-09-30T13:00:00Z")

let actor: Actor
let family: ReturnType<typeof openFamily>

beforeEach(() => {
  fixClock(early)
  const { actor: opened } = openSchool()
  actor = { ...opened, school: { ...opened.school, timeZone: "Pacific/Auckland" } }
  family = openFamily(actor)
})

function closeAndMoveWest() {
  fixClock(between)
  expect(closeMonth(actor, "2026-09")).toEqual({ ok: true })
  actor = { ...actor, school: { ...actor.school, timeZone: "America/Los_Angeles" } }
  const day = today(actor.school.timeZone, between)
  expect([day, isClosed(actor, day)]).toEqual(["2026-09-30", true])
  return findMonthSheet(actor, "2026-09")
}

function bill(amountMinor: number, dueOn = "2026-10-20") {
  const issued = issueInvoice(actor, {
    ...november(family.familyId, [owe(actor, family, amountMinor)]),
    dueOn,
  })
  if (!issued.ok) throw new Error(issued.reason)
  return issued.invoiceId
}

function pay(amountMinor: number, receivedOn: string, invoiceId?: string) {
  const paid = recordPayment(actor, {
    ...(invoiceId ? { invoiceId } : { familyId: family.familyId }),
    amountMinor,
    method: "paypal",
    receivedOn,
    payerName: "Mateo Okafor",
    hasArrived: true,
  })
  if (!paid.ok) throw new Error(paid.reason)
  return paid.paymentId
}

/** The days of everything that stands in the school's ledger since September was closed. */
const daysSince = () => {
  const schoolId = actor.school.id
  const rows = [
    ...db()
      .select({ on: invoices.issuedOn, at: invoices.issuedAt })
      .from(invoices)
      .where(eq(invoices.schoolId, schoolId))
      .all(),
    ...db()
      .select({ on: invoices.voidedOn, at: invoices.voidedAt })
      .from(invoices)
      .where(eq(invoices.schoolId, schoolId))
      .all(),
    ...db()
      .select({ on: payments.receivedOn, at: payments.receivedAt })
      .from(payments)
      .where(eq(payments.schoolId, schoolId))
      .all(),
    ...db()
      .select({ on: refunds.refundedOn, at: refunds.refundedAt })
      .from(refunds)
      .where(eq(refunds.schoolId, schoolId))
      .all(),
    ...db()
      .select({ on: creditNotes.issuedOn, at: creditNotes.issuedAt })
      .from(creditNotes)
      .where(eq(creditNotes.schoolId, schoolId))
      .all(),
    ...db()
      .select({ on: writeOffs.writtenOffOn, at: writeOffs.writtenOffAt })
      .from(writeOffs)
      .where(eq(writeOffs.schoolId, schoolId))
      .all(),
  ]
  return new Set(rows.filter(({ at }) => at !== null && at >= between).map(({ on }) => on))
}

test("what is entered while the new zone still has the closed month is dated on the first open day", () => {
  const invoiceId = bill(10_000)
  const typedWrongly = pay(3000, "2026-09-20")
  const charged = pay(2000, "2026-09-20")
  const returned = pay(1000, "2026-09-20")
  const sheet = closeAndMoveWest()
  const acts: Record<string, () => { ok: boolean }> = {
    reverse: () => reversePayment(actor, { paymentId: typedWrongly, reason }),
    chargeback: () => followChargeback(actor, { paymentId: charged, captureId: "one", takenMinor: 2000 }),
    won: () => winChargeback(actor, charged, "office"),
    "lost again": () => unwinChargeback(actor, charged),
    refund: () =>
      recordRefund(actor, {
        paymentId: returned,
        kind: "refund",
        amountMinor: 400,
        providerReference: "two",
      }),
    "write off": () => writeOffInvoice(actor, { invoiceId, reason }),
    restore: () => restoreInvoice(actor, invoiceId),
    credit: () => {
      const invoice = findInvoice(actor, invoiceId)
      const lines = invoice ? listCreditableLines(actor, invoice) : []
      return creditInvoice(actor, { invoiceId, amounts: new Map(lines.map(({ id }) => [id, 100])), reason })
    },
    "credit charges": () =>
      creditCharges(actor, { familyId: family.familyId, chargeIds: [owe(actor, family, -500)], reason }),
    pay: () => ({ ok: pay(700, "2026-09-30") !== "" }),
    void: () => voidInvoice(actor, { invoiceId: bill(900), reason }),
  }
  for (const [name, act] of Object.entries(acts)) {
    expect({ [name]: act().ok }).toEqual({ [name]: true })
    expect({ [name]: findMonthSheet(actor, "2026-09") }).toEqual({ [name]: sheet })
  }
  expect(daysSince()).toEqual(new Set(["2026-10-01"]))
})

/** Tries an act on the closed day, a day after the first open one, and on that day itself. */
function onEachDay(act: (day: string) => { ok: boolean; reason?: string }) {
  return ["2026-09-30", "2026-10-02", "2026-10-01"].map((day) => {
    const done = act(day)
    return done.ok ? "ok" : done.reason
  })
}

test("what the office enters by hand meanwhile is dated on the first open day, and no later", () => {
  const paymentId = pay(5000, "2026-09-20")
  const sheet = closeAndMoveWest()
  const facts = { method: "cash", reason: "Goodwill" } as const
  const entered = onEachDay((receivedOn) =>
    recordPayment(actor, {
      ...{ familyId: family.familyId, amountMinor: 300, method: "cash", receivedOn },
      payerName: "Mateo Okafor",
    }),
  )
  expect(entered).toEqual(["closed", "received-in-the-future", "ok"])
  const later = ["closed", "refunded-in-the-future", "ok"]
  expect(
    onEachDay((refundedOn) => refundPayment(actor, paymentId, { ...facts, amountMinor: 200, refundedOn })),
  ).toEqual(later)
  expect(
    onEachDay((refundedOn) =>
      refundCredit(actor, family.familyId, { ...facts, amountMinor: 100, refundedOn }),
    ),
  ).toEqual(later)
  expect(findMonthSheet(actor, "2026-09")).toEqual(sheet)
  expect(daysSince()).toEqual(new Set(["2026-10-01"]))
})

test("an expense entered meanwhile is dated on the first open day, and is changed later", async () => {
  closeAndMoveWest()
  const facts = { payee: "Strings & Co.", category: "materials", amount: 6000, taxAmount: 0, note: null }
  const spent = (spentOn: string) => ({ ...facts, method: "cash" as const, spentOn })
  expect(await addExpense(actor, spent("2026-09-30"))).toBeRefused("closed")
  expect(await addExpense(actor, spent("2026-10-02"))).toBeRefused("in-the-future")
  const added = await addExpense(actor, spent("2026-10-01"))
  if (!added.ok) throw new Error(added.reason)
  // Reopened, its day is still to come by the new zone.
  reopenMonth(actor, { month: "2026-09", reason })
  const noted = { ...spent("2026-10-01"), note: "For the quartet" }
  expect((await changeExpense(actor, added.expenseId, noted)).ok).toBe(true)
  expect(await changeExpense(actor, added.expenseId, spent("2026-10-02"))).toBeRefused("in-the-future")
})

test("money that came in on a day that is still to come by the new zone is refunded on that day", () => {
  fixClock(between)
  const paymentId = pay(5000, "2026-10-01")
  actor = { ...actor, school: { ...actor.school, timeZone: "America/Los_Angeles" } }
  const refund = { amountMinor: 100, method: "cash", refundedOn: "2026-10-01", reason: "Goodwill" } as const
  expect(refundPayment(actor, paymentId, { ...refund, refundedOn: "2026-09-30" }).ok).toBe(false)
  expect(refundPayment(actor, paymentId, refund).ok).toBe(true)
  expect(refundCredit(actor, family.familyId, refund).ok).toBe(true)
})

test("an invoice due today by the new zone is due on the day it's dated, never before", () => {
  closeAndMoveWest()
  const invoice = findInvoice(actor, bill(900, "2026-09-30"))
  expect(invoice).toMatchObject({ issuedOn: "2026-10-01", dueOn: "2026-10-01" })
  expect(() => bill(900, "2026-09-29")).toThrow("due-in-the-past")
})
