import { db } from "db/client.server"
import { marks, studentNotes } from "db/schema/attendance"
import { emails } from "db/schema/foundation-mail"
import { charges, invoiceLines } from "db/schema/money"
import { guardians, portalAccess, students } from "db/schema/people"
import * as tables from "db/schema/tables"
import { classes, enrollments } from "db/schema/teaching"
import { readerUpdates } from "db/schema/teaching-reader-updates"
import { bookings, seats } from "db/schema/teaching-sessions"
import { and, eq, getTableName, inArray, is } from "drizzle-orm"
import { getTableConfig, SQLiteTable } from "drizzle-orm/sqlite-core"
import { beforeEach, describe, expect, test } from "vitest"
import { takeRegister } from "~/models/attendance/register/take-register.server"
import type { Actor } from "~/models/foundation/access/actor"
import { hangingColumns } from "~/models/foundation/access/declared-tables.server"
import { newRow } from "~/models/foundation/access/own.server"
import { findTask, listTaskItems } from "~/models/foundation/task/task.server"
import { seatBegunSessions } from "~/models/teaching/seat/seat.server"
import { cancelSession, restoreSession } from "~/models/teaching/session/cancel-session.server"
import { now } from "~/utils/clock.server"
import { allRows } from "../../../../tests/support/all-rows"
import { openFamily } from "../../../../tests/support/billing"
import { testToday } from "../../../../tests/support/clock"
import { addEnrollmentRow, addSessionRow, invoiceCharges, openClass } from "../../../../tests/support/lessons"
import { addMember, addRows, changeRows, openSchool, rowOf, rowsOf } from "../../../../tests/support/school"
import { runMerge, undoBulk } from "../bulk/run-selection.server"
import { compareGuardians } from "./compare-guardians.server"
import { compareStudents } from "./compare-students.server"
import type { FieldChoices } from "./person-merge"
import { listPersonSuspects } from "./suspects.server"

let actor: Actor

beforeEach(() => {
  actor = openSchool().actor
})

/** A family in which one child was entered twice. */
function openTwice() {
  const { familyId, guardianIds, studentIds } = openFamily(actor, { children: ["Freya", "Freya"] })
  const [keepId = "", goneId = ""] = studentIds
  return { familyId, guardianIds, keepId, goneId }
}

const merge = (
  kind: "merge-students" | "merge-guardians",
  keepId: string,
  goneId: string,
  choices: FieldChoices = {},
) =>
  runMerge(actor, {
    kind,
    facts: { keepId, goneId, choices },
    name: "Freya Okafor",
    formKey: `${keepId}${goneId}`,
  })

const excepted = (taskId: string) => findTask(actor, taskId)?.excepted

/** Every row of the school, without the task, the activity and the jobs. */
const everything = () => allRows(actor)

const set = (studentId: string, facts: Partial<typeof students.$inferInsert>) =>
  changeRows(students, { id: studentId }, facts)
const find = (studentId: string) => rowOf(students, { id: studentId })

describe("a student entered twice", () => {
  test("is suspected with reasons, unless the birthdays differ", () => {
    const { keepId, goneId } = openTwice()
    const [pair, ...others] = listPersonSuspects(actor, "student")
    expect(others).toEqual([])
    expect([pair?.one.id, pair?.other.id].sort()).toEqual([keepId, goneId].sort())
    expect(pair?.reasons).toEqual(["Same name", "Same first name in one family"])
    set(keepId, { birthDate: "2015-02-01" })
    set(goneId, { birthDate: "2016-02-01" })
    expect(listPersonSuspects(actor, "student")).toEqual([])
  })

  test("becomes one with everything that hangs on both, and two again after the undo", async () => {
    const { keepId, goneId, familyId } = openTwice()
    const { classId } = openClass(actor, { pupils: [] })
    addEnrollmentRow(actor, classId, goneId)
    const sessionId = addSessionRow(actor, classId, testToday)
    expect(takeRegister(actor, sessionId, { marks: [{ studentId: goneId, code: "present" }] }).ok).toBe(true)
    const charge = rowOf(charges, { studentId: goneId })
    const amountMinor = charge?.amountMinor ?? 0
    invoiceCharges(actor, [{ chargeId: charge?.id ?? "", amountMinor }], familyId, 1)
    const { memberId } = addMember(actor, "student", "Freya Okafor")
    addRows(portalAccess, { ...newRow(actor), memberId, studentId: goneId, as: "child" })
    set(goneId, { code: "F-1", phone: "555 0100", notes: "Sings too", memberId, birthDate: "2016-02-01" })
    set(keepId, { notes: "Left-handed" })
    const lines = () => rowsOf(invoiceLines, { schoolId: actor.school.id })
    const [before, linesBefore] = [everything(), lines()]

    expect(compareStudents(actor, keepId, goneId)).toMatchObject({
      clashes: [],
      moves: ["1 class", "1 lesson", "1 charge"],
    })
    const taskId = await merge("merge-students", keepId, goneId, { notes: "both" })
    expect(excepted(taskId)).toBe(0)
    expect(find(goneId)).toBeUndefined()
    expect(find(keepId)).toMatchObject({
      code: "F-1",
      phone: "555 0100",
      memberId,
      birthDate: "2016-02-01",
      notes: "Left-handed\n\nSings too",
    })
    for (const table of [enrollments, seats, portalAccess] as const)
      expect(
        db().select({ id: table.studentId }).from(table).where(eq(table.schoolId, actor.school.id)).all(),
      ).toEqual([{ id: keepId }])
    expect(lines()).toEqual(linesBefore)
    expect(await merge("merge-students", keepId, goneId)).toBe(taskId)

    expect((await undoBulk(actor, taskId)).ok).toBe(true)
    expect(everything()).toEqual(before)
  })

  test("has their private classes named for the student who stays, until the undo", async () => {
    const { keepId, goneId } = openTwice()
    set(keepId, { lastName: "Okafor" })
    set(goneId, { lastName: "Okafor-Lind" })
    const ids = (
      [
        ["Freya Okafor, violin", keepId],
        ["Freya Okafor-Lind, violin", goneId],
      ] as const
    ).map(([name, studentId]) => {
      const { classId } = openClass(actor, {
        class: { name, kind: "private", capacity: 1, instrument: "Violin" },
        pupils: [],
      })
      addEnrollmentRow(actor, classId, studentId)
      return classId
    })
    const names = () => ids.map((id) => rowOf(classes, { id })?.name)
    const taskId = await merge("merge-students", keepId, goneId, { lastName: "gone" })
    expect(find(keepId)?.lastName).toBe("Okafor-Lind")
    expect(names()).toEqual(["Freya Okafor-Lind, violin", "Freya Okafor-Lind, violin"])
    expect((await undoBulk(actor, taskId)).ok).toBe(true)
    expect(names()).toEqual(["Freya Okafor, violin", "Freya Okafor-Lind, violin"])
  })

  test("keeps what was changed between the merge and its undo", async () => {
    const { keepId, goneId } = openTwice()
    set(goneId, { phone: "555 0100" })
    const taskId = await merge("merge-students", keepId, goneId)
    set(keepId, { phone: "555 0199" })
    await undoBulk(actor, taskId)
    expect(find(keepId)?.phone).toBe("555 0199")
    expect(find(goneId)?.phone).toBe("555 0100")
  })

  test("keeps both notes of a lesson that both have one of, and takes them apart again", async () => {
    const { keepId, goneId } = openTwice()
    const { classId } = openClass(actor, { pupils: [] })
    const sessionId = addSessionRow(actor, classId, testToday)
    const write = (studentId: string, body: string) =>
      addRows(studentNotes, { ...newRow(actor), sessionId, studentId, visibility: "shared", body })
    write(keepId, "Practice bars 4 to 8.")
    write(goneId, "Bring the metronome.")
    const notes = () =>
      db()
        .select({ of: studentNotes.studentId, body: studentNotes.body })
        .from(studentNotes)
        .where(eq(studentNotes.schoolId, actor.school.id))
        .all()
    const before = everything()
    const taskId = await merge("merge-students", keepId, goneId)
    expect(notes()).toEqual([{ of: keepId, body: "Practice bars 4 to 8.\n\nBring the metronome." }])
    await undoBulk(actor, taskId)
    expect(everything()).toEqual(before)
  })

  test("is booked again, once parted, in a lesson that was canceled and restored meanwhile", async () => {
    const { keepId, goneId } = openTwice()
    const { classId } = openClass(actor, { pupils: [] })
    addEnrollmentRow(actor, classId, goneId)
    const lesson = addSessionRow(actor, classId, "2026-11-25")
    const taskId = await merge("merge-students", keepId, goneId)
    expect(cancelSession(actor, lesson, "Ill").ok).toBe(true)
    expect(restoreSession(actor, lesson).ok).toBe(true)
    const booked = () =>
      db()
        .select({ id: bookings.resourceId })
        .from(bookings)
        .where(and(eq(bookings.sessionId, lesson), eq(bookings.resource, "student")))
        .all()
    expect(booked()).toEqual([{ id: keepId }])
    await undoBulk(actor, taskId)
    expect(booked()).toEqual([{ id: goneId }])
  })

  test("isn’t parted again once lessons of a class that came along were taken: they would be charged twice", async () => {
    const { keepId, goneId } = openTwice()
    const { classId } = openClass(actor, { pupils: [] })
    addEnrollmentRow(actor, classId, goneId)
    const earlier = addSessionRow(actor, classId, "2026-11-11")
    takeRegister(actor, earlier, { marks: [{ studentId: goneId, code: "present" }] })
    const taskId = await merge("merge-students", keepId, goneId)
    expect(excepted(taskId)).toBe(0)
    const later = addSessionRow(actor, classId, testToday)
    expect(takeRegister(actor, later, { marks: [{ studentId: keepId, code: "present" }] }).ok).toBe(true)
    const before = everything()
    const undone = await undoBulk(actor, taskId)
    expect(undone.ok && excepted(undone.taskId)).toBe(1)
    expect(everything()).toEqual(before)
    const reasons = undone.ok && listTaskItems(actor, undone.taskId, { state: "excepted", page: 1 })
    expect(reasons).toMatchObject([
      {
        note: expect.stringContaining(
          "This merge can’t be undone: a class of the student who would come back has newer attendance",
        ),
      },
    ])
    seatBegunSessions(actor)
    expect(
      db().select({ by: charges.studentId }).from(charges).where(eq(charges.schoolId, actor.school.id)).all(),
    ).toEqual([{ by: keepId }, { by: keepId }])
  })

  test("keeps the spot with attendance in a lesson of both; two attendances are settled first", async () => {
    const { keepId, goneId } = openTwice()
    const { classId } = openClass(actor, { pupils: [] })
    for (const id of [keepId, goneId]) addEnrollmentRow(actor, classId, id, { endsOn: testToday })
    const sessionId = addSessionRow(actor, classId, testToday)
    const present = { studentId: keepId, code: "present" as const }
    const take = (code: "present" | "cancelled") =>
      takeRegister(actor, sessionId, { marks: [present, { studentId: goneId, code }] })
    take("present")
    changeRows(enrollments, inArray(enrollments.studentId, [keepId, goneId]), { endsOn: "2026-11-17" })
    expect(compareStudents(actor, keepId, goneId)?.clashes.map(({ text }) => text)).toEqual([
      expect.stringContaining("Both have attendance in Guitar ensemble on Nov 18."),
    ])
    expect(excepted(await merge("merge-students", keepId, goneId))).toBe(1)
    changeRows(enrollments, { classId }, { endsOn: null })
    take("cancelled")
    changeRows(enrollments, { classId }, { endsOn: "2026-11-17" })
    const before = everything()
    expect(compareStudents(actor, keepId, goneId)?.remarks).toEqual([
      "Both have a spot in 1 lesson. The spot with attendance stays.",
    ])
    const facts = { keepId, goneId, choices: {} }
    const taskId = await runMerge(actor, { kind: "merge-students", facts, name: "Freya", formKey: "again" })
    expect(excepted(taskId)).toBe(0)
    const current = rowsOf(marks, { schoolId: actor.school.id })
    expect(current.filter(({ supersededAt }) => supersededAt === null).map(({ code }) => code)).toEqual([
      "present",
    ])
    await undoBulk(actor, taskId)
    expect(everything()).toEqual(before)
  })

  test("is named in what waits to be told, until the undo", async () => {
    const { keepId, goneId } = openTwice()
    const tell = (studentId: string) => {
      const known = JSON.stringify({ studentIds: [studentId] })
      db()
        .insert(readerUpdates)
        .values({ ...newRow(actor), sessionId: studentId, reader: "zoe.okafor@example.net", known })
        .run()
    }
    for (const studentId of [keepId, goneId]) tell(studentId)
    const before = everything()
    const taskId = await merge("merge-students", keepId, goneId)
    expect(everything().filter((row) => row.startsWith("told") && row.includes(`["${goneId}"]`))).toEqual([])
    expect((await undoBulk(actor, taskId)).ok).toBe(true)
    expect(everything()).toEqual(before)
  })

  test("isn't merged across families, nor while both are in one class or have a login", () => {
    const { keepId, goneId } = openTwice()
    const { classId } = openClass(actor, { pupils: [] })
    for (const id of [keepId, goneId]) {
      addEnrollmentRow(actor, classId, id)
      set(id, { memberId: addMember(actor, "student", "Freya Okafor").memberId })
    }
    expect(compareStudents(actor, keepId, goneId)?.clashes.map(({ text }) => text)).toEqual([
      "Both have a login. Lock the one that isn’t used.",
      "Both are enrolled in Guitar ensemble. Unenroll one of them first.",
    ])
    const elsewhere = openSchool().actor
    expect(compareStudents(elsewhere, keepId, goneId)).toBeUndefined()
  })
})

describe("a guardian entered twice", () => {
  test("becomes one who pays both shares, and two again after the undo", async () => {
    const { guardianIds } = openTwice()
    const [keepId = "", goneId = ""] = guardianIds
    changeRows(guardians, { id: goneId }, { name: "Mateo Okafor" })
    expect(listPersonSuspects(actor, "guardian")).toHaveLength(1)
    const before = everything()
    expect(compareGuardians(actor, keepId, goneId)).toMatchObject({
      clashes: [],
      remarks: ["Mateo Okafor pays 100% of the family’s invoices."],
    })
    const taskId = await merge("merge-guardians", keepId, goneId, { email: "gone" })
    expect(rowsOf(guardians, { schoolId: actor.school.id })).toMatchObject([
      { id: keepId, payerShare: 10_000, email: "zoe.okafor2@example.net" },
    ])
    await undoBulk(actor, taskId)
    expect(everything()).toEqual(before)
  })

  test("gets what waited for either at the address that stays; parted again, each gets what still waits", async () => {
    const [keepId = "", goneId = ""] = openTwice().guardianIds
    const addressOf = (id: string) => rowOf(guardians, { id })?.email ?? ""
    const [kept, gone] = [addressOf(keepId), addressOf(goneId)]
    const waiting = { template: "session-changed", data: "{}", lane: "bulk", state: "queued" } as const
    const queue = (recipient: string) => {
      const row = { ...newRow(actor), ...waiting, recipient, dueAt: now() }
      addRows(emails, row)
      return row.id
    }
    const [waits, leaves, theirs] = [queue(kept), queue(kept), queue(gone)]
    const tell = (sessionId: string, reader: string) => {
      const row = { ...newRow(actor), sessionId, reader, known: "{}", dueAt: now() }
      addRows(readerUpdates, row)
      return row.id
    }
    const [lesson, doubled] = [tell("one", kept), tell("two", kept)]
    const already = tell("two", gone)
    const recipients = () =>
      Object.fromEntries(
        rowsOf(emails, { schoolId: actor.school.id }).map(({ id, recipient }) => [id, recipient]),
      )
    const readers = () =>
      Object.fromEntries(
        rowsOf(readerUpdates, { schoolId: actor.school.id }).map(({ id, reader }) => [id, reader]),
      )
    const taskId = await merge("merge-guardians", keepId, goneId, { email: "gone" })
    expect(recipients()).toEqual({ [waits]: gone, [leaves]: gone, [theirs]: gone })
    expect(readers()).toEqual({ [lesson]: gone, [already]: gone })
    changeRows(emails, { id: leaves }, { state: "sent", attempts: 1 })

    expect((await undoBulk(actor, taskId)).ok).toBe(true)
    expect(recipients()).toEqual({ [waits]: kept, [leaves]: gone, [theirs]: gone })
    expect(readers()).toEqual({ [lesson]: kept, [doubled]: kept, [already]: gone })
  })
})

test.each([
  ["students", hangingColumns("student"), ["studentId", "absentStudentId"]],
  ["guardians", hangingColumns("guardian"), ["guardianId"]],
] as const)("every key to %s is known to the merge", (name, known, columns) => {
  const pointing = Object.values<unknown>(tables).flatMap((table) =>
    is(table, SQLiteTable) &&
    getTableConfig(table).foreignKeys.some((key) => getTableName(key.reference().foreignTable) === name)
      ? [getTableName(table)]
      : [],
  )
  const listed = known.filter(({ column }) => columns.some((each) => each === column))
  expect([...new Set(listed.map(({ table }) => getTableName(table)))].sort()).toEqual(pointing.sort())
})
