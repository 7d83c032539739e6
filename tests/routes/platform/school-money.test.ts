import { users } from "db/schema/accounts"
import { platformRefunds } from "db/schema/accounts-subscription-money"
import { platformPayments, providerEvents, subscriptionCases } from "db/schema/accounts-subscriptions"
import { emails } from "db/schema/foundation-mail"
import { staffActs } from "db/schema/platform"
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest"
import { applyProviderEvent } from "~/jobs/apply-provider-event.server"
import { holdOneAtProvider } from "~/jobs/reconcile-standing-subscriptions.server"
import { rereadPlatformPayments } from "~/models/accounts/platform-payment/platform-payment.server"
import { confirmSubscription } from "~/models/accounts/subscription/confirm-subscription.server"
import { reconcileSubscription } from "~/models/accounts/subscription/reconcile-subscription.server"
import { startSubscription } from "~/models/accounts/subscription/start-subscription.server"
import { findSubscription } from "~/models/accounts/subscription/subscription-attempt.server"
import { fileCase } from "~/models/accounts/subscription-case/subscription-case.server"
import { addUser } from "~/models/accounts/user/user.server"
import type { Actor } from "~/models/foundation/access/actor"
import { showSubscription } from "~/providers/paypal/subscriptions.server"
import { planSales } from "~/providers/platform-provider.server"
import { now } from "~/utils/clock.server"
import { Browser, textOf } from "../../support/app"
import { startPayPal } from "../../support/paypal"
import { addRows, changeRows, openSchool, rowOf, rowsOf } from "../../support/school"

// What staff do with a school's money: refund it, end what it pays for, hold it closed.

let paypal: Awaited<ReturnType<typeof startPayPal>>
let staff: Browser
beforeAll(async () => {
  paypal = await startPayPal()
  staff = await Browser.of(
    addUser({ name: "Sam Ortiz", email: "sam@tutti.example", passwordHash: null, isSuperAdmin: true }),
  )
  const helper = addUser({
    name: "Ida Holm",
    email: "ida@tutti.example",
    passwordHash: null,
    isSuperAdmin: true,
  })
  changeRows(users, { id: helper }, { staffRoles: "support" })
})
afterEach(() => paypal.noFaults())
afterAll(() => paypal.close())

async function paidSchool(name: string) {
  const { actor, userId } = openSchool({ name, active: false })
  const started = await startSubscription(actor, { plan: "standard", interval: "yearly" })
  if (!started.ok) throw new Error(started.reason)
  await paypal.press(started.approveUrl, "agree-and-close")
  await confirmSubscription(actor, { attemptId: started.attemptId })
  await reconcileSubscription(actor)
  const subscriptionId = findSubscription(actor)?.providerSubscriptionId ?? ""
  return { actor, userId, subscriptionId, page: `/super-admin/schools/${actor.school.id}/money` }
}

const paymentOf = (actor: Actor) => rowOf(platformPayments, { schoolId: actor.school.id })
const refundsOf = (actor: Actor) => rowsOf(platformRefunds, { schoolId: actor.school.id })
const mailsOf = (actor: Actor) =>
  rowsOf(emails, { schoolId: actor.school.id }, { only: ["template", "data"], by: ["createdAt", "id"] })
const casesOf = (actor: Actor, reason: "refund" | "dispute") =>
  rowsOf(subscriptionCases, { schoolId: actor.school.id, reason })

async function tell(kind: string, resourceId: string, resource: object) {
  const id = `WH-${kind}-${resourceId}`
  const raw = JSON.stringify({ id, event_type: kind, resource })
  addRows(providerEvents, { id, kind, resourceId, raw, receivedAt: now() })
  await applyProviderEvent({ eventId: id })
}

describe("a refund by staff", () => {
  test("goes through PayPal once, in part, with a reason inside and a message for the school", async () => {
    const { actor, userId, page } = await paidSchool("Refrain Music")
    const paymentId = paymentOf(actor)?.id ?? ""
    const refund = {
      intent: "refund",
      key: "refund-1",
      paymentId,
      amount: "10.00",
      reason: "Outage on Monday",
      message: "Sorry about Monday.",
      ending: "keep",
    }
    expect(await staff.read(page)).toMatch(/\$149\.00 received, \$0\.00 refunded, \$149\.00 net/)
    for (let press = 0; press < 2; press += 1)
      expect((await staff.submit(page, refund)).headers.get("Location")).toBe(page)
    expect(paymentOf(actor)).toMatchObject({ status: "PARTIALLY_REFUNDED", refundedMinor: 1000 })
    expect(refundsOf(actor)).toMatchObject([{ origin: "staff", state: "done", amountMinor: 1000 }])
    expect(await staff.read(page)).toMatch(
      /\$149\.00 received, \$10\.00 refunded, \$139\.00 net.*By our staff \$10\.00/,
    )
    const told = mailsOf(actor).filter(({ template }) => template === "subscription-refunded")
    expect(told).toHaveLength(1)
    expect(told[0]?.data).toContain("Sorry about Monday.")
    expect(told[0]?.data).not.toContain("Outage")
    expect(findSubscription(actor)?.status).toBe("active")

    // PayPal's own message about it is the same refund: nothing more is counted, and it's no case.
    const providerRefundId = refundsOf(actor)[0]?.providerRefundId ?? ""
    await tell("PAYMENT.SALE.REFUNDED", paymentId, {
      id: providerRefundId,
      sale_id: paymentId,
      amount: { total: "10.00", currency: "USD" },
    })
    expect(paymentOf(actor)?.refundedMinor).toBe(1000)
    expect(casesOf(actor, "refund")).toEqual([])
    // The school's receipt has its lines.
    const receipt = await (await Browser.of(userId)).read(`/settings/subscription/receipts/${paymentId}`)
    expect(receipt).toMatch(/Standard, yearly \$149\.00.*Refunded on .*−\$10\.00.*Total \$139\.00/)
  })

  test("refuses more than is left, another school's payment, and what is missing; says when PayPal can't be asked", async () => {
    const { actor, page } = await paidSchool("Da Capo School")
    const other = await paidSchool("Coda School")
    const form = {
      intent: "refund",
      key: "refund-2",
      paymentId: paymentOf(actor)?.id ?? "",
      amount: "149.01",
      reason: "Goodwill",
      ending: "keep",
    }
    await expect(staff.submit(page, form)).toAnswer(400, "That’s more than is left of this payment.")
    const foreign = await staff.submit(page, {
      ...form,
      key: "k3",
      paymentId: paymentOf(other.actor)?.id ?? "",
    })
    expect(await textOf(foreign)).toContain("Choose one of this school’s payments.")
    const noReason = await staff.submit(page, { ...form, amount: "x", reason: " " })
    await expect(noReason).toAnswer(400, /Enter an amount above zero.*Enter a reason\./)
    // Every mistake is named at once, and the button repeats what it would refund, and to whom.
    const allWrong = await staff.submit(page, { ...form, amount: "1000", reason: " ", ending: "on-date" })
    const mistakes = await textOf(allWrong)
    for (const mistake of [
      "That’s more than is left of this payment.",
      "Enter a reason.",
      "Enter the date when access ends.",
      "Refund $1,000.00 to Da Capo School",
    ])
      expect(mistakes).toContain(mistake)
    await paypal.fault({ kind: "status", status: 500, path: "/v2/payments", times: 5 })
    const down = await staff.submit(page, { ...form, key: "k4", amount: "5" })
    await expect(down).toAnswer(502, "We can’t reach PayPal")
    await paypal.noFaults()
    await staff.submit(page, { ...form, key: "k4", amount: "5" })
    expect(paymentOf(actor)?.refundedMinor).toBe(500)
    expect(paymentOf(other.actor)?.refundedMinor).toBe(0)
    expect((await staff.submit("/super-admin/schools/nobody/money", form)).status).toBe(404)
    const owner = await Browser.of(other.userId)
    expect((await owner.submit(page, form)).headers.get("Location")).toBe("/dashboard")
  })

  test("that was refused goes through corrected; a form sent with another amount is never called refunded", async () => {
    const { actor, page } = await paidSchool("Fine School")
    const form = {
      intent: "refund",
      key: "refund-6",
      paymentId: paymentOf(actor)?.id ?? "",
      amount: "149.01",
      reason: "Goodwill",
      ending: "keep",
    }
    // The page keeps its key while a refusal is corrected.
    expect((await staff.submit(page, form)).status).toBe(400)
    expect(paymentOf(actor)?.refundedMinor).toBe(0)
    for (let press = 0; press < 2; press += 1)
      expect((await staff.submit(page, { ...form, amount: "20" })).status).toBe(303)
    expect(paymentOf(actor)?.refundedMinor).toBe(2000)
    const other = await staff.submit(page, { ...form, amount: "30" })
    await expect(other).toAnswer(400, "You sent this form before with another payment or amount")
    // A try that PayPal never answered stands for its own amount alone, until it's repeated.
    await paypal.fault({ kind: "status", status: 500, path: "/v2/payments", times: 5 })
    expect((await staff.submit(page, { ...form, key: "refund-7", amount: "5" })).status).toBe(502)
    await paypal.noFaults()
    expect((await staff.submit(page, { ...form, key: "refund-7", amount: "50" })).status).toBe(400)
    expect((await staff.submit(page, { ...form, key: "refund-7", amount: "5" })).status).toBe(303)
    expect(paymentOf(actor)?.refundedMinor).toBe(2500)
    expect(mailsOf(actor).filter(({ template }) => template === "subscription-refunded")).toHaveLength(2)
  })

  test("pressed twice at once, or by two people, is one refund, one mail and one line in the log", async () => {
    const { actor, page } = await paidSchool("Ostinato School")
    const form = {
      intent: "refund",
      key: "refund-8",
      paymentId: paymentOf(actor)?.id ?? "",
      amount: "15",
      seen: "0",
      reason: "Goodwill",
      ending: "keep",
    }
    const acts = () => rowsOf(staffActs, { schoolId: actor.school.id, verb: "refund" })
    const told = () => mailsOf(actor).filter(({ template }) => template === "subscription-refunded")
    const double = await Promise.all([1, 2, 3, 4].map(() => staff.submit(page, form)))
    expect(double.map(({ status }) => status)).toEqual([303, 303, 303, 303])
    expect(refundsOf(actor)).toMatchObject([{ state: "done", amountMinor: 1500 }])
    expect([paymentOf(actor)?.refundedMinor, told().length, acts().length]).toEqual([1500, 1, 1])

    // Two people who both look at the same page: the second is shown what the first did.
    const seen = { ...form, seen: "1" }
    const both = await Promise.all(
      ["refund-9", "refund-10"].map((key) => staff.submit(page, { ...seen, key, amount: "20" })),
    )
    expect(both.map(({ status }) => status).sort()).toEqual([303, 400])
    const refused = await Promise.all(both.filter(({ status }) => status === 400).map((each) => each.text()))
    expect(refused[0]).toMatch(/Someone else refunded a payment of this school[\s\S]*value="20"/)
    // The page that refuses shows the refunds of now: sent again, it's meant.
    expect(refused[0]).toContain('name="seen" value="2"')
    expect([paymentOf(actor)?.refundedMinor, told().length, acts().length]).toEqual([3500, 2, 2])
    await expect(staff.submit(page, { ...seen, seen: "2", key: "refund-10", amount: "20" })).toAnswer(303)
    expect([paymentOf(actor)?.refundedMinor, told().length]).toEqual([5500, 3])
  })

  test("is told to the school also when PayPal’s message comes before its answer", async () => {
    const { actor, page } = await paidSchool("Prelude School")
    const paymentId = paymentOf(actor)?.id ?? ""
    const form = { intent: "refund", key: "refund-11", paymentId, amount: "5", reason: "Fee", ending: "keep" }
    await paypal.fault({ kind: "status", status: 500, path: "/v2/payments", times: 5 })
    expect((await staff.submit(page, form)).status).toBe(502)
    await paypal.noFaults()
    // It went through after all.
    await paypal.control(`/payments/${paymentId}`, { refund: "5.00" })
    const refund = { id: "R-EARLY", sale_id: paymentId, amount: { total: "5.00", currency: "USD" } }
    await tell("PAYMENT.SALE.REFUNDED", paymentId, refund)
    expect(refundsOf(actor)).toMatchObject([{ id: "refund-11", state: "done" }])
    for (let press = 0; press < 2; press += 1) expect((await staff.submit(page, form)).status).toBe(303)
    expect(paymentOf(actor)?.refundedMinor).toBe(500)
    expect(mailsOf(actor).filter(({ template }) => template === "subscription-refunded")).toHaveLength(1)
  })

  test("that PayPal didn’t answer for is shown, isn’t left, and is made once when its amount is entered again", async () => {
    const { actor, page } = await paidSchool("Eco School")
    const paymentId = paymentOf(actor)?.id ?? ""
    const form = { intent: "refund", paymentId, amount: "100", reason: "Outage", ending: "keep" }
    const path = `/v2/payments/captures/${paymentId}/refund`
    await paypal.fault({ kind: "reset", path, afterwards: true })
    expect((await staff.submit(page, { ...form, key: "refund-20", seen: "0" })).status).toBe(502)
    expect(await staff.read(page)).toMatch(
      /Not answered by PayPal By our staff \$100\.00.*\$49\.00 of \$149\.00 left, \$100\.00 not answered/,
    )
    const tooMuch = await staff.submit(page, { ...form, key: "refund-21", seen: "1", amount: "49.01" })
    await expect(tooMuch).toAnswer(400, "more than is left")

    // Another page, hours later.
    const again = await staff.submit(page, { ...form, key: "refund-22", seen: "1" })
    expect(again.status).toBe(303)
    expect(refundsOf(actor).filter(({ state }) => state !== "refused")).toMatchObject([
      { id: "refund-20", state: "done", amountMinor: 10_000 },
    ])
    const ledger: { id: string; refunds?: unknown[] }[] = await paypal.ledger()
    expect(ledger.find(({ id }) => id === paymentId)?.refunds).toHaveLength(1)
    expect(paymentOf(actor)?.refundedMinor).toBe(10_000)
  })

  test("of everything that wasn’t answered is offered again, though PayPal lists it as refunded by now", async () => {
    const { actor, page, subscriptionId } = await paidSchool("Da Capo School")
    const paymentId = paymentOf(actor)?.id ?? ""
    const form = { intent: "refund", paymentId, amount: "149", reason: "Outage", ending: "keep" }
    const path = `/v2/payments/captures/${paymentId}/refund`
    await paypal.fault({ kind: "reset", path, afterwards: true })
    expect((await staff.submit(page, { ...form, key: "refund-30", seen: "0" })).status).toBe(502)
    const offered = "$0.00 of $149.00 left, $149.00 not answered"
    expect(await staff.read(page)).toContain(offered)
    // The list says so before the message with the refund's ID arrives.
    await rereadPlatformPayments(actor, subscriptionId, Date.now())
    expect(paymentOf(actor)).toMatchObject({ status: "REFUNDED", refundedMinor: 14_900 })
    expect(await staff.read(page)).toContain(offered)
    const again = await staff.submit(page, { ...form, key: "refund-31", seen: "2" })
    expect(again.status).toBe(303)
    expect(refundsOf(actor).filter(({ state }) => state !== "refused")).toMatchObject([
      { id: "refund-30", state: "done", amountMinor: 14_900 },
    ])
    expect(await staff.read(page)).not.toContain("not answered")
  })

  test("in full, with access ended now: PayPal charges nothing more", async () => {
    const { actor, subscriptionId, page } = await paidSchool("Finale School")
    await staff.submit(page, {
      intent: "refund",
      key: "refund-5",
      paymentId: paymentOf(actor)?.id ?? "",
      amount: "149",
      reason: "Chosen by mistake",
      ending: "now",
    })
    expect(paymentOf(actor)).toMatchObject({ status: "REFUNDED", refundedMinor: 14_900 })
    expect(findSubscription(actor)?.status).toBe("expired")
    expect((await showSubscription(subscriptionId)).status).toBe("CANCELLED")
    expect(mailsOf(actor).at(-1)?.template).toBe("access-changed")
    await reconcileSubscription(actor)
    expect(findSubscription(actor)?.status).toBe("expired")
  })
})

describe("ending a subscription", () => {
  test("on a day keeps access until then; a day beyond the paid time is refused", async () => {
    const { actor, subscriptionId, page } = await paidSchool("Tacet School")
    const end = { intent: "end", ending: "on-date", reason: "Asked by phone" }
    expect(await textOf(await staff.submit(page, end))).toContain("Enter the date when access ends.")
    const dayIn = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
    expect(await textOf(await staff.submit(page, { ...end, endsOn: dayIn(900) }))).toContain(
      "Choose a day from today to the end of the paid time.",
    )
    expect(findSubscription(actor)?.status).toBe("active")
    await staff.submit(page, { ...end, endsOn: dayIn(20) })
    const { status, paidUntil } = findSubscription(actor) ?? {}
    expect(status).toBe("cancelled")
    expect(Math.round(((paidUntil ?? 0) - Date.now()) / 86_400_000)).toBeLessThanOrEqual(21)
    expect((await showSubscription(subscriptionId)).status).toBe("CANCELLED")
    await reconcileSubscription(actor)
    expect(findSubscription(actor)).toMatchObject({ status: "cancelled", paidUntil })
  })

  test("by two people at once tells the school once", async () => {
    const { actor, page } = await paidSchool("Attacca School")
    const end = { intent: "end", ending: "now", reason: "Asked by phone" }
    const both = await Promise.all([1, 2].map(() => staff.submit(page, end)))
    expect(both.map(({ status }) => status)).toEqual([303, 303])
    expect(findSubscription(actor)?.status).toBe("expired")
    expect(mailsOf(actor).filter(({ template }) => template === "access-changed")).toHaveLength(1)
  })
})

describe("a school that staff suspend", () => {
  test("isn't charged while it's closed, and renews again when it's open", async () => {
    const { actor, subscriptionId } = await paidSchool("Fermata House")
    const page = `/super-admin/schools/${actor.school.id}`
    await staff.submit(page, { intent: "suspend", reason: "Chargeback fraud suspicion" })
    await holdOneAtProvider({ schoolId: actor.school.id })
    expect((await showSubscription(subscriptionId)).status).toBe("SUSPENDED")
    const told = mailsOf(actor).at(-1)
    expect(told?.template).toBe("access-changed")
    expect(told?.data).not.toContain("fraud")
    await staff.submit(page, { intent: "restore", reason: "Cleared" })
    await holdOneAtProvider({ schoolId: actor.school.id })
    expect((await showSubscription(subscriptionId)).status).toBe("ACTIVE")
    expect(findSubscription(actor)).toMatchObject({ status: "active", heldAt: null })
  })

  test("renews again where the answer to the suspension was lost", async () => {
    const { actor, subscriptionId } = await paidSchool("Caesura School")
    const page = `/super-admin/schools/${actor.school.id}`
    const hold = () => holdOneAtProvider({ schoolId: actor.school.id })
    await staff.submit(page, { intent: "suspend", reason: "Chargeback" })
    const path = `/v1/billing/subscriptions/${subscriptionId}/suspend`
    await paypal.fault({ kind: "reset", method: "POST", path, afterwards: true, times: 9 })
    await expect(hold()).rejects.toThrow()
    await paypal.noFaults()
    await hold()
    expect((await showSubscription(subscriptionId)).status).toBe("SUSPENDED")
    await staff.submit(page, { intent: "restore", reason: "Cleared" })
    await hold()
    expect((await showSubscription(subscriptionId)).status).toBe("ACTIVE")
  })

  test("stays paused at PayPal where the school had paused it, however often staff suspend it", async () => {
    const { actor, subscriptionId } = await paidSchool("Tacet School")
    const page = `/super-admin/schools/${actor.school.id}`
    const suspendAndRestore = async () => {
      for (const intent of ["suspend", "restore"]) {
        await staff.submit(page, { intent, reason: "Chargeback" })
        await holdOneAtProvider({ schoolId: actor.school.id })
      }
      return (await showSubscription(subscriptionId)).status
    }
    expect(await suspendAndRestore()).toBe("ACTIVE")
    await planSales.suspend(subscriptionId, "Paused by the buyer.")
    expect(await suspendAndRestore()).toBe("SUSPENDED")
    expect(await suspendAndRestore()).toBe("SUSPENDED")
  })
})

describe("what PayPal reports", () => {
  test("a refund made there, a reversal and a dispute are cases; a settled dispute closes its own", async () => {
    const { actor, subscriptionId } = await paidSchool("Sordino School")
    const paymentId = paymentOf(actor)?.id ?? ""
    await paypal.control(`/payments/${paymentId}`, { refund: "20.00" })
    await tell("PAYMENT.SALE.REFUNDED", paymentId, {
      id: "R-20",
      sale_id: paymentId,
      amount: { total: "20.00", currency: "USD" },
    })
    expect(refundsOf(actor)).toMatchObject([{ origin: "provider", amountMinor: 2000 }])
    expect(casesOf(actor, "refund")).toMatchObject([{ closedAt: null }])
    // The bank takes the rest, and the message hasn't come yet: the list alone says so.
    await paypal.control(`/payments/${paymentId}`, { reversal: true })
    await rereadPlatformPayments(actor, subscriptionId, Date.now())
    expect(paymentOf(actor)).toMatchObject({ status: "REFUNDED", refundedMinor: 14_900 })
    await tell("PAYMENT.SALE.REVERSED", paymentId, {
      id: "R-129",
      sale_id: paymentId,
      amount: { total: "129.00", currency: "USD" },
    })
    expect(refundsOf(actor).map(({ origin, amountMinor }) => [origin, amountMinor])).toEqual([
      ["provider", 2000],
      ["reversal", 12_900],
    ])
    const dispute = { disputed_transactions: [{ seller_transaction_id: paymentId }] }
    const mailed = () =>
      rowsOf(emails, { template: "case-opened" }).map(({ recipient, data }) => [
        recipient,
        JSON.parse(data).reason,
      ])
    await tell("CUSTOMER.DISPUTE.CREATED", paymentId, dispute)
    // Staff who look after money are told of each new case once; a case that goes on is no news.
    await applyProviderEvent({ eventId: `WH-CUSTOMER.DISPUTE.CREATED-${paymentId}` })
    fileCase(actor, "dispute", { paymentId, amountMinor: 14_900, currency: "USD" }, paymentId)
    expect(mailed().filter(([, reason]) => reason === "dispute")).toEqual([["sam@tutti.example", "dispute"]])
    expect(await staff.read("/super-admin/paid-subscriptions")).toMatch(
      /Sordino School Payment disputed Payment: \$149\.00 .*Answer the dispute in PayPal\./,
    )
    await tell("CUSTOMER.DISPUTE.RESOLVED", paymentId, dispute)
    expect(casesOf(actor, "dispute")).toMatchObject([{ closedBy: "settled at PayPal" }])
    expect(await staff.read("/super-admin/paid-subscriptions")).toMatch(
      /Closed cases.*Sordino School Payment disputed.*settled at PayPal/,
    )
  })
})
