import { db } from "db/client.server"
import { schools } from "db/schema/accounts-schools"
import { emails } from "db/schema/foundation-mail"
import { paymentOrders, payments } from "db/schema/money-payments"
import { eq } from "drizzle-orm"
import { afterAll, afterEach, describe, expect, test } from "vitest"
import { reconcilePaymentOrders } from "~/jobs/reconcile-payment-orders.server"
import { captureOrder } from "~/providers/paypal/orders.server"
import { fixClock } from "~/utils/clock.server"
import { testNow } from "../../../../tests/support/clock"
import { adultsWith, invoiceOver, openPayingFamily, type Signed } from "../../../../tests/support/family"
import { payInCash } from "../../../../tests/support/payments"
import { startPayPal } from "../../../../tests/support/paypal"
import { changeRows, rowsOf } from "../../../../tests/support/school"
import { findPortalInvoice, listPortalInvoices } from "../family-invoice/portal-invoices.server"
import { findInvoice } from "../invoice/invoice.server"
import { voidInvoice } from "../invoice/void-invoice.server"
import { familyBalance } from "../ledger/ledger.server"
import { cancelOrder, findOwnOrder } from "./payment-order.server"
import { settlePayment } from "./settle-payment.server"
import { payAllOf, startInvoicePayment } from "./start-payment.server"

const paypal = await startPayPal()
afterEach(() => paypal.noFaults())
afterAll(() => paypal.close())

const minute = 60_000

function openInvoice(amountMinor = 26_775, facts: Parameters<typeof openPayingFamily>[0] = {}) {
  const family = openPayingFamily(facts)
  return { ...family, invoiceId: invoiceOver(family.school, family, amountMinor) }
}

/** Starts a payment and presses a button on PayPal's page. */
async function start({ actor }: Signed, invoiceId: string, choice?: string) {
  const started = await startInvoicePayment(actor, invoiceId)
  if (!started.ok) throw new Error(started.reason)
  const orderId = new URL(started.approveUrl).searchParams.get("token") ?? ""
  const back = choice ? await paypal.press(started.approveUrl, choice) : null
  const find = () => {
    const order = findOwnOrder(actor, invoiceId, orderId)
    if (!order) throw new Error("The order is not there")
    return order
  }
  return { ...started, orderId, back, find, settle: () => settlePayment(actor, find()) }
}

const paidBy = (orderId: string) =>
  db()
    .select()
    .from(payments)
    .innerJoin(paymentOrders, eq(paymentOrders.paymentId, payments.id))
    .where(eq(paymentOrders.providerOrderId, orderId))
    .all()

const paymentsOf = (familyId: string) => rowsOf(payments, { familyId })
const taken = async (orderId: string) =>
  (await paypal.ledger()).filter((row: { sourceId: string }) => row.sourceId === orderId)

describe("a guardian pays an invoice", () => {
  test("the money goes to the school, the invoice is paid, the ledger is zero", async () => {
    const { school, guardian, invoiceId, familyId, payeeEmail } = openInvoice()
    expect(familyBalance(school, familyId)).toBe(26_775)
    const payment = await start(guardian, invoiceId, "pay")
    expect(payment.back).toContain(`/student/invoices/${invoiceId}/payment?token=${payment.orderId}`)
    const settled = await payment.settle()
    expect(settled.state).toBe("paid")
    expect(await taken(payment.orderId)).toMatchObject([
      { payee: payeeEmail, amount: { currency_code: "USD", value: "267.75" } },
    ])
    expect(paidBy(payment.orderId)).toMatchObject([
      { payments: { amountMinor: 26_775, method: "paypal", payerName: "Jonas Haddad" } },
    ])
    expect(findInvoice(school, invoiceId)).toMatchObject({ state: "paid", openMinor: 0 })
    expect(familyBalance(school, familyId)).toBe(0)
    expect(await startInvoicePayment(guardian.actor, invoiceId)).toBeRefused("nothing-open")
  })

  test("coming back twice, or twice at once, records one payment", async () => {
    const { guardian, invoiceId, familyId } = openInvoice()
    const payment = await start(guardian, invoiceId, "pay")
    const [one, two] = await Promise.all([payment.settle(), payment.settle()])
    const third = await payment.settle()
    expect(one).toMatchObject({ state: "paid" })
    expect([two, third]).toEqual([one, one])
    expect(paymentsOf(familyId)).toHaveLength(1)
    expect(await taken(payment.orderId)).toHaveLength(1)
  })

  test("starting again for the same amount asks for the same order; after a part was paid, for another", async () => {
    const { school, guardian, invoiceId } = openInvoice()
    const first = await start(guardian, invoiceId)
    const again = await start(guardian, invoiceId)
    expect(again.orderId).toBe(first.orderId)
    payInCash(school, { invoiceId, amountMinor: 6_775 })
    await paypal.press(first.approveUrl, "pay")
    expect(await first.settle()).toEqual({ state: "less-due" })
    const rest = await start(guardian, invoiceId, "pay")
    expect(rest.orderId).not.toBe(first.orderId)
    await rest.settle()
    expect(paidBy(rest.orderId)[0]?.payments.amountMinor).toBe(20_000)
    expect(await first.settle()).toEqual({ state: "not-needed" })
    expect(await taken(first.orderId)).toHaveLength(0)
  })

  test("one who approved in another tab is settled, not asked again", async () => {
    const { guardian, invoiceId } = openInvoice()
    const payment = await start(guardian, invoiceId, "pay-and-close")
    expect(await startInvoicePayment(guardian.actor, invoiceId)).toEqual({
      ok: false,
      reason: "already-approved",
      invoiceId,
      providerOrderId: payment.orderId,
    })
    expect((await payment.settle()).state).toBe("paid")
  })

  test("two guardians pay their own parts, to the cent", async () => {
    const { school, guardians, invoiceId, familyId } = openInvoice(10_001, {
      adults: adultsWith({ "Mateo Okafor": 5000, "Zoë Okafor": 5000 }),
    })
    for (const guardian of guardians) await (await start(guardian, invoiceId, "pay")).settle()
    expect(paymentsOf(familyId).map(({ amountMinor }) => amountMinor)).toEqual([5001, 5000])
    expect(findInvoice(school, invoiceId)?.state).toBe("paid")
    expect(familyBalance(school, familyId)).toBe(0)
  })
})

describe("a payment that does not come through", () => {
  test("a cancellation pays nothing, and a late approval still counts", async () => {
    const { guardian, invoiceId, familyId } = openInvoice()
    const payment = await start(guardian, invoiceId, "cancel")
    expect(payment.back).toContain(`/payment?cancelled=1&token=${payment.orderId}`)
    cancelOrder(guardian.actor, payment.find())
    expect(payment.find().state).toBe("cancelled")
    expect(await payment.settle()).toEqual({ state: "waiting" })
    expect(paymentsOf(familyId)).toHaveLength(0)
    await paypal.press(payment.approveUrl, "pay")
    expect((await payment.settle()).state).toBe("paid")
  })

  test("a declined card pays nothing; the next try is a new order", async () => {
    const { guardian, invoiceId, familyId } = openInvoice()
    const payment = await start(guardian, invoiceId, "decline")
    expect(await payment.settle()).toEqual({ state: "declined" })
    expect(await payment.settle()).toEqual({ state: "declined" })
    expect(paymentsOf(familyId)).toHaveLength(0)
    const next = await start(guardian, invoiceId, "pay")
    expect(next.orderId).not.toBe(payment.orderId)
    expect((await next.settle()).state).toBe("paid")
  })

  test("a held payment is processing, is not taken twice, and is paid when PayPal lets it go", async () => {
    const { school, guardian, invoiceId } = openInvoice()
    const payment = await start(guardian, invoiceId, "pay-pending")
    expect(await payment.settle()).toEqual({ state: "processing" })
    expect(findInvoice(school, invoiceId)?.state).toBe("sent")
    expect(findPortalInvoice(guardian.actor, invoiceId)?.processing).toEqual({
      amountMinor: 26_775,
      since: testNow,
      isOwn: true,
      provider: "paypal",
    })
    expect(await startInvoicePayment(guardian.actor, invoiceId)).toBeRefused("processing")
    await paypal.control(`/orders/${payment.orderId}`, { captureStatus: "COMPLETED" })
    fixClock(testNow + 10 * minute)
    await reconcilePaymentOrders()
    expect(findInvoice(school, invoiceId)?.state).toBe("paid")
    expect(findPortalInvoice(guardian.actor, invoiceId)?.processing).toBeNull()
  })

  test("a held payment that PayPal gives back after a month can be paid again", async () => {
    const { guardian, invoiceId } = openInvoice()
    const payment = await start(guardian, invoiceId, "pay-pending")
    await payment.settle()
    const day = 24 * 60 * minute
    for (const passed of [10, 20, 29]) {
      fixClock(testNow + passed * day)
      await reconcilePaymentOrders()
    }
    await paypal.control(`/orders/${payment.orderId}`, { captureStatus: "DECLINED" })
    fixClock(testNow + 31 * day)
    await reconcilePaymentOrders()
    expect(findPortalInvoice(guardian.actor, invoiceId)?.processing).toBeNull()
  })

  test("a held payment that PayPal refuses can be paid again", async () => {
    const { guardian, invoiceId } = openInvoice()
    const payment = await start(guardian, invoiceId, "pay-pending")
    await payment.settle()
    await paypal.control(`/orders/${payment.orderId}`, { captureStatus: "DECLINED" })
    fixClock(testNow + 10 * minute)
    await reconcilePaymentOrders()
    expect(payment.find().state).toBe("declined")
    expect((await startInvoicePayment(guardian.actor, invoiceId)).ok).toBe(true)
  })

  test("an invoice voided while the payer was away takes no money", async () => {
    const { school, guardian, invoiceId } = openInvoice()
    const payment = await start(guardian, invoiceId, "pay")
    expect(voidInvoice(school, { invoiceId, reason: "Wrong month" }).ok).toBe(true)
    expect(await payment.settle()).toEqual({ state: "void" })
    expect(await taken(payment.orderId)).toHaveLength(0)
  })
})

describe("no one comes back", () => {
  test("the process dies between taking and recording: the coming turn records it, once", async () => {
    const { school, guardian, invoiceId, familyId } = openInvoice()
    const payment = await start(guardian, invoiceId, "pay")
    await captureOrder(payment.orderId, payment.find().id)
    expect(paymentsOf(familyId)).toHaveLength(0)
    fixClock(testNow + 2 * minute)
    await reconcilePaymentOrders()
    await reconcilePaymentOrders()
    expect(paymentsOf(familyId)).toMatchObject([{ amountMinor: 26_775, payerName: "Jonas Haddad" }])
    expect(familyBalance(school, familyId)).toBe(0)
    expect((await payment.settle()).state).toBe("paid")
    expect(paymentsOf(familyId)).toHaveLength(1)
  })

  test("an approval whose payer closed the tab is finished; an order no one approved is left alone", async () => {
    const { guardian, invoiceId, familyId } = openInvoice()
    const payment = await start(guardian, invoiceId, "pay-and-close")
    const other = openInvoice()
    const untouched = await start(other.guardian, other.invoiceId)
    fixClock(testNow + 2 * minute)
    await reconcilePaymentOrders()
    expect(payment.find().state).toBe("completed")
    expect(paymentsOf(familyId)).toHaveLength(1)
    expect(untouched.find().state).toBe("created")
  })

  test("someone was faster at the provider: the order is asked, and counts", async () => {
    const { guardian, invoiceId } = openInvoice()
    const payment = await start(guardian, invoiceId, "pay")
    await captureOrder(payment.orderId, "another key")
    expect((await payment.settle()).state).toBe("paid")
  })
})

describe("a provider that lies or fails", () => {
  for (const kind of ["wrong-amount", "wrong-currency", "wrong-custom-id"])
    test(`${kind}: nothing is taken or recorded`, async () => {
      const { guardian, invoiceId, familyId } = openInvoice()
      const payment = await start(guardian, invoiceId, "pay")
      await paypal.fault({ kind, path: "/v2/checkout/orders", method: "GET" })
      expect(await payment.settle()).toEqual({ state: "mismatch" })
      expect(payment.find().state).toBe("mismatch")
      expect(await payment.settle()).toEqual({ state: "mismatch" })
      expect(paymentsOf(familyId)).toHaveLength(0)
      expect(await taken(payment.orderId)).toHaveLength(0)
      const told = rowsOf(emails, { template: "payment-mismatch" })
      const data = told.map((mail) => JSON.parse(mail.data ?? "{}"))
      expect(data.filter((one) => one.invoiceId === invoiceId)).toMatchObject([{ order: payment.orderId }])
    })

  test("an order to another account than the school's is refused", async () => {
    const { guardian, invoiceId, familyId } = openInvoice()
    const payment = await start(guardian, invoiceId, "pay")
    changeRows(paymentOrders, { providerOrderId: payment.orderId }, { payeeEmail: "thief@evil.example" })
    expect(await payment.settle()).toEqual({ state: "mismatch" })
    expect(paymentsOf(familyId)).toHaveLength(0)
  })

  test("the payee is the one at the time of asking, also when the school changes it in the meantime", async () => {
    const { school, guardian, invoiceId, payeeEmail } = openInvoice()
    const payment = await start(guardian, invoiceId, "pay")
    changeRows(schools, { id: school.school.id }, { payeeEmail: "new@harmony.example" })
    expect((await payment.settle()).state).toBe("paid")
    expect(await taken(payment.orderId)).toMatchObject([{ payee: payeeEmail }])
  })

  test("the answer to taking the money is lost: the order is asked before anything else", async () => {
    const { guardian, invoiceId, familyId } = openInvoice()
    const payment = await start(guardian, invoiceId, "pay")
    await paypal.fault({ kind: "reset", path: "/v2/checkout/orders", method: "POST", afterwards: true })
    expect((await payment.settle()).state).toBe("paid")
    expect(paymentsOf(familyId)).toHaveLength(1)
    expect(await taken(payment.orderId)).toHaveLength(1)
  })

  test("no one answers: nothing is concluded, and the coming turn finishes it", async () => {
    const { guardian, invoiceId, familyId } = openInvoice()
    const payment = await start(guardian, invoiceId, "pay")
    await paypal.fault({ kind: "status", status: 503, path: "/v2/checkout/orders", times: 2 })
    expect(await payment.settle()).toEqual({ state: "unreachable" })
    expect(payment.find().state).toBe("created")
    await paypal.noFaults()
    fixClock(testNow + 2 * minute)
    await reconcilePaymentOrders()
    expect(paymentsOf(familyId)).toHaveLength(1)
  })

  test("pressed again while no one answers, it is what was paid before: no one says that nothing was charged", async () => {
    const { guardian, invoiceId, familyId } = openInvoice()
    const payment = await start(guardian, invoiceId, "pay")
    await paypal.fault({ kind: "status", status: 503, path: "/v2/checkout/orders", times: 3 })
    expect(await startInvoicePayment(guardian.actor, invoiceId)).toMatchObject({
      reason: "already-approved",
      providerOrderId: payment.orderId,
    })
    expect(await payment.settle()).toEqual({ state: "unreachable" })
    await paypal.noFaults()
    expect(await payment.settle()).toMatchObject({ state: "paid" })
    expect(paymentsOf(familyId)).toHaveLength(1)
    expect(rowsOf(paymentOrders, { invoiceId })).toHaveLength(1)
  })

  test("an order that cannot be asked for leaves nothing behind but the try", async () => {
    const { guardian, invoiceId } = openInvoice()
    await paypal.fault({ kind: "reset", path: "/v2/checkout/orders", afterwards: true })
    expect(await startInvoicePayment(guardian.actor, invoiceId)).toBeRefused("provider-unavailable")
    expect((await start(guardian, invoiceId, "pay")).back).not.toBeNull()
    expect(rowsOf(paymentOrders, { invoiceId })).toHaveLength(1)
  })
})

describe("who may pay", () => {
  test("no one pays another family's or another school's invoice, and no order of someone else is found", async () => {
    const { guardian, invoiceId } = openInvoice()
    const stranger = openPayingFamily()
    const payment = await start(guardian, invoiceId)
    expect(await startInvoicePayment(stranger.guardian.actor, invoiceId)).toBeRefused("no-invoice")
    expect(findOwnOrder(stranger.guardian.actor, invoiceId, payment.orderId)).toBeUndefined()
  })

  test("without the school's account, or in a currency PayPal does not take, it is not offered", async () => {
    const rand = openInvoice(5000, { currency: "ZAR" })
    expect(await startInvoicePayment(rand.guardian.actor, rand.invoiceId)).toBeRefused("currency-not-taken")
    const yen = openInvoice(50_050, { currency: "JPY" })
    expect(await startInvoicePayment(yen.guardian.actor, yen.invoiceId)).toBeRefused("currency-not-taken")
    const { school, guardian, invoiceId } = openInvoice()
    changeRows(schools, { id: school.school.id }, { payeeEmail: null })
    expect(await startInvoicePayment(guardian.actor, invoiceId)).toBeRefused("no-payee")
  })
})

test("pay all pays what is owed on no invoice together with one that is due, but for a payment under way", () => {
  const { guardian, familyId, invoiceId } = openInvoice(3000)
  const rows = listPortalInvoices(guardian.actor)
  const owed = [{ familyId, owedMinor: 500 }]
  expect(rows.map(({ id }) => id)).toEqual([invoiceId])
  expect(payAllOf(rows, [])).toBeUndefined()
  expect(payAllOf([], owed)).toBeUndefined()
  expect(payAllOf(rows, [{ familyId: "another", owedMinor: 500 }])).toBeUndefined()
  expect(payAllOf(rows, owed)).toMatchObject({ besideMinor: 500, amountMinor: 3500 })
  const beside = rows.map((row) => ({ ...row, id: "other", openMinor: 0, isProcessing: true }))
  expect(payAllOf([...rows, ...beside], owed)).toBeUndefined()
})
