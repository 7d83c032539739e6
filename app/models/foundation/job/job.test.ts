import { transact } from "db/client.server"
import { jobs } from "db/schema/foundation"
import { beforeEach, describe, expect, expectTypeOf, test } from "vitest"
import { fixClock } from "~/utils/clock.server"
import { testNow } from "../../../../tests/support/clock"
import { inAct } from "../../../../tests/support/in-act"
import { removeRows, rowOf, rowsOf } from "../../../../tests/support/school"
import type { JobKind } from "./job"
import {
  continueJob,
  finishJob,
  type Job,
  leaseJob,
  pullForwardJobs,
  queueJob,
  recordJobFailure,
  reviveJob,
} from "./job.server"

const minute = 60_000
const later = (minutes: number) => fixClock(testNow + minutes * minute)
const only = () => rowOf(jobs)
const leased = () => {
  const job = leaseJob()
  if (!job) throw new Error("Nothing was due.")
  return job
}

beforeEach(() => void removeRows(jobs))

describe("a kind of job", () => {
  test("is known, and is queued with what it needs", () => {
    // The type check of the project proves these.
    type Request = Parameters<typeof queueJob>[0]
    expectTypeOf<{ kind: "make-sesions" }>().not.toExtend<Request>()
    expectTypeOf<{ kind: string }>().not.toExtend<Request>()
    expectTypeOf<{ kind: "import-roster" }>().not.toExtend<Request>()
    expectTypeOf<{ kind: "import-roster"; payload: { id: string } }>().not.toExtend<Request>()
    expectTypeOf<{ kind: "import-roster"; payload: { importId: string } }>().toExtend<Request>()
    expectTypeOf<{ kind: "make-sessions" }>().toExtend<Request>()
    expectTypeOf<Job["kind"]>().toEqualTypeOf<JobKind>()
  })
})

describe("a job", () => {
  test("is taken once, however many ask", () => {
    inAct(queueJob)({ kind: "make-sessions" })
    expect(leaseJob()).toMatchObject({ kind: "make-sessions", attempts: 1 })
    expect(leaseJob()).toBeUndefined()
  })

  test("that isn’t due is asked for without a lock: another process may be writing", async () => {
    const { default: Database } = await import("better-sqlite3")
    const other = new Database(String(process.env.DATABASE_PATH))
    inAct(queueJob)({ kind: "tidy-up", dueAt: testNow + 2 * minute })
    other.exec("begin immediate")
    try {
      for (const pace of ["quick", "slow", "provider", "push"] as const)
        expect(leaseJob(pace)).toBeUndefined()
    } finally {
      other.exec("rollback")
      other.close()
    }
  })

  test("is not taken before it is due, and the longest due comes first", () => {
    inAct(queueJob)({ kind: "tidy-up", dueAt: testNow + 2 * minute })
    inAct(queueJob)({ kind: "make-sessions", dueAt: testNow + minute })
    expect(leaseJob()).toBeUndefined()
    later(2)
    expect([leased().kind, leased().kind]).toEqual(["make-sessions", "tidy-up"])
  })

  test("whose worker died is taken again when its two minutes are over", () => {
    inAct(queueJob)({ kind: "make-sessions" })
    leased()
    later(1.99)
    expect(leaseJob()).toBeUndefined()
    later(2)
    expect(leaseJob()).toMatchObject({ attempts: 2 })
  })

  test("that fails waits longer each time, and after six tries it is dead", () => {
    inAct(queueJob)({ kind: "make-sessions" })
    let at = 0
    for (const wait of [1, 5, 30, 120, 360]) {
      recordJobFailure(leased(), "the provider is away")
      at += wait
      later(at - 0.01)
      expect(leaseJob()).toBeUndefined()
      later(at)
    }
    recordJobFailure(leased(), "x".repeat(900))
    expect(only()).toMatchObject({ state: "dead", attempts: 6, leaseUntil: null, lastError: "x".repeat(500) })
    later(100_000)
    expect(leaseJob()).toBeUndefined()
  })

  test("with a unique key is once, until it is done", () => {
    inAct(queueJob)({ kind: "make-sessions", uniqueKey: "harmony" })
    inAct(queueJob)({ kind: "make-sessions", uniqueKey: "harmony" })
    expect(rowsOf(jobs)).toHaveLength(1)
    finishJob(leased().id)
    inAct(queueJob)({ kind: "make-sessions", uniqueKey: "harmony" })
    expect(rowsOf(jobs, { state: "queued" })).toHaveLength(1)
  })

  test("is gone with the transaction that queued it", () => {
    expect(() =>
      transact(() => {
        inAct(queueJob)({ kind: "make-sessions" })
        throw new Error("the roster was refused")
      }),
    ).toThrow("the roster was refused")
    expect(only()).toBeUndefined()
  })

  test("ends together with its effect, or not at all", () => {
    inAct(queueJob)({ kind: "make-sessions" })
    const job = leased()
    expect(() =>
      transact(() => {
        finishJob(job.id)
        throw new Error("the effect failed")
      }),
    ).toThrow()
    expect(only()).toMatchObject({ state: "queued" })
  })

  test("that went on, or was tried again, while the clock was ahead is due at once when it is right again", () => {
    inAct(queueJob)({ kind: "import-roster", payload: { importId: "1" }, uniqueKey: "went on" })
    inAct(queueJob)({ kind: "import-roster", payload: { importId: "2" }, uniqueKey: "revived" })
    const [first, second] = [leased(), leased()]
    const [wentOn, revived] = first.uniqueKey === "went on" ? [first, second] : [second, first]
    recordJobFailure({ ...revived, attempts: 6 }, "the school was busy")
    later(3 * 24 * 60)
    continueJob(wentOn.id)
    reviveJob("revived")
    later(5)
    expect(pullForwardJobs()).toBe(2)
    expect([leased().id, leased().id].sort()).toEqual([wentOn.id, revived.id].sort())
  })
})
