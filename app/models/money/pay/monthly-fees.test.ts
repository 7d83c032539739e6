import { sessions } from "db/schema/teaching-sessions"
import { afterEach, expect, test } from "vitest"
import { takeRegister } from "~/models/attendance/register/take-register.server"
import { fixClock } from "~/utils/clock.server"
import { addSessionRow, addTeacherRow, openClass } from "../../../../tests/support/lessons"
import { changeRows, openSchool } from "../../../../tests/support/school"
import { chargeMonth } from "../charge/charge-month.server"
import { approvePay, lockPay } from "./approve-pay.server"
import { calculatePay } from "./pay-lines.server"
import { agreePayRate } from "./pay-rates.server"
import { findPay } from "./payslips.server"

const at = (day: string) => fixClock(Date.parse(`${day}T17:00:00Z`))
afterEach(() => fixClock(undefined))

const september = { from: "2026-09-01", to: "2026-09-30" }
const october = { from: "2026-10-01", to: "2026-10-31" }

test("a percentage of a monthly fee is corrected on the next payslip when another lesson of that month is canceled", () => {
  at("2026-09-01")
  const { actor } = openSchool()
  const teacherId = addTeacherRow(actor, "Marcus Whitfield")
  const { classId, studentIds } = openClass(actor, {
    class: { teacherId },
    pupils: ["Otis Haddad"],
    price: { billing: "monthly", amountMinor: 9000 },
  })
  const percent = { kind: "percent", amountMinor: 0, basisPoints: 5000, fromDate: "2026-09-01" } as const
  agreePayRate(actor, teacherId, percent)
  chargeMonth(actor, "2026-09")
  const days = ["2026-09-08", "2026-09-15", "2026-09-22"]
  const ids = days.map((day) => addSessionRow(actor, classId, day, { teacherId, startTime: "10:00" }))
  at("2026-09-29")
  for (const id of ids.slice(0, 2)) {
    const marks = studentIds.map((studentId) => ({ studentId, code: "present" as const, minutesLate: null }))
    expect(takeRegister(actor, id, { marks }).ok).toBe(true)
  }
  const lines = (period = october) => calculatePay(actor, period, teacherId).get(teacherId) ?? []
  expect(lines(september).map(({ amountMinor }) => amountMinor)).toEqual([1500, 1500])
  at("2026-10-01")
  const approve = (period: typeof september) => {
    const { totalMinor } = findPay(actor, teacherId, period)
    return approvePay(actor, period, { teacherIds: [teacherId], reviewedMinor: totalMinor }).ok
  }
  expect(approve(september)).toBe(true)
  lockPay(actor, september)
  expect(lines()).toEqual([])
  at("2026-10-05")
  changeRows(sessions, { id: ids[2] ?? "" }, { state: "cancelled" })
  expect(lines().map(({ kind, amountMinor, rule }) => [kind, amountMinor, rule])).toEqual([
    ["correction", 750, "$22.50 instead of $15.00 · 50% of charges: $45.00"],
    ["correction", 750, "$22.50 instead of $15.00 · 50% of charges: $45.00"],
  ])
  at("2026-11-01")
  expect(approve(october)).toBe(true)
  expect(lines({ from: "2026-11-01", to: "2026-11-30" })).toEqual([])
})
