import { schools } from "db/schema/accounts-schools"
import { jobs } from "db/schema/foundation"
import { emails } from "db/schema/foundation-mail"
import { autoCharges, savedMethods } from "db/schema/money-auto-pay"
import { reminderNotices } from "db/schema/money-reminders"
import { and, eq } from "drizzle-orm"
import { beforeEach, describe, expect, test } from "vitest"
import { runNextJob } from "~/jobs/run-job.server"
import { newRow } from "~/models/foundation/access/own.server"
import { queueJob } from "~/models/foundation/job/job.server"
import { ageingOf } from "~/models/overview/analytics/money-sums.server"
import { fixClock, now, todayOf } from "~/utils/clock.server"
import { instantOf } from "~/utils/zones"
import { testNow } from "../../../../tests/support/clock"
import { invoiceOver, openPayingFamily } from "../../../../tests/support/family"
import { inAct } from "../../../../tests/support/in-act"
import { chargeLateFees } from "../../../../tests/support/late-fees"
import { payInCash } from "../../../../tests/support/payments"
import { addRows, changeRows, removeRows, rowsOf } from "../../../../tests/support/school"
import { announceCharges } from "../auto-pay/announce-charges.server"
import { changeAutoPayRule } from "../auto-pay/auto-pay-rule.server"
import { listUnbilledCharges } from "../charge/unbilled.server"
import { findPortalInvoice, listPortalInvoices } from "../family-invoice/portal-invoices.server"
import { propose } from "../installment/installment"
import { findInvoice } from "../invoice/invoice.server"
import { listInvoices } from "../invoice/list-invoices.server"
import { changeLateFee } from "../late-fee/late-fee.server"
import { moneySummary } from "../ledger/money-summary.server"
import { recordPayment } from "../payment/payment.server"
import { portion, switchReminders } from "../reminder/send-reminders.server"
import { agreePlan } from "./payment-plan.server"

// What follows the installments of a plan: lists, figures, reminders, late fees, automatic payment, the family's pages.

beforeEach(() => void removeRows(jobs))

type Family = ReturnType<typeof openPayingFamily>

/** An invoice of 300.00 in three months from December 1. */
function planned(family: Family) {
  const invoiceId = invoiceOver(family.school, family, 30_000)
  const rows = propose({ totalMinor: 30_000, count: 3, firstOn: "2026-12-01", rhythm: "month" })
  const agreed = agreePlan(family.school, { invoiceId, invoiceIds: [], planId: null, rows, reason: "" })
  expect(agreed.ok).toBe(true)
  return invoiceId
}

const on = ({ school }: Family, day: string) => fixClock(instantOf(day, "09:30", school.school.timeZone))

async function remind(family: Family, ...days: string[]) {
  for (const day of days) {
    on(family, day)
    inAct(queueJob)({ kind: "remind-of-invoices" })
    while (await runNextJob());
  }
}

const notices = (invoiceId: string) =>
  rowsOf(reminderNotices, { invoiceId }, { only: ["step", "dueOn", "mails"], by: "sentOn" })

const mails = ({ school }: Family, template: string) =>
  rowsOf(emails, { schoolId: school.school.id, template }, { by: "createdAt" }).map(({ data }) =>
    JSON.parse(data),
  )

function saveAccount({ school, familyId, guardianIds, guardian }: Family) {
  changeAutoPayRule(school, { isOffered: true, daysBefore: 5 })
  const row = newRow(school)
  addRows(savedMethods, {
    ...row,
    familyId,
    guardianId: guardianIds[0] ?? null,
    memberId: guardian.actor.memberId ?? "",
    state: "active",
    agreement: "Agreed",
    agreedAt: now(),
    paymentTokenId: `token-${row.id}`,
    updatedAt: now(),
  })
  return row.id
}

describe("an invoice with a plan", () => {
  test("is due and overdue by its installments in lists, figures and aging", () => {
    const family = openPayingFamily()
    const { school, guardian } = family
    const invoiceId = planned(family)
    on(family, "2026-12-05")
    const [row] = listInvoices(school, { page: null }).rows
    expect(row).toMatchObject({
      state: "overdue",
      dueOn: "2026-12-01",
      openMinor: 30_000,
      overdueMinor: 10_000,
    })
    const summary = moneySummary(school)
    expect(summary.overdue).toEqual({ amountMinor: 10_000, families: 1 })
    expect([summary.due.amountMinor, summary.later.amountMinor]).toEqual([0, 20_000])
    expect(ageingOf(school, todayOf(school), {}).map(({ openMinor }) => openMinor)).toEqual([
      20_000, 10_000, 0, 0, 0,
    ])
    expect(findPortalInvoice(guardian.actor, invoiceId)?.own).toMatchObject({
      openMinor: 30_000,
      dueNowMinor: 10_000,
      overdueMinor: 10_000,
    })
    const paid = payInCash(school, { amountMinor: 10_000, receivedOn: "2026-12-05", invoiceId })
    expect(paid.ok).toBe(true)
    expect(findInvoice(school, invoiceId)).toMatchObject({ state: "part-paid", dueOn: "2027-01-01" })
    expect(listPortalInvoices(guardian.actor)[0]).toMatchObject({ dueOn: "2027-01-01", dueNowMinor: 10_000 })
    expect(moneySummary(school).overdue.amountMinor).toBe(0)
  })

  test("is reminded of by installment, and the email names it", async () => {
    const family = openPayingFamily()
    switchReminders(family.school, true)
    const invoiceId = planned(family)
    await remind(family, "2026-11-28", "2026-12-08", "2026-12-29")
    expect(notices(invoiceId)).toEqual([
      { step: "before", dueOn: "2026-12-01", mails: 1 },
      { step: "overdue1", dueOn: "2026-12-01", mails: 1 },
      { step: "overdue2", dueOn: "2026-12-01", mails: 1 },
    ])
    await remind(family, "2026-12-30")
    expect(notices(invoiceId).at(-1)).toEqual({ step: "before", dueOn: "2027-01-01", mails: 1 })
    const [before] = mails(family, "invoice-reminder")
    expect(before.paragraphs).toEqual([
      expect.stringContaining("$100.00"),
      "This is installment 1 of 3 of your payment plan.",
    ])
    expect(before).toMatchObject({ installment: "1 of 3", installmentDue: "$100.00", open: "$300.00" })
    const last = mails(family, "invoice-reminder").at(-1)
    expect(last).toMatchObject({ installment: "1 and 2 of 3", installmentDue: "$200.00" })
    expect(last.paragraphs).toContain("These are installments 1 and 2 of 3 of your payment plan.")
  })

  test("is charged a late fee for each installment that is late, of what is overdue", () => {
    const family = openPayingFamily()
    const { school } = family
    const percent = { kind: "percent", percent: 10_000, afterDays: 5, isMonthly: false } as const
    changeLateFee(school, percent)
    const invoiceId = planned(family)
    const fees = () => listUnbilledCharges(school).map(({ amountMinor }) => amountMinor)
    on(family, "2026-12-05")
    expect(chargeLateFees(school)).toBe(0)
    on(family, "2026-12-07")
    expect([chargeLateFees(school), chargeLateFees(school)]).toEqual([1, 0])
    expect(fees()).toEqual([1_000])
    const paid = {
      amountMinor: 10_000,
      method: "cash" as const,
      receivedOn: "2026-12-07",
      payerName: "Jonas",
    }
    recordPayment(school, { ...paid, invoiceId })
    on(family, "2027-01-07")
    expect([chargeLateFees(school), chargeLateFees(school)]).toEqual([1, 0])
    expect(fees()).toEqual([1_000, 1_000])
  })

  test("is announced and charged by installment, each for its own day", () => {
    const family = openPayingFamily()
    saveAccount(family)
    const invoiceId = planned(family)
    const charges = () =>
      rowsOf(autoCharges, { invoiceId }, { only: ["dueOn", "amountMinor", "chargeOn"], by: "dueOn" })
    on(family, "2026-11-26")
    announceCharges(family.school)
    announceCharges(family.school)
    expect(charges()).toEqual([{ dueOn: "2026-12-01", amountMinor: 10_000, chargeOn: "2026-12-01" }])
    on(family, "2026-12-27")
    announceCharges(family.school)
    expect(charges()[1]).toEqual({ dueOn: "2027-01-01", amountMinor: 10_000, chargeOn: "2027-01-01" })
  })
})

test("reminders go through all installments when many plans have the same days", async () => {
  const family = openPayingFamily()
  switchReminders(family.school, true)
  for (let plan = 0; plan < portion; plan += 1) planned(family)
  await remind(family, "2026-12-20")
  const ofSchool = and(eq(jobs.schoolId, family.school.school.id), eq(jobs.kind, "remind-school"))
  const portions = rowsOf(jobs, ofSchool)
  expect(portions).toHaveLength(4)
})

test("a reminder goes to a payer whose part PayPal can’t take, though they pay automatically", async () => {
  const family = openPayingFamily({ currency: "JPY" })
  switchReminders(family.school, true)
  saveAccount(family)
  const whole = invoiceOver(family.school, family, 1_000_000)
  const broken = invoiceOver(family.school, family, 333_334)
  await remind(family, "2026-11-29")
  expect(notices(whole)).toEqual([])
  expect(notices(broken).map(({ step }) => step)).toEqual(["before"])
})

test("a late fee isn’t charged while an automatic charge is announced, but once it failed", () => {
  const family = openPayingFamily()
  const { school } = family
  changeLateFee(school, { kind: "fixed", amount: 500, afterDays: 1, isMonthly: false })
  const invoiceId = invoiceOver(school, family, 5_000)
  on(family, "2026-12-01")
  const methodId = saveAccount(family)
  announceCharges(school)
  on(family, "2026-12-04")
  expect(chargeLateFees(school)).toBe(0)
  changeRows(autoCharges, { methodId, invoiceId }, { failures: 1, nextTryOn: "2026-12-09" })
  expect(chargeLateFees(school)).toBe(1)
})

test("a late fee is charged where the announced charge isn’t coming", () => {
  const late = () => {
    fixClock(testNow)
    const family = openPayingFamily()
    changeLateFee(family.school, { kind: "fixed", amount: 500, afterDays: 1, isMonthly: false })
    invoiceOver(family.school, family, 5_000)
    on(family, "2026-12-01")
    const methodId = saveAccount(family)
    announceCharges(family.school)
    on(family, "2026-12-04")
    expect(chargeLateFees(family.school)).toBe(0)
    return { ...family, methodId }
  }
  const missed = late()
  const ofMethod = eq(autoCharges.methodId, missed.methodId)
  changeRows(autoCharges, ofMethod, { nextTryOn: "2026-12-01" })
  expect(chargeLateFees(missed.school)).toBe(0)
  changeRows(autoCharges, ofMethod, { nextTryOn: "2026-11-30" })
  expect(chargeLateFees(missed.school)).toBe(1)

  const { school } = late()
  changeRows(schools, { id: school.school.id }, { payeeEmail: null })
  expect(chargeLateFees(school)).toBe(1)
})

describe("a reminder before the due date", () => {
  test("isn’t sent beside the announcement of an automatic charge, and is again once the account is paused", async () => {
    const family = openPayingFamily()
    switchReminders(family.school, true)
    const methodId = saveAccount(family)
    const invoiceId = invoiceOver(family.school, family, 5_000)
    await remind(family, "2026-11-29")
    expect(notices(invoiceId)).toEqual([])
    changeRows(savedMethods, { id: methodId }, { state: "paused", pausedAt: now(), updatedAt: now() })
    await remind(family, "2026-11-30", "2026-12-09")
    expect(notices(invoiceId).map(({ step }) => step)).toEqual(["before", "overdue1"])
  })

  test("is sent once the charge of this invoice failed, and overdue ones in any case", async () => {
    const family = openPayingFamily()
    switchReminders(family.school, true)
    const methodId = saveAccount(family)
    const invoiceId = invoiceOver(family.school, family, 5_000)
    on(family, "2026-11-28")
    announceCharges(family.school)
    await remind(family, "2026-11-29")
    expect(notices(invoiceId)).toEqual([])
    changeRows(autoCharges, { methodId }, { state: "failed", updatedAt: now() })
    await remind(family, "2026-11-30")
    expect(notices(invoiceId)).toEqual([{ step: "before", dueOn: "2026-12-02", mails: 1 }])
    const another = invoiceOver(family.school, family, 6_000)
    announceCharges(family.school)
    changeRows(autoCharges, { invoiceId: another }, { state: "paid", updatedAt: now() })
    await remind(family, "2026-12-01")
    expect(notices(another)).toEqual([{ step: "before", dueOn: "2026-12-02", mails: 1 }])
    changeRows(autoCharges, { methodId }, { state: "announced" })
    await remind(family, "2026-12-09")
    expect(notices(invoiceId).map(({ step }) => step)).toEqual(["before", "overdue1"])
  })
})
