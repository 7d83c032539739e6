import { afterEach, beforeEach, expect, test } from "vitest"
import { takeRegister } from "~/models/attendance/register/take-register.server"
import type { Actor } from "~/models/foundation/access/actor"
import { dropStudent } from "~/models/teaching/class/leave-class.server"
import { fixClock } from "~/utils/clock.server"
import { november } from "../../../../tests/support/billing"
import { testNow } from "../../../../tests/support/clock"
import { joinFamilies } from "../../../../tests/support/family-of-two"
import { addEnrollmentRow, addScheduleRow, addSessionRow, openClass } from "../../../../tests/support/lessons"
import { openSchool, orFail } from "../../../../tests/support/school"
import { booksAreSound } from "../../../../tests/support/sound-books"
import { settleAll } from "../../../../tests/support/tuition"
import { addDiscountRule, endDiscountRule } from "../discount/discount-rules.server"
import { issueInvoice } from "../invoice/issue-invoice.server"
import { changeTuitionRule } from "../tuition/tuition-rule.server"
import { applyDiscount, previewDiscount, undoDiscount } from "./apply-discount.server"
import { changeCharge } from "./change-charge.server"
import { chargeMonth } from "./charge-month.server"
import { settleTuition } from "./settle-tuition.server"
import { listUnbilledCharges } from "./unbilled.server"

// A discount that reaches what isn't invoiced yet: with a preview, kept by every correction after it, and taken back whole.

let actor: Actor
let familyId = ""
let lessons: ReturnType<typeof openClass>
let sessionId = ""
let monthly: { classId: string; enrollmentIds: string[] }

beforeEach(() => {
  actor = openSchool().actor
  const pupils = ["Otis Rossi", "Lina Rossi"] as const
  lessons = openClass(actor, { pupils, price: { amountMinor: 4000 } })
  familyId = joinFamilies(actor, lessons.studentIds)
  const opened = openClass(actor, { pupils: [], price: { billing: "monthly", amountMinor: 9000 } })
  const enrollmentIds = lessons.studentIds.map((id) => addEnrollmentRow(actor, opened.classId, id))
  monthly = { classId: opened.classId, enrollmentIds }
  addScheduleRow(actor, opened.classId, { startsOn: "2026-09-02", madeUntil: "2026-12-31" })
  changeTuitionRule(actor, { basis: "days", lessons: 4, skipsClosures: false })
  sessionId = addSessionRow(actor, lessons.classId, "2026-11-16", { startTime: "10:00" })
  take("present")
  chargeMonth(actor, "2026-11")
})
afterEach(booksAreSound)

const take = (code: "present" | "late" | "excused") =>
  takeRegister(actor, sessionId, {
    marks: lessons.studentIds.map((studentId) => ({ studentId, code })),
    reason: "Corrected",
  })
const later = (minutes: number) => fixClock(testNow + minutes * 60_000)
const amounts = () =>
  listUnbilledCharges(actor)
    .map(({ amountMinor }) => amountMinor)
    .sort((a, b) => a - b)

function apply(rule: string) {
  return orFail(applyDiscount(actor, rule, previewDiscount(actor, rule))).at
}

function add(off: { rate: number | null; amountMinor: number | null } = { rate: 10_000, amountMinor: null }) {
  return orFail(addDiscountRule(actor, { name: "Siblings", kind: "sibling", fromNth: 2, target: "all", off }))
    .ruleId
}

test("it is shown first, reaches what isn’t invoiced, once, and stays through every correction", () => {
  later(1)
  const rule = add()
  const shown = { charges: 2, beforeMinor: 13_000, afterMinor: 11_700, left: 0, more: false }
  expect(previewDiscount(actor, rule)).toEqual(shown)
  expect(amounts(), "a preview changes nothing").toEqual([4000, 4000, 9000, 9000])
  expect(applyDiscount(actor, rule, { charges: 3, beforeMinor: 13_000 })).toMatchObject({
    reason: "changed-since",
  })
  expect(applyDiscount(actor, rule, shown)).toMatchObject({ ok: true, charges: 2 })
  expect(amounts()).toEqual([3600, 4000, 8100, 9000])
  expect(applyDiscount(actor, rule, shown), "pressed twice").toMatchObject({ reason: "changed-since" })
  for (const [minutes, code] of [
    [2, "late"],
    [3, "excused"],
    [4, "present"],
  ] as const) {
    later(minutes)
    take(code)
    const ofLessons = code === "excused" ? [] : [3600, 4000]
    expect(amounts(), code).toEqual([...ofLessons, 8100, 9000])
  }
  endDiscountRule(actor, rule)
  later(5)
  take("late")
  expect(amounts(), "also of a rule that has ended").toEqual([3600, 4000, 8100, 9000])
})

test("an invoiced lesson and month are corrected by what they were invoiced at", () => {
  later(1)
  const rule = add()
  applyDiscount(actor, rule, previewDiscount(actor, rule))
  const issued = issueInvoice(
    actor,
    november(
      familyId,
      listUnbilledCharges(actor).map(({ chargeId }) => chargeId),
    ),
  )
  expect(issued.ok).toBe(true)
  later(2)
  take("excused")
  dropStudent(actor, monthly.classId, monthly.enrollmentIds[1] ?? "", {
    lastDay: "2026-11-20",
    reason: "Moves",
  })
  settleTuition(actor, monthly.enrollmentIds[1] ?? "")
  settleAll(actor)
  expect(amounts()).toEqual([-4000, -3600, -2700])
  later(3)
  take("present")
  expect(
    amounts().filter((minor) => minor !== -2700),
    "the lessons are as invoiced",
  ).toEqual([])
})

test("undone it is as if it had never been, also for corrections after that; what is invoiced keeps it", () => {
  later(1)
  const rule = add()
  const at = apply(rule)
  later(2)
  expect(undoDiscount(actor, rule, at)).toMatchObject({ ok: true, charges: 2 })
  expect(amounts()).toEqual([4000, 4000, 9000, 9000])
  expect(undoDiscount(actor, rule, at)).toMatchObject({ reason: "nothing-left" })
  later(3)
  take("late")
  expect(amounts()).toEqual([4000, 4000, 9000, 9000])
  expect(applyDiscount(actor, rule, previewDiscount(actor, rule)).ok, "and again").toBe(true)
  expect(amounts()).toEqual([3600, 4000, 8100, 9000])
})

test("what it would leave nothing of stays, and another school’s rule is not found", () => {
  later(1)
  const rule = add({ rate: null, amountMinor: 4000 })
  expect(previewDiscount(actor, rule)).toMatchObject({
    charges: 1,
    beforeMinor: 9000,
    afterMinor: 5000,
    left: 1,
  })
  const other = openSchool().actor
  expect(applyDiscount(other, rule, { charges: 1, beforeMinor: 9000 })).toMatchObject({ reason: "not-found" })
  expect(previewDiscount(other, rule).charges).toBe(0)
})

test("an undo takes back one press alone, and nothing that changed since", () => {
  later(1)
  const rule = add()
  const first = apply(rule)
  later(2)
  const sessionAgain = addSessionRow(actor, lessons.classId, "2026-11-17", { startTime: "10:00" })
  takeRegister(actor, sessionAgain, {
    marks: lessons.studentIds.map((studentId) => ({ studentId, code: "present" as const })),
    reason: undefined,
  })
  endDiscountRule(actor, rule)
  later(3)
  const other = add({ rate: 5000, amountMinor: null })
  const second = apply(other)
  expect(amounts(), "5% of three more").toEqual([3420, 3420, 4000, 4000, 7695, 9000])
  expect(undoDiscount(actor, other, first), "of another press").toMatchObject({ reason: "nothing-left" })
  later(4)
  take("late")
  expect(undoDiscount(actor, other, second)).toMatchObject({ ok: true, charges: 2 })
  expect(amounts(), "the corrected lesson keeps it").toEqual([3420, 3600, 4000, 4000, 8100, 9000])
})

test("a month keeps what a last day left of it, and what the office set by hand", () => {
  later(1)
  const rule = add()
  const at = apply(rule)
  later(2)
  const drop = { lastDay: "2026-11-20", reason: "Moves" }
  dropStudent(actor, monthly.classId, monthly.enrollmentIds[1] ?? "", drop)
  settleAll(actor)
  expect(undoDiscount(actor, rule, at), "the lesson alone").toMatchObject({ ok: true, charges: 1 })
  expect(amounts()).toEqual([4000, 4000, 5400, 9000])
})

test("a monthly fee that the office set by hand takes no discount later", () => {
  later(1)
  const fees = listUnbilledCharges(actor).filter(({ amountMinor }) => amountMinor === 9000)
  expect(fees).toHaveLength(2)
  for (const { chargeId, description, occurredOn } of fees)
    changeCharge(actor, chargeId, { description, occurredOn, amountMinor: 3000, reason: "Agreed" })
  const rule = add()
  expect(previewDiscount(actor, rule)).toMatchObject({ charges: 1, beforeMinor: 4000, left: 1 })
})
