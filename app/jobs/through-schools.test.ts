import { db } from "db/client.server"
import { jobs } from "db/schema/foundation"
import { events } from "db/schema/foundation-audit"
import { charges } from "db/schema/money"
import { seats } from "db/schema/teaching-sessions"
import { and, eq } from "drizzle-orm"
import { afterEach, expect, test } from "vitest"
import type { PortionKind } from "~/models/foundation/job/job"
import { queueJob } from "~/models/foundation/job/job.server"
import { testToday } from "../../tests/support/clock"
import { addSessionRow, openClass } from "../../tests/support/registers"
import { openSchool } from "../../tests/support/school"
import { runNextJob } from "./run-job.server"

/** Each look at the clock is so many milliseconds later. */
function passing(msEach: number) {
  let ms = 0
  performance.now = () => (ms += msEach)
}
const clock = performance.now
afterEach(() => {
  performance.now = clock
})

async function work(kind: PortionKind): Promise<number> {
  queueJob({ kind })
  let portions = 0
  while (await runNextJob()) portions += 1
  expect(db().select().from(jobs).where(eq(jobs.state, "queued")).all()).toEqual([])
  return portions
}

const seatsOf = (schoolId: string) =>
  db().select().from(seats).where(eq(seats.schoolId, schoolId)).all().length
const feesOf = (schoolId: string) =>
  db().select().from(charges).where(eq(charges.schoolId, schoolId)).all().length

test("work for every school goes through all of them, a portion at a time, and twice changes nothing", async () => {
  passing(0)
  const pupils = [["Otis", "Rossi"]] as const
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
    openClass(actor, { pupils: [["Otis", "Rossi"]], price })
    return actor.school.id
  })
  passing(30)
  expect(await work("charge-months")).toBeGreaterThanOrEqual(schools.length)
  expect(schools.map(feesOf)).toEqual([1, 1, 1])
})

test("the fees of a school with many are charged in steps, each once, with one entry in the activity", async () => {
  passing(0)
  const { actor } = openSchool()
  const pupils = Array.from({ length: 130 }, (_, at) => ["Otis", `Rossi ${at}`] as const)
  const price = { billing: "monthly", amountMinor: 9000 } as const
  openClass(actor, { class: { capacity: 200 }, pupils, price })
  queueJob({ kind: "charge-fees", schoolId: actor.school.id, payload: { after: "", charged: {} } })
  expect(await runNextJob()).toBe(true)
  expect(feesOf(actor.school.id)).toBe(100)
  while (await runNextJob());
  expect(feesOf(actor.school.id)).toBe(130)
  expect(await work("charge-months")).toBeGreaterThan(1)
  expect(feesOf(actor.school.id)).toBe(130)
  const entries = db()
    .select({ after: events.after })
    .from(events)
    .where(and(eq(events.schoolId, actor.school.id), eq(events.verb, "charge-month")))
    .all()
  expect(entries.map(({ after }) => JSON.parse(after ?? ""))).toEqual([{ month: "2026-11", charged: 130 }])
})
