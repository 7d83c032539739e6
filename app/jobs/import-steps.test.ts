import { readFileSync } from "node:fs"
import { db, sqlite } from "db/client.server"
import { importParts, imports } from "db/schema/exchange"
import { charges } from "db/schema/money"
import { students, teachers } from "db/schema/people"
import { enrollments } from "db/schema/teaching"
import { seats, sessions } from "db/schema/teaching-sessions"
import { and, count, eq, lte } from "drizzle-orm"
import { afterEach, describe, expect, test, vi } from "vitest"
import { listLeftOut, sessionSpans, writeParts } from "~/models/exchange/roster-import/import-parts.server"
import { planImport } from "~/models/exchange/roster-import/plan-import.server"
import { findImportFacts } from "~/models/exchange/roster-import/roster-import.server"
import {
  runImport,
  runNextSteps,
  startImport,
  stepsInTransaction,
} from "~/models/exchange/roster-import/run-import.server"
import { startUndo, undoImport, undoNextSteps } from "~/models/exchange/roster-import/undo-import.server"
import { obstaclesInTurns } from "~/models/exchange/roster-import/undo-obstacles.server"
import type { Actor } from "~/models/foundation/access/actor"
import { schoolActor } from "~/models/foundation/access/actor.server"
import { newRow } from "~/models/foundation/access/own.server"
import { chargeMonth } from "~/models/money/charge/charge-month.server"
import { addFamily } from "~/models/people/family/family.server"
import { addStudent } from "~/models/people/student/student.server"
import { addTeacher } from "~/models/people/teacher/teacher.server"
import { issueCredit, revokeCredits } from "~/models/teaching/credit/seat-credits.server"
import { seatBegunSessions } from "~/models/teaching/seat/seat.server"
import { now } from "~/utils/clock.server"
import { atOnce, nextTurn } from "~/utils/in-turns"
import { testNow } from "../../tests/support/clock"
import {
  fingerprintOf,
  jobOf,
  listOf,
  partsOf,
  rowCountsOf,
  tables,
  upload,
  withoutEvents,
} from "../../tests/support/long-import"
import { addRows, changeRows, openSchool, rowOf, rowsOf } from "../../tests/support/school"
import { continueImport } from "./import-steps.server"

const stateOf = (actor: Actor, importId: string) => findImportFacts(actor, importId)?.state

/** Each of them takes three steps, so that a request leaves them to the job: a teacher, a family and a class. */
const long = 150
const longList = listOf(long, { ofTheirOwn: true })

/** A long import that has been asked for: its steps are written, none is done. */
async function begin() {
  const { actor } = openSchool()
  sqlite().prepare("update subscriptions set plan = 'professional' where school_id = ?").run(actor.school.id)
  const importId = upload(actor, longList)
  const empty = rowCountsOf(actor)
  expect(await startImport(actor, importId, fingerprintOf(actor, importId))).toEqual({
    ok: true,
    isDone: false,
  })
  return { actor, importId, empty }
}

afterEach(() => void vi.restoreAllMocks())

describe("a long import", () => {
  test("runs in steps that each touch few rows, and is finished by its job", async () => {
    const { actor, importId, empty } = await begin()
    expect(withoutEvents(rowCountsOf(actor))).toEqual(withoutEvents(empty))
    expect(await startImport(actor, importId, "again")).toBeRefused("already-imported")
    let steps = 0
    let before = rowCountsOf(actor)
    while (runNextSteps(actor, importId)) {
      const after = rowCountsOf(actor)
      const touched = tables.reduce((sum, table) => sum + (after[table] ?? 0) - (before[table] ?? 0), 0)
      expect(touched).toBeLessThanOrEqual(stepsInTransaction * 130)
      before = after
      if (++steps === 5) break
    }
    const part = findImportFacts(actor, importId)
    expect(part).toMatchObject({ state: "importing", total: 3 * long })
    expect(part?.done).toBeGreaterThanOrEqual(5)
    while (await continueImport(jobOf(importId)));
    expect(stateOf(actor, importId)).toBe("imported")
    expect(rowCountsOf(actor)).toMatchObject({
      students: long,
      families: long,
      classes: long,
      enrollments: long,
      teachers: long,
    })
    const summary = JSON.parse(findImportFacts(actor, importId)?.summary ?? "{}")
    expect(summary).toMatchObject({
      students: long,
      families: long,
      classes: long,
      sessions: rowCountsOf(actor).sessions,
    })
  })

  test("that is cut off goes on where it stopped and makes nothing twice, in the name of who asked", async () => {
    const { actor, importId } = await begin()
    while ((rowCountsOf(actor).classes ?? 0) < 10) runNextSteps(actor, importId)
    const job = jobOf(importId)
    while (await continueImport(job));
    expect(await continueImport(job)).toBe(false)
    const resumed = rowCountsOf(actor)
    const other = openSchool().actor
    sqlite()
      .prepare("update subscriptions set plan = 'professional' where school_id = ?")
      .run(other.school.id)
    const whole = upload(other, longList)
    expect(runImport(other, whole, fingerprintOf(other, whole)).ok).toBe(true)
    expect(resumed).toEqual(rowCountsOf(other))
    const nameless = sqlite()
      .prepare("select count(*) as n from events where school_id = ? and member_id is null")
      .get(actor.school.id) as { n: number }
    expect(nameless.n).toBe(0)
  })

  test("that ended before its steps were written is prepared again, or looked at again when the school changed", async () => {
    const { actor } = openSchool()
    const importId = upload(actor, listOf(8))
    const stop = (id: string, fingerprint: string) => {
      const row = eq(imports.id, id)
      changeRows(imports, row, { state: "importing", fingerprint, total: 0 })
      return { payload: { importId: id }, schoolId: actor.school.id }
    }
    const job = stop(importId, fingerprintOf(actor, importId))
    while (await continueImport(job));
    expect(stateOf(actor, importId)).toBe("imported")
    expect(rowCountsOf(actor).students).toBe(8)

    const later = upload(actor, listOf(20))
    expect(await continueImport(stop(later, "of another plan"))).toBe(false)
    expect(stateOf(actor, later)).toBe("uploaded")
    expect(rowCountsOf(actor).students).toBe(8)
  })

  test("that is given back while its steps are written runs by the new plan alone", async () => {
    const { actor } = openSchool()
    const importId = upload(actor, listOf(100))
    const before = planImport(actor, importId)
    if (!before) throw new Error("no plan")
    const asked = { state: "importing", fingerprint: before.fingerprint, total: 0 } as const
    changeRows(imports, { id: importId }, asked)
    const writing = writeParts(actor, importId, before)
    writing.next()
    expect(partsOf(importId)).toBe(100)
    // The list would have made this teacher, who is there now.
    addTeacher(actor, { name: "Teacher 0" })
    const job = { payload: { importId }, schoolId: actor.school.id }
    expect(await continueImport(job)).toBe(false)
    expect([stateOf(actor, importId), partsOf(importId)]).toEqual(["uploaded", 0])
    atOnce(writing)
    expect(partsOf(importId)).toBe(0)
    expect(runImport(actor, importId, fingerprintOf(actor, importId)).ok).toBe(true)
    expect(rowCountsOf(actor)).toMatchObject({ teachers: 3, students: 100, families: 50, classes: 100 })
  })

  test("that was given back says so to who started it, and one that runs by another plan isn't written to", async () => {
    const { actor } = openSchool()
    let running = performance.now()
    // Every look at the clock is later by a slice, so that each portion is written in a turn of its own.
    vi.spyOn(performance, "now").mockImplementation(() => {
      running += 10
      return running
    })
    for (const [meanwhile, reason] of [
      [{ state: "uploaded" }, "changed"],
      [{ fingerprint: "of another plan" }, "already-imported"],
    ] as const) {
      const importId = upload(actor, listOf(100))
      const answer = startImport(actor, importId, fingerprintOf(actor, importId))
      while (partsOf(importId) === 0) await nextTurn()
      expect(findImportFacts(actor, importId)).toMatchObject({ state: "importing", total: 0 })
      changeRows(imports, { id: importId }, meanwhile)
      expect(await answer).toEqual({ ok: false, reason })
      expect([partsOf(importId), rowCountsOf(actor).students]).toEqual([100, 0])
    }
  })

  test("begins without steps that an earlier start left behind", () => {
    const { actor } = openSchool()
    const importId = upload(actor, listOf(8))
    const left = {
      importId,
      position: 0,
      kind: "teacher",
      content: JSON.stringify({ name: "Old Plan", email: null, key: "old plan", use: "create" }),
    } as const
    addRows(importParts, { ...newRow(actor), ...left })
    expect(runImport(actor, importId, fingerprintOf(actor, importId)).ok).toBe(true)
    const made = rowsOf(teachers, { schoolId: actor.school.id })
    expect(made.map(({ name }) => name).sort()).toEqual(["Teacher 0", "Teacher 1", "Teacher 2"])
  })

  test("can be canceled: what it has made is deleted, and nothing else", async () => {
    const { actor, importId, empty } = await begin()
    while ((rowCountsOf(actor).classes ?? 0) < 10) runNextSteps(actor, importId)
    expect(rowCountsOf(actor).students).toBeGreaterThan(10)
    expect((await startUndo(actor, importId)).ok).toBe(true)
    expect(runNextSteps(actor, importId)).toBe(false)
    while (await continueImport(jobOf(importId)));
    expect(withoutEvents(rowCountsOf(actor))).toEqual(withoutEvents(empty))
    expect(findImportFacts(actor, importId)).toMatchObject({ state: "undone", canceledAt: testNow })
  })

  test("is undone in steps, and keeps and names what someone begins to use in the meantime", async () => {
    const { actor, importId } = await begin()
    while (runNextSteps(actor, importId));
    expect(await startUndo(actor, importId)).toEqual({ ok: true, isDone: false })
    expect(stateOf(actor, importId)).toBe("undoing")
    undoNextSteps(actor, importId)
    const last = rowsOf(sessions, { schoolId: actor.school.id }, { only: ["id", "classId"] }).at(-1)
    changeRows(sessions, { id: last?.id ?? "" }, { registerTakenAt: now() })
    while (undoNextSteps(actor, importId));
    expect(rowCountsOf(actor)).toMatchObject({
      classes: 1,
      students: 1,
      families: 1,
      guardians: 1,
      teachers: 1,
      enrollments: 1,
    })
    const { kept } = JSON.parse(findImportFacts(actor, importId)?.summary ?? "{}") as { kept: string[] }
    expect(kept).toHaveLength(4)
  })

  test("stops at the plan's limit, also when another import runs at once, and says which rows stayed out", () => {
    const { actor } = openSchool()
    const { familyId } = addFamily(actor, { name: "Full family", guardians: [] })
    const [one, two] = [
      upload(actor, listOf(60)),
      upload(actor, listOf(60).replaceAll("S", "T").replaceAll("Kid", "Boy")),
    ]
    const fingerprints = [fingerprintOf(actor, one), fingerprintOf(actor, two)]
    expect(runImport(actor, one, fingerprints[0] ?? "").ok).toBe(true)
    // The second was checked before the first ran; its steps are written as they were then.
    const late = upload(actor, listOf(41).replaceAll("S", "U").replaceAll("Kid", "Girl").replaceAll("p", "q"))
    const planned = planImport(actor, late)
    expect(planned?.plan.counts.problems).toBe(1)
    changeRows(imports, { id: late }, { state: "uploaded" })
    for (let n = 0; n < 5; n++)
      addStudent(actor, {
        familyId,
        firstName: `N${n}`,
        lastName: "Full",
        status: "active",
        fromDate: "2026-11-01",
      })
    const run = runImport(actor, late, fingerprintOf(actor, late))
    expect(run.ok && run.summary).toMatchObject({ students: 35, problems: 6 })
    expect(listLeftOut(actor, late)).toHaveLength(6)
    expect(rowCountsOf(actor).students).toBe(100)
  })

  test("whose last places are taken in the middle leaves those rows out, without empty families or classes", async () => {
    const { actor } = openSchool()
    const importId = upload(actor, listOf(100))
    const answer = startImport(actor, importId, fingerprintOf(actor, importId))
    const { familyId } = addFamily(actor, { name: "Quick family", guardians: [] })
    for (let n = 0; n < 7; n++)
      addStudent(actor, {
        familyId,
        firstName: `Q${n}`,
        lastName: "Quick",
        status: "active",
        fromDate: "2026-11-01",
      })
    await answer
    const state = stateOf(actor, importId)
    // Whoever was first: either the check is out of date, or the places that are left are used and no more.
    if (state === "imported") {
      expect(rowCountsOf(actor)).toMatchObject({ students: 100, classes: 93, enrollments: 93 })
      expect(listLeftOut(actor, importId)).toHaveLength(7)
      expect(listLeftOut(actor, importId)[0]?.problems[0]?.message).toContain("100 of 100 students")
    } else expect(state).toBe("uploaded")
  })
})

describe("what jobs make doesn't count as work", () => {
  test("seats of lessons that have begun, and monthly fees, go with the import", () => {
    const { actor } = openSchool()
    const before = rowCountsOf(actor)
    const importId = upload(actor, readFileSync("tests/support/rosters/roster.csv", "utf8"), "2026-11-01")
    expect(runImport(actor, importId, fingerprintOf(actor, importId)).ok).toBe(true)
    expect(seatBegunSessions(actor)).toBeGreaterThan(10)
    expect(chargeMonth(actor, "2026-11")).toBeGreaterThan(0)
    expect(atOnce(obstaclesInTurns(actor, importId))).toEqual([])
    expect(undoImport(actor, importId)).toEqual({ ok: true, isDone: true })
    expect(withoutEvents(rowCountsOf(actor))).toEqual(withoutEvents(before))
    const left = db().select({ n: count() }).from(charges).where(eq(charges.schoolId, actor.school.id)).get()
    expect(left?.n).toBe(0)
  })

  test.each([
    ["a notice", (id: string) => changeRows(seats, { id }, { noticeAt: testNow })],
    [
      "an absence that was withdrawn, with the credit it had earned",
      (id: string) => {
        const seat = rowOf(seats, { id })
        const actor = seat && schoolActor(seat.schoolId)
        if (!actor) throw new Error("no seat")
        const { studentId } = seat
        const credit = { studentId, originMarkId: null, originSeatId: id, minutes: 30, prepaidPercent: 0 }
        const { id: creditId } = issueCredit(actor, { ...credit, expiresOn: "2027-02-23" })
        revokeCredits(actor, [{ creditId }], "The absence was withdrawn")
      },
    ],
    ["a visitor", (id: string) => changeRows(seats, { id }, { kind: "visitor" })],
  ])("but %s does", (_, work) => {
    const { actor } = openSchool()
    const importId = upload(actor, listOf(10), "2026-11-01")
    expect(runImport(actor, importId, fingerprintOf(actor, importId)).ok).toBe(true)
    seatBegunSessions(actor)
    const seat = rowOf(seats, { schoolId: actor.school.id })
    work(seat?.id ?? "")
    expect(undoImport(actor, importId)).toMatchObject({ ok: false, reason: "built-on" })
    expect(rowCountsOf(actor).students).toBe(10)
  })
})

describe("prices", () => {
  test("a price equal to the class's is not the student's own; another one is", () => {
    const { actor } = openSchool()
    const importId = upload(
      actor,
      "First Name,Lesson Type,Teacher,Lesson Day,Lesson Time,Duration,Rate\nAda,Private,Ina,Mon,14:00,30,42.50\nBo,Group,Ina,Tue,15:00,45,20\nCy,Group,Ina,Tue,15:00,45,18\n",
    )
    expect(runImport(actor, importId, fingerprintOf(actor, importId)).ok).toBe(true)
    const own = db()
      .select({ name: students.firstName, price: enrollments.priceMinor, billing: enrollments.billing })
      .from(enrollments)
      .innerJoin(
        students,
        and(eq(students.schoolId, enrollments.schoolId), eq(students.id, enrollments.studentId)),
      )
      .where(eq(enrollments.schoolId, actor.school.id))
      .orderBy(students.firstName)
      .all()
    expect(own).toEqual([
      { name: "Ada", price: null, billing: null },
      { name: "Bo", price: null, billing: null },
      { name: "Cy", price: 1800, billing: null },
    ])
  })
})

describe("sessions are made in stretches", () => {
  test("that cover every day once, however large the class is", () => {
    for (const size of [1, 12, 40, 500]) {
      const spans = sessionSpans("2025-11-20", "2027-02-12", size)
      expect(spans[0]?.from).toBe("2025-11-20")
      expect(spans.at(-1)?.until).toBe("2027-02-12")
      for (const [index, { until }] of spans.entries())
        if (spans[index + 1])
          expect(Date.parse(spans[index + 1]?.from ?? "") - Date.parse(until)).toBe(86_400_000)
    }
    expect(sessionSpans("2027-01-01", "2026-01-01", 1)).toEqual([])
  })

  test("and a class of many gets everyone into each of them", () => {
    const { actor } = openSchool()
    const rows = Array.from({ length: 45 }, (_, n) => `Kid${n},Group,Mon,14:00,30`)
    const importId = upload(
      actor,
      ["First Name,Lesson Type,Lesson Day,Lesson Time,Duration", ...rows].join("\n"),
      "2026-11-01",
    )
    expect(runImport(actor, importId, fingerprintOf(actor, importId)).ok).toBe(true)
    expect(rowCountsOf(actor)).toMatchObject({ classes: 1, enrollments: 45 })
    const made = rowCountsOf(actor)
    expect(made.bookings).toBe((made.sessions ?? 0) * 45)
    const past = db()
      .select({ n: count() })
      .from(sessions)
      .where(and(eq(sessions.schoolId, actor.school.id), lte(sessions.localDate, "2026-11-18")))
      .get()
    expect(past?.n).toBeGreaterThan(1)
  })
})
