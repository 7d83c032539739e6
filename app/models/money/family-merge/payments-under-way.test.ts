import { afterAll, beforeAll, beforeEach, expect, test } from "vitest"
import type { Actor } from "~/models/foundation/access/actor"
import { fixClock } from "~/utils/clock.server"
import { openFamily } from "../../../../tests/support/billing"
import { testNow } from "../../../../tests/support/clock"
import { invoiceOver, openPayingFamily, signedIn } from "../../../../tests/support/family"
import { startPayPal } from "../../../../tests/support/paypal"
import { findInvoice } from "../invoice/invoice.server"
import { familyBalance } from "../ledger/ledger.server"
import { findOwnOrder } from "../payment-order/payment-order.server"
import { settlePayment } from "../payment-order/settle-payment.server"
import { type StartedPayment, startInvoicePayment, startPayAll } from "../payment-order/start-payment.server"
import { mergeFamiliesWork } from "./merge-families.server"

// Someone pays through PayPal while the office merges the family, or takes the merge back.

let paypal: Awaited<ReturnType<typeof startPayPal>>
beforeAll(async () => {
  paypal = await startPayPal()
})
afterAll(() => paypal.close())
beforeEach(() => fixClock(testNow))

/** Jonas Haddad's family, which joins Mateo Okafor's; both owe. */
function twoOwing() {
  const gone = openPayingFamily()
  const office = gone.school
  const keep = openFamily(office, {
    name: "Okafor",
    adults: [{ name: "Mateo Okafor", email: `mateo${gone.familyId}@okafor.example`, payerShare: 10_000 }],
    children: ["Amara"],
  })
  const mateo = signedIn(office, "guardian", keep.guardianIds[0] ?? "").actor
  const ids = { keep: invoiceOver(office, keep, 12_000), gone: invoiceOver(office, gone, 8000) }
  const facts = { keepId: keep.familyId, goneId: gone.familyId }
  const merge = () => {
    const done = mergeFamiliesWork.carryOut(office, facts, {
      ...{ taskId: "", subjectId: facts.goneId, name: "Haddad", detail: null },
    })
    if (!done.ok) throw new Error(done.reason)
    return () => mergeFamiliesWork.undo?.(office, facts, { subjectId: facts.goneId, before: done.before })
  }
  const balances = () => [familyBalance(office, facts.keepId), familyBalance(office, facts.goneId)]
  return { office, jonas: gone.guardian.actor, mateo, ids, merge, balances }
}

/** Approves what was started, and answers what settles it. */
async function approve(payer: Actor, invoiceIds: readonly string[], started: StartedPayment) {
  if (!started.ok) throw new Error(started.reason)
  await paypal.press(started.approveUrl, "pay")
  const orderId = new URL(started.approveUrl).searchParams.get("token") ?? ""
  return async () => {
    const order = invoiceIds.flatMap((id) => findOwnOrder(payer, id, orderId) ?? [])[0]
    if (!order) throw new Error("The order is not there")
    return settlePayment(payer, order)
  }
}

const paying = { ok: false, reason: expect.stringContaining("Undo this merge once PayPal has answered.") }
const booked = { ok: false, reason: expect.stringContaining("booked on since") }

test("begun before a merge and settled once it is undone, a payment is on the family that made it", async () => {
  const { office, jonas, ids, merge, balances } = twoOwing()
  const settle = await approve(jonas, [ids.gone], await startInvoicePayment(jonas, ids.gone))
  const undo = merge()
  expect(undo()).toMatchObject({ ok: true })
  expect(await settle()).toMatchObject({ state: "paid" })
  expect(balances()).toEqual([12_000, 0])
  expect(findInvoice(office, ids.gone)).toMatchObject({ state: "paid", openMinor: 0 })
})

test("begun before and settled during a merge, it is on the one account, whose merge stands", async () => {
  const { jonas, ids, merge, balances } = twoOwing()
  const settle = await approve(jonas, [ids.gone], await startInvoicePayment(jonas, ids.gone))
  const undo = merge()
  expect(await settle()).toMatchObject({ state: "paid" })
  expect(balances()).toEqual([12_000, 0])
  expect(undo()).toMatchObject(booked)
})

test("while someone pays invoices of both, or one of the other family, the merge isn’t undone", async () => {
  for (const start of [
    ({ jonas }: ReturnType<typeof twoOwing>) => ({ by: jonas, begin: () => startPayAll(jonas) }),
    ({ jonas, ids }: ReturnType<typeof twoOwing>) => ({
      by: jonas,
      begin: () => startInvoicePayment(jonas, ids.keep),
    }),
    ({ mateo, ids }: ReturnType<typeof twoOwing>) => ({
      by: mateo,
      begin: () => startInvoicePayment(mateo, ids.gone),
    }),
  ]) {
    const both = twoOwing()
    const undo = both.merge()
    const { by, begin } = start(both)
    const settle = await approve(by, [both.ids.keep, both.ids.gone], await begin())
    expect(undo()).toMatchObject(paying)
    expect(await settle()).toMatchObject({ state: "paid" })
    expect(undo()).toMatchObject(booked)
    const [one, other] = both.balances()
    expect(other).toBe(0)
    expect([0, 8000, 12_000]).toContain(one)
  }
})

test("a payment of the payer’s own invoice, begun after a merge, doesn’t hold its undo back and goes with it", async () => {
  const { jonas, ids, merge, balances } = twoOwing()
  const undo = merge()
  const settle = await approve(jonas, [ids.gone], await startInvoicePayment(jonas, ids.gone))
  expect(undo()).toMatchObject({ ok: true })
  expect(await settle()).toMatchObject({ state: "paid" })
  expect(balances()).toEqual([12_000, 0])
})
