import { schedules } from "db/schema/teaching"
import { bookings } from "db/schema/teaching-sessions"
import { expect, test } from "vitest"
import { addGuests } from "~/models/attendance/guest/guests.server"
import type { Actor } from "~/models/foundation/access/actor"
import { addFamily } from "~/models/people/family/family.server"
import { addStudent } from "~/models/people/student/student.server"
import { addDays } from "~/utils/dates"
import { formatDate } from "~/utils/formats"
import { addSessionRow } from "../../../../tests/support/lessons"
import { openSchool, rowOf, rowsOf } from "../../../../tests/support/school"
import { patternText, patternTexts, weekdaysOf, weeklyRule } from "../session/pattern"
import { datesOf } from "../session/recurrence.server"
import { comingText } from "./class"
import { addClass } from "./class.server"
import { enroll } from "./enroll.server"
import { listClasses } from "./list-classes.server"
import { addSchedule } from "./schedule.server"

test("a class holds at most its capacity on every day, not only on the first", () => {
  const { actor } = openSchool()
  const [amara, freya, milo] = [student(actor, "Amara"), student(actor, "Freya"), student(actor, "Milo")]
  const classId = voiceGroup(actor, 2)
  const put = (studentId: string, startsOn: string, endsOn?: string) =>
    enroll(actor, { classId, studentId, startsOn, endsOn })

  expect(put(amara, "2026-09-01").ok).toBe(true)
  expect(put(freya, "2026-12-01", "2026-12-31").ok).toBe(true)
  expect(put(milo, "2026-10-01")).toBeRefused("full")
  expect(put(milo, "2026-10-01", "2026-12-01")).toBeRefused("full")
  expect(put(milo, "2026-10-01", "2026-11-30").ok).toBe(true)
  expect(put(milo, "2027-01-01").ok).toBe(true)
})

test("no one is in a class twice on one day", () => {
  const { actor } = openSchool()
  const amara = student(actor, "Amara")
  const classId = voiceGroup(actor, 8)
  expect(enroll(actor, { classId, studentId: amara, startsOn: "2026-09-01" }).ok).toBe(true)
  expect(enroll(actor, { classId, studentId: amara, startsOn: "2026-11-01" })).toBeRefused("already-enrolled")
})

test("another school can put no one into the class", () => {
  const { actor } = openSchool()
  const stranger = openSchool({ name: "Crescendo Academy" }).actor
  const classId = voiceGroup(actor, 8)
  const theirs = student(stranger, "Amara")
  expect(() => enroll(stranger, { classId, studentId: theirs, startsOn: "2026-09-01" })).toThrow()
  expect(() => enroll(actor, { classId, studentId: theirs, startsOn: "2026-09-01" })).toThrow()
})

test("a schedule is kept as a rule, with no sessions made yet", () => {
  const { actor } = openSchool()
  const classId = voiceGroup(actor, 8)
  const plan = { weekdays: [4, 1], startTime: "16:00", minutes: 45, startsOn: "2026-09-01" }
  const scheduleId = addSchedule(actor, classId, plan)
  const row = rowOf(schedules, { id: scheduleId })
  expect(row).toMatchObject({ rrule: "FREQ=WEEKLY;BYDAY=MO,TH", madeUntil: "2026-08-31", endsOn: null })
  expect(() => addSchedule(actor, classId, { ...plan, weekdays: [] })).toThrow()
  expect(() => addSchedule(actor, classId, { ...plan, weekdays: [8] })).toThrow()
})

test("who starts later is told beside the spots taken", () => {
  expect(comingText({ count: 0, first: null })).toBe("")
  expect(comingText({ count: 1, first: "2026-11-25" })).toBe(", 1 starts Nov 25")
  expect(comingText({ count: 2, first: "2026-11-25" })).toBe(", 2 start Nov 25 or later")
})

test("a class that begins later counts those it begins with", () => {
  const { actor } = openSchool()
  const [amara, freya, milo] = [student(actor, "Amara"), student(actor, "Freya"), student(actor, "Milo")]
  const [now, ahead] = [voiceGroup(actor, 8), voiceGroup(actor, 8)]
  enroll(actor, { classId: now, studentId: amara, startsOn: "2026-09-01" })
  for (const studentId of [amara, freya, milo])
    enroll(actor, { classId: ahead, studentId, startsOn: "2027-01-04" })
  enroll(actor, { classId: now, studentId: milo, startsOn: "2027-01-04" })
  const counts = new Map(listClasses(actor, {}, "all").classes.map(({ id, enrolled }) => [id, enrolled]))
  expect([counts.get(now), counts.get(ahead)]).toEqual([1, 3])
})

test("a rule is said as text", () => {
  expect(patternText({ rrule: weeklyRule([2]), startTime: "16:00" })).toBe("Tue 4:00 PM, weekly")
  expect(patternText({ rrule: "FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,TH", startTime: "09:30" })).toBe(
    "Mon and Thu 9:30 AM, every 2 weeks",
  )
  const mondays = { rrule: weeklyRule([1]), startTime: "14:00", startsOn: "2026-09-07", endsOn: "2026-12-06" }
  const thursdays = { rrule: weeklyRule([4]), startTime: "17:15", startsOn: "2026-12-07", endsOn: null }
  expect(patternTexts([mondays, thursdays], "2026-11-18")).toEqual([
    "Mon 2:00 PM, weekly, until Dec 6",
    "Thu 5:15 PM, weekly, from Dec 7",
  ])
  expect(patternTexts([thursdays], "2026-11-18")).toEqual(["Thu 5:15 PM, weekly"])
  const inTurn = ["2026-12-05", "2026-12-07", "2026-12-14"].map((startsOn, turn) => ({
    ...{ rrule: weeklyRule([6], 3), startTime: `1${turn}:00`, startsOn, endsOn: null },
  }))
  expect(patternTexts(inTurn, "2026-11-30")).toEqual([
    "Sat 10:00 AM, every 3 weeks, from Dec 5",
    "Sat 11:00 AM, every 3 weeks, from Dec 12",
    "Sat 12:00 PM, every 3 weeks, from Dec 19",
  ])
  expect(weekdaysOf("FREQ=WEEKLY;BYDAY=SU,TU")).toEqual([7, 2])
})

test("a time that doesn’t repeat every week says the day of its first lesson", () => {
  for (const [from, everyWeeks, days] of [
    [0, 2, [1]],
    [3, 3, [2, 6]],
    [6, 4, [7]],
    [5, 6, [1, 5]],
  ] as const) {
    const startsOn = addDays("2026-12-06", from)
    const rule = { rrule: weeklyRule(days, everyWeeks), startTime: "14:00", startsOn, endsOn: null }
    const [first = ""] = datesOf(rule.rrule, startsOn, startsOn, addDays(startsOn, 60))
    expect(patternTexts([rule, rule], "2026-11-18")[0]).toContain(`, from ${formatDate(first, "day")}`)
  }
})

function student(actor: Actor, firstName: string): string {
  const { familyId } = addFamily(actor, { name: `${firstName} family`, guardians: [] })
  const added = addStudent(actor, {
    familyId,
    firstName,
    lastName: "Okafor",
    status: "active",
    fromDate: "2026-09-01",
  })
  if (!added.ok) throw new Error(added.reason)
  return added.studentId
}

const voiceGroup = (actor: Actor, capacity: number) =>
  addClass(actor, {
    name: "Voice group",
    kind: "group",
    capacity,
    price: { billing: "per_session", amountMinor: 1800, fromDate: "2026-09-01" },
  })

test("whoever is a guest of a lesson before their first day in its class stays booked for it", () => {
  const { actor } = openSchool()
  const classId = voiceGroup(actor, 4)
  const amara = student(actor, "Amara")
  const sessionId = addSessionRow(actor, classId, "2026-12-10")
  expect(addGuests(actor, sessionId, { students: [amara], isFree: true }).ok).toBe(true)
  const booked = () => rowsOf(bookings, { resourceId: amara, sessionId }).length
  expect(booked()).toBe(1)
  expect(enroll(actor, { classId, studentId: amara, startsOn: "2027-01-07" }).ok).toBe(true)
  expect(booked()).toBe(1)
})
