import { schools } from "db/schema/accounts-schools"
import { emails } from "db/schema/foundation-mail"
import { students, teachers } from "db/schema/people"
import { classTeachers } from "db/schema/teaching"
import { beforeEach, expect, test } from "vitest"
import type { Actor } from "~/models/foundation/access/actor"
import { chooseSchoolHours } from "~/models/foundation/notification-preferences/quiet-hours.server"
import { mailLeavesAt } from "~/models/foundation/outbox/mail-wish.server"
import { fixClock, now } from "~/utils/clock.server"
import { newId } from "~/utils/ids.server"
import { instantOf } from "~/utils/zones"
import { openFamily } from "../../../../tests/support/billing"
import { addClassRow, addEnrollmentRow, addTeacherRow } from "../../../../tests/support/lessons"
import { addMember, addRows, changeRows, openSchool, rowsOf } from "../../../../tests/support/school"
import { tellBirthdays } from "./tell-birthdays.server"

let actor: Actor
let family: ReturnType<typeof openFamily>
const at = (day: string, time: string) => fixClock(instantOf(day, time, actor.school.timeZone))
const choose = (birthdayEmails: "off" | "families" | "teachers" | "both") =>
  changeRows(schools, { id: actor.school.id }, { birthdayEmails })
const born = (index: number, birthDate: string, status: "active" | "former" = "active") =>
  changeRows(students, { id: family.studentIds[index] ?? "" }, { birthDate, status })
const told = () =>
  rowsOf(emails, { schoolId: actor.school.id })
    .filter(({ template }) => template === "birthday")
    .map(({ recipient, data }) => `${recipient}: ${JSON.parse(data).studentName}`)

beforeEach(() => {
  actor = openSchool().actor
  family = openFamily(actor, {
    adults: [{ name: "Mateo Okaforll", email: "mateo.birthday@mail.example", payerShare: 10_000 }],
    children: ["Milo", "Otis"],
  })
})

test("no one is told of a birthday until the school turns it on, then once a day from its hour", () => {
  born(0, "2016-11-18")
  born(1, "2018-11-19")
  at("2026-11-18", "12:00")
  expect(tellBirthdays(actor)).toBe(0)
  choose("families")
  at("2026-11-18", "08:30")
  expect(tellBirthdays(actor)).toBe(0)
  at("2026-11-18", "09:30")
  expect([tellBirthdays(actor), tellBirthdays(actor)]).toEqual([1, 0])
  expect(told()).toEqual(["mateo.birthday@mail.example: Milo"])
  at("2026-11-19", "09:30")
  expect(tellBirthdays(actor)).toBe(1)
})

test("twins are one letter, and who has left has none", () => {
  choose("both")
  for (const index of [0, 1]) born(index, "2016-11-18")
  at("2026-11-18", "10:00")
  expect(tellBirthdays(actor)).toBe(1)
  expect(told()).toEqual(["mateo.birthday@mail.example: Milo and Otis"])
  for (const index of [0, 1]) born(index, "2016-11-19", "former")
  at("2026-11-19", "10:00")
  expect(tellBirthdays(actor)).toBe(0)
})

test("teachers are told of students in their classes on that day, by full name", () => {
  choose("teachers")
  const mara = addMember(actor, "teacher", "Mara Lindqvistll")
  const other = addMember(actor, "teacher", "Ida Holmll")
  addEnrollmentRow(
    actor,
    addClassRow(actor, { name: "Piano", teacherId: mara.teacherId }),
    family.studentIds[0] ?? "",
  )
  addEnrollmentRow(
    actor,
    addClassRow(actor, { name: "Drums", teacherId: other.teacherId }),
    family.studentIds[1] ?? "",
  )
  born(0, "2016-11-18")
  at("2026-11-18", "10:00")
  expect(tellBirthdays(actor)).toBe(1)
  expect(told()).toEqual([expect.stringMatching(new RegExp(`^${mara.email}: Milo `))])
})

test("February 29 is kept on the 28th where the year has no 29th", () => {
  choose("families")
  born(0, "2016-02-29")
  at("2028-02-28", "10:00")
  expect(tellBirthdays(actor)).toBe(0)
  at("2028-02-29", "10:00")
  expect(tellBirthdays(actor)).toBe(1)
  at("2029-02-28", "10:00")
  expect(tellBirthdays(actor)).toBe(1)
})

test("a machine that was down until the evening tells no one a day late", () => {
  choose("families")
  born(0, "2016-11-18")
  at("2026-11-18", "21:30")
  expect(tellBirthdays(actor)).toBe(0)
  at("2026-11-19", "10:00")
  expect(tellBirthdays(actor)).toBe(0)
  // One queued for a reader whose night it is doesn't wait for the next day.
  const mail = {
    template: "birthday" as const,
    schoolId: actor.school.id,
    recipient: "mateo.birthday@mail.example",
  }
  at("2026-11-18", "22:00")
  expect(mailLeavesAt({ ...mail, soonestAt: null }, now()).at).toBe(now())
})

test("the school's quiet hours can't swallow the hour of its birthday emails", () => {
  const hours = { startsAt: "08:00", endsAt: "22:00", dailyAt: "23:00" }
  changeRows(schools, { id: actor.school.id }, { lessonReminderAt: "23:00" })
  choose("families")
  expect(chooseSchoolHours(actor, hours)).toEqual({ ok: false, reason: "birthdays", at: "09:00" })
  choose("off")
  expect(chooseSchoolHours(actor, hours)).toEqual({ ok: true })
})

test("co-teachers are told on their days, and only who can log in gets a button", () => {
  choose("teachers")
  const classId = addClassRow(actor, { name: "Piano", teacherId: addTeacherRow(actor, "Ida Holmll") })
  addEnrollmentRow(actor, classId, family.studentIds[0] ?? "")
  changeRows(teachers, { name: "Ida Holmll" }, { email: "ida.birthday@mail.example" })
  const beside = addMember(actor, "teacher", "Mara Lindqvistll")
  const before = addMember(actor, "teacher", "Otto Bergll")
  const days = [
    { teacherId: beside.teacherId ?? "", startsOn: "2026-11-18", endsOn: null },
    { teacherId: before.teacherId ?? "", startsOn: "2026-09-01", endsOn: "2026-11-17" },
  ]
  for (const stretch of days)
    addRows(classTeachers, {
      ...{ id: newId(), schoolId: actor.school.id, createdAt: now() },
      classId,
      ...stretch,
    })
  born(0, "2016-11-18")
  at("2026-11-18", "10:00")
  expect(tellBirthdays(actor)).toBe(2)
  const pages = rowsOf(emails, { schoolId: actor.school.id })
  const hasPages = pages.map(({ recipient, data }) => [recipient, JSON.parse(data).hasPages])
  expect(Object.fromEntries(hasPages)).toEqual({ "ida.birthday@mail.example": false, [beside.email]: true })
})
