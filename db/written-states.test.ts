import { and, eq, inArray, sql } from "drizzle-orm"
import { alias } from "drizzle-orm/sqlite-core"
import { expect, test } from "vitest"
import { openSchool } from "../tests/support/school"
import { takeRefused } from "../tests/support/states-check"
import { db, sqlite } from "./client.server"
import { jobs } from "./schema/foundation"
import { tasks } from "./schema/foundation-tasks"
import { invoices } from "./schema/money"
import { sessions } from "./schema/teaching-sessions"

// What an index of some rows is found by.

const planOf = (query: { toSQL(): { sql: string; params: unknown[] } }) =>
  (
    sqlite()
      .prepare(`explain query plan ${query.toSQL().sql}`)
      .all(...query.toSQL().params) as { detail: string }[]
  ).map(({ detail }) => detail)

test("a state that an index names is written into what compares it or sets it", () => {
  const due = db().select({ id: jobs.id }).from(jobs).where(eq(jobs.state, "queued"))
  expect(due.toSQL()).toMatchObject({ sql: expect.stringContaining(`= 'queued'`), params: [] })
  const standing = inArray(tasks.state, ["waiting", "running"])
  expect(db().select({ id: tasks.id }).from(tasks).where(standing).toSQL()).toMatchObject({
    sql: expect.stringContaining("in ('waiting', 'running')"),
    params: [],
  })
  const other = alias(invoices, "other")
  expect(db().select({ id: other.id }).from(other).where(eq(other.state, "issued")).toSQL()).toMatchObject({
    sql: expect.stringContaining(`"other"."state" = 'issued'`),
    params: [],
  })
  const ended = db().update(jobs).set({ state: "done" }).where(eq(jobs.id, "a job"))
  expect(ended.toSQL()).toMatchObject({
    sql: expect.stringContaining(`set "state" = 'done'`),
    params: ["a job"],
  })
})

test("so SQLite knows before it is asked that it may look there", () => {
  const { actor } = openSchool()
  const missing = db()
    .select({ id: sessions.id })
    .from(sessions)
    .where(
      and(
        eq(sessions.schoolId, actor.school.id),
        eq(sessions.state, "planned"),
        sql`${sessions.registerTakenAt} is null`,
      ),
    )
  expect(planOf(missing)).toEqual([expect.stringContaining("sessions_register_missing")])
})

test("new rows and prepared statements are given theirs, and what no column holds is never written", () => {
  const row = { id: "a job", kind: "close", payload: {}, state: "queued" as const, dueAt: 0 }
  expect(
    db()
      .insert(jobs)
      .values(row as never)
      .toSQL().params,
  ).toContain("queued")
  const read = db()
    .insert(jobs)
    .select(db().select().from(jobs).where(eq(jobs.state, "dead")))
  expect(read.toSQL().sql).toContain(`= 'dead'`)
  const asked = db()
    .select({ id: jobs.id })
    .from(jobs)
    .where(eq(jobs.state, sql.placeholder("state")))
  expect(asked.toSQL().sql).toMatch(/"state" = \?/)
  const typed = db()
    .select({ id: jobs.id })
    .from(jobs)
    .where(eq(jobs.state, "' or 1 = 1" as never))
  expect(typed.toSQL()).toMatchObject({ sql: expect.stringMatching(/"state" = \?/), params: ["' or 1 = 1"] })
  expect(() => typed.all()).toThrow("a state that an index names is written out")
  expect(takeRefused()).toEqual([expect.stringContaining(`"state" = ?`)])
})
