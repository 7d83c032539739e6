import { sqlite } from "db/client.server"
import { schools } from "db/schema/accounts-schools"
import { autoCharges, savedMethods } from "db/schema/money-auto-pay"
import { paymentOrders, refundOrders, refunds } from "db/schema/money-payments"
import { afterAll, afterEach, beforeAll, expect, test } from "vitest"
import { queueJob } from "~/models/foundation/job/job.server"
import { findInvoice } from "~/models/money/invoice/invoice.server"
import { listOpenLinks } from "~/models/money/invoice-link/invoice-link.server"
import { familyBalance } from "~/models/money/ledger/ledger.server"
import { findPayment } from "~/models/money/payment/payment.server"
import { fixClock } from "~/utils/clock.server"
import { Browser, locationOf } from "../../support/app"
import { announced, mailOf, paymentsOf, savingFamily, taken } from "../../support/auto-pay"
import { testNow } from "../../support/clock"
import { invoiceOver, openPayingFamily } from "../../support/family"
import { inAct } from "../../support/in-act"
import { startPayPal } from "../../support/paypal"
import { payInvoiceAt } from "../../support/paypal-with-messages"
import { changeRows, rowOf, rowsOf } from "../../support/school"
import { freePort, type RunningServer, startServer } from "../../support/server"
import { booksAreSound } from "../../support/sound-books"

// The process is killed (SIGKILL) after PayPal has carried out a refund or taken money and before the app wrote that down,
// and at other moments of the same work. Once it runs again, PayPal and the books have each of them once, to the cent.

let paypal: Awaited<ReturnType<typeof startPayPal>>
let port: number
beforeAll(async () => {
  port = await freePort()
  paypal = await startPayPal()
  await paypal.tell(`http://localhost:${port}/api/webhooks/paypal`)
})
afterEach(() => paypal.noFaults())
afterAll(() => paypal.close())

const minute = 60_000
let turns = 0

/**
 * Leases last two minutes and what was begun is asked about after one: each start is four minutes later than the one
 * before. What recurs is due, so that it needn't wait for its turn.
 */
function starter(from: number) {
  let at = from
  return () => {
    at += 4 * minute
    turns += 1
    for (const kind of ["charge-automatically", "reconcile-payment-orders"] as const)
      inAct(queueJob)({ kind, uniqueKey: `${kind} after start ${turns}` })
    const settings = { CLOCK_START: new Date(at).toISOString(), RESEND_BASE_URL: `${paypal.url}/resend` }
    return startServer(settings, port)
  }
}

async function kill(server: RunningServer) {
  server.signal("SIGKILL")
  await server.ended
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

async function until(what: string, isSo: () => boolean | Promise<boolean>) {
  for (let tries = 0; tries < 1_500; tries += 1) {
    if (await isSo()) return
    await pause(20)
  }
  throw new Error(`It never came to this: ${what}`)
}

/** A paid invoice over 200.00 whose payment the office refunds in part. */
async function paidFamily() {
  const paid = await payInvoiceAt(paypal)
  const [payment] = paymentsOf(paid.familyId)
  if (!payment?.providerReference) throw new Error("Nothing is paid")
  const { id: paymentId, providerReference: captureId } = payment
  const path = `/billing/payments/${paymentId}/refund`
  const Cookie = (await Browser.of(paid.school.userId ?? "")).cookieHeader()
  const facts = { amount: "50.00", method: "paypal", refundedOn: "2026-11-18", reason: "Lessons too many" }
  return {
    ...paid,
    paymentId,
    captureId,
    /** Sends the form; the status, or undefined when the connection was cut off. */
    refund: (server: RunningServer) =>
      server.post(path, { ...facts, formKey: paymentId }, { Origin: server.url, Cookie }).then(
        ({ status }) => status,
        () => undefined,
      ),
    read: (server: RunningServer) => server.ask(path, { headers: { Cookie } }),
    refundsAtPayPal: async (): Promise<number> => {
      const rows: { id: string; refunds?: unknown[] }[] = await paypal.ledger()
      return rows.find(({ id }) => id === captureId)?.refunds?.length ?? 0
    },
  }
}

const refundsOf = (paymentId: string) => rowsOf(refunds, { paymentId })
const stateOfRefund = (paymentId: string) => rowOf(refundOrders, { paymentId })?.state

type Paid = Awaited<ReturnType<typeof paidFamily>>

/** One refund of 50.00 there and here, and the family owes it again. */
async function expectOneRefund({ school, familyId, invoiceId, paymentId, refundsAtPayPal }: Paid) {
  expect(await refundsAtPayPal()).toBe(1)
  expect(refundsOf(paymentId)).toMatchObject([{ amountMinor: 5_000, reason: "Lessons too many" }])
  expect(findPayment(school, paymentId)).toMatchObject({ heldMinor: 0, refundableMinor: 15_000 })
  expect(findInvoice(school, invoiceId)?.openMinor).toBe(5_000)
  expect(familyBalance(school, familyId)).toBe(5_000)
}

test("killed after PayPal refunded and before the app wrote it: one refund, whoever asks first", async () => {
  const start = starter(testNow)
  for (const asks of ["the worker", "the office", "PayPal’s message"]) {
    const paid = await paidFamily()
    await paypal.fault({
      kind: "hang",
      path: `/v2/payments/captures/${paid.captureId}/refund`,
      afterwards: true,
    })
    const server = await start()
    const sent = paid.refund(server)
    await until("PayPal has refunded it", async () => (await paid.refundsAtPayPal()) === 1)
    await kill(server)
    expect(await sent).toBeUndefined()
    // What PayPal was asked for is held, so that it can't be refunded a second time meanwhile.
    expect(refundsOf(paid.paymentId)).toEqual([])
    expect(findPayment(paid.school, paid.paymentId)?.heldMinor).toBe(5_000)

    const again = await start()
    if (asks === "the office") expect(await paid.refund(again)).toBe(303)
    if (asks === "PayPal’s message") await paypal.deliver()
    await until("the refund is recorded", () => stateOfRefund(paid.paymentId) === "completed")
    expect(await again.stop()).toBe(0)
    await expectOneRefund(paid)
    expect(mailOf(paid.school.school.id, "payment-refunded")).toHaveLength(1)
  }
  booksAreSound()
})

/** How far a refund had come when the process was killed. */
async function momentOf({ paymentId, refundsAtPayPal }: Paid): Promise<string> {
  if (stateOfRefund(paymentId) === undefined) return "nothing was written"
  if (refundsOf(paymentId).length > 0) return "it was recorded"
  return (await refundsAtPayPal()) === 0 ? "it was written" : "it was made"
}

test("killed at any moment of a refund: one refund each", async () => {
  const start = starter(testNow + 3 * 60 * minute)
  const families: Paid[] = []
  const moments = new Set<string>()
  for (const at of ["it was written", 2, 11, 25, 70, "it was recorded"] as const) {
    const paid = await paidFamily()
    families.push(paid)
    const server = await start()
    // The page was open before; some answers of PayPal are late, and at one moment it isn't reached at all.
    expect((await paid.read(server)).status).toBe(200)
    await paypal.noFaults()
    const isReached = at !== "it was written"
    await paypal.fault({
      path: "/v2/payments",
      ...(isReached ? { kind: "latency", ms: 10 } : { kind: "hang" }),
    })
    const sent = paid.refund(server)
    if (typeof at === "number") await pause(at)
    else await until(at, async () => (await momentOf(paid)) === at)
    await kill(server)
    await sent
    moments.add(await momentOf(paid))
  }
  // On a slow machine the delays may all end too early: these two moments are waited for.
  expect([...moments]).toEqual(expect.arrayContaining(["it was written", "it was recorded"]))
  await paypal.noFaults()
  const last = await start()
  // Each sends the form again that was or wasn't answered.
  for (const paid of families) expect(await paid.refund(last)).toBe(303)
  await until("each refund is recorded", () =>
    families.every(({ paymentId }) => stateOfRefund(paymentId) === "completed"),
  )
  expect(await last.stop()).toBe(0)
  for (const paid of families) {
    await expectOneRefund(paid)
    expect(mailOf(paid.school.school.id, "payment-refunded")).toHaveLength(1)
  }
  booksAreSound()
}, 240_000)

/**
 * Whoever asks first about an order, the payer or the worker, sees that it is approved; the money is taken, and no more is
 * answered. On a slow machine both ask before the process is killed.
 */
async function leaveUnanswered(orderId: string) {
  const path = `/v2/checkout/orders/${orderId}`
  await paypal.fault({ kind: "latency", ms: 0, path, method: "GET" })
  await paypal.fault({ kind: "hang", path, method: "GET", times: 100 })
  await paypal.fault({ kind: "hang", path: `${path}/capture`, afterwards: true, times: 100 })
}

test("killed after PayPal took what a family pays and before the app wrote it: one payment", async () => {
  fixClock(testNow)
  const start = starter(testNow)
  for (const asks of ["the worker", "the family", "PayPal’s message"]) {
    const { school, familyId, invoiceId, orderId, guardian } = await payInvoiceAt(paypal, {
      isSettled: false,
    })
    const Cookie = (await Browser.of(guardian.userId)).cookieHeader()
    const back = (server: RunningServer) =>
      server.ask(`/student/invoices/${invoiceId}/payment?token=${orderId}`, { headers: { Cookie } }).then(
        ({ status }) => status,
        () => undefined,
      )
    const taken = async () => (await paypal.ledger()).length
    const before = await taken()
    await leaveUnanswered(orderId)
    const server = await start()
    const returned = back(server)
    await until("PayPal has the money", async () => (await taken()) > before)
    await kill(server)
    expect([await returned, paymentsOf(familyId).length]).toEqual([undefined, 0])
    await paypal.noFaults()

    const again = await start()
    if (asks === "the family") expect(await back(again)).toBeLessThan(400)
    if (asks === "PayPal’s message") await paypal.deliver()
    await until("the payment is recorded", () => paymentsOf(familyId).length > 0)
    expect(await again.stop()).toBe(0)
    expect(await taken()).toBe(before + 1)
    expect(paymentsOf(familyId)).toMatchObject([{ amountMinor: 20_000, method: "paypal" }])
    expect(findInvoice(school, invoiceId)?.state).toBe("paid")
    expect(familyBalance(school, familyId)).toBe(0)
    expect(mailOf(school.school.id, "payment-receipt")).toHaveLength(1)
  }
  booksAreSound()
})

test("killed after PayPal took the part that a guest pays by the link: one payment of that part", async () => {
  fixClock(testNow)
  const start = starter(testNow)
  for (const asks of ["the worker", "the guest", "PayPal’s message"]) {
    const { school, familyId, invoiceId, at, guest, back, orderId } = await partPaidByLink()
    const taken = async () => (await paypal.ledger()).length
    const before = await taken()
    await leaveUnanswered(orderId)
    const server = await start()
    const returned = guest(server, back)
    await until("PayPal has the money", async () => (await taken()) > before)
    await kill(server)
    expect([await returned, paymentsOf(familyId).length]).toEqual([undefined, 0])
    await paypal.noFaults()

    const again = await start()
    if (asks === "the guest") expect(await guest(again, back)).toBeLessThan(400)
    if (asks === "PayPal’s message") await paypal.deliver()
    await until("the payment is recorded", () => paymentsOf(familyId).length > 0)
    // The guest comes back once more, and reads what is left.
    expect(await guest(again, back)).toBeLessThan(400)
    expect(await guest(again, at)).toBe(200)
    expect(await again.stop()).toBe(0)
    expect(await taken()).toBe(before + 1)
    expect(paymentsOf(familyId)).toMatchObject([{ amountMinor: 7_500, method: "paypal" }])
    expect(findInvoice(school, invoiceId)).toMatchObject({ state: "part-paid", openMinor: 12_500 })
    expect(familyBalance(school, familyId)).toBe(12_500)
    expect(mailOf(school.school.id, "payment-receipt")).toHaveLength(1)
  }
  booksAreSound()
})

/** An invoice over 200.00 of which someone without a login approved 75.00 at PayPal, by the link in its mail. */
async function partPaidByLink() {
  const family = openPayingFamily()
  const { school } = family
  changeRows(schools, { id: school.school.id }, { takesPartPayments: true })
  const invoiceId = invoiceOver(school, family, 20_000)
  const [link] = listOpenLinks(school, invoiceId)
  if (!link?.secret) throw new Error("The invoice has no link")
  const at = `/pay/${link.secret}`
  const sent = await new Browser().submit(at, { intent: "pay-part", amount: "75.00" })
  const back = (await paypal.press(locationOf(sent), "pay")) ?? ""
  const orderId = new URL(back, "http://localhost").searchParams.get("token") ?? ""
  const guest = (server: RunningServer, path: string) =>
    server.ask(path).then(
      ({ status }) => status,
      () => undefined,
    )
  return { ...family, invoiceId, at, back, orderId, guest }
}

/** Families whose accounts are charged in one turn, and that moment. */
async function chargedFamilies(count: number) {
  fixClock(testNow)
  const families = []
  for (let index = 0; index < count; index += 1) {
    const family = await savingFamily(paypal)
    families.push({ ...family, ...announced(family, 26_775) })
    fixClock(testNow)
  }
  const at = Date.parse(`${families[0]?.dueOn}T15:10:00Z`)
  return { families, start: starter(at) }
}

type Charged = Awaited<ReturnType<typeof chargedFamilies>>["families"][number]

const stateOfCharge = ({ charge }: Charged) => rowOf(autoCharges, { id: charge.id })?.state

/** Charged once there, one payment here, nothing due, one receipt, and the account goes on. */
async function expectOneCharge(family: Charged) {
  const { school, familyId, invoiceId, payeeEmail } = family
  expect(await taken(paypal, payeeEmail)).toMatchObject([{ amount: { value: "267.75" } }])
  expect(paymentsOf(familyId)).toMatchObject([{ amountMinor: 26_775, method: "paypal" }])
  expect(findInvoice(school, invoiceId)?.state).toBe("paid")
  expect(familyBalance(school, familyId)).toBe(0)
  expect(mailOf(school.school.id, "payment-receipt").length).toBe(1)
  expect(rowOf(savedMethods, { familyId })?.state).toBe("active")
}

const orders = { path: "/v2/checkout/orders", method: "POST" }

test("killed around the call that charges a saved account: one charge, whoever asks first", async () => {
  for (const asks of ["PayPal charged it", "PayPal charged it and says so", "PayPal wasn’t reached"]) {
    const { families, start } = await chargedFamilies(1)
    const [family] = families
    if (!family) throw new Error("No family")
    const wasReached = asks !== "PayPal wasn’t reached"
    await paypal.fault({ kind: "hang", ...orders, afterwards: wasReached })
    const server = await start()
    await until("the charge is under way", async () =>
      wasReached
        ? (await taken(paypal, family.payeeEmail)).length === 1
        : stateOfCharge(family) === "charging",
    )
    await kill(server)
    expect(paymentsOf(family.familyId)).toEqual([])
    expect(rowOf(paymentOrders, { autoChargeId: family.charge.id })).toMatchObject({
      state: "created",
      providerOrderId: null,
    })

    const again = await start()
    if (asks.endsWith("says so")) await paypal.deliver()
    await until("the charge is paid", () => stateOfCharge(family) === "paid")
    expect(await again.stop()).toBe(0)
    await expectOneCharge(family)
  }
  booksAreSound()
})

test("killed again and again while saved accounts are charged: one charge each", async () => {
  const { families, start } = await chargedFamilies(8)
  const moved = () =>
    [
      ...families.map(stateOfCharge),
      sqlite().prepare("select count(*) from payment_orders").pluck().get(),
    ].join()
  // So slow that eight take longer than all the waits below: each start finds some under way.
  const slow = { kind: "latency", ms: 150, ...orders } as const
  await paypal.fault({ ...slow, times: 4 })
  await paypal.fault({ kind: "reset", path: "/v2/checkout", afterwards: true, times: 2 })
  await paypal.fault({ ...slow, times: 100 })
  // The turn comes two seconds after the start.
  for (const ms of [40, 130, 20, 220, 90, 60]) {
    const before = moved()
    const server = await start()
    await until("charging goes on", () => moved() !== before)
    await pause(ms)
    await kill(server)
  }
  expect(families.some((family) => stateOfCharge(family) !== "paid")).toBe(true)
  await paypal.noFaults()
  const last = await start()
  await paypal.deliver()
  await until("all are paid", () => families.every((family) => stateOfCharge(family) === "paid"))
  expect(await last.stop()).toBe(0)
  for (const family of families) await expectOneCharge(family)
  booksAreSound()
}, 240_000)
