import { setTimeout as pause } from "node:timers/promises"
import { afterAll, afterEach, describe, expect, test } from "vitest"
import { queueCharges } from "~/jobs/charge-saved-accounts.server"
import { reconcilePaymentOrders } from "~/jobs/reconcile-payment-orders.server"
import { noteBounce } from "~/models/foundation/outbox/bounce.server"
import { fixClock, now } from "~/utils/clock.server"
import {
  announced,
  chargesOf,
  mailOf,
  paymentsOf,
  savingFamily,
  taken,
} from "../../../../tests/support/auto-pay"
import { testNow } from "../../../../tests/support/clock"
import { inAct } from "../../../../tests/support/in-act"
import { startPayPal } from "../../../../tests/support/paypal"
import { listCreditableLines } from "../credit-note/credit-notes.server"
import { creditInvoice } from "../credit-note/issue-credit-note.server"
import { findPortalInvoice, listPortalInvoices } from "../family-invoice/portal-invoices.server"
import { propose } from "../installment/installment"
import { findInvoice } from "../invoice/invoice.server"
import { findOwnOrder } from "../payment-order/payment-order.server"
import { settlePayment } from "../payment-order/settle-payment.server"
import { startInvoicePayment } from "../payment-order/start-payment.server"
import { agreePlan } from "../payment-plan/payment-plan.server"
import { announceCharges, findCharge } from "./announce-charges.server"
import { carryOutCharge } from "./carry-out-charge.server"
import { payerOf } from "./payer.server"

// What an automatic charge may have taken already isn’t taken again, by the payer’s hand or by another charge.

const paypal = await startPayPal()
afterEach(async () => {
  fixClock(testNow)
  await paypal.noFaults()
})
afterAll(() => paypal.close())

type Saving = Awaited<ReturnType<typeof savingFamily>>

const loseAnswer = () =>
  paypal.fault({ kind: "reset", path: "/v2/checkout/orders", afterwards: true, times: 1 })

async function start({ guardian: { actor } }: Saving, invoiceId: string, choice: string) {
  const started = await startInvoicePayment(actor, invoiceId)
  if (!started.ok) throw new Error(started.reason)
  await paypal.press(started.approveUrl, choice)
  const orderId = new URL(started.approveUrl).searchParams.get("token") ?? ""
  const settle = () => {
    const order = findOwnOrder(actor, invoiceId, orderId)
    if (!order) throw new Error("The order is not there")
    return settlePayment(actor, order)
  }
  return Object.assign(settle, { path: `/v2/checkout/orders/${orderId}` })
}

function credit({ school }: Saving, invoiceId: string, amountMinor: number) {
  const invoice = findInvoice(school, invoiceId)
  const [line] = invoice ? listCreditableLines(school, invoice) : []
  const amounts = new Map([[line?.id ?? "", amountMinor]])
  expect(creditInvoice(school, { invoiceId, amounts, reason: "Lesson canceled" }).ok).toBe(true)
}

describe("while a charge isn’t answered", () => {
  test("its payer can’t pay it by hand, and its answer is recorded once", async () => {
    const family = await savingFamily(paypal)
    const { invoiceId, charge, onDay } = announced(family)
    onDay()
    await loseAnswer()
    await carryOutCharge(family.school, charge.id)
    expect(findCharge(family.school, charge.id)?.state).toBe("charging")
    expect(findPortalInvoice(family.guardian.actor, invoiceId)?.processing?.amountMinor).toBe(26_775)
    expect(listPortalInvoices(family.guardian.actor)[0]?.processingMinor).toBe(26_775)
    expect(await startInvoicePayment(family.guardian.actor, invoiceId)).toBeRefused("processing")
    fixClock(now() + 2 * 60_000)
    await reconcilePaymentOrders()
    expect(findPortalInvoice(family.guardian.actor, invoiceId)?.processing).toBeNull()
    expect(paymentsOf(family.familyId)).toHaveLength(1)
    expect(await taken(paypal, family.payeeEmail)).toHaveLength(1)
  })

  test("a payment that was begun before it takes nothing when it is approved", async () => {
    const family = await savingFamily(paypal)
    const { invoiceId, charge, onDay } = announced(family)
    onDay()
    const settle = await start(family, invoiceId, "pay")
    await loseAnswer()
    await carryOutCharge(family.school, charge.id)
    expect(await settle()).toEqual({ state: "being-paid" })
    fixClock(now() + 2 * 60_000)
    await reconcilePaymentOrders()
    expect(await taken(paypal, family.payeeEmail)).toHaveLength(1)
    expect(paymentsOf(family.familyId)).toHaveLength(1)
  })

  test("the next installment waits for it", async () => {
    const family = await savingFamily(paypal)
    const { invoiceId } = announced(family, 10_000)
    const rows = propose({ totalMinor: 10_000, count: 2, firstOn: "2026-12-03", rhythm: "week" })
    expect(agreePlan(family.school, { invoiceId, invoiceIds: [], planId: null, rows, reason: "" }).ok).toBe(
      true,
    )
    const at = (date: string) => fixClock(Date.parse(`${date}T15:00:00Z`))
    const chargeOf = (dueOn: string) =>
      chargesOf(family.familyId).find((each) => each.dueOn === dueOn)?.id ?? ""
    at("2026-12-01")
    announceCharges(family.school)
    at("2026-12-07")
    announceCharges(family.school)
    const [first, second] = [chargeOf("2026-12-03"), chargeOf("2026-12-10")]
    await loseAnswer()
    await carryOutCharge(family.school, first)
    expect(findCharge(family.school, first)?.state).toBe("charging")
    credit(family, invoiceId, 4_000)
    at("2026-12-10")
    await carryOutCharge(family.school, second)
    expect(findCharge(family.school, second)?.state).toBe("announced")
    expect(await taken(paypal, family.payeeEmail)).toHaveLength(1)
    expect(findInvoice(family.school, invoiceId)?.openMinor).toBe(6_000)
  })
})

test("approved at the provider and charged automatically at the same moment, an invoice is paid once", async () => {
  for (const isChargeFirst of [false, true]) {
    fixClock(testNow)
    const family = await savingFamily(paypal)
    const { invoiceId, charge, onDay } = announced(family)
    onDay()
    const settle = await start(family, invoiceId, "pay")
    // The other one begins while PayPal is at the first.
    await paypal.fault({ kind: "latency", ms: 150, path: `${settle.path}/capture`, times: 1 })
    await paypal.fault({ kind: "latency", ms: 150, path: "/v2/checkout/orders", method: "POST", times: 1 })
    const charging = () => carryOutCharge(family.school, charge.id)
    const [first, second] = isChargeFirst ? [charging, settle] : [settle, charging]
    await Promise.all([first(), pause(70).then(async () => void (await second()))])
    await paypal.noFaults()
    fixClock(now() + 2 * 60_000)
    await reconcilePaymentOrders()
    await carryOutCharge(family.school, charge.id)
    expect(await taken(paypal, family.payeeEmail)).toHaveLength(1)
    expect(paymentsOf(family.familyId)).toHaveLength(1)
    expect(["paid", "dropped"]).toContain(findCharge(family.school, charge.id)?.state)
  }
})

test("once its money may have been taken by hand, an invoice isn’t charged until that is known", async () => {
  const family = await savingFamily(paypal)
  const { invoiceId, charge, onDay } = announced(family)
  onDay()
  const settle = await start(family, invoiceId, "pay")
  // The money is taken, and PayPal answers nothing any more.
  await paypal.fault({ kind: "reset", path: `${settle.path}/capture`, afterwards: true })
  await paypal.fault({ kind: "latency", ms: 0, path: settle.path, method: "GET" })
  await paypal.fault({ kind: "reset", path: settle.path, method: "GET" })
  expect(await settle()).toEqual({ state: "unreachable" })
  await carryOutCharge(family.school, charge.id)
  expect(findCharge(family.school, charge.id)?.state).toBe("announced")
  await paypal.noFaults()
  expect((await settle()).state).toBe("paid")
  await carryOutCharge(family.school, charge.id)
  expect(findCharge(family.school, charge.id)?.state).toBe("dropped")
  expect(await taken(paypal, family.payeeEmail)).toHaveLength(1)
})

test("what another parent’s held payment will settle isn’t charged", async () => {
  const family = await savingFamily(paypal, "agree", [
    { name: "Jonas Haddad", payerShare: 5_000 },
    { name: "Mara Haddad", payerShare: 5_000 },
  ])
  const { invoiceId, charge, onDay } = announced(family, 10_000)
  const other = family.guardians[1]
  if (!other) throw new Error("There is no other parent.")
  onDay()
  const pay = await start({ ...family, guardian: other }, invoiceId, "pay-pending")
  expect(await pay()).toEqual({ state: "processing" })
  credit(family, invoiceId, 2_000)
  await carryOutCharge(family.school, charge.id)
  const mine = paymentsOf(family.familyId).filter(({ payerName }) => payerName === "Jonas Haddad")
  expect(mine.map(({ amountMinor }) => amountMinor)).toEqual([3_000])
})

test("what no email could announce isn’t given up while its payer’s own payment is on its way", async () => {
  const family = await savingFamily(paypal)
  const { invoiceId, charge, onDay } = announced(family)
  const { email } = payerOf(family.school, family.find())
  noteBounce({ id: "none", recipient: email ?? "" }, { kind: "bounced", reason: "No such user" })
  onDay()
  await carryOutCharge(family.school, charge.id)
  const pay = await start(family, invoiceId, "pay-pending")
  expect(await pay()).toEqual({ state: "processing" })
  fixClock(now() + 14 * 86_400_000)
  inAct(queueCharges)(family.school)
  expect(findCharge(family.school, charge.id)?.state).toBe("held")
  expect(family.standing()?.state).toBe("active")
  expect(mailOf(family.school.school.id, "auto-charge-given-up")).toHaveLength(0)
})
