import { transact } from "db/client.server"
import { makeUpCredits } from "db/schema/attendance"
import { emails } from "db/schema/foundation-mail"
import { charges } from "db/schema/money"
import { guardians, studentStatusChanges, students, teachers } from "db/schema/people"
import { classes, enrollments } from "db/schema/teaching"
import { leaves } from "db/schema/teaching-leaves"
import { readerUpdates as toldRows } from "db/schema/teaching-reader-updates"
import { bookings } from "db/schema/teaching-sessions"
import { afterEach, beforeEach, describe, expect, test } from "vitest"
import { leaveLetters } from "~/jobs/mail/lesson-letters"
import type { Actor } from "~/models/foundation/access/actor"
import { newRow } from "~/models/foundation/access/own.server"
import type { MailData } from "~/models/foundation/outbox/outbox"
import { heldMs } from "~/models/foundation/outbox/outbox.server"
import { changeCharge } from "~/models/money/charge/change-charge.server"
import { chargeMonth } from "~/models/money/charge/charge-month.server"
import { listUnbilledCharges } from "~/models/money/charge/unbilled.server"
import { issueInvoice } from "~/models/money/invoice/issue-invoice.server"
import { installmentShare, withLeaves } from "~/models/money/tuition/tuition"
import { changeTuitionRule } from "~/models/money/tuition/tuition-rule.server"
import { countMissingRegisters } from "~/models/teaching/missing-register/missing-registers.server"
import { bookStudent } from "~/models/teaching/session/claim.server"
import { cellOf, scoreRange } from "~/models/teaching/session/score"
import { listSessionsOn } from "~/models/teaching/session/session-list.server"
import { fixClock, now } from "~/utils/clock.server"
import { november } from "../../../../tests/support/billing"
import {
  addEnrollmentRow,
  addScheduleRow,
  addSessionRow,
  addStudentRow,
  addTeacherRow,
  openClass,
} from "../../../../tests/support/lessons"
import { addRows, changeRows, openSchool, rowOf, rowsOf } from "../../../../tests/support/school"
import { seatsOf } from "../../../../tests/support/seats"
import { booksAreSound } from "../../../../tests/support/sound-books"
import { onceTold, sendTold } from "../../../../tests/support/told"
import { chargeMonthsDue, settleAll } from "../../../../tests/support/tuition"
import { recordNotice } from "../notice/notice.server"
import {
  approveLeave,
  changeLeave,
  listClassesOf,
  listLeavesOf,
  previewApproval,
  previewLeave,
  recordLeave,
  undoApproval,
  undoLeaves,
} from "./leaves.server"
import { tellLeaves } from "./tell-leave.server"

// A leave keeps the spot and takes a student out of its lessons; fees follow it to the cent, back and forth.

let actor: Actor
let classId = ""
let studentId = ""
let enrollmentId = ""

function open(billing: "monthly" | "per_session" = "monthly", kind: "private" | "group" = "private") {
  const opened = openClass(actor, {
    class: { kind, name: "Piano with Otis", capacity: kind === "private" ? 1 : 6 },
    pupils: kind === "private" ? ["Otis Rossi"] : ["Otis Rossi", "Ida Moss"],
    price: { billing, amountMinor: 9000 },
  })
  ;[studentId = ""] = opened.studentIds
  ;[enrollmentId = ""] = opened.enrollmentIds
  classId = opened.classId
  addScheduleRow(actor, classId, { startsOn: "2026-09-02", madeUntil: "2026-12-31" })
  changeTuitionRule(actor, { basis: "days", lessons: 4, skipsClosures: false })
  return opened
}

beforeEach(() => {
  fixClock(Date.parse("2026-11-18T17:00:00Z"))
  actor = openSchool().actor
})
afterEach(booksAreSound)

const leave = (startsOn: string, endsOn: string | null, feePercent = 0) => ({
  ...{ startsOn, endsOn, feePercent, reason: null, isForFamily: false, classId: undefined },
})
const record = (...days: Parameters<typeof leave>) => {
  const recorded = recordLeave(actor, studentId, leave(...days))
  if (!recorded.ok) throw new Error(recorded.reason)
  return recorded.leaveIds[0] ?? ""
}
const standing = () => rowsOf(charges, { schoolId: actor.school.id, withdrawnAt: null }, { by: "id" })
const amounts = () => standing().map(({ source, amountMinor }) => [source, amountMinor])
const invoice = () => {
  const waiting = listUnbilledCharges(actor)
  const familyId = waiting[0]?.familyId ?? ""
  const issued = issueInvoice(
    actor,
    november(
      familyId,
      waiting.map(({ chargeId }) => chargeId),
    ),
  )
  if (!issued.ok) throw new Error(issued.reason)
}

test("a private lesson in it expects no one, isn’t missing and says so; the undo brings everything back", () => {
  open("per_session")
  const past = addSessionRow(actor, classId, "2026-11-17")
  const next = addSessionRow(actor, classId, "2026-11-25")
  bookStudent(actor, enrollmentId)
  const booked = () => rowsOf(bookings, { resourceId: studentId }).length
  expect([countMissingRegisters(actor), booked()]).toEqual([1, 2])
  expect(previewLeave(actor, studentId, leave("2026-11-16", "2026-11-30"))).toMatchObject({
    ok: true,
    effect: { lessons: 2, marked: 0, fees: [], names: ["Otis Rossi"] },
  })
  const id = record("2026-11-16", "2026-11-30")
  expect([countMissingRegisters(actor), booked()]).toEqual([0, 0])
  expect([seatsOf(actor, past), seatsOf(actor, next)]).toEqual([[], []])
  const [row] = listSessionsOn(actor, "2026-11-17", "2026-11-17")
  expect(row).toMatchObject({ register: "leave", students: [], notComing: [], onLeave: ["Otis Rossi"] })
  expect(recordLeave(actor, studentId, leave("2026-11-30", null))).toBeRefused("overlaps")
  expect(undoLeaves(actor, [id])).toEqual({ ok: true })
  expect([countMissingRegisters(actor), booked()]).toEqual([1, 2])
  expect(seatsOf(actor, next)).toHaveLength(1)
  expect(undoLeaves(actor, [id]), "a second press").toEqual({ ok: false, reason: "not-found" })
})

test("a lesson that is added to its days expects the others alone", () => {
  open("per_session", "group")
  record("2026-11-20", null)
  const added = addSessionRow(actor, classId, "2026-11-27")
  expect(seatsOf(actor, added).map(({ name }) => name)).toEqual(["Ida Moss"])
  const [row] = listSessionsOn(actor, "2026-11-27", "2026-11-27")
  expect(row).toMatchObject({ register: "expected", notComing: [], onLeave: ["Otis Rossi"] })
  expect(row && cellOf(row, scoreRange([row]), "teacher").remark, "one of two comes").toBe("1 of 6")
})

test("an absence reported within it loses its credit, and has it again once the leave is undone", () => {
  open("per_session")
  const session = addSessionRow(actor, classId, "2026-11-27")
  recordNotice(actor, session, studentId, { at: Date.parse("2026-11-18T16:00:00Z"), text: null })
  const credits = () => rowsOf(makeUpCredits, { studentId, revokedAt: null }).length
  expect(credits()).toBe(1)
  const id = record("2026-11-20", "2026-11-30")
  expect(credits()).toBe(0)
  undoLeaves(actor, [id])
  expect(credits()).toBe(1)
})

test("a month that isn’t invoiced costs its other days, and so much of the leave’s as it says", () => {
  open()
  chargeMonth(actor, "2026-11")
  expect(previewLeave(actor, studentId, leave("2026-11-21", "2026-12-10"))).toMatchObject({
    ok: true,
    effect: { fees: [{ month: "2026-11", beforeMinor: 9000, afterMinor: 6000 }] },
  })
  expect(amounts(), "a preview changes nothing").toEqual([["flat", 9000]])
  const id = record("2026-11-21", "2026-12-10")
  expect(amounts()).toEqual([["flat", 6000]])
  expect(standing()[0]?.reason).toBe("Monthly fee, on leave 10 of 30 days")
  expect([settleAll(actor), chargeMonthsDue(actor)], "each night").toEqual([0, 0])
  expect(changeLeave(actor, studentId, { leave: id, endsOn: "2026-11-30", feePercent: 50 })).toEqual({
    ok: true,
  })
  expect(amounts()).toEqual([["flat", 7500]])
  expect(standing()[0]?.reason).toBe("Monthly fee, on leave 10 of 30 days, 50% of the fee for it")
  undoLeaves(actor, [id])
  expect(amounts()).toEqual([["flat", 9000]])
})

test("an invoiced month gets a correction, and the rest again when the leave is undone", () => {
  open()
  chargeMonth(actor, "2026-11")
  invoice()
  const id = record("2026-11-21", "2026-11-30")
  expect(amounts()).toEqual([
    ["flat", 9000],
    ["correction", -3000],
  ])
  expect(settleAll(actor)).toBe(0)
  undoLeaves(actor, [id])
  expect(standing().reduce((sum, { amountMinor }) => sum + amountMinor, 0)).toBe(9000)
  expect(settleAll(actor)).toBe(0)
})

test("a month charged within a leave costs its part, and the whole once the leave ends earlier", () => {
  open()
  const id = record("2026-11-25", "2026-12-31")
  chargeMonth(actor, "2026-12")
  expect(amounts(), "a whole month of leave isn’t charged").toEqual([])
  chargeMonth(actor, "2026-11")
  expect(amounts()).toEqual([["flat", 7200]])
  expect(changeLeave(actor, studentId, { leave: id, endsOn: "2026-11-26", feePercent: 0 })).toEqual({
    ok: true,
  })
  expect(amounts()).toEqual([["flat", 8400]])
  fixClock(Date.parse("2026-12-02T17:00:00Z"))
  chargeMonthsDue(actor)
  expect(amounts()).toEqual([
    ["flat", 8400],
    ["flat", 9000],
  ])
})

test("a full fee every month goes by days in a leave, and a class that ends meanwhile costs until then", () => {
  open()
  changeTuitionRule(actor, { basis: "full", lessons: 4, skipsClosures: false })
  chargeMonth(actor, "2026-11")
  record("2026-11-16", null, 20)
  expect(amounts(), "15 days, and 20% of 15").toEqual([["flat", 5400]])
  changeRows(enrollments, { id: enrollmentId }, { endsOn: "2026-11-20" })
  settleAll(actor)
  expect(standing().reduce((sum, { amountMinor }) => sum + amountMinor, 0)).toBe(7800)
})

test("a monthly fee that the office set by hand stays, invoiced or not, whatever a leave says", () => {
  open()
  chargeMonth(actor, "2026-11")
  const [fee] = listUnbilledCharges(actor)
  if (!fee) throw new Error("no fee")
  const { chargeId, description, occurredOn } = fee
  changeCharge(actor, chargeId, { description, occurredOn, amountMinor: 3000, reason: "Agreed" })
  const id = record("2026-11-23", "2026-11-29")
  expect(amounts()).toEqual([["flat", 3000]])
  expect(changeLeave(actor, studentId, { leave: id, endsOn: "2026-11-29", feePercent: 100 }).ok).toBe(true)
  expect(amounts()).toEqual([["flat", 3000]])
  invoice()
  undoLeaves(actor, [id])
  expect([amounts(), settleAll(actor)]).toEqual([[["flat", 3000]], 0])
})

test("a leave of one class goes on in the class that continues it", () => {
  const opened = open("per_session", "group")
  expect(recordLeave(actor, studentId, { ...leave("2026-11-20", null), classId: opened.classId }).ok).toBe(
    true,
  )
  const next = openClass(actor, { class: { continuesId: opened.classId }, pupils: [] })
  addRows(enrollments, { ...newRow(actor), classId: next.classId, studentId, startsOn: "2027-01-04" })
  const session = addSessionRow(actor, next.classId, "2027-01-05")
  expect(seatsOf(actor, session)).toEqual([])
  const third = openClass(actor, { class: { continuesId: next.classId }, pupils: [] })
  const last = addEnrollmentRow(actor, third.classId, studentId, { startsOn: "2027-09-01" })
  expect(seatsOf(actor, addSessionRow(actor, third.classId, "2027-09-07")), "and the one after").toEqual([])
  expect(last).not.toBe("")
  changeRows(classes, { id: next.classId }, { continuesId: null })
  expect(seatsOf(actor, session)).toHaveLength(1)
  expect(listLeavesOf(actor, [studentId])).toHaveLength(1)
})

test("a preview counts each lesson once, from the day a student is there to the last", () => {
  open("per_session", "group")
  for (const day of ["2026-11-19", "2026-11-26", "2026-12-03"]) addSessionRow(actor, classId, day)
  changeRows(enrollments, { id: enrollmentId }, { startsOn: "2026-11-20", endsOn: "2026-11-30" })
  expect(previewLeave(actor, studentId, leave("2026-11-19", "2026-12-31"))).toMatchObject({
    effect: { lessons: 1, marked: 0 },
  })
})

test("the end of one class is the end of what continues it, and refused where there is none", () => {
  const opened = open("per_session", "group")
  changeRows(enrollments, { id: enrollmentId }, { endsOn: "2026-12-20" })
  const next = openClass(actor, { class: { continuesId: opened.classId }, pupils: [] })
  addEnrollmentRow(actor, next.classId, studentId, { startsOn: "2027-01-07" })
  expect(listClassesOf(actor, studentId).map(({ id }) => id)).toEqual([opened.classId])
  const ask = (startsOn: string, of: string) => {
    const row = newRow(actor)
    const asked = { kind: "end", state: "asked", startsOn, classId: of } as const
    addRows(leaves, { ...row, studentId, ...asked })
    return approveLeave(actor, row.id)
  }
  const stays = () => rowsOf(enrollments, { studentId })
  expect(ask("2026-12-13", opened.classId).ok).toBe(true)
  expect(stays().map(({ endsOn }) => endsOn)).toEqual(["2026-12-13"])
  expect(listLeavesOf(actor, [studentId]).map(({ kind, isAnswered }) => [kind, isAnswered])).toEqual([
    ["end", true],
  ])
  expect(ask("2026-12-13", opened.classId), "nothing goes on").toEqual({ ok: false, reason: "no-class" })
})

describe("an approval", () => {
  type Asked = { kind: "end" | "leave"; startsOn: string; endsOn?: string; classId?: string }
  const ask = (wish: Asked): string => {
    const row = newRow(actor)
    addRows(leaves, { ...row, studentId, state: "asked", memberId: actor.memberId, ...wish })
    return row.id
  }
  const approve = (id: string) => {
    const approved = approveLeave(actor, id)
    if (!approved.ok) throw new Error(approved.reason)
    return approved
  }
  const stays = () => rowsOf(enrollments, { studentId }, { only: ["id", "endsOn"], by: "startsOn" })
  const answers = () => rowsOf(emails, { schoolId: actor.school.id, template: "leave-answered" }).length
  const stateOf = (id: string) => rowOf(leaves, { id })?.state

  test("of the end of one class is previewed and undone, with what continues it, and no one reads of it", () => {
    const opened = open("per_session", "group")
    changeRows(enrollments, { id: enrollmentId }, { endsOn: "2026-12-20" })
    const next = openClass(actor, { class: { continuesId: opened.classId }, pupils: [] })
    addEnrollmentRow(actor, next.classId, studentId, { startsOn: "2027-01-07" })
    addSessionRow(actor, classId, "2026-12-09")
    addSessionRow(actor, classId, "2026-12-16")
    bookStudent(actor, enrollmentId)
    const before = stays()
    const id = ask({ kind: "end", startsOn: "2026-12-13", classId })
    expect(previewApproval(actor, id)).toMatchObject({ effect: { kind: "end", lessons: 1, fees: [] } })
    expect([stateOf(id), stays(), answers()]).toEqual(["asked", before, 0])
    const { left } = approve(id)
    expect([stays().length, answers()]).toEqual([1, 1])
    expect(undoApproval(actor, id, left)).toMatchObject({ ok: true })
    expect([stateOf(id), stays(), answers()]).toEqual(["asked", before, 0])
    expect(undoApproval(actor, id, left)).toMatchObject({ reason: "changed" })
  })

  test.each(["2026-11-18", "2026-12-13"])(
    "of the end of all lessons on %s brings the status back",
    (startsOn) => {
      open("per_session", "group")
      const row = { ...newRow(actor), studentId, fromDate: "2026-09-01", reason: null }
      addRows(studentStatusChanges, { ...row, status: "active" })
      const before = stays()
      const id = ask({ kind: "end", startsOn })
      const { left } = approve(id)
      expect(stays().map(({ endsOn }) => endsOn)).toEqual([startsOn])
      expect(undoApproval(actor, id, left)).toMatchObject({ ok: true })
      expect([stateOf(id), stays(), rowOf(students, { id: studentId })?.status]).toEqual([
        "asked",
        before,
        "active",
      ])
    },
  )

  test("of a leave is previewed with its fees and undone, but not once its email has left", () => {
    open()
    chargeMonth(actor, "2026-11")
    const whole = amounts()
    const id = ask({ kind: "leave", startsOn: "2026-11-21", endsOn: "2026-11-30" })
    expect(previewApproval(actor, id)).toMatchObject({
      effect: { kind: "leave", fees: [{ month: "2026-11", beforeMinor: 9000, afterMinor: 6000 }] },
    })
    approve(id)
    expect(undoApproval(actor, id, [])).toMatchObject({ ok: true })
    expect([stateOf(id), amounts(), answers()]).toEqual(["asked", whole, 0])
    approve(id)
    fixClock(now() + heldMs)
    expect(undoApproval(actor, id, [])).toMatchObject({ reason: "told" })
    expect([stateOf(id), answers()]).toEqual(["approved", 1])
  })

  test("of another student’s or school’s classes isn’t undone by what a form says", () => {
    open("per_session", "group")
    const id = ask({ kind: "end", startsOn: "2026-12-13", classId })
    approve(id)
    const ida = rowsOf(enrollments, { classId }).find((row) => row.studentId !== studentId)
    expect(undoApproval(actor, id, [{ id: ida?.id ?? "", classId }])).toMatchObject({ reason: "changed" })
    expect(undoApproval(openSchool().actor, id, [])).toMatchObject({ reason: "not-found" })
    expect(stateOf(id)).toBe("approved")
  })
})

test("an installment costs the lessons outside the leave", () => {
  const lessonDates = ["2026-11-03", "2026-11-10", "2026-11-17", "2026-11-24"]
  const month = { month: "2026-11", startsOn: "2026-09-01", endsOn: null, lessonDates, closures: [] }
  const rule = { basis: "count", lessons: 4, skipsClosures: false } as const
  const away = [{ startsOn: "2026-11-15", endsOn: "2026-11-20", feePercent: 0 }]
  expect(withLeaves(installmentShare(rule, month), rule, month, away)).toMatchObject({
    part: 300,
    whole: 400,
  })
  expect(withLeaves(installmentShare(rule, month), rule, month, [])).toMatchObject({ part: 1, whole: 1 })
})

describe("the family and the teacher read by email", () => {
  const told = () =>
    onceTold(actor, () =>
      rowsOf(emails, { schoolId: actor.school.id, template: "leave-told" }, { by: "recipient" }).map(
        ({ recipient, data }) => `${recipient} ${(JSON.parse(data) as { what: string }).what}`,
      ),
    )
  const later = () => {
    sendTold(actor)
    fixClock(now() + 3 * 60_000)
  }

  beforeEach(() => {
    open()
    const teacherId = addTeacherRow(actor, "Marcus Whitfield")
    changeRows(classes, { id: classId }, { teacherId })
    changeRows(teachers, { id: teacherId }, { email: "marcus@w.example" })
    changeRows(students, { id: studentId }, { email: "otis@rossi.example" })
  })

  test("of a leave that the office entered, and of nothing that is undone within two minutes or only previewed", () => {
    previewLeave(actor, studentId, leave("2026-11-20", "2026-11-30"))
    expect(told()).toEqual([])
    const id = record("2026-11-20", "2026-11-30")
    expect(told()).toEqual(["marcus@w.example recorded", "otis@rossi.example recorded"])
    undoLeaves(actor, [id])
    expect(told()).toEqual([])
  })

  test("of another last day once, as the first email where that hasn’t left, and that it is taken back", () => {
    const id = record("2026-11-20", "2026-11-30")
    changeLeave(actor, studentId, { leave: id, endsOn: "2026-12-05", feePercent: 0 })
    expect(told()).toEqual(["marcus@w.example recorded", "otis@rossi.example recorded"])
    later()
    changeLeave(actor, studentId, { leave: id, endsOn: "2026-12-05", feePercent: 50 })
    expect(told(), "a fee is no news of it").toHaveLength(2)
    changeLeave(actor, studentId, { leave: id, endsOn: "2026-12-09", feePercent: 50 })
    expect(told().filter((each) => each.endsWith("changed"))).toHaveLength(2)
    undoLeaves(actor, [id])
    expect(told().filter((each) => each.endsWith("undone"))).toHaveLength(2)
    expect(told()).toHaveLength(4)
  })

  test("of its undo by whoever has read of it, while another’s email still waits, or whose request was approved", () => {
    const id = record("2026-11-20", "2026-11-30")
    const waits = { dueAt: now() + 3_600_000, waitingSince: now() }
    changeRows(toldRows, { reader: "marcus@w.example" }, waits)
    transact(() => tellLeaves(actor, now() + heldMs))
    undoLeaves(actor, [id])
    expect(told()).toEqual(["otis@rossi.example recorded", "otis@rossi.example undone"])
    const row = newRow(actor)
    const asked = { kind: "leave", state: "asked", startsOn: "2026-12-01", endsOn: "2026-12-10" } as const
    addRows(leaves, { ...row, studentId, ...asked })
    expect(approveLeave(actor, row.id).ok).toBe(true)
    expect(told().filter((each) => each.startsWith("marcus"))).toEqual(["marcus@w.example recorded"])
    undoLeaves(actor, [row.id])
    expect(told().filter((each) => each === "otis@rossi.example undone")).toHaveLength(2)
    expect(told().filter((each) => each.startsWith("marcus"))).toEqual([])
  })

  test("of nothing where another last day is put back in time", () => {
    const id = record("2026-11-20", "2026-11-30")
    later()
    changeLeave(actor, studentId, { leave: id, endsOn: "2026-12-05", feePercent: 0 })
    changeLeave(actor, studentId, { leave: id, endsOn: "2026-11-30", feePercent: 0 })
    expect(told().filter((each) => each.endsWith("changed"))).toEqual([])
    changeLeave(actor, studentId, { leave: id, endsOn: "2026-12-05", feePercent: 0 })
    later()
    changeLeave(actor, studentId, { leave: id, endsOn: "2026-11-30", feePercent: 0 })
    expect(told().filter((each) => each.endsWith("changed"))).toHaveLength(4)
  })

  test("of brothers and sisters on leave together once, and apart once their days differ", () => {
    const { familyId = "" } = rowOf(students, { id: studentId }) ?? {}
    const freya = addStudentRow(actor, "Freya", "Rossi")
    changeRows(students, { id: freya }, { familyId })
    addEnrollmentRow(actor, classId, freya)
    const adult = { familyId, name: "Ada Rossi", email: "ada@rossi.example", payerShare: 10_000 }
    addRows(guardians, { ...newRow(actor), ...adult })
    const made = recordLeave(actor, studentId, { ...leave("2026-11-20", "2026-11-30"), isForFamily: true })
    if (!made.ok) throw new Error(made.reason)
    const toAda = () => told().filter((each) => each.startsWith("ada"))
    expect(toAda()).toEqual(["ada@rossi.example recorded"])
    expect(told().filter((each) => each.startsWith("marcus"))).toHaveLength(1)
    const [first = ""] = made.leaveIds
    changeLeave(actor, freya, { leave: first, endsOn: "2026-12-05", feePercent: 0 })
    expect(toAda()).toEqual(["ada@rossi.example recorded", "ada@rossi.example recorded"])
    changeLeave(actor, freya, { leave: first, endsOn: "2026-11-30", feePercent: 0 })
    later()
    const [letter] = rowsOf(emails, { recipient: "ada@rossi.example" })
    const data = JSON.parse(letter?.data ?? "{}") as MailData["leave-told"]
    const { paragraphs } = leaveLetters["leave-told"]({ ...data, off: undefined } as never)
    expect(paragraphs.join()).toMatch(/Freya Rossi and Otis Rossi aren’t expected in lessons until it ends/)
    undoLeaves(actor, made.leaveIds)
    expect(toAda().filter((each) => each.endsWith("undone"))).toHaveLength(1)
  })
})
