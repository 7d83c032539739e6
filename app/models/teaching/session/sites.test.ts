import { schools } from "db/schema/accounts-schools"
import { rooms } from "db/schema/teaching"
import { sessions } from "db/schema/teaching-sessions"
import fc from "fast-check"
import { beforeEach, expect, test } from "vitest"
import { changeSites } from "~/models/accounts/school/sites.server"
import { findStrandedPage, settleStranded } from "~/models/attendance/lessons-to-settle/settle-lessons.server"
import type { Actor } from "~/models/foundation/access/actor"
import { rehearse } from "~/models/foundation/access/rehearse.server"
import { fixClock } from "~/utils/clock.server"
import { addMinutes } from "~/utils/clock-times"
import { instantOf } from "~/utils/zones"
import { testNow } from "../../../../tests/support/clock"
import { inHistories } from "../../../../tests/support/histories/count"
import { addClassRow, addRoomRow, addScheduleRow, addTeacherRow } from "../../../../tests/support/lessons"
import { changeRows, openSchool, rowsOf } from "../../../../tests/support/school"
import { findFreeTimes } from "./free-times.server"
import { makeSessions } from "./make-sessions.server"
import { addSession, moveSession } from "./move-session.server"
import { findSession } from "./session-list.server"
import { settleClashes } from "./settle-clashes.server"
import { checkSlot } from "./slot.server"
import { findStranded, keepLessons } from "./stranded-causes.server"
import { isTooFar } from "./travel"
import { findTravel, listStays } from "./travel.server"

// Helena teaches the choir in the Hall on Main Street, Fridays from 4 to 5 PM. The Barn at the Mill is 30 minutes away.

const friday = "2026-11-20"
let actor: Actor
let [helena, hall, attic, barn, choir, duo] = ["", "", "", "", "", ""]

beforeEach(() => {
  actor = openSchool().actor
  helena = addTeacherRow(actor, "Helena Novak")
  hall = addRoomRow(actor, "Hall")
  attic = addRoomRow(actor, "Attic")
  barn = addRoomRow(actor, "Barn")
  choir = addClassRow(actor, { name: "Choir", kind: "group", capacity: 20, teacherId: helena, roomId: hall })
  duo = addClassRow(actor, { name: "Duo", kind: "group", capacity: 2, teacherId: helena, roomId: barn })
  add(choir, "16:00", hall)
  changeSites(actor, {
    travelMinutes: 30,
    sites: { [hall]: "Main Street", [attic]: "main street", [barn]: "Mill" },
  })
})

function add(classId: string, startTime: string, roomId: string | null, override?: { reason: string }) {
  return addSession(actor, { classId, date: friday, startTime, minutes: 60, roomId, override })
}

test("a teacher isn't sent to another site without time for the way, unless there is a reason", () => {
  const refused = add(duo, "17:15", barn)
  if (refused.ok || refused.reason !== "clash") throw new Error("It is too far")
  expect(refused.clashes).toEqual([
    "Helena Novak teaches Choir at Main Street 4:00 to 5:00 PM, 30 minutes away.",
  ])
  expect(refused.mayOverride).toBe(true)
  expect(refused.alternatives.length).toBeGreaterThan(0)
  for (const { date, startTime, roomId } of refused.alternatives)
    expect(
      checkSlot(actor, { date, startTime, minutes: 60, teacherId: helena, roomId }, [], { classId: duo }).ok,
    ).toBe(true)
  expect(add(duo, "17:15", attic).ok).toBe(true)
  expect(add(duo, "18:30", barn).ok).toBe(false)
  expect(add(duo, "18:45", barn).ok).toBe(true)
  expect(add(duo, "14:45", barn, { reason: "They drive me" }).ok).toBe(true)
  expect(add(duo, "19:50", null).ok).toBe(true)
})

test("a lesson can't move, and a weekly time can't be given, where the way is too long", () => {
  const added = add(duo, "18:00", barn)
  if (!added.ok) throw new Error(added.reason)
  const there = { date: friday, startTime: "17:10", teacherId: helena, roomId: barn }
  expect(moveSession(actor, added.sessionId, there)).toMatchObject({ ok: false, reason: "clash" })
  expect(moveSession(actor, added.sessionId, { ...there, roomId: attic }).ok).toBe(true)

  const rrule = "FREQ=WEEKLY;BYDAY=FR"
  makeSessions(actor, addScheduleRow(actor, duo, { rrule, startTime: "15:15", startsOn: friday }), friday)
  const made = rowsOf(sessions, { classId: duo, startTime: "15:15" })
  expect(made).toHaveLength(1)
  const ids = made.map(({ id }) => id)
  const settled = settleClashes(actor, ids, { areNew: true })
  if (settled.ok) throw new Error("It is too far")
  expect(settled.clashes).toEqual([
    "Fri, Nov 20: Helena Novak teaches Choir at Main Street 4:00 to 5:00 PM, 30 minutes away.",
  ])
  expect(settleClashes(actor, ids, { areNew: true, override: { reason: "She cycles" } })).toEqual({
    ok: true,
  })
  expect(settleClashes(actor, ids)).toEqual({ ok: true })
})

test("a school without minutes or sites isn't asked", () => {
  changeRows(schools, undefined, { travelMinutes: 0 })
  expect(findTravel(actor)).toBeUndefined()
  expect(add(duo, "17:00", barn).ok).toBe(true)
  changeRows(schools, undefined, { travelMinutes: 30 })
  changeRows(rooms, undefined, { site: null })
  expect(findTravel(actor)).toBeUndefined()
  expect(add(duo, "15:00", barn).ok).toBe(true)
})

test("the check and every offer follow the one meaning, whatever the lessons", () => {
  const place = fc.record({
    start: fc.integer({ min: 0, max: 44 }).map((quarters) => addMinutes("09:00", quarters * 15)),
    room: fc.constantFrom("hall", "attic", "barn", "none"),
  })
  const idOf = (room: string) => ({ hall, attic, barn })[room] ?? null
  inHistories(40, fc.array(place, { maxLength: 5 }), place, (lessons, wish) => {
    rehearse(() => {
      for (const { start, room } of lessons) add(duo, start, idOf(room), { reason: "As it came" })
      const startsAt = instantOf(friday, wish.start, actor.school.timeZone)
      const here = { startsAt, endsAt: startsAt + 45 * 60_000, roomId: idOf(wish.room) }
      const stays = listStays(actor, findTravel(actor), [helena], { startsAt, endsAt: here.endsAt })
      const isTaken = stays.some((one) => one.startsAt < here.endsAt && startsAt < one.endsAt)
      const isFar = stays.some((one) => isTooFar(findTravel(actor), here, one))
      const slot = {
        date: friday,
        startTime: wish.start,
        minutes: 45,
        teacherId: helena,
        roomId: here.roomId,
      }
      expect(checkSlot(actor, slot, []).ok).toBe(!isTaken && !isFar)
      const wished = { teacherId: helena, roomId: here.roomId, studentIds: [], minutes: 45, near: slot }
      for (const time of findFreeTimes(actor, wished))
        expect(checkSlot(actor, { ...slot, ...time }, []).ok).toBe(true)
      return { ok: true }
    })
  })
})

const stranded = () =>
  [...findStranded(actor)].map(([id, causes]) => `${titleOf(id)} ${causes.join()}`).sort()
const titleOf = (id: string) => findSession(actor, id)?.className
const sites = (barnSite: string, travelMinutes = 30) =>
  changeSites(actor, {
    travelMinutes,
    sites: { [hall]: "Main Street", [attic]: "main street", [barn]: barnSite },
  })
const sessionOf = (added: ReturnType<typeof add>) => {
  if (!added.ok) throw new Error(added.reason)
  return added.sessionId
}

test("lessons that a new site or more minutes leave without time for the way are to be settled", () => {
  sites("")
  add(duo, "15:00", attic)
  const late = sessionOf(add(duo, "17:10", barn))
  expect(stranded()).toEqual([])
  sites("Mill", 10)
  expect(stranded()).toEqual([])
  sites("Mill", 30)
  expect(stranded()).toEqual(["Choir site", "Duo site"])
  const page = findStrandedPage(actor, 1)
  const roomsOf = (title: string) =>
    page.lessons.find((lesson) => lesson.title === title)?.rooms.map(({ name }) => name)
  expect([roomsOf("Duo"), roomsOf("Choir")]).toEqual([["Attic", "Hall"], []])
  expect(page.lessons.flatMap(({ times }) => times).length).toBeGreaterThan(0)
  keepLessons(actor, [late], "They drive")
  expect(stranded()).toEqual([])
})

test("they are settled by a room at the same site, or another time, and found in the next four weeks only", () => {
  sites("")
  const late = sessionOf(add(duo, "17:10", barn))
  sites("Mill")
  const settled = settleStranded(actor, new Map([[late, { act: "room", id: attic }]]), "")
  expect(settled).toEqual({ ok: true, settled: 1, without: [] })
  expect(stranded()).toEqual([])
  const far = { date: "2027-01-08", minutes: 60 }
  sites("")
  addSession(actor, { classId: choir, startTime: "16:00", roomId: hall, ...far })
  addSession(actor, { classId: duo, startTime: "17:10", roomId: barn, ...far })
  sites("Mill")
  expect(stranded()).toEqual([])
  fixClock(testNow + 30 * 86_400_000)
  expect(stranded()).toEqual(["Choir site", "Duo site"])
})

test("whatever the times, those to settle are exactly those too near to another", () => {
  const starts = fc.uniqueArray(fc.integer({ min: 0, max: 12 }), { minLength: 1, maxLength: 4 })
  inHistories(
    25,
    starts,
    fc.integer({ min: 5, max: 120 }),
    fc.array(fc.boolean(), { minLength: 4, maxLength: 4 }),
    (hours, way, inBarn) => {
      rehearse(() => {
        sites("")
        const made = hours.flatMap((hour, index) => {
          const startTime = `${String(7 + hour).padStart(2, "0")}:00`
          const added = add(duo, startTime, inBarn[index] ? barn : attic)
          return added.ok ? [added.sessionId] : []
        })
        sites("Mill", way)
        const travel = findTravel(actor)
        const all = rowsOf(sessions, { schoolId: actor.school.id })
        const near = all.filter((one) =>
          all.some((other) => other.id !== one.id && isTooFar(travel, one, other)),
        )
        expect([...findStranded(actor).keys()].sort()).toEqual(near.map(({ id }) => id).sort())
        expect([...findStranded(actor, made).keys()].sort()).toEqual(
          near
            .map(({ id }) => id)
            .filter((id) => made.includes(id))
            .sort(),
        )
      })
    },
  )
})
