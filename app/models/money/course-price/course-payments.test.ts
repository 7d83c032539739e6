import { charges } from "db/schema/money"
import { students } from "db/schema/people"
import { enrollments } from "db/schema/teaching"
import fc from "fast-check"
import { beforeEach, expect, test } from "vitest"
import type { Actor } from "~/models/foundation/access/actor"
import { rehearse } from "~/models/foundation/access/rehearse.server"
import { dropStudent } from "~/models/teaching/class/leave-class.server"
import { installmentName, installmentsOf, paymentsOf } from "~/models/teaching/price/course"
import { fixClock } from "~/utils/clock.server"
import { instantOf } from "~/utils/zones"
import { november, openFamily } from "../../../../tests/support/billing"
import { openClass } from "../../../../tests/support/lessons"
import { changeRows, openSchool, rowsOf } from "../../../../tests/support/school"
import { chargeMonth, chargeNextFees } from "../charge/charge-month.server"
import { settleTuition } from "../charge/settle-tuition.server"
import { findInvoice } from "../invoice/invoice.server"
import { issueInvoice } from "../invoice/issue-invoice.server"
import { changeTuitionRule } from "../tuition/tuition-rule.server"
import { planCoursePrice, setCoursePrice, takeCourseBack } from "./course-price.server"

// A course price paid at once or in fewer installments than it has months: each is charged with all the months it pays for.

let actor: Actor

beforeEach(() => {
  actor = openSchool().actor
})

const on = (day: string) => fixClock(instantOf(day, "09:30", actor.school.timeZone))
const wish = { totalMinor: 40_000, count: 1, months: 4, firstOn: "2026-12-10" }

function openCourse(facts: Partial<typeof wish> = {}, startsOn = "2026-09-01") {
  const { classId, studentIds, enrollmentIds } = openClass(actor, { pupils: ["Otis Rossi"] })
  const { familyId } = openFamily(actor, { name: "Rossi", children: [] })
  const [studentId = "", enrollmentId = ""] = [studentIds[0], enrollmentIds[0]]
  changeRows(students, { id: studentId }, { familyId })
  changeRows(enrollments, { id: enrollmentId }, { startsOn })
  expect(setCoursePrice(actor, classId, { ...wish, ...facts })).toMatchObject({ ok: true })
  return { classId, familyId, enrollmentId }
}

const standing = () =>
  rowsOf(charges, { schoolId: actor.school.id, withdrawnAt: null }, { by: ["month", "amountMinor"] })

const sumOf = (rows: readonly { amountMinor: number }[]) =>
  rows.reduce((sum, { amountMinor }) => sum + amountMinor, 0)

test("payments are equal to the cent, and so are the months of each", () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 600, max: 10_000_000 }),
      fc.integer({ min: 1, max: 24 }),
      fc.integer({ min: 1, max: 24 }),
      (totalMinor, months, wanted) => {
        const count = Math.min(months, wanted)
        const rows = installmentsOf({ totalMinor, months, count, firstOn: "2026-12-31" })
        const payments = paymentsOf(rows).map(({ amountMinor }) => amountMinor)
        expect([rows.length, payments.length, sumOf(rows)]).toEqual([months, count, totalMinor])
        expect(Math.max(...payments) - Math.min(...payments)).toBeLessThanOrEqual(1)
        expect(rows.every(({ fromDate, dueOn }) => fromDate.slice(0, 7) >= dueOn.slice(0, 7))).toBe(true)
        expect(new Set(rows.map(({ fromDate }) => fromDate)).size).toBe(months)
      },
    ),
  )
})

test("a price paid at once is charged once, with every month it pays for, and due on one day", () => {
  const { familyId } = openCourse()
  chargeMonth(actor, "2026-11")
  expect(standing()).toEqual([])
  on("2026-12-01")
  for (const month of ["2026-12", "2026-12", "2027-01", "2027-02"]) chargeMonth(actor, month)
  expect(
    standing().map(({ month, amountMinor, occurredOn, dueOn }) => [month, amountMinor, occurredOn, dueOn]),
  ).toEqual(
    ["2026-12", "2027-01", "2027-02", "2027-03"].map((month) => [month, 10_000, "2026-12-01", "2026-12-10"]),
  )
  expect(standing().map(({ reason }) => reason)).toEqual(
    [1, 2, 3, 4].map((month) => `One payment, month ${month} of 4, due Dec 10, 2026`),
  )
  const ids = standing().map(({ id }) => id)
  const issued = issueInvoice(actor, { ...november(familyId, ids), dueOn: "2026-12-08" })
  if (!issued.ok) throw new Error(issued.reason)
  const invoice = findInvoice(actor, issued.invoiceId)
  expect(invoice).toMatchObject({ totalMinor: 40_000, dueOn: "2026-12-10" })
  const lines = invoice?.groups.flatMap((group) => group.lines) ?? []
  expect(lines.map(({ reason }) => /month (\d)/.exec(reason)?.[1])).toEqual(["1", "2", "3", "4"])
})

test("two installments are due at the start and in the middle, each charged in its first month", () => {
  openCourse({ count: 2, months: 5 })
  on("2026-12-01")
  expect(chargeNextFees(actor)).toBeUndefined()
  const [first, ...rest] = standing()
  expect([first?.amountMinor, rest.map(({ amountMinor }) => amountMinor)]).toEqual([6667, [6667, 6666]])
  expect(first?.reason).toBe("Installment 1 of 2, month 1 of 3, due Dec 10, 2026")
  on("2027-02-20")
  chargeNextFees(actor)
  expect(standing()).toHaveLength(3)
  on("2027-03-01")
  chargeNextFees(actor)
  expect(
    standing()
      .map(({ month, amountMinor, dueOn }) => [month, amountMinor, dueOn])
      .slice(3),
  ).toEqual([
    ["2027-03", 10_000, "2027-03-10"],
    ["2027-04", 10_000, "2027-03-10"],
  ])
})

test("who joins later pays the rest of the months at once, by the school's rule", () => {
  changeTuitionRule(actor, { basis: "days", lessons: 4, skipsClosures: false })
  openCourse({}, "2027-01-16")
  on("2026-12-01")
  chargeMonth(actor, "2026-12")
  expect(standing()).toEqual([])
  on("2027-01-16")
  chargeMonth(actor, "2027-01")
  // 16 of 31 days, then two whole months
  expect(standing().map(({ amountMinor, occurredOn }) => [amountMinor, occurredOn])).toEqual([
    [5161, "2027-01-16"],
    [10_000, "2027-01-16"],
    [10_000, "2027-01-16"],
  ])
})

test("who leaves early has the months after it taken off, also of an invoice", () => {
  changeTuitionRule(actor, { basis: "days", lessons: 4, skipsClosures: false })
  const { classId, enrollmentId, familyId } = openCourse()
  on("2026-12-01")
  chargeMonth(actor, "2026-12")
  const ids = standing().map(({ id }) => id)
  expect(issueInvoice(actor, november(familyId, ids)).ok).toBe(true)
  on("2027-01-10")
  dropStudent(actor, classId, enrollmentId, { lastDay: "2027-01-10", reason: "Moves away" })
  settleTuition(actor, enrollmentId)
  // 10 of January's 31 days
  expect(sumOf(standing())).toBe(10_000 + 3226)
  chargeMonth(actor, "2027-02")
  expect(sumOf(standing())).toBe(13_226)
})

test("a class of one month is paid at once", () => {
  const { classId } = openCourse({ months: 1, totalMinor: 9000 })
  on("2026-12-01")
  chargeMonth(actor, "2026-12")
  chargeMonth(actor, "2027-01")
  expect(standing().map(({ amountMinor, reason }) => [amountMinor, reason])).toEqual([
    [9000, "One payment, due Dec 10, 2026"],
  ])
  expect(takeCourseBack(actor, classId, "2026-12-01")).toBeRefused("charged")
})

test("more installments than months are refused, and the preview counts payments", () => {
  const { classId } = openCourse()
  expect(setCoursePrice(actor, classId, { ...wish, count: 5 })).toBeRefused("too-many")
  expect(rehearse(() => planCoursePrice(actor, classId, { ...wish, count: 2 }))).toMatchObject({
    ok: true,
    plan: { students: [{ name: "Otis Rossi", payments: 2, amountMinor: 40_000 }] },
  })
})

test("a month of an installment that began in an earlier class keeps its name", () => {
  const rows = installmentsOf({ totalMinor: 40_000, count: 4, firstOn: "2026-12-10" })
  const rest = rows.slice(2).map((row) => ({ ...row, billing: "monthly" as const }))
  expect(installmentName(rest, "2027-02-01")).toBe("Installment 3 of 4")
})
