import { sqlite } from "db/client.server"
import fc from "fast-check"
import { beforeAll, describe, expect, test } from "vitest"
import type { Actor } from "~/models/foundation/access/actor"
import { fixClock } from "~/utils/clock.server"
import { testNow } from "../../../../tests/support/clock"
import { inHistories } from "../../../../tests/support/histories/count"
import { fillSchool } from "../../../../tests/support/large-school"
import { planOf, recordStatements } from "../../../../tests/support/query-plan"
import { openSchool } from "../../../../tests/support/school"
import { statistics, takeStatistics } from "../../../../tests/support/statistics"
import { countMissingRegisters, listMissingIds } from "./missing-registers.server"

// Every page of the office counts these lessons after a write: it must find them by their own index, and look at no lesson
// of the past for more than that.

let actor: Actor
beforeAll(() => {
  for (const other of [1, 2])
    fillSchool(openSchool().actor, { students: 20, weeksPast: 8, weeksAhead: 1 }, `other${other}-`)
  actor = openSchool().actor
  fillSchool(actor, { students: 100, weeksPast: 20, weeksAhead: 4 })
})

/** Each lesson looked at by itself. */
const directly = (at: number): string[] =>
  (
    sqlite()
      .prepare("select id, state, register_taken_at, starts_at, ends_at from sessions where school_id = ?")
      .all(actor.school.id) as {
      id: string
      state: string
      register_taken_at: number | null
      starts_at: number
      ends_at: number
    }[]
  )
    .filter((row) => row.state === "planned" && row.register_taken_at === null && row.ends_at < at)
    .sort((a, b) => a.starts_at - b.starts_at || (a.id < b.id ? -1 : 1))
    .map(({ id }) => id)

describe.each(statistics)("with statistics: %s", (which) => {
  beforeAll(() => takeStatistics(which))

  test.each(["the count", "a page"])("%s is found by the index of these lessons alone", async (what) => {
    const statements = await recordStatements(async () =>
      what === "a page" ? listMissingIds(actor) : countMissingRegisters(actor),
    )
    const steps = statements.flatMap((statement) => planOf(statement).map(({ detail }) => detail))
    const reads = steps.filter((step) => /^(SCAN|SEARCH)/.test(step))
    const [first, ...ofEach] = reads
    // Of each that is found it is asked whether its students are on leave, by keys alone: also from the classes that its class continues.
    for (const read of ofEach)
      expect(read).toMatch(
        /^(SEARCH (enrollments|away|later|seats) .*USING (COVERING )?INDEX|SCAN (CONSTANT ROW|earlier)$)/,
      )
    expect([first]).toEqual([
      expect.stringMatching(/sessions_register_missing \(school_id=\? AND starts_at<\?\)/),
    ])
  })
})

test("lessons of any length are missing from the moment they end", () => {
  const whole = countMissingRegisters(actor)
  expect(whole).toBeGreaterThan(10)
  const some = sqlite()
    .prepare(`select id, starts_at from sessions where school_id = ? and state = 'planned' and register_taken_at is null
      order by starts_at limit 5`)
    .all(actor.school.id) as { id: string; starts_at: number }[]
  const change = sqlite().prepare(
    "update sessions set minutes = ?, starts_at = ?, ends_at = ? where school_id = ? and id = ?",
  )
  inHistories(
    60,
    fc.array(fc.tuple(fc.integer({ min: 5, max: 600 }), fc.integer({ min: -1300, max: 700 })), {
      minLength: 5,
      maxLength: 5,
    }),
    fc.integer({ min: -3, max: 3 }),
    (times, after) => {
      for (const [index, [minutes, begins]] of times.entries()) {
        const starts = testNow + begins * 60_000
        change.run(minutes, starts, starts + minutes * 60_000, actor.school.id, some[index]?.id)
      }
      // around the end of one of them, to the millisecond
      const [[minutes, begins] = [0, 0]] = times
      const at = testNow + (begins + minutes) * 60_000 + after
      fixClock(at)
      const expected = directly(at)
      expect(countMissingRegisters(actor)).toBe(expected.length)
      expect(listMissingIds(actor, { limit: 1000 })).toEqual(expected)
    },
  )
  fixClock(testNow)
})
