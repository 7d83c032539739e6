import { db } from "db/client.server"
import { charges } from "db/schema/money"
import { beforeEach, expect, test } from "vitest"
import { runNextJob } from "~/jobs/run-job.server"
import type { Actor } from "~/models/foundation/access/actor"
import { rehearse } from "~/models/foundation/access/rehearse.server"
import { startClass } from "~/models/teaching/class/class.server"
import { chooseTrialPrice } from "~/models/teaching/price/price.server"
import { addStudentRow } from "../../../../tests/support/lessons"
import { openSchool, rowsOf } from "../../../../tests/support/school"
import { changeTuitionRule } from "../tuition/tuition-rule.server"
import { previewMonths } from "./preview-months.server"

// A class of Wednesdays at 4 PM that begins on November 18, and what it costs Otis, before it is made.

let actor: Actor
let otis: string
beforeEach(() => {
  actor = openSchool().actor
  otis = addStudentRow(actor, "Otis", "Rossi")
})

type Facts = Partial<Parameters<typeof startClass>[1]>

const form = {
  name: "Violin",
  kind: "private" as const,
  capacity: 1,
  billing: "per_session" as const,
  amount: 9000,
  weekdays: [3],
  everyWeeks: 1,
  rotation: [],
  startTime: "16:00",
  minutes: 45,
  startsOn: "2026-11-18",
  ends: "open" as const,
}

function preview(facts: Facts) {
  const students = facts.students ?? [otis]
  return rehearse(() => {
    const started = startClass(actor, { ...form, students, ...facts })
    if (!started.ok) throw new Error(started.reason)
    const [student] = started.effect.students
    const months = previewMonths(actor, started.classId, students, { withMissed: true })
    return { student, price: started.effect.price, months: months.map(({ amountMinor }) => amountMinor) }
  })
}

test("by the lesson: the price, and what the lessons until the end of the next month come to", () => {
  const { student, price, months } = preview({})
  expect(price).toMatchObject({ billing: "per_session", amountMinor: 9000 })
  expect(student).toMatchObject({ price: { amountMinor: 9000 }, sessions: 7, amountMinor: 63_000 })
  expect([student?.firstSession?.localDate, student?.until, months]).toEqual(["2026-11-18", "2026-12-31", []])
})

test("by the month: the first month has its part by the school's rule", () => {
  changeTuitionRule(actor, { basis: "days", lessons: 4, skipsClosures: false })
  expect(preview({ billing: "monthly" }).months).toEqual([3900, 9000, 9000])
  changeTuitionRule(actor, { basis: "full", lessons: 4, skipsClosures: false })
  expect(preview({ billing: "monthly" }).months).toEqual([9000, 9000, 9000])
})

test("by the month, begun earlier: months that are charged right away are named, back to when the school joined", async () => {
  db().run("update schools set created_at = 1790000000000")
  const begun = { billing: "monthly" as const, startsOn: "2026-08-15" }
  expect(preview(begun).months).toEqual([9000, 9000, 9000, 9000, 9000])
  startClass(actor, { ...form, ...begun, students: [otis] })
  while (await runNextJob());
  const charged = rowsOf(
    charges,
    { schoolId: actor.school.id },
    { only: ["month", "amountMinor"], by: "month" },
  )
  expect(charged).toEqual(["2026-09", "2026-10", "2026-11"].map((month) => ({ month, amountMinor: 9000 })))
})

test("without students or a price there is the class's price, or none", () => {
  expect(preview({ students: [] })).toMatchObject({ student: undefined, price: { amountMinor: 9000 } })
  expect(preview({ amount: undefined })).toMatchObject({ student: { price: null }, price: null, months: [] })
})

test("a free trial costs nothing, whatever the price of its class", () => {
  chooseTrialPrice(actor, "free")
  for (const billing of ["per_session", "monthly"] as const)
    expect(preview({ kind: "trial", billing })).toMatchObject({
      student: { isFreeTrial: true },
      price: null,
      months: [],
    })
  chooseTrialPrice(actor, "class")
  expect(preview({ kind: "trial", billing: "monthly" }).months).toHaveLength(3)
})
