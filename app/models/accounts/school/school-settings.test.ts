import { bookings, sessions } from "db/schema/teaching-sessions"
import { and, eq } from "drizzle-orm"
import fc from "fast-check"
import { expect, test } from "vitest"
import { newRow, own } from "~/models/foundation/access/own.server"
import { addDays } from "~/utils/dates"
import { instantOf } from "~/utils/zones"
import { inHistories } from "../../../../tests/support/histories/count"
import { addSessionRow, addTeacherRow, openClass } from "../../../../tests/support/lessons"
import { addRows, changeRows, openSchool, removeRows, rowsOf } from "../../../../tests/support/school"
import { keepWallClock } from "./school-settings.server"

const zones = [
  "America/New_York",
  "Europe/Berlin",
  "Asia/Kolkata",
  "Australia/Lord_Howe",
  "Pacific/Apia",
  "UTC",
]
const time = (minute: number) =>
  `${String(Math.floor(minute / 60)).padStart(2, "0")}:${String(minute % 60).padStart(2, "0")}`

test("a new zone gives each open lesson and what it books the instant of its own wall clock, across changes of clocks", () => {
  inHistories(
    60,
    fc.constantFrom(...zones),
    fc.constantFrom(...zones),
    fc.array(fc.record({ day: fc.nat(400), minute: fc.nat(1439), isTaken: fc.boolean() }), {
      minLength: 1,
      maxLength: 12,
    }),
    (from, to, lessons) => {
      const { actor } = openSchool({ timeZone: from })
      const teacherId = addTeacherRow(actor, "Marcus Whitfield")
      const { classId } = openClass(actor, { pupils: ["Otis Haddad"] })
      const made = lessons.map(({ day, minute, isTaken }, sequence) => {
        const [date, startTime] = [addDays("2026-01-05", day), time(minute)]
        const id = addSessionRow(actor, classId, date, { teacherId, startTime, sequence })
        const startsAt = instantOf(date, startTime, from)
        const times = { startsAt, endsAt: startsAt + 30 * 60_000 }
        changeRows(sessions, own(actor, sessions, id), {
          ...times,
          startTime,
          minutes: 30,
          registerTakenAt: isTaken ? 1 : null,
        })
        removeRows(bookings, and(own(actor, bookings), eq(bookings.sessionId, id)))
        addRows(bookings, {
          ...newRow(actor),
          sessionId: id,
          resource: "teacher",
          resourceId: teacherId,
          ...times,
        })
        return { id, date, startTime, isTaken }
      })
      const open = made.filter(({ isTaken }) => !isTaken).length
      expect(keepWallClock(actor, { from, to })).toBe(open)
      for (const { id, date, startTime, isTaken } of made) {
        const startsAt = instantOf(date, startTime, isTaken ? from : to)
        const times = { startsAt, endsAt: startsAt + 30 * 60_000 }
        const session = rowsOf(sessions, own(actor, sessions, id), { only: ["startsAt", "endsAt"] })[0]
        const booked = rowsOf(bookings, and(own(actor, bookings), eq(bookings.sessionId, id)), {
          only: ["startsAt", "endsAt"],
        })
        expect([session, booked]).toEqual([times, [times]])
      }
    },
  )
})
