import { db } from "db/client.server"
import { sessions } from "db/schema/teaching-sessions"
import { and, asc, eq } from "drizzle-orm"
import { beforeAll, beforeEach, describe, expect, test } from "vitest"
import type { Actor } from "~/models/foundation/access/actor"
import { fixClock } from "~/utils/clock.server"
import { testNow } from "../../../../tests/support/clock"
import { addClassRow, addScheduleRow } from "../../../../tests/support/lessons"
import { openSchool } from "../../../../tests/support/school"
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

const sessionsOfClass = () =>
  db()
    .select()
    .from(sessions)
    .where(and(eq(sessions.schoolId, actor.school.id), eq(sessions.classId, classId)))
    .orderBy(asc(sessions.startsAt))
    .all()
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

  test("may end on a day it has already", () => {
    openClass("MO,WE")
    expect(change([3])).toMatchObject({ ok: true })
    expect(firstWeek()).toEqual([`${wednesday} 16:00 planned`])
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

  test("returns to a day on which a session was added", () => {
    openClass("MO")
    const hall = { date: tuesday, startTime: "10:00", teacherId: null, roomId: null }
    moveSession(actor, idOn(monday), hall)
    expect(addSession(actor, { classId, date: monday, startTime: "16:00", minutes: 45 }).ok).toBe(true)
    expect(change([3]).ok).toBe(true)
    expect(change([1]).ok).toBe(true)
    expect(firstWeek()).toEqual([`${monday} 16:00 planned`, `${tuesday} 10:00 planned`])
  })

  test("keeps each session and its original start when only the length changes", () => {
    openClass("MO")
    const before = sessionsOfClass()
    expect(change([1], { minutes: 60 })).toMatchObject({ ok: true, effect: { removed: [], kept: [] } })
    expect(sessionsOfClass().slice(0, before.length)).toEqual(
      before.map((session) => ({ ...session, minutes: 60, endsAt: session.startsAt + 3_600_000 })),
    )
  })
})
