import { beforeEach, expect, test } from "vitest"
import { runNextJob } from "~/jobs/run-job.server"
import { takeRegister } from "~/models/attendance/register/take-register.server"
import type { Actor } from "~/models/foundation/access/actor"
import { startTask } from "~/models/foundation/task/run-task.server"
import { listUnbilledCharges } from "~/models/money/charge/unbilled.server"
import { addSessionRow, openClass } from "../../../../tests/support/lessons"
import { openSchool } from "../../../../tests/support/school"
import { besideText, findAct, nextBulkItems } from "./bulk-acts.server"

let actor: Actor
beforeEach(() => {
  actor = openSchool().actor
})

const days = ["2026-10-28", "2026-11-04", "2026-11-11"]

/** Two classes whose lessons of three days have attendance; one of them has a price. */
function openClasses() {
  const classes = [null, { amountMinor: 2500 }].map((price) =>
    openClass(actor, {
      price,
      pupils: ["Otis Rossi", "Lina Haddad"],
    }),
  )
  for (const { classId, studentIds } of classes)
    for (const date of days) {
      const sessionId = addSessionRow(actor, classId, date)
      const codes = ["present", date === "2026-11-11" ? "excused" : "late"] as const
      const marks = studentIds.map((studentId, index) => ({ studentId, code: codes[index] ?? "present" }))
      takeRegister(actor, sessionId, { marks })
    }
  return {
    studentIds: classes.flatMap(({ studentIds }) => studentIds),
    classIds: classes.map(({ classId }) => classId),
  }
}

test("a price for many students names the past lessons it charges, their sum and families, and charges them", async () => {
  const { studentIds } = openClasses()
  const act = findAct(actor, "students", "price")
  const choice = { price: "40.00", fromDate: "2026-11-01" }
  const plan = act?.plan(actor, studentIds, choice) ?? []
  const late = "had no price: $80.00 is charged for them."
  expect(plan.filter(({ beside }) => beside).map(({ beside, text }) => [beside?.amountMinor, text])).toEqual([
    [
      4000,
      "no price yet → $40.00 per lesson. 1 past lesson with attendance had no price: $40.00 is charged for it.",
    ],
    [8000, `no price yet → $40.00 per lesson. 2 past lessons with attendance ${late}`],
  ])
  expect(besideText(plan, "USD")).toBe(
    "3 past lessons with attendance had no price: $120.00 is charged for them, to 2 families.",
  )
  expect(besideText(act?.plan(actor, studentIds, { ...choice, price: "+10%" }) ?? [], "USD")).toBeUndefined()

  const before = listUnbilledCharges(actor).length
  const items = plan.filter(({ can }) => can).map(({ id, name }) => ({ subjectId: id, name }))
  const taskId = startTask(actor, { kind: "set-own-prices", about: choice, items, formKey: "many" })
  while (nextBulkItems(actor, taskId, "set-own-prices"));
  while (await runNextJob());
  const made = listUnbilledCharges(actor).filter(({ amountMinor }) => amountMinor === 4000)
  expect([made.length, listUnbilledCharges(actor).length]).toEqual([3, before + 3])
})

test("so does a price for many classes: those that have one already charge no past lesson", async () => {
  const { classIds } = openClasses()
  const act = findAct(actor, "classes", "price")
  const choice = { price: "40.00", fromDate: "2026-11-01" }
  const plan = act?.plan(actor, classIds, choice) ?? []
  const late = "3 past lessons with attendance had no price: $120.00 is charged for them"
  expect(plan.map(({ beside, text }) => [beside?.amountMinor, text])).toEqual(
    expect.arrayContaining([
      [12_000, `no price yet → $40.00 per lesson. ${late}.`],
      [undefined, "$25.00 per lesson → $40.00 per lesson"],
    ]),
  )
  expect(besideText(plan, "USD")).toBe(`${late}, to 2 families.`)

  const before = listUnbilledCharges(actor).length
  const items = plan.filter(({ can }) => can).map(({ id, name }) => ({ subjectId: id, name }))
  const taskId = startTask(actor, { kind: "set-class-prices", about: choice, items, formKey: "many" })
  while (nextBulkItems(actor, taskId, "set-class-prices"));
  while (await runNextJob());
  const made = listUnbilledCharges(actor).filter(({ amountMinor }) => amountMinor === 4000)
  expect([made.length, listUnbilledCharges(actor).length]).toEqual([3, before + 3])
})
