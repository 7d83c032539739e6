import { db } from "db/client.server"
import { makeUpCredits } from "db/schema/attendance"
import { emails } from "db/schema/foundation-mail"
import { enrollments, schedules } from "db/schema/teaching"
import { bookings, seats, sessions } from "db/schema/teaching-sessions"
import { asc, eq } from "drizzle-orm"
import { beforeEach, expect, test } from "vitest"
import type { Actor } from "~/models/foundation/access/actor"
import { newRow } from "~/models/foundation/access/own.server"
import { runNextItems, startTask } from "~/models/foundation/task/run-task.server"
import { addFamily } from "~/models/people/family/family.server"
import { addStudent } from "~/models/people/student/student.server"
import { fixClock } from "~/utils/clock.server"
import { testNow } from "../../../../tests/support/clock"
import { addClassRow, addEnrollmentRow, addScheduleRow } from "../../../../tests/support/lessons"
import { addMember, addRows, changeRows, openSchool, rowOf, rowsOf } from "../../../../tests/support/school"
import { onceTold } from "../../../../tests/support/told"
import { findClosure } from "../closed-days/closed-days.server"
import { grantCredit } from "../credit/change-credit.server"
import { redeemCredit } from "../credit/redeem-credit.server"
import { cancelSession } from "../session/cancel-session.server"
import { makeSessions } from "../session/make-sessions.server"
import { addSession, moveSession } from "../session/move-session.server"
import { addClosure } from "./add-closure.server"
import { type LessonChoice, preferredChoice } from "./closure-lesson"
import { moveAllLessons, moveLessonsWork } from "./move-all-lessons.server"
import { listClosureLessons, settleClosure } from "./settle-closure.server"
import { countUntold, tellClosure, tellClosureWork } from "./tell-closure.server"
import { undoClosure } from "./undo-closure.server"

// Two classes of one teacher on Thursdays, at four and at five. Thanksgiving is November 26, 2026.

const [monday, thursday] = ["2026-11-23", "2026-11-26"]

let actor: Actor

beforeEach(() => {
  actor = openSchool().actor
  const { teacherId } = addMember(actor, "teacher", "Helena Novak")
  const { familyId } = addFamily(actor, {
    name: "Adeyemi",
    guardians: [{ name: "Ada Adeyemi", email: "ada@example.org", payerShare: 10_000 }],
  })
  for (const [firstName, startTime] of [
    ["Wren", "16:00"],
    ["Kit", "17:00"],
  ] as const) {
    const added = addStudent(actor, {
      familyId,
      firstName,
      lastName: "Adeyemi",
      status: "active",
      fromDate: "2026-09-01",
    })
    if (!added.ok) throw new Error(added.reason)
    const classId = addClassRow(actor, { name: `Drums ${firstName}`, teacherId })
    addEnrollmentRow(actor, classId, added.studentId)
    const scheduleId = addScheduleRow(actor, classId, {
      rrule: "FREQ=WEEKLY;BYDAY=TH",
      startTime,
      startsOn: monday,
    })
    makeSessions(actor, scheduleId, "2026-12-20")
  }
})

const state = () => ({
  lessons: rowsOf(sessions, { schoolId: actor.school.id }, { by: "startsAt" }).map(
    ({ revision: _, ...lesson }) => lesson,
  ),
  booked: db()
    .select({ id: bookings.sessionId, of: bookings.resourceId, at: bookings.startsAt })
    .from(bookings)
    .where(eq(bookings.schoolId, actor.school.id))
    .orderBy(asc(bookings.startsAt), asc(bookings.sessionId), asc(bookings.resourceId))
    .all(),
})
const mails = (change?: string) =>
  onceTold(actor, () =>
    rowsOf(emails, { schoolId: actor.school.id, template: "session-changed" })
      .map((mail) => ({ ...mail, data: JSON.parse(mail.data) }))
      .filter(
        (mail) => mail.recipient === "ada@example.org" && [mail.data.change, undefined].includes(change),
      ),
  )

function close(cancelSessions: boolean) {
  const added = addClosure(actor, {
    name: "Thanksgiving",
    startsOn: thursday,
    endsOn: thursday,
    cancelSessions,
  })
  const closure = added.ok ? findClosure(actor, added.closureId) : undefined
  if (!closure) throw new Error("Not closed")
  return closure
}

/** Every lesson to the first time offered for it. */
function chooseFirst(closure: ReturnType<typeof close>): Record<string, LessonChoice> {
  const { lessons } = listClosureLessons(actor, closure, 1)
  return Object.fromEntries(
    lessons.map(({ id, times: [first] }) => {
      if (!first) throw new Error("No time")
      const { date, startTime, roomId } = first
      return [id, { choice: "move", date, startTime, roomId }]
    }),
  )
}

test.each([
  ["still on the schedule", false],
  ["canceled for the closure before", true],
])("lessons %s move to times with reasons, and one undo puts all of it back", (_, wasCanceled) => {
  const before = state()
  const closure = close(wasCanceled)
  const { lessons, total } = listClosureLessons(actor, closure, 1)
  expect(total).toBe(2)
  expect(lessons.map(({ isCanceled }) => isCanceled)).toEqual([wasCanceled, wasCanceled])
  for (const { times } of lessons) {
    expect(times[0]?.reasons.length).toBeGreaterThan(0)
    expect(times.every(({ date }) => date !== thursday)).toBe(true)
  }
  expect(settleClosure(actor, closure, chooseFirst(closure))).toEqual({
    ok: true,
    moved: 2,
    canceled: 0,
    without: [],
  })
  expect(state().lessons.filter(({ localDate }) => localDate === thursday)).toEqual([])
  expect(state().lessons.every((lesson) => lesson.state === "planned")).toBe(true)
  expect(mails("moved")).toEqual([])
  expect(countUntold(actor, closure)).toEqual({ lessons: 2, moved: 2, closures: 1 })
  expect(listClosureLessons(actor, closure, 1).total).toBe(0)

  expect(undoClosure(actor, closure.id)).toMatchObject({ restored: 2, kept: [] })
  expect(state()).toEqual(before)
  expect(mails("moved")).toEqual([])
})

test("each lesson has its own choice; each person reads of them once the emails are sent, and of the undo", () => {
  const before = state()
  const closure = close(false)
  const choices = chooseFirst(closure)
  const [first = "", second = ""] = Object.keys(choices)
  const settled = settleClosure(actor, closure, {
    [first]: choices[first] as LessonChoice,
    [second]: { choice: "cancel" },
  })
  expect(settled).toEqual({ ok: true, moved: 1, canceled: 1, without: [] })
  expect(tellClosure(actor, closure)).toMatchObject({ lessons: 2 })
  expect(tellClosure(actor, closure)).toMatchObject({ lessons: 0 })
  const [mail, ...more] = mails()
  expect(more).toEqual([])
  expect(mail).toMatchObject({
    state: "queued",
    dueAt: testNow,
    data: { change: "changed", reason: "Thanksgiving" },
  })
  expect(mail?.data.lessons).toEqual([
    ["Thu, Nov 26, 4:00 PM", expect.stringMatching(/^Wren Adeyemi: Drums Wren, now /)],
    ["Thu, Nov 26, 5:00 PM", expect.stringContaining("Canceled: Kit Adeyemi: Drums Kit")],
  ])
  changeRows(emails, undefined, { state: "sent", sentAt: testNow })
  expect(undoClosure(actor, closure.id)).toMatchObject({ restored: 2 })
  expect(state()).toEqual(before)
  expect(mails()).toHaveLength(2)
  expect(mails()[1]?.data.lessons).toEqual([
    [expect.anything(), expect.stringMatching(/^Wren Adeyemi: Drums Wren, now Thu, Nov 26, 4:00 PM/)],
    ["Thu, Nov 26, 5:00 PM", expect.stringContaining("Back on: Kit Adeyemi: Drums Kit")],
  ])
})

test("a lesson that changed again before the emails were sent is left out of them", () => {
  const closure = close(false)
  const choices = chooseFirst(closure)
  expect(settleClosure(actor, closure, choices).ok).toBe(true)
  const [first = "", second = ""] = Object.keys(choices)
  expect(cancelSession(actor, first, "Ill", { silent: true }).ok).toBe(true)
  const taskId = startTask(actor, {
    kind: "tell-closure",
    about: { closureId: closure.id, key: closure.id },
    items: [first, second].map((subjectId) => ({ subjectId, name: "Drums" })),
  })
  while (runNextItems(actor, taskId, tellClosureWork));
  expect(mails("moved").map(({ data }) => data.lessons.length)).toEqual([1])
  expect(mails("cancelled")).toEqual([])
})

test("who read of a canceled lesson reads of its undo, also after it was to move", () => {
  const closure = close(true)
  expect(tellClosure(actor, closure)).toMatchObject({ lessons: 2 })
  changeRows(emails, undefined, { state: "sent", sentAt: testNow })
  expect(settleClosure(actor, closure, chooseFirst(closure)).ok).toBe(true)
  expect(undoClosure(actor, closure.id)).toMatchObject({ restored: 2 })
  expect(mails("moved")).toEqual([])
  expect(mails("restored").map(({ data }) => data.lessons.length)).toEqual([2])
})

test("a lesson that came back to the closed day can be settled again", () => {
  const closure = close(false)
  const [first] = Object.entries(chooseFirst(closure))
  if (!first) throw new Error("No lesson")
  const [id, choice] = first
  const before = state().lessons.find((lesson) => lesson.id === id)
  const back = { date: thursday, startTime: "16:00", teacherId: before?.teacherId ?? null, roomId: null }
  for (const again of [choice, { choice: "cancel" } as const]) {
    expect(settleClosure(actor, closure, { [id]: again }).ok).toBe(true)
    if (again.choice === "move")
      expect(moveSession(actor, id, { ...back, override: { reason: "After all" } }).ok).toBe(true)
  }
  expect(undoClosure(actor, closure.id)).toMatchObject({ restored: 1, kept: [] })
  expect(state().lessons.find((lesson) => lesson.id === id)).toMatchObject({
    localDate: thursday,
    state: "planned",
  })
})

test("who has no free time is canceled, and the page says why", () => {
  changeRows(sessions, { schoolId: actor.school.id, localDate: thursday }, { teacherId: null })
  const closure = close(false)
  const { lessons } = listClosureLessons(actor, closure, 1)
  expect(lessons.map(preferredChoice)).toEqual(["cancel", "cancel"])
  expect(lessons.map(({ whyNone }) => whyNone?.length)).not.toContain(undefined)
  const taskId = moveAllLessons(actor, closure, true)
  while (runNextItems(actor, taskId, moveLessonsWork));
  expect(state().lessons.filter(({ state }) => state === "cancelled")).toHaveLength(2)
})

test("a make-up credit stays with its family where the lesson can’t come back", () => {
  const lesson = state().lessons.find(
    ({ localDate, startTime }) => localDate === thursday && startTime === "16:00",
  )
  const stays = rowsOf(enrollments, { schoolId: actor.school.id })
  const own = stays.find(({ classId }) => classId === lesson?.classId)
  const other = stays.find(({ classId }) => classId !== lesson?.classId)
  if (!lesson || !own || !other) throw new Error("No lesson")
  const { studentId, classId } = other
  const last = { minutes: 30, lastDay: "2026-12-31", reason: "Sorry" }
  const granted = grantCredit(actor, studentId, { classId, ...last })
  expect(granted.ok).toBe(true)
  const spot = { ...newRow(actor), sessionId: lesson.id, studentId, kind: "make_up" as const }
  addRows(seats, spot)
  expect(redeemCredit(actor, studentId, spot.id).ok).toBe(true)
  const closure = close(true)
  const choir = addClassRow(actor, { name: "Choir", kind: "group", capacity: 9 })
  addEnrollmentRow(actor, choir, own.studentId)
  const rehearsal = { classId: choir, date: thursday, startTime: "16:00", minutes: 60 }
  expect(addSession(actor, { ...rehearsal, override: { reason: "Rehearsal" } }).ok).toBe(true)
  expect(undoClosure(actor, closure.id)).toMatchObject({ restored: 1, kept: [{}] })
  const credit = rowOf(makeUpCredits, { schoolId: actor.school.id })
  expect(credit).toMatchObject({ usedAt: null, usedSeatId: null })
})

test("nothing is changed when one of the chosen times is taken, on a closed day or of another lesson", () => {
  const closure = close(false)
  const before = state()
  const choices = chooseFirst(closure)
  const [first = "", second = ""] = Object.keys(choices)
  const same = choices[first] as LessonChoice
  const clash = settleClosure(actor, closure, { [first]: same, [second]: same })
  expect(clash).toMatchObject({ ok: false })
  if (!clash.ok) expect(Object.keys(clash.reasons)).toEqual([second])
  const closed: LessonChoice = { choice: "move", date: thursday, startTime: "09:00", roomId: null }
  expect(settleClosure(actor, closure, { [first]: closed })).toMatchObject({ ok: false })
  expect(settleClosure(actor, closure, { other: same })).toMatchObject({ ok: false })
  expect(state()).toEqual(before)
})

test("all lessons move as a task; one that was moved again stays when it is undone", () => {
  const closure = close(true)
  const taskId = moveAllLessons(actor, closure, false)
  while (runNextItems(actor, taskId, moveLessonsWork));
  const moved = state().lessons.filter(({ originalDate }) => originalDate === thursday)
  expect(moved.map((lesson) => lesson.state)).toEqual(["planned", "planned"])
  expect(new Set(moved.map(({ localDate, startTime }) => `${localDate} ${startTime}`)).size).toBe(2)
  const [again] = moved
  if (again) {
    const { teacherId, roomId, id } = again
    const slot = { date: "2026-12-05", startTime: "09:00", teacherId, roomId }
    expect(moveSession(actor, id, slot).ok).toBe(true)
  }
  expect(undoClosure(actor, closure.id)).toMatchObject({ restored: 1, kept: [{}] })
  expect(findClosure(actor, closure.id)).toBeUndefined()
})

/** Both lessons moved to the Monday after, and where they are then. */
function moveToMonday() {
  const closure = close(false)
  const { lessons } = listClosureLessons(actor, closure, 1)
  const choices = Object.fromEntries(
    lessons.map(({ id, startTime }): [string, LessonChoice] => [
      id,
      { choice: "move", date: "2026-11-30", startTime, roomId: null },
    ]),
  )
  expect(settleClosure(actor, closure, choices)).toMatchObject({ ok: true, moved: 2 })
  const daysOf = () =>
    state()
      .lessons.filter(({ id }) => id in choices)
      .map(({ localDate }) => localDate)
  return { closure, first: lessons[0]?.id ?? "", daysOf }
}

test("a moved lesson that has attendance stays when the closure is undone", () => {
  const { closure, first, daysOf } = moveToMonday()
  changeRows(sessions, { id: first }, { registerTakenAt: testNow })
  expect(undoClosure(actor, closure.id)).toMatchObject({ restored: 1, kept: [{}] })
  expect(daysOf().sort()).toEqual([thursday, "2026-11-30"])
})

test("moved lessons whose closed day is over stay moved when the closure is undone", () => {
  const { closure, daysOf } = moveToMonday()
  fixClock(Date.parse("2026-11-27T17:00:00Z"))
  const reason = "Its time on the closed day has passed, so it stays moved."
  expect(undoClosure(actor, closure.id)).toMatchObject({ restored: 0, kept: [{ reason }, { reason }] })
  expect(daysOf()).toEqual(["2026-11-30", "2026-11-30"])
})

test("with a closure that is removed the weekly lessons that were never made for it are planned", () => {
  const added = addClosure(actor, {
    name: "Winter break",
    startsOn: "2026-12-21",
    endsOn: "2027-01-01",
    cancelSessions: false,
  })
  if (!added.ok) throw new Error(added.reason)
  const on = (date: string) => state().lessons.filter(({ localDate }) => localDate === date)
  for (const { id } of rowsOf(schedules, { schoolId: actor.school.id })) makeSessions(actor, id, "2027-01-15")
  expect([on("2026-12-24"), on("2026-12-31"), on("2027-01-07")].map(({ length }) => length)).toEqual([
    0, 0, 2,
  ])

  expect(undoClosure(actor, added.closureId)).toMatchObject({ restored: 0, planned: 4, clashes: 0 })
  expect(on("2026-12-24").map(({ startTime, state: is }) => [startTime, is])).toEqual([
    ["16:00", "planned"],
    ["17:00", "planned"],
  ])
  const ids = new Set(on("2026-12-31").map(({ id }) => id))
  expect(state().booked.filter(({ id }) => ids.has(id)).length).toBe(4)
  expect(mails()).toEqual([])
})

test("lessons that stood at one time before a closure come back together when it is undone", () => {
  const [lesson] = rowsOf(sessions, { schoolId: actor.school.id, localDate: thursday }, { by: "startsAt" })
  const stays = rowsOf(enrollments, { schoolId: actor.school.id })
  const { studentId = "" } = stays.find(({ classId }) => classId === lesson?.classId) ?? {}
  const choir = addClassRow(actor, { name: "Choir", kind: "group", capacity: 9 })
  addEnrollmentRow(actor, choir, studentId)
  const rehearsal = { classId: choir, date: thursday, startTime: "16:00", minutes: 60 }
  expect(addSession(actor, { ...rehearsal, override: { reason: "Rehearsal" } }).ok).toBe(true)
  const before = state()
  const closure = close(true)
  expect(undoClosure(actor, closure.id)).toMatchObject({ restored: 3, kept: [] })
  expect(state()).toEqual(before)
})
