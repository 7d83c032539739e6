import { beforeEach, expect, test } from "vitest"
import type { Actor } from "~/models/foundation/access/actor"
import { addClassRow, addRoomRow, addTeacherRow } from "../../../../tests/support/lessons"
import { openSchool, orFail } from "../../../../tests/support/school"
import { addClosure } from "../closure/add-closure.server"
import { addHours } from "../teacher-time/availability.server"
import { recordTimeOff } from "../teacher-time/time-off.server"
import { cancelSession, restoreSession } from "./cancel-session.server"
import { findFreeTimes } from "./free-times.server"
import { addSession, moveSession } from "./move-session.server"
import { keptIn } from "./session-form"
import { findSession } from "./session-list.server"
import { findSessionRow } from "./slot.server"
import { findStranded } from "./stranded-causes.server"

// Marcus teaches Thursdays from three to six; a lesson of his at seven, next Thursday in the Hall, is kept.

const thursday = "2026-11-26"
let actor: Actor
let marcus: string
let hall: string
let classId: string
let lesson: string

beforeEach(() => {
  actor = openSchool().actor
  marcus = addTeacherRow(actor, "Marcus Whitfield")
  hall = addRoomRow(actor, "Hall")
  addHours(actor, marcus, { weekday: 4, fromTime: "15:00", toTime: "18:00" })
  classId = addClassRow(actor, { name: "Guitar", teacherId: marcus, roomId: hall })
  lesson = add({ override: { reason: "He agreed" } })
})

const at = { date: thursday, startTime: "19:00", minutes: 30 }
function add(more: Partial<Parameters<typeof addSession>[1]> = {}) {
  return orFail(addSession(actor, { classId, ...at, ...more })).sessionId
}
const slot = (more: object = {}) => ({
  date: thursday,
  startTime: "19:00",
  teacherId: marcus,
  roomId: hall,
  ...more,
})
const stranded = () => findStranded(actor, [lesson]).get(lesson)

test("a lesson kept outside hours that is dragged away and back is kept as before", () => {
  const { keptReason = null, keptDespite = null } = findSessionRow(actor, lesson) ?? {}
  expect([keptReason, keptDespite]).toEqual(["He agreed", "hours"])
  expect(moveSession(actor, lesson, slot({ startTime: "16:00" })).ok).toBe(true)
  expect(moveSession(actor, lesson, slot()).ok).toBe(false)
  const form = new FormData()
  expect(keptIn(form)).toBeUndefined()
  form.set("back", `${keptDespite} mischief`)
  form.set("keptReason", keptReason ?? "")
  expect(moveSession(actor, lesson, slot(), { back: keptIn(form) }).ok).toBe(true)
  expect(findSessionRow(actor, lesson)).toMatchObject({ keptReason, keptDespite })
  expect(stranded()).toBeUndefined()
})

test("one that was to settle is to settle again once it is back", () => {
  const form = new FormData()
  form.set("back", "")
  expect(moveSession(actor, lesson, slot({ startTime: "16:00" })).ok).toBe(true)
  expect(moveSession(actor, lesson, slot(), { back: keptIn(form) }).ok).toBe(true)
  expect(stranded()).toEqual(["hours"])
})

test("put back, a lesson still meets no one else's", () => {
  expect(moveSession(actor, lesson, slot({ startTime: "16:00" })).ok).toBe(true)
  add({ override: { reason: "Another" } })
  const back = { keptReason: null, keptDespite: null }
  expect(moveSession(actor, lesson, slot(), { back })).toMatchObject({ ok: false, reason: "clash" })
})

test("a substitute takes a lesson whose room was booked twice with a reason; another room is asked about again", () => {
  const ana = addTeacherRow(actor, "Ana Lopez")
  const ben = addTeacherRow(actor, "Ben Reed")
  const duo = addClassRow(actor, { name: "Duo", teacherId: ana, roomId: hall })
  const added = orFail(addSession(actor, { classId: duo, ...at, override: { reason: "A large hall" } }))
  expect(moveSession(actor, added.sessionId, slot({ teacherId: ben })).ok).toBe(true)
  expect(findSession(actor, added.sessionId)).toMatchObject({ teacherId: ben, clash: null })
  expect(moveSession(actor, added.sessionId, slot({ teacherId: ana, startTime: "19:15" })).ok).toBe(false)
  expect(moveSession(actor, added.sessionId, slot()).ok).toBe(false)
})

test("restored onto a closed day with a reason, a lesson is settled", () => {
  expect(cancelSession(actor, lesson, "Flood").ok).toBe(true)
  expect(addClosure(actor, { name: "Storm", startsOn: thursday, endsOn: thursday }).ok).toBe(true)
  expect(restoreSession(actor, lesson)).toMatchObject({ ok: false, reason: "clash" })
  expect(restoreSession(actor, lesson, { reason: "The hall is open" })).toEqual({ ok: true })
  expect(stranded()).toBeUndefined()
})

test("leave for a part of a day leaves the rest of it on offer", () => {
  const wish = { teacherId: marcus, roomId: null, studentIds: [], minutes: 30 }
  const off = { startsOn: thursday, endsOn: thursday, fromTime: "17:00", toTime: "18:00", reason: null }
  expect(recordTimeOff(actor, marcus, off).ok).toBe(true)
  const offered = (startTime: string) =>
    findFreeTimes(actor, { ...wish, near: { date: thursday, startTime } })
      .filter(({ date }) => date === thursday)
      .map((time) => time.startTime)
  expect(offered("16:30")).toEqual(["16:30"])
  expect(offered("16:45")).toEqual([])
})
