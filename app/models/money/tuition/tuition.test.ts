import { schedules } from "db/schema/teaching"
import fc from "fast-check"
import { beforeEach, describe, expect, test } from "vitest"
import { takeRegister } from "~/models/attendance/register/take-register.server"
import type { Actor } from "~/models/foundation/access/actor"
import { newRow } from "~/models/foundation/access/own.server"
import { enrollSeveral } from "~/models/teaching/class/enroll-several.server"
import { dropStudent } from "~/models/teaching/class/leave-class.server"
import { addClosure } from "~/models/teaching/closure/add-closure.server"
import { chooseTrialPrice } from "~/models/teaching/price/price.server"
import { november } from "../../../../tests/support/billing"
import { countBillingStates } from "../../../../tests/support/billing-states"
import { addSessionRow, openClass } from "../../../../tests/support/lessons"
import { addRows, openSchool } from "../../../../tests/support/school"
import { settleAll } from "../../../../tests/support/tuition"
import { chargeMonth } from "../charge/charge-month.server"
import { previewMonths } from "../charge/preview-months.server"
import { settleTuition } from "../charge/settle-tuition.server"
import { listUnbilledCharges } from "../charge/unbilled.server"
import { creditInvoice } from "../credit-note/issue-credit-note.server"
import { findInvoice } from "../invoice/invoice.server"
import { issueInvoice } from "../invoice/issue-invoice.server"
import { voidInvoice } from "../invoice/void-invoice.server"
import { shareText, type TuitionRule, tuitionOf, tuitionShare } from "./tuition"
import { changeTuitionRule, previewTuitionRule } from "./tuition-rule.server"

let actor: Actor

beforeEach(() => {
  actor = openSchool().actor
})

const rule = (facts: Partial<TuitionRule> = {}): TuitionRule => ({
  basis: "full",
  lessons: 4,
  skipsClosures: false,
  ...facts,
})
/** The Wednesdays of November 2026: four; of September 2026: five. */
const wednesdays = ["2026-11-04", "2026-11-11", "2026-11-18", "2026-11-25"]
const month = {
  month: "2026-11",
  startsOn: "2026-09-01",
  endsOn: null,
  lessonDates: wednesdays,
  closures: [],
}
const cost = (wanted: TuitionRule, facts: Partial<Parameters<typeof tuitionShare>[1]> = {}) => {
  const share = tuitionShare(wanted, { ...month, ...facts })
  return [tuitionOf(9000, share), shareText(share)]
}
const closed = [{ startsOn: "2026-11-23", endsOn: "2026-11-27" }]

/** A class of $90.00 a month with lessons on Wednesdays. */
function openMonthly() {
  const { classId, studentIds, enrollmentIds } = openClass(actor, {
    pupils: ["Otis Rossi"],
    price: { billing: "monthly", amountMinor: 9000 },
  })
  addRows(schedules, {
    ...newRow(actor),
    classId,
    rrule: "FREQ=WEEKLY;BYDAY=WE",
    startTime: "16:00",
    minutes: 30,
    startsOn: "2026-09-02",
    madeUntil: "2026-12-31",
  })
  return { classId, studentId: studentIds[0] ?? "", enrollmentId: enrollmentIds[0] ?? "" }
}

const charged = () => listUnbilledCharges(actor).map(({ amountMinor, reason }) => [amountMinor, reason])

describe("a month's fee", () => {
  test("is shortened by days or by lessons for a student who starts or ends in it", () => {
    const late = { startsOn: "2026-11-16" }
    expect(cost(rule(), late)).toEqual([9000, null])
    expect(cost(rule({ basis: "days" }), late)).toEqual([4500, "15 of 30 days"])
    expect(cost(rule({ basis: "lessons" }), late)).toEqual([4500, "2 of 4 lessons"])
    expect(cost(rule({ basis: "lessons" }), { endsOn: "2026-11-11" })).toEqual([4500, "2 of 4 lessons"])
    expect(cost(rule({ basis: "lessons" }), { ...late, lessonDates: [] })).toEqual([4500, "15 of 30 days"])
  })

  test("follows months of four and five weeks where the school counts lessons", () => {
    const counted = rule({ basis: "count" })
    expect(cost(counted)).toEqual([9000, null])
    const five = ["2026-09-02", "2026-09-09", "2026-09-16", "2026-09-23", "2026-09-30"]
    expect(cost(counted, { month: "2026-09", lessonDates: five })).toEqual([
      11_250,
      "5 lessons, fee is for 4",
    ])
  })

  test("is less for closures where the school says so", () => {
    expect(cost(rule({ basis: "lessons" }), { closures: closed })).toEqual([9000, null])
    expect(cost(rule({ basis: "lessons", skipsClosures: true }), { closures: closed })).toEqual([
      6750,
      "3 of 4 lessons",
    ])
    expect(cost(rule({ basis: "days", skipsClosures: true }), { closures: closed })).toEqual([
      7500,
      "25 of 30 days",
    ])
    expect(cost(rule({ skipsClosures: true }), { closures: closed })).toEqual([6750, "3 of 4 lessons"])
  })

  test("of two halves is never more than a cent away from the whole", () => {
    fc.assert(
      fc.property(
        fc.nat({ max: 1_000_000 }),
        fc.integer({ min: 2, max: 31 }),
        fc.nat({ max: 31 }),
        (fee, whole, cut) => {
          const part = Math.min(cut, whole)
          const first = tuitionOf(fee, { part, whole, unit: "day" })
          const second = tuitionOf(fee, { part: whole - part, whole, unit: "day" })
          expect(Math.abs(first + second - fee)).toBeLessThanOrEqual(1)
        },
      ),
    )
  })

  test("is previewed, charged with its part as the reason, and lowered when the student leaves afterwards", () => {
    const { classId, studentId, enrollmentId } = openMonthly()
    changeTuitionRule(actor, rule({ basis: "lessons", skipsClosures: true }))
    const closure = addClosure(actor, {
      name: "Thanksgiving",
      ...closed[0],
      startsOn: "2026-11-23",
      endsOn: "2026-11-27",
    })
    expect(closure).toBeDefined()
    expect(
      previewMonths(actor, classId, [studentId]).map(({ month: of, amountMinor }) => [of, amountMinor]),
    ).toEqual([
      ["2026-11", 6750],
      ["2026-12", 9000],
      ["2027-01", 9000],
    ])
    chargeMonth(actor, "2026-11")
    expect(charged()).toEqual([[6750, "Monthly fee, 3 of 4 lessons"]])
    expect(settleAll(actor)).toBe(0)
    expect(dropStudent(actor, classId, enrollmentId, { lastDay: "2026-11-18", reason: "Moved" }).ok).toBe(
      true,
    )
    expect(settleAll(actor)).toBe(0)
    const dropped = dropStudent(actor, classId, enrollmentId, { lastDay: "2026-11-18", reason: "Moved" })
    expect(dropped.ok).toBe(false)
  })

  test("that is invoiced gets a correction for the lessons after the last day, once", () => {
    const { classId, enrollmentId } = openMonthly()
    changeTuitionRule(actor, rule({ basis: "lessons" }))
    chargeMonth(actor, "2026-11")
    const [fee] = listUnbilledCharges(actor)
    issueInvoice(actor, november(fee?.familyId ?? "", [fee?.chargeId ?? ""]))
    dropStudent(actor, classId, enrollmentId, { lastDay: "2026-11-18", reason: "Moved" })
    expect([settleAll(actor), settleAll(actor)]).toEqual([1, 0])
    expect(charged()).toEqual([[-2250, "Monthly fee, 3 of 4 lessons"]])
  })

  test("that is invoiced and was credited is corrected by what the credit note left, if anything", () => {
    for (const [credit, left] of [
      [1_000, -1_250],
      [2_250, null],
      [5_000, null],
    ] as const) {
      const { classId, enrollmentId } = openMonthly()
      changeTuitionRule(actor, rule({ basis: "lessons" }))
      chargeMonth(actor, "2026-11")
      const fee = listUnbilledCharges(actor).find(({ amountMinor }) => amountMinor > 0)
      const familyId = fee?.familyId ?? ""
      const issued = issueInvoice(actor, november(familyId, [fee?.chargeId ?? ""]))
      if (!issued.ok) throw new Error(issued.reason)
      const { invoiceId } = issued
      const lineId = findInvoice(actor, invoiceId)?.groups[0]?.lines[0]?.id ?? ""
      creditInvoice(actor, { invoiceId, amounts: new Map([[lineId, credit]]), reason: "Goodwill" })
      dropStudent(actor, classId, enrollmentId, { lastDay: "2026-11-18", reason: "Moved" })
      expect(settleAll(actor) + settleAll(actor)).toBe(left === null ? 0 : 1)
      const corrections = listUnbilledCharges(actor, { familyId })
      expect(corrections.map(({ amountMinor }) => amountMinor)).toEqual(left === null ? [] : [left])
    }
  })

  test("that is not invoiced is replaced", () => {
    const { classId, enrollmentId } = openMonthly()
    changeTuitionRule(actor, rule({ basis: "days" }))
    chargeMonth(actor, "2026-11")
    dropStudent(actor, classId, enrollmentId, { lastDay: "2026-11-20", reason: "Moved" })
    expect([settleTuition(actor, enrollmentId), settleAll(actor)]).toEqual([1, 0])
    expect(charged()).toEqual([[6000, "Monthly fee, 20 of 30 days"]])
    chargeMonth(actor, "2026-11")
    expect(charged()).toHaveLength(1)
  })

  test("is the same for a student who leaves and comes back within the month, whatever the rule", () => {
    for (const basis of ["full", "days", "lessons", "count"] as const) {
      actor = openSchool().actor
      const { classId, enrollmentId, studentId } = openMonthly()
      changeTuitionRule(actor, rule({ basis }))
      chargeMonth(actor, "2026-11")
      dropStudent(actor, classId, enrollmentId, { lastDay: "2026-11-18", reason: "By mistake" })
      settleTuition(actor, enrollmentId)
      const back = enrollSeveral(actor, classId, { studentIds: [studentId], startsOn: "2026-11-19" })
      expect(back.ok).toBe(true)
      chargeMonth(actor, "2026-11")
      chargeMonth(actor, "2026-12")
      const sums = listUnbilledCharges(actor).map(({ amountMinor }) => amountMinor)
      const december = basis === "count" ? 11_250 : 9_000
      expect([basis, sums.reduce((sum, each) => sum + each, 0)]).toEqual([basis, 9_000 + december])
    }
  })

  test("that ended months ago takes back every month since", () => {
    const { classId, enrollmentId } = openMonthly()
    changeTuitionRule(actor, rule({ basis: "days" }))
    for (const each of ["2026-09", "2026-10", "2026-11"]) chargeMonth(actor, each)
    const [september] = listUnbilledCharges(actor)
    issueInvoice(actor, {
      ...november(september?.familyId ?? "", [september?.chargeId ?? ""]),
      from: "2026-09-01",
    })
    dropStudent(actor, classId, enrollmentId, { lastDay: "2026-09-16", reason: "Never came back" })
    expect([settleTuition(actor, enrollmentId), settleTuition(actor, enrollmentId)]).toEqual([3, 0])
    expect(charged()).toEqual([[-4200, "Monthly fee, 16 of 30 days"]])
  })

  test("whose corrected invoice is voided is charged its part, without the correction", () => {
    const { classId, enrollmentId } = openMonthly()
    changeTuitionRule(actor, rule({ basis: "days" }))
    chargeMonth(actor, "2026-11")
    const [fee] = listUnbilledCharges(actor)
    const issued = issueInvoice(actor, november(fee?.familyId ?? "", [fee?.chargeId ?? ""]))
    dropStudent(actor, classId, enrollmentId, { lastDay: "2026-11-20", reason: "Moved" })
    settleTuition(actor, enrollmentId)
    voidInvoice(actor, { invoiceId: issued.ok ? issued.invoiceId : "", reason: "Wrong period" })
    dropStudent(actor, classId, enrollmentId, { lastDay: "2026-11-10", reason: "Moved earlier" })
    expect(settleTuition(actor, enrollmentId)).toBe(1)
    expect(charged()).toEqual([[3000, "Monthly fee, 10 of 30 days"]])
  })
})

test("a trial lesson is free unless the school charges the class price", () => {
  const trial = () => {
    const { classId, studentIds } = openClass(actor, {
      class: { kind: "trial" },
      pupils: ["Otis Rossi"],
      price: { amountMinor: 4000 },
    })
    const sessionId = addSessionRow(actor, classId, "2026-11-17", { startTime: "10:00" })
    return takeRegister(actor, sessionId, {
      marks: studentIds.map((studentId) => ({ studentId, code: "present" })),
    })
  }
  const free = trial()
  expect(free.ok && free.effect.seats[0]?.text).toBe("trial, not charged")
  expect(charged()).toEqual([])
  expect(countBillingStates(actor, "2026-11-01", "2026-11-18")).toMatchObject({
    "not-chargeable": 1,
    unbilled: 0,
  })
  chooseTrialPrice(actor, "class")
  trial()
  expect(charged()).toEqual([[4000, "Present"]])
})

test("another rule is previewed as the next month is charged by it, class by class", () => {
  const bases = ["full", "days", "lessons", "count"] as const
  for (const basis of bases)
    for (const skipsClosures of [false, true]) {
      actor = openSchool().actor
      const { classId } = openMonthly()
      addClosure(actor, { name: "Holidays", startsOn: "2026-12-21", endsOn: "2026-12-31" })
      const wish = rule({ basis, skipsClosures })
      const plan = previewTuitionRule(actor, wish)
      expect(plan).toMatchObject({ month: "2026-12", startsOn: "2026-12-16", more: false })
      const [change] = plan.changes
      changeTuitionRule(actor, wish)
      chargeMonth(actor, "2026-12")
      const charged = listUnbilledCharges(actor).map(({ amountMinor }) => amountMinor)
      expect(charged).toEqual([change?.all.afterMinor ?? 9000])
      expect(change?.classId ?? classId).toBe(classId)
      expect(plan.changes.length + plan.same).toBe(1)
      expect(change?.all.beforeMinor ?? 9000).toBe(9000)
    }
})
