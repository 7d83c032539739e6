import { sqlite } from "db/client.server"
import fc from "fast-check"
import { beforeAll, expect, test } from "vitest"
import { fillSchool } from "../../../../tests/support/large-school"
import { openSchool } from "../../../../tests/support/school"
import type { Actor } from "../../foundation/access/actor"
import { findNextSessions } from "./next-session.server"

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
function attempt(changes: () => void) {
  sqlite().exec("savepoint attempt")
  try {
    changes()
  } finally {
    sqlite().exec("rollback to attempt")
    sqlite().exec("release attempt")
  }
}

const students = Array.from({ length: 50 }, (_, index) => `student-${index + 1}`)
const classOf = (studentId: string) => studentId.replace("student", "class")

test("each student's next lesson is the earliest planned one, whichever are canceled", () => {
  const some = fc.uniqueArray(fc.nat(199), { maxLength: 150 })
  fc.assert(
    fc.property(some, fc.subarray(students), (canceled, ids) =>
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
    ),
    { numRuns: 40 },
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
