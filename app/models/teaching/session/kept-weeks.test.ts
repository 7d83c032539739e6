import { schedules } from "db/schema/teaching"
import { sessions } from "db/schema/teaching-sessions"
import fc from "fast-check"
import { beforeEach, expect, test } from "vitest"
import type { Actor } from "~/models/foundation/access/actor"
import { listMovesToAnswer } from "~/models/teaching/move-answer/move-answer.server"
import { fixClock } from "~/utils/clock.server"
import { addDays } from "~/utils/dates"
import { testNow } from "../../../../tests/support/clock"
import { inHistories } from "../../../../tests/support/histories/count"
import {
  addClassRow,
  addEnrollmentRow,
  addScheduleRow,
  addStudentRow,
} from "../../../../tests/support/lessons"
import { addMember, openSchool, orFail, rowsOf } from "../../../../tests/support/school"
import { addClosure } from "../closure/add-closure.server"
import { undoClosure } from "../closure/undo-closure.server"
import { cancelSession, restoreSession } from "./cancel-session.server"
import { changeRule } from "./change-schedule.server"
import { extendSchedules, makeSessions } from "./make-sessions.server"
import { addSession } from "./move-session.server"
import { mondayOf } from "./pattern"
import { datesOf } from "./recurrence.server"
import { undoScheduleChange } from "./undo-schedule-change.server"

// A lesson that a new weekly time leaves at its old one is the lesson of its week: no second one is made in it, and it isn't
// taken for one that was moved by hand. Helena's drums on Mondays at four from November 23, 2026; the clock is at the Wednesday
// before.

const [monday, nextMonday] = ["2026-11-23", "2026-11-30"]

let actor: Actor
let drums: string
let choir: string
let wren: string

beforeEach(() => open("2026-12-20"))

function open(until: string) {
  fixClock(testNow)
  actor = openSchool().actor
  const { teacherId } = addMember(actor, "teacher", "Helena Novak")
  drums = addClassRow(actor, { name: "Drums", kind: "group", capacity: 6, teacherId })
  choir = addClassRow(actor, { name: "Choir", kind: "group", capacity: 6, teacherId })
  wren = addStudentRow(actor, "Wren", "Adeyemi")
  addEnrollmentRow(actor, drums, wren)
  makeSessions(
    actor,
    addScheduleRow(actor, drums, { rrule: "FREQ=WEEKLY;BYDAY=MO", startsOn: monday }),
    until,
  )
}

const busy = (date: string, startTime = "17:15") =>
  addSession(actor, { classId: choir, date, startTime, minutes: 60 })

const rules = () => rowsOf(schedules, { schoolId: actor.school.id, classId: drums }, { by: "startsOn" })

function change(weekdays: number[], from = monday, startTime = "17:00") {
  const wish = { from, weekdays, everyWeeks: 1, startTime, minutes: 45, leavesClashing: true }
  return changeRule(actor, drums, rules().find(({ endsOn }) => endsOn === null)?.id ?? "", wish)
}

function changed(...how: Parameters<typeof change>) {
  return orFail(change(...how))
}

const lessons = () =>
  rowsOf(sessions, { classId: drums }, { by: "startsAt" }).map(({ revision: _, ...lesson }) => lesson)
const inWeek = (week: string, all = lessons()) => all.filter(({ localDate }) => mondayOf(localDate) === week)
const times = (week: string) => inWeek(week).map(({ localDate, startTime }) => `${localDate} ${startTime}`)

test("a lesson left out stays its week's only one when the time changes from a later day of that week", () => {
  busy("2026-12-02")
  changed([3])
  const before = lessons()
  const left = inWeek(nextMonday)[0]?.id
  const again = changed([5], "2026-12-01")
  expect(times(nextMonday)).toEqual([`${nextMonday} 16:00`])
  expect(again.effect.kept).toEqual([{ id: left, date: nextMonday, startTime: "16:00", why: "own-week" }])
  expect(again.effect.added).toEqual([])
  expect(undoScheduleChange(actor, drums, again.changeId)).toMatchObject({ ok: true })
  expect(lessons()).toEqual(before)
  expect(changed([1], "2026-12-01").effect.removed).toEqual([])
  expect(times(nextMonday)).toEqual([`${nextMonday} 16:00`])
})

test("a lesson left out stays its week's only one after a time that has no day in that week", () => {
  busy("2026-12-02")
  changed([3])
  changed([1], "2026-12-01")
  const before = lessons()
  const again = changed([5], "2026-12-02")
  expect(times(nextMonday)).toEqual([`${nextMonday} 16:00`])
  expect(again.effect.kept).toMatchObject([{ date: nextMonday, why: "own-week" }])
  expect(again.effect.added).toEqual([])
  expect(undoScheduleChange(actor, drums, again.changeId)).toMatchObject({ ok: true })
  expect(lessons()).toEqual(before)
})

test("a lesson left out goes along when a time after one without a day in its week begins earlier", () => {
  busy("2026-11-25")
  for (const [day, from] of [
    [3, monday],
    [1, "2026-11-24"],
    [1, "2026-11-25"],
  ] as const)
    changed([day], from)
  expect(times(monday)).toEqual([`${monday} 16:00`])
  expect(changed([2]).effect.added).toEqual([])
  expect(times(monday)).toEqual(["2026-11-24 17:00"])
})

test("a lesson of a time without any day goes along when a later time is brought forward over it, and back", () => {
  busy("2026-11-24")
  changed([2])
  changed([1], "2026-12-01")
  changed([1], "2026-12-07")
  expect(times(nextMonday)).toEqual(["2026-12-01 17:00"])
  const before = lessons()
  for (const [day, date] of [
    [1, nextMonday],
    [4, "2026-12-03"],
  ] as const) {
    const forward = changed([day])
    expect(times(nextMonday)).toEqual([`${date} 17:00`])
    expect(forward.effect.added.filter(({ date }) => mondayOf(date) === nextMonday)).toEqual([])
    expect(undoScheduleChange(actor, drums, forward.changeId)).toMatchObject({ ok: true })
    expect(lessons()).toEqual(before)
  }
  // Brought forward to a later day of that week, it leaves the lesson its place.
  expect(changed([5], "2026-12-03").effect.kept).toMatchObject([{ date: "2026-12-01", why: "own-week" }])
  expect(times(nextMonday)).toEqual(["2026-12-01 17:00"])
})

test("the same where the earlier time has days in other weeks", () => {
  for (const day of [monday, "2026-11-24"]) busy(day)
  changed([2])
  changed([1], "2026-11-24")
  changed([1], "2026-12-01")
  const before = lessons()
  expect(times(monday)).toEqual([`${monday} 16:00`])
  const forward = changed([3])
  expect(times(monday)).toEqual(["2026-11-25 17:00"])
  expect(undoScheduleChange(actor, drums, forward.changeId)).toMatchObject({ ok: true })
  expect(lessons()).toEqual(before)
})

test("a lesson left out stays its week's only one when more weeks are scheduled", () => {
  open("2027-02-10")
  busy("2027-02-11")
  changed([4])
  expect(times("2027-02-08")).toEqual(["2027-02-08 16:00"])
  extendSchedules(actor, "2027-02-20")
  expect(times("2027-02-08")).toEqual(["2027-02-08 16:00"])
  expect(times("2027-02-15")).toEqual(["2027-02-18 17:00"])
})

test("a lesson kept for a closure isn't taken for one moved by hand, before and after the closure is removed", () => {
  const day = { startsOn: "2026-12-02", endsOn: "2026-12-02" }
  const closed = orFail(addClosure(actor, { name: "Fair", ...day }))
  expect(changed([3]).effect.kept).toMatchObject([{ date: nextMonday, why: "closure" }])
  expect(times(nextMonday)).toEqual([`${nextMonday} 16:00`])
  expect(listMovesToAnswer(actor, [wren])).toEqual([])
  undoClosure(actor, closed.closureId)
  expect(changed([5], "2026-12-01").effect.added).toEqual([])
  expect(times(nextMonday)).toEqual([`${nextMonday} 16:00`])
  expect(changed([4], nextMonday).effect.kept).toEqual([])
  expect(times(nextMonday)).toEqual(["2026-12-03 17:00"])
})

test("a canceled lesson that a change keeps and the office restores isn't taken for one moved by hand", () => {
  const id = inWeek(nextMonday)[0]?.id ?? ""
  expect(cancelSession(actor, id, "Ill").ok).toBe(true)
  expect(changed([3]).effect.kept).toMatchObject([{ id, why: "cancelled" }])
  expect(restoreSession(actor, id).ok).toBe(true)
  expect(times(nextMonday)).toEqual([`${nextMonday} 16:00`])
  expect(listMovesToAnswer(actor, [wren])).toEqual([])
})

test("two lessons a week of which one is left out stay two", () => {
  changed([1, 4])
  busy("2026-12-01")
  changed([2, 3])
  expect(times(nextMonday)).toEqual([`${nextMonday} 17:00`, "2026-12-02 17:00"])
  extendSchedules(actor, "2027-02-20")
  changed([2, 6], "2026-12-02")
  expect(times(nextMonday)).toEqual([`${nextMonday} 17:00`, "2026-12-05 17:00"])
})

test("whatever clashes and changes, no week loses its lesson or gets one more than its weekly times have", () => {
  const act = fc.oneof(
    { weight: 4, arbitrary: fc.record({ day: fc.integer({ min: 1, max: 7 }), inDays: fc.nat({ max: 20 }) }) },
    fc.constant("undo" as const),
    fc.constant("extend" as const),
  )
  const acts = fc.array(act, { minLength: 2, maxLength: 7 })
  const others = fc.uniqueArray(fc.nat({ max: 24 }), { minLength: 2, maxLength: 12 })
  const weeks = Array.from({ length: 11 }, (_, nth) => addDays(monday, 7 * nth))
  inHistories(12, others, acts, (days, steps) => {
    open("2027-02-10")
    for (const inDays of days) busy(addDays(monday, inDays))
    let [last, until] = ["", "2027-02-10"]
    for (const step of steps) {
      const before = lessons()
      if (step === "extend") {
        until = addDays(until, 3)
        extendSchedules(actor, until)
      } else if (step === "undo") undoScheduleChange(actor, drums, last)
      else {
        const done = change([step.day], addDays(monday, step.inDays))
        if (done.ok) last = done.changeId
      }
      const ruled = rules().flatMap(({ rrule, startsOn, endsOn }) =>
        datesOf(rrule, startsOn, monday, endsOn ?? "2027-02-10"),
      )
      const after = lessons()
      for (const week of weeks) {
        const count = inWeek(week, after).length
        expect(count, week).toBeGreaterThanOrEqual(1)
        if (step === "undo") continue
        const most = Math.max(
          ruled.filter((date) => mondayOf(date) === week).length,
          inWeek(week, before).length,
        )
        expect(count, week).toBeLessThanOrEqual(most)
      }
    }
  })
})
