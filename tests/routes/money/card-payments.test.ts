import { schools } from "db/schema/accounts-schools"
import { providerEvents } from "db/schema/accounts-subscriptions"
import { events } from "db/schema/foundation-audit"
import { paymentOrders, payments, refunds } from "db/schema/money-payments"
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest"
import { reconcilePaymentOrders } from "~/jobs/reconcile-payment-orders.server"
import { runNextJob, runNextProviderJob } from "~/jobs/run-job.server"
import { findInvoice } from "~/models/money/invoice/invoice.server"
import { voidInvoice } from "~/models/money/invoice/void-invoice.server"
import { listOpenLinks } from "~/models/money/invoice-link/invoice-link.server"
import { familyBalance } from "~/models/money/ledger/ledger.server"
import { enterOpening } from "~/models/money/opening-balance/opening-balance.server"
import {
  startInvoicePayment,
  startPayAll,
  startPayOwed,
} from "~/models/money/payment-order/start-payment.server"
import { fixClock } from "~/utils/clock.server"
import { paths } from "~/utils/paths"
import { Browser, locationOf } from "../../support/app"
import { mailOf } from "../../support/auto-pay"
import { testNow } from "../../support/clock"
import { invoiceOver, openPayingFamily } from "../../support/family"
import { payInCash } from "../../support/payments"
import { changeRows, rowsOf } from "../../support/school"
import { booksAreSound } from "../../support/sound-books"
import { cards, giveStripe, startStripe, takeStripe, webhookSecret } from "../../support/stripe"

// Families pay an invoice by card at Stripe, each payment once, whatever gets lost, comes twice or is forged.

let stripe: Awaited<ReturnType<typeof startStripe>>
beforeAll(async () => {
  stripe = await startStripe()
})
afterEach(async () => {
  await stripe.noFaults()
  booksAreSound()
})
afterAll(() => stripe.close())

const minute = 60_000

async function owing(amountMinor = 20_000, facts: Parameters<typeof openPayingFamily>[0] = {}) {
  const family = openPayingFamily(facts)
  const account = giveStripe(family.school)
  await stripe.tell(account)
  const invoiceId = invoiceOver(family.school, family, amountMinor)
  const [link] = listOpenLinks(family.school, invoiceId)
  const parent = await Browser.of(family.guardian.userId)
  const at = `/student/invoices/${invoiceId}`
  const begin = async (browser = parent, intent = "pay-by-card") => {
    const sent = await browser.submit(at, { intent })
    return { status: sent.status, page: locationOf(sent) }
  }
  return { ...family, account, invoiceId, parent, at, begin, linkAt: `/pay/${link?.secret}` }
}
type Owing = Awaited<ReturnType<typeof owing>>

const orders = ({ invoiceId }: Owing) => rowsOf(paymentOrders, { invoiceId })

const paymentsOf = (familyId: string) => rowsOf(payments, { familyId })
const refundsOf = (familyId: string) => rowsOf(refunds, { familyId })

async function paid(amountMinor?: number) {
  const family = await owing(amountMinor)
  const { page } = await family.begin()
  await family.parent.visit((await stripe.press(page, "pay")) ?? "")
  const [payment] = paymentsOf(family.familyId)
  if (!payment?.providerReference) throw new Error("Nothing is paid")
  return { ...family, paymentId: payment.id, intentId: payment.providerReference }
}

/** Sends an account's messages to the app as they are, or changed; answers the statuses. */
async function tellAll(
  { account, school }: Pick<Owing, "account" | "school">,
  change = (body: string, signature: string) => ({ body, signature }),
) {
  const statuses: number[] = []
  for (const message of await stripe.messages(account)) {
    const { body, signature } = change(message.body, message.signature)
    const answer = await new Browser().send(`/api/webhooks/stripe/${school.school.id}`, Buffer.from(body), {
      "Content-Type": "application/json",
      "Stripe-Signature": signature,
    })
    statuses.push(answer.status)
  }
  for (let turns = 0; turns < 100; turns += 1) if (!(await runNextJob())) break
  return statuses
}

async function expectPaidOnce(family: Owing, amountMinor = 20_000, method = "card") {
  expect(paymentsOf(family.familyId)).toMatchObject([{ amountMinor, method }])
  expect(findInvoice(family.school, family.invoiceId)?.state).toBe("paid")
  const taken = await stripe.payments(family.account)
  expect(taken.filter(({ status }) => status === "succeeded")).toMatchObject([
    { amount_received: amountMinor },
  ])
}

describe("a family pays by card", () => {
  test("on Stripe’s page, and comes back to its receipt", async () => {
    const family = await owing()
    const text = await family.parent.read(family.at)
    expect(text).toContain("Pay $200.00 by card")
    expect(text).toContain("Pay $200.00 with PayPal")
    expect(text).toContain("no money moves")
    const { status, page } = await family.begin()
    expect([status, page]).toEqual([303, expect.stringContaining("/stripe/pay/cs_test_")])
    const back = await stripe.press(page, "pay")
    expect(back).toMatch(new RegExp(`^${family.at}/payment\\?token=`))
    expect(paymentsOf(family.familyId)).toEqual([])
    const returned = await family.parent.visit(back ?? "")
    expect(returned.headers.get("Location")).toMatch(/^\/student\/payments\//)
    await expectPaidOnce(family)
    // The page is opened again, and the messages come late and twice.
    await family.parent.visit(back ?? "")
    expect(await tellAll(family)).toEqual([200, 200, 200])
    expect(await tellAll(family)).toEqual([200, 200, 200])
    await expectPaidOnce(family)
    expect(await family.parent.read(family.at)).not.toContain("by card")
  })

  test("by the link in the mail, without a login", async () => {
    const family = await owing()
    const guest = new Browser()
    expect(await guest.read(family.linkAt)).toContain("Pay $200.00 by card")
    const sent = await guest.submit(family.linkAt, { intent: "pay-by-card" })
    const back = await stripe.press(locationOf(sent), "pay")
    expect(back).toMatch(new RegExp(`^${family.linkAt}/return\\?token=`))
    await guest.visit(back ?? "")
    expect(await guest.read(family.linkAt)).toContain("Payment received.")
    await expectPaidOnce(family)
  })

  test("where the school has no PayPal account, or none is used here", async () => {
    const family = await owing()
    changeRows(schools, { id: family.school.school.id }, { payeeEmail: null })
    const text = await family.parent.read(family.at)
    expect(text).toContain("Pay $200.00 by card")
    expect(text).not.toContain("PayPal")
    const { page } = await family.begin()
    await family.parent.visit((await stripe.press(page, "pay")) ?? "")
    await expectPaidOnce(family)
  })

  test("after a declined card and the bank’s question", async () => {
    const family = await owing()
    const { page } = await family.begin()
    expect(await stripe.press(page, "pay", cards.declined)).toBeNull()
    expect(await stripe.press(page, "pay", cards.checked)).toBeNull()
    expect(await stripe.press(page, "fail")).toBeNull()
    expect(await stripe.press(page, "pay", cards.checked)).toBeNull()
    await family.parent.visit((await stripe.press(page, "confirm")) ?? "")
    await expectPaidOnce(family)
  })

  test("not, when they turn back or only claim to have paid", async () => {
    const family = await owing()
    const { page } = await family.begin()
    const [order] = rowsOf(paymentOrders, { invoiceId: family.invoiceId })
    const claim = await family.parent.visit(`${family.at}/payment?token=${order?.providerOrderId}`)
    expect(claim.headers.get("Location")).toBe(family.at)
    expect(await family.parent.read(family.at)).toContain("You didn’t complete the payment.")
    const back = await stripe.press(page, "cancel")
    await family.parent.visit(back ?? "")
    expect(await family.parent.read(family.at)).toContain("Payment canceled. You weren’t charged.")
    expect(paymentsOf(family.familyId)).toEqual([])
    const stranger = await owing()
    expect((await stranger.parent.visit(back ?? "")).status).toBe(404)
    expect((await new Browser().visit(`${stranger.linkAt}/return?token=${order?.id}`)).status).toBe(404)
    // The page they left is closed: a debit there would be asked about by no one.
    expect(await stripe.press(page, "pay")).toBeNull()
    const next = await family.begin()
    await stripe.press(next.page, "pay")
    // Who has paid in one tab and turns back in the other has paid.
    const token = new URL(back ?? "", "http://localhost:3000").searchParams.get("token")
    const latest = orders(family).find(({ state }) => state === "created")
    expect(token).not.toBe(latest?.providerOrderId)
    const left = await family.parent.visit(
      `${family.at}/payment?cancelled=1&token=${latest?.providerOrderId ?? ""}`,
    )
    expect(left.headers.get("Location")).toContain("/student/payments/")
    await expectPaidOnce(family)
  })

  test("a part, where the school takes parts; what is wrong is said beside the amount", async () => {
    const family = await owing()
    const part = (amount: string) => family.parent.submit(family.at, { intent: "pay-part-by-card", amount })
    expect((await part("75.00")).status).toBe(409)
    changeRows(schools, { id: family.school.school.id }, { takesPartPayments: true })
    await expect(part("200.01")).toAnswer(409, "Enter at most the balance due.")
    const sent = await part("75.00")
    await family.parent.visit((await stripe.press(locationOf(sent), "pay")) ?? "")
    expect(findInvoice(family.school, family.invoiceId)).toMatchObject({ openMinor: 12_500 })
  })

  test("in yen: whole at Stripe, hundredths in the books", async () => {
    const family = await owing(450_000, { currency: "JPY" })
    const { page } = await family.begin()
    await family.parent.visit((await stripe.press(page, "pay")) ?? "")
    expect(await stripe.payments(family.account)).toMatchObject([{ amount: 4_500, amount_received: 4_500 }])
    expect(paymentsOf(family.familyId)).toMatchObject([{ amountMinor: 450_000, currency: "JPY" }])
    expect(findInvoice(family.school, family.invoiceId)?.state).toBe("paid")
  })

  test("not, when the amount is too small for Stripe, with a clear word", async () => {
    const family = await owing(30)
    await family.begin()
    expect(await family.parent.read(family.at)).toContain("Stripe can’t take this amount in this currency.")
  })
})

describe("each payment counts once", () => {
  test("for a double press, and for two tabs that pay at the same time", async () => {
    const family = await owing()
    const [one, two] = await Promise.all([family.begin(), family.begin(family.parent.copy())])
    expect(one.page).toBe(two.page)
    // A tab of another parent's link: another page at Stripe.
    const guest = new Browser()
    const sent = await guest.submit(family.linkAt, { intent: "pay-by-card" })
    const other = locationOf(sent)
    expect(other).not.toBe(one.page)
    const backs = [await stripe.press(one.page, "pay"), await stripe.press(other, "pay")]
    await family.parent.visit(backs[0] ?? "")
    await guest.visit(backs[1] ?? "")
    expect(await guest.read(family.linkAt)).toContain("You weren’t charged.")
    await expectPaidOnce(family)
    // What the second tab reserved is let go at once.
    const states = (await stripe.payments(family.account)).map(({ status }) => status)
    expect(states.sort()).toEqual(["canceled", "succeeded"])
  })

  test("where the office recorded cash or voided the invoice", async () => {
    for (const meanwhile of ["cash", "void"] as const) {
      const family = await owing()
      const { page } = await family.begin()
      const back = await stripe.press(page, "pay")
      if (meanwhile === "void")
        voidInvoice(family.school, { invoiceId: family.invoiceId, reason: "Not owed" })
      else {
        const recorded = payInCash(family.school, {
          invoiceId: family.invoiceId,
          amountMinor: 20_000,
          receivedOn: "2026-11-16",
        })
        expect(recorded).toMatchObject({ ok: true })
      }
      await family.parent.visit(back ?? "")
      expect(await family.parent.read(family.at)).toMatch(/(You weren’t|Your card wasn’t) charged\./)
      expect(await stripe.payments(family.account)).toMatchObject([
        { status: "canceled", amount_received: 0 },
      ])
    }
  })

  test("when Stripe’s message comes before the payer, or only the hourly asking finds it", async () => {
    for (const first of ["message", "asking"] as const) {
      const family = await owing()
      const { page } = await family.begin()
      const back = await stripe.press(page, "pay")
      if (first === "message") expect(await tellAll(family)).toEqual([200, 200])
      else {
        fixClock(testNow + 10 * minute)
        await reconcilePaymentOrders()
      }
      await expectPaidOnce(family)
      await family.parent.visit(back ?? "")
      await expectPaidOnce(family)
    }
  })

  test("when the answers of Stripe are lost at each step", async () => {
    for (const path of ["/v1/checkout/sessions", "/v1/payment_intents"]) {
      for (const kind of ["reset", "malformed"]) {
        const family = await owing()
        await stripe.fault({ kind, path, method: "POST", afterwards: true })
        await family.begin()
        const { page } = await family.begin()
        const back = (await stripe.press(page, "pay")) ?? ""
        await family.parent.visit(back)
        await family.parent.visit(back)
        await expectPaidOnce(family)
      }
    }
  })

  test("when Stripe fails itself: the family reads so, and pays later", async () => {
    const family = await owing()
    await stripe.fault({ kind: "status", status: 500, path: "/v1/checkout/sessions", method: "POST" })
    await family.begin()
    expect(await family.parent.read(family.at)).toContain("Stripe isn’t responding, so you weren’t charged.")
    const { page } = await family.begin()
    const back = (await stripe.press(page, "pay")) ?? ""
    await stripe.fault({ kind: "status", status: 503, path: "/v1/checkout/sessions", method: "GET" })
    await family.parent.visit(back)
    expect(await family.parent.read(family.at)).toContain("The card payment can’t be checked right now.")
    await family.parent.visit(back)
    await expectPaidOnce(family)
  })

  test("and a school whose key is gone holds up no other", async () => {
    const [gone, other] = [await owing(), await owing()]
    for (const family of [gone, other]) await stripe.press((await family.begin()).page, "pay")
    takeStripe(gone.school)
    fixClock(testNow + 10 * minute)
    await reconcilePaymentOrders()
    await expectPaidOnce(other)
    expect(paymentsOf(gone.familyId)).toEqual([])
  })
})

describe("no second page stays open", () => {
  const debit = async (family: Owing) => {
    const { page } = await family.begin()
    await family.parent.visit((await stripe.press(page, "pay", cards.debit)) ?? "")
  }
  const statuses = async ({ account }: Owing) => (await stripe.sessions(account)).map(({ status }) => status)
  test("of the same payer, once another is begun; each closes by itself within an hour or so", async () => {
    const family = await owing()
    changeRows(schools, { id: family.school.school.id }, { takesPartPayments: true })
    const part = await family.parent.submit(family.at, { intent: "pay-part-by-card", amount: "75.00" })
    const { page } = await family.begin()
    expect(await statuses(family)).toEqual(["expired", "open"])
    expect(await stripe.press(locationOf(part), "pay")).toBeNull()
    const [order] = orders(family)
    const [session] = await stripe.sessions(family.account)
    const minutes = ((session?.expires_at ?? 0) * 1000 - (order?.createdAt ?? 0)) / minute
    expect(minutes).toBeGreaterThan(61)
    expect(minutes).toBeLessThanOrEqual(62)
    await family.parent.visit((await stripe.press(page, "pay")) ?? "")
    await expectPaidOnce(family)
    // In its second half a page is too near its end, and another is made.
    const late = await owing()
    const first = await late.begin()
    fixClock(testNow + 32 * minute)
    expect((await late.begin()).page).not.toBe(first.page)
    expect(await statuses(late)).toEqual(["expired", "open"])
  })

  test("of anyone, once a bank’s debit of the same is on its way", async () => {
    const family = await owing()
    const guest = new Browser()
    const sent = await guest.submit(family.linkAt, { intent: "pay-by-card" })
    await debit(family)
    expect(await statuses(family)).toEqual(["expired", "complete"])
    expect(await stripe.press(locationOf(sent), "pay", cards.debit)).toBeNull()
    const [taken] = await stripe.payments(family.account)
    await stripe.change(taken?.id ?? "", { settle: "succeeded" })
    await tellAll(family)
    expect(paymentsOf(family.familyId)).toMatchObject([{ amountMinor: 20_000 }])
    expect(familyBalance(family.school, family.familyId)).toBe(0)
  })

  test("of what the office recorded as paid, or voided, meanwhile; of what is still due it does", async () => {
    const [cash, gone, due] = [await owing(), await owing(), await owing()]
    for (const family of [cash, gone, due]) await family.begin()
    payInCash(cash.school, { invoiceId: cash.invoiceId, amountMinor: 20_000, receivedOn: "2026-11-16" })
    voidInvoice(gone.school, { invoiceId: gone.invoiceId, reason: "Not owed" })
    fixClock(testNow + 10 * minute)
    await reconcilePaymentOrders()
    expect([await statuses(cash), await statuses(gone), await statuses(due)]).toEqual([
      ["expired"],
      ["expired"],
      ["open"],
    ])
    expect(orders(cash)).toMatchObject([{ state: "cancelled" }])
  })

  test("of two presses at once: one page stays open, and both are sent to it or to their own that is closed", async () => {
    const family = await owing()
    changeRows(schools, { id: family.school.school.id }, { takesPartPayments: true })
    const { actor } = family.guardian
    const press = (amountMinor?: number) =>
      startInvoicePayment(actor, family.invoiceId, { way: "stripe", chosen: amountMinor })
    const pages = await Promise.all([press(), press(7_500), press(5_000)])
    expect(pages.map(({ ok }) => ok)).toEqual([true, true, true])
    expect((await statuses(family)).sort()).toEqual(["expired", "expired", "open"])
  })

  test("of a balance, once all that is due is being paid with it, and the other way", async () => {
    for (const isAllFirst of [true, false]) {
      const family = await owing()
      expect(
        enterOpening(family.school, family.familyId, { amountMinor: 5_000, asOf: "2026-11-01" }).ok,
      ).toBe(true)
      const { actor } = family.guardian
      const presses = [() => startPayAll(actor, "stripe"), () => startPayOwed(actor, "stripe")]
      for (const press of isAllFirst ? presses : presses.reverse())
        expect(await press()).toMatchObject({ ok: true })
      expect(await statuses(family)).toEqual(["expired", "open"])
    }
  })

  test("that can’t be closed just now: it is closed when it is asked about", async () => {
    const family = await owing()
    await new Browser().submit(family.linkAt, { intent: "pay-by-card" })
    await stripe.fault({ kind: "status", status: 503, path: "/v1/checkout/sessions/cs", method: "POST" })
    await debit(family)
    expect(await statuses(family)).toEqual(["open", "complete"])
    fixClock(testNow + 10 * minute)
    await reconcilePaymentOrders()
    expect(await statuses(family)).toEqual(["expired", "complete"])
  })

  test("and a debit whose account was taken away, or that Stripe forgot, doesn’t stay under way", async () => {
    for (const way of ["no key", "forgotten"] as const) {
      const family = await owing()
      await debit(family)
      if (way === "no key") takeStripe(family.school)
      else
        await stripe.fault({
          kind: "status",
          status: 404,
          path: "/v1/checkout/sessions/cs",
          method: "GET",
          times: 100,
        })
      const state = () => orders(family)[0]?.state
      fixClock(testNow + 10 * minute)
      await reconcilePaymentOrders()
      expect(state()).toBe("pending")
      fixClock(testNow + 26 * 60 * minute)
      await reconcilePaymentOrders()
      if (way === "no key") {
        // A debit takes days, and the key may come back meanwhile.
        expect(state()).toBe("pending")
        fixClock(testNow + 15 * 24 * 60 * minute)
        await reconcilePaymentOrders()
      }
      expect(state()).toBe("cancelled")
      const told = mailOf(family.school.school.id, "payment-mismatch")
      expect(told.map(({ data }) => JSON.parse(data).why)).toEqual([way === "no key" ? "no-key" : "unknown"])
      const parent = await Browser.of(family.guardian.userId)
      expect(await parent.read(family.at)).toContain("Pay $200.00")
      await stripe.noFaults()
      fixClock(testNow)
    }
  })
})

describe("the messages of Stripe", () => {
  test("count only with the school’s own signature, of the last minutes", async () => {
    const [family, other] = [await owing(), await owing()]
    await stripe.press((await family.begin()).page, "pay")
    const forged = await tellAll(family, (body) => ({ body, signature: "t=1,v1=00" }))
    expect(new Set(forged)).toEqual(new Set([401]))
    const changed = await tellAll(family, (body, signature) => ({
      body: body.replace("evt_", "evt_x"),
      signature,
    }))
    expect(new Set(changed)).toEqual(new Set([401]))
    const unsigned = await tellAll(family, (body) => ({ body, signature: "" }))
    expect(new Set(unsigned)).toEqual(new Set([401]))
    fixClock(Date.now() + 10 * minute)
    expect(new Set(await tellAll(family))).toEqual(new Set([401]))
    fixClock(testNow)
    expect(paymentsOf(family.familyId)).toEqual([])
    // Both schools sign alike here: sent to the other school's address, it is about nothing of it.
    expect(new Set(await tellAll({ account: family.account, school: other.school }))).toEqual(new Set([200]))
    expect(paymentsOf(family.familyId)).toEqual([])
    expect(await tellAll(family)).toEqual([200, 200, 200].slice(0, 2))
    await expectPaidOnce(family)
    const kept = rowsOf(providerEvents)
    expect(kept.filter(({ outcome }) => outcome === "not-ours").length).toBeGreaterThan(0)
  })

  test("are refused for a school without a secret and for no school, alike", async () => {
    const family = openPayingFamily()
    for (const id of [family.school.school.id, "unknown"]) {
      const answer = await new Browser().send(`/api/webhooks/stripe/${id}`, Buffer.from("{}"), {
        "Content-Type": "application/json",
        "Stripe-Signature": "t=1,v1=00",
      })
      expect(answer.status).toBe(401)
    }
    expect((await new Browser().visit("/api/webhooks/stripe/nobody")).status).toBe(405)
  })

  test("that can’t be read are said to be so, though signed", async () => {
    const { createHmac } = await import("node:crypto")
    const family = await owing()
    const at = Math.floor(testNow / 1000)
    for (const body of ["{}", "[]", '{"id":"evt_1","type":"x","data":{"object":null}}']) {
      const v1 = createHmac("sha256", webhookSecret).update(`${at}.${body}`).digest("hex")
      const answer = await new Browser().send(
        `/api/webhooks/stripe/${family.school.school.id}`,
        Buffer.from(body),
        { "Content-Type": "application/json", "Stripe-Signature": `t=${at},v1=${v1}` },
      )
      expect(answer.status).toBe(400)
    }
  })

  test("tell what was refunded at Stripe, and what the bank took and gave back", async () => {
    const family = await paid()
    await stripe.change(family.intentId, { refund: 5_000 })
    await tellAll(family)
    await tellAll(family)
    expect(refundsOf(family.familyId)).toMatchObject([{ kind: "refund", amountMinor: 5_000 }])
    await stripe.change(family.intentId, { dispute: "needs_response" })
    await tellAll(family)
    expect(refundsOf(family.familyId)).toHaveLength(1)
    const told = rowsOf(events, { nounId: family.paymentId, verb: "dispute" })
    expect(told).toHaveLength(1)
    const office = await Browser.of(family.school.userId ?? "")
    const page = async () => office.read(`/billing/payments/${family.paymentId}`)
    const disputed = /disputed \$200\.00 of this payment\. Answer it in Stripe by [A-Z][a-z]+ \d+, 20\d\d\./
    expect(await page()).toMatch(disputed)
    const letters = () =>
      mailOf(family.school.school.id, "payment-refunded").filter(({ data }) => data.includes("disputed"))
    expect(letters()).toHaveLength(1)
    await stripe.change(family.intentId, { dispute: "lost" })
    await tellAll(family)
    await tellAll(family)
    expect(refundsOf(family.familyId)).toMatchObject([
      { kind: "refund", amountMinor: 5_000 },
      { kind: "reversal", amountMinor: 15_000 },
    ])
    expect(await page()).not.toMatch(disputed)
    expect(letters()).toHaveLength(1)
    await stripe.change(family.intentId, { dispute: "won" })
    await tellAll(family)
    expect(refundsOf(family.familyId).map(({ kind }) => kind)).toEqual(["refund", "reversal", "won"])
  })
})

test("a dispute that the school wins is told to the office, once, and changes nothing of the books", async () => {
  const family = await paid()
  for (const dispute of ["needs_response", "won"]) {
    await stripe.change(family.intentId, { dispute })
    await tellAll(family)
    await tellAll(family)
  }
  const letters = mailOf(family.school.school.id, "payment-refunded").map(({ data }) => JSON.parse(data).kind)
  expect(letters).toEqual(["disputed", "kept"])
  expect(refundsOf(family.familyId)).toEqual([])
  const office = await Browser.of(family.school.userId ?? "")
  expect(await office.read(`/billing/payments/${family.paymentId}`)).not.toContain("disputed $200.00")
})

describe("a refund through Stripe", () => {
  const form = {
    amount: "50.00",
    method: "card",
    refundedOn: "2020-01-01",
    reason: "Two lessons too many",
  }

  test("is made from the payment’s page, once for two clicks, then the rest", async () => {
    const family = await paid()
    const office = await Browser.of(family.school.userId ?? "")
    const at = `/billing/payments/${family.paymentId}/refund`
    expect(await office.read(at)).toContain("Card, through Stripe, sent back now")
    expect((await office.submit(at, { ...form, formKey: "twice" })).status).toBe(303)
    expect((await office.submit(at, { ...form, formKey: "twice" })).status).toBe(303)
    expect(rowsOf(events, { nounId: family.paymentId, verb: "order-refund" })).toMatchObject([
      { after: expect.stringContaining('"provider":"Stripe"') },
    ])
    expect(await stripe.refunds(family.account)).toMatchObject([{ amount: 5_000 }])
    expect(findInvoice(family.school, family.invoiceId)?.openMinor).toBe(5_000)
    expect(await office.read(at)).toContain("$150.00")
    expect((await office.submit(at, { ...form, amount: "150.01", formKey: "more" })).status).toBe(409)
    const [told] = mailOf(family.school.school.id, "refund-given").map(({ data }) => JSON.parse(data))
    expect(told).toMatchObject({ amount: "$50.00", method: "Visa ending 4242", isSentBack: true })
    await office.submit(at, { ...form, amount: "150.00", formKey: "rest" })
    await tellAll(family)
    expect((await stripe.refunds(family.account)).map(({ amount }) => amount)).toEqual([5_000, 15_000])
    expect(refundsOf(family.familyId).map(({ amountMinor }) => amountMinor)).toEqual([5_000, 15_000])
  })

  test("is offered by its name where what was paid has become account credit", async () => {
    const family = await paid()
    const { invoiceId } = family
    expect(voidInvoice(family.school, { invoiceId, reason: "Wrong family" })).toMatchObject({ ok: true })
    const office = await Browser.of(family.school.userId ?? "")
    const page = await office.read(`/billing/families/${family.familyId}/refund`)
    expect(page).toContain("$200.00 came through Stripe. Refund it through Stripe")
  })

  test("that Stripe says was made and that comes back later is taken back, once, and can be made again", async () => {
    for (const told of ["message", "asking"] as const) {
      const family = await paid()
      const office = await Browser.of(family.school.userId ?? "")
      const at = `/billing/payments/${family.paymentId}`
      await office.submit(`${at}/refund`, { ...form, formKey: told })
      const [refund] = await stripe.refunds(family.account)
      expect(familyBalance(family.school, family.familyId)).toBe(5_000)
      await stripe.failRefund(refund?.id ?? "")
      for (let times = 0; times < 2; times += 1)
        if (told === "message") await tellAll(family)
        else {
          fixClock(testNow + (3 + 4 * times) * 24 * 60 * minute)
          // Five payments are asked about in one run, and other schools have some.
          for (let run = 0; run < 10; run += 1) await reconcilePaymentOrders()
        }
      expect(refundsOf(family.familyId).map(({ amountMinor }) => amountMinor)).toEqual([5_000, -5_000])
      expect(findInvoice(family.school, family.invoiceId)).toMatchObject({ state: "paid", openMinor: 0 })
      expect(familyBalance(family.school, family.familyId)).toBe(0)
      const letters = mailOf(family.school.school.id, "payment-refunded").map(
        ({ data }) => JSON.parse(data).kind,
      )
      expect(letters).toEqual(["refund", "returned"])
      const again = await Browser.of(family.school.userId ?? "")
      expect(await again.read(at)).toContain("Refund returned")
      expect(await again.read(paths.family(family.familyId))).toContain(
        "Refund returned, payment from Jonas Haddad",
      )
      await again.submit(`${at}/refund`, { ...form, formKey: `${told} again` })
      expect(familyBalance(family.school, family.familyId)).toBe(5_000)
      expect((await stripe.refunds(family.account)).map(({ amount }) => amount)).toEqual([5_000, 5_000])
      fixClock(testNow)
    }
  })

  test("whose answer is lost is made once, also after Stripe has forgotten its key", async () => {
    const family = await paid()
    const office = await Browser.of(family.school.userId ?? "")
    await stripe.fault({ kind: "reset", path: "/v1/refunds", method: "POST", afterwards: true })
    await office.submit(`/billing/payments/${family.paymentId}/refund`, { ...form, formKey: "lost" })
    expect(await stripe.refunds(family.account)).toHaveLength(1)
    expect(refundsOf(family.familyId)).toEqual([])
    fixClock(testNow + 2 * 86_400_000)
    await fetch(`${stripe.url}/__control/clock`, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ advance: "P2D" }),
    })
    await reconcilePaymentOrders()
    expect(await stripe.refunds(family.account)).toHaveLength(1)
    expect(refundsOf(family.familyId)).toMatchObject([{ amountMinor: 5_000, reason: "Two lessons too many" }])
  })

  test("isn’t offered once the school has another account: it is recorded by hand then", async () => {
    const family = await paid()
    takeStripe(family.school)
    giveStripe(family.school)
    const office = await Browser.of(family.school.userId ?? "")
    const at = `/billing/payments/${family.paymentId}/refund`
    expect(await office.read(at)).not.toContain("sent back now")
    await office.submit(at, { ...form, formKey: "hand", refundedOn: "2026-11-18" })
    expect(await stripe.refunds(family.account)).toEqual([])
    expect(refundsOf(family.familyId)).toMatchObject([{ amountMinor: 5_000 }])
  })
})

test("everything that is due is paid at once by card, and the office reads its fee and payout", async () => {
  const family = await owing()
  const second = invoiceOver(family.school, family, 4_250)
  const list = "/student/invoices"
  const text = await family.parent.read(list)
  expect(text).toContain("Pay all 2 invoices, $242.50, by card")
  expect(text).toContain("Pay all 2 invoices, $242.50, with PayPal")
  const sent = await family.parent.submit(list, { intent: "pay-all-by-card" })
  await family.parent.visit((await stripe.press(locationOf(sent), "pay")) ?? "")
  for (const id of [family.invoiceId, second]) expect(findInvoice(family.school, id)?.state).toBe("paid")
  expect(paymentsOf(family.familyId)).toMatchObject([{ amountMinor: 24_250, method: "card" }])
  expect(await family.parent.read(list)).not.toContain("Pay all")
  const made = await stripe.payOut(family.account)
  // The message about the payout has its books read.
  await tellAll(family)
  while (await runNextProviderJob());
  const paidOut = new Date(Date.now() + 2 * 86_400_000).toISOString()
  const months = [new Date().toISOString(), paidOut].map((at) => at.slice(0, 7))
  fixClock(Date.parse(paidOut))
  const office = await Browser.of(family.school.userId ?? "")
  const pages = await Promise.all(months.map(async (month) => office.read(`/billing/month?month=${month}`)))
  expect(pages.join()).toContain("Fees and payouts of online payments")
  expect(pages.join()).toContain("$7.33")
  expect(pages.join()).toContain("On its way")
  const net = ((made?.amount ?? 0) / 100).toFixed(2)
  expect(net).toBe("235.17")
  const file = await office.html(`/billing/month.csv?month=${months[1]}`)
  expect(file).toContain("Online: Payout")
  expect(file).toContain(net)
})

test("of an invoice of which a part is on its way the rest is due, and can be paid", async () => {
  const family = await owing()
  const office = await Browser.of(family.school.userId ?? "")
  changeRows(schools, { id: family.school.school.id }, { takesPartPayments: true })
  const part = await family.parent.submit(family.at, { intent: "pay-part-by-card", amount: "75.00" })
  await family.parent.visit((await stripe.press(locationOf(part), "pay", cards.debit)) ?? "")
  await family.parent.visit("/student/dashboard")
  for (const [at, texts] of [
    ["/student/invoices", ["$125.00 balance due", "$75.00 being processed"]],
    ["/student/dashboard", ["Your payment of $75.00 for invoice", "$125.00 is still due.", "Pay $125.00"]],
    [
      family.at,
      ["Stripe is processing your payment of $75.00", "Pay $125.00 by card", "Balance due $125.00"],
    ],
    [family.linkAt, ["Pay $125.00 by card"]],
  ] as const) {
    const text = await family.parent.read(at)
    for (const each of texts) expect([at, text]).toEqual([at, expect.stringContaining(each)])
    expect(text).not.toContain("You don’t need to pay again")
  }
  for (const form of ["void", "write-off", "credit", "plan"])
    expect(await office.read(`/billing/invoices/${family.invoiceId}/${form}`)).toContain(
      "An online payment of $75.00 is being processed.",
    )
  const more = await family.parent.submit(family.at, { intent: "pay-part-by-card", amount: "125.01" })
  expect(more.status).toBe(409)
  await family.parent.visit((await stripe.press((await family.begin()).page, "pay")) ?? "")
  for (const { id } of await stripe.payments(family.account)) await stripe.change(id, { settle: "succeeded" })
  await tellAll(family)
  expect(
    paymentsOf(family.familyId)
      .map(({ amountMinor }) => amountMinor)
      .sort(),
  ).toEqual([12_500, 7_500])
  expect(familyBalance(family.school, family.familyId)).toBe(0)
})

test("a debit from a bank account is processing on every page until it arrives", async () => {
  const family = await owing()
  const { page } = await family.begin()
  await family.parent.visit((await stripe.press(page, "pay", cards.debit)) ?? "")
  expect(await family.parent.read(family.at)).toContain("is processing your payment of $200.00")
  expect(await family.parent.read("/student/invoices")).not.toContain("by card")
  expect((await family.begin()).page).toBe(family.at)
  const office = await Browser.of(family.school.userId ?? "")
  expect(await office.read(`/billing/invoices/${family.invoiceId}`)).toContain("is being processed")
  const [intent] = await stripe.payments(family.account)
  await stripe.change(intent?.id ?? "", { settle: "succeeded" })
  await tellAll(family)
  await tellAll(family)
  await expectPaidOnce(family, 20_000, "debit")
})

describe("a payment says what it was made with, as Stripe says it", () => {
  const ways = [
    { number: "5555 5555 5555 4444", method: "card", label: "Card", paidWith: "Mastercard ending 4444" },
    { number: cards.debit, method: "debit", label: "Bank debit", paidWith: "Bank debit ending 3000" },
    {
      number: cards.usDebit,
      method: "debit",
      label: "Bank debit",
      paidWith: "STRIPE TEST BANK debit ending 6789",
    },
    { number: cards.ideal, method: "online", label: "Online payment", paidWith: "iDEAL ending 5264" },
  ]
  test.each(ways)("$paidWith", async ({ number, method, label, paidWith }) => {
    const family = await owing()
    const { page } = await family.begin()
    await family.parent.visit((await stripe.press(page, "pay", number)) ?? "")
    if (method === "debit") {
      const [intent] = await stripe.payments(family.account)
      await stripe.change(intent?.id ?? "", { settle: "succeeded" })
    }
    await tellAll(family)
    const [payment] = paymentsOf(family.familyId)
    expect(payment).toMatchObject({ amountMinor: 20_000, method, paidWith })
    const receipt = `/billing/payments/${payment?.id}`
    const office = await Browser.of(family.school.userId ?? "")
    const inText = paidWith.replace("Bank debit", "bank debit")
    expect(await office.read(receipt)).toContain(paidWith)
    expect(await family.parent.read(`/student/payments/${payment?.id}`)).toContain(paidWith)
    expect(await office.read(`/billing/invoices/${family.invoiceId}`)).toContain(inText)
    expect(await office.read(`/billing/history?method=${method}`)).toContain(inText)
    const others = await office.html(`/billing/history.csv?method=transfer`)
    expect(others).not.toContain(paidWith)
    expect(await office.html(`/billing/history.csv?method=${method}`)).toContain(paidWith)
    const month = payment?.receivedOn.slice(0, 7)
    expect(await office.read(`/billing/month?month=${month}`)).toContain(label)
    const file = await office.html(`/billing/month/payments.csv?month=${month}&method=${method}`)
    expect(file).toContain("200")
    const [letter] = mailOf(family.school.school.id, "payment-receipt")
    expect(JSON.stringify(letter?.data)).toContain(paidWith)
    // It goes back the way it came.
    expect(await office.read(`${receipt}/refund`)).toContain(`${label}, through Stripe, sent back now`)
    await office.submit(`${receipt}/refund`, {
      amount: "50",
      method,
      refundedOn: payment?.receivedOn ?? "",
      reason: "A lesson less",
    })
    expect(refundsOf(family.familyId)).toMatchObject([{ amountMinor: 5_000, method }])
    expect(await stripe.refunds(family.account)).toMatchObject([{ amount: 5_000 }])
  })
})
