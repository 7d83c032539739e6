import { sqlite } from "db/client.server"
import fc from "fast-check"
import { beforeAll, expect, test } from "vitest"
import type { Actor } from "~/models/foundation/access/actor"
import { inHistories, livesMany } from "../../../../tests/support/histories/count"
import { fillSchool } from "../../../../tests/support/large-school"
import { openSchool } from "../../../../tests/support/school"
import { countRegisters } from "./guide.server"

let actor: Actor
beforeAll(() => {
  actor = openSchool().actor
  fillSchool(actor, { students: 6, weeksPast: 9, weeksAhead: 2 })
  fillSchool(openSchool().actor, { students: 6, weeksPast: 9, weeksAhead: 2 }, "other-")
})

const counted = () =>
  sqlite()
    .prepare("select count(*) from sessions where school_id = ? and register_taken_at is not null")
    .pluck()
    .get(actor.school.id)

/** What happens to one lesson; what is taken stays taken when it's corrected. */
const acts = [
  "update sessions set register_taken_at = starts_at + 1",
  "update sessions set register_taken_at = register_taken_at + 1",
  "update sessions set register_taken_at = null, register_taken_by = null",
  "update sessions set local_date = date(local_date, '+1 month')",
  "update sessions set local_date = date(local_date, '-5 months')",
  "update sessions set minutes = 45",
  "delete from sessions",
  "update sessions set state = iif(state = 'planned', 'cancelled', 'planned')",
]
/** The same lesson once more, as an import brings it: with its attendance, or without. */
const again = `insert into sessions (school_id, id, created_at, class_id, original_date, original_start_time, local_date,
  start_time, minutes, starts_at, ends_at, register_taken_at)
  select school_id, @id, 1, class_id, original_date, original_start_time, date(local_date, '-1 year'), start_time, 30,
  starts_at, ends_at, register_taken_at from sessions`

test("whatever happens to lessons, as many have attendance as are counted one by one", () => {
  const before = countRegisters(actor)
  expect(before).toBe(counted())
  let changed = 0
  let number = 0
  const act = fc.tuple(fc.nat({ max: acts.length }), fc.nat({ max: 500 }))
  sqlite().pragma("foreign_keys = off")
  inHistories(60, fc.array(act, { minLength: 1, maxLength: 6 }), (history) => {
    const first = countRegisters(actor)
    for (const [which, at] of history) {
      number += 1
      const all = "from sessions where school_id = @school"
      const one = `rowid = (select rowid ${all} limit 1 offset @at % (select count(*) ${all}))`
      const written = { school: actor.school.id, at: BigInt(at) }
      const statement = acts[which]
      if (statement) sqlite().prepare(`${statement} where ${one}`).run(written)
      else
        sqlite()
          .prepare(`${again} where ${one} on conflict do nothing`)
          .run({ ...written, id: `again ${number}` })
    }
    const kept = countRegisters(actor)
    expect(kept).toBe(counted())
    if (kept !== first) changed += 1
  })
  sqlite().pragma("foreign_keys = on")
  expect(changed).toBeGreaterThan(livesMany ? 15 : 0)
})
