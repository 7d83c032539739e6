import { events } from "db/schema/foundation-audit"
import { emails } from "db/schema/foundation-mail"
import { teachers } from "db/schema/people"
import { and, eq, like } from "drizzle-orm"
import fc from "fast-check"
import { beforeEach, expect, test } from "vitest"
import type { Actor } from "~/models/foundation/access/actor"
import { fixClock } from "~/utils/clock.server"
import { newId } from "~/utils/ids.server"
import { inHistories } from "../../../../tests/support/histories/count"
import { addTeacherRow } from "../../../../tests/support/lessons"
import { changeRows, openSchool, orFail, rowsOf } from "../../../../tests/support/school"
import { approvePay, lockPay } from "./approve-pay.server"
import {
  confirmWork,
  countWaitingWork,
  declineWork,
  enterWork,
  listOwnWork,
  listWaitingWork,
  withdrawWork,
} from "./entered-work.server"
import type { EnterWorkForm } from "./entered-work-form"
import { sumLines } from "./pay"
import { calculatePay } from "./pay-lines.server"
import { findPay } from "./payslips.server"
import { listUnpaidWork } from "./unpaid-work.server"
import { addWorkKind, archiveWorkKind, listWorkKinds } from "./work-kinds.server"

const at = (day: string) => fixClock(Date.parse(`${day}T17:00:00Z`))
const september = { from: "2026-09-01", to: "2026-09-30" }
const october = { from: "2026-10-01", to: "2026-10-31" }

let actor: Actor
let teacher: { id: string; name: string }

beforeEach(() => {
  at("2026-09-20")
  actor = openSchool().actor
  teacher = { id: addTeacherRow(actor, "Marcus Whitfield"), name: "Marcus Whitfield" }
  changeRows(teachers, { id: teacher.id }, { email: "marcus@example.com" })
})

const recital = (): EnterWorkForm => ({
  kind: undefined,
  workedOn: "2026-09-12",
  hours: null,
  pay: 4500,
  description: "Recital",
  note: "Played for four students",
  formKey: newId(),
})

function enter(facts: Partial<EnterWorkForm> = {}) {
  return orFail(enterWork(actor, teacher, { ...recital(), ...facts })).workId
}

const mails = (template: string) =>
  rowsOf(emails, { schoolId: actor.school.id, template }, { only: ["recipient", "data"] })
const verbs = () =>
  rowsOf(events, and(eq(events.schoolId, actor.school.id), like(events.verb, "%-work"))).map(
    ({ verb }) => verb,
  )
const earned = (period = september) => sumLines(calculatePay(actor, period, teacher.id).get(teacher.id) ?? [])

test("only what the office confirms is paid, once, and both sides are told", () => {
  const workId = enter()
  expect(earned()).toBe(0)
  expect(mails("work-entered").length).toBeGreaterThan(0)
  expect(countWaitingWork(actor)).toBe(1)
  expect(confirmWork(actor, workId).ok).toBe(true)
  expect(confirmWork(actor, workId)).toBeRefused("decided")
  expect(declineWork(actor, workId, "Too late")).toBeRefused("decided")
  expect(earned()).toBe(4500)
  expect(countWaitingWork(actor)).toBe(0)
  expect(mails("work-answered").map(({ recipient }) => recipient)).toEqual(["marcus@example.com"])
  expect(listOwnWork(actor, teacher.id)).toMatchObject([{ state: "confirmed", amountMinor: 4500 }])
  expect(verbs()).toEqual(["enter-work", "confirm-work"])
})

test("declined with a reason, or withdrawn, it is never paid", () => {
  const declined = enter()
  const withdrawn = enter({ description: "Exam" })
  expect(declineWork(actor, declined, "It was part of your lesson")).toMatchObject({
    ok: true,
    reach: { reached: [teacher.name] },
  })
  expect(withdrawWork(actor, teacher.id, withdrawn).ok).toBe(true)
  expect(withdrawWork(actor, teacher.id, declined)).toBeRefused("decided")
  expect(earned()).toBe(0)
  expect(JSON.parse(mails("work-answered")[0]?.data ?? "{}")).toMatchObject({
    isConfirmed: false,
    reason: "It was part of your lesson",
  })
})

test("a kind has the school's rate of that day, by the hour or each time", () => {
  addWorkKind(actor, { name: "Theory class", paid: "hour", amount: 3000 })
  addWorkKind(actor, { name: "Recital", paid: "time", amount: 5000 })
  expect(addWorkKind(actor, { name: "recital", paid: "time", amount: 1 }).ok).toBe(false)
  const [fixed, hourly] = listWorkKinds(actor)
  enter({ kind: hourly?.id, hours: 100, pay: 1 })
  enter({ kind: fixed?.id, description: undefined })
  archiveWorkKind(actor, fixed?.id ?? "")
  expect(listWaitingWork(actor).map(({ description, amountMinor }) => [description, amountMinor])).toEqual([
    ["Theory class: Recital", 5000],
    ["Recital", 5000],
  ])
  expect(enterWork(actor, teacher, { ...recital(), kind: fixed?.id })).toMatchObject({ reason: "no-kind" })
  expect(enterWork(actor, teacher, { ...recital(), kind: hourly?.id })).toMatchObject({
    reason: "hours-missing",
  })
})

test("refuses what is missing, what is to come and what is long ago", () => {
  const refusal = (facts: object) => {
    const answer = enterWork(actor, teacher, { ...recital(), ...facts })
    return answer.ok ? "entered" : answer.reason
  }
  expect(refusal({ description: undefined })).toBe("description-missing")
  expect(refusal({ pay: undefined })).toBe("amount-missing")
  expect(refusal({ workedOn: "2026-09-21" })).toBe("in-the-future")
  expect(refusal({ workedOn: "2025-09-01" })).toBe("too-old")
})

test("confirmed after its period was locked, it is a correction of the next", () => {
  confirmWork(actor, enter())
  const late = enter({ description: "Exam", workedOn: "2026-09-15", pay: 2000 })
  at("2026-10-02")
  const { totalMinor } = findPay(actor, teacher.id, september)
  expect(approvePay(actor, september, { teacherIds: [teacher.id], reviewedMinor: totalMinor }).ok).toBe(true)
  lockPay(actor, september)
  at("2026-10-05")
  confirmWork(actor, late)
  expect(findPay(actor, teacher.id, september).totalMinor).toBe(4500)
  expect(findPay(actor, teacher.id, october).lines).toMatchObject([
    { kind: "correction", title: "Correction: Exam", amountMinor: 2000 },
  ])
})

test("the same form enters it once, and another school or teacher has none of it", () => {
  const formKey = newId()
  expect(enter({ formKey })).toBe(enter({ formKey }))
  const other = openSchool().actor
  const [work] = listWaitingWork(actor)
  expect(listWaitingWork(other)).toEqual([])
  expect(confirmWork(other, work?.id ?? "")).toBeRefused("not-found")
  expect(declineWork(other, work?.id ?? "", "No")).toBeRefused("not-found")
  expect(withdrawWork(actor, addTeacherRow(actor, "Lena Brandt"), work?.id ?? "")).toBeRefused("not-found")
})

test("in any history, pay is the sum of what was confirmed", () => {
  const act = fc.record({
    amount: fc.integer({ min: 1, max: 99_999 }),
    answers: fc.array(fc.constantFrom("confirm", "decline", "withdraw"), { maxLength: 3 }),
  })
  inHistories(60, fc.array(act, { maxLength: 8 }), (acts) => {
    const before = earned()
    let confirmed = 0
    for (const { amount, answers } of acts) {
      const workId = enter({ pay: amount })
      if (answers[0] === "confirm") confirmed += amount
      for (const answer of answers) {
        if (answer === "confirm") confirmWork(actor, workId)
        else if (answer === "decline") declineWork(actor, workId, "Not this one")
        else withdrawWork(actor, teacher.id, workId)
      }
    }
    expect(earned() - before).toBe(confirmed)
  })
})

test("confirmed for a month without a payslip is named in later periods until that month is paid", () => {
  const workId = enter()
  const unpaid = () => listUnpaidWork(actor, october).named.map(({ workedOn }) => workedOn)
  expect(unpaid()).toEqual([])
  at("2026-10-20")
  expect(confirmWork(actor, workId).ok).toBe(true)
  expect([earned(october), unpaid()]).toEqual([0, ["2026-09-12"]])
  expect(approvePay(actor, september, { teacherIds: [teacher.id], reviewedMinor: earned() }).ok).toBe(true)
  expect(unpaid()).toEqual([])
})
