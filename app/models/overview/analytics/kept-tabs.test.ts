import { sqlite } from "db/client.server"
import fc from "fast-check"
import { beforeAll, expect, test } from "vitest"
import type { Actor } from "~/models/foundation/access/actor"
import { fixClock, now } from "~/utils/clock.server"
import { askedOfAnalytics as asked, seesAll as sees } from "../../../../tests/support/analytics"
import { testNow } from "../../../../tests/support/clock"
import { histories, livesMany } from "../../../../tests/support/histories/count"
import { fillSchool } from "../../../../tests/support/large-school"
import { anyWrite, forget, tryTo } from "../../../../tests/support/random-writes"
import { openSchool } from "../../../../tests/support/school"
import { readDashboard } from "../dashboard/dashboard.server"
import { keepNextTaught } from "../taught/keep-taught.server"
import { findAheadFigures, findMoneyFigures, findTeachingFigures } from "./tab-figures.server"

// Whatever is written, and however many days have their sums, the tabs and the dashboard say what they
// say where nothing is kept.

let actor: Actor
beforeAll(() => {
  fixClock(testNow)
  fillSchool(openSchool().actor, { students: 10, weeksPast: 4, weeksAhead: 1 }, "other-")
  actor = openSchool().actor
  fillSchool(actor, { students: 24, weeksPast: 12, weeksAhead: 5 })
})

const queries = [asked, { ...asked, months: 12, teacher: "teacher-1" }, { ...asked, instrument: "Oboe" }]
const figures = () => [
  readDashboard(actor),
  ...queries.map((query) => [
    findAheadFigures(actor, query, sees),
    findMoneyFigures(actor, query, sees),
    findTeachingFigures(actor, query, sees),
  ]),
]

const act = fc.oneof(
  { weight: 8, arbitrary: anyWrite },
  fc.record({ table: fc.constant("sums" as const), row: fc.nat(60) }),
  fc.record({ table: fc.constant("clock" as const), row: fc.nat(2000) }),
  fc.record({ table: fc.constant("missed" as const), row: fc.nat(23) }),
  fc.record({ table: fc.constant("coming" as const), row: fc.nat(23) }),
)

/** Of one student: all lessons were missed, or attended; or no lesson comes, or some do again. */
const ofStudent = {
  missed: `update marks set code = iif(code = 'absent', 'present', 'absent') where school_id = @school and superseded_at is null
    and seat_id in (select s.id from seats s where s.school_id = @school and s.student_id = 'student-' || @student)`,
  coming: `update sessions set state = iif(state = 'planned', 'cancelled', 'planned') where school_id = @school
    and class_id = 'class-' || @student and local_date > '2026-11-18'`,
}

function carryOut(each: typeof act extends fc.Arbitrary<infer One> ? One : never) {
  if (each.table === "sums") for (let left = each.row; left > 0 && keepNextTaught(actor); ) left -= 1
  else if (each.table === "clock") fixClock(now() + each.row * 60_000)
  else if (each.table === "missed" || each.table === "coming")
    sqlite()
      .prepare(ofStudent[each.table])
      .run({ school: actor.school.id, student: String(each.row + 1) })
  else tryTo(actor, each)
}

test("over any history what the tabs keep is what reading it again says", () => {
  let different = 0
  let compared = 0
  fc.assert(
    fc.property(fc.array(act, { minLength: 1, maxLength: 6 }), (history) => {
      const first = JSON.stringify(figures())
      for (const each of history) carryOut(each)
      const kept = figures()
      forget()
      expect(kept).toEqual(figures())
      compared += 1
      if (JSON.stringify(kept) !== first) different += 1
    }),
    { numRuns: histories(60) },
  )
  // Most writes change what is shown, so that what is compared says something.
  expect(different).toBeGreaterThan(livesMany ? compared / 3 : 0)
})
