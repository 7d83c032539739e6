import { jobs } from "db/schema/foundation"
import { savedMethods } from "db/schema/money-auto-pay"
import { paymentOrders } from "db/schema/money-payments"
import { students } from "db/schema/people"
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest"
import { queueCharges } from "~/jobs/charge-saved-accounts.server"
import { composeMail } from "~/jobs/mail/compose-mail.server"
import { reconcilePaymentOrders } from "~/jobs/reconcile-payment-orders.server"
import { listHistory } from "~/models/foundation/audit/history.server"
import { noteBounce } from "~/models/foundation/outbox/bounce.server"
import { forgetPayer } from "~/models/overview/erasure/forget-words.server"
import { sentenceOf } from "~/texts/foundation/activity"
import { fixClock, now } from "~/utils/clock.server"
import { addDays } from "~/utils/dates"
import { announced, chargesOf, mailOf, paymentsOf } from "../../../../tests/support/auto-pay"
import { testNow } from "../../../../tests/support/clock"
import { invoiceOver, openPayingFamily } from "../../../../tests/support/family"
import { inAct } from "../../../../tests/support/in-act"
import { payInCash } from "../../../../tests/support/payments"
import { changeRows, orFail, rowOf, rowsOf } from "../../../../tests/support/school"
import { cards, giveStripe, startStripe, takeStripe } from "../../../../tests/support/stripe"
import { findPortalInvoice } from "../family-invoice/portal-invoices.server"
import { findInvoice } from "../invoice/invoice.server"
import { listUnderWay } from "../invoice/orders-under-way.server"
import { remindOfInvoice } from "../invoice/remind-invoice.server"
import { recordPayment } from "../payment/payment.server"
import { recordRefund } from "../payment/refund.server"
import { findOwnOrder } from "../payment-order/payment-order.server"
import { settlePayment } from "../payment-order/settle-payment.server"
import { startInvoicePayment, startPayAll } from "../payment-order/start-payment.server"
import { findCharge } from "./announce-charges.server"
import { changeAutoPayRule } from "./auto-pay-rule.server"
import { carryOutCharge } from "./carry-out-charge.server"
import { findOwnMethod, findStanding } from "./find-methods.server"
import { giveUp } from "./follow-charge.server"
import { payerOf } from "./payer.server"
import { findPlannedCharge } from "./planned-charge.server"
import {
  endMethodsOfGoneAccounts,
  endMethodsOfLeft,
  forgetSavedAccount,
  settleSaving,
  startSaving,
  tellOfExpiry,
} from "./save-account.server"
import { endMethod } from "./saved-methods.server"

// Automatic payment with a card or a bank account at the school's own Stripe account: the same rules, states and letters as with
// PayPal.

let stripe: Awaited<ReturnType<typeof startStripe>>
beforeAll(async () => {
  stripe = await startStripe()
})
afterEach(async () => {
  fixClock(testNow)
  await stripe.noFaults()
})
afterAll(() => stripe.close())

const day = 86_400_000

/** A family that agreed to pay with a card. */
async function agreeing(number = cards.good, expires = "08/27") {
  const family = openPayingFamily()
  const account = giveStripe(family.school)
  changeAutoPayRule(family.school, { isOffered: true, daysBefore: 3 })
  const actor = family.guardian.actor
  const started = orFail(await startSaving(actor, family.familyId, "stripe"))
  const back = await stripe.press(started.approveUrl, "pay", number, expires)
  if (number === cards.checked) await stripe.press(started.approveUrl, "confirm", number, expires)
  const row = rowOf(savedMethods, { familyId: family.familyId })
  const find = () => {
    const method = findOwnMethod(actor, row?.id ?? "")
    if (!method) throw new Error("The agreement is not there")
    return method
  }
  const settle = () => settleSaving(actor, find())
  return {
    ...family,
    account,
    back,
    find,
    settle,
    standing: () => findStanding(actor, family.familyId),
    mails: (template: string) => mailOf(family.school.school.id, template).length,
    states: async () => (await stripe.payments(account)).map(({ status }) => status),
  }
}
type Agreeing = Awaited<ReturnType<typeof agreeing>>

async function saving(number = cards.good, expires = "08/27") {
  const family = await agreeing(number, expires)
  expect(await family.settle()).toBe("saved")
  return family
}

describe("a card is saved", () => {
  test("with the words that were agreed to, its name and its last month", async () => {
    const family = await agreeing()
    expect(family.find()).toMatchObject({ state: "asked", provider: "stripe", payee: family.account })
    expect(family.back).toBe(`/student/automatic-payment/return?agreement=${family.find().id}`)
    expect(await Promise.all([family.settle(), family.settle()])).toEqual(["saved", "saved"])
    expect(family.standing()).toMatchObject({
      title: "Visa ending 4242",
      expires: "2027-08",
      state: "active",
    })
    expect(family.find().agreement).toContain("to charge my card or bank account automatically")
    expect(family.mails("auto-pay-started")).toBe(1)
  })

  test("only once its owner finished at Stripe; each press is an agreement of its own", async () => {
    const family = openPayingFamily()
    giveStripe(family.school)
    changeAutoPayRule(family.school, { isOffered: true, daysBefore: 3 })
    const first = await startSaving(family.guardian.actor, family.familyId, "stripe")
    const second = await startSaving(family.guardian.actor, family.familyId, "stripe")
    expect(first.ok && second.ok && first.approveUrl !== second.approveUrl).toBe(true)
    const rows = rowsOf(savedMethods, { familyId: family.familyId })
    for (const row of rows) expect(await settleSaving(family.guardian.actor, row)).toBe("waiting")
    expect(findStanding(family.guardian.actor, family.familyId)).toBeUndefined()
  })

  test("in place of an earlier one, which Stripe forgets", async () => {
    const family = await saving()
    const { charge } = announced(family)
    const again = await startSaving(family.guardian.actor, family.familyId, "stripe")
    await stripe.press(again.ok ? again.approveUrl : "", "pay", cards.debit)
    fixClock(now() + 5 * 60_000)
    await reconcilePaymentOrders()
    expect(family.find()).toMatchObject({ state: "ended", endedBy: "replaced" })
    expect(family.standing()).toMatchObject({ title: "Bank debit ending 3000", expires: null })
    expect(findCharge(family.school, charge.id)?.methodId).toBe(family.standing()?.id)
    const { id: methodId, customerId } = family.find()
    await forgetSavedAccount(family.school, { methodId, customerId })
    await forgetSavedAccount(family.school, { methodId, customerId })
    expect((await stripe.methods(family.account)).map(({ customer }) => customer !== null)).toEqual([
      false,
      true,
    ])
  })
})

describe("a charge to a card", () => {
  test("pays the invoice on its day, once, also when it is made twice at once", async () => {
    const family = await saving()
    const { invoiceId, charge, onDay } = announced(family)
    await carryOutCharge(family.school, charge.id)
    expect(await family.states()).toEqual([])
    onDay()
    await Promise.all([1, 2, 3].map(() => carryOutCharge(family.school, charge.id)))
    expect(findCharge(family.school, charge.id)?.state).toBe("paid")
    expect(await family.states()).toEqual(["succeeded"])
    expect(paymentsOf(family.familyId)).toMatchObject([{ amountMinor: 26_775, method: "card" }])
    expect(findInvoice(family.school, invoiceId)?.state).toBe("paid")
  })

  test("that is declined is tried on three days, with a letter each and the reason, and then stops", async () => {
    const family = await saving(cards.declinedLater)
    const { charge, dueOn, onDay } = announced(family)
    onDay()
    for (const [days, failures] of [
      [0, 1],
      [3, 2],
      [4, 3],
    ] as const) {
      fixClock(now() + days * day)
      await carryOutCharge(family.school, charge.id)
      await carryOutCharge(family.school, charge.id)
      expect(findCharge(family.school, charge.id)).toMatchObject({ failures, declineReason: "no-reason" })
    }
    expect(findCharge(family.school, charge.id)).toMatchObject({
      state: "failed",
      nextTryOn: addDays(dueOn, 7),
    })
    expect([family.mails("auto-charge-declined"), family.mails("auto-charge-failed")]).toEqual([2, 1])
    expect(family.standing()?.state).toBe("paused")
    expect(paymentsOf(family.familyId)).toEqual([])
    expect(await family.states()).toEqual(Array(3).fill("requires_payment_method"))
    const orders = rowsOf(paymentOrders, { autoChargeId: charge.id })
    expect(orders.map(({ state, declineReason }) => [state, declineReason])).toEqual(
      Array(3).fill(["declined", "no-reason"]),
    )
  })

  test("of a card that has expired says so, and is paid at the next try once the bank has renewed it", async () => {
    const family = await saving(cards.good, "12/26")
    const { charge, onDay } = announced(family)
    const [card] = await stripe.methods(family.account)
    await stripe.changeMethod(card?.id ?? "", { expires: "10/26" })
    onDay()
    await carryOutCharge(family.school, charge.id)
    expect(findCharge(family.school, charge.id)).toMatchObject({
      state: "announced",
      declineReason: "expired",
    })
    expect([family.mails("auto-charge-declined"), family.mails("auto-charge-failed")]).toEqual([1, 0])
    expect(paymentsOf(family.familyId)).toEqual([])
    await stripe.changeMethod(card?.id ?? "", { expires: "12/29" })
    fixClock(now() + 3 * day)
    await carryOutCharge(family.school, charge.id)
    expect(findCharge(family.school, charge.id)?.state).toBe("paid")
    expect(await family.states()).toEqual(["requires_payment_method", "succeeded"])
  })

  test("that the bank wants to be confirmed is the payer’s, by a letter; later invoices are charged", async () => {
    const family = await saving(cards.checked)
    const { charge, onDay } = announced(family)
    onDay()
    await carryOutCharge(family.school, charge.id)
    fixClock(now() + 8 * day)
    await carryOutCharge(family.school, charge.id)
    expect(findCharge(family.school, charge.id)).toMatchObject({
      state: "failed",
      declineReason: "needs-payer",
    })
    expect([family.mails("auto-charge-confirm"), family.mails("auto-charge-failed")]).toEqual([1, 0])
    expect(family.standing()?.state).toBe("active")
    expect(await family.states()).toHaveLength(1)
  })

  test("whose answer is lost is found again under its own number, also after Stripe forgot its key", async () => {
    for (const later of [2 * 60_000, 2 * day, 4 * day]) {
      fixClock(testNow)
      const family = await saving()
      const { charge, onDay } = announced(family)
      onDay()
      await stripe.fault({ kind: "reset", path: "/v1/payment_intents", method: "POST", afterwards: true })
      await carryOutCharge(family.school, charge.id)
      expect(findCharge(family.school, charge.id)?.state).toBe("charging")
      fixClock(now() + later)
      await reconcilePaymentOrders()
      expect(findCharge(family.school, charge.id)?.state).toBe("paid")
      expect(await family.states()).toEqual(["succeeded"])
      expect(paymentsOf(family.familyId)).toHaveLength(1)
    }
  })

  test("at which Stripe itself fails begins again after an hour, and is taken once", async () => {
    const family = await saving()
    const { charge, onDay } = announced(family)
    onDay()
    await stripe.fault({ kind: "status", status: 500, path: "/v1/payment_intents", method: "POST", times: 2 })
    await carryOutCharge(family.school, charge.id)
    fixClock(now() + 61 * 60_000)
    await carryOutCharge(family.school, charge.id)
    const orders = () => rowsOf(paymentOrders, { autoChargeId: charge.id })
    expect(
      orders()
        .map(({ state }) => state)
        .sort(),
    ).toEqual(["cancelled", "created"])
    await carryOutCharge(family.school, charge.id)
    expect(findCharge(family.school, charge.id)?.state).toBe("paid")
    expect(await family.states()).toEqual(["succeeded"])
  })

  test("of one school that Stripe doesn’t answer holds up no other school’s", async () => {
    const [silent, other] = [await saving(), await saving()]
    const charges = [silent, other].map((family) => ({ family, ...announced(family) }))
    charges[0]?.onDay()
    await stripe.fault({ kind: "reset", path: "/v1/payment_intents", times: 3 })
    for (const { family, charge } of charges) await carryOutCharge(family.school, charge.id)
    takeStripe(silent.school)
    await stripe.noFaults()
    fixClock(now() + 2 * 60_000)
    await reconcilePaymentOrders()
    expect(findCharge(other.school, charges[1]?.charge.id ?? "")?.state).toBe("paid")
    // No one can ask about it any more: its invoice can be paid again, and the office reads where to look.
    expect(findCharge(silent.school, charges[0]?.charge.id ?? "")?.state).toBe("failed")
    expect(listUnderWay(silent.school, charges[0]?.invoiceId ?? "")).toEqual([])
    expect(silent.mails("auto-charge-given-up")).toBeGreaterThan(0)
  })

  test("whose answer was lost for an hour isn’t taken once the invoice was paid otherwise or its payer ended it", async () => {
    const ways = [
      (family: Agreeing, invoiceId: string) =>
        payInCash(family.school, {
          invoiceId,
          amountMinor: findInvoice(family.school, invoiceId)?.openMinor ?? 0,
        }),
      (family: Agreeing) => inAct(endMethod)(family.guardian.actor, family.find(), "family"),
    ]
    for (const meanwhile of ways) {
      fixClock(testNow)
      const family = await saving()
      const { invoiceId, charge, onDay } = announced(family)
      onDay()
      await stripe.fault({ kind: "reset", path: "/v1/payment_intents", method: "POST" })
      await carryOutCharge(family.school, charge.id)
      expect(findCharge(family.school, charge.id)?.state).toBe("charging")
      meanwhile(family, invoiceId)
      fixClock(now() + 61 * 60_000)
      await reconcilePaymentOrders()
      expect(findCharge(family.school, charge.id)?.state).toBe("dropped")
      expect(await family.states()).toEqual([])
      expect(listUnderWay(family.school, invoiceId)).toEqual([])
    }
  })

  test("by bank debit can be paid otherwise two weeks after the school’s key is gone, when it may no longer arrive", async () => {
    const family = await saving(cards.debit)
    const { invoiceId, charge, onDay } = announced(family)
    onDay()
    await carryOutCharge(family.school, charge.id)
    takeStripe(family.school)
    for (const days of [0, 12]) {
      fixClock(now() + days * day + 2 * 60_000)
      await reconcilePaymentOrders()
      expect(findCharge(family.school, charge.id)?.state).toBe("charging")
      expect(listUnderWay(family.school, invoiceId)).toHaveLength(1)
    }
    fixClock(now() + 3 * day)
    await reconcilePaymentOrders()
    expect(findCharge(family.school, charge.id)?.state).toBe("failed")
    expect(listUnderWay(family.school, invoiceId)).toEqual([])
  })

  test("by bank debit is on its way for days, and pays or fails when Stripe says so", async () => {
    for (const settle of ["succeeded", "failed"] as const) {
      fixClock(testNow)
      const family = await saving(cards.debit)
      const { invoiceId, charge, onDay } = announced(family)
      onDay()
      await carryOutCharge(family.school, charge.id)
      expect(findCharge(family.school, charge.id)?.state).toBe("charging")
      expect(listUnderWay(family.school, invoiceId)).toMatchObject([{ amountMinor: 26_775 }])
      const [intent] = await stripe.payments(family.account)
      fixClock(now() + 3 * day)
      await reconcilePaymentOrders()
      expect(paymentsOf(family.familyId)).toEqual([])
      await stripe.change(intent?.id ?? "", { settle })
      fixClock(now() + 2 * day)
      await reconcilePaymentOrders()
      const charged = findCharge(family.school, charge.id)
      if (settle === "succeeded") expect(charged?.state).toBe("paid")
      else expect(charged).toMatchObject({ state: "announced", failures: 1, declineReason: "no-funds" })
    }
  })
})

describe("what Stripe keeps of a payer", () => {
  const forgetting = ({ school }: Agreeing) =>
    rowsOf(jobs, { schoolId: school.school.id, kind: "forget-saved-account" })
  const carryOut = async (family: Agreeing) => {
    for (const { payload } of forgetting(family)) await forgetSavedAccount(family.school, JSON.parse(payload))
  }
  const customers = async ({ account }: Agreeing) =>
    (await stripe.methods(account)).flatMap(({ customer }) => customer ?? [])

  test("goes with the agreement, also after the payer was erased", async () => {
    const family = await saving()
    expect(await customers(family)).toHaveLength(1)
    endMethod(family.guardian.actor, family.find(), "family")
    inAct(() =>
      forgetPayer(family.school, "guardian", { id: family.find().guardianId ?? "", memberId: null }),
    )()
    expect(family.find().customerId).toBeNull()
    await carryOut(family)
    expect(await customers(family)).toEqual([])
    await carryOut(family)
  })

  test("goes once a charge is answered whose answer was lost", async () => {
    const family = await saving()
    const { charge, onDay } = announced(family)
    onDay()
    await stripe.fault({ kind: "reset", path: "/v1/payment_intents", method: "POST", afterwards: true })
    await carryOutCharge(family.school, charge.id)
    inAct(endMethod)(family.guardian.actor, family.find(), "family")
    await expect(carryOut(family)).rejects.toThrow("has no answer yet")
    fixClock(now() + 61 * 60_000)
    await reconcilePaymentOrders()
    expect(findCharge(family.school, charge.id)?.state).toBe("paid")
    await carryOut(family)
    expect(await customers(family)).toEqual([])
  })

  test("goes a month after the family’s last student left, once nothing is due", async () => {
    const family = await saving()
    const invoiceId = invoiceOver(family.school, family, 4_250)
    for (const id of family.studentIds) changeRows(students, { id }, { status: "former" })
    const isLeft = () => {
      inAct(endMethodsOfLeft)(family.school)
      return family.find().endedBy === "left"
    }
    expect(isLeft()).toBe(false)
    fixClock(testNow + 40 * day)
    expect(isLeft()).toBe(false)
    const paid = { invoiceId, amountMinor: 4_250, method: "cash", payerName: "Jonas Haddad" } as const
    recordPayment(family.school, { ...paid, receivedOn: "2026-11-18" })
    expect(isLeft()).toBe(true)
    expect(family.mails("auto-pay-ended")).toBe(1)
    await carryOut(family)
    expect(await customers(family)).toEqual([])
  })
})

test("a charge given up after its agreement ended isn’t called paused", async () => {
  const family = await saving()
  const { charge } = announced(family)
  endMethod(family.guardian.actor, family.find(), "family")
  giveUp(family.school, charge, "Your bank declined it.")
  for (const template of ["auto-charge-failed", "auto-charge-given-up"] as const) {
    const [mail] = mailOf(family.school.school.id, template)
    const text = mail ? (await composeMail(mail)).text : ""
    expect(text).toContain("automatic payment has ended")
    expect(text).not.toContain("paused")
  }
})

test.each([true, false])(
  "the office reads of a charge given up whether its payer was emailed: %s",
  async (isReached) => {
    const family = await saving()
    const { charge } = announced(family)
    const { email } = payerOf(family.school, family.find())
    if (!isReached)
      noteBounce({ id: "none", recipient: email ?? "" }, { kind: "bounced", reason: "No such user" })
    giveUp(family.school, charge, "Your bank declined it.")
    const [mail] = mailOf(family.school.school.id, "auto-charge-given-up")
    const text = mail ? (await composeMail(mail)).text : ""
    expect(text.includes("We’ve emailed them.")).toBe(isReached)
    expect(text.includes("No email reaches them, so let them know.")).toBe(!isReached)
  },
)

test("a page at Stripe that is finished after twenty hours and closed still turns automatic payment on", async () => {
  const family = openPayingFamily()
  giveStripe(family.school)
  changeAutoPayRule(family.school, { isOffered: true, daysBefore: 3 })
  const started = orFail(await startSaving(family.guardian.actor, family.familyId, "stripe"))
  fixClock(testNow + 20 * 3_600_000)
  await reconcilePaymentOrders()
  await stripe.press(started.approveUrl, "pay")
  fixClock(testNow + 23 * 3_600_000)
  await reconcilePaymentOrders()
  expect(findStanding(family.guardian.actor, family.familyId)?.state).toBe("active")
})

describe("a payment by hand", () => {
  async function byHand({ guardian: { actor } }: Agreeing, invoiceId: string, number = cards.good) {
    const started = orFail(await startInvoicePayment(actor, invoiceId, { way: "stripe" }))
    const back = (await stripe.press(started.approveUrl, "pay", number)) ?? ""
    const token = new URL(back, "http://localhost").searchParams.get("token") ?? ""
    const order = () => {
      const found = findOwnOrder(actor, invoiceId, token)
      if (!found) throw new Error("The order is not there")
      return found
    }
    return { order, settle: () => settlePayment(actor, order()) }
  }

  test("and an automatic charge of the same invoice at the same moment: one of them is taken", async () => {
    for (const isChargeFirst of [false, true]) {
      fixClock(testNow)
      const family = await saving()
      const { invoiceId, charge, onDay } = announced(family)
      onDay()
      const { settle } = await byHand(family, invoiceId)
      // The other one begins while Stripe is at the first.
      await stripe.fault({ kind: "latency", ms: 400, path: "/v1/payment_intents", method: "POST" })
      const charging = () => carryOutCharge(family.school, charge.id)
      const [first, second] = isChargeFirst ? [charging, settle] : [settle, charging]
      await Promise.all([first(), stripe.struck().then(async () => void (await second()))])
      await stripe.noFaults()
      fixClock(now() + 2 * 60_000)
      await reconcilePaymentOrders()
      await carryOutCharge(family.school, charge.id)
      expect((await family.states()).filter((state) => state === "succeeded")).toHaveLength(1)
      expect(paymentsOf(family.familyId)).toHaveLength(1)
      expect(findCharge(family.school, charge.id)?.state).toBe(isChargeFirst ? "paid" : "dropped")
    }
  })

  test.each(["refund", "reversal"] as const)(
    "that goes back (%s) isn’t taken automatically; another invoice is",
    async (kind) => {
      const family = await saving()
      const invoiceId = invoiceOver(family.school, family, 20_000)
      expect(findPlannedCharge(family.guardian.actor, invoiceId)).toMatchObject({ amountMinor: 20_000 })
      await (await byHand(family, invoiceId)).settle()
      const paymentId = paymentsOf(family.familyId)[0]?.id ?? ""
      const refund = { paymentId, kind, amountMinor: 5_000, providerReference: `back ${paymentId}` }
      expect(recordRefund(family.school, refund)).toEqual({ ok: true, isNew: true })
      expect(findInvoice(family.school, invoiceId)?.openMinor).toBe(5_000)
      expect(findPlannedCharge(family.guardian.actor, invoiceId)).toBeUndefined()
      const { charge } = announced(family)
      expect(chargesOf(family.familyId)).toMatchObject([{ id: charge.id, amountMinor: 26_775 }])
    },
  )

  test("isn’t charged while its payer has just paid on a page that Stripe therefore doesn’t close", async () => {
    for (const isShown of [true, false]) {
      fixClock(testNow)
      const family = await saving()
      const { invoiceId, charge, onDay } = announced(family)
      onDay()
      const { order } = await byHand(family, invoiceId, cards.debit)
      if (!isShown)
        await stripe.fault({ kind: "status", status: 503, path: "/v1/checkout/sessions/cs", method: "GET" })
      await carryOutCharge(family.school, charge.id)
      await stripe.noFaults()
      await carryOutCharge(family.school, charge.id)
      expect(order().state).toBe("pending")
      expect(await family.states()).toEqual(["processing"])
      expect(["announced", "dropped"]).toContain(findCharge(family.school, charge.id)?.state)
    }
  })

  test("on a page that was left open for twenty hours counts once", async () => {
    const family = await agreeing()
    const invoiceId = invoiceOver(family.school, family, 4_250)
    const { actor } = family.guardian
    const old = await startInvoicePayment(actor, invoiceId, { way: "stripe" })
    fixClock(testNow + 3 * 3_600_000)
    const { settle } = await byHand(family, invoiceId)
    fixClock(testNow + 20 * 3_600_000)
    // The newer page has closed the old one.
    expect(old.ok && (await stripe.press(old.approveUrl, "pay"))).toBeNull()
    await reconcilePaymentOrders()
    await settle()
    expect(await family.states()).toEqual(["succeeded"])
    expect(paymentsOf(family.familyId)).toHaveLength(1)
  })

  test("from a bank account is processing for days, holds other payments and reminders, and arrives or fails with a letter", async () => {
    for (const settle of ["succeeded", "failed"] as const) {
      fixClock(testNow)
      const family = await agreeing()
      const invoiceId = invoiceOver(family.school, family, 4_250)
      const { order, settle: ask } = await byHand(family, invoiceId, cards.debit)
      expect([await ask(), order().state]).toEqual([{ state: "processing" }, "pending"])
      expect(listUnderWay(family.school, invoiceId)).toMatchObject([{ amountMinor: 4_250 }])
      const { actor } = family.guardian
      for (const way of ["stripe", "paypal"] as const)
        expect(await startInvoicePayment(actor, invoiceId, { way })).toBeRefused("processing")
      expect(findPortalInvoice(actor, invoiceId)?.processing).toMatchObject({
        provider: "stripe",
        isOwn: true,
      })
      expect(remindOfInvoice(family.school, invoiceId)).toBeRefused("processing")
      const [intent] = await stripe.payments(family.account)
      fixClock(testNow + 3 * day)
      await reconcilePaymentOrders()
      expect(paymentsOf(family.familyId)).toEqual([])
      await stripe.change(intent?.id ?? "", { settle })
      fixClock(testNow + 5 * day)
      await reconcilePaymentOrders()
      await ask()
      const isPaid = settle === "succeeded"
      expect(order().state).toBe(isPaid ? "completed" : "declined")
      expect(paymentsOf(family.familyId)).toHaveLength(isPaid ? 1 : 0)
      expect(listUnderWay(family.school, invoiceId)).toEqual([])
      expect(family.mails("payment-receipt")).toBe(isPaid ? 1 : 0)
      const letters = mailOf(family.school.school.id, "payment-declined")
      expect(letters).toHaveLength(isPaid ? 0 : 1)
      if (!isPaid && letters[0]) {
        expect((await composeMail(letters[0])).text).toContain(
          "was declined. Nothing was charged.\n\nThere isn’t enough money for it.",
        )
        const [noted] = listHistory(family.school, [{ noun: "invoice", ids: [invoiceId] }], 1)
        expect(noted && sentenceOf(noted)).toMatch(/^had the online payment of the invoice .* declined$/)
        const [told] = mailOf(family.school.school.id, "payment-mismatch")
        expect(told && (await composeMail(told)).text).toContain(
          "was being processed and was declined. There isn’t enough money for it.",
        )
        expect(findPortalInvoice(actor, invoiceId)?.declined).toMatchObject({
          declineReason: expect.any(String),
        })
        expect((await startInvoicePayment(actor, invoiceId, { way: "stripe" })).ok).toBe(true)
        expect(findPortalInvoice(actor, invoiceId)?.declined).toBeNull()
      }
    }
  })

  test("of everything that is due pays each invoice by one payment, by card", async () => {
    const family = await agreeing()
    const { actor } = family.guardian
    const invoiceIds = [4_250, 10_000].map((amount) => invoiceOver(family.school, family, amount))
    const started = orFail(await startPayAll(actor, "stripe"))
    const back = new URL((await stripe.press(started.approveUrl, "pay")) ?? "", "http://localhost")
    const first = /invoices\/([^/]+)/.exec(back.pathname)?.[1] ?? ""
    const order = findOwnOrder(actor, first, back.searchParams.get("token") ?? "")
    if (!order) throw new Error("The order is not there")
    expect(await Promise.all([settlePayment(actor, order), settlePayment(actor, order)])).toMatchObject([
      { state: "paid" },
      { state: "paid" },
    ])
    expect(paymentsOf(family.familyId)).toMatchObject([{ amountMinor: 14_250, method: "card" }])
    for (const id of invoiceIds) expect(findInvoice(family.school, id)?.state).toBe("paid")
    expect(await startPayAll(actor, "stripe")).toBeRefused("all-paid")
    // A page that was opened while two were open.
    invoiceOver(family.school, family, 5_000)
    expect(await startPayAll(actor, "stripe")).toBeRefused("changed")
  })

  test("that the school’s key doesn’t permit says so", async () => {
    const family = await agreeing()
    const invoiceId = invoiceOver(family.school, family, 4_250)
    await stripe.fault({ kind: "status", status: 403, path: "/v1/checkout", times: 2 })
    const refused = { ok: false, reason: "not-permitted" }
    const { actor } = family.guardian
    expect(await startInvoicePayment(actor, invoiceId, { way: "stripe" })).toEqual(refused)
    expect(await startSaving(actor, family.familyId, "stripe")).toEqual(refused)
  })

  test("that Stripe refuses to take can be tried again", async () => {
    const family = await agreeing()
    const invoiceId = invoiceOver(family.school, family, 4_250)
    const { order, settle } = await byHand(family, invoiceId)
    await stripe.fault({ kind: "status", status: 400, path: "/v1/payment_intents", method: "POST" })
    expect(await settle()).toEqual({ state: "unreachable" })
    expect(order().state).toBe("created")
    expect((await settle()).state).toBe("paid")
  })
})

describe("a saved card", () => {
  test("that expires is told of once, before it fails, and not when the bank has renewed it", async () => {
    const [old, renewed] = [await saving(cards.good, "12/26"), await saving(cards.good, "12/26")]
    for (const family of [old, renewed]) inAct(queueCharges)(family.school)
    const [card] = await stripe.methods(renewed.account)
    await stripe.changeMethod(card?.id ?? "", { expires: "12/29" })
    for (const family of [old, renewed, old, renewed]) await tellOfExpiry(family.school, family.find().id)
    expect([old.mails("auto-pay-expiring"), renewed.mails("auto-pay-expiring")]).toEqual([1, 0])
    expect(renewed.find()).toMatchObject({ expires: "2029-12", state: "active" })
  })

  test("is ended by its payer at any time: what is announced isn’t charged", async () => {
    const family = await saving()
    const { charge, onDay } = announced(family)
    expect(endMethod(family.guardian.actor, family.find(), "family").ok).toBe(true)
    onDay()
    await carryOutCharge(family.school, charge.id)
    expect(await family.states()).toEqual([])
    expect(chargesOf(family.familyId).map(({ state }) => state)).toEqual(["dropped"])
  })

  test("that is being charged while its payer ends it says that this isn’t stopped", async () => {
    const family = await saving(cards.debit)
    const { charge, onDay } = announced(family)
    onDay()
    await carryOutCharge(family.school, charge.id)
    const ended = endMethod(family.guardian.actor, family.find(), "family")
    expect(ended).toMatchObject({ ok: true, isBeingCharged: true })
    const [letter] = mailOf(family.school.school.id, "auto-pay-ended")
    if (!letter) throw new Error("Its payer isn’t told")
    const { text } = await composeMail(letter)
    expect(text).toContain(
      "A charge that is already being made isn’t stopped. Pay what else is due yourself.",
    )
  })

  test("ends with the school’s account, or with another one in its place, and its payer is told", async () => {
    for (const next of [() => undefined, giveStripe]) {
      const family = await saving()
      const { charge, onDay } = announced(family)
      takeStripe(family.school)
      next(family.school)
      onDay()
      await carryOutCharge(family.school, charge.id)
      inAct(endMethodsOfGoneAccounts)(family.school)
      inAct(endMethodsOfGoneAccounts)(family.school)
      expect(family.find()).toMatchObject({ state: "ended", endedBy: "account" })
      expect(family.mails("auto-pay-ended")).toBe(1)
      expect(await family.states()).toEqual([])
      await forgetSavedAccount(family.school, { methodId: family.find().id, customerId: null })
    }
  })

  test("that was taken away at Stripe ends at the next charge", async () => {
    const family = await saving()
    const { charge, onDay } = announced(family)
    const [card] = await stripe.methods(family.account)
    await stripe.changeMethod(card?.id ?? "", { detached: true })
    onDay()
    await carryOutCharge(family.school, charge.id)
    expect(family.find()).toMatchObject({ state: "ended", endedBy: "provider" })
    expect(await family.states()).toEqual([])
  })
})
