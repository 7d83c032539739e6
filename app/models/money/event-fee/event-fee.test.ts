import { schools } from "db/schema/accounts-schools"
import { emails } from "db/schema/foundation-mail"
import { charges, invoiceLines, invoices } from "db/schema/money"
import { autoCharges, savedMethods } from "db/schema/money-auto-pay"
import { describe, expect, test } from "vitest"
import { occasionLetter } from "~/jobs/mail/class-letters"
import { reconcilePaymentOrders } from "~/jobs/reconcile-payment-orders.server"
import { addTaxRate, chooseTaxMode } from "~/models/accounts/tax/tax-rates.server"
import { listDeleted } from "~/models/foundation/deleted-record/deleted-record.server"
import type { MailData } from "~/models/foundation/outbox/outbox"
import { restoreDeleted } from "~/models/overview/bin/restore-deleted.server"
import { runMerge, undoBulk } from "~/models/overview/bulk/run-selection.server"
import { erasePerson } from "~/models/overview/erasure/erase-person.server"
import { addOccasion, publishOccasion } from "~/models/teaching/occasion/occasion.server"
import { inviteStudents } from "~/models/teaching/occasion/occasion-guests.server"
import { fixClock } from "~/utils/clock.server"
import { november, owe } from "../../../../tests/support/billing"
import { testNow } from "../../../../tests/support/clock"
import { invoiceOver, openPayingFamily } from "../../../../tests/support/family"
import { changeRows, orFail, rowOf, rowsOf } from "../../../../tests/support/school"
import { booksAreSound } from "../../../../tests/support/sound-books"
import { cards, giveStripe, startStripe } from "../../../../tests/support/stripe"
import { announceCharges } from "../auto-pay/announce-charges.server"
import { changeAutoPayRule } from "../auto-pay/auto-pay-rule.server"
import { carryOutCharge } from "../auto-pay/carry-out-charge.server"
import { findOwnMethod } from "../auto-pay/find-methods.server"
import { settleSaving, startSaving } from "../auto-pay/save-account.server"
import { changeCharge } from "../charge/change-charge.server"
import { withdrawCharge } from "../charge/charge.server"
import { creditInvoice } from "../credit-note/issue-credit-note.server"
import { findInvoice } from "../invoice/invoice.server"
import { issueInvoice } from "../invoice/issue-invoice.server"
import { recordPayment } from "../payment/payment.server"
import { startInvoicePayment, startPayAll } from "../payment-order/start-payment.server"
import { writeOffInvoice } from "../write-off/write-off.server"
import {
  answerWithFee,
  cancelWithFees,
  changeWithFees,
  chargeUncharged,
  enterWithFee,
  listGuestFees,
  listUncharged,
  payWithAnswer,
  removeWithFee,
  undoCharges,
  undoWithFee,
} from "./event-fee.server"

// Today is Wednesday, November 18, 2026; the recital is on Saturday, December 12.

const minute = 60_000

const bin = (school: ReturnType<typeof openPayingFamily>["school"]) =>
  listDeleted(school, { page: 1, perPage: 50 }).records

const planned = {
  kind: "recital",
  title: "Winter recital",
  date: "2026-12-12",
  startTime: "15:00",
  endTime: "16:30",
} as const

type Facts = {
  fee?: number
  guestFee?: number
  feeUntil?: string
  feePaid?: "with-answer"
  feeTax?: "default"
}

function invited(facts: Facts = { fee: 2_000 }) {
  const family = openPayingFamily()
  const { school } = family
  const added = orFail(addOccasion(school, { ...planned, ...facts }))
  const { occasionId } = added
  const [first = "", second = ""] = family.studentIds
  inviteStudents(school, occasionId, family.studentIds)
  publishOccasion(school, occasionId)
  const standing = () => rowsOf(charges, { familyId: family.familyId, withdrawnAt: null })
  return {
    ...family,
    occasionId,
    first,
    second,
    standing,
    sum: () => standing().reduce((all, { amountMinor }) => all + amountMinor, 0),
    answer: (answer: "yes" | "no", id = first, shownMinor: number | null = facts.fee ?? null) =>
      answerWithFee(family.guardian.actor, occasionId, { id, name: "Otis Haddad" }, { answer, shownMinor }),
    pay: (companions?: number, shownTax: string | null = null) => {
      const shown = { shownMinor: facts.fee ?? null, shownGuestMinor: facts.guestFee ?? null, shownTax }
      return payWithAnswer(
        family.guardian.actor,
        occasionId,
        { id: first, name: "Otis Haddad" },
        { ...shown, ...(companions === undefined ? {} : { companions }) },
      )
    },
    plan: (wish: Facts & { date?: string }) =>
      changeWithFees(school, occasionId, { ...planned, ...facts, ...wish }),
    stateOf: (id = first) =>
      listGuestFees(school, [occasionId], [id])
        .map(({ state }) => state)
        .join(),
    bill: () =>
      orFail(
        issueInvoice(
          school,
          november(
            family.familyId,
            standing().map(({ id }) => id),
          ),
        ),
      ).invoiceId,
    sound: booksAreSound,
  }
}

test("a fee that is on no invoice yet follows the event's title and day", () => {
  const event = invited({ fee: 2_000 })
  event.answer("yes")
  expect(event.plan({ date: "2026-12-13" }).ok).toBe(true)
  const moved = "Recital fee, Otis, Winter recital, Dec 13, 2026"
  expect(event.standing().map(({ description }) => description)).toEqual([moved])
  expect(event.stateOf()).toBe("to-invoice")
  event.bill()
  event.plan({ date: "2026-12-14" })
  expect(event.standing().map(({ description }) => description)).toEqual([moved])
  event.sound()
})

test("a yes charges the fee once, for each student, and a no in time takes it back", () => {
  const event = invited({ fee: 2_000, feeUntil: "2026-12-01" })
  expect(event.answer("yes")).toMatchObject({ ok: true, fee: { act: "charged" } })
  expect(event.answer("yes")).toMatchObject({ ok: true, fee: { act: "none" } })
  expect(event.answer("yes", event.second)).toMatchObject({ fee: { act: "charged" } })
  expect(event.standing()).toMatchObject([
    {
      amountMinor: 2_000,
      studentId: event.first,
      occurredOn: "2026-11-18",
      description: "Recital fee, Otis, Winter recital, Dec 12, 2026",
    },
    { amountMinor: 2_000, studentId: event.second },
  ])
  expect(event.stateOf()).toBe("to-invoice")
  expect(event.answer("no")).toMatchObject({ fee: { act: "removed" } })
  expect(event.answer("no")).toMatchObject({ fee: { act: "none" } })
  expect(event.sum()).toBe(2_000)
  expect(event.answer("yes")).toMatchObject({ fee: { act: "charged" } })
  expect(event.sum()).toBe(4_000)
  event.sound()
})

test("an event without a fee charges nothing", () => {
  const event = invited({})
  expect(event.answer("yes")).toMatchObject({ ok: true, fee: { act: "none" } })
  expect(event.standing()).toEqual([])
})

test("after the last day to withdraw it stays, until the office removes the student", () => {
  const event = invited({ fee: 2_000, feeUntil: "2026-12-01" })
  event.answer("yes")
  event.answer("yes", event.second)
  fixClock(Date.parse("2026-12-01T20:00:00Z"))
  expect(event.answer("no", event.second)).toMatchObject({ fee: { act: "removed" } })
  fixClock(Date.parse("2026-12-02T20:00:00Z"))
  expect(event.answer("no")).toMatchObject({ fee: { act: "late" } })
  expect(event.stateOf()).toBe("to-invoice")
  // A second thought costs nothing more.
  expect(event.answer("yes")).toMatchObject({ fee: { act: "none" } })
  expect(event.sum()).toBe(2_000)
  const removed = removeWithFee(event.school, event.occasionId, event.first)
  expect(removed).toMatchObject({ ok: true, fee: { act: "removed" } })
  expect(event.sum()).toBe(0)
  // Back from the bin, they take part again.
  expect(restoreDeleted(event.school, bin(event.school)[0]?.id ?? "").ok).toBe(true)
  expect(event.sum()).toBe(2_000)
})

const receipt = { method: "cash", receivedOn: "2026-11-18", payerName: "Jonas" } as const
const later = (day: string) => fixClock(Date.parse(`${day}T20:00:00Z`))

test("what is invoiced comes off the next invoice, and the list says what was paid", () => {
  const event = invited()
  event.answer("yes")
  owe(event.school, event, 5_000)
  const invoiceId = event.bill()
  expect(event.stateOf()).toBe("due")
  expect(recordPayment(event.school, { invoiceId, amountMinor: 7_000, ...receipt }).ok).toBe(true)
  expect(event.stateOf()).toBe("paid")
  expect(event.answer("no")).toMatchObject({ fee: { act: "off-next-invoice", amountMinor: 2_000 } })
  expect(event.standing()).toMatchObject([
    { amountMinor: 2_000 },
    { amountMinor: 5_000 },
    { source: "correction", amountMinor: -2_000 },
  ])
  expect(event.stateOf()).toBe("")
  // They change their mind again: the correction, which is on no invoice yet, is taken back.
  expect(event.answer("yes")).toMatchObject({ fee: { act: "kept" } })
  expect(event.stateOf()).toBe("paid")
  expect(event.sum()).toBe(7_000)
  event.sound()
})

test("a fee that was written off or credited on its invoice stays for the office to decide", () => {
  const event = invited()
  event.answer("yes")
  const invoiceId = event.bill()
  expect(writeOffInvoice(event.school, { invoiceId, reason: "Never paid" }).ok).toBe(true)
  expect(event.stateOf()).toBe("written-off")
  expect(event.answer("no")).toMatchObject({ fee: { act: "decide", amountMinor: 2_000 } })
  expect(event.sum()).toBe(2_000)
  const canceled = cancelWithFees(event.school, event.occasionId, "The hall is closed")
  expect(canceled).toMatchObject({ ok: true, fees: ["decide"] })
  expect(event.stateOf()).toBe("written-off")
  const credited = invited()
  credited.answer("yes")
  const creditedId = credited.bill()
  const [line] = rowsOf(invoiceLines, { invoiceId: creditedId })
  const amounts = new Map([[line?.id ?? "", 500]])
  const credit = { invoiceId: creditedId, amounts, reason: "Sibling" }
  expect(creditInvoice(credited.school, credit).ok).toBe(true)
  expect(credited.answer("no")).toMatchObject({ fee: { act: "decide" } })
  expect(credited.sum()).toBe(2_000)
  credited.sound()
})

test("a fee whose amount the office changed is taken back as it is", () => {
  const event = invited()
  event.answer("yes")
  const [charge] = event.standing()
  const facts = { description: "Recital fee", occurredOn: "2026-11-18", reason: "Sibling" }
  expect(changeCharge(event.school, charge?.id ?? "", { ...facts, amountMinor: 1_500 }).ok).toBe(true)
  expect(event.stateOf()).toBe("to-invoice")
  expect(event.answer("yes")).toMatchObject({ fee: { act: "none" } })
  expect(event.sum()).toBe(1_500)
  expect(event.answer("no")).toMatchObject({ fee: { act: "removed", amountMinor: 1_500 } })
  expect(event.standing()).toEqual([])
})

test("a fee that the office waived stays waived, through a no and a yes", () => {
  const event = invited()
  event.answer("yes")
  const [charge] = event.standing()
  expect(withdrawCharge(event.school, charge?.id ?? "", "A helper").ok).toBe(true)
  expect(event.stateOf()).toBe("waived")
  expect(event.answer("no")).toMatchObject({ fee: { act: "none" } })
  expect(event.answer("yes")).toMatchObject({ fee: { act: "none" } })
  expect(event.stateOf()).toBe("waived")
  removeWithFee(event.school, event.occasionId, event.first)
  expect(restoreDeleted(event.school, bin(event.school)[0]?.id ?? "").ok).toBe(true)
  expect(event.standing()).toEqual([])
})

test("the undo of what the office entered takes back what that charged, and nothing else", () => {
  const event = invited({ fee: 2_000, feeUntil: "2026-12-01" })
  const { school, occasionId, first } = event
  expect(enterWithFee(school, occasionId, first, "yes")).toMatchObject({ fee: { act: "charged" } })
  later("2026-11-19")
  expect(undoWithFee(school, occasionId, first)).toMatchObject({ fee: { act: "removed" } })
  expect(event.standing()).toEqual([])
  event.answer("yes")
  later("2026-12-03")
  expect(event.answer("no")).toMatchObject({ fee: { act: "late" } })
  later("2026-12-04")
  expect(enterWithFee(school, occasionId, first, "yes")).toMatchObject({ fee: { act: "none" } })
  expect(undoWithFee(school, occasionId, first)).toMatchObject({ fee: { act: "none" } })
  expect(event.sum()).toBe(2_000)
})

test("an undo and a restore put back the fee as it was, whatever the event asks by now", () => {
  const event = invited()
  const { school, occasionId, first, second } = event
  event.answer("yes")
  event.answer("yes", second)
  event.bill()
  event.plan({ fee: 4_000 })
  later("2026-11-19")
  expect(enterWithFee(school, occasionId, first, "no")).toMatchObject({ fee: { act: "off-next-invoice" } })
  expect(event.sum()).toBe(2_000)
  expect(undoWithFee(school, occasionId, first)).toMatchObject({
    fee: { act: "restored", amountMinor: 2_000 },
  })
  expect([event.sum(), event.stateOf()]).toEqual([4_000, "due"])
  removeWithFee(school, occasionId, second)
  expect(event.sum()).toBe(2_000)
  expect(restoreDeleted(school, bin(school)[0]?.id ?? "").ok).toBe(true)
  expect([event.sum(), event.stateOf(second)]).toEqual([4_000, "due"])
  event.sound()
})

test("once the event is over, a restore charges nothing", () => {
  const event = invited()
  event.answer("yes")
  removeWithFee(event.school, event.occasionId, event.first)
  later("2026-12-13")
  expect(restoreDeleted(event.school, bin(event.school)[0]?.id ?? "").ok).toBe(true)
  expect(event.standing()).toEqual([])
})

test("who may not invoice takes no fee back", () => {
  const event = invited()
  const planner = { ...event.school, role: "office", rights: ["see-calendar", "calendar"] } as const
  const { occasionId, first, second } = event
  event.answer("yes")
  event.answer("yes", second)
  expect(enterWithFee(planner, occasionId, first, "no")).toMatchObject({ fee: { act: "not-yours" } })
  expect(removeWithFee(planner, occasionId, second)).toMatchObject({ fee: { act: "not-yours" } })
  expect(event.sum()).toBe(4_000)
  expect(listGuestFees(event.school, [occasionId])).toHaveLength(2)
})

test("a canceled event costs no one anything", () => {
  const event = invited({ fee: 2_000, feeUntil: "2026-11-18" })
  event.answer("yes")
  event.answer("yes", event.second)
  event.bill()
  const canceled = cancelWithFees(event.school, event.occasionId, "The hall is closed")
  expect(canceled).toMatchObject({ ok: true, fees: ["off-next-invoice", "off-next-invoice"] })
  expect(event.sum()).toBe(0)
  event.sound()
})

test("a yes to another fee than the one that was read is refused", () => {
  const event = invited()
  event.plan({ fee: 20_000 })
  expect(event.answer("yes", event.first, 2_000)).toBeRefused("fee-changed")
  expect(event.standing()).toEqual([])
  expect(event.answer("no", event.first, 2_000)).toMatchObject({ ok: true })
  expect(event.answer("yes", event.first, 20_000)).toMatchObject({ fee: { act: "charged" } })
})

test("an event that moves asks for a new last day to withdraw once the earlier one is over", () => {
  const event = invited({ fee: 2_000, feeUntil: "2026-12-01" })
  later("2026-12-05")
  expect(event.plan({ date: "2026-12-19" })).toBeRefused("fee-until-over")
  expect(event.plan({ date: "2026-12-19", feeUntil: "2026-12-15" })).toMatchObject({ ok: true })
})

test("two entries of a student who become one are charged once, until the merge is undone", async () => {
  const event = invited()
  const { school, first, second } = event
  event.answer("yes")
  event.answer("yes", second)
  const facts = { keepId: first, goneId: second, choices: {} }
  const taskId = await runMerge(school, { kind: "merge-students", facts, name: "Otis", formKey: "twice" })
  expect([event.sum(), event.stateOf(), event.stateOf(second)]).toEqual([2_000, "to-invoice", ""])
  expect((await undoBulk(school, taskId)).ok).toBe(true)
  expect([event.sum(), event.stateOf(), event.stateOf(second)]).toEqual([4_000, "to-invoice", "to-invoice"])
})

test("the fee of a student who is erased before the event is removed", () => {
  const event = invited()
  event.answer("yes")
  expect(erasePerson(event.school, "student", event.first).ok).toBe(true)
  expect(event.standing()).toEqual([])
  event.sound()
})

test("another school’s event charges no one", () => {
  const event = invited()
  const other = openPayingFamily()
  const answered = { answer: "yes", shownMinor: 2_000 } as const
  expect(
    answerWithFee(other.guardian.actor, event.occasionId, { id: event.first, name: "Otis" }, answered),
  ).toBeRefused("not-found")
  expect(event.standing()).toEqual([])
})

test("whoever said yes before there was a fee is told of it, and charged once by the office, with an undo", () => {
  const event = invited({})
  event.answer("yes")
  expect(listUncharged(event.school, event.occasionId)).toMatchObject([{ studentId: event.first }])
  expect(event.plan({ fee: 2_000 })).toMatchObject({ ok: true })
  const letters = () =>
    rowsOf(emails, { schoolId: event.school.school.id, template: "occasion" })
      .map(({ data }) => JSON.parse(data) as MailData["occasion"])
      .filter(({ what }) => what === "fee")
  expect(letters()).toMatchObject([{ fee: "$20.00", feeBefore: "no fee", students: ["Otis"] }])
  expect(event.plan({ fee: 2_000 })).toMatchObject({ ok: true })
  expect(letters()).toHaveLength(1)
  expect(
    occasionLetter({ ...(letters()[0] as MailData["occasion"]), to: "x" } as never).facts,
  ).toContainEqual(["Fee", "$20.00 for each student who takes part. Before: no fee"])

  event.answer("yes", event.second, 2_000)
  const charge = (students: string[], feeMinor: number) =>
    chargeUncharged(event.school, event.occasionId, { students, feeMinor })
  const { first, second } = event
  expect(charge([first, second], 2_000)).toMatchObject({ ok: false, reason: "fee-changed" })
  expect(charge([second], 2_000)).toMatchObject({ ok: false, reason: "fee-changed" })
  expect(charge([first], 1_000)).toMatchObject({ ok: false, reason: "fee-changed" })
  const charged = charge([first], 2_000)
  expect(charged).toMatchObject({ ok: true, students: 1, totalMinor: 2_000 })
  expect(charge([first], 2_000)).toMatchObject({ ok: false })
  expect(event.sum()).toBe(4_000)
  if (!charged.ok) return
  fixClock(charged.until + 60_000)
  expect(event.answer("no", event.second)).toMatchObject({ fee: { act: "removed" } })
  expect(event.answer("yes", event.second, 2_000)).toMatchObject({ fee: { act: "charged" } })
  expect(undoCharges(event.school, event.occasionId, charged)).toEqual(["removed"])
  expect(undoCharges(event.school, event.occasionId, charged)).toEqual([])
  expect(event.standing()).toMatchObject([{ studentId: event.second }])
  expect(event.plan({ fee: undefined })).toMatchObject({ ok: true })
  expect(letters().at(-1)).toMatchObject({ fee: "No fee", feeBefore: "$20.00" })
  event.sound()
})

test("a charge that was undone isn’t brought back by a later answer; the office charges for a month after the event", () => {
  const event = invited({})
  const { school, occasionId, first } = event
  event.answer("yes")
  event.plan({ fee: 2_000 })
  const charge = () => chargeUncharged(school, occasionId, { students: [first], feeMinor: 2_000 })
  const made = orFail(charge())
  undoCharges(school, occasionId, made)
  fixClock(testNow + 60_000)
  expect(charge().ok).toBe(true)
  fixClock(testNow + 120_000)
  removeWithFee(school, occasionId, first)
  fixClock(testNow + 180_000)
  const [removed] = bin(school)
  expect(restoreDeleted(school, removed?.id ?? "").ok).toBe(true)
  expect(event.sum()).toBe(2_000)
  const again = invited({})
  again.answer("yes")
  again.plan({ fee: 9_000 })
  fixClock(testNow + 40 * 86_400_000)
  expect(listUncharged(again.school, again.occasionId)).toMatchObject([{ amountMinor: 9_000 }])
  fixClock(testNow + 60 * 86_400_000)
  expect(listUncharged(again.school, again.occasionId)).toEqual([])
  event.sound()
})

test("guests are charged with the student, another number changes what isn’t invoiced, and an invoice stays", () => {
  const event = invited({ fee: 2_000, guestFee: 500 })
  const bring = (companions: number, shownGuestMinor: number | null = 500) =>
    answerWithFee(
      event.guardian.actor,
      event.occasionId,
      { id: event.first, name: "Otis Haddad" },
      { answer: "yes", shownMinor: 2_000, shownGuestMinor, companions },
    )
  expect(bring(2, 300)).toBeRefused("fee-changed")
  expect(bring(2)).toMatchObject({ fee: { act: "charged", amountMinor: 3_000 } })
  expect(event.standing()).toMatchObject([
    { amountMinor: 3_000, description: "Recital fee, Otis and 2 guests, Winter recital, Dec 12, 2026" },
  ])
  expect(bring(2)).toMatchObject({ fee: { act: "none" } })
  expect(bring(4, 300)).toBeRefused("fee-changed")
  expect(bring(4)).toMatchObject({ fee: { act: "recounted", amountMinor: 4_000 } })
  expect(event.sum()).toBe(4_000)
  // The office enters three and undoes it.
  expect(enterWithFee(event.school, event.occasionId, event.first, "yes", 3)).toMatchObject({
    changed: true,
    fee: { act: "recounted", amountMinor: 3_500 },
  })
  expect(undoWithFee(event.school, event.occasionId, event.first)).toMatchObject({
    ok: true,
    fee: { act: "recounted", amountMinor: 4_000 },
  })
  const removed = removeWithFee(event.school, event.occasionId, event.first)
  expect(event.sum()).toBe(0)
  if (removed.ok) restoreDeleted(event.school, bin(event.school)[0]?.id ?? "")
  expect(event.sum()).toBe(4_000)
  event.bill()
  expect(bring(1)).toMatchObject({ ok: true, fee: { act: "invoiced", amountMinor: 4_000 } })
  expect(event.sum()).toBe(4_000)
  event.sound()
})

test("fewer guests after the last day to withdraw cost the same", () => {
  const event = invited({ fee: 2_000, guestFee: 500, feeUntil: "2026-11-20" })
  const bring = (companions: number) =>
    enterWithFee(event.school, event.occasionId, event.first, "yes", companions)
  expect(bring(3)).toMatchObject({ fee: { act: "charged", amountMinor: 3_500 } })
  fixClock(testNow + 3 * 86_400_000)
  expect(bring(5)).toMatchObject({ fee: { act: "recounted", amountMinor: 4_500 } })
  // What the office undoes is as before, whatever the day.
  expect(undoWithFee(event.school, event.occasionId, event.first)).toMatchObject({
    fee: { act: "recounted" },
  })
  expect(event.sum()).toBe(3_500)
  expect(bring(1)).toMatchObject({ fee: { act: "late", amountMinor: 3_500 } })
  expect(bring(5)).toMatchObject({ fee: { act: "recounted", amountMinor: 4_500 } })
  expect(event.sum()).toBe(4_500)
})

test("charging those who said yes before counts their guests", () => {
  const event = invited({})
  enterWithFee(event.school, event.occasionId, event.first, "yes", 2)
  enterWithFee(event.school, event.occasionId, event.second, "yes")
  event.plan({ fee: 1_000, guestFee: 250 })
  expect(listUncharged(event.school, event.occasionId)).toMatchObject([
    { studentId: event.second, companions: 0, amountMinor: 1_000 },
    { studentId: event.first, companions: 2, amountMinor: 1_500 },
  ])
  const shown = { students: [event.first, event.second], feeMinor: 1_000 }
  expect(chargeUncharged(event.school, event.occasionId, { ...shown, totalMinor: 2_000 })).toBeRefused(
    "fee-changed",
  )
  expect(chargeUncharged(event.school, event.occasionId, { ...shown, totalMinor: 2_500 })).toMatchObject({
    ok: true,
    totalMinor: 2_500,
  })
  expect(event.sum()).toBe(2_500)
})

describe("a fee that is paid with the answer", () => {
  const atOnce = { fee: 2_000, feePaid: "with-answer" } as const
  const invoiceOf = (event: ReturnType<typeof invited>, companions?: number) => {
    const answered = event.pay(companions)
    if (!answered.ok || answered.invoiceId === null) throw new Error("No invoice of the fee")
    return answered.invoiceId
  }
  const paid = (event: ReturnType<typeof invited>, invoiceId: string, amountMinor = 2_000) =>
    expect(
      recordPayment(event.school, {
        familyId: event.familyId,
        amountMinor,
        invoiceId,
        formKey: "paid",
        ...receipt,
      }).ok,
    ).toBe(true)

  test("is invoiced alone, once, and due as other invoices are", () => {
    const event = invited(atOnce)
    const invoiceId = invoiceOf(event)
    expect(findInvoice(event.school, invoiceId)).toMatchObject({
      totalMinor: 2_000,
      lineCount: 1,
      state: "sent",
    })
    expect(invoiceOf(event)).toBe(invoiceId)
    expect(event.stateOf()).toBe("due")
    paid(event, invoiceId)
    expect(event.stateOf()).toBe("paid")
    expect(invoiceOf(event)).toBe(invoiceId)
    expect(rowsOf(invoices, { familyId: event.familyId })).toHaveLength(1)
    event.sound()
  })

  test("is for events that say so, and for who pays the family’s invoices", () => {
    const event = invited()
    expect(event.pay()).toMatchObject({ ok: true, fee: { act: "charged" }, invoiceId: null })
    expect(event.stateOf()).toBe("to-invoice")
    event.plan({ feePaid: "with-answer" })
    changeRows(schools, { id: event.school.school.id }, { payeeEmail: null })
    expect(event.pay()).toMatchObject({ ok: true, invoiceId: null })
    expect(event.stateOf()).toBe("to-invoice")
  })

  test("a yes that was given before is paid later", () => {
    const event = invited(atOnce)
    event.answer("yes")
    later("2026-11-25")
    expect(findInvoice(event.school, invoiceOf(event))).toMatchObject({ totalMinor: 2_000 })
    event.sound()
  })

  test("withdrawn or with other guests before it is paid, its invoice is void", () => {
    const event = invited({ ...atOnce, guestFee: 500 })
    const first = invoiceOf(event)
    const second = invoiceOf(event, 2)
    expect(findInvoice(event.school, first)?.state).toBe("void")
    expect(findInvoice(event.school, second)).toMatchObject({ state: "sent", totalMinor: 3_000 })
    expect(event.answer("no")).toMatchObject({ fee: { act: "removed", amountMinor: 3_000 } })
    expect(findInvoice(event.school, second)?.state).toBe("void")
    expect(event.sum()).toBe(0)
    event.sound()
  })

  test("once it is paid, it stays: withdrawn it comes off the next invoice, and guests are the school’s to decide", () => {
    const event = invited({ ...atOnce, guestFee: 500 })
    const invoiceId = invoiceOf(event)
    paid(event, invoiceId)
    expect(event.pay(3)).toMatchObject({ ok: true, fee: { act: "invoiced" }, invoiceId })
    expect(event.answer("no")).toMatchObject({ fee: { act: "off-next-invoice" } })
    expect(findInvoice(event.school, invoiceId)?.state).toBe("paid")
    expect(event.sum()).toBe(0)
    event.sound()
  })

  test("withdrawn while a bank debit of it is on its way, its invoice is void once that fails, and off the next one once it arrives", async () => {
    const stripe = await startStripe()
    for (const settle of ["failed", "succeeded"] as const) {
      fixClock(testNow)
      const event = invited(atOnce)
      const account = giveStripe(event.school)
      const invoiceId = invoiceOf(event)
      const started = await startInvoicePayment(event.guardian.actor, invoiceId, { way: "stripe" })
      if (!started.ok) throw new Error(started.reason)
      await stripe.press(started.approveUrl, "pay", cards.debit)
      fixClock(testNow + 2 * minute)
      await reconcilePaymentOrders()
      expect(event.answer("no")).toMatchObject({ fee: { act: "off-next-invoice" } })
      expect(findInvoice(event.school, invoiceId)).toMatchObject({ state: "sent", openMinor: 2_000 })
      const [intent] = await stripe.payments(account)
      await stripe.change(intent?.id ?? "", { settle })
      fixClock(testNow + 10 * minute)
      await reconcilePaymentOrders()
      const isVoid = settle === "failed"
      expect(findInvoice(event.school, invoiceId)?.state).toBe(isVoid ? "void" : "paid")
      expect(event.standing()).toHaveLength(isVoid ? 0 : 2)
      expect(event.sum()).toBe(0)
      expect(rowsOf(emails, { schoolId: event.school.school.id, template: "payment-declined" })).toEqual([])
      event.sound()
    }
    await stripe.close()
  })

  test("withdrawn while a debit of it and another invoice is on its way, its invoice alone is void once that fails", async () => {
    const stripe = await startStripe()
    const event = invited(atOnce)
    const account = giveStripe(event.school)
    const invoiceId = invoiceOf(event)
    const otherId = invoiceOver(event.school, event, 4_000)
    const started = await startPayAll(event.guardian.actor, "stripe")
    if (!started.ok) throw new Error(started.reason)
    await stripe.press(started.approveUrl, "pay", cards.debit)
    fixClock(testNow + 2 * minute)
    await reconcilePaymentOrders()
    expect(event.answer("no")).toMatchObject({ fee: { act: "off-next-invoice" } })
    const [intent] = await stripe.payments(account)
    await stripe.change(intent?.id ?? "", { settle: "failed" })
    fixClock(testNow + 10 * minute)
    await reconcilePaymentOrders()
    expect(findInvoice(event.school, invoiceId)?.state).toBe("void")
    expect(findInvoice(event.school, otherId)).toMatchObject({ state: "sent", openMinor: 4_000 })
    expect(event.sum()).toBe(4_000)
    const letters = rowsOf(emails, { schoolId: event.school.school.id, template: "payment-declined" })
    expect(letters).toHaveLength(1)
    event.sound()
    await stripe.close()
  })

  test("withdrawn while an automatic debit of it is on its way, it isn’t charged again once that fails", async () => {
    const stripe = await startStripe()
    const event = invited(atOnce)
    const account = giveStripe(event.school)
    changeAutoPayRule(event.school, { isOffered: true, daysBefore: 3 })
    const { actor } = event.guardian
    const saving = orFail(await startSaving(actor, event.familyId, "stripe"))
    await stripe.press(saving.approveUrl, "pay", cards.debit)
    const method = findOwnMethod(actor, rowOf(savedMethods, { familyId: event.familyId })?.id ?? "")
    if (!method) throw new Error("The agreement is not there")
    expect(await settleSaving(actor, method)).toBe("saved")
    const invoiceId = invoiceOf(event)
    const dueAt = Date.parse(`${findInvoice(event.school, invoiceId)?.dueOn}T15:00:00Z`)
    fixClock(dueAt - 3 * 24 * 60 * minute)
    announceCharges(event.school)
    const id = rowOf(autoCharges, { familyId: event.familyId })?.id ?? ""
    fixClock(dueAt)
    await carryOutCharge(event.school, id)
    expect(event.answer("no")).toMatchObject({ fee: { act: "off-next-invoice" } })
    const [intent] = await stripe.payments(account)
    await stripe.change(intent?.id ?? "", { settle: "failed" })
    fixClock(dueAt + 10 * minute)
    await reconcilePaymentOrders()
    expect(rowOf(autoCharges, { id })?.state).toBe("dropped")
    expect(findInvoice(event.school, invoiceId)?.state).toBe("void")
    expect(event.sum()).toBe(0)
    expect(rowsOf(emails, { template: "auto-charge-declined" })).toEqual([])
    event.sound()
    await stripe.close()
  })

  test("the office cancels: what isn’t paid is void, and what is comes off", () => {
    const event = invited(atOnce)
    const invoiceId = invoiceOf(event)
    const canceled = cancelWithFees(event.school, event.occasionId, "Snow is forecast.")
    expect(canceled).toMatchObject({ ok: true, fees: ["removed"] })
    expect(findInvoice(event.school, invoiceId)?.state).toBe("void")
    event.sound()
  })
})

describe("the tax of a fee", () => {
  const taxed = (isAdded: boolean) => {
    const event = invited({ fee: 2_000, guestFee: 500, feePaid: "with-answer", feeTax: "default" })
    addTaxRate(event.school, { name: "VAT", rate: 20_000, isDefault: true })
    chooseTaxMode(event.school, isAdded)
    return event
  }

  test("is the school’s, within the fee or on top of it", () => {
    const within = taxed(false)
    expect(within.answer("yes")).toMatchObject({ ok: false, reason: "fee-changed" })
    expect(within.pay(1)).toMatchObject({ ok: true, fee: { amountMinor: 2_500 } })
    expect(within.standing()).toMatchObject([{ amountMinor: 2_500, taxMinor: 417, taxName: "VAT" }])
    const onTop = taxed(true)
    expect(onTop.pay(1)).toBeRefused("fee-changed")
    expect(onTop.pay(1, "VAT 20%")).toMatchObject({ ok: true, fee: { amountMinor: 3_000 } })
    expect(onTop.standing()).toMatchObject([{ amountMinor: 3_000, taxMinor: 500 }])
    // The same guests again change nothing.
    expect(onTop.pay(1, "VAT 20%")).toMatchObject({ fee: { act: "none" } })
    expect(onTop.answer("no")).toMatchObject({ fee: { act: "removed" } })
    onTop.sound()
  })

  test("stays what it is while the event gets another day, twice", () => {
    const event = invited({ fee: 2_000, feeTax: "default" })
    addTaxRate(event.school, { name: "VAT", rate: 20_000, isDefault: true })
    chooseTaxMode(event.school, true)
    const who = { id: event.first, name: "Otis Haddad" }
    const yes = { answer: "yes", shownMinor: 2_000, shownTax: "VAT 20%" } as const
    expect(answerWithFee(event.guardian.actor, event.occasionId, who, yes).ok).toBe(true)
    for (const date of ["2026-12-13", "2026-12-14"]) expect(event.plan({ date }).ok).toBe(true)
    expect(event.standing()).toMatchObject([{ amountMinor: 2_400, taxMinor: 400, taxIsAdded: true }])
    expect(event.standing()[0]?.description).toContain("Dec 14, 2026")
    event.sound()
  })

  test("an event without it charges none, and whoever said yes before is charged with it", () => {
    const event = invited({})
    event.answer("yes")
    addTaxRate(event.school, { name: "VAT", rate: 20_000, isDefault: true })
    chooseTaxMode(event.school, true)
    event.plan({ fee: 2_000 })
    expect(listUncharged(event.school, event.occasionId)).toMatchObject([{ amountMinor: 2_000 }])
    event.plan({ fee: 2_000, feeTax: "default" })
    expect(listUncharged(event.school, event.occasionId)).toMatchObject([{ amountMinor: 2_400 }])
    const shown = { students: [event.first], feeMinor: 2_000, totalMinor: 2_400 }
    expect(chargeUncharged(event.school, event.occasionId, shown)).toMatchObject({
      ok: true,
      totalMinor: 2_400,
    })
    expect(event.sum()).toBe(2_400)
  })
})

test("a fee that was paid with the answer isn't asked again after a no and another yes", () => {
  const event = invited({ fee: 2_000, feePaid: "with-answer" })
  const first = event.pay()
  const invoiceId = (first.ok && first.invoiceId) || ""
  recordPayment(event.school, {
    ...{ invoiceId, amountMinor: 2_000, method: "cash", receivedOn: "2026-11-18", payerName: "Jonas Haddad" },
  })
  expect(event.answer("no")).toMatchObject({ fee: { act: "off-next-invoice", amountMinor: 2_000 } })
  expect(event.pay()).toMatchObject({ ok: true, fee: { act: "kept" }, invoiceId })
  expect(event.sum()).toBe(2_000)
  expect(event.stateOf()).toBe("paid")
  // Once the reduction is on an invoice, the fee is a new one.
  event.answer("no")
  owe(event.school, event, 5_000)
  const correction = event.standing().filter(({ amountMinor }) => amountMinor !== 2_000)
  expect(
    issueInvoice(
      event.school,
      november(
        event.familyId,
        correction.map(({ id }) => id),
      ),
    ).ok,
  ).toBe(true)
  expect(event.answer("yes")).toMatchObject({ fee: { act: "charged", amountMinor: 2_000 } })
  event.sound()
})
