import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { fixClock } from "~/utils/clock.server"
import { minutesOfDay } from "~/utils/clock-times"
import { addDays, weekday } from "~/utils/dates"
import { instantOf, localDate, localTime } from "~/utils/zones"
import {
  addClassRow,
  addEnrollmentRow,
  addRoomRow,
  addScheduleRow,
  addStudentRow,
  addTeacherRow,
} from "../../../../tests/support/lessons"
import { openSchool } from "../../../../tests/support/school"
import { makeSessions } from "../session/make-sessions.server"
import { checkSlot } from "../session/slot.server"
import { everyTime, rankTimes, readFindTimesQuery, type Stretch, type TimesSearch } from "./find-times"
import { findTimes } from "./find-times.server"
import { findTimesPage } from "./find-times-page.server"

const from = "2026-11-23"
const stretch = fc
  .tuple(fc.integer({ min: 0, max: 13 }), fc.integer({ min: 32, max: 80 }), fc.integer({ min: 1, max: 8 }))
  .map(
    ([day, start, length]): Stretch => ({
      date: addDays(from, day),
      from: start * 15,
      to: (start + length) * 15,
    }),
  )
const roomOf = (id: string, teacherId: string | null = null) => ({
  ...{ id, name: id, isPreferred: false, teacherId },
  lessons: [] as Stretch[],
})
const stretches = fc.array(stretch, { maxLength: 25 })

const search = fc
  .record({
    minutes: fc.constantFrom(15, 30, 45, 60, 90),
    lessons: stretches,
    students: stretches,
    rooms: fc.array(stretches, { maxLength: 3 }),
    hours: fc.array(
      fc.record({
        weekday: fc.integer({ min: 1, max: 7 }),
        from: fc.constantFrom(540, 840),
        to: fc.constantFrom(1000, 1200),
      }),
      { maxLength: 4 },
    ),
    closedDay: fc.integer({ min: 0, max: 13 }),
    awayDay: fc.integer({ min: 0, max: 13 }),
  })
  .map(
    ({ minutes, lessons, students, rooms, hours, closedDay, awayDay }): TimesSearch => ({
      from,
      to: addDays(from, 13),
      minutes,
      teachers: [
        {
          id: "marcus",
          name: "Marcus",
          hours,
          away: [
            {
              startsOn: addDays(from, awayDay),
              endsOn: addDays(from, awayDay),
              fromTime: null,
              toTime: null,
            },
          ],
          lessons: lessons.map((lesson) => ({ ...lesson, title: "a lesson", roomId: null })),
        },
      ],
      rooms: rooms.map((taken, index) => ({ ...roomOf(`room ${index}`), lessons: taken })),
      students,
      siblings: [],
      closures: [{ startsOn: addDays(from, closedDay), endsOn: addDays(from, closedDay) }],
      opening: { weekdays: new Set([1, 2, 3, 4, 5]), from: 9 * 60, to: 20 * 60 },
      usual: null,
      earliest: { date: from, minute: 12 * 60 },
    }),
  )

describe("ranked free times", () => {
  test("are free for teacher, students and a room, within the hours, and never in the past", () => {
    fc.assert(
      fc.property(search, (wish) => {
        const [teacher] = wish.teachers
        for (const { date, startTime, roomId } of rankTimes(wish, 6)) {
          const start = minutesOfDay(startTime)
          const isTaken = (taken: readonly Stretch[]) =>
            taken.some((each) => each.date === date && each.from < start + wish.minutes && start < each.to)
          expect(isTaken(teacher?.lessons ?? [])).toBe(false)
          expect(isTaken(wish.students)).toBe(false)
          if (wish.rooms.length > 0)
            expect(isTaken(wish.rooms.find(({ id }) => id === roomId)?.lessons ?? [])).toBe(false)
          expect(date > from || start >= 12 * 60).toBe(true)
          for (const { startsOn } of [...wish.closures, ...(teacher?.away ?? [])])
            expect(date).not.toBe(startsOn)
          const hours = teacher?.hours ?? []
          if (hours.length > 0)
            expect(
              hours.some(
                (each) =>
                  each.weekday === weekday(date) && each.from <= start && start + wish.minutes <= each.to,
              ),
            ).toBe(true)
        }
      }),
    )
  })

  test("are at most two a day, apart, and the same however often one asks", () => {
    fc.assert(
      fc.property(search, (wish) => {
        const times = rankTimes(wish, 6)
        expect(rankTimes(wish, 6)).toEqual(times)
        for (const { date } of times)
          expect(times.filter((each) => each.date === date).length).toBeLessThanOrEqual(2)
      }),
    )
  })

  test("are in the room that is the teacher's, or where they have most lessons, before others by name", () => {
    const lesson = { date: addDays(from, 1), from: 900, to: 945, title: "a lesson", roomId: "studio" }
    const wish = {
      ...{ from, to: addDays(from, 4), minutes: 30, students: [], siblings: [], closures: [], usual: null },
      teachers: [{ id: "marcus", name: "Marcus", hours: [], away: [], lessons: [lesson] }],
      opening: { weekdays: new Set([1, 2, 3, 4, 5]), from: 14 * 60, to: 19 * 60 },
      earliest: { date: from, minute: 0 },
    }
    const roomsWith = (...rooms: TimesSearch["rooms"]) => [
      ...new Set(everyTime({ ...wish, rooms }).map(({ roomId }) => roomId)),
    ]
    const [drums, studio] = [roomOf("drum room"), roomOf("studio")]
    expect(roomsWith(drums, studio)).toEqual(["studio"])
    expect(roomsWith(drums, studio, roomOf("suite", "marcus"))).toEqual(["suite"])
    expect(roomsWith({ ...drums, isPreferred: true }, studio)).toEqual(["drum room"])
  })

  test("prefer the usual teacher, room and day, and a brother's lesson just before", () => {
    const day = "2026-11-25"
    const [best] = rankTimes(
      {
        from,
        to: addDays(from, 4),
        minutes: 45,
        teachers: [{ id: "marcus", name: "Marcus", hours: [], away: [], lessons: [] }],
        rooms: [{ ...roomOf("studio"), isPreferred: true }, roomOf("hall")],
        students: [],
        siblings: [{ date: day, from: 16 * 60 + 45, to: 17 * 60 + 30, name: "Otis", lesson: "drums" }],
        closures: [],
        opening: { weekdays: new Set([1, 2, 3, 4, 5]), from: 14 * 60, to: 19 * 60 },
        usual: { date: day, startTime: "17:30", teacherId: "marcus", roomId: "studio" },
        earliest: { date: from, minute: 0 },
      },
      3,
    )
    expect(best).toMatchObject({ date: day, startTime: "17:30", roomId: "studio" })
    expect(best?.reasons).toEqual(["Same teacher, room and day of the week", "Otis has drums just before"])
  })
})

// In each of these zones the clock changes in the two weeks from the day, forward or back.
const changes: [string, string][] = [
  ["America/New_York", "2026-10-26"],
  ["America/New_York", "2027-03-08"],
  ["Europe/Berlin", "2026-10-19"],
  ["Europe/London", "2027-03-22"],
  ["Australia/Lord_Howe", "2026-09-28"],
  ["America/Santiago", "2027-03-29"],
  ["Africa/Casablanca", "2027-02-01"],
  ["Asia/Kolkata", "2026-10-26"],
]

describe("found times across changes of the clock", () => {
  test.each(changes)("in %s from %s are wall clock, and the form accepts each", (timeZone, day) => {
    fixClock(instantOf(addDays(day, -3), "12:00", timeZone))
    const { actor } = openSchool({ timeZone })
    const teacherId = addTeacherRow(actor, "Marcus Whitfield", "guitar")
    const roomId = addRoomRow(actor, "Studio 3")
    const student = addStudentRow(actor, "Milo", "Haddad")
    for (const startTime of ["09:00", "10:30", "16:00"]) {
      const classId = addClassRow(actor, { teacherId, roomId })
      const rule = { startTime, minutes: 60, rrule: "FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR,SA,SU" }
      makeSessions(actor, addScheduleRow(actor, classId, rule), addDays(day, 14), { from: addDays(day, -3) })
    }
    const times = findTimes(actor, {
      teacherId,
      instrument: null,
      studentIds: [student],
      minutes: 45,
      roomId: null,
      from: day,
      to: addDays(day, 13),
      usual: null,
    })
    expect(times.length).toBe(6)
    for (const { date, startTime, ...time } of times) {
      const slot = { date, startTime, minutes: 45, teacherId: time.teacherId, roomId: time.roomId }
      const checked = checkSlot(actor, slot, [student])
      expect(checked.ok).toBe(true)
      if (!checked.ok) continue
      expect(localDate(checked.startsAt, timeZone)).toBe(date)
      expect(localTime(checked.startsAt, timeZone)).toBe(startTime)
      expect(checked.endsAt - checked.startsAt).toBe(45 * 60_000)
    }
  })
})

test("a time for one student is booked in their private class, and one for two in the class that the office chooses", () => {
  fixClock(Date.UTC(2026, 10, 18, 20, 10))
  const { actor } = openSchool()
  const marcus = addTeacherRow(actor, "Marcus Whitfield")
  const [chloe, emil] = [addStudentRow(actor, "Chloé", "Nakamura"), addStudentRow(actor, "Emil", "Nguyen")]
  const violin = addClassRow(actor, { name: "Chloé, violin", teacherId: marcus })
  addEnrollmentRow(actor, violin, chloe)
  const page = (...studentIds: string[]) => {
    const asked = new URLSearchParams([...studentIds.map((id) => ["student", id]), ["minutes", "30"]])
    return findTimesPage(actor, readFindTimesQuery(asked), asked)
  }
  expect(page(chloe)?.classId).toBe(violin)
  const both = page(chloe, emil)
  expect(both?.classId).toBeUndefined()
  expect(both?.times?.length).toBeGreaterThan(0)
})

test("a time for a student is in the room of their private class, where that is free", () => {
  fixClock(Date.UTC(2026, 10, 18, 20, 10))
  const { actor } = openSchool()
  addRoomRow(actor, "Drum room")
  const studio = addRoomRow(actor, "Studio 3")
  const [marcus, helena] = ["Marcus", "Helena"].map((name) => addTeacherRow(actor, name, "Guitar"))
  const milo = addStudentRow(actor, "Milo", "Haddad")
  const guitar = addClassRow(actor, { instrument: "Guitar", teacherId: marcus, roomId: studio })
  addEnrollmentRow(actor, guitar, milo)
  const roomsOf = (more: string) => {
    const asked = new URLSearchParams(`student=${milo}&minutes=30${more}`)
    const times = findTimesPage(actor, readFindTimesQuery(asked), asked)?.times ?? []
    return new Set(times.map(({ roomName }) => roomName))
  }
  expect(roomsOf("")).toEqual(new Set(["Studio 3"]))
  expect(roomsOf(`&teacher=${marcus}`)).toEqual(new Set(["Studio 3"]))
  expect(roomsOf(`&teacher=${helena}`)).toEqual(new Set(["Drum room"]))
})

test("the class of two isn’t preselected when another student joins it before the lesson", () => {
  fixClock(Date.UTC(2026, 10, 18, 20, 10))
  const { actor } = openSchool()
  const [ada, ben, cleo] = ["Ada", "Ben", "Cleo"].map((name) => addStudentRow(actor, name, "Moreau"))
  const duo = addClassRow(actor, { name: "Duo", kind: "group", capacity: 3 })
  for (const student of [ada, ben]) addEnrollmentRow(actor, duo, student ?? "")
  const preselected = () => {
    const asked = new URLSearchParams(`student=${ada}&student=${ben}&minutes=30`)
    return findTimesPage(actor, readFindTimesQuery(asked), asked)?.classId
  }
  expect(preselected()).toBe(duo)
  addEnrollmentRow(actor, duo, cleo ?? "", { startsOn: "2026-09-01", endsOn: "2026-11-01" })
  expect(preselected()).toBe(duo)
  addEnrollmentRow(actor, duo, cleo ?? "", { startsOn: "2026-11-30" })
  expect(preselected()).toBeUndefined()
})
