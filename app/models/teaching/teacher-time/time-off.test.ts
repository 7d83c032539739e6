import { teachers } from "db/schema/people"
import { beforeAll, describe, expect, test } from "vitest"
import { listAbsenceWork } from "~/models/attendance/absence/affected-lessons.server"
import { rehearse } from "~/models/foundation/access/rehearse.server"
import { fixClock } from "~/utils/clock.server"
import { testNow } from "../../../../tests/support/clock"
import { addClassRow, addTeacherRow } from "../../../../tests/support/lessons"
import { addMember, changeRows, openSchool, orFail } from "../../../../tests/support/school"
import { addCoTeacher } from "../class/co-teaching.server"
import { addSession } from "../session/move-session.server"
import { replaceCoTeacher } from "../session/replace-co-teacher.server"
import { listSessionsOn } from "../session/session-list.server"
import { addHours } from "./availability.server"
import { countRequests } from "./count-requests.server"
import { findTeacherLimits } from "./teacher-limits.server"
import {
  answerTimeOff,
  listTimeOff,
  recordTimeOff,
  removeTimeOff,
  requestTimeOff,
  restoreTimeOff,
  withdrawTimeOff,
} from "./time-off.server"

beforeAll(() => fixClock(testNow))

const days = { startsOn: "2026-11-25", endsOn: "2026-11-27", reason: "Concert" }

function openChoir() {
  const { actor } = openSchool()
  const marcus = addMember(actor, "teacher", "Marcus Whitfield")
  const classId = addClassRow(actor, {
    name: "Choir",
    kind: "group",
    capacity: 20,
    teacherId: marcus.teacherId,
  })
  const plan = (date: string, teacherId: string = marcus.teacherId) =>
    addSession(actor, { classId, teacherId, date, startTime: "16:00", minutes: 30 })
  return { actor, marcus, classId, plan }
}

function asked({ marcus }: ReturnType<typeof openChoir>): string {
  return orFail(requestTimeOff(marcus.actor, marcus.teacherId, days)).timeOffId
}

describe("days off", () => {
  test("keep no one from planning until they are approved; then no reason puts a session on them", () => {
    const choir = openChoir()
    const { actor, marcus, plan } = choir
    const timeOffId = asked(choir)
    expect(plan("2026-11-25").ok).toBe(true)
    expect(
      answerTimeOff(actor, marcus.teacherId, { timeOffId, decision: "approved", answer: null }),
    ).toMatchObject({ ok: true })
    const refused = plan("2026-11-26")
    if (refused.ok || refused.reason !== "clash") throw new Error("Marcus is away")
    expect(refused.clashes).toEqual(["Marcus Whitfield is away from Wed, Nov 25 to Fri, Nov 27."])
    expect(refused.mayOverride).toBe(false)
    for (const { date } of refused.alternatives) expect(date < "2026-11-25" || date > "2026-11-27").toBe(true)
    expect(plan("2026-11-26", addTeacherRow(actor, "Helena Novak")).ok).toBe(true)
    expect(listTimeOff(actor, { teacherId: marcus.teacherId })).toMatchObject([
      { state: "approved", sessions: 1 },
    ])
    expect(listTimeOff(actor, { states: ["requested"] })).toEqual([])
    expect(listTimeOff(actor, { states: [] })).toEqual([])
  })

  test("say how many lessons they miss, those given with others and in a co-teacher’s place among them", () => {
    const choir = openChoir()
    const { actor, classId, plan } = choir
    const [helena, rosa] = ["Helena Novak", "Rosa Alvarez"].map((name) => addTeacherRow(actor, name))
    if (!helena || !rosa) throw new Error("No teachers")
    expect(addCoTeacher(actor, classId, { teacherId: helena, startsOn: "2026-11-18" }).ok).toBe(true)
    for (const date of ["2026-11-20", "2026-11-25", "2026-11-26", "2026-11-27"])
      expect(plan(date).ok).toBe(true)
    const covered = listSessionsOn(actor, "2026-11-27", "2026-11-27")[0]?.id ?? ""
    expect(replaceCoTeacher(actor, covered, { teacherId: helena, by: rosa }).ok).toBe(true)
    const missedBy = (teacherId: string) => {
      expect(requestTimeOff(actor, teacherId, days).ok).toBe(true)
      return listTimeOff(actor, { teacherId })[0]?.sessions
    }
    expect([choir.marcus.teacherId, helena, rosa].map(missedBy)).toEqual([3, 2, 1])
  })

  test("count for lessons over many weeks, however many others are away before", () => {
    const { actor, marcus } = openChoir()
    const others = Array.from({ length: 101 }, (_, n) => addTeacherRow(actor, `Teacher ${n}`))
    for (const teacherId of others) expect(recordTimeOff(actor, teacherId, days).ok).toBe(true)
    const away = { startsOn: "2026-12-16", endsOn: "2026-12-16", reason: null }
    expect(recordTimeOff(actor, marcus.teacherId, away).ok).toBe(true)
    const lessons = ["2026-11-25", "2026-12-16"].map((date) => ({
      teacherId: marcus.teacherId,
      date,
      startTime: "16:00",
      minutes: 30,
    }))
    expect(findTeacherLimits(actor, lessons).away).toEqual([
      "Wed, Dec 16: Marcus Whitfield is away on Wed, Dec 16.",
    ])
  })

  test("are answered once, and free again when the request is canceled", () => {
    const choir = openChoir()
    const { actor, marcus, plan } = choir
    const timeOffId = asked(choir)
    const answer = { timeOffId, decision: "approved", answer: "Enjoy it" } as const
    expect(answerTimeOff(actor, marcus.teacherId, answer)).toMatchObject({ ok: true })
    expect(answerTimeOff(actor, marcus.teacherId, { ...answer, decision: "declined" })).toBeRefused("decided")
    expect(withdrawTimeOff(marcus.actor, marcus.teacherId, timeOffId)).toEqual({ ok: true })
    expect(plan("2026-11-26").ok).toBe(true)
    expect(withdrawTimeOff(marcus.actor, marcus.teacherId, timeOffId)).toBeRefused("decided")
  })

  test("that were canceled come back as they were, by whoever canceled them, while their days are free", () => {
    const choir = openChoir()
    const { actor, marcus } = choir
    const timeOffId = asked(choir)
    const state = () => listTimeOff(actor, { id: timeOffId })[0]?.state
    const withdraw = () => withdrawTimeOff(marcus.actor, marcus.teacherId, timeOffId)
    expect(withdraw().ok && restoreTimeOff(marcus.actor, timeOffId)).toEqual({ ok: true })
    expect(state()).toBe("requested")
    answerTimeOff(actor, marcus.teacherId, { timeOffId, decision: "approved", answer: null })
    expect(removeTimeOff(actor, timeOffId).ok).toBe(true)
    expect(restoreTimeOff(marcus.actor, timeOffId)).toBeRefused("not-found")
    expect(restoreTimeOff(actor, timeOffId)).toEqual({ ok: true })
    expect(state()).toBe("approved")
    expect(restoreTimeOff(actor, timeOffId)).toBeRefused("not-found")
    expect(withdraw().ok).toBe(true)
    expect(requestTimeOff(marcus.actor, marcus.teacherId, { ...days, startsOn: "2026-11-27" }).ok).toBe(true)
    expect(restoreTimeOff(marcus.actor, timeOffId)).toBeRefused("overlaps")
    expect(restoreTimeOff(openChoir().marcus.actor, timeOffId)).toBeRefused("not-found")
  })

  test("of another school or teacher are not there", () => {
    const choir = openChoir()
    const timeOffId = asked(choir)
    const other = openChoir()
    const answer = { timeOffId, decision: "approved", answer: null } as const
    expect(answerTimeOff(other.actor, choir.marcus.teacherId, answer)).toBeRefused("not-found")
    expect(answerTimeOff(choir.actor, addTeacherRow(choir.actor, "Helena"), answer)).toBeRefused("not-found")
  })

  test("of a teacher who left neither wait for an answer nor get one", () => {
    const choir = openChoir()
    const { actor, marcus } = choir
    const timeOffId = asked(choir)
    const waiting = () => [countRequests(actor), listAbsenceWork(actor).requests.length]
    expect(waiting()).toEqual([1, 1])
    const left = (deactivatedAt: number | null) =>
      changeRows(teachers, { id: marcus.teacherId }, { deactivatedAt })
    left(testNow)
    expect(waiting()).toEqual([0, 0])
    const answer = { timeOffId, decision: "approved", answer: null } as const
    expect(answerTimeOff(actor, marcus.teacherId, answer)).toBeRefused("not-found")
    left(null)
    expect(waiting()).toEqual([1, 1])
  })

  test("a solo teacher has at once: no one else is asked", () => {
    const { actor } = openSchool({ kind: "solo" })
    const teacherId = addTeacherRow(actor, "Nadia Brandt")
    requestTimeOff(actor, teacherId, days)
    expect(listTimeOff(actor, { teacherId })).toMatchObject([{ state: "approved" }])
  })
})

test("hours keep a lesson from times outside them, to the minute, unless there is a reason", () => {
  const { actor, marcus, classId } = openChoir()
  expect(addHours(actor, marcus.teacherId, { weekday: 3, fromTime: "15:00", toTime: "18:00" }).ok).toBe(true)
  const plan = (date: string, startTime: string, override?: { reason: string }) => {
    const slot = { classId, teacherId: marcus.teacherId, date, startTime, minutes: 30 }
    return rehearse(() => addSession(actor, { ...slot, override }))
  }
  expect(["14:55", "15:00", "17:30", "17:35"].map((start) => plan("2026-11-25", start).ok)).toEqual([
    false,
    true,
    true,
    false,
  ])
  expect(plan("2026-11-26", "16:00")).toMatchObject({ reason: "clash", mayOverride: true })
  expect(plan("2026-11-26", "16:00", { reason: "A recital" }).ok).toBe(true)
})
