import { schools } from "db/schema/accounts-schools"
import { emails } from "db/schema/foundation-mail"
import { classTeachers } from "db/schema/teaching"
import { expect, test } from "vitest"
import { newRow } from "~/models/foundation/access/own.server"
import { fixClock } from "~/utils/clock.server"
import { instantOf } from "~/utils/zones"
import { addSessionRow, openClass } from "../../../../tests/support/lessons"
import {
  addMember,
  addRows,
  changeRows,
  openSchool,
  removeRows,
  rowsOf,
} from "../../../../tests/support/school"
import { countMissingByTeacher, countMissingRegisters, remindOfMissing } from "./missing-registers.server"

const zone = "America/New_York"

test("in the evening or the next morning, each teacher reads what is missing of that day, once", () => {
  const { actor } = openSchool()
  const schoolId = actor.school.id
  const marcus = addMember(actor, "teacher", "Marcus Whitfield")
  const helena = addMember(actor, "teacher", "Helena Novak")
  const { classId } = openClass(actor)
  addSessionRow(actor, classId, "2026-11-16", { teacherId: marcus.teacherId })
  addSessionRow(actor, classId, "2026-11-18", { teacherId: marcus.teacherId })
  addSessionRow(actor, classId, "2026-11-18", {
    startTime: "16:00",
    teacherId: helena.teacherId,
    registerTakenAt: 1,
  })
  addSessionRow(actor, classId, "2026-11-17", { startTime: "10:00", teacherId: helena.teacherId })
  const choose = (attendanceReminder: "off" | "evening" | "morning") =>
    changeRows(schools, { id: schoolId }, { attendanceReminder })
  const mails = () =>
    rowsOf(emails, { schoolId, template: "attendance-missing" }).map(({ recipient, data }) => [
      recipient,
      JSON.parse(data).lessons,
      JSON.parse(data).older,
    ])

  fixClock(instantOf("2026-11-18", "20:00", zone))
  expect(remindOfMissing(actor), "a new school doesn’t remind").toBe(0)
  choose("evening")
  fixClock(instantOf("2026-11-18", "19:59", zone))
  expect(remindOfMissing(actor), "too early").toBe(0)
  fixClock(instantOf("2026-11-18", "20:00", zone))
  expect([remindOfMissing(actor), remindOfMissing(actor)], "said once").toEqual([1, 0])
  expect(mails()).toEqual([[marcus.email, [["2:30 PM", "Guitar ensemble"]], 1]])

  choose("morning")
  fixClock(instantOf("2026-11-19", "07:59", zone))
  expect(remindOfMissing(actor)).toBe(0)
  fixClock(instantOf("2026-11-19", "08:00", zone))
  expect(remindOfMissing(actor), "of the day before").toBe(1)
  expect(mails()).toHaveLength(2)
})

test("what ends after the evening’s email is in the next one, and co-teachers read of their lessons, too", () => {
  const { actor } = openSchool()
  const schoolId = actor.school.id
  const marcus = addMember(actor, "teacher", "Marcus Whitfield")
  const helena = addMember(actor, "teacher", "Helena Novak")
  const { classId } = openClass(actor, { class: { teacherId: marcus.teacherId } })
  const co = { classId, teacherId: helena.teacherId, startsOn: "2026-11-17" }
  addRows(classTeachers, { ...newRow(actor), ...co })
  addSessionRow(actor, classId, "2026-11-16", { teacherId: marcus.teacherId })
  addSessionRow(actor, classId, "2026-11-17", { startTime: "18:00", teacherId: marcus.teacherId })
  addSessionRow(actor, classId, "2026-11-17", { startTime: "19:30", teacherId: marcus.teacherId })
  changeRows(schools, { id: schoolId }, { attendanceReminder: "evening" })
  const mailed = (at: [string, string]) => {
    removeRows(emails, { schoolId })
    fixClock(instantOf(...at, zone))
    remindOfMissing(actor)
    return rowsOf(emails, { schoolId })
      .map(({ recipient, data }) => ({ recipient, ...JSON.parse(data) }))
      .sort((a, b) => a.recipient.localeCompare(b.recipient))
      .map(({ recipient, day, lessons, older }) => [recipient, day, lessons, older])
  }
  const both = [helena.email, marcus.email].sort()
  const olderOf = (email: string) => (email === marcus.email ? 1 : 0)
  expect(mailed(["2026-11-17", "20:00"])).toEqual(
    both.map((email) => [
      email,
      "Tuesday, November 17",
      [["6:00 PM", "Guitar ensemble"]],
      olderOf(email ?? ""),
    ]),
  )
  addSessionRow(actor, classId, "2026-11-18", { startTime: "17:00", teacherId: marcus.teacherId })
  expect(mailed(["2026-11-18", "20:00"])).toEqual(
    both.map((email) => [
      email,
      "Tuesday, November 17 and Wednesday, November 18",
      [
        ["Tue, Nov 17, 7:30 PM", "Guitar ensemble"],
        ["5:00 PM", "Guitar ensemble"],
      ],
      olderOf(email ?? "") + 1,
    ]),
  )
})

test("another hour leaves out no lesson and says none twice", () => {
  const { actor } = openSchool()
  const schoolId = actor.school.id
  const marcus = addMember(actor, "teacher", "Marcus Whitfield")
  const { classId } = openClass(actor)
  for (const startTime of ["17:00", "20:30"])
    addSessionRow(actor, classId, "2026-11-16", { startTime, teacherId: marcus.teacherId })
  addSessionRow(actor, classId, "2026-11-17", { startTime: "20:45", teacherId: marcus.teacherId })
  const mailed = (date: string, missingEveningAt: string) => {
    changeRows(schools, { id: schoolId }, { attendanceReminder: "evening", missingEveningAt })
    removeRows(emails, { schoolId })
    fixClock(instantOf(date, missingEveningAt, zone))
    remindOfMissing(actor)
    const [mail] = rowsOf(emails, { schoolId })
    return mail ? JSON.parse(mail.data).lessons.map(([time]: [string]) => time) : []
  }
  expect(mailed("2026-11-16", "20:00")).toEqual(["5:00 PM"])
  expect(mailed("2026-11-17", "22:00")).toEqual(["Mon, Nov 16, 8:30 PM", "8:45 PM"])
  expect(mailed("2026-11-18", "18:00")).toEqual([])
})

test("the counts of the teachers are the rows of their lists, and add up to the whole", () => {
  const { actor } = openSchool()
  const marcus = addMember(actor, "teacher", "Marcus Whitfield")
  const { classId } = openClass(actor)
  const [first] = ["2026-11-16", "2026-11-17"].map((date) =>
    addSessionRow(actor, classId, date, { teacherId: marcus.teacherId }),
  )
  const alone = addSessionRow(actor, classId, "2026-11-13")
  const counts = countMissingByTeacher(actor)
  const since = expect.any(Number)
  expect(counts).toEqual([
    { teacherId: marcus.teacherId, name: "Marcus Whitfield", lessons: 2, oldestId: first, since },
    { teacherId: null, name: null, lessons: 1, oldestId: alone, since },
  ])
  expect(countMissingRegisters(actor, { teacherId: marcus.teacherId })).toBe(2)
  expect(countMissingRegisters(actor)).toBe(3)
  expect(countMissingByTeacher(openSchool().actor)).toEqual([])
})
