import { sqlite } from "db/client.server"
import fc from "fast-check"
import { beforeAll, expect, test } from "vitest"
import { fixClock, now } from "~/utils/clock.server"
import { testNow } from "../../../../tests/support/clock"
import { histories, inHistories, livesMany } from "../../../../tests/support/histories/count"
import { fillSchool } from "../../../../tests/support/large-school"
import { openSchool } from "../../../../tests/support/school"
import type { Actor } from "../../foundation/access/actor"
import { rehearse } from "../../foundation/access/rehearse.server"
import { findNextSessions, listComing } from "./next-session.server"

// Fifty students with two teachers and three weeks ahead; a second school has the same, which none of the answers holds.

let actor: Actor
beforeAll(() => {
  actor = openSchool().actor
  fillSchool(actor, { students: 50, weeksPast: 1, weeksAhead: 3 })
  fillSchool(openSchool({ name: "Crescendo" }).actor, { students: 50, weeksPast: 1, weeksAhead: 3 }, "other-")
})

type Planned = { sessionId: string; classId: string; teacherId: string; localDate: string; startTime: string }

/** Everything planned from now on, earliest first. */
const listPlanned = () =>
  sqlite()
    .prepare(
      `select id as sessionId, class_id as classId, teacher_id as teacherId, local_date as localDate, start_time as startTime
       from sessions where school_id = ? and state = 'planned' and starts_at >= unixepoch('2026-11-18 20:10:00') * 1000
       order by starts_at`,
    )
    .all(actor.school.id) as Planned[]

/** Runs what only this attempt changes. */
const attempt = (changes: () => void) => rehearse(changes)

const students = Array.from({ length: 50 }, (_, index) => `student-${index + 1}`)
const classOf = (studentId: string) => studentId.replace("student", "class")

test("each student's next lesson is the earliest planned one, whichever are canceled", () => {
  const some = fc.uniqueArray(fc.nat(199), { maxLength: 150 })
  inHistories(40, some, fc.subarray(students), (canceled, ids) =>
    attempt(() => {
      const all = listPlanned()
      const cancel = sqlite().prepare(
        "update sessions set state = 'cancelled' where school_id = ? and id = ?",
      )
      for (const index of canceled) cancel.run(actor.school.id, all[index % all.length]?.sessionId)
      const planned = listPlanned()
      const expected = ids.flatMap((id) => {
        const next = planned.find(({ classId }) => classId === classOf(id))
        if (!next) return []
        const { sessionId, localDate, startTime } = next
        return [[id, { sessionId, localDate, startTime }]]
      })
      expect([...findNextSessions(actor, { resource: "student", ids })]).toEqual(expected)
    }),
  )
})

test("a teacher's next lesson is their own, and a student's may be asked for of one teacher or class", () => {
  const planned = listPlanned()
  const firstOf = (teacherId: string) => planned.find((each) => each.teacherId === teacherId)?.sessionId
  const teachers = findNextSessions(actor, { resource: "teacher", ids: ["teacher-1", "teacher-2"] })
  expect(teachers.get("teacher-1")?.sessionId).toBe(firstOf("teacher-1"))
  expect(teachers.get("teacher-2")?.sessionId).toBe(firstOf("teacher-2"))

  const ids = ["student-1", "student-50"]
  const ofTeacher = findNextSessions(actor, { resource: "student", ids, teacherId: "teacher-1" })
  expect([...ofTeacher.keys()]).toEqual(["student-1"])
  const ofClass = findNextSessions(actor, { resource: "student", ids, classId: "class-50" })
  expect([...ofClass.keys()]).toEqual(["student-50"])
})

test("nothing of another school is found, and no one twice", () => {
  expect(findNextSessions(actor, { resource: "student", ids: ["other-student-1"] }).size).toBe(0)
  expect(findNextSessions(actor, { resource: "student", ids: ["student-1", "student-1"] }).size).toBe(1)
  expect(findNextSessions(actor, { resource: "student", ids: [] }).size).toBe(0)
})

const oneOf = (table: string) => `where rowid = (select rowid from ${table} where school_id = @school
  limit 1 offset @at % (select count(*) from ${table} where school_id = @school))`

const acts = {
  canceled: `update sessions set state = iif(state = 'planned', 'cancelled', 'planned') ${oneOf("sessions")}`,
  moved: `update sessions set local_date = date(local_date, '+9 days'), starts_at = starts_at + 777600000,
    ends_at = ends_at + 777600000 ${oneOf("sessions")}`,
  booked: `update bookings set starts_at = starts_at + @n * 3600000, ends_at = ends_at + @n * 3600000 ${oneOf("bookings")}`,
  freed: `delete from bookings ${oneOf("bookings")}`,
  stopped: `update sessions set state = 'cancelled' where school_id = @school and local_date > '2026-11-18'
    and substr(class_id, 7) % 7 = abs(@n) % 7`,
}

/** Everyone with a planned lesson from an instant on, looked for one by one. */
const listBooked = (from: number) =>
  sqlite()
    .prepare(
      `select id from students p where school_id = @school and exists (select 1 from bookings b
         join sessions s on s.school_id = b.school_id and s.id = b.session_id and s.state = 'planned'
         where b.school_id = p.school_id and b.resource = 'student' and b.resource_id = p.id and b.starts_at >= @from)`,
    )
    .pluck()
    .all({ school: actor.school.id, from: BigInt(from) }) as string[]

test("over any history those have a lesson coming who have one when each is looked for", () => {
  const act = fc.record({
    name: fc.constantFrom(...(Object.keys(acts) as (keyof typeof acts)[])),
    at: fc.nat(1000),
    n: fc.integer({ min: -60, max: 60 }),
  })
  const history = fc.array(fc.oneof({ weight: 4, arbitrary: act }, fc.nat(6000)), {
    minLength: 1,
    maxLength: 12,
  })
  const found = new Set<number>()
  sqlite().pragma("foreign_keys = off")
  fc.assert(
    fc.property(history, (all) =>
      attempt(() => {
        fixClock(testNow)
        for (const each of all) {
          if (typeof each === "number") fixClock(now() + each * 60_000)
          else write(each)
          for (const from of [now(), now() - 40 * 86_400_000, now() + 9 * 86_400_000]) {
            const coming = listComing(actor, from)
            expect(students.filter((id) => coming.has(id)).sort()).toEqual(listBooked(from).sort())
            found.add(coming.size)
          }
        }
      }),
    ),
    // So many always leave twenty different numbers of students with a lesson coming.
    { numRuns: histories(200) },
  )
  sqlite().pragma("foreign_keys = on")
  fixClock(testNow)
  expect(found.size).toBeGreaterThan(livesMany ? 10 : 2)
})

function write({ name, at, n }: { name: keyof typeof acts; at: number; n: number }) {
  const values = Object.entries({ school: actor.school.id, at: BigInt(at), n: BigInt(n) })
  const used = values.filter(([key]) => acts[name].includes(`@${key}`))
  sqlite().prepare(acts[name]).run(Object.fromEntries(used))
}
