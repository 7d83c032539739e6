import { events } from "db/schema/foundation-audit"
import { studentStatusChanges, students } from "db/schema/people"
import { beforeEach, describe, expect, test } from "vitest"
import { runNextJob } from "~/jobs/run-job.server"
import type { Actor } from "~/models/foundation/access/actor"
import { markSample } from "~/models/foundation/sample-record/sample-record.server"
import { startTask } from "~/models/foundation/task/run-task.server"
import { startUndo } from "~/models/foundation/task/undo-task.server"
import { addFamily } from "~/models/people/family/family.server"
import { latestStatuses } from "~/models/people/student/latest-statuses.server"
import type { StudentStatus } from "~/models/people/student/student"
import { addStudent } from "~/models/people/student/student.server"
import { changeStatus, changeStatuses } from "~/models/teaching/student-status/change-status.server"
import { fixClock } from "~/utils/clock.server"
import { openClass } from "../../../../tests/support/lessons"
import { changeRows, openSchool, orFail, rowOf, rowsOf } from "../../../../tests/support/school"
import {
  beginPlannedStatuses,
  cancelPlannedStatus,
  findPlannedStatus,
} from "../student-status/future-status.server"
import type { StatusForm } from "../student-status/status-form"
import { acceptSpot, offerSpot } from "../waiting-list/offer-spot.server"
import { joinWaitingList, listWaiting } from "../waiting-list/waiting-list.server"
import { searchWhose } from "../whose-lessons/whose-lessons.server"
import { enrollStudents } from "./bulk-enroll.server"
import { startClass } from "./class.server"
import { enroll } from "./enroll.server"
import { enrollSeveral } from "./enroll-several.server"
import { removeStay } from "./leave-class.server"
import { offerStudents } from "./offer-students.server"

let actor: Actor
let classId: string

beforeEach(() => {
  actor = openSchool().actor
  classId = openClass(actor, { pupils: [] }).classId
})

function add(firstName: string, status: StudentStatus) {
  const { familyId } = addFamily(actor, { name: `${firstName} family`, guardians: [] })
  return orFail(addStudent(actor, { firstName, lastName: "Rossi", familyId, status, fromDate: "2026-09-01" }))
    .studentId
}

const statusOf = (studentId: string) => rowOf(students, { id: studentId })?.status

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
      const history = rowsOf(studentStatusChanges, { studentId }, { only: ["status", "reason"], by: "id" })
      expect(history.at(-1)).toEqual({ status: "active", reason: "Enrolled in a class" })
      const noted = rowsOf(events, { nounId: studentId, verb: "change-status" })
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

  test("resumes a paused student where the office says so, from the first day", () => {
    const [now, later] = [add("Otis", "paused"), add("Nia", "paused")]
    const enrolled = (studentId: string, startsOn: string, resumes = true) => {
      const done = orFail(enrollSeveral(actor, classId, { studentIds: [studentId], startsOn, resumes }))
      return done.effect[0]
    }
    expect(enrolled(now, "2026-11-16")?.paused).toBeNull()
    expect(enrolled(later, "2026-12-07", false)?.paused).toEqual({ until: null })
    expect([statusOf(now), statusOf(later)]).toEqual(["active", "paused"])
    const other = openClass(actor, { pupils: [] }).classId
    const again = enrollSeveral(actor, other, { studentIds: [later], startsOn: "2026-12-07", resumes: true })
    expect(again.ok && again.effect[0]?.paused).toBeNull()
    expect(statusOf(later)).toBe("paused")
    fixClock(Date.parse("2026-12-07T15:00:00Z"))
    beginPlannedStatuses(actor)
    expect(statusOf(later)).toBe("active")
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
    const small = openClass(actor, { pupils: ["Aiko Lind"], class: { capacity: 1 } })
    const lead = add("Lina", "lead")
    joinWaitingList(actor, small.classId, [lead])
    removeStay(actor, small.enrollmentIds[0] ?? "")
    const [waiting] = listWaiting(actor, small.classId)
    offerSpot(actor, small.classId, waiting?.id ?? "")
    take(99)
    expect(acceptSpot(actor, waiting?.id ?? "")).toBeRefused("plan-full")
    changeRows(students, { firstName: "Pupil 1" }, { status: "former" })
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

describe("a former student who is enrolled", () => {
  const leave = (firstName: string) => {
    const studentId = add(firstName, "active")
    expect(changeStatus(actor, studentId, { step: "end", reason: "Moved away" }).ok).toBe(true)
    return studentId
  }
  const from = (studentId: string, startsOn: string, to = classId) =>
    orFail(enroll(actor, { classId: to, studentId, startsOn })).enrollmentId
  const planned = (studentId: string) => findPlannedStatus(actor, studentId)
  const back = { status: "active", reason: "Enrolled in a class" }

  test("is active at once from today, and former again once that is undone", () => {
    const wren = leave("Wren")
    const enrollmentId = from(wren, "2026-11-18")
    expect([statusOf(wren), planned(wren)]).toEqual(["active", undefined])
    expect([removeStay(actor, enrollmentId), statusOf(wren)]).toEqual(["removed", "former"])
  })

  test("comes back on their first day, and not before", () => {
    const wren = leave("Wren")
    from(wren, "2026-12-07")
    expect([statusOf(wren), planned(wren)]).toEqual(["former", { ...back, on: "2026-12-07" }])
    expect(beginPlannedStatuses(actor)).toBe(0)
    fixClock(Date.parse("2026-12-07T12:00:00Z"))
    expect([beginPlannedStatuses(actor), statusOf(wren), planned(wren)]).toEqual([1, "active", undefined])
    expect(latestStatuses(actor, wren)[0]).toMatchObject({ status: "active", reason: "Enrolled in a class" })
  })

  test("comes back on the earlier of two first days, and on the later one once the earlier is undone", () => {
    const wren = leave("Wren")
    const other = openClass(actor, { pupils: [] }).classId
    const later = from(wren, "2027-01-04")
    const earlier = from(wren, "2026-12-07", other)
    expect(planned(wren)?.on).toBe("2026-12-07")
    expect([removeStay(actor, earlier), planned(wren)?.on]).toEqual(["removed", "2027-01-04"])
    expect([removeStay(actor, later), planned(wren), statusOf(wren)]).toEqual([
      "removed",
      undefined,
      "former",
    ])
  })

  test("stays former for a trial lesson, and where the return is canceled or they're active before", () => {
    const [wren, ada, kim] = [leave("Wren"), leave("Ada"), leave("Kim")]
    expect(weekly([wren], "trial").ok).toBe(true)
    expect([statusOf(wren), planned(wren)]).toEqual(["former", undefined])
    from(ada, "2026-12-07")
    expect(cancelPlannedStatus(actor, ada)).toMatchObject({ ok: true, ...back })
    from(kim, "2026-12-07")
    expect(changeStatus(actor, kim, { step: "return" }).ok).toBe(true)
    expect([planned(ada), statusOf(ada), planned(kim), statusOf(kim)]).toEqual([
      undefined,
      "former",
      undefined,
      "active",
    ])
  })

  test("needs a place in the plan, and waits for one where it is full on the day", () => {
    const [wren, ada] = [leave("Wren"), leave("Ada")]
    take(99)
    from(wren, "2026-12-07")
    take(1)
    expect(enroll(actor, { classId, studentId: ada, startsOn: "2026-12-07" })).toMatchObject({
      reason: "limit-reached",
    })
    fixClock(Date.parse("2026-12-07T12:00:00Z"))
    expect([beginPlannedStatuses(actor), statusOf(wren)]).toEqual([0, "former"])
    changeRows(students, { firstName: "Pupil 1" }, { status: "former" })
    expect([beginPlannedStatuses(actor), statusOf(wren)]).toEqual([1, "active"])
  })

  test("is found by name for a class, marked with the day they left, and isn't suggested", () => {
    const wren = leave("Wren")
    const [paused] = [add("Wrenna", "paused")]
    const offered = (search: string) =>
      offerStudents(actor, { search, chosen: [] }).map(({ id, about }) => [id, about])
    expect(offered("Wren")).toEqual([
      [wren, "left on Nov 18, 2026"],
      [paused, "paused"],
    ])
    from(wren, "2026-12-07")
    expect(offered("Wren")[0]).toEqual([wren, "left on Nov 18, 2026, comes back on Dec 7, 2026"])
    expect(searchWhose(actor, "Wren").map(({ id }) => id)).toEqual([paused, wren])
  })

  test("waits in line, is offered a spot, and takes it from a later day", () => {
    const small = openClass(actor, { pupils: ["Aiko Lind"], class: { capacity: 1 } })
    const wren = leave("Wren")
    expect(joinWaitingList(actor, small.classId, [wren]).ok).toBe(true)
    removeStay(actor, small.enrollmentIds[0] ?? "")
    const [waiting] = listWaiting(actor, small.classId)
    const id = waiting?.id ?? ""
    expect(offerSpot(actor, small.classId, id).ok).toBe(true)
    expect(acceptSpot(actor, id, { startsOn: "2026-11-17" })).toBeRefused("past")
    expect(acceptSpot(actor, id, { startsOn: "2027-01-04" })).toEqual({ ok: true })
    expect([statusOf(wren), planned(wren)?.on]).toEqual(["former", "2027-01-04"])
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
