import { jobs } from "db/schema/foundation"
import { charges } from "db/schema/money"
import { enrollments, schedules } from "db/schema/teaching"
import { afterEach, beforeEach, describe, expect, test } from "vitest"
import type { Actor } from "~/models/foundation/access/actor"
import { newRow } from "~/models/foundation/access/own.server"
import { endWithUndo } from "~/models/teaching/class/end-class.server"
import { dropStudent } from "~/models/teaching/class/leave-class.server"
import { undoEnding } from "~/models/teaching/class/undo-ending.server"
import { changeStatuses } from "~/models/teaching/student-status/change-status.server"
import { fixClock } from "~/utils/clock.server"
import { november } from "../../../../tests/support/billing"
import { inAct } from "../../../../tests/support/in-act"
import { openClass } from "../../../../tests/support/lessons"
import { addRows, changeRows, openSchool, orFail, rowsOf } from "../../../../tests/support/school"
import { booksAreSound } from "../../../../tests/support/sound-books"
import { settleAll } from "../../../../tests/support/tuition"
import { changeCharge } from "../charge/change-charge.server"
import { chargeMonth } from "../charge/charge-month.server"
import { queueSettling } from "../charge/queue-settling.server"
import { settleNextFees, settleTuition } from "../charge/settle-tuition.server"
import { listUnbilledCharges } from "../charge/unbilled.server"
import { addDiscountRule, endDiscountRule, listDiscountRules } from "../discount/discount-rules.server"
import { mergeFamiliesWork } from "../family-merge/merge-families.server"
import { issueInvoice } from "../invoice/issue-invoice.server"
import { recordPayment } from "../payment/payment.server"
import { changeTuitionRule } from "./tuition-rule.server"

// A last day that is taken back, that was long ago for a whole class, or that comes after the rules changed: what was charged
// for the months follows it, to the cent.

let actor: Actor
let classId = ""
let studentId = ""
let enrollmentId = ""
const at = (day: string) => fixClock(Date.parse(`${day}T17:00:00Z`))

beforeEach(() => {
  at("2026-11-18")
  actor = openSchool().actor
  const opened = openClass(actor, {
    pupils: ["Otis Rossi", "Wren Adeyemi"],
    price: { billing: "monthly", amountMinor: 9000 },
  })
  classId = opened.classId
  ;[studentId = ""] = opened.studentIds
  ;[enrollmentId = ""] = opened.enrollmentIds
  addRows(schedules, {
    ...newRow(actor),
    classId,
    rrule: "FREQ=WEEKLY;BYDAY=WE",
    startTime: "16:00",
    minutes: 30,
    startsOn: "2026-09-02",
    madeUntil: "2026-12-31",
  })
  changeTuitionRule(actor, { basis: "days", lessons: 4, skipsClosures: false })
})
afterEach(booksAreSound)

const standing = (of = studentId) => rowsOf(charges, { studentId: of, withdrawnAt: null }, { by: "id" })
const amounts = (of = studentId) => standing(of).map(({ amountMinor }) => amountMinor)
const total = (of = studentId) => amounts(of).reduce((sum, each) => sum + each, 0)

function invoiceAll() {
  const unbilled = listUnbilledCharges(actor).filter((each) => each.studentId === studentId)
  const [first] = unbilled
  if (!first) throw new Error("nothing to invoice")
  const chargeIds = unbilled.map(({ chargeId }) => chargeId)
  const issued = orFail(issueInvoice(actor, { ...november(first.familyId, chargeIds), from: "2026-09-01" }))
  return { familyId: first.familyId, invoiceId: issued.invoiceId }
}

const about = { step: "end", reason: "By mistake", leaveClasses: true } as const
function leave() {
  const item = { taskId: "", subjectId: studentId, name: "Otis", detail: null }
  const left = orFail(changeStatuses.work.carryOut(actor, about, item))
  return () => changeStatuses.work.undo?.(actor, about, { subjectId: studentId, before: left.before })
}

describe("an end that is undone after the fee followed it", () => {
  test("puts a fee that isn’t invoiced up again, once", () => {
    chargeMonth(actor, "2026-11")
    const undo = leave()
    expect([settleAll(actor), settleAll(actor)]).toEqual([1, 0])
    expect(amounts()).toEqual([5400])
    at("2026-11-20")
    expect(undo()?.ok).toBe(true)
    expect([settleAll(actor), settleAll(actor)]).toEqual([1, 0])
    expect(standing()).toMatchObject([{ amountMinor: 9000, reason: "Monthly fee", month: "2026-11" }])
    expect(chargeMonth(actor, "2026-11")).toBe(0)
  })

  test("takes the correction of an invoiced fee back, or evens it out when that is invoiced too", () => {
    chargeMonth(actor, "2026-11")
    invoiceAll()
    const undo = leave()
    settleAll(actor)
    expect(amounts()).toEqual([9000, -3600])
    undo()
    expect([settleAll(actor), settleAll(actor)]).toEqual([1, 0])
    expect(amounts()).toEqual([9000])
    const again = leave()
    settleAll(actor)
    const other = openClass(actor, { pupils: [] })
    expect(other.classId).not.toBe(classId)
    expect(amounts()).toEqual([9000, -3600])
    again()
    settleAll(actor)
    expect(total()).toBe(9000)
  })

  test("adds what a lowered and invoiced fee lacks, and takes that off again with another end", () => {
    chargeMonth(actor, "2026-11")
    const undo = leave()
    settleAll(actor)
    invoiceAll()
    undo()
    expect([settleAll(actor), settleAll(actor)]).toEqual([1, 0])
    expect(standing()).toMatchObject([
      { amountMinor: 5400, source: "flat" },
      { amountMinor: 3600, source: "item", reason: "Monthly fee, rest" },
    ])
    dropStudent(actor, classId, enrollmentId, { lastDay: "2026-11-20", reason: "Moved" })
    expect([settleAll(actor), settleAll(actor)]).toEqual([1, 0])
    expect(total()).toBe(6000)
  })

  test("leaves a fee alone that the office waived or changed in the meantime", () => {
    chargeMonth(actor, "2026-11")
    const undo = leave()
    settleAll(actor)
    changeRows(charges, { studentId, withdrawnAt: null }, { withdrawnAt: 1, withdrawnReason: "Goodwill" })
    undo()
    expect(settleAll(actor)).toBe(0)
    expect(amounts()).toEqual([])
  })
})

describe("a class that ended months ago", () => {
  test("settles every month since for all its students, and is charged again when that is undone", () => {
    for (const month of ["2026-09", "2026-10", "2026-11"]) chargeMonth(actor, month)
    const [, wren = ""] = standingStudents()
    const ended = orFail(endWithUndo(actor, classId, { lastDay: "2026-09-15", reason: "Teacher left" }))
    expect([settleAll(actor), settleAll(actor)]).toEqual([6, 0])
    expect([amounts(), amounts(wren)]).toEqual([[4500], [4500]])
    expect(undoEnding(actor, classId, ended.endingId)).toMatchObject({ ok: true, students: 2 })
    expect([settleAll(actor), settleAll(actor)]).toEqual([6, 0])
    expect([total(), total(wren)]).toEqual([27_000, 27_000])
  })

  test("is settled a few fees at a time, and asked for once", () => {
    for (const month of ["2026-09", "2026-10", "2026-11"]) chargeMonth(actor, month)
    endWithUndo(actor, classId, { lastDay: "2026-09-15", reason: "Teacher left" })
    const first = settleNextFees(actor, undefined, 4)
    const second = settleNextFees(actor, first.behind, 4)
    expect([first.settled, second.settled, second.behind]).toEqual([4, 2, undefined])
    expect(settleAll(actor)).toBe(0)
    for (const _ of [1, 2]) inAct(queueSettling)(actor)
    const queued = rowsOf(jobs, { schoolId: actor.school.id, kind: "settle-tuition" })
    expect(queued).toHaveLength(1)
  })

  const standingStudents = () =>
    [...new Set(listUnbilledCharges(actor).map((each) => each.studentId ?? ""))].sort((one) =>
      one === studentId ? -1 : 1,
    )
})

describe("the month of an end", () => {
  test("is worked out by the rule that it was charged by", () => {
    chargeMonth(actor, "2026-11")
    changeTuitionRule(actor, { basis: "full", lessons: 4, skipsClosures: false })
    dropStudent(actor, classId, enrollmentId, { lastDay: "2026-11-20", reason: "Moved" })
    expect(settleTuition(actor, enrollmentId)).toBe(1)
    expect(amounts()).toEqual([6000])
  })

  test("keeps the discounts that it was charged with, ended since, and gets none that came later", () => {
    const off = { rate: 10_000, amountMinor: null }
    const form = { kind: "sibling", target: "all", fromNth: 1, family: undefined } as const
    addDiscountRule(actor, { ...form, name: "Welcome", off })
    chargeMonth(actor, "2026-11")
    expect(amounts()).toEqual([8100])
    const [rule] = listDiscountRules(actor)
    endDiscountRule(actor, rule?.id ?? "")
    addDiscountRule(actor, { ...form, name: "Half", off: { rate: 50_000, amountMinor: null } })
    dropStudent(actor, classId, enrollmentId, { lastDay: "2026-11-20", reason: "Moved" })
    settleTuition(actor, enrollmentId)
    expect(amounts()).toEqual([5400])
  })
})

test("a correction after two families were merged is the living family's, and not once that is undone", () => {
  chargeMonth(actor, "2026-11")
  const { familyId, invoiceId } = invoiceAll()
  const paid = { amountMinor: 9000, method: "cash" as const, receivedOn: "2026-11-18", payerName: "Ada" }
  expect(recordPayment(actor, { ...paid, invoiceId }).ok).toBe(true)
  const keepId = listUnbilledCharges(actor)[0]?.familyId ?? ""
  expect(keepId).not.toBe(familyId)
  const facts = { keepId, goneId: familyId }
  const item = { taskId: "", subjectId: familyId, name: "Rossi", detail: null }
  const merged = orFail(mergeFamiliesWork.carryOut(actor, facts, item))
  dropStudent(actor, classId, enrollmentId, { lastDay: "2026-11-20", reason: "Moved" })
  expect(settleTuition(actor, enrollmentId)).toBe(1)
  // What was invoiced has moved with the account, and goes back with its correction.
  const on = (id: string) => [
    { amountMinor: 9000, familyId: id },
    { amountMinor: -3000, familyId: id },
  ]
  expect(standing()).toMatchObject(on(keepId))
  expect(mergeFamiliesWork.undo?.(actor, facts, { subjectId: familyId, before: merged.before }).ok).toBe(true)
  expect(standing()).toMatchObject(on(familyId))
})

test("a fee that the office raised by hand isn’t cut by the last day of its month, however long that is", () => {
  for (const [month, lastDay] of [
    ["2026-11", "2026-11-30"],
    ["2027-02", "2027-02-28"],
  ] as const) {
    at(`${month}-02`)
    chargeMonth(actor, month)
    const fee = standing().find((each) => each.month === month)
    const raised = {
      description: "With materials",
      occurredOn: `${month}-01`,
      amountMinor: 10_000,
      reason: "Agreed",
    }
    expect(changeCharge(actor, fee?.id ?? "", raised).ok).toBe(true)
    changeRows(enrollments, { id: enrollmentId }, { endsOn: lastDay })
    expect(settleTuition(actor, enrollmentId)).toBe(0)
    expect(standing().find((each) => each.month === month)?.amountMinor).toBe(10_000)
    changeRows(enrollments, { id: enrollmentId }, { endsOn: null })
  }
})
