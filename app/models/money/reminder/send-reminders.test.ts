import { jobs } from "db/schema/foundation"
import { bouncedAddresses, emails } from "db/schema/foundation-mail"
import { reminderNotices } from "db/schema/money-reminders"
import { guardians, students } from "db/schema/people"
import { beforeEach, describe, expect, test } from "vitest"
import { runNextJob } from "~/jobs/run-job.server"
import { queueComingTurns } from "~/jobs/timetable.server"
import type { Actor } from "~/models/foundation/access/actor"
import { listHistory } from "~/models/foundation/audit/history.server"
import { queueJob } from "~/models/foundation/job/job.server"
import { sentenceOf } from "~/texts/foundation/activity"
import { fixClock } from "~/utils/clock.server"
import { addDays } from "~/utils/dates"
import { instantOf } from "~/utils/zones"
import { november, openFamily, owe } from "../../../../tests/support/billing"
import { testNow } from "../../../../tests/support/clock"
import { inAct } from "../../../../tests/support/in-act"
import { payInCash } from "../../../../tests/support/payments"
import { addRows, changeRows, openSchool, orFail, removeRows, rowsOf } from "../../../../tests/support/school"
import { listUnbilledCharges } from "../charge/unbilled.server"
import { issueInvoice } from "../invoice/issue-invoice.server"
import { listOverdue } from "../invoice/overdue-invoices.server"
import { remindOfInvoice } from "../invoice/remind-invoice.server"
import { changeLateFee, chargeNextLateFee } from "../late-fee/late-fee.server"
import { recordPayment } from "../payment/payment.server"
import { pauseReminders, resumeReminders } from "./reminder-pause.server"
import {
  changeReminderStep,
  feesFollowReminders,
  sendReminders,
  switchReminders,
  takeReminderDay,
} from "./send-reminders.server"

beforeEach(() => void removeRows(jobs))

const dueOn = "2026-12-02"

function owingSchool() {
  const { actor } = openSchool()
  const family = openFamily(actor, {
    adults: [{ name: "Mateo Okafor", email: "mateo.okafor@example.com", payerShare: 10_000 }],
  })
  const bill = () =>
    orFail(issueInvoice(actor, november(family.familyId, [owe(actor, family, 4250)]))).invoiceId
  switchReminders(actor, true)
  return { actor, family, bill, invoiceId: bill() }
}

/** The mornings after one another, as the timetable runs them. */
async function live(actor: Actor, days: readonly number[]) {
  for (const day of days) {
    fixClock(instantOf(addDays(dueOn, day), "09:30", actor.school.timeZone))
    inAct(queueJob)({ kind: "remind-of-invoices" })
    while (await runNextJob());
  }
}

const noticesOf = ({ school }: Actor) =>
  rowsOf(reminderNotices, { schoolId: school.id }, { only: ["step", "sentOn", "mails"] })
const mailsOf = ({ school }: Actor) => rowsOf(emails, { schoolId: school.id, template: "invoice-reminder" })

const upTo = (last: number) => Array.from({ length: last + 12 }, (_, index) => index - 11)

describe("the reminders of a school", () => {
  test("go out by themselves, each step once, and are in the invoice's and the family's activity", async () => {
    const { actor, family, invoiceId } = owingSchool()
    await live(actor, upTo(40))
    expect(noticesOf(actor)).toEqual([
      { step: "before", sentOn: "2026-11-29", mails: 1 },
      { step: "overdue1", sentOn: "2026-12-09", mails: 1 },
      { step: "overdue2", sentOn: "2026-12-16", mails: 1 },
    ])
    expect(mailsOf(actor).map(({ data }) => JSON.parse(data).subject)).toEqual([
      "Invoice 2026-0001 is due December 2, 2026",
      "Overdue invoice 2026-0001 from Harmony School of Music",
      "Second reminder: invoice 2026-0001 from Harmony School of Music",
    ])
    for (const subject of [
      { noun: "invoice", ids: [invoiceId] },
      { noun: "family", ids: [family.familyId] },
    ])
      expect(listHistory(actor, [subject], 20).map(sentenceOf)).toContain(
        "sent the first overdue reminder for the invoice 2026-0001",
      )
  })

  test("go to the address that a payer has now, not to the one that the invoice went to", async () => {
    const { actor, family, invoiceId } = owingSchool()
    const [id = ""] = family.guardianIds
    const sentTo = () => mailsOf(actor).map(({ recipient }) => recipient)
    const old = "mateo.okafor@example.com"
    addRows(bouncedAddresses, {
      ...{ address: old, reason: "No such user", firstAt: testNow, lastAt: testNow },
      kind: "bounced",
    })
    expect(remindOfInvoice(actor, invoiceId)).toBeRefused("returned")
    changeRows(guardians, { id }, { email: "mateo@example.net" })
    expect(remindOfInvoice(actor, invoiceId)).toMatchObject({ ok: true, recipients: ["Mateo Okafor"] })
    changeRows(guardians, { id }, { billingEmail: "bills@example.net" })
    await live(actor, [7])
    expect(sentTo()).toEqual(["mateo@example.net", "bills@example.net"])
    expect(listOverdue(actor, 1).invoices[0]?.reach.returned).toEqual([])
    changeRows(guardians, { id }, { email: null, billingEmail: null })
    expect(remindOfInvoice(actor, invoiceId)).toEqual({ ok: true, recipients: [] })
    removeRows(bouncedAddresses)
  })

  test("go to the address that an adult student without guardians has now", () => {
    const { actor } = openSchool()
    const student = openFamily(actor, { adults: [], children: ["Amara"] })
    const [id = ""] = student.studentIds
    changeRows(students, { id }, { email: "amara@example.org" })
    const billed = november(student.familyId, [owe(actor, student, 4250)])
    const { invoiceId } = orFail(issueInvoice(actor, billed))
    changeRows(students, { id }, { email: "amara.okafor@example.net" })
    expect(remindOfInvoice(actor, invoiceId)).toMatchObject({ ok: true, recipients: ["Amara Okafor"] })
    expect(mailsOf(actor).map(({ recipient }) => recipient)).toEqual(["amara.okafor@example.net"])
  })

  test("wait for nine in the morning of the school, and for the day after they were turned on", () => {
    const { actor } = owingSchool()
    fixClock(instantOf("2026-11-29", "08:59", actor.school.timeZone))
    expect(takeReminderDay(actor)).toBeUndefined()
    fixClock(instantOf("2026-11-29", "09:00", actor.school.timeZone))
    expect(takeReminderDay(actor)).toBe("2026-11-29")
    expect(takeReminderDay(actor)).toBeUndefined()
  })

  test("go out once although the work is done twice, by two workers, or from the beginning after a crash", async () => {
    const { actor } = owingSchool()
    fixClock(instantOf("2026-12-09", "09:30", actor.school.timeZone))
    const { transact } = await import("db/client.server")
    expect(() =>
      transact(() => {
        sendReminders(actor, undefined)
        throw new Error("kill -9")
      }),
    ).toThrow("kill -9")
    expect(noticesOf(actor)).toEqual([])
    sendReminders(actor, undefined)
    sendReminders(actor, undefined)
    expect(noticesOf(actor)).toHaveLength(1)
    expect(mailsOf(actor)).toHaveLength(1)
  })

  test("reach every invoice, however many portions there are", async () => {
    const { actor, bill } = owingSchool()
    for (let more = 0; more < 90; more += 1) bill()
    await live(actor, [7])
    expect(noticesOf(actor)).toHaveLength(91)
    expect(mailsOf(actor)).toHaveLength(91)
  })

  test("say nothing of what is paid, paused or turned off, and go on after a pause", async () => {
    const { actor, family, bill, invoiceId: paused } = owingSchool()
    const paid = bill()
    payInCash(actor, { invoiceId: paid, amountMinor: 4250, payerName: "Mateo Okafor" })
    pauseReminders(actor, { invoiceId: paused }, { reason: "pays in cash", lastDay: null })
    await live(actor, [7])
    expect(noticesOf(actor)).toEqual([])
    resumeReminders(actor, { invoiceId: paused })
    pauseReminders(
      actor,
      { familyId: family.familyId },
      { reason: "in the hospital", lastDay: addDays(dueOn, 9) },
    )
    await live(actor, [8, 9])
    expect(noticesOf(actor)).toEqual([])
    await live(actor, [10])
    expect(noticesOf(actor)).toMatchObject([{ step: "overdue1", sentOn: addDays(dueOn, 10) }])
    switchReminders(actor, false)
    await live(actor, [30])
    expect(noticesOf(actor)).toHaveLength(1)
  })

  test("charge the late fee with their step, once, and name it; days alone charge none then", async () => {
    const { actor, family, invoiceId } = owingSchool()
    const fixed = { kind: "fixed", amount: 500, afterDays: 1, isMonthly: true } as const
    changeLateFee(actor, fixed)
    const step = { step: "overdue2", isOn: true, chargesLateFee: true, days: 14 } as const
    changeReminderStep(actor, { ...step, subject: "Second", body: "Pay now." })
    expect(feesFollowReminders(actor)).toBe(true)
    const fees = () =>
      listUnbilledCharges(actor, { familyId: family.familyId }).filter(({ source }) => source === "late_fee")
    await live(actor, [7, 8])
    expect(fees()).toHaveLength(0)
    await live(actor, [14, 15, 60])
    expect(fees()).toMatchObject([{ amountMinor: 500 }])
    const [letter] = mailsOf(actor).filter(({ data }) => JSON.stringify(data).includes("Pay now."))
    expect(JSON.stringify(letter?.data)).toContain("A late fee of $5.00 was charged.")
    const paid = { method: "cash", receivedOn: dueOn, payerName: "Mateo Okafor" } as const
    recordPayment(actor, { ...paid, invoiceId, amountMinor: 4250 })
    expect(chargeNextLateFee(actor, invoiceId)).toBe(0)
    switchReminders(actor, false)
    expect(feesFollowReminders(actor)).toBe(false)
  })

  test("charge no late fee where they reach no one", async () => {
    const { actor, bill, invoiceId } = owingSchool()
    pauseReminders(actor, { invoiceId }, { reason: "pays in cash", lastDay: null })
    changeRows(guardians, { schoolId: actor.school.id }, { email: null })
    bill()
    changeLateFee(actor, { kind: "fixed", amount: 500, afterDays: 1, isMonthly: true })
    const step = { step: "overdue2", isOn: true, chargesLateFee: true, days: 14 } as const
    changeReminderStep(actor, { ...step, subject: "Second", body: "Pay now." })
    await live(actor, [7, 14, 15])
    expect(noticesOf(actor)).toMatchObject([
      { step: "overdue1", mails: 0 },
      { step: "overdue2", mails: 0 },
    ])
    expect(listUnbilledCharges(actor)).toEqual([])
  })

  test("before the due date never charge one", () => {
    const { actor, invoiceId } = owingSchool()
    changeLateFee(actor, { kind: "fixed", amount: 500, afterDays: 1, isMonthly: false })
    const before = { step: "before", isOn: true, chargesLateFee: true, subject: "s", body: "b" } as const
    changeReminderStep(actor, { ...before, days: 3 })
    expect(feesFollowReminders(actor)).toBe(false)
    fixClock(instantOf(dueOn, "09:30", actor.school.timeZone))
    expect(chargeNextLateFee(actor, invoiceId)).toBe(0)
  })

  test("keep their order: a step can’t be set before the one above it", () => {
    const { actor } = owingSchool()
    const step = { step: "overdue2", isOn: true, chargesLateFee: false, subject: "s", body: "b" } as const
    expect(changeReminderStep(actor, { ...step, days: 5 })).toEqual({
      ok: false,
      reason: "out-of-order",
      other: "overdue1",
    })
    expect(changeReminderStep(actor, { ...step, days: 21 })).toEqual({ ok: true })
  })

  test("are on the timetable", async () => {
    queueComingTurns()
    expect(rowsOf(jobs, { kind: "remind-of-invoices" })).toHaveLength(1)
  })
})
