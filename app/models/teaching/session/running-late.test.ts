import { emails } from "db/schema/foundation-mail"
import { guardians } from "db/schema/people"
import { sessions } from "db/schema/teaching-sessions"
import { beforeEach, expect, test } from "vitest"
import { recordNotice } from "~/models/attendance/notice/notice.server"
import type { MailData } from "~/models/foundation/outbox/outbox"
import { fixClock } from "~/utils/clock.server"
import { testNow } from "../../../../tests/support/clock"
import { openPayingFamily } from "../../../../tests/support/family"
import {
  addClassRow,
  addEnrollmentRow,
  addSessionRow,
  addStudentRow,
  addTeacherRow,
} from "../../../../tests/support/lessons"
import { changeRows, openSchool, rowOf, rowsOf } from "../../../../tests/support/school"
import { agree, giveTexts, textRows } from "../../../../tests/support/twilio"
import { cancelSession } from "./cancel-session.server"
import { tellRunningLate } from "./running-late.server"

// Otis has guitar with Marcus today at 4, and it is 3:10 PM.

let family: ReturnType<typeof openPayingFamily>
let lesson: string
let tomorrow: string
beforeEach(() => {
  family = openPayingFamily()
  const { school, studentIds } = family
  const teacherId = addTeacherRow(school, "Marcus Whitfield")
  const classId = addClassRow(school, { name: "guitar", kind: "private", teacherId })
  for (const id of studentIds.slice(0, 1)) addEnrollmentRow(school, classId, id)
  lesson = addSessionRow(school, classId, "2026-11-18", { teacherId, startTime: "16:00" })
  tomorrow = addSessionRow(school, classId, "2026-11-19", { teacherId, startTime: "16:00" })
})

const mails = () =>
  rowsOf(emails, { schoolId: family.school.school.id, template: "running-late" }).map(
    ({ data }) => JSON.parse(data) as MailData["running-late"],
  )

test("a teacher’s delay reaches the family at once, and as a text where they agreed", () => {
  giveTexts(family.school)
  const phone = agree(family.guardian.actor)
  expect(tellRunningLate(family.school, lesson, 10)).toMatchObject({
    ok: true,
    texts: 1,
    reach: { reached: ["Jonas Haddad"] },
  })
  expect(mails()).toMatchObject([{ lesson: "guitar (Otis Haddad)", time: "4:00 PM", minutes: 10 }])
  expect(textRows(family.school)).toMatchObject([
    {
      phone,
      topic: "changes",
      isUrgent: true,
      body: "Harmony School of Music: Marcus Whitfield is running about 10 minutes late for guitar (Otis Haddad) at 4:00 PM today.",
    },
  ])
})

test("the same delay is told once, another one again", () => {
  expect(tellRunningLate(family.school, lesson, 10)).toMatchObject({ ok: true, texts: 0 })
  expect(tellRunningLate(family.school, lesson, 10)).toBeRefused("told-already")
  expect(tellRunningLate(family.school, lesson, 20)).toMatchObject({ ok: true })
  expect(mails().map(({ minutes }) => minutes)).toEqual([10, 20])
})

test("only texts that can leave are counted: with an account, once a number, and within the month’s limit", () => {
  const phone = agree(family.guardian.actor)
  expect(tellRunningLate(family.school, lesson, 5)).toMatchObject({ ok: true, texts: 0 })
  giveTexts(family.school, { monthlyLimit: 0 })
  expect(tellRunningLate(family.school, lesson, 10)).toMatchObject({ ok: true, texts: 0 })
  expect(textRows(family.school)).toMatchObject([{ phone }])
})

test("of two of one name the family of the one who comes is told, by a text also where their contact isn’t their login", () => {
  const { school, studentIds, guardianIds, guardian } = family
  const namesake = addStudentRow(school, "Otis", "Haddad")
  const { classId = "" } = rowOf(sessions, { id: lesson }) ?? {}
  addEnrollmentRow(school, classId, namesake)
  recordNotice(school, lesson, namesake, { at: testNow, text: "ill" })
  giveTexts(school)
  const phone = agree(guardian.actor)
  changeRows(guardians, { id: guardianIds[0] }, { email: "contact@haddad.example" })
  expect(studentIds).not.toContain(namesake)
  expect(tellRunningLate(school, lesson, 10)).toMatchObject({ ok: true, texts: 1 })
  expect(rowsOf(emails, { recipient: "contact@haddad.example" })).toHaveLength(1)
  expect(textRows(school)).toMatchObject([{ phone }])
})

test("where no one is expected, no one is told", () => {
  recordNotice(family.school, lesson, family.studentIds[0] ?? "", { at: testNow, text: "ill" })
  expect(tellRunningLate(family.school, lesson, 10)).toEqual({
    ok: false,
    reason: "no-one",
    notComing: ["Otis Haddad"],
  })
  expect(mails()).toEqual([])
})

test("a family is told of one lesson four times at most", () => {
  for (const minutes of [5, 10, 15, 20])
    expect(tellRunningLate(family.school, lesson, minutes)).toMatchObject({ ok: true })
  expect(tellRunningLate(family.school, lesson, 30)).toBeRefused("told-often")
  expect(mails()).toHaveLength(4)
})

test("from two hours before the lesson until it ends", () => {
  const hours = (start: number) => {
    fixClock(testNow + start * 3_600_000)
    return tellRunningLate(family.school, lesson, 10)
  }
  expect(hours(-2)).toBeRefused("not-now")
  expect(hours(-1)).toMatchObject({ ok: true })
})

test("only of a lesson of today that takes place and isn’t over, and of no other school", () => {
  expect(tellRunningLate(family.school, tomorrow, 10)).toBeRefused("not-now")
  fixClock(testNow + 4 * 3_600_000)
  expect(tellRunningLate(family.school, lesson, 10)).toBeRefused("not-now")
  fixClock(testNow)
  cancelSession(family.school, lesson, "Closed")
  expect(tellRunningLate(family.school, lesson, 10)).toBeRefused("not-now")
  expect(tellRunningLate(openSchool().actor, lesson, 10)).toBeRefused("no-session")
})
