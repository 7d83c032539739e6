import { sqlite } from "db/client.server"
import { sessions } from "db/schema/teaching-sessions"
import { watchStatements } from "db/statement-times.server"
import { beforeEach, expect, test } from "vitest"
import { changeRoomBuffers } from "~/models/accounts/school/room-buffers.server"
import { changeSites } from "~/models/accounts/school/sites.server"
import type { Actor } from "~/models/foundation/access/actor"
import { addClassRow, addRoomRow, addScheduleRow, addTeacherRow } from "../../../../tests/support/lessons"
import { changeRows, openSchool, rowsOf } from "../../../../tests/support/school"
import { addHours } from "../teacher-time/availability.server"
import { recordTimeOff } from "../teacher-time/time-off.server"
import { makeSessions } from "./make-sessions.server"
import { addSession } from "./move-session.server"
import { listUnsettled } from "./settle-clashes.server"

// Helena's choir is in the Hall on Fridays from 4 to 5 PM, from November 20, 2026. The Barn is 30 minutes away, the Hall stays
// empty for 15 minutes between two lessons, and Helena teaches on Fridays from 3 to 9 PM.

let actor: Actor
let [helena, hall, barn, choir] = ["", "", "", ""]

beforeEach(() => {
  actor = openSchool().actor
  helena = addTeacherRow(actor, "Helena Novak")
  hall = addRoomRow(actor, "Hall")
  barn = addRoomRow(actor, "Barn")
  choir = addClassRow(actor, { name: "Choir", kind: "group", capacity: 20, teacherId: helena, roomId: hall })
  changeSites(actor, { travelMinutes: 30, sites: { [hall]: "Main Street", [barn]: "Mill" } })
  changeRoomBuffers(actor, { minutes: 15, ofRooms: { [barn]: 0 } })
  const rule = { rrule: "FREQ=WEEKLY;BYDAY=FR", startsOn: "2026-11-20", startTime: "16:00", minutes: 60 }
  makeSessions(actor, addScheduleRow(actor, choir, rule), "2027-12-31")
})

const lessons = () => rowsOf(sessions, { schoolId: actor.school.id, classId: choir }, { by: "startsAt" })

function other(
  name: string,
  date: string,
  startTime: string,
  where: { roomId?: string; teacherId?: string },
) {
  const classId = addClassRow(actor, { name, kind: "group", capacity: 5, ...where })
  const override = { reason: "To be asked about" }
  expect(addSession(actor, { classId, date, startTime, minutes: 30, override, ...where }).ok).toBe(true)
}

function countedStatements(run: () => void): number {
  // What was read for another count isn't known any more.
  sqlite().exec("update outcomes set label = label")
  let statements = 0
  watchStatements(() => {
    statements += 1
  })
  try {
    run()
  } finally {
    watchStatements(() => undefined)
  }
  return statements
}

test("lessons asked together are those that each would be alone, in as many statements as two", () => {
  makeSessions(
    actor,
    addScheduleRow(actor, addClassRow(actor, { name: "Trio", kind: "group", teacherId: helena }), {
      ...{ rrule: "FREQ=WEEKLY;INTERVAL=5;BYDAY=FR", startsOn: "2026-11-27", startTime: "16:30" },
    }),
    "2027-12-31",
  )
  other("Duo", "2026-12-04", "17:15", { teacherId: helena, roomId: barn })
  other("Band", "2026-12-11", "17:10", { roomId: hall })
  recordTimeOff(actor, helena, { startsOn: "2026-12-18", endsOn: "2026-12-18", reason: null })
  addHours(actor, helena, { weekday: 5, fromTime: "15:00", toTime: "21:00" })
  const all = lessons()
  changeRows(sessions, { id: all[6]?.id ?? "" }, { startTime: "14:00" })
  const ids = all.map(({ id }) => id)
  expect(ids.length).toBeGreaterThan(50)
  const together = listUnsettled(actor, ids)
  expect(together).toEqual(ids.filter((id) => listUnsettled(actor, [id]).length > 0))
  expect(together.slice(0, 6)).toEqual([1, 2, 3, 4, 6, 11].map((nth) => ids[nth]))
  const two = countedStatements(() => listUnsettled(actor, ids.slice(0, 2)))
  expect(countedStatements(() => listUnsettled(actor, ids))).toBe(two)
})
