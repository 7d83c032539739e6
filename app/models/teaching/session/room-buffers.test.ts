import { sessions } from "db/schema/teaching-sessions"
import fc from "fast-check"
import { beforeEach, expect, test } from "vitest"
import { changeRoomBuffers } from "~/models/accounts/school/room-buffers.server"
import { findStrandedPage, settleStranded } from "~/models/attendance/lessons-to-settle/settle-lessons.server"
import type { Actor } from "~/models/foundation/access/actor"
import { rehearse } from "~/models/foundation/access/rehearse.server"
import { addMinutes } from "~/utils/clock-times"
import { inHistories } from "../../../../tests/support/histories/count"
import { addClassRow, addRoomRow, addScheduleRow, addTeacherRow } from "../../../../tests/support/lessons"
import { openSchool, rowsOf } from "../../../../tests/support/school"
import { findTimes } from "../free-time/find-times.server"
import { addHours } from "../teacher-time/availability.server"
import { findFreeTimes } from "./free-times.server"
import { makeSessions } from "./make-sessions.server"
import { addSession, moveSession } from "./move-session.server"
import { isTooTight } from "./room-buffer"
import { findBuffers } from "./room-buffer.server"
import { findSession } from "./session-list.server"
import { settleClashes } from "./settle-clashes.server"
import { checkSlot } from "./slot.server"
import { findStranded } from "./stranded-causes.server"

// The choir is in the Hall on Fridays from 4 to 5 PM with Helena; the band is Kwame's. Rooms stay empty for 15 minutes, the
// Attic for none.

const friday = "2026-11-20"
let actor: Actor
let [helena, kwame, hall, attic, choir, band] = ["", "", "", "", "", ""]

beforeEach(() => {
  actor = openSchool().actor
  helena = addTeacherRow(actor, "Helena Novak")
  kwame = addTeacherRow(actor, "Kwame Boateng")
  hall = addRoomRow(actor, "Hall")
  attic = addRoomRow(actor, "Attic")
  choir = addClassRow(actor, { name: "Choir", kind: "group", capacity: 20, teacherId: helena, roomId: hall })
  band = addClassRow(actor, { name: "Band", kind: "group", capacity: 5, teacherId: kwame, roomId: hall })
  add(choir, "16:00", hall)
  buffers(15)
})

const buffers = (minutes: number, ofRooms: Record<string, number> = { [attic]: 0 }) =>
  changeRoomBuffers(actor, { minutes, ofRooms })

function add(classId: string, startTime: string, roomId: string | null, override?: { reason: string }) {
  return addSession(actor, { classId, date: friday, startTime, minutes: 60, roomId, override })
}
const idOf = (added: ReturnType<typeof add>) => {
  if (!added.ok) throw new Error(added.reason)
  return added.sessionId
}
const stranded = () =>
  [...findStranded(actor)]
    .map(([id, causes]) => `${findSession(actor, id)?.className} ${causes.join()}`)
    .sort()
const slotAt = (startTime: string, roomId: string | null) => ({
  date: friday,
  startTime,
  minutes: 60,
  teacherId: kwame,
  roomId,
})

test("a room isn't given again before its minutes are over, unless there is a reason", () => {
  const refused = add(band, "17:10", hall)
  if (refused.ok || refused.reason !== "clash") throw new Error("It is too close")
  expect(refused.clashes).toEqual(["Hall needs 15 minutes between lessons: Choir is there 4:00 to 5:00 PM."])
  expect(refused.mayOverride).toBe(true)
  expect(refused.alternatives.length).toBeGreaterThan(0)
  for (const time of refused.alternatives)
    expect(checkSlot(actor, { ...slotAt("17:10", hall), ...time }, [], { classId: band }).ok).toBe(true)
  expect(add(band, "14:50", hall).ok).toBe(false)
  expect(add(band, "17:10", null).ok).toBe(true)
  expect(add(band, "18:10", attic).ok).toBe(true)
  expect(add(band, "14:45", hall).ok).toBe(true)
  expect(stranded()).toEqual([])
})

test("a lesson can't move, and a weekly time can't be given, too close; what was accepted isn't asked again", () => {
  const id = idOf(add(band, "18:00", hall))
  const there = { date: friday, startTime: "17:10", teacherId: kwame, roomId: hall }
  expect(moveSession(actor, id, there)).toMatchObject({ ok: false, reason: "clash" })
  const override = { reason: "Nothing to tidy" }
  expect(moveSession(actor, id, { ...there, override }).ok).toBe(true)
  expect(stranded()).toEqual([])
  const another = addTeacherRow(actor, "Ana Lopez")
  expect(moveSession(actor, id, { ...there, teacherId: another }).ok).toBe(true)
  expect(stranded()).toEqual([])

  const rrule = "FREQ=WEEKLY;BYDAY=FR"
  makeSessions(
    actor,
    addScheduleRow(actor, band, { rrule, startTime: "15:20", minutes: 30, startsOn: friday }),
    friday,
  )
  const made = rowsOf(sessions, { classId: band, startTime: "15:20" }).map((session) => session.id)
  const settled = settleClashes(actor, made, { areNew: true })
  if (settled.ok) throw new Error("It is too close")
  expect(settled.clashes).toEqual([
    "Fri, Nov 20: Hall needs 15 minutes between lessons: Choir is there 4:00 to 5:00 PM.",
  ])
  expect(stranded()).toEqual(["Band buffer", "Choir buffer"])
  expect(settleClashes(actor, made, { areNew: true, override })).toEqual({ ok: true })
  expect(stranded()).toEqual([])
})

test("a series that is too close on each of its days is refused with one reason and its dates", () => {
  const fridays = ["2026-11-27", "2026-12-04", "2026-12-11", "2026-12-18", "2027-01-08"]
  for (const date of fridays)
    expect(
      addSession(actor, { classId: choir, date, startTime: "16:00", minutes: 60, roomId: hall }).ok,
    ).toBe(true)
  const weekly = { rrule: "FREQ=WEEKLY;BYDAY=FR", startsOn: friday, startTime: "17:05" }
  makeSessions(actor, addScheduleRow(actor, band, weekly), "2027-01-08")
  const made = rowsOf(sessions, { classId: band }).map(({ id }) => id)
  const refused = settleClashes(actor, made, { areNew: true })
  if (refused.ok) throw new Error("It is too close")
  expect(refused.clashes).toEqual([
    "Fri, Nov 20: Hall needs 15 minutes between lessons: Choir is there 4:00 to 5:00 PM. Also on Nov 27, Dec 4, Dec 11 and 2 more dates.",
  ])
})

test("find a time keeps them, too, and a room's own minutes come before the school's", () => {
  addHours(actor, kwame, { weekday: 5, fromTime: "09:00", toTime: "21:00" })
  const times = (minutes: number, own: Record<string, number> = {}) => {
    buffers(minutes, own)
    const wish = { teacherId: kwame, instrument: null, studentIds: [], minutes: 60, roomId: hall }
    return findTimes(actor, { ...wish, from: friday, to: friday, usual: null }, 40).map(
      ({ startTime }) => startTime,
    )
  }
  for (const startTime of times(45)) expect(startTime <= "14:15" || startTime >= "17:45").toBe(true)
  expect(times(45).length).toBeGreaterThan(0)
  expect(times(45, { [hall]: 0 })).toEqual(times(0))
})

test("lessons that new minutes leave too close are to be settled: by a room, another time or a reason", () => {
  buffers(0)
  const late = idOf(add(band, "17:00", hall))
  expect(stranded()).toEqual([])
  buffers(15)
  expect(stranded()).toEqual(["Band buffer", "Choir buffer"])
  const page = findStrandedPage(actor, 1)
  expect(page.lessons.map(({ rooms }) => rooms.map(({ name }) => name))).toEqual([["Attic"], ["Attic"]])
  expect(page.lessons.flatMap(({ times }) => times).length).toBeGreaterThan(0)
  expect(page.lessons.flatMap(({ substitutes }) => substitutes)).toEqual([])
  expect(settleStranded(actor, new Map([[late, { act: "room", id: attic }]]), "")).toEqual({
    ok: true,
    settled: 1,
    without: [],
  })
  expect(stranded()).toEqual([])
  expect(
    changeRoomBuffers(openSchool({ name: "Crescendo" }).actor, { minutes: 5, ofRooms: { [hall]: 5 } }),
  ).toBeRefused("not-found")
})

test("whatever the lessons, checks, offers and what is to settle follow the one meaning", () => {
  const place = fc.record({
    start: fc.integer({ min: 0, max: 44 }).map((quarters) => addMinutes("09:00", quarters * 15)),
    room: fc.constantFrom("hall", "attic", "none"),
  })
  const roomOf = (room: string) => ({ hall, attic })[room] ?? null
  inHistories(
    40,
    fc.array(place, { maxLength: 5 }),
    place,
    fc.integer({ min: 0, max: 90 }),
    (lessons, wish, minutes) => {
      rehearse(() => {
        buffers(0, {})
        for (const { start, room } of lessons) add(band, start, roomOf(room), { reason: "As it came" })
        buffers(minutes)
        const known = findBuffers(actor)
        const all = rowsOf(sessions, { schoolId: actor.school.id })
        const near = all.filter((one) =>
          all.some((other) => other.id !== one.id && isTooTight(known, one, other)),
        )
        expect([...findStranded(actor).keys()].sort()).toEqual(near.map(({ id }) => id).sort())
        const slot = slotAt(wish.start, roomOf(wish.room))
        const checked = checkSlot(actor, slot, [])
        const wished = { teacherId: kwame, roomId: slot.roomId, studentIds: [], minutes: 60, near: slot }
        for (const time of findFreeTimes(actor, wished))
          expect(checkSlot(actor, { ...slot, ...time }, []).ok).toBe(true)
        if (!checked.ok) return
        const here = { startsAt: checked.startsAt, endsAt: checked.endsAt, roomId: slot.roomId }
        expect(all.some((one) => isTooTight(known, here, one))).toBe(false)
      })
    },
  )
})
