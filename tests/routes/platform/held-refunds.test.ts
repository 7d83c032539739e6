import { transact } from "db/client.server"
import { platformRefunds } from "db/schema/accounts-subscription-money"
import { platformPayments, providerEvents, subscriptionCases } from "db/schema/accounts-subscriptions"
import { emails } from "db/schema/foundation-mail"
import { staffActs } from "db/schema/platform"
import fc from "fast-check"
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest"
import { applyProviderEvent } from "~/jobs/apply-provider-event.server"
import { composeMail } from "~/jobs/mail/compose-mail.server"
import {
  followHeldRefunds,
  reconcileStandingSubscriptions,
} from "~/jobs/reconcile-standing-subscriptions.server"
import { askRefund } from "~/models/accounts/platform-payment/ask-refund.server"
import { rereadPlatformPayments } from "~/models/accounts/platform-payment/platform-payment.server"
import { finishRefund } from "~/models/accounts/platform-payment/refund-state.server"
import { eraseSchool } from "~/models/accounts/school/erase-school.server"
import { addCredit, creditLeft } from "~/models/accounts/school-credit/school-credit.server"
import { confirmSubscription } from "~/models/accounts/subscription/confirm-subscription.server"
import {
  reconcileSubscription,
  spendCredit,
} from "~/models/accounts/subscription/reconcile-subscription.server"
import { startSubscription } from "~/models/accounts/subscription/start-subscription.server"
import { findSubscription } from "~/models/accounts/subscription/subscription-attempt.server"
import { addUser } from "~/models/accounts/user/user.server"
import type { Actor } from "~/models/foundation/access/actor"
import { superActor } from "~/models/foundation/access/actor.server"
import { receivedByMonth } from "~/models/platform/growth/growth.server"
import { now } from "~/utils/clock.server"
import { Browser } from "../../support/app"
import { inHistoriesAsync } from "../../support/histories/count"
import { startPayPal } from "../../support/paypal"
import { addRows, changeRows, openSchool, rowOf, rowsOf } from "../../support/school"

// A refund that PayPal takes on and carries out days later, or never: it counts, and is told, once it is done.

let paypal: Awaited<ReturnType<typeof startPayPal>>
let staff: Browser
beforeAll(async () => {
  paypal = await startPayPal()
  staff = await Browser.of(
    addUser({ name: "Sam Ortiz", email: "sam@tutti.example", passwordHash: null, isSuperAdmin: true }),
  )
})
afterEach(() => paypal.noFaults())
afterAll(() => paypal.close())

/** A school whose payment PayPal holds refunds of. */
async function paidSchool(name: string) {
  const { actor, userId } = openSchool({ name, active: false })
  const started = await startSubscription(actor, { plan: "standard", interval: "yearly" })
  if (!started.ok) throw new Error(started.reason)
  await paypal.press(started.approveUrl, "agree-and-close")
  await confirmSubscription(actor, { attemptId: started.attemptId })
  await reconcileSubscription(actor)
  const paymentId = paymentOf(actor)?.id ?? ""
  await paypal.control(`/payments/${paymentId}`, { refundsPend: true })
  const page = `/super-admin/schools/${actor.school.id}/money`
  const decide = (pendingEnds: "COMPLETED" | "FAILED") =>
    paypal.control(`/payments/${paymentId}`, { pendingEnds })
  return { actor, userId, paymentId, page, decide }
}

const paymentOf = (actor: Actor) => rowOf(platformPayments, { schoolId: actor.school.id })
const refundsOf = (actor: Actor) => rowsOf(platformRefunds, { schoolId: actor.school.id })
const mailsOf = (actor: Actor) =>
  rowsOf(emails, { schoolId: actor.school.id, template: "subscription-refunded" })
const casesOf = (actor: Actor) => rowsOf(subscriptionCases, { schoolId: actor.school.id })
const actsOf = (actor: Actor) => rowsOf(staffActs, { schoolId: actor.school.id })
const netOfAll = () =>
  [...receivedByMonth(superActor({ userId: "x", name: "Sam Ortiz" }), "2020-01").values()].reduce(
    (sum, minor) => sum + minor,
    0,
  )

let told = 0
async function tell(paymentId: string, resource: object) {
  told += 1
  const id = `WH-HELD-${told}`
  const event = { id, event_type: "PAYMENT.SALE.REFUNDED", resource: { sale_id: paymentId, ...resource } }
  addRows(providerEvents, {
    id,
    kind: event.event_type,
    resourceId: paymentId,
    raw: JSON.stringify(event),
    receivedAt: now(),
  })
  await applyProviderEvent({ eventId: id })
}

const asked = (paymentId: string, key: string, amount: string) => ({
  intent: "refund",
  key,
  paymentId,
  amount,
  reason: "Outage on Monday",
  message: "Sorry about Monday.",
  ending: "keep",
})

describe("a refund that PayPal holds", () => {
  test("is pending everywhere, and counts once PayPal has carried it out: then the school is told, once", async () => {
    const { actor, userId, paymentId, page, decide } = await paidSchool("Fermata School")
    const before = netOfAll()
    const form = asked(paymentId, "held-1", "100")
    for (let press = 0; press < 2; press += 1) {
      const pressed = await staff.submit(page, form)
      expect(pressed.headers.get("Location")).toBe(page)
    }
    expect(await staff.read(page)).toMatch(
      /still processing the refund of \$100\.00.*\$149\.00 received, \$0\.00 refunded, \$149\.00 net, \$100\.00 of refunds pending at PayPal.*Completed.*\$149\.00 – \$100\.00 pending.*Pending at PayPal By our staff \$100\.00/,
    )
    expect(refundsOf(actor)).toMatchObject([{ state: "held", amountMinor: 10_000 }])
    expect(paymentOf(actor)).toMatchObject({ status: "COMPLETED", refundedMinor: 0 })
    expect([mailsOf(actor).length, casesOf(actor).length, netOfAll()]).toEqual([0, 0, before])
    expect(actsOf(actor)).toMatchObject([
      {
        reason: "Outage on Monday ($100.00, pending at PayPal)",
        told: "Sorry about Monday. We’re refunding $100.00: PayPal is still processing it.",
      },
    ])
    expect(await staff.read("/super-admin/transactions?search=Fermata")).toMatch(
      /Received: \$149\.00, refunds pending at PayPal \$100\.00.*– \$100\.00 pending/,
    )
    expect(await staff.html("/super-admin/transactions.csv?search=Fermata")).toMatch(
      /COMPLETED,149,0,149,100,USD/,
    )
    const receipt = `/settings/subscription/receipts/${paymentId}`
    const office = await Browser.of(userId)
    expect(await office.read(receipt)).toMatch(
      /Total \$149\.00.*PayPal is still processing a refund of \$100\.00\./,
    )
    // What is held isn't left.
    const more = await staff.submit(page, asked(paymentId, "held-2", "49.01"))
    await expect(more).toAnswer(400, /more than is left of this payment\..*\$49\.00 of \$149\.00 left/)

    // PayPal goes on holding it, then can't be asked: nothing changes.
    await reconcileStandingSubscriptions({})
    await paypal.fault({ kind: "status", status: 500, path: "/v2/payments/refunds", times: 9 })
    expect(await followHeldRefunds()).toBe(false)
    await paypal.noFaults()
    expect(refundsOf(actor)).toMatchObject([{ state: "held" }, { state: "refused" }])

    await decide("COMPLETED")
    await reconcileStandingSubscriptions({})
    await Promise.all([followHeldRefunds(), followHeldRefunds()])
    expect((await staff.submit(page, form)).status).toBe(303)
    expect(paymentOf(actor)).toMatchObject({ status: "PARTIALLY_REFUNDED", refundedMinor: 10_000 })
    expect(netOfAll()).toBe(before - 10_000)
    expect([mailsOf(actor).length, casesOf(actor).length, actsOf(actor).length]).toEqual([1, 0, 1])
    expect(mailsOf(actor)[0]?.data).toMatch(/\$100\.00.*Sorry about Monday\./)
    expect(await staff.read(page)).toMatch(
      /\$100\.00 refunded, \$49\.00 net Overview.*Refunded By our staff \$100\.00/,
    )
    expect(await office.read(receipt)).toMatch(/Refunded on .*−\$100\.00 Total \$49\.00/)
  })

  test("and that fails is put back: staff get a case and an email, and can refund again", async () => {
    const { actor, paymentId, page, decide } = await paidSchool("Sospirando School")
    const before = netOfAll()
    await staff.submit(page, asked(paymentId, "held-3", "149"))
    await decide("FAILED")
    await reconcileStandingSubscriptions({})
    await reconcileStandingSubscriptions({})
    expect(paymentOf(actor)).toMatchObject({ status: "COMPLETED", refundedMinor: 0 })
    expect([mailsOf(actor).length, netOfAll()]).toEqual([0, before])
    expect(casesOf(actor)).toMatchObject([{ reason: "refund-failed", closedAt: null }])
    expect(await staff.read("/super-admin/paid-subscriptions")).toMatch(
      /Sospirando School Refund failed at PayPal Not refunded: \$149\.00 Payment: \$149\.00.*Refund the payment again/,
    )
    const [mail] = rowsOf(emails, { recipient: "sam@tutti.example" }).slice(-1)
    expect(mail && (await composeMail(mail))?.subject).toBe("Sospirando School: Refund failed at PayPal")
    expect(await staff.read(page)).toMatch(
      /\$0\.00 refunded, \$149\.00 net Overview.*Failed at PayPal By our staff \$149\.00/,
    )
    // The same form again is another refund.
    await paypal.control(`/payments/${paymentId}`, { refundsPend: false })
    expect((await staff.submit(page, asked(paymentId, "held-3", "149"))).status).toBe(303)
    expect(paymentOf(actor)).toMatchObject({ status: "REFUNDED", refundedMinor: 14_900 })
    expect(mailsOf(actor)).toHaveLength(1)
  })

  test("is followed at once when PayPal tells of it, whatever its messages say and in whatever order", async () => {
    const { actor, paymentId, page, decide } = await paidSchool("Ritenuto School")
    await staff.submit(page, asked(paymentId, "held-4", "30"))
    const id = refundsOf(actor)[0]?.providerRefundId ?? ""
    const amount = { total: "30.00", currency: "USD" }
    await tell(paymentId, { id, amount, state: "completed" })
    // PayPal itself, asked, says that it isn't.
    expect(paymentOf(actor)?.refundedMinor).toBe(0)
    await decide("COMPLETED")
    await tell(paymentId, { id, amount, state: "pending" })
    expect(paymentOf(actor)).toMatchObject({ status: "PARTIALLY_REFUNDED", refundedMinor: 3000 })
    await tell(paymentId, { id, amount, state: "failed" })
    expect([paymentOf(actor)?.refundedMinor, mailsOf(actor).length, casesOf(actor).length]).toEqual([
      3000, 1, 0,
    ])
  })

  test("of account credit is spent while it's held, and credit again when it fails", async () => {
    const { actor, paymentId, decide } = await paidSchool("Rubato School")
    addCredit(actor, { id: "credit-held", kind: "amount", months: null, amountMinor: 4000 })
    const paidAt = (paymentOf(actor)?.paidAt ?? 0) + 60_000
    changeRows(platformPayments, { id: paymentId }, { paidAt })
    await spendCredit(actor)
    expect(refundsOf(actor)).toMatchObject([{ origin: "credit", state: "held", amountMinor: 4000 }])
    expect([creditLeft(actor), paymentOf(actor)?.refundedMinor, mailsOf(actor).length]).toEqual([0, 0, 0])
    await decide("FAILED")
    await followHeldRefunds(actor)
    await spendCredit(actor)
    expect([creditLeft(actor), paymentOf(actor)?.refundedMinor]).toEqual([4000, 0])
    expect(await staff.read("/super-admin/paid-subscriptions")).toMatch(
      /Rubato School Refund failed at PayPal .*The amount is account credit again/,
    )
  })

  test("of a school that was deleted meanwhile still counts, and no one is told", async () => {
    const { actor, paymentId, page, decide } = await paidSchool("Morendo School")
    await staff.submit(page, asked(paymentId, "held-5", "49"))
    transact(() => eraseSchool(actor.school.id))
    await decide("COMPLETED")
    await reconcileStandingSubscriptions({})
    const paid = rowOf(platformPayments, { id: paymentId })
    expect(paid).toMatchObject({ schoolId: null, refundedMinor: 4900 })
    const [refund] = rowsOf(platformRefunds, { paymentId })
    expect(refund).toMatchObject({ state: "done", message: null })
  })

  test("was listed before its answer came: what was counted as the rest isn’t left beside it", async () => {
    const { actor, paymentId } = await paidSchool("Tenuto School")
    await paypal.control(`/payments/${paymentId}`, { refundsPend: false })
    const subscriptionId = findSubscription(actor)?.providerSubscriptionId ?? ""
    const reread = () => rereadPlatformPayments(actor, subscriptionId, Date.now())
    const payment = paymentOf(actor)
    if (!payment) throw new Error("no payment")
    for (const key of ["part-1", "part-2"])
      transact(() => askRefund(payment, { key, amountMinor: key === "part-1" ? 10_000 : 4_900 }))
    await paypal.control(`/payments/${paymentId}`, { refund: true })
    await reread()
    const done = () =>
      refundsOf(actor)
        .filter(({ state }) => state === "done")
        .map(({ id, amountMinor }) => [id, amountMinor])
    expect(done()).toEqual([[`${paymentId}-rest`, 14_900]])
    transact(() => finishRefund("part-1", { providerRefundId: "R-PART-1", refundedAt: now() }))
    expect(done().sort()).toEqual(
      [
        [`${paymentId}-rest`, 4_900],
        ["part-1", 10_000],
      ].sort(),
    )
    transact(() => finishRefund("part-2", { providerRefundId: "R-PART-2", refundedAt: now() }))
    expect(done().sort()).toEqual([
      ["part-1", 10_000],
      ["part-2", 4_900],
    ])
    expect(paymentOf(actor)).toMatchObject({ status: "REFUNDED", refundedMinor: 14_900 })
    await reread()
    expect(done()).toHaveLength(2)
  })

  test("that is no longer listed leaves no rest behind", async () => {
    const { actor, paymentId, decide } = await paidSchool("Legato School")
    const subscriptionId = findSubscription(actor)?.providerSubscriptionId ?? ""
    const reread = () => rereadPlatformPayments(actor, subscriptionId, Date.now())
    await paypal.control(`/payments/${paymentId}`, { refund: true })
    await reread()
    expect(paymentOf(actor)).toMatchObject({ status: "REFUNDED", refundedMinor: 14_900 })
    await decide("FAILED")
    await reread()
    expect(refundsOf(actor)).toEqual([])
    expect(paymentOf(actor)).toMatchObject({ status: "COMPLETED", refundedMinor: 0 })
  })

  test("is counted as PayPal has carried it out, over any history", { timeout: 120_000 }, async () => {
    const step = fc.oneof(
      fc.record({ kind: fc.constant("refund" as const), minor: fc.integer({ min: 100, max: 6000 }) }),
      fc.record({ kind: fc.constant("hold" as const), holds: fc.boolean() }),
      fc.record({
        kind: fc.constant("decide" as const),
        status: fc.constantFrom("COMPLETED" as const, "FAILED" as const),
      }),
      fc.record({ kind: fc.constantFrom("follow" as const, "reread" as const) }),
    )
    let run = 0
    await inHistoriesAsync(12, fc.array(step, { minLength: 3, maxLength: 9 }), async (steps) => {
      run += 1
      const { actor, paymentId, page, decide } = await paidSchool(`Variations ${run}`)
      const subscriptionId = findSubscription(actor)?.providerSubscriptionId ?? ""
      const reread = () => rereadPlatformPayments(actor, subscriptionId, Date.now())
      for (const [index, each] of steps.entries()) {
        if (each.kind === "hold") await paypal.control(`/payments/${paymentId}`, { refundsPend: each.holds })
        if (each.kind === "refund")
          await staff.submit(page, asked(paymentId, `run-${run}-${index}`, `${each.minor / 100}`))
        if (each.kind === "decide") await decide(each.status)
        if (each.kind === "follow") await followHeldRefunds(actor)
        if (each.kind === "reread") await reread()
        // What is counted is what our rows say is done, and never more than was paid.
        const rows = refundsOf(actor)
        const sumOf = (state: string) =>
          rows.filter((row) => row.state === state).reduce((sum, { amountMinor }) => sum + amountMinor, 0)
        expect(paymentOf(actor)?.refundedMinor).toBe(sumOf("done"))
        expect(sumOf("done") + sumOf("held")).toBeLessThanOrEqual(14_900)
      }
      await decide("COMPLETED")
      await followHeldRefunds()
      const ledger: { id: string; refunds?: { status?: string; amount: { value: string } }[] }[] =
        await paypal.ledger()
      const gone = (ledger.find(({ id }) => id === paymentId)?.refunds ?? [])
        .filter(({ status = "COMPLETED" }) => status === "COMPLETED")
        .reduce((sum, { amount }) => sum + Math.round(Number(amount.value) * 100), 0)
      expect(paymentOf(actor)?.refundedMinor).toBe(gone)
      const done = refundsOf(actor).filter(({ state }) => state === "done")
      const failed = refundsOf(actor).filter(({ state }) => state === "failed")
      expect([mailsOf(actor).length, casesOf(actor).length]).toEqual([done.length, failed.length])
    })
  })
})
