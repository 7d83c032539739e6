import { db } from "db/client.server"
import { studentStatusChanges, students } from "db/schema/people"
import { classes, enrollments } from "db/schema/teaching"
import { and, gt, isNull, or, sql } from "drizzle-orm"
import { z } from "zod"
import { countsTowardPlan, seatsLeft } from "~/models/accounts/subscription/plan-usage"
import { findPlanUsage } from "~/models/accounts/subscription/plan-usage.server"
import type { Actor } from "~/models/foundation/access/actor"
import { newRow } from "~/models/foundation/access/new-row.server"
import { joined, own } from "~/models/foundation/access/own.server"
import { allOrNothing } from "~/models/foundation/access/rehearse.server"
import { recordEvent } from "~/models/foundation/audit/audit.server"
import type { BulkAct } from "~/models/foundation/selection/bulk-act.server"
import type { PlannedItem } from "~/models/foundation/selection/selection"
import type { ItemOutcome, TaskWork } from "~/models/foundation/task/run-task.server"
import { statusLabels, statusSteps, stepsFrom, studentStatuses } from "~/models/people/student/student"
import { findStudent } from "~/models/people/student/student.server"
import { now } from "~/utils/clock.server"
import { groupBy } from "~/utils/group-by"
import { joinNames } from "~/utils/join-names"
import { fullName } from "~/utils/names"
import { shortReason } from "~/utils/short-reason"
import { today } from "~/utils/zones"
import { listStays, restoreStays, Stay } from "../class/restore-stays.server"
import { changeStatus } from "./change-status.server"
import { StatusForm } from "./status-form"

// A status step for many students. What it changes is kept with each, so that all of them can be taken back at once.

const Before = z.object({ from: z.enum(studentStatuses), to: z.enum(studentStatuses), stays: z.array(Stay) })

const work: TaskWork<StatusForm> = {
  about: StatusForm,
  atMost: 3,
  carryOut: (actor, { step, reason, leaveClasses }, { subjectId }) => {
    const student = findStudent(actor, subjectId)
    if (!student) return { ok: false, reason: "No longer in the school." }
    const stays = listStays(actor, { studentId: subjectId }, today(actor.school.timeZone, now()))
    const changed = changeStatus(actor, subjectId, { step, reason, leaveClasses })
    if (!changed.ok && changed.reason === "limit-reached")
      return { ok: false, reason: `Your ${changed.planName} plan has no room for another student.` }
    if (!changed.ok) return { ok: false, reason: `Is ${statusLabels[student.status].toLowerCase()}.` }
    const { to } = statusSteps[step]
    const left = changed.classes.length > 0 ? `, left ${joinNames(changed.classes)}` : ""
    return {
      ok: true,
      note: `${statusLabels[to]}${left}`,
      made: subjectId,
      before: { from: student.status, to, stays: changed.classes.length > 0 ? stays : [] },
    }
  },
  undo: (actor, _about, { subjectId, before }) => takeBack(actor, subjectId, Before.parse(before)),
}

function takeBack(
  actor: Actor,
  studentId: string,
  { from, to, stays }: z.output<typeof Before>,
): ItemOutcome {
  const student = findStudent(actor, studentId)
  if (!student) return { ok: false, reason: "No longer in the school." }
  if (student.status !== to)
    return { ok: false, reason: `Is ${statusLabels[student.status].toLowerCase()} by now.` }
  const { planName, students: places } = findPlanUsage(actor)
  if (countsTowardPlan(from) && !countsTowardPlan(to) && seatsLeft(places) < 1)
    return { ok: false, reason: `Your ${planName} plan has no room for another student.` }
  return allOrNothing((): ItemOutcome => {
    db()
      .update(students)
      .set({ status: from })
      .where(own(actor, students, studentId))
      .run()
    db()
      .insert(studentStatusChanges)
      .values({
        ...newRow(actor),
        studentId,
        status: from,
        fromDate: today(actor.school.timeZone, now()),
        reason: "Undone",
      })
      .run()
    const refusal = restoreStays(actor, stays)
    if (refusal) return { ok: false, reason: refusal }
    recordEvent(actor, {
      verb: "change-status",
      noun: "student",
      nounId: studentId,
      before: { status: to },
      after: { status: from, reason: "Undone" },
    })
    return { ok: true, note: statusLabels[from], made: studentId }
  })
}

/** Takes students a step on. */
export const changeStatuses: BulkAct<StatusForm> = {
  permission: "student:write",
  choice: StatusForm,
  kind: "change-statuses",
  plan: planStep,
  work,
}

const ArchiveForm = z
  .object({
    reason: z
      .string({ error: "Enter a reason." })
      .trim()
      .min(3, shortReason("Enter a reason."))
      .max(200, "Keep the reason under 200 characters."),
  })
  .transform(({ reason }): StatusForm => ({ step: "end", reason, leaveClasses: true }))

/** Moves students to former: they leave their classes and no longer count toward the plan. */
export const archiveStudents: BulkAct<StatusForm> = { ...changeStatuses, choice: ArchiveForm }

function planStep(
  actor: Actor,
  studentIds: readonly string[],
  { step, leaveClasses }: StatusForm,
): PlannedItem[] {
  const { to } = statusSteps[step]
  const classesOf = listClassNames(actor, studentIds)
  const { planName, students: places } = findPlanUsage(actor)
  let left = seatsLeft(places)
  const leaves = step === "end" || (step === "pause" && leaveClasses)
  return listStudents(actor, studentIds).map((student): PlannedItem => {
    const line = { id: student.id, name: fullName(student) }
    const { status } = student
    if (status === to) return { ...line, text: `Is ${statusLabels[to].toLowerCase()} already.`, can: false }
    if (!stepsFrom(status).includes(step))
      return { ...line, text: `Is ${statusLabels[status].toLowerCase()}.`, can: false }
    if (countsTowardPlan(to) && !countsTowardPlan(status)) {
      if (left < 1)
        return { ...line, text: `Your ${planName} plan has no room for another student.`, can: false }
      left -= 1
    }
    const names = [...new Set((classesOf.get(student.id) ?? []).map(({ name }) => name))]
    const leaving = leaves && names.length > 0 ? `, leaves ${joinNames(names)}` : ""
    return { ...line, text: `${statusLabels[status]} → ${statusLabels[to]}${leaving}`, can: true }
  })
}

const among = (ids: readonly string[]) => sql`(select value from json_each(${JSON.stringify(ids)}))`

function listStudents(actor: Actor, studentIds: readonly string[]) {
  return db()
    .select({
      id: students.id,
      firstName: students.firstName,
      lastName: students.lastName,
      status: students.status,
    })
    .from(students)
    .where(and(own(actor, students), sql`${students.id} in ${among(studentIds)}`))
    .orderBy(sql`${students.lastName} collate nocase`, sql`${students.firstName} collate nocase`, students.id)
    .all()
}

function listClassNames(actor: Actor, studentIds: readonly string[]) {
  const day = today(actor.school.timeZone, now())
  const found = db()
    .select({ studentId: enrollments.studentId, name: classes.name })
    .from(enrollments)
    .innerJoin(classes, joined(classes, enrollments.classId))
    .where(
      and(
        own(actor, enrollments),
        sql`${enrollments.studentId} in ${among(studentIds)}`,
        or(isNull(enrollments.endsOn), gt(enrollments.endsOn, day)),
      ),
    )
    .orderBy(sql`${classes.name} collate nocase`)
    .all()
  return groupBy(found, ({ studentId }) => studentId)
}
