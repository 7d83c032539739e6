import { sessions } from "db/schema/teaching-sessions"
import { beforeEach, expect, test } from "vitest"
import { takeRegister } from "~/models/attendance/register/take-register.server"
import type { Actor } from "~/models/foundation/access/actor"
import { fixClock } from "~/utils/clock.server"
import { addSessionRow, addTeacherRow, openClass } from "../../../../tests/support/lessons"
import { changeRows, openSchool } from "../../../../tests/support/school"
import { chargeMonth } from "../charge/charge-month.server"
import { approvePay } from "./approve-pay.server"
import { sumLines } from "./pay"
import { calculatePay } from "./pay-lines.server"
import { agreePayRate } from "./pay-rates.server"
import { findPay, readTeacherPay } from "./payslips.server"

// The pay of one teacher is read another way than the run of all; it comes to the same.

const at = (day: string) => fixClock(Date.parse(`${day}T17:00:00Z`))
const september = { from: "2026-09-01", to: "2026-09-30" }
const october = { from: "2026-10-01", to: "2026-10-31" }

let actor: Actor
let ada: string
let ben: string

beforeEach(() => {
  at("2026-09-01")
  actor = openSchool().actor
  ada = addTeacherRow(actor, "Ada Whitfield")
  ben = addTeacherRow(actor, "Ben Castellano")
})

function classOf(teacherId: string, facts: Partial<Parameters<typeof openClass>[1]> = {}) {
  const { classId, studentIds } = openClass(actor, {
    class: { name: `Group of ${teacherId}`, teacherId },
    pupils: ["Otis Haddad"],
    ...facts,
  })
  return (day: string) => {
    const id = addSessionRow(actor, classId, day, { teacherId, startTime: "10:00" })
    const marks = studentIds.map((studentId) => ({ studentId, code: "present" as const, minutesLate: null }))
    return { id, take: () => expect(takeRegister(actor, id, { marks }).ok).toBe(true) }
  }
}

const approve = (teacherId: string) =>
  expect(
    approvePay(actor, september, {
      teacherIds: [teacherId],
      reviewedMinor: findPay(actor, teacherId, september).totalMinor,
    }),
  ).toMatchObject({ ok: true })

/** Each teacher as the run of all has them, which the office reviews, and by themselves, as they are approved. */
function bothWays() {
  const run = calculatePay(actor, october)
  for (const id of [ada, ben]) expect(calculatePay(actor, october, id).get(id)).toEqual(run.get(id))
  return run
}

test("a correction that the run of all teachers sees is in the pay of one", () => {
  for (const id of [ada, ben])
    agreePayRate(actor, id, { kind: "per_hour", amountMinor: 4000, fromDate: "2026-09-01" })
  const [adas, bens] = [classOf(ada), classOf(ben)]
  at("2026-09-20")
  adas("2026-09-08").take()
  const late = bens("2026-09-15")
  at("2026-10-01")
  approve(ada)
  at("2026-10-05")
  late.take()
  at("2026-10-10")
  approve(ben)
  // The lesson took an hour, not what the payslip says: no mark of it changed since.
  const before = sumLines(findPay(actor, ben, september).lines)
  changeRows(sessions, { id: late.id }, { minutes: 120 })
  expect(bothWays().get(ben)).toMatchObject([{ kind: "correction", amountMinor: 8000 - before }])
  at("2026-11-01")
  const reviewed = readTeacherPay(actor, october).find(({ teacherId }) => teacherId === ben)
  const reviewedMinor = reviewed?.totalMinor ?? 0
  expect(approvePay(actor, october, { teacherIds: [ben], reviewedMinor })).toEqual({
    ok: true,
    approved: 1,
    totalMinor: 8000 - before,
  })
})

test("a lesson of a monthly fee that another teacher gave after all is moved from one payslip to the other", () => {
  for (const id of [ada, ben])
    agreePayRate(actor, id, {
      ...{ kind: "percent", amountMinor: 0, basisPoints: 5000, fromDate: "2026-09-01" },
    })
  const lesson = classOf(ada, { price: { billing: "monthly", amountMinor: 9000 } })
  const bens = classOf(ben)("2026-09-10")
  chargeMonth(actor, "2026-09")
  const [first, second] = [lesson("2026-09-08"), lesson("2026-09-15")]
  at("2026-09-29")
  for (const each of [first, second, bens]) each.take()
  at("2026-10-01")
  approve(ada)
  approve(ben)
  at("2026-10-05")
  changeRows(sessions, { id: second.id }, { teacherId: ben })
  const run = bothWays()
  expect([run.get(ada), run.get(ben)].map((lines) => sumLines(lines ?? []))).toEqual([-2250, 2250])
})
