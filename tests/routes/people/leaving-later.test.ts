import { openingBalances } from "db/schema/money-opening"
import { studentStatusChanges, students } from "db/schema/people"
import { enrollments } from "db/schema/teaching"
import { beforeEach, expect, test } from "vitest"
import type { Actor } from "~/models/foundation/access/actor"
import { add } from "~/models/foundation/access/door.server"
import { chargeMonth } from "~/models/money/charge/charge-month.server"
import { previewLeaving } from "~/models/money/ledger/preview-leaving.server"
import { changeTuitionRule } from "~/models/money/tuition/tuition-rule.server"
import { leftIn } from "~/models/overview/analytics/growth"
import { listStatusHistories } from "~/models/overview/analytics/growth.server"
import { changeStatus } from "~/models/teaching/student-status/change-status.server"
import {
  beginPlannedStatuses,
  cancelPlannedStatus,
  findPlannedStatus,
} from "~/models/teaching/student-status/future-status.server"
import { fixClock } from "~/utils/clock.server"
import { type Browser, locationOf, openOffice, textOf } from "../../support/app"
import { addClassRow, addEnrollmentRow, openClass } from "../../support/lessons"
import { changeRows, rowOf, rowsOf } from "../../support/school"

// A student who pauses or leaves from a day to come: planned, shown, carried out on that day, or canceled.

let actor: Actor
let office: Browser
let aiko: string
let theo: string
let classId: string

const leaving = { step: "end" as const, reason: "Moving away", from: "2026-12-20" }

beforeEach(async () => {
  ;({ actor, browser: office } = await openOffice())
  const opened = openClass(actor, {
    price: { billing: "monthly", amountMinor: 9000, fromDate: "2026-09-01" },
    pupils: ["Aiko Moreau", "Theo Haddad"],
  })
  ;[aiko = "", theo = ""] = opened.studentIds
  classId = opened.classId
})

const statusOf = (studentId: string) => rowOf(students, { id: studentId })?.status
const endOf = (studentId: string) => rowOf(enrollments, { studentId })?.endsOn
const at = (day: string) => fixClock(Date.parse(`${day}T17:00:00Z`))

test("the classes end on the day at once, the status follows when it has begun, and once", () => {
  expect(changeStatus(actor, aiko, leaving).ok).toBe(true)
  expect([statusOf(aiko), endOf(aiko)]).toEqual(["active", "2026-12-20"])
  const history = listStatusHistories(actor)
  expect(leftIn(history, { first: "2026-11-01", last: "2026-12-19" })).toEqual([])
  at("2026-12-19")
  expect(beginPlannedStatuses(actor)).toBe(0)
  const choir = addClassRow(actor, { name: "Choir", kind: "group", capacity: 4 })
  addEnrollmentRow(actor, choir, aiko, { startsOn: "2026-12-01" })
  at("2026-12-20")
  expect([beginPlannedStatuses(actor), beginPlannedStatuses(actor)]).toEqual([1, 0])
  expect([statusOf(aiko), findPlannedStatus(actor, aiko)]).toEqual(["former", undefined])
  const open = rowsOf(enrollments, { studentId: aiko })
  expect(open.map(({ endsOn }) => endsOn)).toEqual(["2026-12-20", "2026-12-20"])
  expect(leftIn(listStatusHistories(actor), { first: "2026-12-01", last: "2026-12-31" })).toMatchObject([
    { studentId: aiko, on: "2026-12-20", reason: "Moving away" },
  ])
})

test("canceled, the student has the classes again, but not one that was ended by hand since", () => {
  const choir = addClassRow(actor, { name: "Choir", kind: "group", capacity: 4 })
  const other = addEnrollmentRow(actor, choir, aiko, { startsOn: "2026-10-01" })
  changeStatus(actor, aiko, leaving)
  expect(changeStatus(actor, aiko, { ...leaving, from: "2026-12-28" })).toMatchObject({ reason: "planned" })
  changeRows(enrollments, { id: other }, { endsOn: "2026-12-01" })
  expect(cancelPlannedStatus(actor, aiko)).toMatchObject({ ok: true, status: "former", on: "2026-12-20" })
  const ends = rowsOf(enrollments, { studentId: aiko })
  expect(new Map(ends.map((each) => [each.classId, each.endsOn]))).toEqual(
    new Map([
      [classId, null],
      [choir, "2026-12-01"],
    ]),
  )
  expect(cancelPlannedStatus(actor, aiko)).toBeRefused("nothing-planned")
  expect(rowsOf(studentStatusChanges, { isAhead: true })).toEqual([])
})

test("a plan that the status no longer leads to is dropped; leaving today takes its place", () => {
  changeStatus(actor, aiko, { ...leaving, step: "pause" })
  changeStatus(actor, theo, leaving)
  expect(changeStatus(actor, theo, { step: "end", reason: "Today after all" }).ok).toBe(true)
  expect([statusOf(theo), findPlannedStatus(actor, theo)]).toEqual(["former", undefined])
  changeStatus(actor, aiko, { step: "pause", reason: "Ill" })
  at("2026-12-21")
  expect([beginPlannedStatuses(actor), statusOf(aiko), findPlannedStatus(actor, aiko)]).toEqual([
    0,
    "paused",
    undefined,
  ])
})

test("the preview names the lessons after the day and the months that change, and changes nothing", () => {
  changeTuitionRule(actor, { basis: "days", lessons: 4, skipsClosures: false })
  chargeMonth(actor, "2026-11")
  const found = previewLeaving(actor, aiko, { ...leaving, from: "2026-11-20", leaveClasses: false })
  expect(found).toMatchObject({ ok: true, classes: [expect.any(String)] })
  expect(found.ok && found.fees).toEqual([{ month: "2026-11", beforeMinor: 9000, afterMinor: 6000 }])
  expect([statusOf(aiko), endOf(aiko), findPlannedStatus(actor, aiko)]).toEqual(["active", null, undefined])
})

test("the preview of an end says what the family has due, or in account credit", async () => {
  const preview = (step: string) =>
    office.submit(`/students/${aiko}/edit`, { intent: "preview-status", ...leaving, step }).then(textOf)
  expect(await preview("end")).not.toMatch(/due\.|account credit/)
  const { familyId = "" } = rowOf(students, { id: aiko }) ?? {}
  const asOf = "2026-11-01"
  add(actor, openingBalances, { familyId, amountMinor: 12_000, asOf })
  expect(await preview("end")).toContain("The family has $120.00 due.")
  expect(await preview("pause")).not.toContain("$120.00")
})

test("the form previews and plans it, the record says so and cancels it", async () => {
  const edit = `/students/${aiko}/edit`
  const past = await office.submit(edit, { intent: "status", ...leaving, from: "2026-11-01" })
  await expect(past).toAnswer(400, "Enter today or a later date.")
  const previewed = await office.submit(edit, { intent: "preview-status", ...leaving })
  expect(await textOf(previewed)).toMatch(/Leaves .* after that day will be removed/)
  expect(endOf(aiko)).toBeNull()
  const saved = await office.submit(edit, { intent: "status", ...leaving })
  expect(saved.headers.get("Location")).toBe(`/students/${aiko}`)
  const record = await office.read(`/students/${aiko}`)
  expect(record).toContain("Aiko Moreau leaves on Dec 20, 2026. Cancel leaving")
  const again = await office.submit(edit, { intent: "status", ...leaving, step: "pause" })
  await expect(again).toAnswer(409, "Cancel it first.")
  const which = { status: "former", on: leaving.from }
  const cancel = (fields: Record<string, string> = which) =>
    office.submit(edit, { intent: "cancel-status", ...fields })
  const form = await office.html(`/students/${aiko}`)
  for (const [name, value] of Object.entries(which)) expect(form).toContain(`name="${name}" value="${value}"`)
  const half: Record<string, string> = { on: leaving.from }
  for (const wrong of [{ ...which, status: "gone" }, half, { ...which, on: "soon" }])
    expect((await cancel(wrong)).status).toBe(400)
  expect(locationOf(await cancel({ ...which, on: "2026-12-21" }))).toBe(`/students/${aiko}`)
  expect(findPlannedStatus(actor, aiko)?.on).toBe(leaving.from)
  expect(locationOf(await cancel())).toBe(`/students/${aiko}`)
  expect([findPlannedStatus(actor, aiko), endOf(aiko)]).toEqual([undefined, null])
  expect(locationOf(await cancel())).toBe(`/students/${aiko}`)
  expect(statusOf(aiko)).toBe("active")
  // A page from before doesn't say which.
  changeStatus(actor, aiko, leaving)
  await cancel({})
  expect(findPlannedStatus(actor, aiko)).toBeUndefined()
  expect((await cancel({})).status).toBe(404)
})

test("a paused and a former student come back on a later day, which the record says and cancels", async () => {
  changeStatus(actor, aiko, { step: "pause", reason: "Exams" })
  changeStatus(actor, theo, { step: "end", reason: "Moving away" })
  const back = (studentId: string, step: string) =>
    office.submit(`/students/${studentId}/edit`, { intent: "status", step, from: "2027-01-04" })
  expect((await back(aiko, "resume")).status).toBe(303)
  expect((await back(theo, "return")).status).toBe(303)
  expect([statusOf(aiko), statusOf(theo)]).toEqual(["paused", "former"])
  expect(await office.read(`/students/${theo}`)).toContain(
    "Theo Haddad comes back on Jan 4, 2027. Cancel return",
  )
  expect((await back(theo, "return")).status).toBe(409)
  at("2027-01-04")
  expect([beginPlannedStatuses(actor), statusOf(aiko), statusOf(theo)]).toEqual([2, "active", "active"])
  expect([findPlannedStatus(actor, aiko), findPlannedStatus(actor, theo)]).toEqual([undefined, undefined])
})

test("many are planned at once, with what each leaves, and one undo brings all of it back", async () => {
  const at = (answer: Response) => locationOf(answer)
  changeStatus(actor, theo, { ...leaving, from: "2026-12-01" })
  const selected = { noun: "students", scope: "ticked", list: "", act: "status", id: [aiko, theo] }
  const preview = at(await office.submit("/selections", selected))
  const past = await office.submit(preview, { intent: "preview", ...leaving, from: "2026-11-01" })
  await expect(past).toAnswer(400, "Enter today or a later date.")
  await office.submit(preview, { intent: "preview", ...leaving })
  const text = await office.read(preview)
  expect(text).toContain("Active → Former from Dec 20, 2026, leaves Guitar ensemble")
  expect(text).toContain("Pauses, leaves or comes back on a later day already.")
  const task = at(await office.submit(preview, { intent: "confirm" }))
  expect([statusOf(aiko), endOf(aiko), findPlannedStatus(actor, aiko)?.on]).toEqual([
    "active",
    "2026-12-20",
    "2026-12-20",
  ])
  await office.submit(task, { intent: "undo" })
  expect([endOf(aiko), findPlannedStatus(actor, aiko), findPlannedStatus(actor, theo)?.on]).toEqual([
    null,
    undefined,
    "2026-12-01",
  ])
})
