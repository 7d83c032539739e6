import { events } from "db/schema/foundation-audit"
import { emails } from "db/schema/foundation-mail"
import { paySlipLines, paySlips } from "db/schema/money-pay"
import { beforeEach, expect, test } from "vitest"
import type { Actor } from "~/models/foundation/access/actor"
import { cancelTask, runNextItems } from "~/models/foundation/task/run-task.server"
import { findTask, listTaskItems } from "~/models/foundation/task/task.server"
import { fixClock } from "~/utils/clock.server"
import { addTeacherRow } from "../../../../tests/support/lessons"
import { openSchool, orFail, rowsOf } from "../../../../tests/support/school"
import { approveChosen, approvePayWork, lockPayWork, lockPeriod } from "./approve-pay.server"
import { addExtraWork } from "./extra-work.server"
import { sumLines } from "./pay"
import { calculatePay } from "./pay-lines.server"
import { listPeriodSlips } from "./payslips.server"

const september = { from: "2026-09-01", to: "2026-09-30" }

let actor: Actor

beforeEach(() => {
  fixClock(Date.parse("2026-10-02T17:00:00Z"))
  actor = openSchool().actor
})

const work = (teacherId: string, amountMinor: number) =>
  addExtraWork(actor, teacherId, {
    workedOn: "2026-09-20",
    description: "Recital",
    minutes: null,
    hourlyMinor: null,
    amountMinor,
    formKey: `${teacherId} ${amountMinor}`,
  })

/** So many teachers, each with something to be paid. */
function teachersWithPay(many: number): string[] {
  return Array.from({ length: many }, (_, at) => {
    const teacherId = addTeacherRow(actor, `Teacher ${String(at).padStart(3, "0")}`)
    work(teacherId, 1000 + at)
    work(teacherId, 5000)
    return teacherId
  })
}

async function approve(teacherIds: readonly string[], formKey: string | null = null) {
  const pay = calculatePay(actor, september)
  const reviewedMinor = sumLines(teacherIds.flatMap((id) => pay.get(id) ?? []))
  return orFail(await approveChosen(actor, september, { teacherIds, reviewedMinor, formKey }))
}

async function start(teacherIds: readonly string[], formKey: string | null = null): Promise<string> {
  const { taskId } = await approve(teacherIds, formKey)
  if (taskId === null) throw new Error("It was approved at once.")
  return taskId
}

const slips = () =>
  new Map(listPeriodSlips(actor, september).map(({ teacherId, totalMinor }) => [teacherId, totalMinor]))

const approvals = () => rowsOf(events, { schoolId: actor.school.id, verb: "approve-pay" }).length

/** What each payslip's lines add up to. */
const sums = () => {
  const lines = rowsOf(paySlipLines, { schoolId: actor.school.id })
  return new Map(
    [...slips().keys()].map((id) => [id, sumLines(lines.filter(({ teacherId }) => teacherId === id))]),
  )
}

test("the pay of a few teachers is approved at once", async () => {
  const teacherIds = teachersWithPay(25)
  expect(await approve(teacherIds)).toMatchObject({ taskId: null, approved: 25 })
  expect(slips().size).toBe(25)
})

test("the pay of many goes on in steps, and comes to what the school’s pay run says", async () => {
  const teacherIds = teachersWithPay(30)
  const expected = new Map([...calculatePay(actor, september)].map(([id, lines]) => [id, sumLines(lines)]))
  const taskId = await start(teacherIds, "review")
  expect(slips().size).toBe(0)
  expect(await start(teacherIds, "review")).toBe(taskId)
  let before = 0
  while (runNextItems(actor, taskId, approvePayWork)) {
    const made = slips().size
    expect(made - before).toBeLessThanOrEqual(3)
    expect(findTask(actor, taskId)).toMatchObject({ total: 30, done: made, excepted: 0 })
    before = made
  }
  expect(slips()).toEqual(expected)
  expect(sums()).toEqual(expected)
  expect(approvals()).toBe(30)
  expect(findTask(actor, taskId)).toMatchObject({ state: "finished", done: 30, excepted: 0 })
  // the form sent again after the end finds what it did
  expect(await approveChosen(actor, september, { teacherIds, reviewedMinor: 0, formKey: "review" })).toEqual({
    ok: true,
    taskId,
  })
})

test("a teacher whose pay changes in the meantime is left out and named", async () => {
  const teacherIds = teachersWithPay(27)
  const taskId = await start(teacherIds)
  const changed = teacherIds.at(-1) ?? ""
  work(changed, 70)
  while (runNextItems(actor, taskId, approvePayWork));
  expect(slips().has(changed)).toBe(false)
  expect(slips().size).toBe(26)
  expect(listTaskItems(actor, taskId, { state: "excepted", page: 1 })).toMatchObject([
    { subjectId: changed, note: "Pay changed since you reviewed it." },
  ])
})

test("is refused as a whole when the reviewed total doesn’t hold, or one is approved already", async () => {
  const teacherIds = teachersWithPay(26)
  const reviewedMinor = sumLines([...calculatePay(actor, september).values()].flat())
  const ask = (ids: readonly string[], sum: number) =>
    approveChosen(actor, september, { teacherIds: ids, reviewedMinor: sum, formKey: null })
  expect(await ask(teacherIds, reviewedMinor + 1)).toBeRefused("changed")
  expect(await ask([...teacherIds, addTeacherRow(actor, "No pay")], reviewedMinor)).toBeRefused("no-lines")
  await approve(teacherIds.slice(0, 1))
  expect(await ask(teacherIds, reviewedMinor)).toBeRefused("approved")
})

test("cut off in the middle of a teacher, or stopped, leaves each payslip whole or not there", async () => {
  const teacherIds = teachersWithPay(28)
  const taskId = await start(teacherIds)
  const kill = () => {
    throw new Error("kill -9")
  }
  const killed = {
    ...approvePayWork,
    carryOut: (...given: Parameters<typeof approvePayWork.carryOut>) => {
      approvePayWork.carryOut(...given)
      return kill()
    },
  }
  expect(() => runNextItems(actor, taskId, killed)).toThrow("kill -9")
  expect(slips().size).toBe(0)
  runNextItems(actor, taskId, approvePayWork)
  runNextItems(actor, taskId, approvePayWork)
  const made = slips()
  expect(cancelTask(actor, taskId)).toEqual({ ok: true })
  expect(runNextItems(actor, taskId, approvePayWork)).toBe(false)
  expect(slips()).toEqual(made)
  expect(sums()).toEqual(made)
  expect(approvals()).toBe(made.size)
})

test("the payslips of many are locked in steps, each with its email", async () => {
  const teacherIds = teachersWithPay(26)
  const approving = await start(teacherIds)
  while (runNextItems(actor, approving, approvePayWork));
  const { taskId } = lockPeriod(actor, september, "lock")
  if (taskId === null) throw new Error("It was locked at once.")
  for (const key of ["lock", "of another tab", null])
    expect(lockPeriod(actor, september, key)).toEqual({ taskId })
  while (runNextItems(actor, taskId, lockPayWork));
  expect(findTask(actor, taskId)).toMatchObject({ state: "finished", done: 26, excepted: 0 })
  const states = rowsOf(paySlips, { schoolId: actor.school.id })
  expect(new Set(states.map(({ state }) => state))).toEqual(new Set(["locked"]))
  // these teachers have no email
  expect(rowsOf(emails, { template: "payslip" })).toEqual([])
  expect(lockPeriod(actor, september, "lock")).toEqual({ taskId })
  expect(lockPeriod(actor, september)).toEqual({ taskId: null, locked: 0, mailed: 0, unmailed: [] })
})
