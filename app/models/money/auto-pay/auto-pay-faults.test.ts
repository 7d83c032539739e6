import { schools } from "db/schema/accounts-schools"
import { autoCharges, savedMethods } from "db/schema/money-auto-pay"
import { paymentOrders } from "db/schema/money-payments"
import { guardians } from "db/schema/people"
import { afterAll, afterEach, describe, expect, test } from "vitest"
import { queueCharges } from "~/jobs/charge-saved-accounts.server"
import { composeMail } from "~/jobs/mail/compose-mail.server"
import { reconcilePaymentOrders } from "~/jobs/reconcile-payment-orders.server"
import { listOffice } from "~/models/accounts/school/office.server"
import { clearBounce, noteBounce } from "~/models/foundation/outbox/bounce.server"
import { readDashboard } from "~/models/overview/dashboard/dashboard.server"
import { fixClock, now, todayOf } from "~/utils/clock.server"
import { addDays } from "~/utils/dates"
import { announced, mailOf, paymentsOf, save, savingFamily, taken } from "../../../../tests/support/auto-pay"
import { testNow } from "../../../../tests/support/clock"
import { openPayingFamily } from "../../../../tests/support/family"
import { inAct } from "../../../../tests/support/in-act"
import { chargeLateFees } from "../../../../tests/support/late-fees"
import { startPayPal } from "../../../../tests/support/paypal"
import { changeRows, rowOf, rowsOf } from "../../../../tests/support/school"
import { findInvoice } from "../invoice/invoice.server"
import { recordPayment } from "../payment/payment.server"
import { findCharge, findComingCharge, holdCharge, releaseCharge } from "./announce-charges.server"
import { changeAutoPayRule } from "./auto-pay-rule.server"
import { adoptLostOrder, carryOutCharge } from "./carry-out-charge.server"
import { listMethodsToAskAbout } from "./find-methods.server"
import { payerOf } from "./payer.server"
import { checkSavedAccount, recordAsked } from "./save-account.server"
import { resumeMethod } from "./saved-methods.server"

const paypal = await startPayPal()
afterEach(async () => {
  fixClock(testNow)
  await paypal.noFaults()
})
afterAll(() => paypal.close())

const day = 86_400_000

describe("faults", () => {
  test("an answer lost after the money was taken: the repeat records it once", async () => {
    const family = await savingFamily(paypal)
    const { charge, onDay } = announced(family)
    onDay()
    await paypal.fault({ kind: "reset", path: "/v2/checkout/orders", afterwards: true })
    await carryOutCharge(family.school, charge.id)
    expect(findCharge(family.school, charge.id)?.state).toBe("charging")
    fixClock(now() + 2 * 60_000)
    await reconcilePaymentOrders()
    expect(findCharge(family.school, charge.id)?.state).toBe("paid")
    expect(await taken(paypal, family.payeeEmail)).toHaveLength(1)
    expect(paymentsOf(family.familyId)).toHaveLength(1)
  })

  test("one charge that PayPal doesn’t answer holds up no other, and is asked again after them", async () => {
    const [stuck, other] = [await savingFamily(paypal), await savingFamily(paypal)]
    const charges = [stuck, other].map((family) => ({ family, ...announced(family) }))
    charges[0]?.onDay()
    await paypal.fault({ kind: "reset", path: "/v2/checkout/orders", method: "POST", times: 2 })
    for (const { family, charge } of charges) {
      await carryOutCharge(family.school, charge.id)
      fixClock(now() + 1_000)
    }
    const states = () => charges.map(({ family, charge }) => findCharge(family.school, charge.id)?.state)
    expect(states()).toEqual(["charging", "charging"])
    fixClock(now() + 2 * 60_000)
    const at = now()
    await paypal.fault({ kind: "status", status: 500, path: "/v2/checkout/orders", method: "POST" })
    await reconcilePaymentOrders()
    expect(states()).toEqual(["charging", "paid"])
    expect(findCharge(stuck.school, charges[0]?.charge.id ?? "")?.updatedAt).toBe(at)
    fixClock(now() + 2 * 60_000)
    await reconcilePaymentOrders()
    expect(states()).toEqual(["paid", "paid"])
  })

  test("an answer lost for good: the provider’s message names the order, and it is recorded once", async () => {
    const family = await savingFamily(paypal)
    const { charge, onDay } = announced(family)
    onDay()
    await paypal.fault({ kind: "reset", path: "/v2/checkout/orders", afterwards: true })
    await carryOutCharge(family.school, charge.id)
    const [row] = await taken(paypal, family.payeeEmail)
    const adopted = await adoptLostOrder(row.sourceId, () => family.school)
    expect(adopted).toMatchObject({ autoChargeId: charge.id, providerOrderId: row.sourceId })
    expect(await adoptLostOrder("5O190127TN364715T", () => family.school)).toBeUndefined()
    await Promise.all([carryOutCharge(family.school, charge.id), carryOutCharge(family.school, charge.id)])
    expect(findCharge(family.school, charge.id)?.state).toBe("paid")
    expect(paymentsOf(family.familyId)).toHaveLength(1)
    expect(await taken(paypal, family.payeeEmail)).toHaveLength(1)
  })

  test("a provider that was away for hours isn’t asked to take it twice", async () => {
    const family = await savingFamily(paypal)
    const { charge, onDay } = announced(family)
    onDay()
    await paypal.fault({ kind: "reset", path: "/v2/checkout/orders", afterwards: true })
    await carryOutCharge(family.school, charge.id)
    fixClock(now() + 6 * 3_600_000)
    await reconcilePaymentOrders()
    expect(findCharge(family.school, charge.id)?.state).toBe("failed")
    expect(family.standing()?.state).toBe("paused")
    expect(await taken(paypal, family.payeeEmail)).toHaveLength(1)
    expect(mailOf(family.school.school.id, "auto-charge-given-up").length).toBeGreaterThan(0)
  })

  test("declined charges are retried by the rule, then the account is paused and all are told", async () => {
    const family = await savingFamily(paypal, "agree-then-decline")
    const { charge, dueOn, onDay } = announced(family)
    onDay()
    await carryOutCharge(family.school, charge.id)
    expect(findCharge(family.school, charge.id)).toMatchObject({
      state: "announced",
      failures: 1,
      nextTryOn: addDays(dueOn, 3),
    })
    await carryOutCharge(family.school, charge.id)
    expect(findCharge(family.school, charge.id)?.failures).toBe(1)
    fixClock(now() + 3 * day)
    await carryOutCharge(family.school, charge.id)
    expect(findCharge(family.school, charge.id)).toMatchObject({ failures: 2, nextTryOn: addDays(dueOn, 7) })
    fixClock(now() + 4 * day)
    await carryOutCharge(family.school, charge.id)
    expect(findCharge(family.school, charge.id)).toMatchObject({ state: "failed", failures: 3 })
    const mails = (template: string) => mailOf(family.school.school.id, template).length
    expect([mails("auto-charge-declined"), mails("auto-charge-failed")]).toEqual([2, 1])
    expect(mails("auto-charge-given-up")).toBeGreaterThan(0)
    expect(await taken(paypal, family.payeeEmail)).toHaveLength(0)
    expect(rowsOf(paymentOrders, { autoChargeId: charge.id })).toHaveLength(3)
    expect(resumeMethod(family.guardian.actor, family.find())).toBe(true)
  })

  test("what is on hold of a paused account is neither announced again nor kept", async () => {
    const family = await savingFamily(paypal, "agree-then-decline")
    const { charge, onDay } = announced(family)
    const other = announced(family, 5_000)
    holdCharge(family.school, { charge: other.charge.id, reason: "on vacation" })
    const announcements = () => mailOf(family.school.school.id, "auto-charge-announced").length
    const before = announcements()
    const methodId = family.find().id
    changeRows(savedMethods, { id: methodId }, { state: "paused" })
    expect(releaseCharge(family.school, other.charge.id)).toBeRefused("not-active")
    expect(announcements()).toBe(before)
    changeRows(savedMethods, { id: methodId }, { state: "active" })
    onDay()
    for (const days of [0, 3, 4]) {
      fixClock(now() + days * day)
      await carryOutCharge(family.school, charge.id)
    }
    expect(family.standing()?.state).toBe("paused")
    expect(findCharge(family.school, other.charge.id)).toMatchObject({ state: "dropped", holdReason: null })
  })

  test("a refusal that isn’t the payer’s puts the charge on hold and tells the office once", async () => {
    const family = await savingFamily(paypal)
    const { charge, onDay } = announced(family)
    const other = announced(family, 5_000)
    onDay()
    const body = { name: "NOT_AUTHORIZED", details: [{ issue: "PERMISSION_DENIED" }] }
    const fault = { target: "paypal", kind: "status", status: 403, path: "/v2/checkout/orders", times: 2 }
    await paypal.control("/faults", { ...fault, body })
    for (const { id } of [charge, other.charge]) {
      await carryOutCharge(family.school, id)
      expect(findCharge(family.school, id)).toMatchObject({ state: "held", failures: 0 })
    }
    expect(family.standing()?.state).toBe("active")
    const mails = (template: string) => mailOf(family.school.school.id, template).length
    expect(mails("auto-charge-declined") + mails("auto-charge-failed")).toBe(0)
    expect(mails("auto-charge-held")).toBe(listOffice(family.school).length)
    expect(releaseCharge(family.school, charge.id).ok).toBe(true)
    fixClock(now() + 3 * day)
    await carryOutCharge(family.school, charge.id)
    expect(findCharge(family.school, charge.id)?.state).toBe("paid")
  })

  test("a charge that no email could announce waits, and the office is told once, until the address is right", async () => {
    const family = await savingFamily(paypal)
    const { charge, onDay } = announced(family)
    const other = announced(family, 5_000)
    const { email } = payerOf(family.school, family.find())
    noteBounce({ id: "none", recipient: email ?? "" }, { kind: "bounced", reason: "No such user" })
    onDay()
    for (const { id } of [charge, other.charge]) {
      await carryOutCharge(family.school, id)
      expect(findCharge(family.school, id)).toMatchObject({ state: "held", failures: 0 })
    }
    expect(await taken(paypal, family.payeeEmail)).toHaveLength(0)
    const letters = mailOf(family.school.school.id, "auto-charge-held")
    expect(letters).toHaveLength(listOffice(family.school).length)
    const text = letters[0] ? (await composeMail(letters[0])).text : ""
    expect(text).toContain("emails to them come back, so we couldn’t tell them first")
    expect(releaseCharge(family.school, charge.id)).toBeRefused("no-email")
    clearBounce(email ?? "")
    expect(releaseCharge(family.school, charge.id).ok).toBe(true)
    fixClock(now() + 3 * day)
    await carryOutCharge(family.school, charge.id)
    expect(findCharge(family.school, charge.id)?.state).toBe("paid")
  })

  test("a charge that no email could announce is given up after two weeks, and its invoice is like any other", async () => {
    const family = await savingFamily(paypal)
    const { charge, invoiceId, onDay } = announced(family)
    const other = announced(family, 5_000)
    const { email } = payerOf(family.school, family.find())
    noteBounce({ id: "none", recipient: email ?? "" }, { kind: "bounced", reason: "No such user" })
    changeRows(
      schools,
      { id: family.school.school.id },
      { lateFeeKind: "fixed", lateFeeMinor: 500, lateFeeAfterDays: 2 },
    )
    onDay()
    for (const { id } of [charge, other.charge]) await carryOutCharge(family.school, id)
    expect(readDashboard(family.school).waitingCharges).toBe(2)
    fixClock(now() + 13 * day)
    inAct(queueCharges)(family.school)
    expect(findCharge(family.school, charge.id)?.state).toBe("held")
    expect(chargeLateFees(family.school)).toBe(0)
    fixClock(now() + day)
    inAct(queueCharges)(family.school)
    expect(findCharge(family.school, charge.id)).toMatchObject({ state: "failed", holdKind: "unannounced" })
    expect(findCharge(family.school, other.charge.id)?.state).toBe("dropped")
    expect(readDashboard(family.school).waitingCharges).toBe(0)
    expect(family.standing()?.state).toBe("paused")
    expect(findInvoice(family.school, invoiceId)?.state).toBe("overdue")
    const [letter] = mailOf(family.school.school.id, "auto-charge-given-up")
    const text = letter ? (await composeMail(letter)).text : ""
    expect(text).toContain("We couldn’t announce it by email for 14 days.")
    expect(text).toContain("No email reaches them, so let them know.")
    const [told] = mailOf(family.school.school.id, "auto-charge-failed")
    expect(told && (await composeMail(told)).text).toContain("is paused. Pay this invoice yourself.")
    expect(chargeLateFees(family.school)).toBe(2)
    inAct(queueCharges)(family.school)
    expect(mailOf(family.school.school.id, "auto-charge-given-up")).toHaveLength(
      listOffice(family.school).length,
    )
  })

  test("a charge that no email could announce and that was paid otherwise isn’t given up, but not needed", async () => {
    const family = await savingFamily(paypal)
    const { charge, invoiceId, onDay } = announced(family)
    const { email } = payerOf(family.school, family.find())
    noteBounce({ id: "none", recipient: email ?? "" }, { kind: "bounced", reason: "No such user" })
    onDay()
    await carryOutCharge(family.school, charge.id)
    recordPayment(family.school, {
      ...{ invoiceId, amountMinor: charge.amountMinor, method: "cash" as const, payerName: "Grandma" },
      receivedOn: todayOf(family.school),
    })
    fixClock(now() + 14 * day)
    inAct(queueCharges)(family.school)
    expect(findCharge(family.school, charge.id)?.state).toBe("dropped")
    expect(family.standing()?.state).toBe("active")
    expect(mailOf(family.school.school.id, "auto-charge-given-up")).toHaveLength(0)
  })

  test("a charge that no email could announce is announced to the address the school has corrected", async () => {
    const family = await savingFamily(paypal)
    const { charge, invoiceId, onDay } = announced(family)
    const { email, name } = payerOf(family.school, family.find())
    noteBounce({ id: "none", recipient: email ?? "" }, { kind: "bounced", reason: "No such user" })
    onDay()
    // Corrected before the charge, but what was announced went to the old address.
    changeRows(guardians, { id: family.find().guardianId ?? "" }, { email: "right@haddad.example" })
    await carryOutCharge(family.school, charge.id)
    expect(findCharge(family.school, charge.id)).toMatchObject({ state: "held", failures: 0 })
    expect(findComingCharge(family.guardian.actor, invoiceId)).toMatchObject({ isUnannounced: true })
    expect(releaseCharge(family.school, charge.id).ok).toBe(true)
    const letters = mailOf(family.school.school.id, "auto-charge-announced")
    expect(letters.map(({ recipient }) => recipient)).toEqual([email, "right@haddad.example"])
    expect(letters[1]?.data).toContain(name)
    fixClock(now() + 3 * day)
    await carryOutCharge(family.school, charge.id)
    expect(findCharge(family.school, charge.id)?.state).toBe("paid")
  })

  test.each(["payer", "school"])(
    "a charge that no email could announce is announced after two weeks where the %s has corrected the address",
    async (by) => {
      const family = await savingFamily(paypal)
      const { charge, onDay } = announced(family)
      const { email } = payerOf(family.school, family.find())
      noteBounce({ id: "none", recipient: email ?? "" }, { kind: "bounced", reason: "No such user" })
      onDay()
      await carryOutCharge(family.school, charge.id)
      if (by === "payer") clearBounce(email ?? "")
      else changeRows(guardians, { id: family.find().guardianId ?? "" }, { email: "right@haddad.example" })
      fixClock(now() + 14 * day)
      inAct(queueCharges)(family.school)
      expect(findCharge(family.school, charge.id)).toMatchObject({ state: "announced", holdKind: null })
      expect(family.standing()?.state).toBe("active")
      expect(mailOf(family.school.school.id, "auto-charge-announced")).toHaveLength(2)
      expect(mailOf(family.school.school.id, "auto-charge-given-up")).toHaveLength(0)
      fixClock(now() + 3 * day)
      await carryOutCharge(family.school, charge.id)
      expect(findCharge(family.school, charge.id)?.state).toBe("paid")
    },
  )

  test.each([
    ["unannounced", 0],
    ["refused", 0],
    ["office", 1],
  ] as const)("a charge on hold, of the kind %s, brings %i late fees", async (holdKind, fees) => {
    const family = await savingFamily(paypal)
    const { charge, onDay } = announced(family)
    changeRows(
      schools,
      { id: family.school.school.id },
      { lateFeeKind: "fixed", lateFeeMinor: 500, lateFeeAfterDays: 2 },
    )
    onDay()
    changeRows(autoCharges, { id: charge.id }, { state: "held", holdKind, holdReason: "As its kind says." })
    fixClock(now() + 10 * day)
    expect(chargeLateFees(family.school)).toBe(fees)
  })

  test("a later try that PayPal takes pays the invoice", async () => {
    const family = await savingFamily(paypal, "agree-then-decline")
    const { charge, invoiceId, onDay } = announced(family)
    onDay()
    await carryOutCharge(family.school, charge.id)
    await paypal.control(`/saved-methods/${family.standing()?.paymentTokenId}`, { instrument: "accepted" })
    fixClock(now() + 3 * day)
    await carryOutCharge(family.school, charge.id)
    expect(findInvoice(family.school, invoiceId)?.state).toBe("paid")
  })

  test("a held capture is recorded when it completes", async () => {
    const family = await savingFamily(paypal, "agree-then-pend")
    const { charge, onDay } = announced(family)
    onDay()
    await carryOutCharge(family.school, charge.id)
    expect(findCharge(family.school, charge.id)?.state).toBe("charging")
    const order = rowOf(paymentOrders, { autoChargeId: charge.id })
    await paypal.control(`/orders/${order?.providerOrderId}`, { captureStatus: "COMPLETED" })
    fixClock(now() + 10 * 60_000)
    await reconcilePaymentOrders()
    await reconcilePaymentOrders()
    expect(findCharge(family.school, charge.id)?.state).toBe("paid")
    expect(paymentsOf(family.familyId)).toHaveLength(1)
  })

  test("an agreement that no one confirms is asked about for a day", async () => {
    const family = openPayingFamily()
    changeAutoPayRule(family.school, { isOffered: true, daysBefore: 3 })
    await save(paypal, family, null)
    const isAsked = () => {
      const asked = listMethodsToAskAbout(1_000).filter(
        ({ schoolId }) => schoolId === family.school.school.id,
      )
      for (const { id } of asked) recordAsked(family.school, id)
      return asked.length > 0
    }
    const hours: boolean[] = []
    for (const hour of [1, 2, 22, 29]) {
      fixClock(testNow + hour * 3_600_000)
      hours.push(isAsked())
    }
    expect(hours).toEqual([true, true, true, false])
  })

  test("an account deleted at PayPal ends it, by the message or at the next charge", async () => {
    const told = await savingFamily(paypal)
    const token = told.standing()?.paymentTokenId ?? ""
    expect(await checkSavedAccount(token, () => told.school)).toBe("standing")
    await paypal.control(`/saved-methods/${token}`, { isDeleted: true })
    expect(await checkSavedAccount(token, () => told.school)).toBe("ended")
    expect(told.find()).toMatchObject({ state: "ended", endedBy: "provider" })

    const untold = await savingFamily(paypal)
    const { charge, onDay } = announced(untold)
    await paypal.control(`/saved-methods/${untold.standing()?.paymentTokenId}`, { isDeleted: true })
    onDay()
    await carryOutCharge(untold.school, charge.id)
    expect(untold.find()).toMatchObject({ state: "ended", endedBy: "provider" })
    expect(findCharge(untold.school, charge.id)?.state).toBe("dropped")
  })

  test("someone who no longer sees the family’s money isn’t charged what was announced before", async () => {
    const family = await savingFamily(paypal)
    const { charge, onDay } = announced(family)
    changeRows(guardians, { familyId: family.familyId }, { seesMoney: false })
    onDay()
    await carryOutCharge(family.school, charge.id)
    expect(findCharge(family.school, charge.id)?.state).toBe("dropped")
    expect(family.find()).toMatchObject({ state: "ended", endedBy: "office" })
    expect(mailOf(family.school.school.id, "auto-pay-ended")).toHaveLength(1)
    expect(await taken(paypal, family.payeeEmail)).toHaveLength(0)
  })

  test("a school that stops offering it makes no announced charge", async () => {
    const family = await savingFamily(paypal)
    const { charge, onDay } = announced(family)
    changeAutoPayRule(family.school, { isOffered: false, daysBefore: 3 })
    changeAutoPayRule(family.school, { isOffered: false, daysBefore: 3 })
    const told = mailOf(family.school.school.id, "auto-pay-ended")
    expect(told.map(({ data }) => JSON.parse(data).by)).toEqual(["off"])
    onDay()
    await carryOutCharge(family.school, charge.id)
    expect(findCharge(family.school, charge.id)?.state).toBe("dropped")
    changeRows(schools, { id: family.school.school.id }, { payeeEmail: null })
    expect(await taken(paypal, family.payeeEmail)).toHaveLength(0)
  })
})
