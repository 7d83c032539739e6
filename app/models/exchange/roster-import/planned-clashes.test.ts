import { sqlite } from "db/client.server"
import { beforeEach, expect, test } from "vitest"
import type { Actor } from "~/models/foundation/access/actor"
import { addTeacher } from "~/models/people/teacher/teacher.server"
import { addClass } from "~/models/teaching/class/class.server"
import { enroll } from "~/models/teaching/class/enroll.server"
import { addSchedule } from "~/models/teaching/class/schedule.server"
import { makeSessions } from "~/models/teaching/session/make-sessions.server"
import { fixClock } from "~/utils/clock.server"
import { atOnce } from "~/utils/in-turns"
import { testNow } from "../../../../tests/support/clock"
import { addClosureRow, addStudentRow } from "../../../../tests/support/lessons"
import { fingerprintOf, listOf, upload } from "../../../../tests/support/long-import"
import { openSchool, orFail } from "../../../../tests/support/school"
import { describePlan } from "./dry-run"
import { planImport } from "./plan-import.server"
import { findPlannedClashes } from "./planned-lessons.server"
import { runImport } from "./run-import.server"

// Lessons of a teacher that overlap, named before the import, as many as are counted after it.

beforeEach(() => fixClock(testNow))

function check(actor: Actor, importId: string) {
  const planned = planImport(actor, importId)
  if (!planned) throw new Error("no plan")
  const { roster, plan } = planned
  const clashes = atOnce(findPlannedClashes(actor, plan, roster.options.lessonsFrom))
  return { clashes, run: describePlan(roster, plan, { problems: 1, perhapsKnown: 1 }, clashes.named) }
}

function clashesMade(actor: Actor, importId: string): number {
  return orFail(runImport(actor, importId, fingerprintOf(actor, importId))).summary.clashes
}

/** Ingrid teaches Freya on Mondays at 4:15 PM. */
function withIngrid() {
  const { actor } = openSchool()
  const ingrid = addTeacher(actor, { name: "Ingrid Solheim" })
  const studentId = addStudentRow(actor, "Freya", "Okafor")
  const teacherId = ingrid.ok ? ingrid.teacherId : null
  const classId = addClass(actor, {
    name: "Freya Okafor, violin",
    kind: "private",
    instrument: "Violin",
    teacherId,
    capacity: 1,
    price: null,
  })
  enroll(actor, { classId, studentId, startsOn: "2026-11-01" })
  const weekly = { weekdays: [1 as const], startTime: "16:15", minutes: 30, startsOn: "2026-11-01" }
  makeSessions(actor, addSchedule(actor, classId, weekly), "2027-02-10")
  return actor
}

const heading = "First Name,Last Name,Instrument,Teacher,Lesson Day,Lesson Time,Duration,Start Date"
const rosterOf = (...rows: string[]) => [heading, ...rows].join("\n")

test("with lessons of the school and with each other, one row each, as many as the import then counts", () => {
  const actor = withIngrid()
  addClosureRow(actor, "2026-12-21", "2027-01-03")
  const importId = upload(
    actor,
    rosterOf(
      "Amara,Novak,piano,Ingrid Solheim,Monday,16:00,30,",
      "Bo,Novak,piano,Ingrid Solheim,Monday,16:45,30,",
      "Cy,Novak,piano,Ingrid Solheim,Monday,17:00,30,2026-12-07",
      "Dee,Novak,piano,Ivo Berg,Monday,16:00,30,",
      "Eli,Novak,piano,Ivo Berg,Monday,16:15,30,",
    ),
  )
  const { clashes, run } = check(actor, importId)
  expect(clashes.classes.rows).toEqual([
    {
      key: "class-1",
      name: "Amara Novak, piano",
      when: "Mondays 4:00 PM, 30 min",
      overlaps: "Ingrid Solheim teaches Freya Okafor at 4:15 PM.",
      first: "2026-11-23",
      lessons: 10,
    },
    {
      key: "class-3",
      name: "Cy Novak, piano",
      when: "Mondays 5:00 PM, 30 min",
      overlaps: "Ingrid Solheim teaches Bo Novak, piano at 4:45 PM (row 3).",
      first: "2026-12-07",
      lessons: 8,
    },
    {
      key: "class-5",
      name: "Eli Novak, piano",
      when: "Mondays 4:15 PM, 30 min",
      overlaps: "Ivo Berg teaches Dee Novak, piano at 4:00 PM (row 5).",
      first: "2026-11-23",
      lessons: 10,
    },
  ])
  expect(run.warnings.map(({ message }) => message).join()).not.toContain("two lessons at once")
  expect(clashes.lessons).toBe(28)
  expect(clashesMade(actor, importId)).toBe(28)
})

test("not where they only touch, nor where the office accepted the other one with a reason", () => {
  const actor = withIngrid()
  sqlite().prepare("update bookings set override_reason = 'duet' where school_id = ?").run(actor.school.id)
  const importId = upload(
    actor,
    rosterOf(
      "Amara,Novak,piano,Ingrid Solheim,Monday,16:00,30,",
      "Bo,Novak,piano,Ingrid Solheim,Monday,16:30,30,",
    ),
  )
  expect(check(actor, importId).clashes).toMatchObject({ lessons: 0, classes: { rows: [], total: 0 } })
  expect(clashesMade(actor, importId)).toBe(0)
})

test("of a long list, with every lesson at the same times, in a turn for each lesson", () => {
  const { actor } = openSchool()
  sqlite().prepare("update subscriptions set plan = 'professional' where school_id = ?").run(actor.school.id)
  const planned = planImport(actor, upload(actor, listOf(5000)))
  if (!planned) throw new Error("no plan")
  const work = findPlannedClashes(actor, planned.plan, planned.roster.options.lessonsFrom)
  let turns = 0
  let step = work.next()
  for (; !step.done; step = work.next()) turns += 1
  expect(step.value).toMatchObject({ classes: { total: 5000 - 45 } })
  expect(step.value.classes.rows).toHaveLength(100)
  // A turn is a lesson looked up among those of its day.
  expect(turns).toBeGreaterThan(5000 * 12)
})
