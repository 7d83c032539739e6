import { sqlite } from "db/client.server"
import { afterAll, afterEach, beforeAll, expect, test } from "vitest"
import { queueJob } from "~/models/foundation/job/job.server"
import { findCharge } from "~/models/money/auto-pay/announce-charges.server"
import { changeAutoPayRule } from "~/models/money/auto-pay/auto-pay-rule.server"
import { findOwnMethod } from "~/models/money/auto-pay/find-methods.server"
import { settleSaving, startSaving } from "~/models/money/auto-pay/save-account.server"
import { findInvoice } from "~/models/money/invoice/invoice.server"
import { familyBalance } from "~/models/money/ledger/ledger.server"
import { fixClock } from "~/utils/clock.server"
import { Browser } from "../../support/app"
import { announced, mailOf, paymentsOf } from "../../support/auto-pay"
import { testNow } from "../../support/clock"
import { invoiceOver, openPayingFamily } from "../../support/family"
import { inAct } from "../../support/in-act"
import { freePort, type RunningServer, startServer } from "../../support/server"
import { booksAreSound } from "../../support/sound-books"
import { cards, giveStripe, startStripe } from "../../support/stripe"

// The process is killed (SIGKILL) at each step of a family's payment by card. Once it runs again, Stripe has taken it once and
// the books have it once, whoever asks first.

let stripe: Awaited<ReturnType<typeof startStripe>>
let port: number
beforeAll(async () => {
  port = await freePort()
  stripe = await startStripe()
})
afterEach(() => stripe.noFaults())
afterAll(() => stripe.close())

const minute = 60_000
let at = testNow
let turns = 0

/** Each start is four minutes later than the one before: what was begun is asked about after one. */
function start() {
  at += 4 * minute
  turns += 1
  for (const kind of ["charge-automatically", "reconcile-payment-orders"] as const)
    inAct(queueJob)({ kind, uniqueKey: `${kind} after start ${turns}` })
  return startServer({ CLOCK_START: new Date(at).toISOString() }, port)
}

async function kill(server: RunningServer) {
  server.signal("SIGKILL")
  await server.ended
}

async function until(what: string, isSo: () => boolean | Promise<boolean>) {
  for (let tries = 0; tries < 1_500; tries += 1) {
    if (await isSo()) return
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  throw new Error(`It never came to this: ${what}`)
}

async function owing() {
  fixClock(at)
  const family = openPayingFamily()
  const account = giveStripe(family.school)
  const invoiceId = invoiceOver(family.school, family, 20_000)
  const Cookie = (await Browser.of(family.guardian.userId)).cookieHeader()
  const page = `/student/invoices/${invoiceId}`
  const taken = async () =>
    (await stripe.payments(account)).filter(({ status }) => status === "succeeded").length
  return {
    ...family,
    account,
    invoiceId,
    taken,
    /** Presses the button; Stripe's page, or undefined when the connection was cut off. */
    press: (server: RunningServer) =>
      server.post(page, { intent: "pay-by-card" }, { Origin: server.url, Cookie }).then(
        ({ headers }) => String(headers.location ?? ""),
        () => undefined,
      ),
    back: (server: RunningServer, path: string) =>
      server.ask(path, { headers: { Cookie } }).then(
        ({ status }) => status,
        () => undefined,
      ),
  }
}
type Owing = Awaited<ReturnType<typeof owing>>

async function expectPaidOnce({
  school,
  familyId,
  invoiceId,
  taken,
  method = "card",
}: Pick<Owing, "school" | "familyId" | "invoiceId" | "taken"> & { method?: string }) {
  expect(await taken()).toBe(1)
  expect(paymentsOf(familyId)).toMatchObject([{ amountMinor: 20_000, method }])
  expect(findInvoice(school, invoiceId)?.state).toBe("paid")
  expect(familyBalance(school, familyId)).toBe(0)
  expect(mailOf(school.school.id, "payment-receipt")).toHaveLength(1)
  booksAreSound()
}

test("killed after Stripe made its page and before the app wrote which: the next press goes to the same page", async () => {
  const family = await owing()
  await stripe.fault({ kind: "hang", path: "/v1/checkout/sessions", method: "POST", afterwards: true })
  const server = await start()
  const cut = family.press(server)
  await until("the try is written", () =>
    Boolean(
      sqlite().prepare("select 1 from payment_orders where school_id = ?").get(family.school.school.id),
    ),
  )
  await new Promise((resolve) => setTimeout(resolve, 300))
  await kill(server)
  expect(await cut).toBeUndefined()
  const again = await start()
  const first = await family.press(again)
  expect(await family.press(again)).toBe(first)
  await family.back(again, (await stripe.press(first ?? "", "pay")) ?? "")
  await until("the payment is recorded", () => paymentsOf(family.familyId).length > 0)
  expect(await again.stop()).toBe(0)
  await expectPaidOnce(family)
}, 120_000)

test("killed after Stripe took the money and before the app wrote it: one payment", async () => {
  for (const asks of ["the worker", "the family", "Stripe’s message"] as const) {
    const family = await owing()
    await stripe.tell(
      family.account,
      `http://localhost:${port}/api/webhooks/stripe/${family.school.school.id}`,
    )
    const server = await start()
    const page = (await family.press(server)) ?? ""
    const path = (await stripe.press(page, "pay")) ?? ""
    await stripe.fault({ kind: "hang", path: "/v1/payment_intents", afterwards: true, times: 100 })
    const returned = family.back(server, path)
    await until("Stripe has the money", async () => (await family.taken()) === 1)
    await kill(server)
    expect([await returned, paymentsOf(family.familyId).length]).toEqual([undefined, 0])
    await stripe.noFaults()
    const again = await start()
    if (asks === "the family") expect(await family.back(again, path)).toBeLessThan(400)
    if (asks === "Stripe’s message") await stripe.deliver(family.account)
    await until("the payment is recorded", () => paymentsOf(family.familyId).length > 0)
    expect(await again.stop()).toBe(0)
    await expectPaidOnce(family)
  }
}, 240_000)

/** A family whose card or bank account is charged at the next start. */
async function charged(number = cards.good) {
  at = testNow
  fixClock(at)
  const family = openPayingFamily()
  const account = giveStripe(family.school)
  await stripe.tell(account, `http://localhost:${port}/api/webhooks/stripe/${family.school.school.id}`)
  changeAutoPayRule(family.school, { isOffered: true, daysBefore: 3 })
  const { actor } = family.guardian
  const started = await startSaving(actor, family.familyId, "stripe")
  if (!started.ok) throw new Error(started.reason)
  const back = (await stripe.press(started.approveUrl, "pay", number)) ?? ""
  const method = findOwnMethod(actor, new URL(back, "http://localhost").searchParams.get("agreement") ?? "")
  if (!method) throw new Error("Nothing is saved")
  await settleSaving(actor, method)
  const { invoiceId, dueOn, charge } = announced(family, 20_000)
  at = Date.parse(`${dueOn}T15:10:00Z`)
  const attempts = async (...states: string[]) =>
    (await stripe.payments(account)).filter(({ status }) => states.includes(status)).length
  return {
    ...family,
    account,
    invoiceId,
    taken: () => attempts("succeeded"),
    attempts,
    state: () => findCharge(family.school, charge.id)?.state,
  }
}

const charging = { path: "/v1/payment_intents", method: "POST" }

test("killed around the call that charges a saved card: one charge, whoever asks first", async () => {
  for (const asks of ["Stripe charged it", "Stripe charged it and says so", "Stripe wasn’t reached"]) {
    const family = await charged()
    const wasReached = asks !== "Stripe wasn’t reached"
    await stripe.fault({ kind: "hang", ...charging, afterwards: wasReached })
    const server = await start()
    await until("the charge is under way", async () =>
      wasReached ? (await family.taken()) === 1 : family.state() === "charging",
    )
    await kill(server)
    expect(paymentsOf(family.familyId)).toEqual([])
    await stripe.noFaults()
    const again = await start()
    if (asks.endsWith("says so")) await stripe.deliver(family.account)
    await until("the charge is paid", () => family.state() === "paid")
    expect(await again.stop()).toBe(0)
    await expectPaidOnce(family)
  }
}, 240_000)

test("killed after Stripe said that it charged the card, and before the payment is recorded: one payment", async () => {
  const family = await charged()
  // What became of the payment isn’t answered.
  await stripe.fault({ kind: "hang", path: "/v1/payment_intents/pi_", method: "GET", times: 100 })
  const server = await start()
  await until("the charge is known", () =>
    Boolean(
      sqlite()
        .prepare("select 1 from payment_orders where school_id = ? and provider_order_id is not null")
        .get(family.school.school.id),
    ),
  )
  await kill(server)
  expect([await family.taken(), paymentsOf(family.familyId).length]).toEqual([1, 0])
  await stripe.noFaults()
  const again = await start()
  await until("the charge is paid", () => family.state() === "paid")
  expect(await again.stop()).toBe(0)
  await expectPaidOnce(family)
}, 120_000)

test("killed while a bank debit is on its way, and again when it arrives: one payment", async () => {
  const family = await charged(cards.debit)
  await stripe.fault({ kind: "hang", ...charging, afterwards: true })
  const server = await start()
  await until("the debit is on its way", async () => (await family.attempts("processing")) === 1)
  await kill(server)
  await stripe.noFaults()
  const waiting = await start()
  await until("the debit is known", () =>
    Boolean(
      sqlite()
        .prepare("select 1 from payment_orders where school_id = ? and state = 'pending'")
        .get(family.school.school.id),
    ),
  )
  const [debit] = await stripe.payments(family.account)
  await stripe.fault({ kind: "hang", path: "/v1/payment_intents/pi_", method: "GET", times: 100 })
  await stripe.change(debit?.id ?? "", { settle: "succeeded" })
  await stripe.deliver(family.account)
  await kill(waiting)
  expect(paymentsOf(family.familyId)).toEqual([])
  await stripe.noFaults()
  const again = await start()
  await until("the debit is paid", () => family.state() === "paid")
  expect(await again.stop()).toBe(0)
  await expectPaidOnce({ ...family, method: "debit" })
}, 120_000)

test("killed around the call that refunds a card payment: one refund, whoever asks first", async () => {
  for (const asks of ["Stripe made it", "Stripe made it and says so", "Stripe wasn’t reached"]) {
    at = testNow
    const family = await owing()
    await stripe.tell(
      family.account,
      `http://localhost:${port}/api/webhooks/stripe/${family.school.school.id}`,
    )
    const server = await start()
    const page = (await family.press(server)) ?? ""
    await family.back(server, (await stripe.press(page, "pay")) ?? "")
    await until("the payment is recorded", () => paymentsOf(family.familyId).length > 0)
    const wasReached = asks !== "Stripe wasn’t reached"
    await stripe.fault({
      kind: "hang",
      path: "/v1/refunds",
      method: "POST",
      afterwards: wasReached,
      times: 100,
    })
    const [payment] = paymentsOf(family.familyId)
    const Cookie = (await Browser.of(family.school.userId ?? "")).cookieHeader()
    const cut = server
      .post(
        `/billing/payments/${payment?.id}/refund`,
        {
          amount: "50.00",
          method: "card",
          refundedOn: "2026-11-18",
          reason: "Two lessons too many",
          formKey: asks,
        },
        { Origin: server.url, Cookie },
      )
      .then(
        ({ status }) => status,
        () => undefined,
      )
    await until("the refund is under way", async () =>
      wasReached
        ? (await stripe.refunds(family.account)).length === 1
        : Boolean(
            sqlite().prepare("select 1 from refund_orders where school_id = ?").get(family.school.school.id),
          ),
    )
    await kill(server)
    const refunds = () =>
      sqlite()
        .prepare("select amount_minor as amountMinor from refunds where school_id = ?")
        .all(family.school.school.id)
    expect([await cut, refunds()]).toEqual([undefined, []])
    await stripe.noFaults()
    const again = await start()
    if (asks.endsWith("says so")) await stripe.deliver(family.account)
    await until("the refund is recorded", () => refunds().length > 0)
    expect(await again.stop()).toBe(0)
    expect((await stripe.refunds(family.account)).map(({ amount }) => amount)).toEqual([5_000])
    expect(refunds()).toEqual([{ amountMinor: 5_000 }])
    expect(findInvoice(family.school, family.invoiceId)).toMatchObject({ openMinor: 5_000 })
    expect(familyBalance(family.school, family.familyId)).toBe(5_000)
    booksAreSound()
  }
}, 240_000)
