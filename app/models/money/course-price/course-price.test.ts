import { charges } from "db/schema/money"
import { students } from "db/schema/people"
import fc from "fast-check"
import { beforeEach, describe, expect, test } from "vitest"
import type { Actor } from "~/models/foundation/access/actor"
import { rehearse } from "~/models/foundation/access/rehearse.server"
import { dropStudent } from "~/models/teaching/class/leave-class.server"
import { installmentsOf } from "~/models/teaching/price/course"
import { priceOf } from "~/models/teaching/price/price"
import { listClassPrices } from "~/models/teaching/price/price.server"
import { fixClock } from "~/utils/clock.server"
import { instantOf } from "~/utils/zones"
import { november, openFamily } from "../../../../tests/support/billing"
import { openClass } from "../../../../tests/support/lessons"
import { changeRows, openSchool, orFail, rowsOf } from "../../../../tests/support/school"
import { addItemCharge } from "../charge/charge.server"
import { chargeMonth } from "../charge/charge-month.server"
import { settleTuition } from "../charge/settle-tuition.server"
import { creditInvoice } from "../credit-note/issue-credit-note.server"
import { claimsOf, withPromised } from "../installment/installment"
import { listInstallments } from "../installment/plans.server"
import { findInvoice } from "../invoice/invoice.server"
import { issueInvoice } from "../invoice/issue-invoice.server"
import { changeTuitionRule } from "../tuition/tuition-rule.server"
import { listCourse, planCoursePrice, setCoursePrice, takeCourseBack } from "./course-price.server"

let actor: Actor

beforeEach(() => {
  actor = openSchool().actor
})

const on = (day: string) => fixClock(instantOf(day, "09:30", actor.school.timeZone))

/** A class of Otis and his family, sold for 100.00 in three installments due on the 15th from December on. */
function openCourse(totalMinor = 10_000) {
  const { classId, studentIds, enrollmentIds } = openClass(actor, { pupils: ["Otis Rossi"] })
  const { familyId } = openFamily(actor, { name: "Rossi", children: [] })
  changeRows(students, { id: studentIds[0] ?? "" }, { familyId })
  const wish = { totalMinor, count: 3, firstOn: "2026-12-15" }
  expect(setCoursePrice(actor, classId, wish)).toMatchObject({ ok: true })
  return { classId, familyId, studentId: studentIds[0] ?? "", enrollmentId: enrollmentIds[0] ?? "", wish }
}

const months = ["2026-12", "2027-01", "2027-02", "2027-03", "2027-04"]

const standing = () =>
  rowsOf(
    charges,
    { schoolId: actor.school.id, withdrawnAt: null },
    { only: ["id", "month", "amountMinor", "dueOn", "reason"], by: ["occurredOn", "amountMinor"] },
  )

const sumOf = (rows: readonly { amountMinor: number }[]) =>
  rows.reduce((sum, { amountMinor }) => sum + amountMinor, 0)

/** Invoices what is charged on a day, due two weeks later unless said otherwise. */
function invoice(familyId: string, chargeIds: string[], dueOn: string) {
  return orFail(issueInvoice(actor, { ...november(familyId, chargeIds), dueOn })).invoiceId
}

const due = (invoiceId: string) => {
  const found = findInvoice(actor, invoiceId)
  if (!found) throw new Error("No invoice")
  return claimsOf(found, listInstallments(actor, invoiceId)).map(({ dueOn, openMinor }) => [dueOn, openMinor])
}

describe("a course price", () => {
  test("is divided to the cent, whatever it is and however many installments", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 24, max: 10_000_000 }),
        fc.integer({ min: 2, max: 24 }),
        fc.constantFrom("2026-12-01", "2026-12-15", "2027-01-31"),
        (totalMinor, count, firstOn) => {
          const parts = installmentsOf({ totalMinor, count, firstOn })
          expect(sumOf(parts)).toBe(totalMinor)
          expect(parts.length).toBe(count)
          expect(Math.max(...parts.map(({ amountMinor }) => amountMinor))).toBeLessThanOrEqual(
            Math.min(...parts.map(({ amountMinor }) => amountMinor)) + 1,
          )
          expect(parts.every(({ fromDate, dueOn }) => fromDate.slice(0, 7) === dueOn.slice(0, 7))).toBe(true)
          expect(new Set(parts.map(({ fromDate }) => fromDate)).size).toBe(count)
        },
      ),
    )
  })

  test("is charged month by month, once each, as it was shown, and ends with its last installment", () => {
    const { classId } = openCourse()
    expect(listCourse(actor, classId).map(({ dueOn, amountMinor }) => [dueOn, amountMinor])).toEqual([
      ["2026-12-15", 3334],
      ["2027-01-15", 3333],
      ["2027-02-15", 3333],
    ])
    for (const month of [...months, ...months]) chargeMonth(actor, month)
    expect(standing().map(({ month, dueOn, reason }) => [month, dueOn, reason])).toEqual([
      ["2026-12", "2026-12-15", "Installment 1 of 3, due Dec 15, 2026"],
      ["2027-01", "2027-01-15", "Installment 2 of 3, due Jan 15, 2027"],
      ["2027-02", "2027-02-15", "Installment 3 of 3, due Feb 15, 2027"],
    ])
    expect(sumOf(standing())).toBe(10_000)
    const prices = listClassPrices(actor, [classId]).get(classId) ?? []
    expect(priceOf(null, prices, "2027-02-28")?.amountMinor).toBe(3333)
    expect(priceOf(null, prices, "2027-03-01")).toBeNull()
    expect(priceOf({ billing: null, priceMinor: 2500 }, prices, "2027-03-01")).toBeNull()
  })

  test("keeps its installments where the school counts lessons or takes closures off", () => {
    changeTuitionRule(actor, { basis: "count", lessons: 4, skipsClosures: true })
    openCourse()
    for (const month of months) chargeMonth(actor, month)
    expect(sumOf(standing())).toBe(10_000)
  })

  test("costs who leaves early the months until then, and a part of the last by the school's rule", () => {
    changeTuitionRule(actor, { basis: "days", lessons: 4, skipsClosures: false })
    const { classId, enrollmentId, familyId } = openCourse()
    chargeMonth(actor, "2026-12")
    on("2027-01-02")
    chargeMonth(actor, "2027-01")
    const [first, second] = standing()
    invoice(familyId, [first?.id ?? "", second?.id ?? ""], "2027-01-10")
    dropStudent(actor, classId, enrollmentId, { lastDay: "2027-01-10", reason: "Moves away" })
    expect(settleTuition(actor, enrollmentId)).toBe(1)
    chargeMonth(actor, "2027-02")
    // 33.33 for 31 days are 10.75 for ten of them
    expect(standing().map(({ amountMinor }) => amountMinor)).toEqual([3334, 1075 - 3333, 3333])
    expect(sumOf(standing())).toBe(3334 + 1075)
  })

  test("is due on the promised day, and never before it, on an invoice with other lines", () => {
    const { familyId } = openCourse()
    on("2026-12-01")
    chargeMonth(actor, "2026-12")
    const [part] = standing()
    const bookId = addBook(familyId)
    const early = invoice(familyId, [part?.id ?? "", bookId], "2026-12-08")
    expect(due(early)).toEqual([
      ["2026-12-08", 1200],
      ["2026-12-15", 3334],
    ])
    on("2027-01-02")
    chargeMonth(actor, "2027-01")
    const january = standing().find(({ month }) => month === "2027-01")
    const alone = invoice(familyId, [january?.id ?? ""], "2027-01-08")
    expect([findInvoice(actor, alone)?.dueOn, due(alone)]).toEqual(["2027-01-15", [["2027-01-15", 3333]]])
    on("2027-02-12")
    chargeMonth(actor, "2027-02")
    const late = standing().find(({ month }) => month === "2027-02")
    expect(due(invoice(familyId, [late?.id ?? ""], "2027-02-26"))).toEqual([["2027-02-26", 3333]])
  })

  test("is credited off the end of what is due", () => {
    const { familyId } = openCourse()
    on("2026-12-01")
    chargeMonth(actor, "2026-12")
    const invoiceId = invoice(familyId, [standing()[0]?.id ?? "", addBook(familyId)], "2026-12-08")
    const lines = findInvoice(actor, invoiceId)?.groups.flatMap((group) => group.lines) ?? []
    const line = lines.find(({ amountMinor }) => amountMinor === 3334)
    const credited = creditInvoice(actor, {
      invoiceId,
      amounts: new Map([[line?.id ?? "", 1000]]),
      reason: "A lesson was missed",
    })
    expect(credited.ok).toBe(true)
    expect(due(invoiceId)).toEqual([
      ["2026-12-08", 1200],
      ["2026-12-15", 2334],
    ])
  })

  test("is shown with what each student pays before it is set, and taken back until it is charged", () => {
    const { classId, wish } = openCourse()
    const later = { ...wish, totalMinor: 12_000, count: 4 }
    const planned = rehearse(() => planCoursePrice(actor, classId, later))
    expect(planned).toMatchObject({
      ok: true,
      plan: { replaced: 3, students: [{ name: "Otis Rossi", payments: 4, amountMinor: 12_000 }] },
    })
    expect(listCourse(actor, classId)).toHaveLength(3)
    expect(takeCourseBack(actor, classId, "2026-11-01")).toBeRefused("gone")
    expect(takeCourseBack(actor, classId, "2026-12-01")).toEqual({ ok: true })
    expect(takeCourseBack(actor, classId, "2026-12-01")).toBeRefused("gone")
    expect(setCoursePrice(actor, classId, wish).ok).toBe(true)
    chargeMonth(actor, "2026-12")
    expect(takeCourseBack(actor, classId, "2026-12-01")).toBeRefused("charged")
  })

  test("is refused for months that are over, for less than a cent each, and for another school", () => {
    const { classId, wish } = openCourse()
    const set = (facts: Partial<typeof wish>) => setCoursePrice(actor, classId, { ...wish, ...facts })
    expect(set({ firstOn: "2026-10-31" })).toBeRefused("in-the-past")
    expect(set({ totalMinor: 2 })).toBeRefused("too-small")
    expect(setCoursePrice(openSchool().actor, classId, wish)).toBeRefused("no-class")
  })
})

test("what was promised for later days and the rest are always what is open", () => {
  const amount = fc.integer({ min: 1, max: 100_000 })
  const day = fc.constantFrom("2026-12-09", "2026-12-15", "2027-01-15")
  fc.assert(
    fc.property(amount, fc.uniqueArray(fc.tuple(day, amount), { selector: ([on]) => on }), (open, days) => {
      const promised = days.map(([dueOn, amountMinor]) => ({ dueOn, amountMinor }))
      const rows = withPromised(open, promised, (amountMinor) => [{ dueOn: "2026-12-08", amountMinor }])
      expect(sumOf(rows)).toBe(open)
      expect(rows.every(({ amountMinor }) => amountMinor > 0)).toBe(true)
      expect(new Set(rows.map(({ dueOn }) => dueOn)).size).toBe(rows.length)
      for (const { dueOn, amountMinor } of promised)
        expect(rows.find((row) => row.dueOn === dueOn)?.amountMinor ?? 0).toBeLessThanOrEqual(amountMinor)
    }),
  )
})

function addBook(familyId: string): string {
  return orFail(
    addItemCharge(actor, {
      familyId,
      description: "Method book",
      amountMinor: 1200,
      occurredOn: "2026-12-01",
    }),
  ).chargeId
}
