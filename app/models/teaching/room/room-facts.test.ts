import { beforeAll, beforeEach, expect, test } from "vitest"
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
import { openSchool } from "../../../../tests/support/school"
import { findTimes } from "../free-time/find-times.server"
import { findFreeTimes } from "../session/free-times.server"
import { makeSessions } from "../session/make-sessions.server"
import { roomsInOrder } from "./room"
import { changeRoom, listRoomRows } from "./room.server"

const friday = "2026-11-20"

let actor: Actor
let rooms: Record<"hall" | "drums" | "studio", string>
let kwame: string
let helena: string

beforeAll(() => fixClock(testNow))
beforeEach(() => {
  actor = openSchool().actor
  rooms = {
    drums: addRoomRow(actor, "Drum room"),
    hall: addRoomRow(actor, "Hall"),
    studio: addRoomRow(actor, "Studio 3"),
  }
  kwame = addTeacherRow(actor, "Kwame Boateng")
  helena = addTeacherRow(actor, "Helena Novak")
  const drums = addClassRow(actor, { name: "Drums", teacherId: kwame, roomId: rooms.drums })
  addEnrollmentRow(actor, drums, addStudentRow(actor, "Theo", "Petrović"))
  const times = addScheduleRow(actor, drums, { rrule: "FREQ=WEEKLY;BYDAY=WE,FR", startTime: "16:30" })
  makeSessions(actor, times, "2026-12-04", { from: "2026-11-16" })
})

const say = (room: keyof typeof rooms, name: string, fits: number | null, teacherId: string | null = null) =>
  expect(changeRoom(actor, rooms[room], { name, fits, teacherId }).ok).toBe(true)

test("a room shows its week and who is usually there, or else who teaches there", () => {
  expect(listRoomRows(actor)).toMatchObject([
    { name: "Drum room", lessons: 2, teachers: ["Kwame Boateng"], fits: null },
    { name: "Hall", lessons: 0, teachers: [] },
    { name: "Studio 3", lessons: 0, teachers: [] },
  ])
  say("drums", "Drum room", 3, helena)
  expect(listRoomRows(actor)[0]).toMatchObject({ lessons: 2, teachers: ["Helena Novak"], fits: 3 })
  expect(changeRoom(actor, rooms.hall, { name: "Hall", fits: null, teacherId: "unknown" })).toBeRefused(
    "no-such-teacher",
  )
})

test("a taken room is replaced by one that fits, the teacher’s usual one first", () => {
  const studentIds = ["Ada", "Otis", "Nia"].map((name) => addStudentRow(actor, name, "Okafor"))
  const places = () =>
    findFreeTimes(actor, {
      teacherId: helena,
      roomId: rooms.drums,
      studentIds,
      minutes: 30,
      near: { date: friday, startTime: "16:30" },
    })
      .filter(({ date, startTime }) => date === friday && startTime === "16:30")
      .map(({ roomName }) => roomName)
  expect(places()).toEqual(["Hall"])
  say("hall", "Hall", 2)
  expect(places()).toEqual(["Studio 3"])
  say("hall", "Hall", 40, helena)
  expect(places()).toEqual(["Hall"])
  say("hall", "Hall", 40)
  say("studio", "Studio 3", 10, helena)
  expect(places()).toEqual(["Studio 3"])

  const wish = {
    teacherId: helena,
    instrument: null,
    studentIds,
    minutes: 30,
    roomId: null,
    from: friday,
    to: friday,
    usual: null,
  }
  expect(new Set(findTimes(actor, wish).map(({ roomName }) => roomName))).toEqual(new Set(["Studio 3"]))
})

test("a room that is too small is offered where no other holds more", () => {
  const all = [{ id: "one" }, { id: "two" }]
  const facts = new Map([
    ["one", { fits: 2, teacherId: null }],
    ["two", { fits: 3, teacherId: "helena" }],
  ])
  const order = (students: number) =>
    roomsInOrder(all, facts, { firstId: null, teacherIds: ["helena"], students }).map(({ id }) => id)
  expect([order(2), order(3), order(4)]).toEqual([["two", "one"], ["two"], ["two", "one"]])
})
