import { sqlite } from "db/client.server"
import fc from "fast-check"
import { beforeAll, expect, test } from "vitest"
import { fixClock } from "~/utils/clock.server"
import { addDays } from "~/utils/dates"
import { testNow, testToday } from "../../../../tests/support/clock"
import { inHistories, livesMany } from "../../../../tests/support/histories/count"
import { addClassRow, addRoomRow } from "../../../../tests/support/lessons"
import { openSchool } from "../../../../tests/support/school"
import { cancelSession, restoreSession } from "./cancel-session.server"
import { listClashPairs, listClashPairsOn } from "./clash-pairs.server"
import { addSession, moveSession } from "./move-session.server"
import { onDates } from "./session-list.server"

beforeAll(() => fixClock(testNow))

const acts = fc.array(
  fc.record({
    act: fc.constantFrom("add", "add", "move", "cancel", "restore"),
    which: fc.nat(7),
    // From the day before the week to the day after it, at night too: New York's evening is another day in UTC.
    day: fc.integer({ min: -1, max: 4 }),
    startTime: fc.constantFrom("00:00", "09:30", "18:00", "18:45", "19:15"),
    minutes: fc.constantFrom(60, 280, 600),
  }),
  { minLength: 6, maxLength: 16 },
)

test("what overlaps in a week, kept by day, is what a fresh read finds, after each write on any day", () => {
  let seen = 0
  inHistories(25, acts, (history) => {
    const { actor } = openSchool()
    const hall = addRoomRow(actor, "Hall")
    const choir = addClassRow(actor, { name: "Choir", kind: "group", capacity: 20 })
    const override = { reason: "Both are wanted" }
    const ids: string[] = []
    const check = (from: string, to: string) => {
      const sorted = (pairs: ReturnType<typeof listClashPairs>) =>
        pairs.map((pair) => JSON.stringify(pair)).sort()
      const pairs = sorted([...listClashPairsOn(actor, from, to)])
      expect(pairs).toEqual(sorted(listClashPairs(actor, onDates(from, to))))
      return pairs.length
    }
    for (const { act, which, day, startTime, minutes } of history) {
      const slot = {
        date: addDays(testToday, day + 1),
        startTime,
        minutes,
        teacherId: null,
        roomId: hall,
      }
      const id = ids[which % Math.max(1, ids.length)]
      if (act === "add" || !id) {
        const added = addSession(actor, { ...slot, classId: choir, override })
        if (added.ok) ids.push(added.sessionId)
      } else if (act === "move") moveSession(actor, id, { ...slot, override })
      else if (act === "cancel") cancelSession(actor, id, "Ill")
      else restoreSession(actor, id, override)
      // A clash that someone accepted is none: now it isn't accepted any more.
      sqlite().prepare("update bookings set override_reason = null where school_id = ?").run(actor.school.id)
      seen += check(testToday, addDays(testToday, 6))
      check(addDays(testToday, 2), addDays(testToday, 3))
    }
  })
  expect(seen).toBeGreaterThan(livesMany ? 10 : 0)
})
