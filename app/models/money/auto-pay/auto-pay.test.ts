import { readFileSync } from "node:fs"
import { schools } from "db/schema/accounts-schools"
import fc from "fast-check"
import { afterAll, afterEach, describe, expect, test } from "vitest"
import { queueCharges } from "~/jobs/charge-saved-accounts.server"
import { reconcilePaymentOrders } from "~/jobs/reconcile-payment-orders.server"
import { runNextJob, runNextProviderJob } from "~/jobs/run-job.server"
import { queueEnding } from "~/models/accounts/school/change-payee.server"
import { showPaymentToken } from "~/providers/paypal/vault.server"
import { fixClock, now } from "~/utils/clock.server"
import { addDays } from "~/utils/dates"
import {
  announced,
  chargesOf,
  mailOf,
  paymentsOf,
  save,
  savingFamily,
  taken,
} from "../../../../tests/support/auto-pay"
import { billFamilies, owe } from "../../../../tests/support/billing"
import { testNow } from "../../../../tests/support/clock"
import { invoiceOver, openPayingFamily } from "../../../../tests/support/family"
import { inAct } from "../../../../tests/support/in-act"
import { payInCash } from "../../../../tests/support/payments"
import { startPayPal } from "../../../../tests/support/paypal"
import { changeRows } from "../../../../tests/support/school"
import { findInvoice } from "../invoice/invoice.server"
import { familyBalance } from "../ledger/ledger.server"
import { announceCharges, findCharge, holdCharge, releaseCharge } from "./announce-charges.server"
import { chargeDay, chargedAmount, nextTry, retryDays } from "./auto-pay"
import { changeAutoPayRule } from "./auto-pay-rule.server"
import { carryOutCharge } from "./carry-out-charge.server"
import { listCharges, listOwnAutoPay } from "./list-auto-pay.server"
import { startSaving } from "./save-account.server"
import { endMethod } from "./saved-methods.server"

const paypal = await startPayPal()
afterEach(async () => {
  fixClock(testNow)
  await paypal.noFaults()
})
afterAll(() => paypal.close())

const day = 86_400_000

describe("the rule", () => {
  const days = fc.integer({ min: 0, max: 60 }).map((count) => addDays("2026-11-01", count))

  test("a charge is never before the due date nor before the announcement has been out", () => {
    fc.assert(
      fc.property(days, days, fc.integer({ min: 1, max: 14 }), (dueOn, announcedOn, daysBefore) => {
        const chargeOn = chargeDay(dueOn, announcedOn, daysBefore)
        expect(chargeOn >= dueOn && chargeOn >= addDays(announcedOn, daysBefore)).toBe(true)
        expect([dueOn, addDays(announcedOn, daysBefore)]).toContain(chargeOn)
      }),
    )
  })

  test("a declined charge is tried on later days only, and as often as stated", () => {
    fc.assert(
      fc.property(days, days, fc.integer({ min: 1, max: 6 }), (chargeOn, today, failures) => {
        const next = nextTry(chargeOn, failures, today)
        expect(next === undefined).toBe(failures > retryDays.length)
        if (next) expect(next > today && next > chargeOn).toBe(true)
      }),
    )
    expect(nextTry("2026-11-01", 1, "2026-11-01")).toBe("2026-11-04")
    expect(nextTry("2026-11-01", 2, "2026-11-04")).toBe("2026-11-08")
  })

  test("charges what docs/accounting.md says", () => {
    const page = readFileSync("docs/accounting.md", "utf8")
    const chapter = page.split(/^## /m).find((text) => text.startsWith("Automatic payment\n")) ?? ""
    const rows = [...chapter.matchAll(/^\| ([\d.]+) \| ([\d.]+) \| ([\d.]+) \|$/gm)]
    expect(rows).toHaveLength(4)
    for (const row of rows) {
      const [announcedMinor = 0, dueMinor = 0, charged] = row
        .slice(1)
        .map((text) => Math.round(Number(text) * 100))
      expect(chargedAmount(announcedMinor, dueMinor)).toBe(charged)
    }
  })

  test("takes no more than was announced and than is due", () => {
    fc.assert(
      fc.property(fc.nat(99_999), fc.nat(99_999), (announcedMinor, openMinor) => {
        const amount = chargedAmount(announcedMinor, openMinor)
        expect(amount <= announcedMinor && amount <= openMinor && amount >= 0).toBe(true)
      }),
    )
  })
})

describe("saving an account", () => {
  test("stores what was agreed to and when, and tells the payer", async () => {
    const family = await savingFamily(paypal)
    expect(family.back).toContain("/student/automatic-payment/return?agreement=")
    expect(family.standing()).toMatchObject({
      state: "active",
      payerEmail: "buyer@paypal-sandbox.example",
      agreedAt: testNow,
      agreement: expect.stringContaining("at least 3 days before"),
    })
    expect(mailOf(family.school.school.id, "auto-pay-started")).toHaveLength(1)
  })

  test("coming back twice, or twice at once, begins it once", async () => {
    const family = await savingFamily(paypal)
    expect(await Promise.all([family.settle(), family.settle()])).toEqual(["saved", "saved"])
    expect(mailOf(family.school.school.id, "auto-pay-started")).toHaveLength(1)
  })

  test("one who didn’t agree at PayPal saves nothing, and one who closed the tab is found by asking", async () => {
    const declined = await savingFamily(paypal, "cancel")
    expect(declined.standing()).toBeUndefined()
    const closed = await savingFamily(paypal, "agree-and-close")
    expect(closed.standing()).toBeUndefined()
    fixClock(testNow + 2 * 60_000)
    await reconcilePaymentOrders()
    expect(closed.standing()?.state).toBe("active")
  })

  test("an answer lost on the way is asked for again under the same id", async () => {
    const family = openPayingFamily()
    changeAutoPayRule(family.school, { isOffered: true, daysBefore: 3 })
    await paypal.fault({ kind: "reset", path: "/v3/vault/payment-tokens", afterwards: true })
    const saved = await save(paypal, family)
    expect(saved.standing()).toBeUndefined()
    expect(await saved.settle()).toBe("saved")
    expect(saved.standing()?.state).toBe("active")
  })

  test("a second account takes the first one’s place and its announced charges", async () => {
    const family = await savingFamily(paypal)
    const first = family.standing()
    const { charge } = announced(family)
    await save(paypal, family)
    const second = family.standing()
    expect(second?.id).not.toBe(first?.id)
    expect(family.find()).toMatchObject({ state: "ended", endedBy: "replaced" })
    expect(findCharge(family.school, charge.id)).toMatchObject({ methodId: second?.id, state: "announced" })
    while (await runNextProviderJob());
    expect(await showPaymentToken(first?.paymentTokenId ?? "")).toBeNull()
    expect(await showPaymentToken(second?.paymentTokenId ?? "")).not.toBeNull()
  })

  test("ends with the school’s account at PayPal, and its payer is told; another one in its place changes nothing", async () => {
    const [family, other] = [await savingFamily(paypal), await savingFamily(paypal)]
    const { charge } = announced(family)
    for (const [{ school }, payeeEmail] of [
      [family, null],
      [other, "new@harmony.example"],
    ] as const) {
      changeRows(schools, { id: school.school.id }, { payeeEmail })
      inAct(queueEnding)(school, "pay@harmony.example")
    }
    while (await runNextJob());
    expect(family.find()).toMatchObject({ state: "ended", endedBy: "account" })
    expect(findCharge(family.school, charge.id)?.state).toBe("dropped")
    expect(mailOf(family.school.school.id, "auto-pay-ended")).toHaveLength(1)
    expect(other.standing()?.state).toBe("active")
  })

  test("ends by the jobs of the school’s day where its account at PayPal went without that", async () => {
    const [family, other] = [await savingFamily(paypal), await savingFamily(paypal)]
    changeRows(schools, { id: family.school.school.id }, { payeeEmail: null })
    for (const { school } of [family, other, family]) inAct(queueCharges)(school)
    expect(family.find()).toMatchObject({ state: "ended", endedBy: "account" })
    expect(mailOf(family.school.school.id, "auto-pay-ended")).toHaveLength(1)
    expect(other.standing()?.state).toBe("active")
  })

  test("isn’t offered by a school that turned it off, nor for another’s family", async () => {
    const family = openPayingFamily()
    expect(await startSaving(family.guardian.actor, family.familyId)).toBeRefused("not-offered")
    changeAutoPayRule(family.school, { isOffered: true, daysBefore: 3 })
    const other = openPayingFamily()
    expect(await startSaving(family.guardian.actor, other.familyId)).toBeRefused("no-family")
  })
})

describe("a charge", () => {
  test("is announced by email, made on the due date, recorded and receipted once", async () => {
    const family = await savingFamily(paypal)
    const { invoiceId, charge, dueOn, onDay } = announced(family)
    expect(charge).toMatchObject({ amountMinor: 26_775, chargeOn: dueOn, state: "announced" })
    announceCharges(family.school)
    expect(mailOf(family.school.school.id, "auto-charge-announced")).toHaveLength(1)
    await carryOutCharge(family.school, charge.id)
    expect(paymentsOf(family.familyId)).toHaveLength(0)
    onDay()
    await Promise.all([carryOutCharge(family.school, charge.id), carryOutCharge(family.school, charge.id)])
    await carryOutCharge(family.school, charge.id)
    expect(findCharge(family.school, charge.id)?.state).toBe("paid")
    expect(paymentsOf(family.familyId)).toMatchObject([
      { amountMinor: 26_775, method: "paypal", payerName: "Jonas Haddad" },
    ])
    expect(await taken(paypal, family.payeeEmail)).toHaveLength(1)
    expect(findInvoice(family.school, invoiceId)?.state).toBe("paid")
    expect(familyBalance(family.school, family.familyId)).toBe(0)
    expect(mailOf(family.school.school.id, "payment-receipt")).toHaveLength(1)
  })

  test("is announced as early as the payer agreed to, though the school announces later ones later", async () => {
    const family = await savingFamily(paypal)
    changeAutoPayRule(family.school, { isOffered: true, daysBefore: 1 })
    const { charge, dueOn } = announced(family)
    expect(charge).toMatchObject({ chargeOn: dueOn })
    const late = announced(family, 5_000)
    expect(late.charge.chargeOn).toBe(dueOn)
    fixClock(Date.parse(`${dueOn}T15:00:00Z`))
    const invoiceId = invoiceOver(family.school, family, 7_000)
    announceCharges(family.school)
    const today = chargesOf(family.familyId).find((each) => each.invoiceId === invoiceId)
    expect(today?.chargeOn).toBe(addDays(dueOn, 3))
  })

  test("isn’t announced while the emails of the invoice’s run wait", async () => {
    const family = await savingFamily(paypal)
    owe(family.school, { familyId: family.familyId, studentIds: [] }, 12_000)
    const period = { from: "2026-11-01", to: "2026-11-30", dueOn: "2026-11-20", note: null, asDrafts: false }
    billFamilies(family.school, { ...period, familyIds: [family.familyId] })
    announceCharges(family.school)
    expect(mailOf(family.school.school.id, "auto-charge-announced")).toEqual([])
    fixClock(now() + 3 * 60_000)
    announceCharges(family.school)
    expect(mailOf(family.school.school.id, "auto-charge-announced")).toHaveLength(1)
  })

  test("runs by the jobs of the school’s day", async () => {
    const family = await savingFamily(paypal)
    const invoiceId = invoiceOver(family.school, family, 12_000)
    const dueOn = findInvoice(family.school, invoiceId)?.dueOn ?? ""
    for (const before of [3, 0]) {
      fixClock(Date.parse(`${dueOn}T15:00:00Z`) - before * day)
      inAct(queueCharges)(family.school)
      while (await runNextJob());
    }
    expect(findInvoice(family.school, invoiceId)?.state).toBe("sent")
    while (await runNextProviderJob());
    expect(findInvoice(family.school, invoiceId)?.state).toBe("paid")
  })

  test("waits with the school’s others once PayPal doesn’t answer one", async () => {
    const family = await savingFamily(paypal)
    announced(family, 4_000)
    const { onDay } = announced(family, 6_000)
    onDay()
    inAct(queueCharges)(family.school)
    await paypal.fault({ kind: "reset", path: "/v2/checkout/orders", times: 9 })
    while (await runNextProviderJob());
    const states = () => chargesOf(family.familyId).map(({ state }) => state)
    expect(states().sort()).toEqual(["announced", "charging"])
    await paypal.noFaults()
    fixClock(now() + 11 * 60_000)
    while (await runNextProviderJob());
    await reconcilePaymentOrders()
    expect(states()).toEqual(["paid", "paid"])
  })

  test("takes the payer’s share only, and less when a part was paid since", async () => {
    const family = await savingFamily(paypal, "agree", [
      { name: "Jonas Haddad", payerShare: 6_000 },
      { name: "Mara Haddad", payerShare: 4_000 },
    ])
    const { invoiceId, charge, onDay } = announced(family, 10_000)
    expect(charge.amountMinor).toBe(6_000)
    onDay()
    payInCash(family.school, { invoiceId, amountMinor: 1_000 })
    await carryOutCharge(family.school, charge.id)
    expect(paymentsOf(family.familyId).map(({ amountMinor }) => amountMinor)).toEqual([1_000, 5_000])
  })

  test("isn’t made once the invoice is paid, the office holds it, or the payer ended it", async () => {
    const family = await savingFamily(paypal)
    const paid = announced(family)
    paid.onDay()
    payInCash(family.school, { invoiceId: paid.invoiceId, amountMinor: 26_775 })
    await carryOutCharge(family.school, paid.charge.id)
    expect(findCharge(family.school, paid.charge.id)?.state).toBe("dropped")

    const held = announced(family, 5_000)
    holdCharge(family.school, { charge: held.charge.id, reason: "on vacation" })
    held.onDay()
    await carryOutCharge(family.school, held.charge.id)
    expect(findCharge(family.school, held.charge.id)?.state).toBe("held")
    expect(releaseCharge(family.school, held.charge.id)).toEqual({
      ok: true,
      chargeOn: addDays(held.dueOn, 3),
    })
    await carryOutCharge(family.school, held.charge.id)
    expect(findCharge(family.school, held.charge.id)?.state).toBe("announced")
    expect(listCharges(family.school, { page: 1, perPage: 10 }).total).toBe(1)

    endMethod(family.guardian.actor, family.find(), "family")
    fixClock(now() + 4 * day)
    await carryOutCharge(family.school, held.charge.id)
    expect(findCharge(family.school, held.charge.id)?.state).toBe("dropped")
    announceCharges(family.school)
    expect(listOwnAutoPay(family.guardian.actor)[0]?.method).toBeUndefined()
    expect(await taken(paypal, family.payeeEmail)).toHaveLength(0)
    expect(mailOf(family.school.school.id, "auto-pay-ended")).toHaveLength(1)
  })

  test("that the jobs missed for days is announced again before it is made", async () => {
    const family = await savingFamily(paypal)
    const { charge, onDay } = announced(family)
    onDay()
    fixClock(now() + 5 * day)
    await carryOutCharge(family.school, charge.id)
    expect(findCharge(family.school, charge.id)?.state).toBe("dropped")
    announceCharges(family.school)
    expect(findCharge(family.school, charge.id)).toMatchObject({
      state: "announced",
      chargeOn: addDays(new Date(now()).toISOString().slice(0, 10), 3),
    })
  })
})
