import { schools } from "db/schema/accounts-schools"
import { emails } from "db/schema/foundation-mail"
import { guardians, students, teachers } from "db/schema/people"
import { classTeachers } from "db/schema/teaching"
import { coSubstitutes, sessions } from "db/schema/teaching-sessions"
import { expect, test } from "vitest"
import { lessonsTomorrowLetter } from "~/jobs/mail/lesson-letters"
import { chooseReminderTimes, findReminderTimes } from "~/models/accounts/school/reminder-times.server"
import { recordNotice } from "~/models/attendance/notice/notice.server"
import { newRow } from "~/models/foundation/access/own.server"
import { fixClock, now } from "~/utils/clock.server"
import { instantOf } from "~/utils/zones"
import { addSessionRow, addTeacherRow, openClass } from "../../../../tests/support/lessons"
import { addRows, changeRows, openSchool, removeRows, rowOf, rowsOf } from "../../../../tests/support/school"
import { remindOfComing } from "./lesson-reminder.server"

const zone = "America/New_York"

test("the afternoon before, each address reads its lessons once, those who cannot come aside", () => {
  const { actor } = openSchool()
  const schoolId = actor.school.id
  const { classId, studentIds } = openClass(actor, {
    pupils: ["Milo Haddad", "Ravi Lindqvist"],
  })
  const teacherId = addTeacherRow(actor, "Marcus Whitfield")
  changeRows(teachers, { id: teacherId }, { email: "marcus@harmony.example" })
  for (const [index, studentId] of studentIds.entries()) {
    const student = rowOf(students, { id: studentId })
    addRows(guardians, {
      ...newRow(actor),
      familyId: student?.familyId ?? "",
      name: `Parent ${index}`,
      email: `parent${index}@family.example`,
    })
  }
  const sessionId = addSessionRow(actor, classId, "2026-11-19", { startTime: "16:00", teacherId })
  addSessionRow(actor, classId, "2026-11-19", { startTime: "18:00", state: "cancelled", teacherId })
  const mails = () => rowsOf(emails, { schoolId, template: "lessons-tomorrow" })

  fixClock(instantOf("2026-11-18", "15:10", zone))
  const remind = (on: boolean) => changeRows(schools, { id: schoolId }, { remindsOfLessons: on })
  expect(rowOf(schools, { id: schoolId })?.remindsOfLessons, "a new school reminds").toBe(true)
  remind(false)
  expect(remindOfComing(actor), "turned off").toBe(0)
  remind(true)
  fixClock(instantOf("2026-11-18", "14:59", zone))
  expect(remindOfComing(actor), "too early").toBe(0)
  fixClock(instantOf("2026-11-18", "15:00", zone))
  recordNotice(actor, sessionId, studentIds[1] ?? "", { at: now(), text: "ill" })
  expect(remindOfComing(actor)).toBe(2)
  expect(remindOfComing(actor), "said once").toBe(0)
  expect(
    Object.fromEntries(mails().map(({ recipient, data }) => [recipient, JSON.parse(data).lessons])),
  ).toEqual({
    "parent0@family.example": [["4:00 PM", "Milo Haddad: Guitar ensemble with Marcus Whitfield"]],
    "marcus@harmony.example": [["4:00 PM", "Guitar ensemble: Milo Haddad"]],
  })
  changeRows(sessions, { id: sessionId }, { state: "cancelled" })
  fixClock(instantOf("2026-11-19", "15:00", zone))
  expect(remindOfComing(actor), "a day without lessons").toBe(0)
  expect(rowOf(schools, { id: schoolId })?.remindedUntil).toBe("2026-11-20")
})

test("a teacher reads that no one is coming to a lesson whose students all reported an absence", () => {
  const { actor } = openSchool()
  const { classId, studentIds } = openClass(actor, { pupils: ["Milo Haddad"] })
  const teacherId = addTeacherRow(actor, "Marcus Whitfield")
  changeRows(teachers, { id: teacherId }, { email: "marcus@harmony.example" })
  const sessionId = addSessionRow(actor, classId, "2026-11-19", { startTime: "16:00", teacherId })
  fixClock(instantOf("2026-11-18", "15:00", zone))
  recordNotice(actor, sessionId, studentIds[0] ?? "", { at: now(), text: "ill" })
  expect(remindOfComing(actor)).toBe(1)
  const [mail] = rowsOf(emails, { schoolId: actor.school.id, template: "lessons-tomorrow" })
  expect(JSON.parse(mail?.data ?? "{}").lessons).toEqual([["4:00 PM", "Guitar ensemble: no one is coming"]])
})

test("who teaches beside a class’s own teacher is reminded, too, and the substitute in their place", () => {
  const { actor } = openSchool()
  const { classId } = openClass(actor, { pupils: ["Milo Haddad"] })
  const named = (name: string, email: string) => {
    const id = addTeacherRow(actor, name)
    changeRows(teachers, { id }, { email })
    return id
  }
  const marcus = named("Marcus Whitfield", "marcus@harmony.example")
  const helena = named("Helena Novak", "helena@harmony.example")
  const ana = named("Ana Lopez", "ana@harmony.example")
  addRows(classTeachers, { ...newRow(actor), classId, teacherId: helena, startsOn: "2026-11-01" })
  const facts = { startTime: "16:00", teacherId: marcus }
  addSessionRow(actor, classId, "2026-11-19", facts)
  const covered = addSessionRow(actor, classId, "2026-11-20", facts)
  const by = { sessionId: covered, teacherId: helena, substituteId: ana }
  addRows(coSubstitutes, { ...newRow(actor), ...by })
  const remindedOn = (date: string) => {
    removeRows(emails, { schoolId: actor.school.id })
    fixClock(instantOf(date, "15:00", zone))
    remindOfComing(actor)
    const mails = rowsOf(emails, { schoolId: actor.school.id })
    return mails.flatMap(({ recipient, data }) => (JSON.parse(data).forTeacher ? recipient : [])).sort()
  }
  expect(remindedOn("2026-11-18")).toEqual(["helena@harmony.example", "marcus@harmony.example"])
  expect(remindedOn("2026-11-19")).toEqual(["ana@harmony.example", "marcus@harmony.example"])
})

test("a school that reminds two days ahead reminds of each day once, and of none twice when it changes that", () => {
  const { actor } = openSchool()
  const { classId } = openClass(actor, { pupils: ["Milo Haddad"] })
  const teacherId = addTeacherRow(actor, "Marcus Whitfield")
  changeRows(teachers, { id: teacherId }, { email: "marcus@harmony.example" })
  for (const day of ["2026-11-19", "2026-11-20", "2026-11-21"])
    addSessionRow(actor, classId, day, { startTime: "16:00", teacherId })
  const subjects = () =>
    rowsOf(emails, { schoolId: actor.school.id, template: "lessons-tomorrow" }).map(
      ({ data }) => lessonsTomorrowLetter(JSON.parse(data)).subject,
    )
  const times = { ...findReminderTimes(actor), lessonReminderAt: "10:00", lessonReminderDays: 2 }
  expect(chooseReminderTimes(actor, times)).toEqual({ ok: true, changed: true })
  expect(chooseReminderTimes(actor, times)).toEqual({ ok: true, changed: false })
  fixClock(instantOf("2026-11-18", "09:59", zone))
  expect(remindOfComing(actor)).toBe(0)
  fixClock(instantOf("2026-11-18", "10:00", zone))
  expect(remindOfComing(actor)).toBe(2)
  const name = actor.school.name
  expect(subjects()).toEqual([`Lesson tomorrow at ${name}`, `Lesson on Friday, November 20 at ${name}`])
  chooseReminderTimes(actor, { ...times, lessonReminderDays: 1 })
  fixClock(instantOf("2026-11-19", "10:00", zone))
  expect(remindOfComing(actor), "known since yesterday").toBe(0)
  fixClock(instantOf("2026-11-20", "10:00", zone))
  expect(remindOfComing(actor)).toBe(1)
})
