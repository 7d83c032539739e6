import { sqlite } from "db/client.server"
import { jobs } from "db/schema/foundation"
import { events } from "db/schema/foundation-audit"
import { charges } from "db/schema/money"
import { seats } from "db/schema/teaching-sessions"
import { afterEach, describe, expect, test } from "vitest"
import type { PortionKind } from "~/models/foundation/job/job"
import { listQueuedFor, queueJob } from "~/models/foundation/job/job.server"
import { fixClock } from "~/utils/clock.server"
import { testNow, testToday } from "../../tests/support/clock"
import { inAct } from "../../tests/support/in-act"
import { addSessionRow, openClass } from "../../tests/support/lessons"
import { changeRows, openSchool, rowsOf } from "../../tests/support/school"
import { runNextJob } from "./run-job.server"

/** Each look at the clock is so many milliseconds later. */
function passing(msEach: number) {
  let ms = 0
  performance.now = () => (ms += msEach)
}
const clock = performance.now
afterEach(() => {
  performance.now = clock
  fixClock(testNow)
  sqlite().exec("drop trigger if exists temp.broken")
})

async function work(kind: PortionKind): Promise<number> {
  inAct(queueJob)({ kind })
  let portions = 0
  while (await runNextJob()) portions += 1
  expect(rowsOf(jobs, { state: "queued" })).toEqual([])
  return portions
}

const seatsOf = (schoolId: string) => rowsOf(seats, { schoolId }).length
const feesOf = (schoolId: string) => rowsOf(charges, { schoolId }).length

test("work for every school goes through all of them, a portion at a time, and twice changes nothing", async () => {
  passing(0)
  const pupils = ["Otis Rossi"]
  const price = { billing: "monthly", amountMinor: 9000 } as const
  const schools = Array.from({ length: 53 }, () => {
    const { actor } = openSchool()
    const { classId } = openClass(actor, { pupils, price })
    addSessionRow(actor, classId, testToday)
    addSessionRow(actor, classId, "2026-09-09")
    addSessionRow(actor, classId, "2026-11-25")
    return actor.school.id
  })
  expect(await work("seat-begun-sessions")).toBe(2)
  expect(schools.map(seatsOf)).toEqual(schools.map(() => 1))
  expect(await work("seat-past-sessions")).toBe(2)
  expect(await work("seat-past-sessions")).toBe(2)
  expect(schools.map(seatsOf)).toEqual(schools.map(() => 2))
  expect(await work("charge-months")).toBe(2)
  expect(await work("charge-months")).toBe(2)
  expect(schools.map(feesOf)).toEqual(schools.map(() => 1))
})

test("a portion ends with the school that took its time, and the others follow in portions of their own", async () => {
  const schools = [1, 2, 3].map(() => {
    const { actor } = openSchool()
    const price = { billing: "monthly", amountMinor: 9000 } as const
    openClass(actor, { pupils: ["Otis Rossi"], price })
    return actor.school.id
  })
  passing(30)
  expect(await work("charge-months")).toBeGreaterThanOrEqual(schools.length)
  expect(schools.map(feesOf)).toEqual([1, 1, 1])
})

test("the fees of a school with many are charged in steps, each once, with one entry in the activity", async () => {
  passing(0)
  const { actor } = openSchool()
  const pupils = Array.from({ length: 130 }, (_, at) => `Otis Rossi ${at}`)
  const price = { billing: "monthly", amountMinor: 9000 } as const
  openClass(actor, { class: { capacity: 200 }, pupils, price })
  inAct(queueJob)({ kind: "charge-fees", schoolId: actor.school.id, payload: { after: "", charged: {} } })
  expect(await runNextJob()).toBe(true)
  expect(feesOf(actor.school.id)).toBe(100)
  while (await runNextJob());
  expect(feesOf(actor.school.id)).toBe(130)
  expect(await work("charge-months")).toBeGreaterThan(1)
  expect(feesOf(actor.school.id)).toBe(130)
  const entries = rowsOf(events, { schoolId: actor.school.id, verb: "charge-month" }, { only: ["after"] })
  expect(entries.map(({ after }) => JSON.parse(after ?? ""))).toEqual([{ month: "2026-11", charged: 130 }])
})

describe("a school whose work fails", () => {
  const minute = 60_000
  const price = { billing: "monthly", amountMinor: 9000 } as const
  const openWithFee = (at: number) => {
    const { actor } = openSchool()
    openClass(actor, { pupils: [`Otis Rossi ${at}`], price })
    return actor.school.id
  }
  /** From now on the last step of charging a month fails at this school. */
  const breakAt = (schoolId: string) =>
    sqlite().exec(`create temp trigger broken before insert on main.events
      when new.school_id = '${schoolId}' and new.verb = 'charge-month'
      begin select raise(abort, 'the books are torn'); end`)
  const jobsOf = (schoolId: string) => rowsOf(jobs, { schoolId, kind: "charge-months" })
  const workAll = async () => {
    while (await runNextJob());
  }

  test("leaves nothing half done, and the schools before and behind it are charged", async () => {
    const ids = [0, 1, 2].map(openWithFee)
    const [, broken = ""] = ids
    breakAt(broken)
    inAct(queueJob)({ kind: "charge-months" })
    await workAll()
    expect(ids.map(feesOf)).toEqual([1, 0, 1])
    const known = { state: "queued", attempts: 1, dueAt: testNow + minute, lastError: "the books are torn" }
    expect(jobsOf(broken)).toMatchObject([known])
    // The next turn fails there as well: it is still one job.
    inAct(queueJob)({ kind: "charge-months" })
    await workAll()
    expect(jobsOf(broken)).toMatchObject([known])
    expect(listQueuedFor(["charge-months"]).has(broken)).toBe(true)

    fixClock(testNow + minute)
    await workAll()
    expect(jobsOf(broken)).toMatchObject([{ state: "queued", attempts: 2, dueAt: testNow + 6 * minute }])
    sqlite().exec("drop trigger temp.broken")
    fixClock(testNow + 6 * minute)
    await workAll()
    expect(ids.map(feesOf)).toEqual([1, 1, 1])
    expect(jobsOf(broken)).toMatchObject([{ state: "done", lastError: null }])
  })

  test("is given up after six tries, seen by staff as of its last failure, and tried with every turn", async () => {
    const ids = [0, 1].map(openWithFee)
    const [broken = ""] = ids
    breakAt(broken)
    inAct(queueJob)({ kind: "charge-months" })
    await workAll()
    let at = testNow
    for (const wait of [1, 5, 30, 120, 360]) {
      at += wait * minute
      fixClock(at)
      await workAll()
    }
    expect(jobsOf(broken)).toMatchObject([{ state: "dead", attempts: 6 }])
    fixClock(at + 24 * 60 * minute)
    inAct(queueJob)({ kind: "charge-months" })
    await workAll()
    expect(jobsOf(broken)).toMatchObject([{ state: "dead", dueAt: at + 24 * 60 * minute }])
    sqlite().exec("drop trigger temp.broken")
    inAct(queueJob)({ kind: "charge-months" })
    await workAll()
    expect(ids.map(feesOf)).toEqual([1, 1])
  })

  test("and a portion that was given up, don’t keep the next turn from the schools behind", async () => {
    passing(30)
    const ids = [0, 1].map(openWithFee)
    const [first = ""] = ids
    inAct(queueJob)({ kind: "charge-months", payload: { after: first }, uniqueKey: `charge-months>${first}` })
    changeRows(jobs, { uniqueKey: `charge-months>${first}` }, { state: "dead" })
    inAct(queueJob)({ kind: "charge-months" })
    await workAll()
    expect(ids.map(feesOf)).toEqual([1, 1])
  })
})
