import { db } from "db/client.server"
import { jobs } from "db/schema/foundation"
import { schedules } from "db/schema/teaching"
import { bookings, sessions } from "db/schema/teaching-sessions"
import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { bookStudent } from "~/models/teaching/session/claim.server"
import {
  extendSchedules,
  listSchoolsBehind,
  makeSessions,
  makingHorizon,
} from "~/models/teaching/session/make-sessions.server"
import { addDays, weekday } from "~/utils/dates"
import { localDate, localTime } from "~/utils/zones"
import { histories } from "../../tests/support/histories/count"
import { inAct } from "../../tests/support/in-act"
import {
  addClassRow,
  addClosureRow,
  addEnrollmentRow,
  addRoomRow,
  addScheduleRow,
  addStudentRow,
  addTeacherRow,
} from "../../tests/support/lessons"
import { changeRows, openSchool, rowOf, rowsOf } from "../../tests/support/school"
import { makeSessionsAhead, queueSessionMaking } from "./make-sessions.server"

const madeOf = (classId: string) => rowsOf(sessions, { classId }, { by: "startsAt" })
const datesMade = (classId: string) => madeOf(classId).map((session) => session.localDate)
const bookedBy = (resourceId: string) => rowsOf(bookings, { resourceId }).length

describe("making sessions ahead", () => {
  test.each([
    ["America/New_York", "2026-10-28", "2026-11-04"],
    ["America/New_York", "2027-03-10", "2027-03-17"],
    ["Europe/Berlin", "2026-10-21", "2026-10-28"],
    ["Europe/Berlin", "2027-03-24", "2027-03-31"],
  ])("a lesson in %s stays at four o'clock from %s to %s", (timeZone, before, after) => {
    const { actor } = openSchool({ timeZone })
    const classId = addClassRow(actor)
    makeSessions(actor, addScheduleRow(actor, classId, { startsOn: before }), after)
    const made = madeOf(classId)
    expect(made.map(({ startsAt }) => localTime(startsAt, timeZone))).toEqual(["16:00", "16:00"])
    expect(made.map((session) => [session.originalDate, session.originalStartTime])).toEqual([
      [before, "16:00"],
      [after, "16:00"],
    ])
    const [first, second] = made
    expect(Math.abs((second?.startsAt ?? 0) - (first?.startsAt ?? 0) - 7 * 86_400_000)).toBe(3_600_000)
  })

  test("closures stay empty, and so do the days after schedule and class have ended", () => {
    const { actor } = openSchool()
    const classId = addClassRow(actor)
    addClosureRow(actor, "2026-11-23", "2026-11-29", "Thanksgiving week")
    const scheduleId = addScheduleRow(actor, classId, { startsOn: "2026-11-18", endsOn: "2026-12-16" })
    makeSessions(actor, scheduleId, "2027-01-31")
    expect(datesMade(classId)).toEqual(["2026-11-18", "2026-12-02", "2026-12-09", "2026-12-16"])

    const ended = addClassRow(actor, { endedOn: "2026-11-20" })
    makeSessions(actor, addScheduleRow(actor, ended, { startsOn: "2026-11-11" }), "2027-01-31")
    expect(datesMade(ended)).toEqual(["2026-11-11", "2026-11-18"])
  })

  test.each([
    ["of one day", "2026-12-02", "2026-12-02", ["2026-11-25", "2026-12-09"]],
    ["that begins on it", "2026-12-02", "2026-12-05", ["2026-11-25", "2026-12-09"]],
    ["that ends on it", "2026-11-28", "2026-12-02", ["2026-11-25", "2026-12-09"]],
    ["until the day before", "2026-11-26", "2026-12-01", ["2026-11-25", "2026-12-02", "2026-12-09"]],
    ["from the day after", "2026-12-03", "2026-12-08", ["2026-11-25", "2026-12-02", "2026-12-09"]],
  ])("a closure %s takes exactly its own days", (_, startsOn, endsOn, dates) => {
    const { actor } = openSchool()
    const classId = addClassRow(actor)
    addClosureRow(actor, startsOn, endsOn)
    makeSessions(actor, addScheduleRow(actor, classId, { startsOn: "2026-11-25" }), "2026-12-09")
    expect(datesMade(classId)).toEqual(dates)
  })

  test("a schedule made long enough goes on when its end is moved", () => {
    const { actor } = openSchool()
    const classId = addClassRow(actor)
    const scheduleId = addScheduleRow(actor, classId, { startsOn: "2026-11-18", endsOn: "2026-11-25" })
    makeSessions(actor, scheduleId, "2026-12-31")
    changeRows(schedules, { id: scheduleId }, { endsOn: "2026-12-09" })
    expect(makeSessions(actor, scheduleId, "2026-12-31").made).toBe(2)
  })

  test("making again makes nothing, even where a session was moved", () => {
    const { actor } = openSchool()
    const classId = addClassRow(actor)
    const scheduleId = addScheduleRow(actor, classId)
    expect(makeSessions(actor, scheduleId, "2026-12-31", { from: "2026-11-01" })).toEqual({
      made: 9,
      clashes: 0,
    })
    const [first] = madeOf(classId)
    changeRows(sessions, { id: first?.id ?? "" }, { localDate: "2026-11-05", startTime: "10:00" })
    expect(makeSessions(actor, scheduleId, "2026-12-31").made).toBe(0)
    expect(makeSessions(actor, scheduleId, "2026-12-31", { from: "2026-11-01" }).made).toBe(0)
    // a second rule with the same start does not double it either
    expect(
      makeSessions(actor, addScheduleRow(actor, classId), "2026-12-31", { from: "2026-11-01" }).made,
    ).toBe(0)
    expect(madeOf(classId)).toHaveLength(9)
  })

  test("sessions book teacher, room and those enrolled on the day, and count what is booked twice", () => {
    const { actor } = openSchool()
    const teacherId = addTeacherRow(actor, "Marcus Whitfield")
    const roomId = addRoomRow(actor, "Studio 3")
    const classId = addClassRow(actor, { kind: "group", capacity: 6, teacherId, roomId })
    const tomas = addStudentRow(actor, "Tomás", "Singh")
    const aiko = addStudentRow(actor, "Aiko", "Lindqvist")
    addEnrollmentRow(actor, classId, tomas)
    addEnrollmentRow(actor, classId, aiko, { endsOn: "2026-11-25" })
    makeSessions(actor, addScheduleRow(actor, classId, { startsOn: "2026-11-18" }), "2026-12-16")
    expect([teacherId, roomId, tomas, aiko].map(bookedBy)).toEqual([5, 5, 5, 2])

    const second = addClassRow(actor, { teacherId })
    const overlapping = addScheduleRow(actor, second, { startsOn: "2026-11-18", startTime: "16:29" })
    expect(makeSessions(actor, overlapping, "2026-12-16")).toEqual({ made: 5, clashes: 5 })
    const third = addClassRow(actor, { teacherId })
    const afterwards = addScheduleRow(actor, third, { startsOn: "2026-11-18", startTime: "16:59" })
    expect(makeSessions(actor, afterwards, "2026-12-16")).toEqual({ made: 5, clashes: 0 })
  })

  test("who joins a class is booked into its sessions; who leaves is freed", () => {
    const { actor } = openSchool()
    const classId = addClassRow(actor, { kind: "group", capacity: 6 })
    makeSessions(actor, addScheduleRow(actor, classId, { startsOn: "2026-11-18" }), "2026-12-16")
    const lina = addStudentRow(actor, "Lina", "Yılmaz")
    const enrollmentId = addEnrollmentRow(actor, classId, lina, { startsOn: "2026-12-01" })
    bookStudent(actor, enrollmentId)
    bookStudent(actor, enrollmentId)
    expect(bookedBy(lina)).toBe(3)
    db().run(`update enrollments set ends_on = '2026-12-08' where id = '${enrollmentId}'`)
    bookStudent(actor, enrollmentId)
    expect(bookedBy(lina)).toBe(1)
  })

  test("all schedules of a school are kept twelve weeks ahead", () => {
    const { actor } = openSchool()
    const classId = addClassRow(actor)
    makeSessions(actor, addScheduleRow(actor, classId, { startsOn: "2026-11-18" }), "2026-11-18")
    addScheduleRow(actor, addClassRow(actor, { endedOn: "2026-09-01" }))
    expect(makingHorizon(actor)).toBe("2027-02-10")
    expect(extendSchedules(actor, makingHorizon(actor)).made).toBe(12)
    expect(extendSchedules(actor, makingHorizon(actor)).made).toBe(0)
  })

  test("every day each school that is behind is asked once to make more", () => {
    const { actor } = openSchool()
    const scheduleId = addScheduleRow(actor, addClassRow(actor), { startsOn: "2026-11-18" })
    expect(listSchoolsBehind()).toContain(actor.school.id)
    inAct(queueSessionMaking)()
    inAct(queueSessionMaking)()
    const queued = rowsOf(jobs, { schoolId: actor.school.id })
    expect(queued.map(({ kind }) => kind)).toEqual(["make-sessions"])
    for (const job of queued) makeSessionsAhead(job)
    const schedule = rowOf(schedules, { id: scheduleId })
    expect(schedule?.madeUntil).toBe("2027-02-10")
    expect(listSchoolsBehind()).not.toContain(actor.school.id)
  })

  test("another school's schedule is none", () => {
    const { actor } = openSchool()
    const other = openSchool()
    const scheduleId = addScheduleRow(other.actor, addClassRow(other.actor))
    expect(() => makeSessions(actor, scheduleId, "2026-12-31")).toThrow("No schedule")
  })

  test("any weekly rule falls on exactly its days, at its wall-clock time", () => {
    const codes = ["MO", "TU", "WE", "TH", "FR", "SA", "SU"]
    const schools = ["America/New_York", "Europe/Berlin", "Pacific/Auckland"].map(
      (timeZone) => openSchool({ timeZone }).actor,
    )
    fc.assert(
      fc.property(
        fc.constantFrom(...schools),
        fc.integer({ min: 0, max: 700 }),
        fc.integer({ min: 0, max: 200 }),
        fc.uniqueArray(fc.integer({ min: 1, max: 7 }), { minLength: 1, maxLength: 4 }),
        fc.integer({ min: 1, max: 3 }),
        fc.integer({ min: 4 * 60, max: 23 * 60 + 59 }),
        (actor, offset, length, days, interval, minute) => {
          const startsOn = addDays("2026-01-01", offset)
          const until = addDays(startsOn, length)
          const time = `${String(Math.floor(minute / 60)).padStart(2, "0")}:${String(minute % 60).padStart(2, "0")}`
          const classId = addClassRow(actor)
          const scheduleId = addScheduleRow(actor, classId, {
            startsOn,
            startTime: time,
            rrule: `FREQ=WEEKLY;INTERVAL=${interval};BYDAY=${days.map((day) => codes[day - 1]).join(",")}`,
          })
          const half = addDays(startsOn, Math.floor(length / 2))
          makeSessions(actor, scheduleId, half)
          makeSessions(actor, scheduleId, until)
          const firstMonday = addDays(startsOn, 1 - weekday(startsOn))
          const expected = Array.from({ length: length + 1 }, (_, day) => addDays(startsOn, day)).filter(
            (date) => {
              const weeks = Math.floor((Date.parse(date) - Date.parse(firstMonday)) / (7 * 86_400_000))
              return days.includes(weekday(date)) && weeks % interval === 0
            },
          )
          expect(datesMade(classId)).toEqual(expected)
          for (const { startsAt, localDate: date } of madeOf(classId)) {
            expect(localTime(startsAt, actor.school.timeZone)).toBe(time)
            expect(localDate(startsAt, actor.school.timeZone)).toBe(date)
          }
        },
      ),
      { numRuns: histories(60), seed: 4 },
    )
  })
})
