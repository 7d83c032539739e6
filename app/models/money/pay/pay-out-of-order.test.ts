import { beforeEach, expect, test } from "vitest"
import type { MarkCode } from "~/models/accounts/outcome/outcome"
import { takeRegister } from "~/models/attendance/register/take-register.server"
import type { Actor } from "~/models/foundation/access/actor"
import { fixClock } from "~/utils/clock.server"
import { monthBounds } from "~/utils/dates"
import { addSessionRow, addTeacherRow, openClass } from "../../../../tests/support/lessons"
import { openSchool } from "../../../../tests/support/school"
import { approvePay, reopenPay } from "./approve-pay.server"
import { calculatePay } from "./pay-lines.server"
import { agreePayRate } from "./pay-rates.server"
import { findPay, listPaySlips } from "./payslips.server"

// Periods that are approved in another order than they passed lose no correction.

const at = (day: string) => fixClock(Date.parse(`${day}T17:00:00Z`))
const periodOf = (month: string) => {
  const { first, last } = monthBounds(month)
  return { from: first, to: last }
}

let actor: Actor
let teacherId = ""
let lessonIn: (month: string) => (code: MarkCode) => void

beforeEach(() => {
  at("2026-09-01")
  actor = openSchool().actor
  teacherId = addTeacherRow(actor, "Marcus Whitfield")
  const { classId, studentIds } = openClass(actor, { class: { teacherId }, pupils: ["Otis Haddad"] })
  agreePayRate(actor, teacherId, { kind: "per_session", amountMinor: 3000, fromDate: "2026-09-01" })
  lessonIn = (month) => {
    at(`${month}-02`)
    const id = addSessionRow(actor, classId, `${month}-02`, { teacherId, startTime: "10:00" })
    const take = (code: MarkCode) =>
      expect(takeRegister(actor, id, { marks: [{ studentId: studentIds[0] ?? "", code }] }).ok).toBe(true)
    take("present")
    return take
  }
})

const corrections = (month: string) =>
  (calculatePay(actor, periodOf(month), teacherId).get(teacherId) ?? [])
    .filter(({ kind }) => kind === "correction")
    .map(({ amountMinor }) => amountMinor)

function approve(month: string) {
  const { totalMinor } = findPay(actor, teacherId, periodOf(month))
  return approvePay(actor, periodOf(month), { teacherIds: [teacherId], reviewedMinor: totalMinor })
}
/** September's lesson is paid, and excused afterwards: October has to take it back. */
function paySeptemberAndCorrectIt() {
  const correct = lessonIn("2026-09")
  at("2026-10-01")
  expect(approve("2026-09").ok).toBe(true)
  correct("excused")
}

/** October and November have a lesson each, and both are over. */
function takeBothMonthsAfter() {
  lessonIn("2026-10")
  lessonIn("2026-11")
  at("2026-12-01")
}

const slipOf = (month: string) =>
  listPaySlips(actor, teacherId, "2026-01-01").find(({ periodFrom }) => periodFrom.startsWith(month))?.id ??
  ""
const paidInAll = () =>
  listPaySlips(actor, teacherId, "2026-01-01").reduce((sum, { totalMinor }) => sum + totalMinor, 0)

test("a correction isn't lost where a later month was approved first", () => {
  paySeptemberAndCorrectIt()
  takeBothMonthsAfter()
  expect(approve("2026-11").ok).toBe(true)
  expect(corrections("2026-10")).toEqual([-3000])
  expect(calculatePay(actor, periodOf("2026-10"))).toEqual(
    calculatePay(actor, periodOf("2026-10"), teacherId),
  )
  expect(approve("2026-10").ok).toBe(true)
  expect(corrections("2026-12")).toEqual([])
  // One of the three lessons pays nothing by now.
  expect(paidInAll()).toBe(6000)
})

test("a payslip of corrections alone isn't reopened below a later one", () => {
  paySeptemberAndCorrectIt()
  at("2026-11-01")
  expect(approve("2026-10").ok).toBe(true)
  lessonIn("2026-11")
  at("2026-12-01")
  expect(approve("2026-11").ok).toBe(true)
  expect(reopenPay(actor, slipOf("2026-10"))).toMatchObject({
    reason: "followed",
    by: { periodFrom: "2026-11-01" },
  })
  expect(reopenPay(actor, slipOf("2026-11")).ok).toBe(true)
  expect(reopenPay(actor, slipOf("2026-10")).ok).toBe(true)
  expect(corrections("2026-10")).toEqual([-3000])
})

test("a payslip that is reopened says its corrections again", () => {
  paySeptemberAndCorrectIt()
  takeBothMonthsAfter()
  expect(corrections("2026-10")).toEqual([-3000])
  expect(approve("2026-10").ok).toBe(true)
  expect(approve("2026-11").ok).toBe(true)
  expect(reopenPay(actor, slipOf("2026-10")).ok).toBe(true)
  expect(corrections("2026-10")).toEqual([-3000])
  expect(approve("2026-10").ok).toBe(true)
  expect(paidInAll()).toBe(6000)
})
