import { jobs } from "db/schema/foundation"
import { emails } from "db/schema/foundation-mail"
import { taskItems, tasks } from "db/schema/foundation-tasks"
import { invoices } from "db/schema/money"
import { closures } from "db/schema/teaching"
import { describe, expect, test } from "vitest"
import type { Actor } from "~/models/foundation/access/actor"
import { readPayload } from "~/models/foundation/job/job"
import {
  cancelTask,
  continueTask,
  noteTaskFailed,
  runNextItems,
  startTask,
  taskJobKey,
} from "~/models/foundation/task/run-task.server"
import { findTask, listTaskItems } from "~/models/foundation/task/task.server"
import { billBatch, invoiceRunWork, startBatch } from "~/models/money/invoice/invoice-batch.server"
import { findClosure } from "~/models/teaching/closed-days/closed-days.server"
import { addClosure, cancelLessonsWork } from "~/models/teaching/closure/add-closure.server"
import { tellClosure } from "~/models/teaching/closure/tell-closure.server"
import { makeSessions } from "~/models/teaching/session/make-sessions.server"
import { openFamily, owe } from "../../tests/support/billing"
import { testNow } from "../../tests/support/clock"
import { addClassRow, addEnrollmentRow, addScheduleRow } from "../../tests/support/lessons"
import { addMember, openSchool, rowOf, rowsOf } from "../../tests/support/school"
import { carryOnTask } from "./task-steps.server"

const choice = { from: "2026-11-01", to: "2026-11-30", dueOn: "2026-12-02", note: null, asDrafts: false }

/** A school in which so many families have something to pay. */
function openBilledSchool(families: number) {
  const { actor } = openSchool()
  const familyIds = Array.from({ length: families }, (_, n) => {
    const name = `Family ${n}`
    const adults = [{ name: `${name} One`, email: `p${n}@mail.example`, payerShare: 10_000 }]
    const family = openFamily(actor, { name, adults, children: ["Mia"] })
    owe(actor, family, 1000 + n)
    return family.familyId
  })
  return { actor, familyIds }
}

const startRun = (actor: Actor, familyIds: readonly string[], formKey: string | null = null): string =>
  startBatch(actor, { ...choice, familyIds }, formKey)

const jobOf = (taskId: string, attempts = 1) => {
  const job = rowOf(jobs, { uniqueKey: taskJobKey(taskId) })
  if (!job) throw new Error("No job was queued.")
  return { schoolId: job.schoolId, payload: readPayload("carry-on-task", job.payload), attempts }
}

const invoicesOf = (actor: Actor) =>
  rowsOf(
    invoices,
    { schoolId: actor.school.id, state: "issued" },
    { only: ["familyId", "sequence", "issuedBy"], by: "sequence" },
  )

const mailsOf = (actor: Actor) => rowsOf(emails, { schoolId: actor.school.id }).length

describe("an invoice run over many families", () => {
  test("goes on in steps of a few families, and ends with each invoiced once in the name of who started it", async () => {
    const { actor, familyIds } = openBilledSchool(30)
    const taskId = startRun(actor, familyIds)
    expect(invoicesOf(actor)).toEqual([])
    let before = 0
    for (let step = 0; step < 3; step++) {
      expect(runNextItems(actor, taskId, invoiceRunWork(false))).toBe(true)
      const made = invoicesOf(actor).length
      expect(made - before).toBeGreaterThan(0)
      expect(made - before).toBeLessThanOrEqual(4)
      expect(findTask(actor, taskId)).toMatchObject({ state: "running", total: 30, done: made })
      before = made
    }
    const job = jobOf(taskId)
    while (await carryOnTask(job));
    expect(await carryOnTask(job)).toBe(false)
    const made = invoicesOf(actor)
    expect(made.map(({ familyId }) => familyId).sort()).toEqual([...familyIds].sort())
    expect(made.map(({ sequence }) => sequence)).toEqual(made.map((_, n) => (made[0]?.sequence ?? 0) + n))
    expect(new Set(made.map(({ issuedBy }) => issuedBy))).toEqual(new Set([actor.memberId]))
    expect(mailsOf(actor)).toBe(30)
    expect(findTask(actor, taskId)).toMatchObject({
      state: "finished",
      done: 30,
      excepted: 0,
      finishedAt: testNow,
    })
  })

  test("of a few families is over when it answers", async () => {
    const { actor, familyIds } = openBilledSchool(3)
    expect(await billBatch(actor, { ...choice, familyIds })).toEqual({
      taskId: expect.any(String),
      isOver: true,
      made: 3,
      refused: [],
      run: expect.objectContaining({ state: "held", holdMinutes: 2 }),
    })
    const [task] = rowsOf(tasks, { schoolId: actor.school.id })
    expect(task?.state).toBe("finished")
  })

  test("cut off at any point, also in the middle of a step, leaves no gap and bills no one twice", async () => {
    const { actor, familyIds } = openBilledSchool(26)
    const taskId = startRun(actor, familyIds)
    const work = invoiceRunWork(false)
    const state = () => [invoicesOf(actor), findTask(actor, taskId), mailsOf(actor)]
    for (const at of [1, 2, 3, 4, 1]) {
      let calls = 0
      const carryOut: typeof work.carryOut = (...given) => {
        const outcome = work.carryOut(...given)
        if (++calls === at) throw new Error("kill -9")
        return outcome
      }
      const before = state()
      let wasKilled = false
      try {
        runNextItems(actor, taskId, { ...work, carryOut })
      } catch {
        wasKilled = true
      }
      // A step may have ended by the clock before it came that far.
      if (wasKilled) expect(state()).toEqual(before)
      expect(wasKilled || at > 1).toBe(true)
      runNextItems(actor, taskId, work)
    }
    const job = jobOf(taskId)
    while (await carryOnTask(job));
    const made = invoicesOf(actor)
    expect(new Set(made.map(({ familyId }) => familyId)).size).toBe(26)
    expect(made).toHaveLength(26)
    expect(made.map(({ sequence }) => sequence)).toEqual(made.map((_, n) => (made[0]?.sequence ?? 0) + n))
    expect(mailsOf(actor)).toBe(26)
  })

  test("names the families it could not invoice, each with the reason, and bills the others", async () => {
    const { actor, familyIds } = openBilledSchool(25)
    const other = openBilledSchool(1)
    const owesNothing = openFamily(actor, { name: "Novak", adults: [], children: ["Iva"] }).familyId
    const taskId = startRun(actor, [...familyIds, owesNothing, ...other.familyIds])
    const job = jobOf(taskId)
    while (await carryOnTask(job));
    expect(findTask(actor, taskId)).toMatchObject({ state: "finished", done: 27, excepted: 2 })
    expect(
      listTaskItems(actor, taskId, { state: "excepted", page: 1 }).map(({ name, note }) => [name, note]),
    ).toEqual([
      ["Novak", "Someone else has already invoiced this family."],
      ["A family", "This family isn’t in your school."],
    ])
    expect(invoicesOf(other.actor)).toEqual([])
  })

  test("started twice by the same form is one task", () => {
    const { actor, familyIds } = openBilledSchool(26)
    const taskId = startRun(actor, familyIds, "key")
    expect(startRun(actor, familyIds, "key")).toBe(taskId)
    expect(rowsOf(taskItems, { taskId }).length).toBe(26)
  })

  test("canceled in the middle keeps what was sent and sends nothing more", async () => {
    const { actor, familyIds } = openBilledSchool(30)
    const taskId = startRun(actor, familyIds)
    runNextItems(actor, taskId, invoiceRunWork(false))
    const sent = invoicesOf(actor).length
    expect(cancelTask(actor, taskId)).toEqual({ ok: true })
    expect(cancelTask(actor, taskId)).toBeRefused("ended")
    expect(await carryOnTask(jobOf(taskId))).toBe(false)
    expect(invoicesOf(actor)).toHaveLength(sent)
    expect(findTask(actor, taskId)).toMatchObject({ state: "canceled", done: sent, total: 30 })
    expect(listTaskItems(actor, taskId, { state: "waiting", page: 1 })).toHaveLength(30 - sent)
  })

  test("another school can neither see nor stop it", () => {
    const { actor, familyIds } = openBilledSchool(26)
    const taskId = startRun(actor, familyIds)
    const other = openSchool().actor
    expect(findTask(other, taskId)).toBeUndefined()
    expect(cancelTask(other, taskId)).toBeRefused("not-found")
    expect(findTask(actor, taskId)).toMatchObject({ state: "waiting" })
  })
})

describe("the lessons of a closure", () => {
  const days = { name: "Storm", startsOn: "2026-11-23", endsOn: "2026-11-29", cancelSessions: true }

  /** Two families with a lesson a day each, one of them at the same teacher's as the other's. */
  function openTaughtSchool() {
    const { actor } = openSchool()
    const teacher = addMember(actor, "teacher", "Marcus Whitfield")
    for (const name of ["Haddad", "Novak"]) {
      const adults = [
        {
          name: `${name} One`,
          email: `${name.toLowerCase()}.${actor.school.id}@mail.example`,
          payerShare: 10_000,
        },
      ]
      const family = openFamily(actor, { name, adults, children: ["Mia"] })
      const classId = addClassRow(actor, { name: `${name}’s lesson`, teacherId: teacher.teacherId })
      addEnrollmentRow(actor, classId, family.studentIds[0] ?? "")
      for (const minute of ["00", "30"]) {
        const rule = { rrule: "FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR,SA,SU", startsOn: days.startsOn }
        const startTime = `${name === "Novak" ? 10 : 12}:${minute}`
        const scheduleId = addScheduleRow(actor, classId, { ...rule, startTime })
        makeSessions(actor, scheduleId, days.endsOn, { from: days.startsOn })
      }
    }
    return actor
  }

  const letters = (actor: Actor, state: "gathered" | "queued") =>
    rowsOf(emails, { schoolId: actor.school.id, template: "session-changed", state }).map(
      ({ recipient, data }): [string, number] => [
        recipient.replace(/[.\d].*$/, ""),
        JSON.parse(data).lessons.length,
      ],
    )

  const start = (actor: Actor) => {
    const added = addClosure(actor, days)
    if (!added.ok || !added.taskId) throw new Error("It ran at once.")
    return added.taskId
  }

  /** The office sends what waits; many lessons are told of by a task. */
  const send = async (actor: Actor) => {
    const { id = "" } = rowOf(closures, { schoolId: actor.school.id }) ?? {}
    const closure = findClosure(actor, id)
    const { taskId = null } = closure ? tellClosure(actor, closure) : {}
    while (taskId !== null && (await carryOnTask(jobOf(taskId))));
  }

  test("are canceled a few a step; sent by the office, each person gets one mail with all of theirs", async () => {
    const actor = openTaughtSchool()
    const taskId = start(actor)
    expect(runNextItems(actor, taskId, cancelLessonsWork)).toBe(true)
    const part = findTask(actor, taskId)
    expect(part).toMatchObject({ state: "running", total: 28 })
    expect(part?.done).toBeLessThanOrEqual(2)
    expect(letters(actor, "queued")).toEqual([])
    const job = jobOf(taskId)
    while (await carryOnTask(job));
    expect(findTask(actor, taskId)).toMatchObject({ state: "finished", done: 28, excepted: 0 })
    expect([letters(actor, "gathered"), letters(actor, "queued")]).toEqual([[], []])
    await send(actor)
    expect(letters(actor, "gathered")).toEqual([])
    expect(new Map(letters(actor, "queued"))).toEqual(
      new Map([
        ["haddad", 14],
        ["novak", 14],
        ["marcus", 28],
      ]),
    )
  })

  test("stopped in the middle, those whose lessons were canceled can still be told", async () => {
    const actor = openTaughtSchool()
    const taskId = start(actor)
    runNextItems(actor, taskId, cancelLessonsWork)
    expect(cancelTask(actor, taskId)).toEqual({ ok: true })
    const job = jobOf(taskId)
    while (await carryOnTask(job));
    const { done = 0 } = findTask(actor, taskId) ?? {}
    expect(done).toBeLessThanOrEqual(2)
    expect([letters(actor, "gathered"), letters(actor, "queued")]).toEqual([[], []])
    await send(actor)
    expect(new Map(letters(actor, "queued")).get("marcus")).toBe(done)
  })
})

describe("a task that fails", () => {
  test("again and again waits for a person, who continues it where it stopped", async () => {
    const { actor } = openSchool()
    const items = [{ subjectId: "f", name: "Novak" }]
    // What it was started with can't be read: every try throws.
    const taskId = startTask(actor, { kind: "send-invoices", about: {}, items })
    const job = jobOf(taskId)
    await expect(carryOnTask(job)).rejects.toThrow()
    expect(findTask(actor, taskId)).toMatchObject({ state: "waiting" })
    await expect(carryOnTask({ ...job, attempts: 6 })).rejects.toThrow()
    expect(findTask(actor, taskId)).toMatchObject({ state: "failed", done: 0 })
    expect(await carryOnTask(job)).toBe(false)
    expect(continueTask(actor, taskId)).toEqual({ ok: true })
    expect(findTask(actor, taskId)).toMatchObject({ state: "waiting" })
  })

  test("can be canceled, too", () => {
    const { actor } = openSchool()
    const taskId = startTask(actor, { kind: "send-invoices", about: choice, items: [] })
    noteTaskFailed(actor, taskId)
    expect(cancelTask(actor, taskId)).toEqual({ ok: true })
  })
})
