import { sqlite } from "db/client.server"
import { seats } from "db/schema/teaching-sessions"
import { eq } from "drizzle-orm"
import { expect, test } from "vitest"
import { add, remove } from "~/models/foundation/access/door.server"
import { fixClock } from "~/utils/clock.server"
import { testNow } from "../../../../tests/support/clock"
import { fillSchool } from "../../../../tests/support/large-school"
import { addStudentRow } from "../../../../tests/support/lessons"
import { openSchool } from "../../../../tests/support/school"
import { countClosed, previewClosure } from "./preview-closure.server"

test("a closure's families are counted once, however many of its days they have lessons on", async () => {
  fixClock(testNow)
  const { actor } = openSchool()
  fillSchool(actor, { students: 24, weeksPast: 2, weeksAhead: 3 })
  // A second lesson of the first student, on another day of that week.
  sqlite()
    .prepare(
      `update sessions set local_date = '2026-11-27' where school_id = ? and local_date between '2026-11-23' and '2026-11-26'
        and class_id in ('class-2', 'class-4', 'class-7')`,
    )
    .run(actor.school.id)
  const week = { startsOn: "2026-11-23", endsOn: "2026-11-29" }
  const preview = await previewClosure(actor, week)
  expect(preview).toMatchObject(await countClosed(actor, week))
  expect([preview.lessons, preview.families]).toEqual([24, 12])
  // Who would make up a lesson there is told, too.
  const sessionId = sqlite()
    .prepare("select min(id) from sessions where school_id = ? and local_date = '2026-11-27'")
    .pluck()
    .get(actor.school.id) as string
  add(actor, seats, { sessionId, studentId: addStudentRow(actor, "Otis", "Haddad"), kind: "make_up" })
  expect((await previewClosure(actor, week)).families).toBe(13)
  remove(actor, seats, eq(seats.sessionId, sessionId))

  const one = ["2026-11-27"]
  const direct = sqlite()
    .prepare(
      `select count(distinct p.family_id) from sessions x
        join enrollments e on e.school_id = x.school_id and e.class_id = x.class_id
        join students p on p.school_id = e.school_id and p.id = e.student_id
        where x.school_id = ? and x.local_date = '2026-11-27' and x.starts_at > ?`,
    )
    .pluck()
  const noon = BigInt(Date.parse("2026-11-27T20:00:00Z"))
  expect((await previewClosure(actor, { dates: one })).families).toBe(direct.get(actor.school.id, 0n))
  expect((await previewClosure(actor, { dates: one, after: Number(noon) })).families).toBe(
    direct.get(actor.school.id, noon),
  )
})
