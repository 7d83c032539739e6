import { sqlite } from "db/client.server"
import { describe, expect, test } from "vitest"
import { givenStates, takeRefused } from "../support/states-check"

// What the check of every test's statements (tests/support/states-check.ts) tells apart.

const refused: [string, string][] = [
  [`select 1 from "jobs" where "jobs"."state" = ?`, `"jobs"."state" = ?`],
  ["select 1 from sessions s where s.state in (?, ?)", "s.state in (?"],
  ["select 1 from jobs where state in ('queued', ?)", "state in ('queued', ?"],
  ["select 1 from jobs where state not in (@one, 'dead')", "state not in (@one"],
  ["select 1 from jobs where state != ?", "state != ?"],
  ["select 1 from jobs where state <> ?", "state <> ?"],
  ["select 1 from jobs where state is not ?", "state is not ?"],
  ["select 1 from jobs where state is distinct from ?", "state is distinct from ?"],
  ["select 1 from jobs where state=?", "state=?"],
  ["select 1 from jobs where state=(?)", "state=(?"],
  ["select 1 from jobs where ? = state", "? = state"],
  ["select 1 from jobs j where ?1 = j.state", "?1 = j.state"],
  ["SELECT 1 FROM JOBS WHERE STATE = $state", "STATE = $state"],
  ["select 1 from jobs where state = :state", "state = :state"],
  ["select 1 from members join jobs on members.id = jobs.id where jobs.state = ?", "jobs.state = ?"],
  ["select 1 from members m, jobs as j where j.state = ?", "j.state = ?"],
  [`select 1 from "members", "jobs" where "jobs"."state" = ?`, `"jobs"."state" = ?`],
  ["select 1 from (select state from jobs) named where named.state = ?", "named.state = ?"],
  ["with named as (select state from jobs) select 1 from named where state = ?", "state = ?"],
  ["select 1 from marks where awaits_charge = ?", "awaits_charge = ?"],
  ["delete from jobs where state = ?", "state = ?"],
  ["update jobs set due_at = ? where school_id = ? and state = ?", "state = ?"],
  [`update "jobs" set "due_at" = ? where "jobs"."state" = ?`, `"jobs"."state" = ?`],
  ["update jobs set state = ? where (id = ? and state = ?)", "state = ?"],
  ["update jobs set attempts = case when state = ? then 0 else 1 end", "state = ?"],
  ["update or ignore jobs set due_at = ? where state = ?", "state = ?"],
  [
    "insert into jobs (id, state) values (?, ?) on conflict (id) do update set due_at = ? where state = ?",
    "state = ?",
  ],
]

const lawful = [
  "select state from jobs where state = 'queued' and due_at < ?",
  "select 1 from jobs where state in ('queued', 'dead') and id in (?, ?)",
  "select 1 from jobs where state is not null and id = ?",
  "select 1 from jobs where id = ? and state = 'queued'",
  "select 1 from jobs where state in (select value from json_each(?))",
  "select 1 from jobs where payload = 'state = ?' and id = ? -- state = ?",
  "select 1 from jobs where due_at > ? order by state",
  "update jobs set state = ? where id = ?",
  `update "jobs" set "due_at" = ?, "state" = ? where "jobs"."id" = ? returning "state"`,
  "insert into jobs (id, state) values (?, ?)",
  "insert into jobs (id, state) values (?, ?) on conflict (id) do update set state = ?",
  "insert into jobs (id, state) values (?, 'dead') on conflict (id) do update set due_at = 0 where excluded.state = ?",
  // no index of members names one
  "select 1 from members where state = ?",
  "select 1 from members join jobs on members.id = jobs.id where members.state = ?",
]

describe("a state that an index names", () => {
  test.each(refused)("is compared with a parameter by %s", (source, found) => {
    expect(givenStates(source)).toEqual([found])
  })

  test.each(lawful)("isn’t by %s", (source) => {
    expect(givenStates(source)).toEqual([])
  })
})

test("a statement whose refusal is caught is told at the end of the file", () => {
  const source = "select 1 from jobs where state = ?"
  for (let times = 0; times < 2; times += 1) expect(() => sqlite().prepare(source)).toThrow("is written out")
  expect(takeRefused()).toEqual([`state = ?\n${source}`])
  expect(takeRefused()).toEqual([])
})
