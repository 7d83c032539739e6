import { sqlite } from "db/client.server"
import { emails } from "db/schema/foundation-mail"
import { paySlipLines, paySlips } from "db/schema/money-pay"
import fc from "fast-check"
import { beforeEach, expect, test } from "vitest"
import type { MarkCode } from "~/models/accounts/outcome/outcome"
import { takeRegister } from "~/models/attendance/register/take-register.server"
import type { Actor } from "~/models/foundation/access/actor"
import { fixClock } from "~/utils/clock.server"
import { addDays, addMonths, monthBounds, monthOf } from "~/utils/dates"
import { newId } from "~/utils/ids.server"
import { inHistories } from "../../../../tests/support/histories/count"
import { addSessionRow, addTeacherRow, openClass } from "../../../../tests/support/lessons"
import { openSchool, rowsOf } from "../../../../tests/support/school"
import { approvePay, lockPay, reopenPay } from "./approve-pay.server"
import { addExtraWork, removeExtraWork } from "./extra-work.server"
import { sumLines } from "./pay"
import { calculatePay, listEarned } from "./pay-lines.server"
import { agreePayRate, endPayRate } from "./pay-rates.server"
import { readRates } from "./pay-reads.server"
import { paySlipPdf } from "./payslip-pdf.server"
import { findPay, listPaySlips } from "./payslips.server"

const at = (day: string) => fixClock(Date.parse(`${day}T17:00:00Z`))
const month = (first: string) => {
  const bounds = monthBounds(monthOf(first))
  return { from: bounds.first, to: bounds.last }
}
const september = month("2026-09-01")
const october = month("2026-10-01")

let actor: Actor
let teacherId: string
let classId: string
let studentIds: string[]

beforeEach(() => {
  at("2026-09-01")
  actor = openSchool().actor
  teacherId = addTeacherRow(actor, "Marcus Whitfield")
  ;({ classId, studentIds } = openClass(actor, {
    class: { name: "Guitar club", teacherId },
    pupils: ["Otis Haddad", "Wren Adeyemi"],
  }))
})

function take(sessionId: string, code: MarkCode) {
  const taken = takeRegister(actor, sessionId, {
    marks: studentIds.map((studentId) => ({ studentId, code, minutesLate: null })),
  })
  if (!taken.ok) throw new Error(taken.reason)
}

const lesson = (day: string, code: MarkCode = "present") => {
  const id = addSessionRow(actor, classId, day, { teacherId, startTime: "10:00" })
  take(id, code)
  return id
}

function approve(period = september) {
  const pay = findPay(actor, teacherId, period)
  const approved = approvePay(actor, period, { teacherIds: [teacherId], reviewedMinor: pay.totalMinor })
  if (!approved.ok) throw new Error(approved.reason)
  return approved
}

const work = (workedOn: string, amountMinor: number) =>
  addExtraWork(actor, teacherId, {
    workedOn,
    description: "Recital",
    minutes: null,
    hourlyMinor: null,
    amountMinor,
    formKey: newId(),
  })

const lines = (period = october) => calculatePay(actor, period, teacherId).get(teacherId) ?? []

test("attendance corrected after the lock is a line of the next period that names what it corrects", () => {
  agreePayRate(actor, teacherId, { kind: "per_session", amountMinor: 3000, fromDate: "2026-09-01" })
  at("2026-09-20")
  const first = lesson("2026-09-08")
  lesson("2026-09-15")
  at("2026-10-01")
  approve()
  expect(lockPay(actor, september)).toMatchObject({ locked: 1, mailed: 0, unmailed: [expect.any(String)] })
  expect(lines()).toEqual([])
  take(first, "cancelled")
  lesson("2026-09-22")
  at("2026-10-10")
  lesson("2026-10-06")
  work("2026-09-12", 4500)
  expect(lines().map(({ kind, title, rule, amountMinor }) => [kind, title, rule, amountMinor])).toEqual([
    [
      "correction",
      "Correction: Guitar club",
      "$0.00 instead of $30.00 · Not paid, based on attendance",
      -3000,
    ],
    ["correction", "Correction: Recital", "$45.00 instead of $0.00 · Extra work", 4500],
    ["correction", "Correction: Guitar club", "$30.00 instead of $0.00 · $30.00 a lesson", 3000],
    ["lesson", "Guitar club", "$30.00 a lesson", 3000],
  ])
  // the period after the next one has none of them
  expect(lines(month("2026-11-01"))).toEqual([])
  at("2026-11-01")
  approve(october)
  expect(lines(month("2026-11-01"))).toEqual([])
})

test("approving is refused before the end, without a rate, twice, and when the total changed", () => {
  at("2026-09-20")
  lesson("2026-09-08")
  const pay = (reviewedMinor: number) =>
    approvePay(actor, september, { teacherIds: [teacherId], reviewedMinor })
  expect(pay(0)).toBeRefused("not-over")
  at("2026-10-01")
  expect(pay(0)).toBeRefused("unrated")
  expect(
    agreePayRate(actor, teacherId, { kind: "per_hour", amountMinor: 3400, fromDate: "2026-09-01" }).ok,
  ).toBe(true)
  expect(pay(1)).toBeRefused("changed")
  expect(pay(3400)).toEqual({ ok: true, approved: 1, totalMinor: 3400 })
  expect(pay(3400)).toBeRefused("approved")
  expect(approvePay(actor, september, { teacherIds: [newId()], reviewedMinor: 0 })).toBeRefused("no-lines")
  // what a payslip covers isn't rewritten by a rate
  expect(
    agreePayRate(actor, teacherId, { kind: "per_hour", amountMinor: 1, fromDate: "2026-09-30", minutes: 30 }),
  ).toBeRefused("rewrites-the-past")
})

test("a rate that is sent twice is one, and another one for the same day is a second", () => {
  const rate = { kind: "per_hour", amountMinor: 3400, fromDate: "2026-09-01" } as const
  for (let times = 0; times < 2; times += 1) expect(agreePayRate(actor, teacherId, rate).ok).toBe(true)
  expect(readRates(actor, teacherId)).toHaveLength(1)
  agreePayRate(actor, teacherId, { ...rate, amountMinor: 3500 })
  agreePayRate(actor, teacherId, rate)
  expect(readRates(actor, teacherId).map(({ amountMinor }) => amountMinor)).toEqual([3400, 3500, 3400])
})

test("pay that a later payslip corrects isn't reopened: it would be corrected twice", () => {
  agreePayRate(actor, teacherId, { kind: "per_session", amountMinor: 3000, fromDate: "2026-09-01" })
  at("2026-09-20")
  const first = lesson("2026-09-08")
  at("2026-10-01")
  approve()
  at("2026-10-10")
  take(first, "cancelled")
  lesson("2026-10-06")
  at("2026-11-01")
  approve(october)
  const [ofOctober, ofSeptember] = listPaySlips(actor, teacherId, "2026-01-01")
  expect(ofOctober?.totalMinor).toBe(0)
  expect(reopenPay(actor, ofSeptember?.id ?? "")).toMatchObject({
    ok: false,
    reason: "corrected",
    by: { id: ofOctober?.id },
  })
  expect(reopenPay(actor, ofOctober?.id ?? "")).toEqual({ ok: true })
  expect(reopenPay(actor, ofSeptember?.id ?? "")).toEqual({ ok: true })
  approve()
  approve(october)
  expect(listPaySlips(actor, teacherId, "2026-01-01").map(({ totalMinor }) => totalMinor)).toEqual([3000, 0])
})

test("approved pay is reopened, locked pay never changes, not even in the database", async () => {
  agreePayRate(actor, teacherId, { kind: "per_hour", amountMinor: 3400, fromDate: "2026-09-01" })
  at("2026-09-20")
  lesson("2026-09-08")
  at("2026-10-01")
  approve()
  const [slip] = listPaySlips(actor, teacherId, "2026-01-01")
  expect(reopenPay(actor, slip?.id ?? "")).toEqual({ ok: true })
  expect(listPaySlips(actor, teacherId, "2026-01-01")).toEqual([])
  approve()
  lockPay(actor, september)
  const [locked] = listPaySlips(actor, teacherId, "2026-01-01")
  const id = locked?.id ?? ""
  expect(reopenPay(actor, id)).toBeRefused("locked")
  expect(lockPay(actor, september).locked).toBe(0)
  const { raw } = { raw: sqlite() }
  for (const sql of [
    "update pay_slips set teacher_name = 'x' where id = ?",
    "delete from pay_slips where id = ?",
    "update pay_slip_lines set amount_minor = 1 where slip_id = ?",
    "delete from pay_slip_lines where slip_id = ?",
  ])
    expect(() => raw.prepare(sql).run(id)).toThrow(/frozen|kept/)
  const [one, two] = [await paySlipPdf(actor, id), await paySlipPdf(actor, id)]
  expect(one?.bytes.equals(two?.bytes ?? Buffer.alloc(0))).toBe(true)
  expect(one?.fileName).toBe("payslip-Marcus-Whitfield-2026-09-30.pdf")
  expect(rowsOf(emails, { schoolId: actor.school.id, template: "payslip" })).toEqual([])
})

test("a percentage is of what the lesson's students were charged, a monthly fee by its planned lessons", () => {
  agreePayRate(actor, teacherId, {
    kind: "percent",
    amountMinor: 0,
    basisPoints: 5000,
    fromDate: "2026-09-01",
  })
  at("2026-09-20")
  lesson("2026-09-08")
  expect(lines(september)).toMatchObject([{ amountMinor: 1800, rule: "50% of charges: $36.00" }])
})

const act = fc.oneof(
  fc.record({ do: fc.constant("lesson" as const), day: fc.integer({ min: -19, max: 0 }), mark: fc.nat(4) }),
  fc.record({ do: fc.constant("correct" as const), which: fc.nat(9), mark: fc.nat(4) }),
  fc.record({
    do: fc.constant("work" as const),
    day: fc.integer({ min: -19, max: 0 }),
    amount: fc.integer({ min: 1, max: 9000 }),
  }),
  fc.record({ do: fc.constant("unwork" as const), which: fc.nat(9) }),
  fc.record({ do: fc.constant("wait" as const), days: fc.integer({ min: 1, max: 25 }) }),
  fc.record({ do: fc.constant("approve" as const), back: fc.nat(2) }),
  fc.record({ do: fc.constant("lock" as const), back: fc.nat(2) }),
  fc.record({ do: fc.constant("reopen" as const), which: fc.nat(4) }),
  fc.record({
    do: fc.constant("rate" as const),
    amount: fc.integer({ min: 0, max: 6000 }),
    day: fc.integer({ min: -40, max: 3 }),
  }),
)
const codes: MarkCode[] = ["present", "late", "absent", "excused", "cancelled"]

test("over any history: once every month is approved, payslips add up to what attendance and work say", () => {
  inHistories(60, fc.array(act, { maxLength: 18 }), (acts) => {
    at("2026-09-01")
    actor = openSchool().actor
    teacherId = addTeacherRow(actor, "Marcus Whitfield")
    ;({ classId, studentIds } = openClass(actor, {
      class: { name: "Guitar club", teacherId },
      pupils: ["Otis Haddad"],
    }))
    agreePayRate(actor, teacherId, { kind: "per_session", amountMinor: 3000, fromDate: "2026-07-01" })
    let today = "2026-09-20"
    let minute = 0
    const taught: string[] = []
    const tick = () => {
      minute += 1
      fixClock(Date.parse(`${today}T17:00:00Z`) + minute * 1000)
    }
    for (const each of acts) {
      tick()
      const mark = "mark" in each ? (codes[each.mark] ?? "present") : "present"
      const back = "back" in each ? month(addMonths(`${monthOf(today)}-01`, -each.back)) : september
      if (each.do === "lesson") {
        const id = addSessionRow(actor, classId, addDays(today, each.day), {
          teacherId,
          startTime: "08:00",
          sequence: taught.length,
        })
        take(id, mark)
        taught.push(id)
      }
      const session = "which" in each ? taught[each.which % Math.max(1, taught.length)] : undefined
      if (each.do === "correct" && session) take(session, mark)
      if (each.do === "work") {
        work(addDays(today, each.day), each.amount)
      }
      if (each.do === "unwork") {
        const known = listEarned(actor, teacherId, { from: "2026-01-01", to: today }).flatMap(
          ({ extraWorkId }) => extraWorkId ?? [],
        )
        const id = known[each.which % Math.max(1, known.length)]
        if (id) removeExtraWork(actor, teacherId, id)
      }
      if (each.do === "wait") today = addDays(today, each.days)
      if (each.do === "approve")
        approvePay(actor, back, {
          teacherIds: [teacherId],
          reviewedMinor: findPay(actor, teacherId, back).totalMinor,
        })
      if (each.do === "lock") lockPay(actor, back)
      if (each.do === "reopen") {
        const slips = listPaySlips(actor, teacherId, "2026-01-01")
        const slip = slips[each.which % Math.max(1, slips.length)]
        if (slip) reopenPay(actor, slip.id)
      }
      if (each.do === "rate")
        agreePayRate(actor, teacherId, {
          ...{ kind: "per_session", amountMinor: each.amount },
          fromDate: addDays(today, each.day),
        })
    }
    for (let first = "2026-07-01"; first <= "2027-12-01"; first = addMonths(first, 1)) {
      at("2028-01-01")
      const { totalMinor, slip } = findPay(actor, teacherId, month(first))
      // one teacher's pay is read another way than everyone's
      if (!slip) expect(sumLines(lines(month(first)))).toBe(totalMinor)
      if (!slip) approvePay(actor, month(first), { teacherIds: [teacherId], reviewedMinor: totalMinor })
    }
    const slips = rowsOf(paySlips, { schoolId: actor.school.id })
    const all = rowsOf(paySlipLines, { schoolId: actor.school.id })
    for (const slip of slips)
      expect(sumLines(all.filter(({ slipId }) => slipId === slip.id))).toBe(slip.totalMinor)
    // what came to light after the newest payslip is still to be paid, in the period after it
    const newest = slips
      .map(({ periodTo }) => periodTo)
      .sort()
      .at(-1)
    const open = newest ? sumLines(lines(month(addDays(newest, 1)))) : 0
    expect(sumLines(all) + open).toBe(
      sumLines(listEarned(actor, teacherId, { from: "2026-01-01", to: "2028-01-01" })),
    )
  })
})

test("a rate ends after a day that is not over", () => {
  agreePayRate(actor, teacherId, { kind: "per_hour", amountMinor: 3400, fromDate: "2026-09-01", minutes: 60 })
  at("2026-09-20")
  const rateId = readRates(actor, teacherId)[0]?.id ?? ""
  expect(endPayRate(actor, teacherId, { rateId, lastDay: "2026-09-19" }).ok).toBe(false)
  expect(endPayRate(actor, teacherId, { rateId, lastDay: "2026-09-20" })).toEqual({
    ok: true,
    text: "$34.00 an hour",
  })
  expect(endPayRate(actor, teacherId, { rateId, lastDay: "2026-09-20" })).toBeRefused("no-rate")
})
