import { db } from "db/client.server"
import { emails } from "db/schema/foundation-mail"
import { guardians, students } from "db/schema/people"
import { enrollments, schedules } from "db/schema/teaching"
import { scheduleChanges } from "db/schema/teaching-schedule-changes"
import { bookings, sessions } from "db/schema/teaching-sessions"
import { asc, eq } from "drizzle-orm"
import fc from "fast-check"
import { beforeEach, describe, expect, test } from "vitest"
import { takeRegister } from "~/models/attendance/register/take-register.server"
import type { Actor } from "~/models/foundation/access/actor"
import { newRow } from "~/models/foundation/access/own.server"
import { nothingSought } from "~/models/foundation/name-search/name-search"
import { fixClock } from "~/utils/clock.server"
import { inHistories } from "../../../../tests/support/histories/count"
import {
  addClassRow,
  addClosureRow,
  addEnrollmentRow,
  addRoomRow,
  addScheduleRow,
  addStudentRow,
} from "../../../../tests/support/lessons"
import { addMember, addRows, changeRows, openSchool, orFail, rowsOf } from "../../../../tests/support/school"
import { onceTold } from "../../../../tests/support/told"
import { endClass } from "../class/end-class.server"
import { cancelSession } from "./cancel-session.server"
import { changeRule } from "./change-schedule.server"
import { makeSessions } from "./make-sessions.server"
import { addSession, moveSession } from "./move-session.server"
import { mondayOf } from "./pattern"
import { listUnsettled } from "./settle-clashes.server"
import { offerSwapTimes, planSwapTimes, swapWeeklyTimes } from "./swap-weekly-times.server"
import { undoScheduleChange } from "./undo-schedule-change.server"

// Anna has Mondays at three and Ben Wednesdays at half past four, both with Mx. Kovac; the clock is at Wednesday, November 18,
// 2026, 3:10 PM, before Ben's lesson of that day.

type Weekly = { classId: string; scheduleId: string; studentId: string }

let actor: Actor
let kovac: string
let anna: Weekly
let ben: Weekly

function openWeekly(
  firstName: string,
  day: string,
  startTime: string,
  facts: {
    minutes?: number
    startsOn?: string
    endsOn?: string
    teacherId?: string
    roomId?: string
    rrule?: string
  } = {},
): Weekly {
  const { teacherId = kovac, roomId, minutes = 45, startsOn = "2026-11-02", endsOn, rrule } = facts
  const classId = addClassRow(actor, { name: `${firstName} Piano`, teacherId, roomId: roomId ?? null })
  const studentId = addStudentRow(actor, firstName, `${firstName}son`)
  const familyId =
    db().select({ id: students.familyId }).from(students).where(eq(students.id, studentId)).get()?.id ?? ""
  addRows(guardians, {
    ...newRow(actor),
    familyId,
    name: `Parent of ${firstName}`,
    email: `${firstName.toLowerCase()}@example.com`,
  })
  addEnrollmentRow(actor, classId, studentId)
  const scheduleId = addScheduleRow(actor, classId, {
    rrule: rrule ?? `FREQ=WEEKLY;BYDAY=${day}`,
    startTime,
    minutes,
    startsOn,
    ...(endsOn ? { endsOn } : {}),
  })
  makeSessions(actor, scheduleId, "2027-02-10")
  return { classId, scheduleId, studentId }
}

beforeEach(() => {
  actor = openSchool().actor
  kovac = addMember(actor, "teacher", "Vera Kovac").teacherId
  anna = openWeekly("Anna", "MO", "15:00")
  ben = openWeekly("Ben", "WE", "16:30")
})

type Choice = { from?: string; one?: Weekly; other?: Weekly; leavesClashing?: boolean; reason?: string }
const wishOf = ({ from = "2026-11-23", one = anna, other = ben, leavesClashing, reason }: Choice = {}) => ({
  ...one,
  withId: other.scheduleId,
  from,
  ...(leavesClashing ? { leavesClashing } : {}),
  override: reason ? { reason } : undefined,
})

function swap(choice: Choice = {}) {
  const plan = planSwapTimes(actor, wishOf(choice))
  return plan.ok ? swapWeeklyTimes(actor, wishOf(choice), plan.plan.sign) : plan
}

function swapped(choice: Choice = {}) {
  return orFail(swap(choice))
}

const lessonsOf = ({ classId }: Weekly, until = "2026-12-06") =>
  rowsOf(sessions, { classId }, { by: "startsAt" }).filter(
    ({ localDate, state }) => localDate >= "2026-11-16" && localDate <= until && state === "planned",
  )
const timesOf = (weekly: Weekly, until?: string) =>
  lessonsOf(weekly, until).map(({ localDate, startTime }) => `${localDate} ${startTime}`)
const idOn = (weekly: Weekly, date: string) =>
  lessonsOf(weekly, "2027-12-31").find(({ localDate }) => localDate === date)?.id ?? ""
const letters = () =>
  onceTold(actor, () =>
    rowsOf(
      emails,
      { schoolId: actor.school.id, template: "session-changed" },
      { only: ["recipient", "data", "state"], by: "recipient" },
    ),
  )
const state = () => ({
  lessons: [...lessonsOf(anna, "2027-12-31"), ...lessonsOf(ben, "2027-12-31")].map(
    ({ id, localDate, startTime, minutes, teacherId, roomId }) => ({
      id,
      localDate,
      startTime,
      minutes,
      teacherId,
      roomId,
    }),
  ),
  rules: db()
    .select({ id: schedules.id, rrule: schedules.rrule, at: schedules.startTime, ends: schedules.endsOn })
    .from(schedules)
    .where(eq(schedules.schoolId, actor.school.id))
    .orderBy(asc(schedules.id))
    .all(),
  booked: db()
    .select({ id: bookings.sessionId, of: bookings.resourceId, at: bookings.startsAt })
    .from(bookings)
    .where(eq(bookings.schoolId, actor.school.id))
    .orderBy(asc(bookings.startsAt), asc(bookings.resourceId))
    .all(),
})

describe("two students", () => {
  test("swap their weekly times in one act, where each change alone would clash with the other", () => {
    const [annas, bens] = [idOn(anna, "2026-11-23"), idOn(ben, "2026-11-25")]
    const alone = { from: "2026-11-23", everyWeeks: 1, minutes: 45 }
    const moved = changeRule(actor, anna.classId, anna.scheduleId, {
      ...alone,
      weekdays: [3],
      startTime: "16:30",
    })
    expect(moved).toMatchObject({ ok: false, reason: "clash" })
    const { plan } = swapped()
    expect(plan.from).toBe("2026-11-23")
    expect(plan.sides.map(({ className, was, is }) => [className, was, is])).toEqual([
      ["Anna Piano", "Mon 3:00 PM, weekly", "Wed 4:30 PM, weekly"],
      ["Ben Piano", "Wed 4:30 PM, weekly", "Mon 3:00 PM, weekly"],
    ])
    expect(timesOf(anna)).toEqual(["2026-11-16 15:00", "2026-11-25 16:30", "2026-12-02 16:30"])
    expect(timesOf(ben)).toEqual(["2026-11-18 16:30", "2026-11-23 15:00", "2026-11-30 15:00"])
    expect([idOn(anna, "2026-11-25"), idOn(ben, "2026-11-23")]).toEqual([annas, bens])
  })

  test("go on at each other's time in lessons that are made later", () => {
    swapped()
    const [annas, bens] = [anna, ben].map(({ classId }) =>
      rowsOf(schedules, { classId }, { by: "startsOn" }).at(-1),
    )
    expect([annas?.rrule, annas?.startTime, bens?.rrule, bens?.startTime]).toEqual([
      "FREQ=WEEKLY;BYDAY=WE",
      "16:30",
      "FREQ=WEEKLY;BYDAY=MO",
      "15:00",
    ])
    makeSessions(actor, annas?.id ?? "", "2027-04-30")
    makeSessions(actor, bens?.id ?? "", "2027-04-30")
    expect(timesOf(anna, "2027-04-30").at(-1)).toBe("2027-04-28 16:30")
    expect(timesOf(ben, "2027-04-30").at(-1)).toBe("2027-04-26 15:00")
  })

  test("begin with a whole week: neither has two lessons or none in the one that is under way", () => {
    expect(swapped({ from: "2026-11-24" }).plan.from).toBe("2026-11-30")
    expect(timesOf(anna)).toEqual(["2026-11-16 15:00", "2026-11-23 15:00", "2026-12-02 16:30"])
    expect(timesOf(ben)).toEqual(["2026-11-18 16:30", "2026-11-25 16:30", "2026-11-30 15:00"])
  })

  test("begin when both times have begun", () => {
    const cleo = openWeekly("Cleo", "TH", "17:00", { startsOn: "2027-01-07" })
    expect(swapped({ other: cleo }).plan.from).toBe("2027-01-11")
    expect(timesOf(anna, "2027-01-20").slice(-2)).toEqual(["2027-01-04 15:00", "2027-01-14 17:00"])
    expect(timesOf(cleo, "2027-01-20")).toEqual(["2027-01-07 17:00", "2027-01-11 15:00", "2027-01-18 15:00"])
  })

  test("keep their teachers, rooms and lengths", () => {
    const teacherId = addMember(actor, "teacher", "Lou Reyes").teacherId
    const roomId = addRoomRow(actor, "Studio")
    const cleo = openWeekly("Cleo", "TH", "17:00", { minutes: 60, teacherId, roomId })
    swapped({ other: cleo })
    expect(lessonsOf(cleo).at(-1)).toMatchObject({
      localDate: "2026-11-30",
      startTime: "15:00",
      minutes: 60,
      teacherId,
      roomId,
    })
    expect(lessonsOf(anna).at(-1)).toMatchObject({
      localDate: "2026-12-03",
      startTime: "17:00",
      minutes: 45,
      teacherId: kovac,
    })
  })

  test("whose lengths don't fit into each other's times are refused, and what is in the way is named", () => {
    const cleo = openWeekly("Cleo", "MO", "15:45", { minutes: 60 })
    expect(swap({ other: cleo })).toMatchObject({ ok: false, reason: "clash" })
    const dan = openWeekly("Dan", "WE", "17:15")
    const eve = openWeekly("Eve", "TH", "10:00", { minutes: 60 })
    const refused = swap({ one: ben, other: eve })
    expect(refused).toMatchObject({ ok: false, reason: "clash", mayOverride: false, withoutSearch: true })
    expect("clashes" in refused && refused.clashes.join(" ")).toContain("Dan")
    expect(timesOf(dan)).toHaveLength(3)
    expect(rowsOf(scheduleChanges, { schoolId: actor.school.id })).toEqual([])
  })

  test("may leave out lessons that clash with something else: then both stay that week", () => {
    const once = openWeekly("Fay", "TU", "10:00")
    const move = { date: "2026-11-25", startTime: "16:00", teacherId: kovac, roomId: null }
    const wasBens = { date: "2026-11-25", startTime: "17:30", teacherId: kovac, roomId: null }
    expect(moveSession(actor, idOn(ben, "2026-11-25"), wasBens, { silent: true }).ok).toBe(true)
    expect(moveSession(actor, idOn(once, "2026-11-24"), move, { silent: true }).ok).toBe(true)
    expect(swap()).toMatchObject({ ok: false, reason: "clash", leavable: 1 })
    const { plan } = swapped({ leavesClashing: true })
    expect(plan.sides[0].effect.kept).toMatchObject([{ date: "2026-11-23", why: "clash" }])
    expect(plan.sides[1].effect.kept).toMatchObject([{ date: "2026-11-25", why: "by-hand" }])
    expect(timesOf(anna).slice(1)).toEqual(["2026-11-23 15:00", "2026-12-02 16:30"])
    expect(timesOf(ben).slice(1)).toEqual(["2026-11-25 17:30", "2026-11-30 15:00"])
  })

  test("of whom one's lesson stays in a week both stay in it", () => {
    expect(
      moveSession(
        actor,
        idOn(anna, "2026-11-23"),
        { date: "2026-11-23", startTime: "15:15", teacherId: kovac, roomId: null },
        { silent: true },
      ).ok,
    ).toBe(true)
    const { plan } = swapped()
    expect(plan.sides[0].effect.kept).toMatchObject([{ date: "2026-11-23", why: "by-hand" }])
    expect(plan.sides[1].effect.kept).toMatchObject([{ date: "2026-11-25", why: "swap" }])
    expect(timesOf(anna).slice(1)).toEqual(["2026-11-23 15:15", "2026-12-02 16:30"])
    expect(timesOf(ben).slice(1)).toEqual(["2026-11-25 16:30", "2026-11-30 15:00"])
  })

  test("have as many lessons as before in a week with a closed day", () => {
    addClosureRow(actor, "2026-12-03")
    const cleo = openWeekly("Cleo", "TU", "10:00")
    const dan = openWeekly("Dan", "TH", "10:00")
    const { plan } = swapped({ one: cleo, other: dan })
    expect(plan.sides[0].effect.kept).toMatchObject([{ date: "2026-12-01", why: "closure" }])
    expect(plan.sides[1].effect.unscheduled).toEqual([{ date: "2026-12-01", startTime: "10:00" }])
    expect(timesOf(cleo)).toEqual(["2026-11-17 10:00", "2026-11-26 10:00", "2026-12-01 10:00"])
    expect(timesOf(dan)).toEqual(["2026-11-19 10:00", "2026-11-24 10:00"])
  })

  test("every second week keep their weeks", () => {
    const every2 = { rrule: "FREQ=WEEKLY;INTERVAL=2;BYDAY=TH", startsOn: "2026-11-05" }
    const gus = openWeekly("Gus", "TH", "09:00", every2)
    const { plan } = swapped({ other: gus })
    expect(plan.sides[1].is).toBe("Mon 3:00 PM, every 2 weeks")
    expect(timesOf(gus, "2026-12-20")).toEqual(["2026-11-19 09:00", "2026-11-30 15:00", "2026-12-14 15:00"])
    expect(timesOf(anna)).toEqual(["2026-11-16 15:00", "2026-11-26 09:00", "2026-12-03 09:00"])
  })
})

describe("a swap of weekly times", () => {
  test("is refused for another number of days, the same time, another school's class, its own, and a past day", () => {
    const twice = openWeekly("Hal", "TU", "11:00", { rrule: "FREQ=WEEKLY;BYDAY=TU,FR" })
    expect(swap({ other: twice })).toBeRefused("does-not-fit")
    const teacherId = addMember(actor, "teacher", "Lou Reyes").teacherId
    const same = openWeekly("Ida", "MO", "15:00", { teacherId })
    expect(swap({ other: same })).toBeRefused("does-not-fit")
    expect(swap({ other: anna })).toBeRefused("not-there")
    expect(swap({ from: "2026-11-17" })).toBeRefused("in-the-past")
    const late = openWeekly("Jo", "FR", "23:00")
    const long = openWeekly("Kai", "TH", "12:00", { minutes: 120 })
    expect(swap({ one: long, other: late })).toBeRefused("past-midnight")
    const group = addClassRow(actor, { name: "Choir", kind: "group", capacity: 8 })
    const choir = { classId: group, scheduleId: addScheduleRow(actor, group, {}), studentId: "" }
    expect(swap({ other: choir })).toBeRefused("not-there")
    const mine = actor
    actor = openSchool().actor
    expect(swap()).toBeRefused("no-schedule")
    actor = mine
    const ending = openWeekly("Lea", "FR", "10:00", { endsOn: "2026-11-27" })
    expect(swap({ other: ending, from: "2026-11-30" })).toBeRefused("over-by-then")
  })

  test("is carried out once, and previewed again where something has changed since the preview", () => {
    const seen = orFail(planSwapTimes(actor, wishOf()))
    expect(swapWeeklyTimes(actor, wishOf(), "")).toMatchObject({ ok: false, reason: "not-previewed" })
    const later = { date: "2026-11-27", startTime: "10:00", teacherId: kovac, roomId: null }
    expect(moveSession(actor, idOn(anna, "2026-11-23"), later, { silent: true }).ok).toBe(true)
    const again = swapWeeklyTimes(actor, wishOf(), seen.plan.sign)
    if (again.ok || again.reason !== "not-previewed") throw new Error("expected a new preview")
    expect(again.plan.sides[0].effect.kept).toMatchObject([{ date: "2026-11-27", why: "by-hand" }])
    expect(timesOf(ben)).toHaveLength(3)
    expect(swapWeeklyTimes(actor, wishOf(), again.plan.sign).ok).toBe(true)
    const after = state()
    expect(swapWeeklyTimes(actor, wishOf(), again.plan.sign).ok).toBe(false)
    expect(state()).toEqual(after)
  })

  test("tells each family about its own child alone, and the teacher about both", () => {
    planSwapTimes(actor, wishOf())
    expect(letters()).toEqual([])
    const { plan } = swapped()
    expect(plan.sides.map(({ effect }) => effect.told.families.map(({ email }) => email))).toEqual([
      ["anna@example.com"],
      ["ben@example.com"],
    ])
    const of = (recipient: string) => letters().filter((letter) => letter.recipient === recipient)
    expect(of("anna@example.com")).toHaveLength(1)
    expect(of("anna@example.com")[0]?.data).not.toContain("Ben")
    expect(of("ben@example.com")).toHaveLength(1)
    expect(of("ben@example.com")[0]?.data).not.toContain("Anna")
    expect(of("anna@example.com")[0]?.data).toContain("Wednesdays 4:30 PM")
  })

  test("is undone as one from either class, without a word while the emails wait", () => {
    for (const undone of [anna, ben]) {
      const before = state()
      const { changeId } = swapped()
      const of = rowsOf(scheduleChanges, { schoolId: actor.school.id })
      const id = of.find(({ classId }) => classId === undone.classId)?.id ?? ""
      expect(id === changeId).toBe(undone === anna)
      expect(undoScheduleChange(actor, undone.classId, id)).toMatchObject({ ok: true })
      expect(state()).toEqual(before)
      expect(letters().filter(({ state: sent }) => sent === "queued" || sent === "gathered")).toEqual([])
      expect(undoScheduleChange(actor, undone.classId, id)).toBeRefused("no-change")
    }
  })

  test("stays once a lesson at one of the new times has begun", () => {
    const { changeId } = swapped()
    fixClock(Date.parse("2026-11-23T20:05:00Z"))
    expect(
      takeRegister(actor, idOn(ben, "2026-11-23"), { marks: [{ studentId: ben.studentId, code: "present" }] })
        .ok,
    ).toBe(true)
    const after = state()
    expect(undoScheduleChange(actor, anna.classId, changeId)).toBeRefused("begun")
    expect(state()).toEqual(after)
  })

  test("stays once the other time was changed again", () => {
    const { changeId } = swapped()
    const { id } = rowsOf(schedules, { classId: ben.classId }).find(({ endsOn }) => endsOn === null) ?? {
      id: "",
    }
    const friday = { from: "2026-11-30", weekdays: [5], everyWeeks: 1, startTime: "10:00", minutes: 45 }
    expect(changeRule(actor, ben.classId, id, friday).ok).toBe(true)
    const after = state()
    expect(undoScheduleChange(actor, anna.classId, changeId)).toBeRefused("changed-since")
    expect(state()).toEqual(after)
  })

  test("loses no lesson of a week, whatever was moved, canceled and closed before; its undo takes all back", () => {
    const dates = ["2026-11-23", "2026-11-25", "2026-11-30", "2026-12-02", "2026-12-07", "2026-12-09"]
    const slot = fc.record({
      date: fc.constantFrom(...dates, "2026-11-26", "2026-12-01"),
      startTime: fc.constantFrom("15:00", "15:30", "16:30", "17:00"),
    })
    const done = fc.record({
      on: fc.constantFrom(...dates),
      what: fc.constantFrom("move", "cancel", "add"),
      slot,
    })
    const inWeeks = (weekly: Weekly) =>
      lessonsOf(weekly, "2027-02-07")
        .map(({ originalDate }) => mondayOf(originalDate))
        .sort()
    inHistories(
      8,
      fc.array(done, { maxLength: 4 }),
      fc.uniqueArray(fc.constantFrom(...dates), { maxLength: 1 }),
      fc.constantFrom("2026-11-18", "2026-11-23", "2026-11-24", "2026-12-02"),
      (before, closed, from) => {
        actor = openSchool().actor
        kovac = addMember(actor, "teacher", "Vera Kovac").teacherId
        anna = openWeekly("Anna", "MO", "15:00")
        ben = openWeekly("Ben", "WE", "16:30")
        const choir = addClassRow(actor, { name: "Choir", kind: "group", capacity: 8, teacherId: kovac })
        for (const { on, what, slot: to } of before) {
          const id = idOn(anna, on) || idOn(ben, on)
          if (what === "move")
            moveSession(actor, id, { ...to, teacherId: kovac, roomId: null }, { silent: true })
          else if (what === "cancel") cancelSession(actor, id, "Ill")
          else addSession(actor, { classId: choir, ...to, minutes: 45 })
        }
        for (const date of closed) addClosureRow(actor, date)
        const [was, weeks] = [state(), [inWeeks(anna), inWeeks(ben)]]
        const outcome = swap({ from, leavesClashing: true })
        if (!outcome.ok) return expect(state()).toEqual(was)
        expect([inWeeks(anna), inWeeks(ben)]).toEqual(weeks)
        const moved = outcome.plan.sides.flatMap(({ effect }) => effect.moved.map(({ id }) => id))
        expect(listUnsettled(actor, moved)).toEqual([])
        expect(undoScheduleChange(actor, anna.classId, outcome.changeId)).toMatchObject({ ok: true })
        expect(state()).toEqual(was)
      },
    )
  })

  test("is offered with the times of other students, those of the same length first", () => {
    const gone = addClassRow(actor, { name: "Empty Piano", teacherId: kovac })
    addScheduleRow(actor, gone, {})
    openWeekly("Abe", "FR", "10:00", { minutes: 30 })
    openWeekly("Hal", "TU", "11:00", { rrule: "FREQ=WEEKLY;BYDAY=TU,FR" })
    expect(
      offerSwapTimes(actor, anna.scheduleId, nothingSought)?.choices.map(({ label, group }) => [
        group,
        label,
      ]),
    ).toEqual([
      ["Same length, 45 minutes", "Ben Piano: Wed 4:30 PM, weekly, 45 min, Vera Kovac"],
      ["Other lengths", "Abe Piano: Fri 10:00 AM, weekly, 30 min, Vera Kovac"],
    ])
    expect(offerSwapTimes(openSchool().actor, anna.scheduleId, nothingSought)).toBeUndefined()
  })
})

test("a class that ends before the swap begins has no time to swap by then, nor has one whose student leaves", () => {
  const from = "2026-12-07"
  const cara = openWeekly("Cara", "TH", "16:30")
  changeRows(enrollments, { classId: cara.classId }, { endsOn: "2026-12-03" })
  expect(planSwapTimes(actor, wishOf({ from, other: cara }))).toBeRefused("over-by-then")
  expect(planSwapTimes(actor, wishOf({ other: cara })).ok).toBe(true)
  orFail(endClass(actor, ben.classId, { lastDay: "2026-12-04", reason: "Moves away" }))
  expect(planSwapTimes(actor, wishOf({ from }))).toBeRefused("over-by-then")
})
