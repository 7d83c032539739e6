import { readFileSync } from "node:fs"
import { beforeEach, expect, test } from "vitest"
import { takeRegister } from "~/models/attendance/register/take-register.server"
import type { Actor } from "~/models/foundation/access/actor"
import { addCoTeacher } from "~/models/teaching/class/co-teaching.server"
import { replaceCoTeacher } from "~/models/teaching/session/replace-co-teacher.server"
import { findSession } from "~/models/teaching/session/session-list.server"
import { fixClock } from "~/utils/clock.server"
import { addSessionRow, addTeacherRow, openClass } from "../../../../tests/support/lessons"
import { openSchool } from "../../../../tests/support/school"
import { tableBelow } from "../../../../tests/support/worked-examples"
import { approvePay } from "./approve-pay.server"
import { groupLessons } from "./earned-sums.server"
import { calculatePay } from "./pay-lines.server"
import { agreePayRate } from "./pay-rates.server"

// docs/accounting-pay.md, "A lesson of several teachers": Mara's choir on September 8, with Marcus beside her; Rosa helps out.

const rows = tableBelow(readFileSync("docs/accounting-pay.md", "utf8"), "A lesson of several teachers")

const [day, september, october] = [
  "2026-09-08",
  { from: "2026-09-01", to: "2026-09-30" },
  { from: "2026-10-01", to: "2026-10-31" },
]
const minor = (text = "") => Math.round(Number.parseFloat(text) * 100)
const at = (date: string) => fixClock(Date.parse(`${date}T12:00:00Z`))

let actor: Actor
let teachers: Record<string, string>
beforeEach(() => open())

function open() {
  at("2026-09-01")
  actor = openSchool().actor
  const [mara, marcus, rosa] = ["Mara Lindqvist", "Marcus Whitfield", "Rosa Alvarez"].map((name) =>
    addTeacherRow(actor, name),
  ) as [string, string, string]
  teachers = { Mara: mara, Marcus: marcus, Rosa: rosa }
  const agreed = { fromDate: "2026-09-01", kind: "per_session" } as const
  agreePayRate(actor, mara, { ...agreed, amountMinor: 4000 })
  agreePayRate(actor, marcus, { fromDate: "2026-09-01", kind: "percent", amountMinor: 0, basisPoints: 3000 })
  agreePayRate(actor, rosa, { ...agreed, amountMinor: 2000 })
  agreePayRate(actor, rosa, { ...agreed, amountMinor: 3500, classKind: "group", studentsFrom: 3 })
}

/** The lesson with its two students, whose attendance is taken once it is over. */
function teach(own = "", beside = "", kind: "group" | "private" = "group") {
  const { Mara = "", Marcus = "", Rosa = "" } = teachers
  const { classId, studentIds } = openClass(actor, {
    class: { teacherId: Mara, kind },
    price: { amountMinor: 3000 },
    pupils: ["Wren Adeyemi", "Ines Moreau"],
  })
  const sessionId = addSessionRow(actor, classId, day, { teacherId: teachers[own] ?? "" })
  const add = (teacherId: string) =>
    expect(
      addCoTeacher(actor, classId, { teacherId, startsOn: day, override: { reason: "x" } }),
    ).toMatchObject({ ok: true })
  add(Marcus)
  const by = beside === "no one" ? null : (teachers[beside.split(",")[0] ?? ""] ?? Marcus)
  if (by !== Marcus && own !== "Marcus")
    expect(replaceCoTeacher(actor, sessionId, { teacherId: Marcus, by })).toEqual({ ok: true })
  if (beside.includes("too")) add(Rosa)
  at("2026-09-09")
  const marks = studentIds.map((studentId) => ({ studentId, code: "present" as const }))
  expect(takeRegister(actor, sessionId, { marks }).ok).toBe(true)
  return { sessionId, studentIds }
}

const paid = (teacherId: string, period = september, one = false) =>
  (calculatePay(actor, period, one ? teacherId : undefined).get(teacherId) ?? []).reduce(
    (sum, { amountMinor }) => sum + (amountMinor ?? Number.NaN),
    0,
  )

test("whoever has two places in a lesson is named once, with its student", () => {
  const { sessionId } = teach("Mara", "Rosa, too", "private")
  expect(findSession(actor, sessionId)?.coTeachers?.map(({ name }) => name)).toEqual(["Rosa Alvarez"])
  const lines = calculatePay(actor, september).get(teachers.Rosa ?? "")
  expect(lines?.map(({ title }) => title)).toEqual(["Wren Adeyemi, Ines Moreau"])
})

test("the worked examples: each who gave it is paid once, by their own rate", () => {
  expect(rows).toHaveLength(7)
  for (const [own, beside, ...pays] of rows) {
    open()
    teach(own, beside)
    const ids = Object.values(teachers)
    expect([own, beside, ...ids.map((id) => paid(id))]).toEqual([own, beside, ...pays.map(minor)])
    expect(ids.map((id) => paid(id, september, true))).toEqual(pays.map(minor))
    // what analytics count of the day
    const groups = groupLessons(actor, [day])
    expect(new Set(groups.map(({ students }) => students))).toEqual(new Set([2]))
    expect(groups.map(({ teacherId }) => teacherId).sort()).toEqual(
      ids.filter((_, index) => minor(pays[index]) > 0).sort(),
    )
  }
})

test("corrected after the payslips, each has the correction by their own rate", () => {
  const { sessionId, studentIds } = teach("Mara", "Rosa")
  at("2026-10-05")
  const { Mara = "", Marcus = "", Rosa = "" } = teachers
  for (const teacherId of [Mara, Rosa])
    expect(approvePay(actor, september, { teacherIds: [teacherId], reviewedMinor: paid(teacherId) }).ok).toBe(
      true,
    )
  const marks = studentIds.map((studentId) => ({ studentId, code: "cancelled" as const }))
  expect(takeRegister(actor, sessionId, { marks }).ok).toBe(true)
  for (const one of [false, true])
    expect([Mara, Marcus, Rosa].map((id) => paid(id, october, one))).toEqual([-4000, 0, -2000])
})
