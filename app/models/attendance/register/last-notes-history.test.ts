import { db, sqlite } from "db/client.server"
import { notes } from "db/schema/attendance"
import { sessions } from "db/schema/teaching-sessions"
import { and, asc, eq, inArray, lte } from "drizzle-orm"
import fc from "fast-check"
import { beforeAll, expect, test } from "vitest"
import type { Actor } from "~/models/foundation/access/actor"
import { joined, own } from "~/models/foundation/access/own.server"
import { addDays } from "~/utils/dates"
import { testToday } from "../../../../tests/support/clock"
import { inHistories } from "../../../../tests/support/histories/count"
import { fillSchool } from "../../../../tests/support/large-school"
import { openSchool, rowsOf } from "../../../../tests/support/school"
import { listLastNotes } from "./student-notes.server"

// What a teacher's day says of earlier lessons is what reading all notes says.

let actor: Actor
beforeAll(() => {
  fillSchool(openSchool().actor, { students: 10, weeksPast: 4, weeksAhead: 1 }, "other-")
  actor = openSchool().actor
  fillSchool(actor, { students: 24, weeksPast: 8, weeksAhead: 1 })
})

/** Every shared note up to the day, of which the later one stays. */
function lastNotesOfAll(lessons: { id: string; classId: string }[], day: string) {
  const rows = db()
    .select({ id: sessions.id, classId: sessions.classId, body: notes.body, on: sessions.localDate })
    .from(sessions)
    .innerJoin(notes, joined(sessions, notes.sessionId))
    .where(
      and(
        own(actor, sessions),
        inArray(
          sessions.classId,
          lessons.map(({ classId }) => classId),
        ),
        lte(sessions.localDate, day),
        eq(notes.visibility, "shared"),
      ),
    )
    .orderBy(asc(sessions.originalDate), asc(sessions.originalStartTime), asc(sessions.sequence))
    .all()
  const note = ({ body, on }: { body: string; on: string }) => ({ body, on })
  const earlier = new Map(rows.filter(({ on }) => on < day).map((row) => [row.classId, note(row)]))
  const ofLesson = new Map(rows.map((row) => [row.id, note(row)]))
  return new Map(
    lessons.flatMap(({ id, classId }) => {
      const found = ofLesson.get(id) ?? earlier.get(classId)
      return found ? [[id, found] as const] : []
    }),
  )
}

const anyNote = fc.record({
  session: fc.nat(1000),
  visibility: fc.constantFrom("shared", "shared", "private"),
  movedBy: fc.constantFrom(0, 0, 0, -9, 9),
})

function write({
  session,
  visibility,
  movedBy,
}: typeof anyNote extends fc.Arbitrary<infer One> ? One : never) {
  const all = rowsOf(sessions, own(actor, sessions), { only: ["id"] })
  const id = all[session % all.length]?.id
  sqlite()
    .prepare(`insert into notes (school_id, id, created_at, session_id, visibility, body) values (?, ?, 1, ?, ?, ?)
      on conflict do update set body = excluded.body || ' again'`)
    .run(actor.school.id, `${id} ${visibility}`, id, visibility, `${visibility} of ${id}`)
  sqlite()
    .prepare("update sessions set local_date = date(local_date, ? || ' days') where school_id = ? and id = ?")
    .run(movedBy, actor.school.id, id)
}

test("over any history the note beside a lesson is its own, else the last of its class", () => {
  inHistories(
    60,
    fc.array(anyNote, { minLength: 1, maxLength: 20 }),
    fc.integer({ min: -30, max: 7 }),
    (all, ahead) => {
      for (const each of all) write(each)
      const day = addDays(testToday, ahead)
      const lessons = rowsOf(sessions, and(own(actor, sessions), eq(sessions.localDate, day)), {
        only: ["id", "classId"],
      })
      expect(listLastNotes(actor, lessons, day)).toEqual(lastNotesOfAll(lessons, day))
    },
  )
})
