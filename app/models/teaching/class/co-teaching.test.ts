import { emails } from "db/schema/foundation-mail"
import { beforeAll, beforeEach, expect, test } from "vitest"
import { recordNotice, withdrawNotice } from "~/models/attendance/notice/notice.server"
import { takeRegister } from "~/models/attendance/register/take-register.server"
import type { Actor } from "~/models/foundation/access/actor"
import { calculatePay } from "~/models/money/pay/pay-lines.server"
import { agreePayRate } from "~/models/money/pay/pay-rates.server"
import { listStudents } from "~/models/people/student/list-students.server"
import { findLines, findSchedulePage } from "~/models/teaching/session/schedule-page.server"
import { fixClock, now } from "~/utils/clock.server"
import { testNow } from "../../../../tests/support/clock"
import { addClassRow, addEnrollmentRow, addStudentRow } from "../../../../tests/support/lessons"
import { addMember, openSchool, orFail, rowsOf } from "../../../../tests/support/school"
import { listClasses } from "../class/list-classes.server"
import { listCoTeachers } from "../co-teacher/co-teacher.server"
import { findSeatedSession } from "../seat/seated-session.server"
import { findClashes } from "../session/clash.server"
import { addSession, moveSession } from "../session/move-session.server"
import { replaceCoTeacher } from "../session/replace-co-teacher.server"
import { readScheduleQuery } from "../session/schedule-period"
import { findSession, listSessionsOn } from "../session/session-list.server"
import { findStranded, keepLessons } from "../session/stranded-causes.server"
import { addHours } from "../teacher-time/availability.server"
import { recordTimeOff } from "../teacher-time/time-off.server"
import { addCoTeacher, endCoTeacher } from "./co-teaching.server"

let school: Actor
let helena: ReturnType<typeof addMember>
let marcus: ReturnType<typeof addMember>
let choir: string
let wren: string
const [soon, later] = ["2026-11-24", "2026-12-01"]

beforeAll(() => fixClock(testNow))
beforeEach(() => {
  fixClock(testNow)
  school = openSchool().actor
  helena = addMember(school, "teacher", "Helena Novak")
  marcus = addMember(school, "teacher", "Marcus Whitfield")
  choir = addClassRow(school, {
    name: "Youth choir",
    kind: "ensemble",
    capacity: 9,
    teacherId: helena.teacherId,
  })
  wren = addStudentRow(school, "Wren", "Adeyemi")
  addEnrollmentRow(school, choir, wren)
})

const lessonOn = (date: string, classId = choir) =>
  orFail(addSession(school, { classId, date, startTime: "16:30", minutes: 60 })).sessionId
const join = (startsOn = soon) => addCoTeacher(school, choir, { teacherId: marcus.teacherId, startsOn })

test("a co-teacher sees the class and its lessons from the first day on", () => {
  const [first, second] = [lessonOn(soon), lessonOn(later)]
  expect(listSessionsOn(marcus.actor, soon, later)).toEqual([])
  expect(findSeatedSession(marcus.actor, first)).toBeUndefined()
  expect(join(later)).toEqual({ ok: true, name: "Marcus Whitfield" })
  expect(listSessionsOn(marcus.actor, soon, later).map(({ id }) => id)).toEqual([second])
  expect(findSession(school, second)?.coTeachers).toEqual([
    { id: marcus.teacherId, name: "Marcus Whitfield" },
  ])
  expect(findSession(school, first)?.coTeachers).toBeUndefined()
  expect(findSeatedSession(marcus.actor, second)?.id).toBe(second)
  expect(findSeatedSession(marcus.actor, first)).toBeUndefined()
  expect(listClasses(school, { teacherId: marcus.teacherId }, 1).classes.map(({ name }) => name)).toEqual([
    "Youth choir",
  ])
  const { students } = listStudents(school, { teacherId: marcus.teacherId })
  expect(students.map(({ firstName }) => firstName)).toEqual(["Wren"])
  expect(listSessionsOn(helena.actor, soon, later)).toHaveLength(2)
})

test("counts as busy: in clashes, when a lesson moves, and before joining", () => {
  const lesson = lessonOn(soon)
  const guitar = addClassRow(school, { name: "Guitar", teacherId: marcus.teacherId })
  const own = lessonOn(later, guitar)
  expect(join().ok).toBe(true)
  const { startsAt, endsAt } = findSession(school, lesson) ?? { startsAt: 0, endsAt: 0 }
  const [clash] = findClashes(school, { teacherId: marcus.teacherId, startsAt, endsAt })
  expect(clash?.resourceName).toBe("Marcus Whitfield")
  const moved = moveSession(school, lesson, {
    date: later,
    startTime: "16:30",
    teacherId: helena.teacherId,
    roomId: null,
  })
  expect(moved).toMatchObject({ ok: false, reason: "clash", mayOverride: false })
  expect(findSession(school, own)?.clash).toBeNull()

  const band = addClassRow(school, {
    name: "Band",
    kind: "ensemble",
    capacity: 9,
    teacherId: helena.teacherId,
  })
  const rehearsal = addSession(school, { classId: band, date: later, startTime: "16:30", minutes: 60 })
  expect(rehearsal.ok).toBe(true)
  const refused = addCoTeacher(school, band, { teacherId: marcus.teacherId, startsOn: soon })
  expect(refused).toMatchObject({ ok: false, reason: "clash", mayOverride: false })
  expect(listCoTeachers(school, band, soon)).toEqual([])
})

test("is refused for the class's own teacher, twice, in the past, and another school's teacher", () => {
  const stranger = addMember(openSchool({ name: "Crescendo" }).actor, "teacher", "Otto Lang")
  const wish = { startsOn: soon }
  expect(addCoTeacher(school, choir, { ...wish, teacherId: helena.teacherId })).toMatchObject({
    reason: "is-main",
  })
  expect(addCoTeacher(school, choir, { ...wish, teacherId: stranger.teacherId })).toMatchObject({
    reason: "unknown-teacher",
  })
  expect(join("2026-11-01")).toMatchObject({ reason: "in-the-past" })
  expect(join().ok).toBe(true)
  expect(join(later)).toMatchObject({ reason: "already" })
})

test("each teacher is paid by their own rates, and nothing changes for lessons before", () => {
  const [first, second] = [lessonOn(soon), lessonOn(later)]
  for (const [teacher, amountMinor] of [
    [helena, 4000],
    [marcus, 2500],
  ] as const)
    agreePayRate(school, teacher.teacherId, { kind: "per_session", amountMinor, fromDate: "2026-11-01" })
  join(later)
  fixClock(testNow + 20 * 86_400_000)
  for (const id of [first, second])
    expect(
      takeRegister(id === second ? marcus.actor : school, id, {
        marks: [{ studentId: wren, code: "present" }],
      }).ok,
    ).toBe(true)
  const paid = calculatePay(school, { from: "2026-11-01", to: "2026-12-31" })
  expect(paid.get(helena.teacherId)?.map(({ amountMinor }) => amountMinor)).toEqual([4000, 4000])
  expect(paid.get(marcus.teacherId)?.map(({ localDate, amountMinor }) => [localDate, amountMinor])).toEqual([
    [later, 2500],
  ])
  const one = calculatePay(school, { from: "2026-11-01", to: "2026-12-31" }, marcus.teacherId)
  expect([...one.keys()]).toEqual([marcus.teacherId])
})

test("ends after today: later lessons are free again", () => {
  const lesson = lessonOn(later)
  join()
  const [row] = listCoTeachers(school, choir, soon)
  fixClock(testNow + 6 * 86_400_000)
  expect(endCoTeacher(school, choir, row?.id ?? "").ok).toBe(true)
  expect(findSession(school, lesson)?.coTeachers).toBeUndefined()
  const { startsAt, endsAt } = findSession(school, lesson) ?? { startsAt: 0, endsAt: 0 }
  expect(findClashes(school, { teacherId: marcus.teacherId, startsAt, endsAt })).toEqual([])
  expect(findClashes(school, { teacherId: helena.teacherId, startsAt, endsAt })).toHaveLength(1)
})

test("a lesson stands in the lane of each of its teachers and is counted once", () => {
  lessonOn(soon)
  join()
  const query = { ...readScheduleQuery(new URLSearchParams(), soon), view: "week" as const }
  const lanesWith = (page: ReturnType<typeof findSchedulePage>) => {
    if (page.body.kind !== "week") throw new Error("No week")
    const { lanes, days } = page.body
    const day = days.find(({ date }) => date === soon)
    const lessons = day?.items.flatMap((item) => (item.kind === "lesson" ? [item] : [])) ?? []
    return {
      count: day?.lessons,
      lanes: lanes.map(({ name }) => name),
      lessons: lessons.map(({ lane, isAlso, canMove, keepsLane }) => [
        lanes[lane - 1]?.name,
        isAlso,
        canMove && (keepsLane ? "time" : "lane"),
      ]),
    }
  }
  const both = ["Helena Novak", "Marcus Whitfield"]
  expect(lanesWith(findSchedulePage(school, query))).toEqual({
    count: 1,
    lanes: both,
    lessons: [
      ["Helena Novak", false, "lane"],
      ["Marcus Whitfield", true, "time"],
    ],
  })
  expect(lanesWith(findSchedulePage(school, { ...query, teacherId: marcus.teacherId }))).toEqual({
    count: 1,
    lanes: ["Marcus Whitfield"],
    lessons: [["Marcus Whitfield", false, "time"]],
  })
  const score = findSchedulePage(school, { ...query, view: "day" }).body
  expect(score.kind === "score" ? score.days[0]?.parts.map(({ key }) => key) : []).toEqual([
    helena.teacherId,
    marcus.teacherId,
  ])
  const agenda = findSchedulePage(school, { ...query, view: "agenda" }).body
  expect(agenda.kind === "agenda" ? agenda.days.flatMap(({ sessions }) => sessions) : []).toMatchObject([
    { teacher: "Helena Novak and Marcus Whitfield" },
  ])
})

test("a page of lanes has one for a teacher who only gives lessons beside others", () => {
  lessonOn(soon)
  join()
  const of = (page: number) => findLines(school, { by: "teacher", page, perPage: 1, from: soon, to: later })
  expect([...of(1).keys, ...of(2).keys]).toEqual([helena.teacherId, marcus.teacherId])
  expect([of(1).total, of(2).sessions, of(2).planned.get(soon)]).toEqual([2, 1, 1])
  expect(listSessionsOn(school, soon, later, { which: of(2).which })).toHaveLength(1)
})

test("a page of lanes has one for whoever takes a co-teacher’s place in a lesson", () => {
  const [first] = [lessonOn(soon), lessonOn(later)]
  join()
  const rosa = addMember(school, "teacher", "Rosa Alvarez")
  const place = { teacherId: marcus.teacherId, by: rosa.teacherId }
  expect(replaceCoTeacher(school, first, place, { silent: true }).ok).toBe(true)
  const of = (to: string) => findLines(school, { by: "teacher", page: 2, perPage: 1, from: soon, to })
  expect([of(soon).total, ...of(soon).keys]).toEqual([2, rosa.teacherId])
  expect([of(later).total, ...of(later).keys]).toEqual([3, marcus.teacherId])
  const shownTo = (to: string) => listSessionsOn(school, soon, to, { which: of(to).which })
  expect([shownTo(soon), shownTo(later)].map((found) => found.map(({ localDate }) => localDate))).toEqual([
    [soon],
    [later],
  ])
})

test("a substitute takes the place of the one replaced, and the co-teacher stays", () => {
  const lesson = lessonOn(soon)
  join()
  const rosa = addMember(school, "teacher", "Rosa Alvarez")
  const slot = { date: soon, startTime: "16:30", teacherId: rosa.teacherId, roomId: null }
  expect(moveSession(school, lesson, slot).ok).toBe(true)
  expect(findSession(school, lesson)).toMatchObject({
    teacherName: "Rosa Alvarez",
    coTeachers: [{ id: marcus.teacherId, name: "Marcus Whitfield" }],
  })
})

test("a co-teacher's leave and hours name the lessons given with others, until they are kept with a reason", () => {
  const [first, second] = [lessonOn(soon), lessonOn(later)]
  join()
  expect(findStranded(school)).toEqual(new Map())
  recordTimeOff(school, marcus.teacherId, { startsOn: soon, endsOn: soon, reason: null })
  expect(findStranded(school)).toEqual(new Map([[first, ["co-away"]]]))
  addHours(school, marcus.teacherId, { weekday: 3, fromTime: "09:00", toTime: "20:00" })
  expect(findStranded(school)).toEqual(
    new Map([
      [first, ["co-away", "co-times"]],
      [second, ["co-times"]],
    ]),
  )
  keepLessons(school, [first], "Helena manages alone")
  expect(findStranded(school)).toEqual(new Map([[second, ["co-times"]]]))
  expect(endCoTeacher(school, choir, listCoTeachers(school, choir, soon)[0]?.id ?? "").ok).toBe(true)
  expect(findStranded(school)).toEqual(new Map())
})

test("what is accepted when a co-teacher joins isn't to be settled", () => {
  lessonOn(soon)
  recordTimeOff(school, marcus.teacherId, { startsOn: soon, endsOn: soon, reason: null })
  expect(join()).toMatchObject({ ok: false, reason: "clash", mayOverride: true })
  const override = { reason: "Comes anyway" }
  expect(addCoTeacher(school, choir, { teacherId: marcus.teacherId, startsOn: soon, override }).ok).toBe(true)
  expect(findStranded(school)).toEqual(new Map())
})

test("a co-teacher is told who can’t come to a lesson, and who can after all", () => {
  const [first, second] = [lessonOn(soon), lessonOn(later)]
  expect(join(later).ok).toBe(true)
  for (const id of [first, second])
    expect(recordNotice(school, id, wren, { at: now(), text: "Ill" }).ok).toBe(true)
  const session = findSeatedSession(school, second)
  expect(session && withdrawNotice(school, session, wren)).toEqual({ ok: true })
  const told = (recipient: string) =>
    rowsOf(emails, { recipient, template: "absence-noticed" }).map(({ data }) => JSON.parse(data).comes)
  expect(told(helena.email)).toEqual([false, false, true])
  expect(told(marcus.email)).toEqual([false, true])
})
