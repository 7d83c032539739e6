import { sqlite } from "db/client.server"
import fc from "fast-check"
import { beforeAll, expect, test } from "vitest"
import { changeOpening } from "~/models/accounts/school/opening.server"
import type { Actor } from "~/models/foundation/access/actor"
import { fixClock, now } from "~/utils/clock.server"
import { addDays } from "~/utils/dates"
import { testNow } from "../../../../tests/support/clock"
import { histories, livesMany } from "../../../../tests/support/histories/count"
import { fillSchool } from "../../../../tests/support/large-school"
import { addRoomRow } from "../../../../tests/support/lessons"
import { anyWrite, forget, tryTo } from "../../../../tests/support/random-writes"
import { openSchool } from "../../../../tests/support/school"
import { changeRoom } from "../room/room-facts.server"
import { addHours } from "../teacher-time/availability.server"
import { recordTimeOff } from "../teacher-time/time-off.server"
import { findFreeTimes } from "./free-times.server"

// Whatever is written, the free times that are kept are those of a read in which nothing is.

let actor: Actor
let roomIds: string[]
let teacherIds: string[]
beforeAll(() => {
  fixClock(testNow)
  actor = openSchool().actor
  fillSchool(actor, { students: 24, weeksPast: 4, weeksAhead: 5 })
  for (const name of ["Attic", "Hall"]) addRoomRow(actor, name)
  roomIds = idsIn("rooms")
  teacherIds = idsIn("teachers")
})

const idsIn = (table: "rooms" | "teachers") =>
  sqlite()
    .prepare(`select id from ${table} where school_id = ? order by id`)
    .pluck()
    .all(actor.school.id) as string[]

const friday = "2026-11-20"

/** Several wishes, so that each is kept beside others. */
const offered = () => {
  const [one = "", two = one] = teacherIds
  return [
    { teacherId: one, roomId: roomIds[0] ?? null, studentIds: ["student-1", "student-2"] },
    { teacherId: two, coTeacherIds: [one], roomId: roomIds[0] ?? null, studentIds: [] },
    // a room that was archived: all others are tried, those of the teacher first
    { teacherId: one, roomId: "archived", studentIds: ["student-1", "student-2"] },
    { teacherId: one, roomId: null, studentIds: ["student-3"], exceptSessionId: "session-1" },
  ].flatMap((wish) =>
    [friday, "2026-11-18"].map((date) =>
      findFreeTimes(actor, { ...wish, minutes: 45, near: { date, startTime: "16:20" } }),
    ),
  )
}

const tables = [
  "bookings",
  "sessions",
  "rooms",
  "closures",
  "teachers",
  "teacher_availability",
  "schools",
  "time_off",
]
const act = fc.oneof(
  { weight: 1, arbitrary: anyWrite.filter(({ table }) => tables.includes(table)) },
  {
    weight: 3,
    arbitrary: fc.record({
      table: fc.constantFrom("clock", "opening", "facts", "leave", "hours", "taken"),
      row: fc.nat(1000),
      n: fc.integer({ min: 1, max: 100 }),
    }),
  },
)
type Act = typeof act extends fc.Arbitrary<infer One> ? One : never

function carryOut({ table, row, n }: Act) {
  const teacherId = teacherIds[row % teacherIds.length] ?? ""
  const date = addDays(friday, (n % 4) - 1)
  if (table === "clock") fixClock(now() + row * 60_000)
  else if (table === "opening")
    changeOpening(actor, {
      openDays: n % 3 ? ["1", "2", "3", "4", "5"] : [],
      opensAt: n % 2 ? "09:00" : "13:00",
      closesAt: row % 2 ? "18:00" : "21:00",
    })
  else if (table === "facts")
    changeRoom(actor, roomIds[row % roomIds.length] ?? "", {
      name: sqlite()
        .prepare("select name from rooms where id = ?")
        .pluck()
        .get(roomIds[row % roomIds.length]) as string,
      fits: n % 3 ? (n % 4) + 1 : null,
      teacherId: n % 2 ? teacherId : null,
    })
  else if (table === "leave")
    recordTimeOff(actor, teacherId, {
      startsOn: date,
      endsOn: date,
      fromTime: n % 2 ? "16:00" : null,
      reason: null,
    })
  else if (table === "hours")
    addHours(actor, teacherId, {
      weekday: (1 + (n % 5)) as 1,
      fromTime: "14:00",
      toTime: n % 2 ? "18:00" : "20:00",
    })
  else if (table === "taken")
    sqlite()
      .prepare(
        `update bookings set starts_at = @at, ends_at = @at + 2700000
         where rowid = (select rowid from bookings where school_id = @school limit 1 offset @row)`,
      )
      .run({
        school: actor.school.id,
        row: BigInt(row % 200),
        at: BigInt(Date.parse(`${friday}T20:00:00Z`) + (n % 8) * 900_000),
      })
  else tryTo(actor, { table, row, n } as Parameters<typeof tryTo>[1])
}

test("over any history the free times that are kept are what reading them again says", () => {
  let [different, compared] = [0, 0]
  fc.assert(
    fc.property(fc.array(act, { minLength: 1, maxLength: 3 }), (history) => {
      fixClock(testNow)
      sqlite().exec("delete from time_off; delete from closures")
      // A school that an earlier history has closed offers nothing, whatever is written.
      changeOpening(actor, { openDays: ["1", "2", "3", "4", "5"], opensAt: "09:00", closesAt: "21:00" })
      const first = JSON.stringify(offered())
      for (const each of history) carryOut(each)
      const kept = offered()
      forget()
      expect(kept).toEqual(offered())
      compared += 1
      if (JSON.stringify(kept) !== first) different += 1
    }),
    { numRuns: histories(150) },
  )
  // Many writes change what is offered, so that what is compared says something.
  expect(different).toBeGreaterThan(livesMany ? compared / 4 : 0)
})
