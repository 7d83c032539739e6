import { guardians } from "db/schema/people"
import { afterAll, describe, expect, test } from "vitest"
import { reconcilePaymentOrders } from "~/jobs/reconcile-payment-orders.server"
import type { Actor } from "~/models/foundation/access/actor"
import { fixClock, now } from "~/utils/clock.server"
import { openFamily } from "../../../../tests/support/billing"
import { invoiceOver, openPayingFamily, signedIn } from "../../../../tests/support/family"
import { startPayPal } from "../../../../tests/support/paypal"
import { changeRows, rowOf } from "../../../../tests/support/school"
import { findPortalInvoice } from "../family-invoice/portal-invoices.server"
import { findInvoice } from "../invoice/invoice.server"
import { familyBalance } from "../ledger/ledger.server"
import { findOwnOrder } from "../payment-order/payment-order.server"
import { settlePayment } from "../payment-order/settle-payment.server"
import { type StartedPayment, startInvoicePayment, startPayAll } from "../payment-order/start-payment.server"
import { mergeFamiliesWork } from "./merge-families.server"

// Someone pays through PayPal while the office merges the family, or takes the merge back.

const paypal = await startPayPal()
afterAll(() => paypal.close())

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
  const people = {
    jonas: gone.guardian.actor,
    mateo,
    jonasId: gone.guardianIds[0] ?? "",
    mateoId: keep.guardianIds[0] ?? "",
  }
  return { office, ...people, ids, facts, merge, balances }
}

/** Approves what was started, and answers what settles it. */
async function approve(
  payer: Actor,
  invoiceIds: readonly string[],
  started: StartedPayment,
  button: "pay" | "pay-pending" = "pay",
) {
  if (!started.ok) throw new Error(started.reason)
  await paypal.press(started.approveUrl, button)
  const orderId = new URL(started.approveUrl).searchParams.get("token") ?? ""
  return async () => {
    const order = invoiceIds.flatMap((id) => findOwnOrder(payer, id, orderId) ?? [])[0]
    if (!order) throw new Error("The order is not there")
    return settlePayment(payer, order)
  }
}

const emailOf = (guardianId: string) => rowOf(guardians, { id: guardianId })?.email ?? null

const paying = {
  ok: false,
  reason: expect.stringContaining("Undo this merge once the payment provider has answered."),
}
const booked = { ok: false, reason: expect.stringContaining("have changed, so this merge") }

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

describe("a payment that PayPal holds", () => {
  const minute = 60_000

  /** Jonas has paid an invoice, or all, and PayPal holds the money; answers how PayPal decides. */
  async function held(
    both: ReturnType<typeof twoOwing>,
    payer: Actor,
    started: StartedPayment,
  ): Promise<(status: "COMPLETED" | "DECLINED") => Promise<void>> {
    const settle = await approve(payer, [both.ids.gone, both.ids.keep], started, "pay-pending")
    expect(await settle()).toEqual({ state: "processing" })
    const orderId = new URL(started.ok ? started.approveUrl : "").searchParams.get("token") ?? ""
    return async (status) => {
      await paypal.control(`/orders/${orderId}`, { captureStatus: status })
      fixClock(now() + 10 * minute)
      await reconcilePaymentOrders()
    }
  }

  test("since before a merge is shown to its payer, not taken again by anyone, and on the one account once it arrives", async () => {
    const both = twoOwing()
    const { office, jonas, mateo, ids, merge, balances } = both
    const decide = await held(both, jonas, await startInvoicePayment(jonas, ids.gone))
    merge()
    expect(findPortalInvoice(jonas, ids.gone)?.processing).toMatchObject({ amountMinor: 8000 })
    expect(await startInvoicePayment(jonas, ids.gone)).toBeRefused("processing")
    expect(findPortalInvoice(mateo, ids.gone)?.processing).toMatchObject({ isOwn: false })
    expect(await startInvoicePayment(mateo, ids.gone)).toBeRefused("processing")
    expect(await startPayAll(mateo)).toBeRefused("changed")
    const settleAll = await approve(mateo, [ids.keep], await startInvoicePayment(mateo, ids.keep))
    expect(await settleAll()).toMatchObject({ state: "paid" })
    await decide("COMPLETED")
    expect(findInvoice(office, ids.gone)).toMatchObject({ state: "paid", openMinor: 0 })
    expect(findInvoice(office, ids.keep)).toMatchObject({ state: "paid", openMinor: 0 })
    expect(balances()).toEqual([0, 0])
  })

  test.each(["COMPLETED", "DECLINED"] as const)(
    "and %s after the merge was undone is the earlier family’s",
    async (status) => {
      const both = twoOwing()
      const { jonas, ids, merge, balances } = both
      const decide = await held(both, jonas, await startInvoicePayment(jonas, ids.gone))
      expect(merge()()).toMatchObject({ ok: true })
      await decide(status)
      expect(balances()).toEqual([12_000, status === "COMPLETED" ? 0 : 8000])
    },
  )

  test("by someone who is in both families is theirs on the one account, and once it is undone", async () => {
    for (const isUndone of [false, true]) {
      const both = twoOwing()
      const { office, jonas, ids, facts, merge, balances } = both
      const email = emailOf(both.jonasId)
      changeRows(guardians, { id: both.mateoId }, { email })
      const decide = await held(both, jonas, await startInvoicePayment(jonas, ids.gone))
      const undo = merge()
      expect(findPortalInvoice(jonas, ids.gone)?.processing).toMatchObject({ amountMinor: 8000 })
      if (isUndone) expect(undo()).toMatchObject({ ok: true })
      await decide("COMPLETED")
      expect(balances()).toEqual([12_000, 0])
      expect(findInvoice(office, ids.gone)).toMatchObject({
        state: "paid",
        familyId: isUndone ? facts.goneId : facts.keepId,
      })
    }
  })

  test("for invoices of both holds the undo back until PayPal has refused it", async () => {
    const both = twoOwing()
    const { jonas, merge, balances } = both
    const undo = merge()
    const decide = await held(both, jonas, await startPayAll(jonas))
    expect(undo()).toMatchObject(paying)
    await decide("DECLINED")
    expect(undo()).toMatchObject({ ok: true })
    expect(balances()).toEqual([12_000, 8000])
  })
})
