import { emails } from "db/schema/foundation-mail"
import { teachers } from "db/schema/people"
import { sessions } from "db/schema/teaching-sessions"
import { beforeAll, beforeEach, describe, expect, test } from "vitest"
import type { Actor } from "~/models/foundation/access/actor"
import { rehearse } from "~/models/foundation/access/rehearse.server"
import { noteBounce } from "~/models/foundation/outbox/bounce.server"
import { fixClock } from "~/utils/clock.server"
import { weekNumber } from "~/utils/dates"
import { testNow } from "../../../../tests/support/clock"
import { addClassRow, addScheduleRow, addTeacherRow } from "../../../../tests/support/lessons"
import { changeRows, openSchool, orFail, rowsOf } from "../../../../tests/support/school"
import { onceTold } from "../../../../tests/support/told"
import { addClosure } from "../closure/add-closure.server"
import { cancelSession } from "./cancel-session.server"
import { changeRule } from "./change-schedule.server"
import { makeSessions } from "./make-sessions.server"
import { addSession, moveSession } from "./move-session.server"

// Each change begins on Monday, November 23, 2026; the clock is at the Wednesday before.

const [monday, tuesday, wednesday] = ["2026-11-23", "2026-11-24", "2026-11-25"]
const afterwards = "2026-11-30"

let actor: Actor
let classId: string
let scheduleId: string

/** A class that meets at four o'clock on the weekdays given, for two weeks. */
function openClass(days: string) {
  classId = addClassRow(actor, { name: "Drums", kind: "group", capacity: 6 })
  scheduleId = addScheduleRow(actor, classId, { rrule: `FREQ=WEEKLY;BYDAY=${days}`, startsOn: monday })
  makeSessions(actor, scheduleId, "2026-12-06")
}

const change = (weekdays: number[], facts: { startTime?: string; minutes?: number } = {}) =>
  changeRule(actor, classId, scheduleId, {
    from: monday,
    weekdays,
    everyWeeks: 1,
    startTime: "16:00",
    minutes: 45,
    ...facts,
  })

const sessionsOfClass = () => rowsOf(sessions, { schoolId: actor.school.id, classId }, { by: "startsAt" })
const firstWeek = () =>
  sessionsOfClass()
    .filter(({ localDate }) => localDate < afterwards)
    .map(({ localDate, startTime, state }) => `${localDate} ${startTime} ${state}`)
const idOn = (date: string) => sessionsOfClass().find(({ localDate }) => localDate === date)?.id ?? ""

beforeAll(() => fixClock(testNow))
beforeEach(() => {
  actor = openSchool().actor
})

describe("a weekly time that changes", () => {
  test("takes each session to the new day of its week", () => {
    openClass("MO")
    const id = idOn(monday)
    expect(change([2])).toMatchObject({ ok: true })
    expect(firstWeek()).toEqual([`${tuesday} 16:00 planned`])
    expect(idOn(tuesday)).toBe(id)
  })

  test("loses no week where the new day of the first week is before the change", () => {
    openClass("WE")
    const change = { weekdays: [2], everyWeeks: 1, startTime: "16:00", minutes: 45 }
    expect(changeRule(actor, classId, scheduleId, { from: wednesday, ...change })).toMatchObject({
      effect: { removed: [], kept: [{ date: wednesday, why: "first-week" }] },
    })
    expect(firstWeek()).toEqual([`${wednesday} 16:00 planned`])
    const weeks = new Set(sessionsOfClass().map(({ localDate }) => weekNumber(localDate)))
    expect(weeks.size).toBe(sessionsOfClass().length)
  })

  test("is told to the teacher once, with every lesson that moves; a look at it tells no one", () => {
    openClass("MO")
    const teacherId = addTeacherRow(actor, "Kwame Boateng")
    changeRows(teachers, { id: teacherId }, { email: "kwame@harmony.example" })
    changeRows(sessions, { classId }, { teacherId })
    const told = () =>
      onceTold(actor, () => rowsOf(emails, { schoolId: actor.school.id, template: "session-changed" }))
    rehearse(() => change([2]))
    expect(told()).toEqual([])
    expect(change([2]).ok).toBe(true)
    expect(told().map(({ recipient, data }) => [recipient, JSON.parse(data).lessons.length])).toEqual([
      ["kwame@harmony.example", 2],
    ])
  })

  test("counts no one whose emails come back among those who are told", () => {
    openClass("MO")
    const teacherId = addTeacherRow(actor, "Kwame Boateng")
    changeRows(teachers, { id: teacherId }, { email: "Kwame@harmony.example" })
    changeRows(sessions, { classId }, { teacherId })
    const told = () => rehearse(() => change([2]))
    expect(told()).toMatchObject({ effect: { told: { teachers: [{ name: "Kwame Boateng" }] } } })
    noteBounce({ id: "none", recipient: "kwame@harmony.example" }, { kind: "bounced", reason: "Full" })
    expect(told()).toMatchObject({ effect: { told: { teachers: [] } } })
  })

  test("names each lesson it adds", () => {
    openClass("MO")
    const added = [wednesday, "2026-12-02"].map((date) => ({ date, startTime: "17:00" }))
    const changed = orFail(change([1, 3], { startTime: "17:00" }))
    expect(changed.effect.added.slice(0, 2)).toEqual(added)
    expect(changed.effect.moved).toHaveLength(2)
    const others = changed.effect.added.filter(({ date }) => date <= "2026-12-06")
    expect(others).toEqual(added)
  })

  test("calls nothing added that only takes the place of a lesson further ahead", () => {
    openClass("FR")
    expect(change([1])).toMatchObject({ effect: { added: [] } })
  })

  test("adds a lesson to a week whose old day is closed or over", () => {
    const day = { startsOn: "2026-11-30", endsOn: "2026-11-30" }
    expect(addClosure(actor, { name: "Fair", ...day }).ok).toBe(true)
    openClass("MO")
    const changed = orFail(change([2]))
    expect(changed.effect.added).toEqual([{ date: "2026-12-01", startTime: "16:00" }])
  })

  test("may end on a day it has already", () => {
    openClass("MO,WE")
    expect(change([3])).toMatchObject({ ok: true })
    expect(firstWeek()).toEqual([`${wednesday} 16:00 planned`])
  })

  test("keeps the lessons of its days where another day is added", () => {
    openClass("MO,TH")
    const changed = orFail(change([1, 2, 4], { minutes: 30 }))
    expect(changed.effect.moved).toEqual([])
    expect(changed.effect.added.slice(0, 2).map(({ date }) => date)).toEqual([tuesday, "2026-12-01"])
  })

  test("leaves a canceled session on a day that is taken by another", () => {
    openClass("MO,WE")
    cancelSession(actor, idOn(wednesday), "Away")
    expect(change([3])).toMatchObject({ ok: true, effect: { kept: [{ date: wednesday, why: "cancelled" }] } })
    expect(firstWeek().sort()).toEqual([`${wednesday} 16:00 cancelled`, `${wednesday} 16:00 planned`])
  })

  test("leaves what was moved by hand, and makes no second session for it", () => {
    openClass("MO")
    const hall = { date: tuesday, startTime: "10:00", teacherId: null, roomId: null }
    expect(moveSession(actor, idOn(monday), hall).ok).toBe(true)
    expect(change([3])).toMatchObject({ ok: true, effect: { kept: [{ date: tuesday, why: "by-hand" }] } })
    expect(firstWeek()).toEqual([`${tuesday} 10:00 planned`])
  })

  test("leaves a lesson that has attendance before it begins", () => {
    openClass("MO")
    changeRows(sessions, { id: idOn(monday) }, { registerTakenAt: testNow })
    expect(change([3])).toMatchObject({ ok: true, effect: { kept: [{ date: monday, why: "register" }] } })
    expect(firstWeek()).toEqual([`${monday} 16:00 planned`])
  })

  test("returns to a day on which a session was added", () => {
    openClass("MO")
    const hall = { date: tuesday, startTime: "10:00", teacherId: null, roomId: null }
    moveSession(actor, idOn(monday), hall)
    expect(addSession(actor, { classId, date: monday, startTime: "16:00", minutes: 45 }).ok).toBe(true)
    expect(change([3]).ok).toBe(true)
    expect(change([1]).ok).toBe(true)
    expect(firstWeek()).toEqual([`${monday} 16:00 planned`, `${tuesday} 10:00 planned`])
  })

  test.each([
    [2, "2026-11-24"],
    [2, "2026-11-30"],
    [2, "2026-12-02"],
    [3, "2026-12-07"],
  ])("that skips weeks keeps its own: every %i weeks, changed from %s", (everyWeeks, from) => {
    classId = addClassRow(actor, { name: "Drums", kind: "group", capacity: 6 })
    const rrule = `FREQ=WEEKLY;INTERVAL=${everyWeeks};BYDAY=MO`
    scheduleId = addScheduleRow(actor, classId, { rrule, startsOn: monday })
    makeSessions(actor, scheduleId, "2027-02-10")
    const before = sessionsOfClass().map(({ id, localDate }) => [id, localDate])
    const wish = { from, weekdays: [1], everyWeeks, startTime: "17:00", minutes: 30 }
    expect(changeRule(actor, classId, scheduleId, wish)).toMatchObject({
      effect: { added: [], removed: [], kept: [] },
    })
    expect(sessionsOfClass().map(({ id, localDate }) => [id, localDate])).toEqual(before)
    for (const { localDate, startTime } of sessionsOfClass())
      expect(startTime).toBe(localDate < from ? "16:00" : "17:00")
  })

  test("keeps each session and its original start when only the length changes", () => {
    openClass("MO")
    const before = sessionsOfClass()
    expect(change([1], { minutes: 60 })).toMatchObject({ ok: true, effect: { removed: [], kept: [] } })
    expect(sessionsOfClass().slice(0, before.length)).toEqual(
      before.map((session) => ({
        ...session,
        minutes: 60,
        endsAt: session.startsAt + 3_600_000,
        // Calendars that subscribe take the change.
        revision: session.revision + 1,
      })),
    )
  })
})
