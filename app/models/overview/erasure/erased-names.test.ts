import { erasures, events } from "db/schema/foundation-audit"
import { extraWork, paySlipLines, paySlips } from "db/schema/money-pay"
import { students } from "db/schema/people"
import { classes, enrollments } from "db/schema/teaching"
import { beforeEach, describe, expect, test } from "vitest"
import { takeRegister } from "~/models/attendance/register/take-register.server"
import type { Actor } from "~/models/foundation/access/actor"
import { recordEvent } from "~/models/foundation/audit/audit.server"
import { approvePay, lockPay } from "~/models/money/pay/approve-pay.server"
import { addExtraWork } from "~/models/money/pay/extra-work.server"
import { agreePayRate } from "~/models/money/pay/pay-rates.server"
import { findPay } from "~/models/money/pay/payslips.server"
import { changeStudent } from "~/models/people/student/student.server"
import { fixClock } from "~/utils/clock.server"
import { newId } from "~/utils/ids.server"
import { inAct } from "../../../../tests/support/in-act"
import {
  addClassRow,
  addEnrollmentRow,
  addSessionRow,
  addStudentRow,
  addTeacherRow,
  openClass,
} from "../../../../tests/support/lessons"
import { changeRows, openSchool, rowOf, rowsOf } from "../../../../tests/support/school"
import { erasePerson } from "./erase-person.server"
import { continueErasure } from "./forget-in-activity.server"

const at = (day: string) => fixClock(Date.parse(`${day}T17:00:00Z`))
const september = { from: "2026-09-01", to: "2026-09-30" }

let actor: Actor
let teacherId: string
beforeEach(() => {
  at("2026-09-01")
  actor = openSchool().actor
  teacherId = addTeacherRow(actor, "Marcus Whitfield")
})

const endClasses = () => changeRows(enrollments, { schoolId: actor.school.id }, { endsOn: "2026-09-30" })
async function erase(studentId: string) {
  expect(erasePerson(actor, "student", studentId).ok).toBe(true)
  for (const { id } of rowsOf(erasures, { schoolId: actor.school.id }))
    while (await continueErasure(actor, id));
}
const lines = () => rowsOf(paySlipLines, { schoolId: actor.school.id })
const activity = () => JSON.stringify(rowsOf(events, { schoolId: actor.school.id }))
const className = (id: string) => rowOf(classes, { id })?.name

function teach(pupils: string[], facts: { name: string; kind: "private" | "group" }) {
  const opened = openClass(actor, { class: { ...facts, teacherId }, pupils })
  const sessionId = addSessionRow(actor, opened.classId, "2026-09-08", { teacherId })
  at("2026-09-20")
  const marks = opened.studentIds.map((studentId) => ({
    studentId,
    code: "present" as const,
    minutesLate: null,
  }))
  expect(takeRegister(actor, sessionId, { marks }).ok).toBe(true)
  return opened
}

function approveAndLock() {
  at("2026-10-02")
  const { totalMinor } = findPay(actor, teacherId, september)
  const approved = approvePay(actor, september, { teacherIds: [teacherId], reviewedMinor: totalMinor })
  expect(approved.ok).toBe(true)
  expect(lockPay(actor, september)).toMatchObject({ locked: 1 })
}

describe("a locked payslip, once a student is erased", () => {
  test("says no name of theirs, keeps every other name and every figure", async () => {
    agreePayRate(actor, teacherId, { kind: "per_hour", amountMinor: 3400, fromDate: "2026-09-01" })
    const milo = teach(["Milo Haddad"], { name: "Milo, guitar", kind: "private" }).studentIds[0] ?? ""
    teach(["Milo Haddad-Berg"], { name: "Milo B., guitar", kind: "private" })
    addExtraWork(actor, teacherId, {
      ...{ workedOn: "2026-09-12", minutes: null, hourlyMinor: null, amountMinor: 4500, formKey: newId() },
      description: "Accompanied Milo Haddad and Wren Adeyemi",
    })
    approveAndLock()
    endClasses()
    const [before, slip] = [lines(), rowsOf(paySlips)]
    expect(before.map(({ description }) => description).sort()).toEqual([
      "Accompanied Milo Haddad and Wren Adeyemi",
      "Milo Haddad",
      "Milo Haddad-Berg",
    ])
    await erase(milo)
    const after = lines()
    expect(after.map(({ description }) => description).sort()).toEqual([
      "Accompanied Erased student and Wren Adeyemi",
      "Erased student",
      "Milo Haddad-Berg",
    ])
    const figures = (all: typeof after) => all.map(({ description: _, ...rest }) => rest)
    expect(figures(after)).toEqual(figures(before))
    expect(rowsOf(paySlips)).toEqual(slip)
    expect(rowOf(extraWork, { schoolId: actor.school.id })?.description).toBe(
      "Accompanied Erased student and Wren Adeyemi",
    )
  })

  test("is frozen again afterward, and for every other name while it is noted", async () => {
    agreePayRate(actor, teacherId, { kind: "per_hour", amountMinor: 3400, fromDate: "2026-09-01" })
    const { studentIds } = teach(["Otis Haddad", "Wren Adeyemi"], { name: "Duo", kind: "private" })
    approveAndLock()
    endClasses()
    const rewrite = () => changeRows(paySlipLines, undefined, { description: "Wren" })
    expect(rewrite).toThrow("frozen")
    await erase(studentIds[0] ?? "")
    expect(lines()[0]?.description).toMatch(/Erased student/)
    expect(lines()[0]?.description).toMatch(/Wren Adeyemi/)
    expect(rewrite).toThrow("frozen")
  })
})

describe("the names a student had before", () => {
  test("leave the activity of others, too, where no one else has them", async () => {
    const mina = addStudentRow(actor, "Mina", "Quigley")
    addStudentRow(actor, "Otis", "Quigley")
    inAct(recordEvent)(actor, "student.change", mina, {
      before: { firstName: "Wilhelmina" },
      after: { firstName: "Mina" },
    } as never)
    for (const name of ["Wilhelmina Quigley", "Mina Quigley", "Otis Quigley", "Wilhelmina Quigley-Ray"])
      inAct(recordEvent)(actor, "enrollment.enroll", newId(), { after: { name } } as never)
    changeRows(students, { id: mina }, { lastName: "Quigley" })
    await erase(mina)
    const left = activity()
    expect(left).not.toMatch(/Wilhelmina Quigley"|Mina Quigley/)
    expect(left).toContain("Otis Quigley")
    expect(left).toContain("Wilhelmina Quigley-Ray")
  })

  test("leave the entry of a private class that was renamed with them, though the last name never changed", async () => {
    const ana = addStudentRow(actor, "Anastasia", "Perezova")
    const trial = addClassRow(actor, { name: "Anastasia Perezova, trial", kind: "trial", teacherId })
    addEnrollmentRow(actor, trial, ana)
    const family = rowOf(students, { id: ana })?.familyId ?? ""
    const renamed = { firstName: "Lucinda", lastName: "Perezova", family, instruments: [], guardians: [] }
    expect(changeStudent(actor, ana, renamed as never)).toEqual({ ok: true })
    expect(className(trial)).toBe("Lucinda Perezova, trial")
    expect(activity()).toContain("Anastasia Perezova, trial")
    endClasses()
    at("2026-10-02")
    await erase(ana)
    expect(activity()).not.toMatch(/Anastasia|Lucinda|Perezova/)
  })
})

describe("a class that is called by a student", () => {
  const named = (classId: string, name: string) =>
    inAct(recordEvent)(actor, "class.change", classId, { after: { name } } as never)

  test("loses the first name in the activity as well, and another student’s class keeps it", async () => {
    const own = openClass(actor, {
      class: { name: "Ada’s piano", kind: "private" },
      pupils: ["Ada Bell"],
    })
    const other = openClass(actor, {
      class: { name: "Ada’s violin", kind: "private" },
      pupils: ["Ada Cole"],
    })
    named(own.classId, "Ada’s piano")
    named(own.classId, "Piano of Ada")
    named(other.classId, "Ada’s violin")
    inAct(recordEvent)(actor, "session.cancel", newId(), { after: { className: "Ada’s piano" } } as never)
    endClasses()
    at("2026-10-02")
    await erase(own.studentIds[0] ?? "")
    expect(className(own.classId)).toBe("Erased student’s piano")
    expect(className(other.classId)).toBe("Ada’s violin")
    expect(activity()).not.toMatch(/Ada’s piano|Piano of Ada/)
    expect(activity()).toContain("Ada’s violin")
  })

  test("keeps its name where someone else in it has the same one", async () => {
    const { classId, studentIds } = openClass(actor, {
      class: { name: "Ada’s piano", kind: "private" },
      pupils: ["Ada Bell"],
    })
    addEnrollmentRow(actor, classId, addStudentRow(actor, "Ada", "Cole"))
    named(classId, "Ada’s piano")
    endClasses()
    at("2026-10-02")
    await erase(studentIds[0] ?? "")
    expect(className(classId)).toBe("Ada’s piano")
    expect(activity()).toContain("Ada’s piano")
  })
})
