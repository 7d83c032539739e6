import { sqlite } from "db/client.server"
import { families, guardians } from "db/schema/people"
import { afterAll, describe, expect, test } from "vitest"
import type { Actor } from "~/models/foundation/access/actor"
import { findPortal } from "~/models/people/family-access/portal.server"
import { fixClock } from "~/utils/clock.server"
import { openFamily, owe } from "../../../../tests/support/billing"
import { testNow } from "../../../../tests/support/clock"
import { invoiceOver, openPayingFamily, signedIn } from "../../../../tests/support/family"
import { startPayPal } from "../../../../tests/support/paypal"
import { textOfPdf } from "../../../../tests/support/pdf"
import { changeRows, orFail, rowOf } from "../../../../tests/support/school"
import { holdFamily, listHolds } from "../auto-invoicing/auto-invoicing.server"
import { closeMonth } from "../closing/closing.server"
import { shownPayments } from "../family-invoice/family-invoice"
import { listPortalReceipts } from "../family-invoice/portal-charges.server"
import {
  findPortalInvoice,
  findPortalPayment,
  listPortalInvoices,
} from "../family-invoice/portal-invoices.server"
import { findInvoice } from "../invoice/invoice.server"
import { invoicePdf } from "../invoice/invoice-pdf.server"
import { issueInvoice } from "../invoice/issue-invoice.server"
import { familyBalance } from "../ledger/ledger.server"
import { findMonthSheet, listBalances } from "../month-sheet/month-sheet.server"
import { enterOpening, findOpening, removeOpening } from "../opening-balance/opening-balance.server"
import { listFamilyPackages } from "../package/packages.server"
import { addPackageOffer, sellPackage } from "../package/sell-package.server"
import { recordPayment } from "../payment/payment.server"
import { refundCredit } from "../payment/refund.server"
import { applyCredit, spareCredit } from "../payment/spare-credit.server"
import { findOwnOrder } from "../payment-order/payment-order.server"
import { settlePayment } from "../payment-order/settle-payment.server"
import { startInvoicePayment, startPayAll } from "../payment-order/start-payment.server"
import { findPause, pauseReminders } from "../reminder/reminder-pause.server"
import { portalStatement } from "../statement/statement.server"
import { findOrigin } from "./find-merge.server"
import { previewAccount } from "./join-discounts.server"
import { mergeFamiliesWork } from "./merge-families.server"

// Two families that both owe become one account: what moves, what stays as it was, and what can be told apart again.

const paypal = await startPayPal()
afterAll(() => paypal.close())

type Facts = { keepId: string; goneId: string }

function merge(actor: Actor, facts: Facts) {
  const about = { taskId: "", subjectId: facts.goneId, name: "Rossi", detail: null }
  const done = orFail(mergeFamiliesWork.carryOut(actor, facts, about))
  return () => mergeFamiliesWork.undo?.(actor, facts, { subjectId: facts.goneId, before: done.before })
}

/** Haddad, whose guardians log in, joins Okafor; both owe. */
function twoOwing(adults?: { name: string; payerShare: number }[]) {
  const gone = openPayingFamily(adults ? { adults } : {})
  const actor = gone.school
  const keep = openFamily(actor, {
    name: "Okafor",
    adults: [{ name: "Mateo Okafor", email: `mateo${gone.familyId}@okafor.example`, payerShare: 10_000 }],
    children: ["Amara"],
  })
  const invoiceIds = { keep: invoiceOver(actor, keep, 12_000), gone: invoiceOver(actor, gone, 8000) }
  return { actor, keep, gone, invoiceIds, facts: { keepId: keep.familyId, goneId: gone.familyId } }
}

const pay = (actor: Actor, familyId: string, amountMinor: number, invoiceIds?: string[]) =>
  recordPayment(actor, {
    ...{ familyId, amountMinor, method: "cash", receivedOn: "2026-11-18", payerName: "Someone" },
    ...(invoiceIds ? { invoiceIds } : {}),
  })

test("two balances become one, an invoice keeps its number and recipient, and undone each is as before", async () => {
  const { actor, keep, gone, invoiceIds, facts } = twoOwing()
  const read = async () => textOfPdf((await invoicePdf(actor, invoiceIds.gone))?.bytes ?? new Uint8Array())
  const [before, paper] = [findInvoice(actor, invoiceIds.gone), await read()]
  const undo = merge(actor, facts)
  expect(familyBalance(actor, keep.familyId)).toBe(20_000)
  expect(familyBalance(actor, gone.familyId)).toBe(0)
  const after = findInvoice(actor, invoiceIds.gone)
  expect(after).toEqual({ ...before, familyId: keep.familyId, familyName: "Okafor" })
  expect(await read()).toEqual(paper)
  expect(after && findOrigin(actor, after)).toEqual({ name: "Haddad", movedOn: "2026-11-18" })
  expect(undo()).toMatchObject({ ok: true })
  expect(findInvoice(actor, invoiceIds.gone)).toEqual(before)
  expect(before && findOrigin(actor, before)).toBeUndefined()
  expect([keep, gone].map(({ familyId }) => familyBalance(actor, familyId))).toEqual([12_000, 8000])
})

test("what both brought from earlier books is one balance, a closed month stays, and undone each has its own", () => {
  for (const [ofGone, ofKeep] of [
    [5_000, 1_000],
    [5_000, -3_000],
    [-2_000, null],
  ] as const) {
    fixClock(testNow)
    const { actor, keep, gone, facts } = twoOwing()
    const open = (familyId: string, amountMinor: number) =>
      enterOpening(actor, familyId, { amountMinor, asOf: "2026-11-01" })
    expect(open(gone.familyId, ofGone).ok).toBe(true)
    if (ofKeep !== null) expect(open(keep.familyId, ofKeep).ok).toBe(true)
    const balances = () => [keep, gone].map(({ familyId }) => familyBalance(actor, familyId))
    const before = balances()
    fixClock(Date.parse("2026-12-02T15:00:00Z"))
    closeMonth(actor, "2026-11")
    const closed = [findMonthSheet(actor, "2026-11"), listBalances(actor, "2026-11-30")]
    const undo = merge(actor, facts)
    expect(balances()).toEqual([before.reduce((sum, minor) => sum + minor, 0), 0])
    expect(findOpening(actor, keep.familyId)?.amountMinor).toBe(ofGone + (ofKeep ?? 0))
    expect(findOpening(actor, gone.familyId)).toBeUndefined()
    expect(open(keep.familyId, 100)).toBeRefused("has-one")
    expect([findMonthSheet(actor, "2026-11"), listBalances(actor, "2026-11-30")]).toEqual(closed)
    expect(undo()).toMatchObject({ ok: true })
    expect(balances()).toEqual(before)
    expect(findOpening(actor, gone.familyId)?.amountMinor).toBe(ofGone)
  }
})

test("of two that became one, a removal takes all back or nothing", () => {
  const { actor, keep, gone, facts } = twoOwing()
  const open = (familyId: string, amountMinor: number) =>
    enterOpening(actor, familyId, { amountMinor, asOf: "2026-11-01" })
  open(keep.familyId, 5_000)
  open(gone.familyId, -9_000)
  merge(actor, facts)
  const refund = {
    amountMinor: 500,
    method: "cash" as const,
    refundedOn: "2026-11-18",
    reason: "Asked for it",
  }
  expect(refundCredit(actor, keep.familyId, refund as never).ok).toBe(true)
  const before = familyBalance(actor, keep.familyId)
  expect(removeOpening(actor, keep.familyId)).toBeRefused("refunded")
  expect(familyBalance(actor, keep.familyId)).toBe(before)
  expect(findOpening(actor, keep.familyId)?.amountMinor).toBe(-4_000)
})

test("the database moves nothing that is frozen to another account unless a merge says so", () => {
  const { actor, keep, gone, invoiceIds, facts } = twoOwing()
  expect(pay(actor, gone.familyId, 3000)).toMatchObject({ ok: true })
  const move = (table: string, from: string, to: string, also = "") =>
    sqlite()
      .prepare(`update ${table} set family_id = ?${also} where school_id = ? and family_id = ?`)
      .run(to, actor.school.id, from).changes
  const [k, g] = [keep.familyId, gone.familyId]
  expect(() => move("invoices", g, k)).toThrow("an issued invoice is frozen")
  expect(() => move("payments", g, k)).toThrow("a payment is never edited")
  const undo = merge(actor, facts)
  expect(() => move("payments", k, g)).toThrow("a payment is never edited")
  expect(() => move("invoices", k, k, ", bill_to = 'Someone else'")).toThrow("an issued invoice is frozen")
  expect(undo()).toMatchObject({ ok: true })
  expect(() => move("invoices", g, k)).toThrow("an issued invoice is frozen")
  expect(() => move("payments", g, k)).toThrow("a payment is never edited")
  const record = sqlite().prepare("update account_moves set step = step + 1 where school_id = ?")
  expect(() => record.run(actor.school.id)).toThrow("never edited")
  const drop = sqlite().prepare("delete from account_moves where school_id = ?")
  expect(() => drop.run(actor.school.id)).toThrow("is kept")
  expect(findInvoice(actor, invoiceIds.gone)?.familyId).toBe(g)
})

test("what was paid through PayPal before a merge and settled after it is on the account that goes on", async () => {
  const { actor, keep, gone, invoiceIds, facts } = twoOwing()
  const started = orFail(await startInvoicePayment(gone.guardian.actor, invoiceIds.gone))
  await paypal.press(started.approveUrl, "pay")
  const undo = merge(actor, facts)
  const orderId = new URL(started.approveUrl).searchParams.get("token") ?? ""
  const order = findOwnOrder(gone.guardian.actor, invoiceIds.gone, orderId)
  if (!order) throw new Error("The order is not there")
  expect(await settlePayment(gone.guardian.actor, order)).toMatchObject({ state: "paid" })
  expect(familyBalance(actor, keep.familyId)).toBe(12_000)
  expect(findInvoice(actor, invoiceIds.gone)).toMatchObject({ state: "paid", openMinor: 0 })
  expect(undo()).toMatchObject({
    ok: false,
    reason: expect.stringContaining("have changed, so this merge can’t be undone"),
  })
  expect(familyBalance(actor, keep.familyId)).toBe(12_000)
})

describe("guardians of both", () => {
  test("see the invoices of one account with what is due of each, and one balance that their statement ends with", () => {
    const { actor, keep, gone, invoiceIds, facts } = twoOwing()
    const undo = merge(actor, facts)
    const { actor: jonas } = gone.guardian
    expect(listPortalInvoices(jonas)).toHaveLength(2)
    expect(findPortalInvoice(jonas, invoiceIds.gone)?.own).toMatchObject({ openMinor: 8000 })
    expect(findPortalInvoice(jonas, invoiceIds.keep)?.own).toMatchObject({ openMinor: 12_000 })
    const mateo = signedIn(actor, "guardian", keep.guardianIds[0] ?? "").actor
    for (const reader of [jonas, mateo]) {
      const rows = listPortalInvoices(reader)
      expect(rows.map(({ openMinor }) => openMinor).sort()).toEqual([12_000, 8000])
      const statement = portalStatement(reader, { from: "2026-11-01", to: "2026-11-30" })
      expect(statement?.closingMinor).toBe(20_000)
      expect(familyBalance(actor, keep.familyId)).toBe(20_000)
    }
    expect(undo()).toMatchObject({ ok: true })
    expect(listPortalInvoices(jonas)).toHaveLength(1)
  })

  test("pay what is due of the other’s invoices, too", async () => {
    const { actor, keep, gone, invoiceIds, facts } = twoOwing()
    const undo = merge(actor, facts)
    const { actor: jonas } = gone.guardian
    const started = orFail(await startPayAll(jonas))
    await paypal.press(started.approveUrl, "pay")
    const orderId = new URL(started.approveUrl).searchParams.get("token") ?? ""
    const order =
      findOwnOrder(jonas, invoiceIds.gone, orderId) ?? findOwnOrder(jonas, invoiceIds.keep, orderId)
    if (!order) throw new Error("The order is not there")
    expect(await settlePayment(jonas, order)).toMatchObject({ state: "paid" })
    expect(familyBalance(actor, keep.familyId)).toBe(0)
    const mateo = signedIn(actor, "guardian", keep.guardianIds[0] ?? "").actor
    for (const reader of [jonas, mateo])
      expect(listPortalInvoices(reader).map(({ state, openMinor }) => [state, openMinor])).toEqual([
        ["paid", 0],
        ["paid", 0],
      ])
    const receipts = [...listPortalReceipts(jonas, findPortal(jonas).accounts).values()]
    expect(receipts.map((id) => findPortalPayment(jonas, id)?.amountMinor)).toEqual([20_000, 20_000])
    // How another payer has paid isn’t theirs to know.
    expect(listPortalReceipts(mateo, findPortal(mateo).accounts).size).toBe(0)
    expect(findPortalPayment(mateo, receipts[0] ?? "")).toBeUndefined()
    const seen = findPortalInvoice(mateo, invoiceIds.keep)
    expect(seen && shownPayments(seen)).toMatchObject([{ paymentId: null, amountMinor: 12_000 }])
    expect(undo()).toMatchObject({
      ok: false,
      reason: expect.stringContaining("have changed, so this merge can’t be undone"),
    })
  })

  test("whose payers divide invoices have their part of each, beside what is due of it", () => {
    const half = { payerShare: 5000 }
    const { actor, gone, invoiceIds, facts } = twoOwing([
      { name: "Jonas Haddad", ...half },
      { name: "Nora Haddad", ...half },
    ])
    merge(actor, facts)
    const rows = new Map(listPortalInvoices(gone.guardian.actor).map((row) => [row.id, row]))
    expect(rows.get(invoiceIds.gone)).toMatchObject({ openMinor: 4000, wholeOpenMinor: 8000 })
    expect(rows.get(invoiceIds.keep)).toMatchObject({ openMinor: 0, wholeOpenMinor: 12_000 })
    const statement = portalStatement(gone.guardian.actor, { from: "2026-11-01", to: "2026-11-30" })
    expect(statement?.closingMinor).toBe(4000)
  })

  test.each([true, false])("who is in both families pays both, with an invoice of their own: %s", (isOwn) => {
    const { actor, keep, gone, facts } = twoOwing()
    const email = rowOf(guardians, { id: gone.guardianIds[0] ?? "" })?.email
    changeRows(guardians, { id: keep.guardianIds[0] ?? "" }, { email: email ?? "" })
    changeRows(families, { id: gone.familyId }, { hasOwnInvoices: isOwn })
    const third = invoiceOver(actor, gone, 500)
    const before = findInvoice(actor, third)
    expect(before?.payerId).toBe(isOwn ? gone.guardianIds[0] : null)
    expect(pay(actor, gone.familyId, 100, [third])).toMatchObject({ ok: true })
    const undo = merge(actor, facts)
    const { actor: jonas } = gone.guardian
    expect(
      listPortalInvoices(jonas)
        .map(({ openMinor }) => openMinor)
        .sort(),
    ).toEqual([12_000, 400, 8000])
    expect(findInvoice(actor, third)).toMatchObject({ billTo: before?.billTo, number: before?.number })
    expect(undo()).toMatchObject({ ok: true })
    expect(findInvoice(actor, third)).toEqual({
      ...before,
      ...findInvoice(actor, third),
      payerId: before?.payerId,
    })
    expect(listPortalInvoices(jonas)).toHaveLength(2)
  })
})

test("paused reminders and held invoices carry over, the longer pause counts, and are back once undone", () => {
  const { actor, keep, gone, facts } = twoOwing()
  const [k, g] = [keep.familyId, gone.familyId]
  pauseReminders(actor, { familyId: k }, { reason: "Away", lastDay: "2026-11-30" })
  pauseReminders(actor, { familyId: g }, { reason: "Pays on Friday", lastDay: null })
  holdFamily(actor, { family: g, reason: "New address" })
  expect(previewAccount(actor, facts)).toMatchObject({
    pause: { reason: "Pays on Friday", lastDay: null },
    hold: { reason: "New address" },
  })
  const undo = merge(actor, facts)
  expect(findPause(actor, { familyId: k })).toEqual({ reason: "Pays on Friday", lastDay: null })
  expect([...listHolds(actor)]).toEqual([[k, "New address"]])
  expect(undo()).toMatchObject({ ok: true })
  expect(findPause(actor, { familyId: k })).toEqual({ reason: "Away", lastDay: "2026-11-30" })
  expect(findPause(actor, { familyId: g })).toEqual({ reason: "Pays on Friday", lastDay: null })
  expect([...listHolds(actor)]).toEqual([[g, "New address"]])
})

test("a closed month lists the balances of the accounts that it had", () => {
  fixClock(Date.parse("2026-11-27T12:00:00Z"))
  const { actor, keep, gone, facts } = twoOwing()
  expect(pay(actor, gone.familyId, 11_000)).toMatchObject({ ok: true })
  fixClock(Date.parse("2026-12-10T12:00:00Z"))
  expect(closeMonth(actor, "2026-11").ok).toBe(true)
  const sheet = findMonthSheet(actor, "2026-11")
  expect(sheet).toMatchObject({ dueMinor: 12_000, creditMinor: -3000 })
  const balances = listBalances(actor, "2026-11-30")
  merge(actor, facts)
  expect(findMonthSheet(actor, "2026-11")).toEqual(sheet)
  expect(listBalances(actor, "2026-11-30")).toEqual(balances)
  expect(listBalances(actor, "2026-12-31")).toEqual([{ familyId: keep.familyId, balanceMinor: 9000 }])
})

test("account credit of one pays the other’s invoices when the office says so, and the merge then stands", () => {
  const { actor, keep, gone, invoiceIds, facts } = twoOwing()
  expect(pay(actor, gone.familyId, 11_000)).toMatchObject({ ok: true })
  expect(previewAccount(actor, facts)).toMatchObject({ hasCreditBeside: true, open: { count: 0 } })
  const undo = merge(actor, facts)
  expect([spareCredit(actor, keep.familyId), familyBalance(actor, keep.familyId)]).toEqual([3000, 9000])
  expect(applyCredit(actor, { familyId: keep.familyId })).toMatchObject({ ok: true, appliedMinor: 3000 })
  expect(findInvoice(actor, invoiceIds.keep)).toMatchObject({ openMinor: 9000 })
  expect(undo()).toMatchObject({
    ok: false,
    reason: expect.stringContaining("have changed, so this merge can’t be undone"),
  })
})

test("packages join, and an invoice since that has none of what joined doesn’t stand against an undo", () => {
  const { actor, keep, gone, facts } = twoOwing()
  const offer = addPackageOffer(actor, { name: "5 lessons", lessons: 5, price: 20_000, restRule: "credit" })
  const sale = { offerId: offer.ok ? offer.id : "", familyId: gone.familyId, soldOn: "2026-11-18" }
  expect(sellPackage(actor, { ...sale, studentId: null, formKey: "sale" }).ok).toBe(true)
  const undo = merge(actor, facts)
  expect(listFamilyPackages(actor, keep.familyId)).toHaveLength(1)
  const chargeIds = [owe(actor, keep, 700)]
  const choice = { familyId: keep.familyId, from: "2026-11-01", to: "2026-11-30", dueOn: "2026-12-02" }
  expect(issueInvoice(actor, { ...choice, chargeIds, unchargedSeatIds: [], note: null }).ok).toBe(true)
  expect(undo()).toMatchObject({ ok: true })
  expect(listFamilyPackages(actor, gone.familyId)).toHaveLength(1)
  expect([keep, gone].map(({ familyId }) => familyBalance(actor, familyId))).toEqual([12_700, 8000])
})

test("of three families that became one, the merges are undone from the last to the first", () => {
  const { actor, keep, gone, facts, invoiceIds } = twoOwing()
  const last = openFamily(actor, {
    name: "Lindqvist",
    adults: [{ name: "Ida Lindqvist", email: `ida${keep.familyId}@mail.example`, payerShare: 10_000 }],
    children: ["Nils"],
  })
  invoiceOver(actor, last, 3000)
  const [first, second] = [
    merge(actor, facts),
    merge(actor, { keepId: last.familyId, goneId: keep.familyId }),
  ]
  const balances = () => [gone, keep, last].map(({ familyId }) => familyBalance(actor, familyId))
  const origin = () => {
    const invoice = findInvoice(actor, invoiceIds.gone)
    return invoice && findOrigin(actor, invoice)?.name
  }
  expect([balances(), origin()]).toEqual([[0, 0, 23_000], "Okafor"])
  expect(first()).toBeRefused("The family it joined was later merged into Lindqvist. Undo that merge first.")
  expect(second()).toMatchObject({ ok: true })
  expect([balances(), origin()]).toEqual([[0, 20_000, 3000], "Haddad"])
  expect(first()).toMatchObject({ ok: true })
  expect([balances(), origin()]).toEqual([[8000, 12_000, 3000], undefined])
})
