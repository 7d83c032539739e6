import { db } from "db/client.server"
import { events } from "db/schema/foundation-audit"
import { studentStatusChanges, students } from "db/schema/people"
import { and, asc, eq } from "drizzle-orm"
import { beforeEach, describe, expect, test } from "vitest"
import { runNextJob } from "~/jobs/run-job.server"
import type { Actor } from "~/models/foundation/access/actor"
import { markSample } from "~/models/foundation/sample-record/sample-record.server"
import { startTask } from "~/models/foundation/task/run-task.server"
import { startUndo } from "~/models/foundation/task/undo-task.server"
import { addFamily } from "~/models/people/family/family.server"
import type { StudentStatus } from "~/models/people/student/student"
import { addStudent } from "~/models/people/student/student.server"
import { openClass } from "../../../../tests/support/registers"
import { openSchool } from "../../../../tests/support/school"
import { changeStatuses } from "../student-status/bulk-status.server"
import { changeStatus } from "../student-status/change-status.server"
import type { StatusForm } from "../student-status/status-form"
import { acceptSpot, offerSpot } from "../waiting-list/offer-spot.server"
import { joinWaitingList, listWaiting } from "../waiting-list/waiting-list.server"
import { enrollStudents } from "./bulk-enroll.server"
import { enroll } from "./enroll.server"
import { enrollSeveral } from "./enroll-several.server"
import { removeStay } from "./leave-class.server"
import { startClass } from "./start-class.server"

let actor: Actor
let classId: string

beforeEach(() => {
  actor = openSchool().actor
  classId = openClass(actor, { pupils: [] }).classId
})

function add(firstName: string, status: StudentStatus) {
  const { familyId } = addFamily(actor, { name: `${firstName} family`, guardians: [] })
  const added = addStudent(actor, { firstName, lastName: "Rossi", familyId, status, fromDate: "2026-09-01" })
  if (!added.ok) throw new Error(added.reason)
  return added.studentId
}

const statusOf = (studentId: string) =>
  db().select({ status: students.status }).from(students).where(eq(students.id, studentId)).get()?.status

const put = (studentId: string) => enroll(actor, { classId, studentId, startsOn: "2026-11-16" })

/** Takes so many of the plan's hundred places. */
function take(places: number) {
  for (let index = 0; index < places; index += 1) add(`Pupil ${index}`, "active")
}

const weekly = (studentIds: string[], kind: "private" | "trial") =>
  startClass(actor, {
    ...{ name: "Violin", kind, capacity: 1, billing: "per_session", weekdays: [], everyWeeks: 1 },
    ...{ rotation: [], minutes: 45, startsOn: "2026-11-16", ends: "open", students: studentIds },
  })

describe("a student of the sample data, who counts toward no limit, on a full plan", () => {
  const step = (studentId: string, form: StatusForm) => {
    const [planned] = changeStatuses.plan(actor, [studentId], form)
    const about = { taskId: "", subjectId: studentId, name: "Rossi", detail: null }
    const done = changeStatuses.work.carryOut(actor, form, about)
    const before = done.ok ? done.before : null
    return {
      can: planned?.can,
      done,
      undo: () => changeStatuses.work.undo?.(actor, form, { subjectId: studentId, before }),
    }
  }
  const sampleLead = (name: string) => {
    take(100)
    const studentId = add(name, "lead")
    markSample(actor, { noun: "student", nounId: studentId, key: `student ${name}` })
    return studentId
  }

  test("is enrolled, and is active then", () => {
    const studentId = sampleLead("Otto")
    expect(put(studentId)).toMatchObject({ ok: true })
    expect(statusOf(studentId)).toBe("active")
    expect(put(add("Nora", "lead"))).toMatchObject({ ok: false, reason: "limit-reached" })
  })

  test("comes to lessons, leaves, and is back once that is undone", () => {
    const studentId = sampleLead("Otto")
    expect(step(studentId, { step: "start", leaveClasses: false })).toMatchObject({
      can: true,
      done: { ok: true },
    })
    const left = step(studentId, { step: "end", reason: "Moved", leaveClasses: true })
    expect(left.undo()).toMatchObject({ ok: true })
    expect(statusOf(studentId)).toBe("active")
    expect(changeStatus(actor, studentId, { step: "end", reason: "Moved" })).toMatchObject({ ok: true })
    expect(changeStatus(actor, studentId, { step: "return" })).toMatchObject({ ok: true })
  })
})

describe("enrolling", () => {
  test("makes a lead and a trial student active, in the history and the activity", () => {
    for (const status of ["lead", "trial"] as const) {
      const studentId = add(status, status)
      expect(put(studentId).ok).toBe(true)
      expect(statusOf(studentId)).toBe("active")
      const history = db()
        .select({ status: studentStatusChanges.status, reason: studentStatusChanges.reason })
        .from(studentStatusChanges)
        .where(eq(studentStatusChanges.studentId, studentId))
        .orderBy(asc(studentStatusChanges.id))
        .all()
      expect(history.at(-1)).toEqual({ status: "active", reason: "Enrolled in a class" })
      const noted = db()
        .select()
        .from(events)
        .where(and(eq(events.nounId, studentId), eq(events.verb, "change-status")))
        .all()
      expect(noted).toHaveLength(1)
    }
  })

  test("leaves a paused student paused, and whoever only has a trial lesson as they are", () => {
    const [paused, lead] = [add("Otis", "paused"), add("Lina", "lead")]
    expect(put(paused).ok).toBe(true)
    expect(weekly([lead], "trial").ok).toBe(true)
    expect([statusOf(paused), statusOf(lead)]).toEqual(["paused", "lead"])
    expect(weekly([lead], "private").ok).toBe(true)
    expect(statusOf(lead)).toBe("active")
  })

  test("is refused for a lead where the plan has no place, and not for a trial student, who has one", () => {
    const [lead, trial] = [add("Lina", "lead"), add("Otis", "trial")]
    take(99)
    const refusal = {
      ok: false,
      reason: "limit-reached",
      planName: "Standard",
      places: { used: 100, limit: 100 },
    }
    expect(put(lead)).toEqual(refusal)
    expect(enrollSeveral(actor, classId, { studentIds: [lead], startsOn: "2026-11-16" })).toEqual(refusal)
    expect(weekly([lead], "private")).toEqual(refusal)
    expect([statusOf(lead), put(trial).ok]).toEqual(["lead", true])
  })

  test("by an accepted spot does so too, and says where the plan is full", () => {
    const small = openClass(actor, { pupils: [["Aiko", "Lind"]], class: { capacity: 1 } })
    const lead = add("Lina", "lead")
    joinWaitingList(actor, small.classId, [lead])
    removeStay(actor, small.enrollmentIds[0] ?? "")
    const [waiting] = listWaiting(actor, small.classId)
    offerSpot(actor, small.classId, waiting?.id ?? "")
    take(99)
    expect(acceptSpot(actor, waiting?.id ?? "")).toEqual({ ok: false, reason: "plan-full" })
    db().update(students).set({ status: "former" }).where(eq(students.firstName, "Pupil 1")).run()
    expect([acceptSpot(actor, waiting?.id ?? "").ok, statusOf(lead)]).toEqual([true, "active"])
  })
})

describe("undone", () => {
  test("it gives the status back, once the student is in no other class", () => {
    const lead = add("Lina", "lead")
    const first = put(lead)
    const other = openClass(actor, { pupils: [] }).classId
    const second = enroll(actor, { classId: other, studentId: lead, startsOn: "2026-11-16" })
    if (!first.ok || !second.ok) throw new Error("Not enrolled")
    expect([removeStay(actor, first.enrollmentId), statusOf(lead)]).toEqual(["removed", "active"])
    expect([removeStay(actor, second.enrollmentId), statusOf(lead)]).toEqual(["removed", "lead"])
  })

  test("for several students at once, too, but not for one who was active before", async () => {
    const [lead, active] = [add("Lina", "lead"), add("Otis", "active")]
    const taskId = startTask(actor, {
      kind: "enroll-students",
      about: { classId, startsOn: "2026-11-16", prerequisiteReason: "" },
      items: [lead, active].map((subjectId) => ({ subjectId, name: "Student" })),
    })
    while (await runNextJob());
    expect([statusOf(lead), statusOf(active)]).toEqual(["active", "active"])
    startUndo(actor, taskId)
    while (await runNextJob());
    expect([statusOf(lead), statusOf(active)]).toEqual(["lead", "active"])
  })
})

describe("five leads where the plan has three places", () => {
  const names = ["Ada", "Bela", "Cleo", "Dina", "Emil"]
  const all = (leads: string[]) => leads.map(statusOf)
  const three = ["active", "active", "active", "lead", "lead"]
  const none = names.map(() => "lead")

  test("are refused in one form, and none of them becomes active", () => {
    take(97)
    const leads = names.map((name) => add(name, "lead"))
    const wish = { studentIds: leads, startsOn: "2026-11-16" }
    expect(enrollSeveral(actor, classId, wish)).toMatchObject({ ok: false, reason: "limit-reached" })
    expect(all(leads)).toEqual(none)
    expect(weekly(leads, "private").ok).toBe(false)
    expect(all(leads)).toEqual(none)
  })

  test("ticked in the list, three are enrolled and two are exceptions, as the preview says; undone and done again, too", async () => {
    take(97)
    const leads = names.map((name) => add(name, "lead"))
    const wish = { classId, startsOn: "2026-11-16", prerequisiteReason: "" }
    expect(enrollStudents.plan(actor, leads, wish).map(({ can }) => can)).toEqual(
      three.map((status) => status === "active"),
    )
    expect(all(leads)).toEqual(none)
    const enrollAll = async () => {
      const taskId = startTask(actor, {
        kind: "enroll-students",
        about: wish,
        items: leads.map((subjectId, index) => ({ subjectId, name: names[index] ?? "" })),
      })
      while (await runNextJob());
      return taskId
    }
    const undo = async (taskId: string) => {
      startUndo(actor, taskId)
      while (await runNextJob());
    }
    const first = await enrollAll()
    expect(all(leads)).toEqual(three)
    await undo(first)
    expect(all(leads)).toEqual(none)
    const second = await enrollAll()
    expect(all(leads)).toEqual(three)
    await undo(first)
    expect(all(leads)).toEqual(three)
    await undo(second)
    expect(all(leads)).toEqual(none)
  })
})
