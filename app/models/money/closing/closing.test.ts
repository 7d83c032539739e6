import { db } from "db/client.server"
import { invoices } from "db/schema/money"
import { creditNotes, writeOffs } from "db/schema/money-corrections"
import { payments, refunds } from "db/schema/money-payments"
import { eq } from "drizzle-orm"
import { afterEach, beforeEach, expect, test } from "vitest"
import type { Actor } from "~/models/foundation/access/actor"
import { fixClock } from "~/utils/clock.server"
import { today } from "~/utils/zones"
import { november, openFamily, owe } from "../../../../tests/support/billing"
import { openSchool } from "../../../../tests/support/school"
import { listCreditableLines } from "../credit-note/credit-notes.server"
import { creditCharges, creditInvoice } from "../credit-note/issue-credit-note.server"
import { findInvoice } from "../invoice/invoice.server"
import { issueInvoice } from "../invoice/issue-invoice.server"
import { voidInvoice } from "../invoice/void-invoice.server"
import { findMonthSheet } from "../month-sheet/month-sheet.server"
import { followChargeback, unwinChargeback, winChargeback } from "../payment/chargeback.server"
import { recordPayment } from "../payment/payment.server"
import { recordRefund } from "../payment/refund.server"
import { reversePayment } from "../payment/reverse-payment.server"
import { restoreInvoice, writeOffInvoice } from "../write-off/write-off.server"
import { closeMonth, isClosed } from "./closing.server"

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
afterEach(() => fixClock(undefined))

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

test("an invoice due today by the new zone is due on the day it's dated, never before", () => {
  closeAndMoveWest()
  const invoice = findInvoice(actor, bill(900, "2026-09-30"))
  expect(invoice).toMatchObject({ issuedOn: "2026-10-01", dueOn: "2026-10-01" })
  expect(() => bill(900, "2026-09-29")).toThrow("due-in-the-past")
})
