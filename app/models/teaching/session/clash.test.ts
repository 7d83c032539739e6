import { spawn } from "node:child_process"
import { events } from "db/schema/foundation-audit"
import { bookings, sessions } from "db/schema/teaching-sessions"
import { and, eq, inArray } from "drizzle-orm"
import { beforeAll, beforeEach, describe, expect, test } from "vitest"
import type { Actor } from "~/models/foundation/access/actor"
import { fixClock } from "~/utils/clock.server"
import { testNow } from "../../../../tests/support/clock"
import {
  addClassRow,
  addEnrollmentRow,
  addRoomRow,
  addScheduleRow,
  addStudentRow,
  addTeacherRow,
} from "../../../../tests/support/lessons"
import { changeRows, openSchool, orFail, rowOf, rowsOf } from "../../../../tests/support/school"
import { listClosures } from "../closed-days/closed-days.server"
import { addClosure } from "../closure/add-closure.server"
import { addRoom, listRooms } from "../room/room.server"
import { cancelSession, restoreSession } from "./cancel-session.server"
import { freeTimeText, openClashText } from "./clash"
import { describeClashes } from "./clash.server"
import { listClashPairs, listClashPairsOn } from "./clash-pairs.server"
import { makeSessions } from "./make-sessions.server"
import { addSession, moveSession } from "./move-session.server"
import { findSession, listSessionsOn, onDates } from "./session-list.server"

const friday = "2026-11-20"

/** A Friday at Harmony: Theo in the Drum room with Kwame at 4:30 PM, and a free choir with Helena. */
function openFriday() {
  const { actor } = openSchool()
  const kwame = addTeacherRow(actor, "Kwame Boateng")
  const helena = addTeacherRow(actor, "Helena Novak")
  const drumRoom = addRoomRow(actor, "Drum room")
  const hall = addRoomRow(actor, "Hall")
  const theo = addStudentRow(actor, "Theo", "Petrović")
  const drums = addClassRow(actor, { name: "Drums", teacherId: kwame, roomId: drumRoom })
  addEnrollmentRow(actor, drums, theo)
  const rrule = "FREQ=WEEKLY;BYDAY=FR"
  makeSessions(actor, addScheduleRow(actor, drums, { rrule, startTime: "16:30" }), "2026-12-04", {
    from: friday,
  })
  const choir = addClassRow(actor, { name: "Youth choir", kind: "group", capacity: 20, teacherId: helena })
  const [drumSession] = listSessionsOn(actor, friday, friday)
  return { actor, kwame, helena, drumRoom, hall, theo, drums, choir, drumSessionId: drumSession?.id ?? "" }
}

const clashesOf = (actor: Actor, from: string, to: string) =>
  describeClashes(actor, listClashPairs(actor, onDates(from, to)))

let school: ReturnType<typeof openFriday>
let actor: Actor

beforeAll(() => fixClock(testNow))
beforeEach(() => {
  school = openFriday()
  actor = school.actor
})

const wish = (more: object = {}) => ({
  classId: school.choir,
  date: friday,
  startTime: "16:45",
  minutes: 30,
  ...more,
})
const bookingsOf = (sessionId: string) => rowsOf(bookings, { sessionId })
const eventsOf = (sessionId: string) =>
  rowsOf(
    events,
    and(eq(events.nounId, sessionId), inArray(events.verb, ["add", "move", "cancel", "restore"])),
  )

describe("a session beside the schedule", () => {
  test("is refused where the room is taken, with the clash and three free times as text", () => {
    const answer = addSession(actor, wish({ roomId: school.drumRoom }))
    if (answer.ok || answer.reason !== "clash") throw new Error("It should clash")
    expect(answer.clashes).toEqual(["Drum room is taken at 4:30 PM by Theo Petrović with Kwame Boateng."])
    expect(answer.mayOverride).toBe(true)
    expect(answer.alternatives.map(freeTimeText)).toEqual([
      "Fri, Nov 20, 4:15 PM in Hall",
      "Fri, Nov 20, 4:45 PM in Hall",
      "Fri, Nov 27, 4:45 PM in Hall",
    ])
    expect(listSessionsOn(actor, friday, friday)).toHaveLength(1)
    for (const { date, startTime, roomId } of answer.alternatives)
      expect(addSession(actor, wish({ date, startTime, roomId })).ok).toBe(true)
  })

  test("is put there all the same for a reason, which is kept and quiets the schedule", () => {
    const answer = orFail(
      addSession(actor, wish({ roomId: school.drumRoom, override: { reason: "Shared rehearsal" } })),
    )
    expect(
      bookingsOf(answer.sessionId).map(({ resource, overrideReason }) => [resource, overrideReason]),
    ).toEqual([
      ["teacher", null],
      ["room", "Shared rehearsal"],
    ])
    expect(clashesOf(actor, friday, friday)).toEqual([])
    expect(eventsOf(answer.sessionId)).toHaveLength(1)
  })

  test("never takes a teacher twice, reason or not", () => {
    const answer = addSession(actor, wish({ teacherId: school.kwame, override: { reason: "He is fast" } }))
    if (answer.ok || answer.reason !== "clash") throw new Error("It should clash")
    expect(answer.clashes).toEqual(["Kwame Boateng teaches Theo Petrović at 4:30 PM."])
    expect(answer.mayOverride).toBe(false)
  })

  test("never takes a student twice without a reason", () => {
    addEnrollmentRow(actor, school.choir, school.theo)
    const answer = addSession(actor, wish())
    if (answer.ok || answer.reason !== "clash") throw new Error("It should clash")
    expect(answer.clashes).toEqual(["Theo Petrović has Drums at 4:30 PM with Kwame Boateng."])
    expect(addSession(actor, wish({ override: { reason: "Leaves early" } })).ok).toBe(true)
  })

  test("may touch another without a clash, and may be where a moved one was", () => {
    expect(addSession(actor, wish({ startTime: "17:00", roomId: school.drumRoom })).ok).toBe(true)
    const again = { classId: school.drums, date: friday, startTime: "16:30", minutes: 30 }
    expect(addSession(actor, again)).toBeRefused("already-there")
    cancelSession(actor, school.drumSessionId, "Kwame is ill")
    expect(addSession(actor, again).ok).toBe(true)
  })

  test("needs a class, a teacher and a room of this school", () => {
    const other = openFriday()
    expect(addSession(actor, wish({ classId: other.choir }))).toBeRefused("no-class")
    expect(addSession(actor, wish({ teacherId: other.kwame }))).toMatchObject({ reason: "unknown-teacher" })
    expect(addSession(actor, wish({ roomId: other.hall }))).toMatchObject({ reason: "unknown-room" })
    const ended = addClassRow(actor, { endedOn: "2026-11-01" })
    expect(addSession(actor, wish({ classId: ended }))).toBeRefused("class-over")
  })

  test("of two processes that want one room at once, exactly one gets it", async () => {
    const rivals = [addClassRow(actor, { name: "Brass trio" }), addClassRow(actor, { name: "Jazz combo" })]
    const at = Date.now() + 6_000
    const ask = (classId: string) =>
      new Promise<string>((resolve, reject) => {
        const script = "tests/support/claim-in-another-process.ts"
        const child = spawn(
          "node_modules/.bin/tsx",
          [script, actor.school.id, classId, school.hall, String(at)],
          { env: { ...process.env, VITEST: "" }, stdio: ["ignore", "pipe", "inherit"] },
        )
        let message = ""
        child.stdout.on("data", (chunk) => {
          message += chunk
        })
        child.on("error", reject)
        child.on("close", () => resolve(message))
      })
    const answers = await Promise.all(rivals.map(ask))
    expect(answers.sort()).toEqual(["booked", "clash"])
    expect(listSessionsOn(actor, "2027-03-03", "2027-03-03")).toHaveLength(1)
  })
})

describe("moving a session", () => {
  test("takes its people along and keeps its original start", () => {
    const before = findSession(actor, school.drumSessionId)
    const moved = moveSession(actor, school.drumSessionId, {
      date: "2026-11-21",
      startTime: "10:00",
      teacherId: school.kwame,
      roomId: school.hall,
    })
    expect(moved.ok).toBe(true)
    const row = rowOf(sessions, { id: school.drumSessionId })
    expect(row).toMatchObject({
      originalDate: "2026-11-20",
      originalStartTime: "16:30",
      sequence: 0,
      localDate: "2026-11-21",
      startTime: "10:00",
      minutes: 30,
    })
    expect(row?.startsAt).toBe(Date.parse("2026-11-21T15:00:00Z"))
    expect(
      bookingsOf(school.drumSessionId).map(({ resourceId, startsAt }) => [resourceId, startsAt]),
    ).toEqual([
      [school.kwame, row?.startsAt],
      [school.hall, row?.startsAt],
      [school.theo, row?.startsAt],
    ])
    expect(JSON.parse(eventsOf(school.drumSessionId)[0]?.before ?? "")).toMatchObject({
      date: before?.localDate,
      startTime: "16:30",
    })
  })

  test("is refused with a register, when canceled, onto another session, and for another school", () => {
    const slot = { date: friday, startTime: "18:00", teacherId: school.kwame, roomId: school.drumRoom }
    expect(moveSession(openFriday().actor, school.drumSessionId, slot)).toMatchObject({
      reason: "no-session",
    })
    const choir = addSession(actor, wish({ startTime: "18:00", roomId: school.drumRoom }))
    expect(choir.ok && moveSession(actor, school.drumSessionId, slot)).toMatchObject({ reason: "clash" })
    // moving within its own time is no clash with itself
    expect(moveSession(actor, school.drumSessionId, { ...slot, startTime: "16:45" }).ok).toBe(true)
    cancelSession(actor, school.drumSessionId, "Ill")
    expect(moveSession(actor, school.drumSessionId, slot)).toMatchObject({ reason: "is-cancelled" })
    changeRows(sessions, { id: school.drumSessionId }, { state: "planned", registerTakenAt: 1 })
    expect(moveSession(actor, school.drumSessionId, slot)).toMatchObject({ reason: "has-register" })
    expect(cancelSession(actor, school.drumSessionId, "Ill")).toMatchObject({ reason: "has-register" })
  })
})

describe("canceling and restoring", () => {
  test("frees everything, and claims it again unless it has been taken", () => {
    expect(cancelSession(actor, school.drumSessionId, "Kwame is ill")).toEqual({ ok: true })
    expect(cancelSession(actor, school.drumSessionId, "again")).toBeRefused("is-cancelled")
    expect(bookingsOf(school.drumSessionId)).toEqual([])
    expect(findSession(actor, school.drumSessionId)).toMatchObject({
      register: "cancelled",
      cancelReason: "Kwame is ill",
    })
    const choir = orFail(addSession(actor, wish({ roomId: school.drumRoom })))
    expect(restoreSession(actor, school.drumSessionId)).toMatchObject({ ok: false, reason: "clash" })
    cancelSession(actor, choir.sessionId, "Moved")
    expect(restoreSession(actor, school.drumSessionId)).toEqual({ ok: true })
    expect(restoreSession(actor, school.drumSessionId)).toBeRefused("not-cancelled")
    expect(bookingsOf(school.drumSessionId)).toHaveLength(3)
    expect(eventsOf(school.drumSessionId).map(({ verb }) => verb)).toEqual(["cancel", "restore"])
  })
})

describe("what is booked twice", () => {
  test("is named once per pair", () => {
    const brass = addClassRow(actor, { name: "Brass trio", kind: "group", roomId: school.drumRoom })
    const rrule = "FREQ=WEEKLY;BYDAY=FR"
    makeSessions(actor, addScheduleRow(actor, brass, { rrule, startTime: "16:15" }), friday, { from: friday })
    expect(clashesOf(actor, "2026-11-16", "2026-11-22").map((clash) => openClashText(clash))).toEqual([
      "Friday 4:30 PM: Brass trio and Theo Petrović both have Drum room.",
    ])
    expect(clashesOf(openFriday().actor, "2026-11-16", "2026-11-22")).toEqual([])
    // The search through the index of bookings finds what the look at each session finds.
    const week = ["2026-11-16", "2026-11-22"] as const
    expect(listClashPairsOn(actor, ...week)).toHaveLength(2)
    expect(listClashPairsOn(actor, ...week)).toEqual(listClashPairs(actor, onDates(...week)))
  })
})

describe("closures", () => {
  test("refuse new sessions, and cancel the old ones when told so", () => {
    expect(addClosure(actor, { name: "Late", startsOn: friday, endsOn: "2026-11-19" })).toBeRefused(
      "wrong-order",
    )
    const days = { name: "Staff training", startsOn: "2026-11-19", endsOn: friday }
    expect(addClosure(actor, days)).toMatchObject({ ok: true, cancelled: 0, left: 1 })
    const refused = addSession(actor, wish())
    expect(refused).toMatchObject({
      reason: "clash",
      clashes: ["The school is closed that day: Staff training."],
    })
    expect(addClosure(actor, { ...days, cancelSessions: true })).toMatchObject({ cancelled: 1, left: 0 })
    expect(findSession(actor, school.drumSessionId)?.cancelReason).toBe("Staff training")
    expect(listClosures(actor, friday, "2026-12-01")).toHaveLength(2)
    expect(listClosures(actor, "2026-11-21", "2026-12-01")).toEqual([])
  })
})

test("a room's name is taken once, however it is written", () => {
  expect(addRoom(actor, { name: " attic " }).ok).toBe(true)
  expect(addRoom(actor, { name: "Attic" })).toBeRefused("name-taken")
  expect(listRooms(actor).map(({ name }) => name)).toEqual(["attic", "Drum room", "Hall"])
})
