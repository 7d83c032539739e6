import { events } from "db/schema/foundation-audit"
import { classes, schedules } from "db/schema/teaching"
import { sessions } from "db/schema/teaching-sessions"
import { beforeEach, expect, test } from "vitest"
import type { Actor } from "~/models/foundation/access/actor"
import { removeSession } from "~/models/teaching/session/cancel-session.server"
import { sentenceOf } from "~/texts/foundation/activity"
import { fixClock } from "~/utils/clock.server"
import { addDays } from "~/utils/dates"
import { testNow } from "../../../../tests/support/clock"
import { addClassRow, addClosureRow } from "../../../../tests/support/lessons"
import { addMember, openSchool, orFail, rowOf, rowsOf } from "../../../../tests/support/school"
import { changeRule } from "../session/change-schedule.server"
import { extendSchedules } from "../session/make-sessions.server"
import { addSession } from "../session/move-session.server"
import { startClass } from "./class.server"
import { NewClassForm } from "./class-form"
import { endClass, restoreClass } from "./end-class.server"
import { addWeeklyTime, undoAddedTime } from "./schedule.server"

// A weekly time that a class gets where some of its lessons clash: Helena's drums, on Mondays at five from November 23, 2026.

const monday = "2026-11-23"

let actor: Actor
let drums: string
let choir: string

beforeEach(() => {
  actor = openSchool().actor
  const { teacherId } = addMember(actor, "teacher", "Helena Novak")
  drums = addClassRow(actor, { name: "Drums", kind: "group", capacity: 6, teacherId })
  choir = addClassRow(actor, { name: "Choir", kind: "group", capacity: 6, teacherId })
})

const busy = (date: string, startTime = "17:15") =>
  expect(addSession(actor, { classId: choir, date, startTime, minutes: 60 }).ok).toBe(true)

const rule = { weekdays: [1], everyWeeks: 1, startTime: "17:00", minutes: 45, startsOn: monday }
const add = (leavesClashing: boolean, laterTimes: string[] = []) =>
  addWeeklyTime(actor, drums, rule, laterTimes, { leavesClashing })
const rows = () => ({
  times: rowsOf(sessions, { schoolId: actor.school.id, classId: drums }, { by: "startsAt" }).map(
    ({ localDate, startTime }) => `${localDate} ${startTime}`,
  ),
  rules: rowsOf(schedules, { classId: drums }).length,
})

test("a clash refuses the weekly time and says how many lessons can be left out; so many aren't scheduled", () => {
  busy("2026-11-30")
  expect(add(false)).toMatchObject({ ok: false, reason: "clash", leavable: 1 })
  expect(rows()).toEqual({ times: [], rules: 0 })
  const added = orFail(add(true))
  const left = [{ date: "2026-11-30", startTime: "17:00" }]
  expect(added.unscheduled).toEqual(left)
  expect(added.sessions).toHaveLength(11)
  expect(rows().times.slice(0, 2)).toEqual([`${monday} 17:00`, "2026-12-07 17:00"])
  extendSchedules(actor, addDays(monday, 120))
  expect(rows().times).not.toContain("2026-11-30 17:00")
  expect(undoAddedTime(actor, drums, added.scheduleIds)).toMatchObject({ ok: true })
  expect(rows()).toEqual({ times: [], rules: 0 })
})

test("a class of four lessons has four that take place, those left out and days of closures aside", () => {
  addClosureRow(actor, "2026-12-07")
  busy("2026-11-30")
  // Only what goes on for those that are left out meets it.
  busy("2026-12-21")
  const { teacherId = null } = rowOf(classes, { id: drums }) ?? {}
  const start = (leavesClashing: "on" | "") =>
    startClass(
      actor,
      NewClassForm.parse({
        ...{ name: "Course", kind: "group", capacity: "6", billing: "per_session", teacherId },
        ...{ weekdays: ["1"], startTime: "17:00", minutes: "45", startsOn: monday },
        ...{ ends: "count", count: "4", leavesClashing },
      }),
    )
  expect(start("")).toMatchObject({ ok: false, reason: "clash", leavable: 2 })
  const { classId, effect } = orFail(start("on"))
  const days = rowsOf(sessions, { classId }, { by: "startsAt" }).map(({ localDate }) => localDate)
  expect(days).toEqual([monday, "2026-12-14", "2026-12-28", "2027-01-04"])
  expect(effect).toMatchObject({ made: 4, lastDay: "2027-01-04" })
})

test("of times that take turns all that clash are counted and left out", () => {
  busy("2026-11-30", "18:00")
  busy("2026-12-07")
  busy("2026-12-28", "18:15")
  expect(add(false, ["18:00"])).toMatchObject({ ok: false, reason: "clash", leavable: 3 })
  const added = orFail(add(true, ["18:00"]))
  expect(added.unscheduled.map(({ date }) => date)).toEqual(["2026-11-30", "2026-12-07", "2026-12-28"])
  expect(rows().times.slice(0, 2)).toEqual([`${monday} 17:00`, "2026-12-14 18:00"])
})

test("where every lesson clashes, none can be left out", () => {
  for (let week = 0; week < 14; week += 1) busy(addDays(monday, 7 * week))
  const refused = add(false)
  expect(refused).toMatchObject({ ok: false, reason: "clash" })
  expect(refused).not.toMatchObject({ leavable: expect.any(Number) })
  expect(add(true)).toMatchObject({ ok: false, reason: "clash" })
})

test("the activity says that it wasn't scheduled, not that a lesson was deleted", () => {
  busy("2026-11-30")
  expect(add(true).ok).toBe(true)
  const found = rowsOf(events, { schoolId: actor.school.id, noun: "session" })
  expect(found.filter(({ verb }) => verb === "remove")).toEqual([])
  const [entry] = found.filter(({ verb }) => verb === "leave-out")
  if (!entry) throw new Error("no entry")
  const after = JSON.parse(entry.after ?? "null")
  expect(sentenceOf({ noun: "session", verb: entry.verb, before: null, after })).toBe(
    "didn’t schedule a lesson on Nov 30, 2026: the weekly time clashed",
  )
})

test("a class that ended and is restored leaves the same lessons out, and has the others again", () => {
  busy("2026-11-30")
  expect(add(true).ok).toBe(true)
  const before = rows().times
  expect(endClass(actor, drums, { lastDay: "2026-11-22", reason: "Moving away" }).ok).toBe(true)
  expect(rows().times).toEqual([])
  expect(restoreClass(actor, drums)).toMatchObject({ ok: true, made: before.length, clashes: 0 })
  expect(rows().times).toEqual(before)
})

test("a lesson that was left out once comes back with its class where it was scheduled since", () => {
  const later = (hours: number) => fixClock(testNow + hours * 3_600_000)
  const endAndRestore = () => {
    expect(endClass(actor, drums, { lastDay: "2026-11-22", reason: "Moving away" }).ok).toBe(true)
    expect(restoreClass(actor, drums).ok).toBe(true)
  }
  busy("2026-11-30")
  const left = orFail(add(true))
  const other = rowOf(sessions, { classId: choir })
  expect(removeSession(actor, other?.id ?? "", "Concert instead")).toBe("removed")
  for (const [index, weekday] of [2, 1].entries()) {
    later(index + 1)
    const [scheduleId = ""] = left.scheduleIds
    const change = { ...rule, from: monday, weekdays: [weekday] }
    expect(changeRule(actor, drums, scheduleId, change)).toMatchObject({ ok: true })
  }
  expect(rows()).toMatchObject({ times: expect.arrayContaining(["2026-11-30 17:00"]), rules: 1 })
  later(3)
  endAndRestore()
  expect(rows().times).toContain("2026-11-30 17:00")
})
