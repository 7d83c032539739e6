import { db, sqlite } from "db/client.server"
import { charges } from "db/schema/money"
import { and, eq, isNull } from "drizzle-orm"
import { beforeEach, expect, test } from "vitest"
import { listDeleted } from "~/models/foundation/deleted-record/deleted-record.server"
import { restoreDeleted } from "~/models/overview/bin/restore-deleted.server"
import { checkBooks } from "~/models/platform/backup/books.server"
import { addOccasion } from "~/models/teaching/occasion/occasion.server"
import { inviteStudents } from "~/models/teaching/occasion/occasion-guests.server"
import { publishOccasion } from "~/models/teaching/occasion/publish-occasion.server"
import { fixClock } from "~/utils/clock.server"
import { november, owe } from "../../../../tests/support/billing"
import { testNow } from "../../../../tests/support/clock"
import { openPayingFamily } from "../../../../tests/support/family"
import { withdrawCharge } from "../charge/charge.server"
import { findInvoice } from "../invoice/invoice.server"
import { issueInvoice } from "../invoice/issue-invoice.server"
import { familyBalance } from "../ledger/ledger.server"
import { recordPayment } from "../payment/payment.server"
import {
  answerWithFee,
  cancelWithFees,
  enterWithFee,
  listGuestFees,
  removeWithFee,
  undoWithFee,
} from "./event-fee.server"

// Today is Wednesday, November 18, 2026; the recital is on Saturday, December 12.

beforeEach(() => fixClock(testNow))

const bin = (school: ReturnType<typeof openPayingFamily>["school"]) =>
  listDeleted(school, { page: 1, perPage: 50 }).records

function invited(facts: { fee?: number; feeUntil?: string; feeAtOnce?: boolean } = { fee: 2_000 }) {
  const family = openPayingFamily()
  const { school } = family
  const added = addOccasion(school, {
    kind: "recital",
    title: "Winter recital",
    date: "2026-12-12",
    startTime: "15:00",
    endTime: "16:30",
    ...facts,
  })
  if (!added.ok) throw new Error(added.reason)
  const { occasionId } = added
  const [first = "", second = ""] = family.studentIds
  inviteStudents(school, occasionId, family.studentIds)
  publishOccasion(school, occasionId)
  const standing = () =>
    db()
      .select()
      .from(charges)
      .where(and(eq(charges.familyId, family.familyId), isNull(charges.withdrawnAt)))
      .all()
  return {
    ...family,
    occasionId,
    first,
    second,
    standing,
    sum: () => standing().reduce((all, { amountMinor }) => all + amountMinor, 0),
    answer: (answer: "yes" | "no", id = first) =>
      answerWithFee(family.guardian.actor, occasionId, { id, name: "Otis Haddad" }, answer),
    stateOf: (id = first) => listGuestFees(school, occasionId).get(id)?.state,
    bill: () => {
      const issued = issueInvoice(
        school,
        november(
          family.familyId,
          standing().map(({ id }) => id),
        ),
      )
      if (!issued.ok) throw new Error(issued.reason)
      return issued.invoiceId
    },
    sound: () => expect(checkBooks(sqlite()).filter(({ n }) => n > 0)).toEqual([]),
  }
}

test("a yes charges the fee once, for each student, and a no in time takes it back", () => {
  const event = invited({ fee: 2_000, feeUntil: "2026-12-01" })
  expect(event.answer("yes")).toMatchObject({ ok: true, fee: "charged" })
  expect(event.answer("yes")).toMatchObject({ ok: true, fee: "none" })
  expect(event.answer("yes", event.second)).toMatchObject({ fee: "charged" })
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
  expect(event.answer("no")).toMatchObject({ fee: "taken-back" })
  expect(event.answer("no")).toMatchObject({ fee: "none" })
  expect(event.sum()).toBe(2_000)
  expect(event.answer("yes")).toMatchObject({ fee: "charged" })
  expect(event.sum()).toBe(4_000)
  event.sound()
})

test("an event without a fee charges nothing", () => {
  const event = invited({})
  expect(event.answer("yes")).toMatchObject({ ok: true, fee: "none" })
  expect(event.standing()).toEqual([])
})

test("after the last day to withdraw it stays, until the office removes the student", () => {
  const event = invited({ fee: 2_000, feeUntil: "2026-12-01" })
  event.answer("yes")
  event.answer("yes", event.second)
  fixClock(Date.parse("2026-12-01T20:00:00Z"))
  expect(event.answer("no", event.second)).toMatchObject({ fee: "taken-back" })
  fixClock(Date.parse("2026-12-02T20:00:00Z"))
  expect(event.answer("no")).toMatchObject({ fee: "stays" })
  expect(event.stateOf()).toBe("to-invoice")
  // A second thought costs nothing more.
  expect(event.answer("yes")).toMatchObject({ fee: "none" })
  expect(event.sum()).toBe(2_000)
  const removed = removeWithFee(event.school, event.occasionId, event.first)
  expect(removed).toMatchObject({ ok: true, fee: "taken-back" })
  expect(event.sum()).toBe(0)
  // Back from the bin, they take part again.
  expect(restoreDeleted(event.school, bin(event.school)[0]?.id ?? "").ok).toBe(true)
  expect(event.sum()).toBe(2_000)
})

test("the list says what is invoiced and paid; what is invoiced with other lines comes off the next invoice", () => {
  const event = invited()
  event.answer("yes")
  owe(event.school, event, 5_000)
  const invoiceId = event.bill()
  expect(event.stateOf()).toBe("due")
  const paid = { amountMinor: 7_000, method: "cash", receivedOn: "2026-11-18", payerName: "Jonas" } as const
  expect(recordPayment(event.school, { invoiceId, ...paid }).ok).toBe(true)
  expect(event.stateOf()).toBe("paid")
  expect(event.answer("no")).toMatchObject({ fee: "taken-back" })
  expect(event.standing()).toMatchObject([
    { amountMinor: 2_000 },
    { amountMinor: 5_000 },
    { source: "correction", amountMinor: -2_000 },
  ])
  expect(event.stateOf()).toBeUndefined()
  // They change their mind again: a new fee, and the correction stays.
  expect(event.answer("yes")).toMatchObject({ fee: "charged" })
  expect(event.sum()).toBe(7_000)
  event.sound()
})

test("invoiced at once, it is paid with the answer, and its invoice is voided with a no", () => {
  const event = invited({ fee: 2_000, feeAtOnce: true })
  const answered = event.answer("yes")
  if (!answered.ok || !answered.invoiceId) throw new Error("It is invoiced")
  const { invoiceId } = answered
  expect(answered.fee).toBe("invoiced")
  expect(findInvoice(event.school, invoiceId)).toMatchObject({ state: "sent", totalMinor: 2_000 })
  expect(event.answer("yes")).toMatchObject({ fee: "none", invoiceId: null })
  expect(event.stateOf()).toBe("due")
  const paid = { amountMinor: 2_000, method: "cash", receivedOn: "2026-11-18", payerName: "Jonas" } as const
  recordPayment(event.school, { invoiceId, ...paid })
  expect(event.stateOf()).toBe("paid")
  expect(event.answer("no")).toMatchObject({ fee: "taken-back" })
  expect(findInvoice(event.school, invoiceId)?.state).toBe("void")
  expect(event.standing()).toEqual([])
  expect(familyBalance(event.school, event.familyId)).toBe(-2_000)
  event.sound()
})

test("a fee that the office waived stays waived", () => {
  const event = invited()
  event.answer("yes")
  const [charge] = event.standing()
  expect(withdrawCharge(event.school, charge?.id ?? "", "A helper").ok).toBe(true)
  expect(event.stateOf()).toBe("waived")
  expect(event.answer("yes")).toMatchObject({ fee: "none" })
  expect(event.answer("no")).toMatchObject({ fee: "taken-back" })
  expect(event.standing()).toEqual([])
})

test("the office’s entry charges it, and its undo takes it back whatever the day", () => {
  const event = invited({ fee: 2_000, feeUntil: "2026-11-10" })
  expect(enterWithFee(event.school, event.occasionId, event.first, "yes")).toMatchObject({ fee: "charged" })
  expect(undoWithFee(event.school, event.occasionId, event.first)).toMatchObject({ fee: "taken-back" })
  expect(event.standing()).toEqual([])
})

test("a canceled event costs no one anything", () => {
  const event = invited({ fee: 2_000, feeUntil: "2026-11-10" })
  event.answer("yes")
  event.answer("yes", event.second)
  event.bill()
  expect(cancelWithFees(event.school, event.occasionId, "The hall is closed").ok).toBe(true)
  expect(event.sum()).toBe(0)
  event.sound()
})

test("another school’s event charges no one", () => {
  const event = invited()
  const other = openPayingFamily()
  expect(
    answerWithFee(other.guardian.actor, event.occasionId, { id: event.first, name: "Otis" }, "yes"),
  ).toEqual({ ok: false, reason: "not-found" })
  expect(event.standing()).toEqual([])
})
