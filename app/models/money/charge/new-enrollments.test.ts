import { readFileSync } from "node:fs"
import { db } from "db/client.server"
import { jobs } from "db/schema/foundation"
import { charges } from "db/schema/money"
import { students } from "db/schema/people"
import { classes } from "db/schema/teaching"
import { afterEach, beforeEach, describe, expect, test } from "vitest"
import { runNextJob } from "~/jobs/run-job.server"
import type { Actor } from "~/models/foundation/access/actor"
import { listDeleted } from "~/models/foundation/deleted-record/deleted-record.server"
import { queueJob } from "~/models/foundation/job/job.server"
import { startTask } from "~/models/foundation/task/run-task.server"
import { startUndo } from "~/models/foundation/task/undo-task.server"
import { restoreDeleted } from "~/models/overview/bin/restore-deleted.server"
import { enroll } from "~/models/teaching/class/enroll.server"
import {
  dropStudent,
  leaveAllClasses,
  moveStudent,
  removeStay,
} from "~/models/teaching/class/leave-class.server"
import { setOwnPrice } from "~/models/teaching/price/price.server"
import { setClassPrice } from "~/models/teaching/price/price-step.server"
import { acceptSpot, offerSpot } from "~/models/teaching/waiting-list/offer-spot.server"
import { joinWaitingList, listWaiting } from "~/models/teaching/waiting-list/waiting-list.server"
import { fixClock } from "~/utils/clock.server"
import { billFamilies, november } from "../../../../tests/support/billing"
import { inAct } from "../../../../tests/support/in-act"
import { addStudentRow, openClass } from "../../../../tests/support/lessons"
import { changeRows, openSchool, orFail, rowOf, rowsOf } from "../../../../tests/support/school"
import { booksAreSound } from "../../../../tests/support/sound-books"
import { issueInvoice } from "../invoice/issue-invoice.server"
import { changeTuitionRule } from "../tuition/tuition-rule.server"

// Whoever is enrolled in the middle of a month owes their part of it from then on, not from the next midnight on.

let actor: Actor
let classId: string
let otis: string

beforeEach(() => {
  fixClock(Date.parse("2026-11-16T15:00:00Z"))
  actor = openSchool().actor
  changeTuitionRule(actor, { basis: "days", lessons: 4, skipsClosures: false })
  classId = openMonthly("Choir")
  otis = addStudentRow(actor, "Otis", "Rossi")
})
afterEach(booksAreSound)

const openMonthly = (name: string) =>
  openClass(actor, { class: { name }, pupils: [], price: { billing: "monthly", amountMinor: 9000 } }).classId

async function workOff() {
  while (await runNextJob());
}

const midnight = async (day: string) => {
  fixClock(Date.parse(`${day}T00:00:05Z`))
  inAct(queueJob)({ kind: "charge-months" })
  await workOff()
}

const standing = (studentId = otis) =>
  rowsOf(charges, { schoolId: actor.school.id, studentId, withdrawnAt: null }, { by: ["month", "id"] }).map(
    ({ month, amountMinor }) => `${month} ${amountMinor / 100}`,
  )

function put(startsOn = "2026-11-16", studentId = otis, into = classId) {
  return orFail(enroll(actor, { classId: into, studentId, startsOn })).enrollmentId
}

const familyOf = (studentId: string) => rowOf(students, { id: studentId })?.familyId ?? ""

/** The rows of the accounting page, cell by cell. */
const examples = (
  readFileSync("docs/accounting.md", "utf8").split("## Monthly tuition of a new student\n")[1] ?? ""
)
  .split("\n## ")[0]
  ?.split("\n")
  .filter((line) => line.startsWith("|"))
  .slice(2)
  .map((line) => line.split("|").map((cell) => cell.trim()))

describe("the fee of the month", () => {
  test("is what the accounting page says", async () => {
    expect(examples).toHaveLength(6)
    const sum = () => standing().reduce((all, each) => all + Number(each.split(" ")[1]), 0)
    for (const [, basis, from, price, set, charged, more] of examples ?? []) {
      fixClock(Date.parse("2026-11-16T15:00:00Z"))
      actor = openSchool().actor
      changeTuitionRule(actor, {
        basis: basis === "full" ? "full" : "days",
        lessons: 4,
        skipsClosures: false,
      })
      classId = openMonthly("Choir")
      otis = addStudentRow(actor, "Otis", "Rossi")
      const stay = put(from)
      await workOff()
      const agree = () =>
        setOwnPrice(actor, stay, {
          fromDate: from ?? "",
          amountMinor: Number(price) * 100,
          billing: "monthly",
        })
      if (set === "that day") agree()
      await workOff()
      expect(sum()).toBe(Number(charged))
      await midnight("2026-11-17")
      if (set === "the day after") agree()
      await midnight("2026-11-18")
      expect(sum()).toBe(Number(charged) + Number(more))
    }
  })

  test("is charged at once, and by the next midnight not again", async () => {
    put()
    await workOff()
    expect(standing()).toEqual(["2026-11 45"])
    await midnight("2026-11-17")
    await midnight("2026-12-02")
    expect(standing()).toEqual(["2026-11 45", "2026-12 90"])
  })

  test("is charged from the first month of an earlier start on, and not before that of a later one", async () => {
    db().run("update schools set created_at = 0")
    put("2026-09-16")
    const lina = addStudentRow(actor, "Lina", "Haddad")
    put("2026-11-21", lina)
    const ravi = addStudentRow(actor, "Ravi", "Walker")
    put("2026-12-16", ravi)
    await workOff()
    expect(standing()).toEqual(["2026-09 45", "2026-10 90", "2026-11 90"])
    expect([standing(lina), standing(ravi)]).toEqual([["2026-11 30"], []])
    await midnight("2026-12-02")
    expect(standing(ravi)).toEqual(["2026-12 46.45"])
  })

  test("is one piece of work for many who are enrolled together", () => {
    for (const name of ["Aiko", "Wren", "Theo"]) put("2026-11-16", addStudentRow(actor, name, "Singh"))
    const queued = rowsOf(jobs, { kind: "charge-fees" })
    expect(queued.filter(({ schoolId }) => schoolId === actor.school.id)).toHaveLength(1)
  })

  test("is on an invoice written before the work was done, and charged once", async () => {
    put()
    const choice = { from: "2026-11-01", to: "2026-11-30", dueOn: "2026-12-01", note: null, asDrafts: false }
    expect(billFamilies(actor, { ...choice, familyIds: [familyOf(otis)] })).toMatchObject({ made: 1 })
    await workOff()
    expect(standing()).toEqual(["2026-11 45"])
  })

  test("follows a move, an end and an accepted spot at once", async () => {
    const stay = put("2026-11-01")
    await workOff()
    expect(standing()).toEqual(["2026-11 90"])
    const other = openMonthly("Band")
    const moved = moveStudent(actor, classId, stay, { toClassId: other, from: "2026-11-16", reason: "Older" })
    expect(moved.ok).toBe(true)
    await workOff()
    expect(standing()).toEqual(["2026-11 45", "2026-11 45"])
    leaveAllClasses(actor, otis, "2026-11-20", "Moves away")
    await workOff()
    expect(standing()).toEqual(["2026-11 45", "2026-11 15"])

    const lina = addStudentRow(actor, "Lina", "Haddad")
    changeRows(classes, { id: classId }, { capacity: 1 })
    const theo = put("2026-11-17", addStudentRow(actor, "Theo", "Singh"))
    expect(joinWaitingList(actor, classId, [lina])).toEqual({ ok: true })
    expect(removeStay(actor, theo)).toBe("removed")
    const [waiting] = listWaiting(actor, classId)
    offerSpot(actor, classId, waiting?.id ?? "")
    expect(acceptSpot(actor, waiting?.id ?? "")).toEqual({ ok: true })
    await workOff()
    expect(standing(lina)).toEqual(["2026-11 45"])
  })
})

describe("undone", () => {
  test("an enrollment takes its fee along, unless it is on an invoice", async () => {
    const stay = put()
    await workOff()
    expect(removeStay(actor, stay)).toBe("removed")
    await workOff()
    expect(standing()).toEqual([])
    const again = put()
    await workOff()
    const [fee] = rowsOf(charges, { studentId: otis })
    expect(issueInvoice(actor, november(familyOf(otis), [fee?.id ?? ""])).ok).toBe(true)
    expect(removeStay(actor, again)).toBe("billed")
    await midnight("2026-11-17")
    expect(standing()).toEqual(["2026-11 45"])
  })

  test("a list of enrollments takes the fees of all along", async () => {
    const lina = addStudentRow(actor, "Lina", "Haddad")
    const taskId = startTask(actor, {
      kind: "enroll-students",
      about: { classId, startsOn: "2026-11-16", prerequisiteReason: "" },
      items: [otis, lina].map((subjectId) => ({ subjectId, name: "Student" })),
    })
    await workOff()
    expect([standing(), standing(lina)]).toEqual([["2026-11 45"], ["2026-11 45"]])
    startUndo(actor, taskId)
    await workOff()
    expect([standing(), standing(lina)]).toEqual([[], []])
  })

  test("one that hadn’t begun goes to the bin without its fee, and comes back with it", async () => {
    put("2026-11-21")
    await workOff()
    expect(standing()).toEqual(["2026-11 30"])
    leaveAllClasses(actor, otis, "2026-11-16", "Away")
    await workOff()
    expect(standing()).toEqual([])
    const [deleted] = listDeleted(actor, { page: 1, perPage: 5 }).records
    expect(restoreDeleted(actor, deleted?.id ?? "").ok).toBe(true)
    await workOff()
    expect(standing()).toEqual(["2026-11 30"])
  })
})

describe("a price that is set on the same day", () => {
  test("is what the new fee follows until midnight, and not after it", async () => {
    const stay = put()
    await workOff()
    setOwnPrice(actor, stay, { fromDate: "2026-11-16", amountMinor: 6000 })
    await workOff()
    expect(standing()).toEqual(["2026-11 30"])
    setOwnPrice(actor, stay, { fromDate: "2026-11-16", amountMinor: 4000, billing: "per_session" })
    await workOff()
    expect(standing()).toEqual([])
    setOwnPrice(actor, stay, { fromDate: "2026-11-16", amountMinor: 8000, billing: "monthly" })
    await workOff()
    expect(standing()).toEqual(["2026-11 40"])
    await midnight("2026-11-17")
    setOwnPrice(actor, stay, { fromDate: "2026-11-16", amountMinor: 2000, billing: "monthly" })
    await workOff()
    expect(standing()).toEqual(["2026-11 40"])
  })

  test("of the class changes nothing for those who were in it before, nor what is invoiced", async () => {
    put("2026-11-01", addStudentRow(actor, "Lina", "Haddad"))
    await midnight("2026-11-17")
    put("2026-11-16")
    await workOff()
    const [fee] = rowsOf(charges, { studentId: otis })
    const ravi = addStudentRow(actor, "Ravi", "Walker")
    const stay = put("2026-11-17", ravi)
    await workOff()
    issueInvoice(actor, november(familyOf(otis), [fee?.id ?? ""]))
    setClassPrice(actor, classId, { billing: "monthly", amountMinor: 3000, fromDate: "2026-09-01" })
    await workOff()
    expect([standing(), standing(ravi)]).toEqual([["2026-11 45"], ["2026-11 14"]])
    expect(dropStudent(actor, classId, stay, { lastDay: "2026-11-18", reason: "Away" }).ok).toBe(true)
    await workOff()
    expect(standing(ravi)).toEqual(["2026-11 2"])
  })
})
