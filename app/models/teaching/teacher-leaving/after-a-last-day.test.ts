import { events } from "db/schema/foundation-audit"
import { emails } from "db/schema/foundation-mail"
import { teachers } from "db/schema/people"
import { classTeachers } from "db/schema/teaching"
import { bookings, coSubstitutes, sessions } from "db/schema/teaching-sessions"
import { beforeEach, expect, test } from "vitest"
import type { Actor } from "~/models/foundation/access/actor"
import { newRow } from "~/models/foundation/access/own.server"
import { fixClock } from "~/utils/clock.server"
import { testNow } from "../../../../tests/support/clock"
import {
  addClassRow,
  addEnrollmentRow,
  addScheduleRow,
  addSessionRow,
  addStudentRow,
  addTeacherRow,
} from "../../../../tests/support/lessons"
import { addRows, changeRows, openSchool, orFail, rowOf, rowsOf } from "../../../../tests/support/school"
import { changeClass, undoClassChange } from "../class/change-class.server"
import { addCoTeacher } from "../class/co-teaching.server"
import { endClass } from "../class/end-class.server"
import { addOccasion } from "../occasion/occasion.server"
import { findLaterTeacher } from "../scheduled-teacher-change/scheduled-teacher-change.server"
import { cancelSession, restoreSession } from "../session/cancel-session.server"
import { makeSessions } from "../session/make-sessions.server"
import { addSession, moveSession } from "../session/move-session.server"
import { replaceCoTeacher } from "../session/replace-co-teacher.server"
import { slotNow } from "../session/slot.server"
import { deactivateTeacher, letTeacherStay } from "./deactivate-teacher.server"

const lastDay = "2026-12-04"
const gone = [
  "Mara Lind leaves after Dec 4, 2026. Choose another teacher, or a day before they leave.",
] as const

let school: Actor
let mara: string
let helena: string
let piano: string
let voice: string

beforeEach(() => {
  school = openSchool().actor
  mara = addTeacherRow(school, "Mara Lind")
  helena = addTeacherRow(school, "Helena Novak")
  const teach = (name: string, startTime: string, teacherId: string) => {
    const classId = addClassRow(school, { name, teacherId })
    addEnrollmentRow(school, classId, addStudentRow(school, name, "Haddad"))
    const schedule = addScheduleRow(school, classId, { startTime, startsOn: "2026-11-09" })
    makeSessions(school, schedule, "2027-01-29", { from: "2026-11-09" })
    return classId
  }
  piano = teach("Piano", "16:00", mara)
  voice = teach("Voice", "18:00", helena)
})

const leave = (taker: string | null = null) =>
  orFail(deactivateTeacher(school, mara, new Map([[piano, taker]]), undefined, lastDay))

const comingOf = (classId: string) =>
  rowsOf(sessions, { classId }, { by: "startsAt" }).filter(({ startsAt }) => startsAt > testNow)

/** The first lesson of a class on a day after the last one. */
const lessonAfter = (classId: string) => {
  const lesson = comingOf(classId).find(({ localDate }) => localDate > lastDay)
  if (!lesson) throw new Error("No lesson after that day.")
  return lesson
}

test("no lesson of a day after it is given to a teacher, whoever asks and why", () => {
  leave()
  const refused = { ok: false, reason: "clash", clashes: gone, mayOverride: false }
  const lesson = lessonAfter(voice)
  const substitute = { ...slotNow(lesson), teacherId: mara }
  expect(moveSession(school, lesson.id, substitute, { isSubstitution: true })).toMatchObject(refused)
  expect(
    moveSession(school, lesson.id, { ...substitute, override: { reason: "She said yes" } }),
  ).toMatchObject(refused)
  const wish = { classId: voice, date: "2026-12-07", startTime: "10:00" }
  expect(addSession(school, { ...wish, teacherId: mara })).toMatchObject(refused)
  expect(addSession(school, { ...wish, date: lastDay, teacherId: mara }).ok).toBe(true)
  expect(addCoTeacher(school, voice, { teacherId: mara, startsOn: "2026-12-05" })).toMatchObject(refused)
  const occasion = { title: "Recital", date: "2026-12-12", startTime: "18:00", endTime: "20:00" }
  expect(
    addOccasion(school, { ...occasion, formKey: "one", teacherId: mara } as Parameters<
      typeof addOccasion
    >[1]),
  ).toEqual({ ok: false, reason: "teacher-leaves" })
})

test("a teacher who leaves teaches beside another until the last day, and takes no co-teacher’s lesson after it", () => {
  changeRows(teachers, { id: mara }, { email: "mara@harmony.example" })
  leave()
  orFail(addCoTeacher(school, voice, { teacherId: mara, startsOn: "2026-11-20" }))
  expect(JSON.parse(rowOf(emails, { template: "co-teaching" })?.data ?? "").endsOn).toBe("Dec 4, 2026")
  expect(rowOf(classTeachers, { classId: voice, teacherId: mara })?.endsOn).toBe(lastDay)
  const kwame = addTeacherRow(school, "Kwame Mensah")
  orFail(addCoTeacher(school, voice, { teacherId: kwame, startsOn: "2026-11-20" }))
  const place = { teacherId: kwame, by: mara }
  expect(replaceCoTeacher(school, lessonAfter(voice).id, place)).toMatchObject({ ok: false, clashes: gone })
})

test("a second, later last day doesn’t lengthen what ended with the first", () => {
  orFail(addCoTeacher(school, voice, { teacherId: mara, startsOn: "2026-11-20" }))
  leave()
  orFail(letTeacherStay(school, mara))
  orFail(deactivateTeacher(school, mara, new Map(), undefined, "2026-12-18"))
  expect(rowOf(classTeachers, { classId: voice, teacherId: mara })?.endsOn).toBe(lastDay)
})

test("a canceled lesson comes back with who has the class then, not with a teacher who is gone", () => {
  const [own, covered] = [lessonAfter(piano), lessonAfter(voice)]
  orFail(moveSession(school, covered.id, { ...slotNow(covered), teacherId: mara }, { isSubstitution: true }))
  for (const { id } of [own, covered]) orFail(cancelSession(school, id, "Ill"))
  leave(helena)
  for (const { id } of [own, covered]) orFail(restoreSession(school, id))
  const given = [own, covered].map(({ id }) => rowOf(sessions, { id })?.teacherId)
  expect(given).toEqual([helena, helena])
})

test("a canceled lesson comes back with the class’s teacher of its day, and undoing that change brings back the former", () => {
  const lesson = lessonAfter(piano)
  orFail(cancelSession(school, lesson.id, "Ill"))
  const facts = { name: "Piano", capacity: 1, teacherId: helena, teacherFrom: "2026-11-23" }
  const { changed, changeId } = orFail(changeClass(school, piano, facts))
  expect(changed).toBe(comingOf(piano).filter(({ localDate }) => localDate > "2026-11-23").length - 1)
  expect(rowOf(bookings, { sessionId: lesson.id })).toBeUndefined()
  orFail(restoreSession(school, lesson.id))
  expect(rowOf(sessions, { id: lesson.id })?.teacherId).toBe(helena)
  orFail(cancelSession(school, lesson.id, "Ill"))
  orFail(undoClassChange(school, piano, changeId ?? ""))
  expect(rowOf(sessions, { id: lesson.id })).toMatchObject({ teacherId: mara, state: "cancelled" })
})

test("who was to get a class after their own last day doesn’t, and what they give for a co-teacher goes back", () => {
  const kwame = addTeacherRow(school, "Kwame Mensah")
  const from = "2026-12-14"
  orFail(changeClass(school, voice, { name: "Voice", capacity: 1, teacherId: mara, teacherFrom: from }))
  orFail(addCoTeacher(school, voice, { teacherId: kwame, startsOn: "2026-11-20" }))
  const lesson = lessonAfter(voice)
  orFail(replaceCoTeacher(school, lesson.id, { teacherId: kwame, by: mara }))
  leave()
  expect(findLaterTeacher(school, voice)).toBeNull()
  expect(new Set(comingOf(voice).map(({ teacherId }) => teacherId))).toEqual(new Set([helena]))
  expect(rowOf(coSubstitutes, { sessionId: lesson.id })).toBeUndefined()
})

test("who stays after all gets what was planned for them, unless it was given to someone else since, which is named", () => {
  const from = "2026-12-14"
  const plan = () =>
    orFail(changeClass(school, voice, { name: "Voice", capacity: 1, teacherId: mara, teacherFrom: from }))
  plan()
  leave()
  const dropped = rowsOf(events, { noun: "class", nounId: voice, verb: "change" }).at(-1)
  expect(JSON.parse(dropped?.before ?? "")).toEqual({ laterTeacherId: mara, laterFrom: from })
  expect(orFail(letTeacherStay(school, mara))).toMatchObject({ classes: 2, others: [] })
  expect(findLaterTeacher(school, voice)).toEqual({ teacherId: mara, from })
  const given = comingOf(voice).filter(({ teacherId }) => teacherId === mara)
  expect(given.every(({ localDate }) => localDate >= from) && given.length > 0).toBe(true)

  leave()
  const kwame = addTeacherRow(school, "Kwame Mensah")
  orFail(changeClass(school, voice, { name: "Voice", capacity: 1, teacherId: kwame }))
  expect(orFail(letTeacherStay(school, mara))).toMatchObject({ classes: 1, others: ["Voice"] })
})

test("a class is its own teacher’s until that one leaves, where the next one leaves before", () => {
  const kwame = addTeacherRow(school, "Kwame Mensah")
  const facts = { name: "Piano", capacity: 1, teacherId: kwame, teacherFrom: "2026-12-08" }
  orFail(deactivateTeacher(school, mara, new Map(), undefined, "2026-12-11"))
  orFail(changeClass(school, piano, facts))
  orFail(deactivateTeacher(school, kwame, new Map(), undefined, "2026-12-05"))
  expect(findLaterTeacher(school, piano)).toEqual({ teacherId: null, from: "2026-12-12" })
  const given = comingOf(piano).map(({ localDate, teacherId }) => [localDate, teacherId])
  expect(given).toEqual(given.map(([date]) => [date, (date ?? "") < "2026-12-12" ? mara : null]))
})

test("a class whose teachers of now and of later both leave has no one from then on", () => {
  const kwame = addTeacherRow(school, "Kwame Mensah")
  orFail(deactivateTeacher(school, mara, new Map([[piano, kwame]]), undefined, "2026-12-11"))
  orFail(deactivateTeacher(school, kwame, new Map(), undefined, "2026-12-10"))
  expect(findLaterTeacher(school, piano)).toEqual({ teacherId: null, from: "2026-12-12" })
  const given = (after: string) => comingOf(piano).filter(({ localDate }) => localDate > after)
  expect(new Set(given("2026-12-11").map(({ teacherId }) => teacherId))).toEqual(new Set([null]))
})

test("a canceled lesson of a class that has ended before it stays canceled", () => {
  const lesson = lessonAfter(voice)
  orFail(cancelSession(school, lesson.id, "Ill"))
  orFail(endClass(school, voice, { lastDay, reason: "No one is left" }))
  expect(restoreSession(school, lesson.id)).toEqual({ ok: false, reason: "class-ended" })
  const empty = addClassRow(school, { name: "Choir", endedOn: lastDay })
  const early = addSessionRow(school, empty, "2026-12-01")
  const late = { date: "2026-12-08", startTime: "10:00", teacherId: null, roomId: null }
  expect(moveSession(school, early, late)).toEqual({ ok: false, reason: "class-ended" })
})

test("a canceled lesson comes back though a co-teacher’s substitute left, and without them", () => {
  const kwame = addTeacherRow(school, "Kwame Mensah")
  orFail(addCoTeacher(school, voice, { teacherId: kwame, startsOn: "2026-11-20" }))
  const lesson = lessonAfter(voice)
  orFail(replaceCoTeacher(school, lesson.id, { teacherId: kwame, by: mara }))
  orFail(cancelSession(school, lesson.id, "Ill"))
  leave()
  expect(rowOf(bookings, { sessionId: lesson.id })).toBeUndefined()
  orFail(restoreSession(school, lesson.id))
  const booked = rowsOf(bookings, { sessionId: lesson.id, resource: "teacher" })
  expect(new Set(booked.map(({ resourceId }) => resourceId))).toEqual(new Set([helena, kwame]))
})

test("what is put back as it was asks for no other teacher or day", () => {
  const kwame = addTeacherRow(school, "Kwame Mensah")
  orFail(addCoTeacher(school, voice, { teacherId: kwame, startsOn: "2026-11-20" }))
  const lesson = lessonAfter(voice)
  orFail(cancelSession(school, lesson.id, "Ill"))
  leave()
  addRows(coSubstitutes, {
    ...newRow(school),
    sessionId: lesson.id,
    teacherId: kwame,
    substituteId: mara,
  })
  expect(restoreSession(school, lesson.id)).toMatchObject({
    ok: false,
    clashes: ["Mara Lind leaves after Dec 4, 2026."],
  })
})

test("a lesson that a former teacher gave, canceled by mistake, comes back as theirs", () => {
  fixClock(Date.parse("2026-11-19T18:00:00Z"))
  const given = rowOf(sessions, { classId: piano, localDate: "2026-11-18" })
  if (!given) throw new Error("No lesson on that day.")
  orFail(cancelSession(school, given.id, "Ill"))
  orFail(deactivateTeacher(school, mara, new Map([[piano, helena]])))
  fixClock(Date.parse("2026-11-26T18:00:00Z"))
  orFail(restoreSession(school, given.id))
  expect(rowOf(sessions, { id: given.id })?.teacherId).toBe(mara)
})

test("a lesson that is left after its class’s end can get another teacher on its day, and moves to no other", () => {
  const choir = addClassRow(school, { name: "Choir", teacherId: helena, endedOn: "2026-11-10" })
  const left = addSessionRow(school, choir, "2026-11-12", { teacherId: helena })
  const wish = { date: "2026-11-12", startTime: "14:30", teacherId: mara, roomId: null }
  orFail(moveSession(school, left, wish, { isSubstitution: true }))
  orFail(moveSession(school, left, { ...wish, startTime: "15:30", teacherId: helena }))
  expect(moveSession(school, left, { ...wish, date: "2026-11-13" })).toBeRefused("class-ended")
})
