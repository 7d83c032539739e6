import { participants } from "db/schema/communication"
import { savedFilters } from "db/schema/foundation-lists"
import { extraWork, payRates, paySlipLines, paySlips } from "db/schema/money-pay"
import { members, teachers } from "db/schema/people"
import * as tables from "db/schema/tables"
import { classes, classTeachers } from "db/schema/teaching"
import { readerUpdates } from "db/schema/teaching-reader-updates"
import { bookings, sessions } from "db/schema/teaching-sessions"
import { getTableName, is } from "drizzle-orm"
import { getTableConfig, SQLiteTable } from "drizzle-orm/sqlite-core"
import { beforeEach, expect, test } from "vitest"
import { takeRegister } from "~/models/attendance/register/take-register.server"
import type { Actor } from "~/models/foundation/access/actor"
import { hangingColumns } from "~/models/foundation/access/declared-tables.server"
import { newRow } from "~/models/foundation/access/own.server"
import { findTask, listTaskItems } from "~/models/foundation/task/task.server"
import { approvePay, lockPay } from "~/models/money/pay/approve-pay.server"
import { agreePayRate } from "~/models/money/pay/pay-rates.server"
import { findPay, listSlipLines } from "~/models/money/pay/payslips.server"
import { cancelSession, restoreSession } from "~/models/teaching/session/cancel-session.server"
import { addHours, listHours } from "~/models/teaching/teacher-time/availability.server"
import { recordTimeOff } from "~/models/teaching/teacher-time/time-off.server"
import { allRows } from "../../../../tests/support/all-rows"
import { testNow } from "../../../../tests/support/clock"
import { addClassRow, addSessionRow, addTeacherRow, openClass } from "../../../../tests/support/lessons"
import {
  addMember,
  addRows,
  changeRows,
  openSchool,
  removeRows,
  rowOf,
  rowsOf,
} from "../../../../tests/support/school"
import { runMerge, undoBulk } from "../bulk/run-selection.server"
import { compareTeachers } from "./merge-teachers.server"
import type { FieldChoices } from "./person-merge"
import { listPersonSuspects } from "./suspects.server"

// Two profiles of one teacher.

const october = { from: "2026-10-01", to: "2026-10-31" }

let actor: Actor
let keepId: string
let goneId: string

beforeEach(() => {
  actor = openSchool().actor
  keepId = addTeacherRow(actor, "Daniel Kim", "Piano, Organ")
  goneId = addTeacherRow(actor, "Dan Kim", "piano, Voice")
})

const merge = (choices: FieldChoices = {}, formKey = "one") =>
  runMerge(actor, { kind: "merge-teachers", facts: { keepId, goneId, choices }, name: "Dan Kim", formKey })
const excepted = (taskId: string) => findTask(actor, taskId)?.excepted
const reasonOf = (taskId: string) => listTaskItems(actor, taskId, { state: "excepted", page: 1 })[0]?.note
const clashes = () => compareTeachers(actor, keepId, goneId)?.clashes.map(({ text }) => text)
/** Every row of the school, without the task, the activity and the jobs; calendars are told of every change. */
const everything = () => allRows(actor, { without: "revision" })

/** A class of a teacher with a lesson that was given on a day, and one to come that is booked. */
function teach(teacherId: string, name: string, { given, coming, at = "14:30" }: Record<string, string>) {
  const { classId, studentIds } = openClass(actor, { class: { name, teacherId }, pupils: [`Otis ${name}`] })
  if (given) {
    const sessionId = addSessionRow(actor, classId, given, { teacherId, startTime: at })
    const marks = studentIds.map((studentId) => ({ studentId, code: "present" as const }))
    expect(takeRegister(actor, sessionId, { marks }).ok).toBe(true)
  }
  if (coming) book(addSessionRow(actor, classId, coming, { teacherId, startTime: at }), teacherId)
  return classId
}

function book(sessionId: string, teacherId: string) {
  const found = rowOf(sessions, { id: sessionId })
  if (!found) throw new Error("No session")
  const { startsAt, endsAt } = found
  addRows(bookings, {
    ...newRow(actor),
    sessionId,
    resource: "teacher",
    resourceId: teacherId,
    startsAt,
    endsAt,
  })
}

const rate = (teacherId: string, amountMinor: number) =>
  expect(
    agreePayRate(actor, teacherId, {
      kind: "per_session",
      amountMinor,
      basisPoints: null,
      fromDate: "2026-09-01",
    }).ok,
  ).toBe(true)

function pay(teacherId: string, { isLocked = true } = {}) {
  const reviewedMinor = findPay(actor, teacherId, october).totalMinor
  expect(approvePay(actor, october, { teacherIds: [teacherId], reviewedMinor }).ok).toBe(true)
  if (isLocked) lockPay(actor, october, teacherId)
}

test("is suspected with reasons: the same email or name, or a similar one", () => {
  addTeacherRow(actor, "Bella Rossi")
  const pairs = () =>
    listPersonSuspects(actor, "teacher").map(({ one, other, reasons }) => [one.name, other.name, reasons])
  expect(pairs()).toEqual([[expect.any(String), expect.any(String), ["Similar name"]]])
  changeRows(teachers, { instruments: "piano, Voice" }, { email: "kim@mail.example" })
  changeRows(teachers, { id: keepId }, { email: "kim@mail.example", name: "Dan Kim" })
  expect(pairs()).toEqual([["Dan Kim", "Dan Kim", ["Same email", "Same name"]]])
})

test("of a teacher nothing more is known of, a pair says whether they are active", () => {
  changeRows(teachers, { schoolId: actor.school.id }, { instruments: null })
  changeRows(teachers, { id: goneId }, { deactivatedAt: testNow })
  const [pair] = listPersonSuspects(actor, "teacher")
  expect([pair?.one.about, pair?.other.about].sort()).toEqual(["Active", "Deactivated"])
})

test("becomes one with everything that hangs on both, and two again after the undo", async () => {
  const classId = teach(goneId, "Voice", { given: "2026-10-14", coming: "2026-11-25" })
  const own = teach(keepId, "Organ", { coming: "2026-11-25", at: "15:00" })
  for (const [teacherId, amount] of [
    [keepId, 3000],
    [goneId, 2500],
  ] as const)
    rate(teacherId, amount)
  pay(goneId)
  const slip = rowsOf(paySlips, { schoolId: actor.school.id })[0]
  addHours(actor, goneId, { weekday: 1, fromTime: "14:00", toTime: "18:00" })
  recordTimeOff(actor, goneId, { startsOn: "2026-12-01", endsOn: "2026-12-02", reason: null })
  const beside = { ...newRow(actor), classId: own, teacherId: goneId, startsOn: "2026-09-01" }
  addRows(classTeachers, beside)
  addRows(savedFilters, {
    ...newRow(actor),
    memberId: actor.memberId ?? "",
    noun: "student",
    name: "Dan",
    query: `?teacher=${goneId}`,
    isShared: true,
  })
  const { memberId } = addMember(actor, "office", "Dan Kim")
  changeRows(teachers, { id: goneId }, { memberId })
  const before = everything()

  const shown = compareTeachers(actor, keepId, goneId)
  expect(shown?.clashes).toEqual([])
  expect(shown?.moves).toEqual([
    "1 class",
    "1 class with others",
    "2 lessons",
    "1 entry of time off",
    "1 payslip",
  ])
  expect(shown?.remarks).toEqual([
    expect.stringContaining("These lessons overlap: Organ and Voice on Nov 25."),
    expect.stringContaining("Payslips keep what they say."),
  ])
  const taskId = await merge({ instruments: "both", rates: "gone" })
  expect(excepted(taskId)).toBe(0)
  expect(rowsOf(teachers, { schoolId: actor.school.id })).toMatchObject([
    { id: keepId, name: "Daniel Kim", memberId, instruments: "Piano, Organ, Voice" },
  ])
  for (const table of [classes, sessions, paySlips, paySlipLines, payRates] as const)
    expect(
      [...new Set(rowsOf(table, { schoolId: actor.school.id }).map(({ teacherId }) => teacherId))],
      getTableName(table),
    ).toEqual([keepId])
  expect(rowsOf(payRates, { schoolId: actor.school.id }).map(({ amountMinor }) => amountMinor)).toEqual([
    2500,
  ])
  expect(rowsOf(classTeachers, { schoolId: actor.school.id })).toEqual([])
  expect(rowsOf(bookings, { schoolId: actor.school.id }).map(({ resourceId }) => resourceId)).toEqual([
    keepId,
    keepId,
  ])
  expect(listHours(actor, keepId)).toHaveLength(1)
  expect(rowsOf(savedFilters, { schoolId: actor.school.id })[0]?.query).toBe(`?teacher=${keepId}`)
  expect(rowsOf(paySlips, { schoolId: actor.school.id })).toEqual([{ ...slip, teacherId: keepId }])
  expect(listSlipLines(actor, slip?.id ?? "").map(({ amountMinor }) => amountMinor)).toEqual([2500])
  expect(findPay(actor, keepId, october).totalMinor).toBe(2500)

  addSessionRow(actor, classId, "2026-12-09", { teacherId: keepId })
  expect(excepted((await undone(taskId)) ?? "")).toBe(0)
  const added = rowsOf(sessions, { schoolId: actor.school.id }).find(
    ({ localDate }) => localDate === "2026-12-09",
  )
  expect(added?.teacherId).toBe(goneId)
  removeRows(sessions, { id: added?.id ?? "" })
  expect(everything()).toEqual(before)
})

const undone = async (taskId: string) => {
  const answer = await undoBulk(actor, taskId)
  return answer.ok ? answer.taskId : undefined
}

test("parted again, each is booked in their own lessons, also where one was canceled and restored", async () => {
  teach(goneId, "Voice", { coming: "2026-11-25" })
  const [lesson] = rowsOf(sessions, { schoolId: actor.school.id })
  const taskId = await merge()
  expect(cancelSession(actor, lesson?.id ?? "", "Ill").ok).toBe(true)
  expect(restoreSession(actor, lesson?.id ?? "").ok).toBe(true)
  const booked = () =>
    rowsOf(bookings, { schoolId: actor.school.id }).flatMap((row) =>
      row.resource === "teacher" ? [row.resourceId] : [],
    )
  expect(booked()).toEqual([keepId])
  await undoBulk(actor, taskId)
  expect(rowsOf(sessions, { schoolId: actor.school.id })[0]?.teacherId).toBe(goneId)
  expect(booked()).toEqual([goneId])
})

test("isn’t merged while both can log in; of two logins the open one stays, with the conversations of both", async () => {
  const ofKeep = addMember(actor, "office", "Daniel Kim").memberId
  const ofGone = addMember(actor, "office", "Dan Kim").memberId
  changeRows(teachers, { id: keepId }, { memberId: ofKeep })
  changeRows(teachers, { id: goneId }, { memberId: ofGone })
  expect(clashes()).toEqual([expect.stringContaining("Both can log in.")])
  expect(excepted(await merge())).toBe(1)
  changeRows(members, { id: ofKeep }, { deactivatedAt: testNow })
  expect(clashes()).toEqual([])
  expect(excepted(await merge({}, "two"))).toBe(0)
  expect(rowsOf(teachers, { schoolId: actor.school.id })).toMatchObject([{ id: keepId, memberId: ofGone }])
  expect(
    rowsOf(participants, { schoolId: actor.school.id }).filter(({ memberId }) => memberId === ofKeep),
  ).toEqual([])
})

test("isn’t merged where payslips would say two things of one period, or leave something out", async () => {
  teach(goneId, "Voice", { given: "2026-10-14" })
  teach(keepId, "Organ", { given: "2026-10-15" })
  for (const teacherId of [keepId, goneId]) rate(teacherId, 3000)
  pay(keepId)
  expect(clashes()).toEqual([
    "Daniel Kim has a payslip for October 2026 without 1 lesson or extra work of Dan Kim. It’s locked, so these two can’t be merged.",
  ])
  pay(goneId, { isLocked: false })
  expect(clashes()).toEqual([expect.stringContaining("Reopen one that isn’t locked.")])
  lockPay(actor, october, goneId)
  expect(clashes()).toEqual([expect.stringContaining("so these two can’t be merged.")])
  const before = everything()
  const taskId = await merge()
  expect(reasonOf(taskId)).toContain("Both have a payslip for")
  expect(everything()).toEqual(before)
})

test("isn’t parted again once pay was approved: its lessons would be paid twice", async () => {
  teach(goneId, "Voice", { given: "2026-10-14" })
  rate(goneId, 3000)
  const taskId = await merge()
  pay(keepId, { isLocked: false })
  const before = everything()
  expect(reasonOf((await undone(taskId)) ?? "")).toContain(
    "Pay was approved for this teacher after the merge",
  )
  expect(everything()).toEqual(before)
})

test("beside another teacher, the days of both become one stretch", async () => {
  const classId = addClassRow(actor, { teacherId: addTeacherRow(actor, "Bella Rossi") })
  const stretch = (teacherId: string, startsOn: string, endsOn: string | null) =>
    addRows(classTeachers, { ...newRow(actor), classId, teacherId, startsOn, endsOn })
  stretch(keepId, "2026-09-01", "2026-10-31")
  stretch(goneId, "2026-10-01", null)
  const before = everything()
  const taskId = await merge()
  expect(rowsOf(classTeachers, { schoolId: actor.school.id })).toMatchObject([
    { teacherId: keepId, startsOn: "2026-09-01", endsOn: null },
  ])
  await undone(taskId)
  expect(everything()).toEqual(before)
})

test("a deactivated profile joins the active one, whichever is kept", async () => {
  changeRows(teachers, { id: keepId }, { deactivatedAt: testNow })
  const before = everything()
  const taskId = await merge()
  expect(rowsOf(teachers, { schoolId: actor.school.id })).toMatchObject([{ id: keepId, deactivatedAt: null }])
  await undone(taskId)
  expect(everything()).toEqual(before)
})

test("what a locked payslip says can’t be changed, only whose profile it’s filed under", () => {
  teach(goneId, "Voice", { given: "2026-10-14" })
  rate(goneId, 3000)
  pay(goneId)
  const change = (set: Partial<typeof paySlips.$inferInsert>) => () =>
    changeRows(paySlips, { teacherId: goneId }, set)
  for (const set of [{ totalMinor: 1 }, { teacherName: "Else" }, { periodTo: "2026-11-30" }, { lockedAt: 1 }])
    expect(change(set)).toThrow("frozen")
  const line = { amountMinor: 1 }
  expect(() => changeRows(paySlipLines, { teacherId: goneId }, line)).toThrow("frozen")
})

test("is told at the address that stays what waited for either, also of a login that ended; each again once parted", async () => {
  const kept = addMember(actor, "office", "Daniel Kim")
  const gone = addMember(actor, "office", "Dan Kim")
  for (const [id, { email, memberId }] of [
    [keepId, kept],
    [goneId, gone],
  ] as const)
    changeRows(teachers, { id }, { email, memberId })
  changeRows(members, { id: gone.memberId }, { deactivatedAt: testNow })
  const known = JSON.stringify({ teacherId: goneId })
  addRows(readerUpdates, { ...newRow(actor), sessionId: "one", reader: gone.email, known })
  const before = rowsOf(readerUpdates)
  const taskId = await merge()
  expect(rowsOf(readerUpdates)).toMatchObject([
    { reader: kept.email, known: JSON.stringify({ teacherId: keepId }) },
  ])
  expect((await undoBulk(actor, taskId)).ok).toBe(true)
  expect(rowsOf(readerUpdates)).toEqual(before)
})

test("another school’s teacher is none of ours", () => {
  const elsewhere = openSchool().actor
  const theirs = addTeacherRow(elsewhere, "Daniel Kim")
  expect(compareTeachers(actor, keepId, theirs)).toBeUndefined()
  expect(compareTeachers(elsewhere, keepId, goneId)).toBeUndefined()
  expect(compareTeachers(actor, keepId, keepId)).toBeUndefined()
})

test("every key to teachers is known to the merge", () => {
  const pointing = Object.values<unknown>(tables).flatMap((table) =>
    is(table, SQLiteTable) &&
    getTableConfig(table).foreignKeys.some((key) => getTableName(key.reference().foreignTable) === "teachers")
      ? [getTableName(table)]
      : [],
  )
  const listed = hangingColumns("teacher")
    .filter(({ column }) => column === "teacherId")
    .map(({ table }) => getTableName(table))
  expect(listed.sort()).toEqual(pointing.sort())
  expect(pointing).toContain(getTableName(extraWork))
})
