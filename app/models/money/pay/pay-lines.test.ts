import { readFileSync } from "node:fs"
import { beforeEach, expect, test } from "vitest"
import type { MarkCode } from "~/models/accounts/outcome/outcome"
import { takeRegister } from "~/models/attendance/register/take-register.server"
import type { Actor } from "~/models/foundation/access/actor"
import { fixClock } from "~/utils/clock.server"
import { monthBounds } from "~/utils/dates"
import { addSessionRow, addTeacherRow, openClass } from "../../../../tests/support/lessons"
import { openSchool } from "../../../../tests/support/school"
import { tableBelow } from "../../../../tests/support/worked-examples"
import { approvePay, lockPay } from "./approve-pay.server"
import { calculatePay } from "./pay-lines.server"
import { agreePayRate } from "./pay-rates.server"
import { findPay } from "./payslips.server"

// What changes after a payslip of a teacher who has nothing to be paid for a while isn't lost.

const months = { September: "2026-09", October: "2026-10", November: "2026-11", December: "2026-12" }
const names = Object.keys(months) as (keyof typeof months)[]
const at = (day: string) => fixClock(Date.parse(`${day}T17:00:00Z`))
const periodOf = (name: string) => {
  const { first, last } = monthBounds(months[name as keyof typeof months])
  return { from: first, to: last }
}

let actor: Actor
let teacherId = ""
let lessonIn: (name: string) => (code: MarkCode) => void

function open() {
  at("2026-09-01")
  actor = openSchool().actor
  teacherId = addTeacherRow(actor, "Marcus Whitfield")
  const { classId, studentIds } = openClass(actor, { class: { teacherId }, pupils: ["Otis Haddad"] })
  agreePayRate(actor, teacherId, { kind: "per_session", amountMinor: 3000, fromDate: "2026-09-01" })
  lessonIn = (name) => {
    const day = `${months[name as keyof typeof months]}-02`
    at(day)
    const id = addSessionRow(actor, classId, day, { teacherId, startTime: "10:00" })
    const take = (code: MarkCode) =>
      expect(takeRegister(actor, id, { marks: [{ studentId: studentIds[0] ?? "", code }] }).ok).toBe(true)
    take("present")
    return take
  }
}
beforeEach(open)

const corrections = (name: string) =>
  (calculatePay(actor, periodOf(name), teacherId).get(teacherId) ?? []).filter(
    ({ kind }) => kind === "correction",
  )
const isOpen = (name: string) => findPay(actor, teacherId, periodOf(name)).slip === null
const shownIn = () =>
  names.filter((name) => isOpen(name) && corrections(name).length > 0).join(", ") || "none"

function approve(name: string) {
  const period = periodOf(name)
  const { totalMinor } = findPay(actor, teacherId, period)
  expect(approvePay(actor, period, { teacherIds: [teacherId], reviewedMinor: totalMinor }).ok).toBe(true)
  lockPay(actor, period)
}

test("the worked examples", () => {
  const rows = tableBelow(
    readFileSync("docs/accounting-pay.md", "utf8"),
    "Corrections after a time without pay",
  )
  expect(rows).toHaveLength(4)
  for (const [since = "", shown, approved = "", correction, then] of rows) {
    open()
    const correct = lessonIn("September")
    at("2026-10-02")
    approve("September")
    for (const name of since.split(", ").filter((each) => each !== "none")) lessonIn(name)
    at("2026-12-03")
    correct("excused")
    expect(shownIn()).toBe(shown)
    expect(corrections(approved).map(({ amountMinor }) => (amountMinor ?? 0) / 100)).toEqual([
      Number(correction),
    ])
    // The run of all says the same as the teacher's own page.
    for (const name of names)
      expect(calculatePay(actor, periodOf(name)).get(teacherId)).toEqual(
        calculatePay(actor, periodOf(name), teacherId).get(teacherId),
      )
    at("2027-01-02")
    approve(approved)
    expect(shownIn()).toBe(then)
  }
})
