import { schedules } from "db/schema/teaching"
import { bookings, sessions } from "db/schema/teaching-sessions"
import fc from "fast-check"
import { expect, test } from "vitest"
import { takeRegister } from "~/models/attendance/register/take-register.server"
import type { Actor } from "~/models/foundation/access/actor"
import { fixClock, now, todayOf } from "~/utils/clock.server"
import { addDays } from "~/utils/dates"
import { instantOf } from "~/utils/zones"
import { inHistories } from "../../../../tests/support/histories/count"
import {
  addClassRow,
  addEnrollmentRow,
  addScheduleRow,
  addStudentRow,
} from "../../../../tests/support/lessons"
import { addMember, openSchool, rowsOf } from "../../../../tests/support/school"
import { addClosure } from "../closure/add-closure.server"
import { undoClosure } from "../closure/undo-closure.server"
import { cancelSession, restoreSession } from "./cancel-session.server"
import { changeRule } from "./change-schedule.server"
import { makeSessions, makingHorizon } from "./make-sessions.server"
import { addSession, moveSession } from "./move-session.server"
import { undoScheduleChange } from "./undo-schedule-change.server"

// Anything an office does with a weekly time, in any order, in schools of any zone and in the weeks around a change of their
// clocks: each lesson keeps its identity and its wall clock, what it books is where it is, and with attendance it stays.

const zones = [
  "America/New_York",
  "Europe/Berlin",
  "Australia/Lord_Howe",
  "America/Santiago",
  "Africa/Casablanca",
  "Asia/Kathmandu",
  "Pacific/Apia",
  "America/St_Johns",
] as const
/** Mondays two weeks before clocks change somewhere. */
const beginnings = ["2026-03-02", "2026-09-07", "2026-10-19", "2027-02-22"]

const nth = fc.nat({ max: 60 })
const hour = fc.constantFrom("00:30", "02:15", "02:45", "10:00", "16:00", "23:00")
const days = fc.uniqueArray(fc.integer({ min: 1, max: 7 }), { minLength: 1, maxLength: 3 })
const act = fc.oneof(
  fc.record({
    what: fc.constant("change" as const),
    inDays: fc.nat({ max: 40 }),
    days,
    hour,
    leavesClashing: fc.boolean(),
  }),
  fc.record({ what: fc.constant("undo change" as const), nth }),
  fc.record({ what: fc.constant("move" as const), nth, inDays: fc.nat({ max: 50 }), hour }),
  fc.record({ what: fc.constant("cancel" as const), nth }),
  fc.record({ what: fc.constant("restore" as const), nth }),
  fc.record({ what: fc.constant("add" as const), inDays: fc.nat({ max: 50 }), hour }),
  fc.record({ what: fc.constant("close" as const), inDays: fc.nat({ max: 50 }), lasts: fc.nat({ max: 6 }) }),
  fc.record({ what: fc.constant("undo closing" as const), nth }),
  fc.record({ what: fc.constant("attend" as const), nth }),
  fc.record({ what: fc.constant("wait" as const), forDays: fc.nat({ max: 12 }) }),
)
type Act = typeof act extends fc.Arbitrary<infer Each> ? Each : never

type Lesson = typeof sessions.$inferSelect
type World = {
  actor: Actor
  classId: string
  student: string
  changes: string[]
  closures: string[]
}

const lessonsOf = ({ actor, classId }: World): Lesson[] =>
  rowsOf(sessions, { schoolId: actor.school.id, classId }, { by: ["startsAt", "id"] })

const rulesOf = ({ actor, classId }: World) => rowsOf(schedules, { schoolId: actor.school.id, classId })

const pick = <Thing>(things: readonly Thing[], n: number): Thing | undefined => things[n % things.length]

/** Does it, refused or not. */
function carryOut(world: World, step: Act) {
  const { actor, classId } = world
  const day = todayOf(actor)
  const lessons = lessonsOf(world)
  const at = { teacherId: null, roomId: null }
  switch (step.what) {
    case "change": {
      const rule = rulesOf(world).find(({ endsOn }) => endsOn === null)
      const done = changeRule(actor, classId, rule?.id ?? "", {
        from: addDays(day, step.inDays),
        weekdays: [...step.days].sort(),
        everyWeeks: 1,
        startTime: step.hour,
        minutes: 45,
        leavesClashing: step.leavesClashing,
      })
      return done.ok && world.changes.push(done.changeId)
    }
    case "undo change": {
      const changeId = pick(world.changes, step.nth)
      return changeId && undoScheduleChange(actor, classId, changeId)
    }
    case "move": {
      const lesson = pick(lessons, step.nth)
      const slot = { date: addDays(day, step.inDays), startTime: step.hour, ...at }
      return lesson && moveSession(actor, lesson.id, slot)
    }
    case "cancel":
      return cancelSession(actor, pick(lessons, step.nth)?.id ?? "", "Ill")
    case "restore":
      return restoreSession(actor, pick(lessons, step.nth)?.id ?? "")
    case "add":
      return addSession(actor, {
        classId,
        date: addDays(day, step.inDays),
        startTime: step.hour,
        minutes: 45,
      })
    case "close": {
      const startsOn = addDays(day, step.inDays)
      const closed = addClosure(actor, {
        name: "Storm",
        startsOn,
        endsOn: addDays(startsOn, step.lasts),
        cancelSessions: true,
      })
      return closed.ok && world.closures.push(closed.closureId)
    }
    case "undo closing": {
      const closureId = pick(world.closures, step.nth)
      return closureId && undoClosure(actor, closureId)
    }
    case "attend": {
      const lesson = pick(
        lessons.filter(({ startsAt }) => startsAt <= now()),
        step.nth,
      )
      const marks = [{ studentId: world.student, code: "present" as const }]
      return lesson && takeRegister(actor, lesson.id, { marks })
    }
    case "wait":
      return fixClock(now() + step.forDays * 86_400_000)
  }
}

/** What holds after everything, whatever was done. */
function check(world: World, attended: ReadonlyMap<string, Lesson>) {
  const { actor } = world
  const zone = actor.school.timeZone
  const lessons = lessonsOf(world)
  const known = new Map(lessons.map((lesson) => [lesson.id, lesson]))
  for (const [id, { localDate, startTime, minutes, startsAt, state }] of attended)
    expect(known.get(id)).toMatchObject({ localDate, startTime, minutes, startsAt, state })
  const identities = lessons.map(
    ({ originalDate, originalStartTime, sequence }) => `${originalDate} ${originalStartTime} ${sequence}`,
  )
  expect(new Set(identities).size).toBe(identities.length)
  for (const { localDate, startTime, minutes, startsAt, endsAt } of lessons) {
    expect(startsAt).toBe(instantOf(localDate, startTime, zone))
    expect(endsAt - startsAt).toBe(minutes * 60_000)
  }
  const booked = rowsOf(bookings, { schoolId: actor.school.id, resource: "student" })
    .filter(({ sessionId }) => known.has(sessionId))
    .map(({ sessionId, startsAt, endsAt }) => `${sessionId} ${startsAt} ${endsAt}`)
  const planned = lessons.filter(({ state }) => state === "planned")
  expect(booked.sort()).toEqual(
    planned.map(({ id, startsAt, endsAt }) => `${id} ${startsAt} ${endsAt}`).sort(),
  )
  // What is made already isn't made again.
  for (const { id } of rulesOf(world)) makeSessions(actor, id, makingHorizon(actor))
  const after = lessonsOf(world)
  for (const { id } of rulesOf(world)) expect(makeSessions(actor, id, makingHorizon(actor)).made).toBe(0)
  expect(after.filter(({ id }) => known.has(id))).toEqual(lessons)
}

test("whatever is done to a weekly time, its lessons keep who they are, and those with attendance where they are", () => {
  const given = fc.record({
    timeZone: fc.constantFrom(...zones),
    monday: fc.constantFrom(...beginnings),
    hour,
    acts: fc.array(act, { minLength: 3, maxLength: 14 }),
  })
  inHistories(20, given, ({ timeZone, monday, hour: startTime, acts }) => {
    fixClock(instantOf(monday, "12:00", timeZone))
    const { actor } = openSchool({ timeZone })
    const { teacherId } = addMember(actor, "teacher", "Helena Novak")
    const classId = addClassRow(actor, { name: "Drums", kind: "group", capacity: 6, teacherId })
    const student = addStudentRow(actor, "Wren", "Adeyemi")
    addEnrollmentRow(actor, classId, student, { startsOn: "2026-01-01" })
    const rule = { rrule: "FREQ=WEEKLY;BYDAY=MO,TH", startsOn: addDays(monday, -14), startTime }
    makeSessions(actor, addScheduleRow(actor, classId, rule), makingHorizon(actor))
    const world: World = { actor, classId, student, changes: [], closures: [] }
    const attended = new Map<string, Lesson>()
    for (const step of acts) {
      carryOut(world, step)
      for (const lesson of lessonsOf(world))
        if (lesson.registerTakenAt !== null && !attended.has(lesson.id)) attended.set(lesson.id, lesson)
      check(world, attended)
    }
  })
})
