import { sqlite } from "db/client.server"
import { beforeEach, expect, test } from "vitest"
import { takeRegister } from "~/models/attendance/register/take-register.server"
import type { Actor } from "~/models/foundation/access/actor"
import { chargeMonth } from "~/models/money/charge/charge-month.server"
import { groupLessons, type LessonGroup } from "~/models/money/pay/earned-sums.server"
import { fixClock } from "~/utils/clock.server"
import { testNow } from "../../../../tests/support/clock"
import { addSessionRow, addTeacherRow, openClass } from "../../../../tests/support/lessons"
import { openSchool } from "../../../../tests/support/school"
import { keepNextTaught, listUnkept } from "./keep-lesson-totals.server"
import { readLessonGroups } from "./lesson-groups.server"
import { daysOfMonth } from "./lesson-totals"

// What lessons bring and pay is kept of days that are over: whatever it was counted from, a change lets the day go.

let actor: Actor
type Taught = { classId: string; studentIds: string[]; sessionIds: string[] }
let ids: { teachers: string[]; single: Taught; monthly: Taught; other: Taught }

const september = daysOfMonth("2026-09")
const days = ["2026-09-08", "2026-09-15", "2026-09-22"]

const run = (statement: string, values: Record<string, string | number | null> = {}) =>
  sqlite()
    .prepare(statement)
    .run({ school: actor.school.id, ...values }).changes

const keepAll = () => {
  while (keepNextTaught(actor));
}
const sorted = (groups: readonly LessonGroup[]) => groups.map((group) => JSON.stringify(group)).sort()
const read = () => sorted(readLessonGroups(actor, { first: "2026-09-01", last: "2026-09-30" }))
const counted = () => sorted(groupLessons(actor, september))

beforeEach(() => {
  fixClock(Date.parse("2026-09-01T12:00:00Z"))
  actor = openSchool().actor
  const teachers = [addTeacherRow(actor, "Mara Lindqvist"), addTeacherRow(actor, "Kwame Boateng")]
  const open = (name: string, hour: string, billing: "per_session" | "monthly" | "package") => {
    const facts = { name, instrument: name, teacherId: teachers[0] }
    const { classId, studentIds } = openClass(actor, {
      class: facts,
      pupils: [`Aiko ${name}`],
      price: { billing, amountMinor: 9000 },
    })
    const sessionIds = days.map((day) =>
      addSessionRow(actor, classId, day, { teacherId: teachers[0], startTime: `${hour}:00` }),
    )
    return { classId, studentIds, sessionIds }
  }
  ids = {
    teachers,
    single: open("Guitar", "10", "per_session"),
    monthly: open("Piano", "12", "monthly"),
    other: open("Violin", "14", "per_session"),
  }
  chargeMonth(actor, "2026-09")
  fixClock(testNow)
  for (const { sessionIds, studentIds } of [ids.single, ids.monthly])
    for (const sessionId of sessionIds.slice(0, 2)) {
      const marks = studentIds.map((studentId) => ({
        studentId,
        code: "present" as const,
        minutesLate: null,
      }))
      expect(takeRegister(actor, sessionId, { marks }).ok).toBe(true)
    }
  keepAll()
})

test("a fee is divided among the lessons of its month, and what was counted is what is kept", () => {
  expect(listUnkept(actor)).toEqual({ days: [], months: [] })
  const groups = readLessonGroups(actor, { first: "2026-09-01", last: "2026-09-30" })
  expect(groups.map(({ day, instrument, chargedMinor }) => [day, instrument, chargedMinor]).sort()).toEqual([
    ["2026-09-08", "Guitar", 9000],
    ["2026-09-08", "Piano", 3000],
    ["2026-09-15", "Guitar", 9000],
    ["2026-09-15", "Piano", 3000],
  ])
  expect(read()).toEqual(counted())
})

const seatOf = (session: string) =>
  sqlite()
    .prepare("select id from seats where school_id = ? and session_id = ?")
    .pluck()
    .get(actor.school.id, session) as string
const own = (table: string, key: string) => `(select id from ${table} where school_id = @school and ${key})`
const first = (of: "single" | "monthly" | "other") => ids[of].sessionIds[0] ?? ""

/** What changes, and how many of the month’s days go. */
const changes: Record<string, [() => unknown, number]> = {
  "another teacher gives a lesson": [
    () =>
      run("update sessions set teacher_id = @teacher where school_id = @school and id = @id", {
        teacher: ids.teachers[1] ?? "",
        id: first("single"),
      }),
    1,
  ],
  "attendance is taken": [
    () => {
      const [studentId = ""] = ids.other.studentIds
      return takeRegister(actor, first("other"), {
        marks: [{ studentId, code: "present", minutesLate: null }],
      })
    },
    1,
  ],
  "attendance is corrected": [
    () => {
      const [studentId = ""] = ids.single.studentIds
      return takeRegister(actor, first("single"), {
        marks: [{ studentId, code: "excused", minutesLate: null }],
      })
    },
    1,
  ],
  "a status pays half": [
    () =>
      run("update marks set paid_percent = 50 where school_id = @school and seat_id = @seat", {
        seat: seatOf(first("single")),
      }),
    1,
  ],
  "a charge has tax": [
    () =>
      run(
        "update charges set tax_minor = 100, tax_name = 'VAT', tax_rate = 100 where school_id = @school and seat_id = @seat",
        { seat: seatOf(first("single")) },
      ),
    1,
  ],
  "a charge is withdrawn": [
    () =>
      run(
        `update charges set withdrawn_at = ${testNow}, withdrawn_reason = 'x' where school_id = @school and seat_id = @seat`,
        { seat: seatOf(first("single")) },
      ),
    1,
  ],
  "a fee changes": [
    () => run("update charges set amount_minor = 6000 where school_id = @school and source = 'flat'"),
    2,
  ],
  "a fee is corrected": [
    () =>
      run(`insert into charges (school_id, id, created_at, family_id, student_id, source, corrects_charge_id, description,
          reason, occurred_on, amount_minor)
        select school_id, 'correction', created_at, family_id, student_id, 'correction', id, 'x', 'x', '2026-10-02', -3000
        from charges where school_id = @school and source = 'flat'`),
    2,
  ],
  "a fee is gone": [
    () =>
      run(
        "update charges set withdrawn_at = 1, withdrawn_reason = 'x' where school_id = @school and month is not null",
      ),
    2,
  ],
  "a lesson of a fee's month is canceled": [
    () =>
      run("update sessions set state = 'cancelled' where school_id = @school and id = @id", {
        id: ids.monthly.sessionIds[2] ?? "",
      }),
    3,
  ],
  "a lesson is added to a fee's month": [
    () => addSessionRow(actor, ids.monthly.classId, "2026-09-29", { startTime: "12:00", sequence: 9 }),
    3,
  ],
  "a student starts later": [
    () =>
      run(
        `update enrollments set starts_on = '2026-09-10' where school_id = @school and id = ${own("enrollments", "class_id = @class")}`,
        { class: ids.monthly.classId },
      ),
    2,
  ],
  "a class is of another kind": [
    () =>
      run("update classes set kind = 'ensemble' where school_id = @school and id = @class", {
        class: ids.single.classId,
      }),
    3,
  ],
  "a co-teacher was there": [
    () =>
      run(
        `insert into class_teachers (school_id, id, created_at, class_id, teacher_id, starts_on)
          values (@school, 'beside', 1, @class, @teacher, '2026-09-01')`,
        { class: ids.single.classId, teacher: ids.teachers[1] ?? "" },
      ),
    3,
  ],
}

test.each(Object.entries(changes))("%s: its days are counted again", (what, [change, gone]) => {
  const before = read()
  change()
  expect(listUnkept(actor).days).toHaveLength(gone)
  expect(read()).toEqual(counted())
  if (what !== "a class is of another kind") expect(read()).not.toEqual(before)
  keepAll()
  expect(read()).toEqual(counted())
})

test("a substitute of a co-teacher lets a lesson go, and again when they don't come", () => {
  const [, kwame = ""] = ids.teachers
  const lena = addTeacherRow(actor, "Lena Okafor")
  run(
    `insert into class_teachers (school_id, id, created_at, class_id, teacher_id, starts_on)
      values (@school, 'beside', 1, @class, @kwame, '2026-09-01')`,
    { class: ids.single.classId, kwame },
  )
  keepAll()
  run(
    `insert into co_substitutes (school_id, id, created_at, session_id, teacher_id, substitute_id)
      values (@school, 'instead', 1, @id, @kwame, @lena)`,
    { id: first("single"), kwame, lena },
  )
  expect(listUnkept(actor).days).toEqual(["2026-09-08"])
  expect(
    readLessonGroups(actor, { first: "2026-09-08", last: "2026-09-08" }).map(({ teacherId }) => teacherId),
  ).toContain(lena)
  keepAll()
  run("update co_substitutes set substitute_id = null where school_id = @school")
  expect(listUnkept(actor).days).toEqual(["2026-09-08"])
  keepAll()
  run("delete from co_substitutes where school_id = @school")
  expect(listUnkept(actor).days).toEqual(["2026-09-08"])
  expect(read()).toEqual(counted())
})
