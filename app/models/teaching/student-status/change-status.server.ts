import { transact } from "db/client.server"
import { studentStatusChanges, students } from "db/schema/people"
import { classes, enrollments } from "db/schema/teaching"
import { and, gt, isNull, or, sql } from "drizzle-orm"
import { z } from "zod"
import { countsTowardPlan, seatsLeft } from "~/models/accounts/subscription/plan-usage"
import { findPlanUsage } from "~/models/accounts/subscription/plan-usage.server"
import type { Actor } from "~/models/foundation/access/actor"
import { add, askAll, ownRows, select } from "~/models/foundation/access/door.server"
import { among, joined, own } from "~/models/foundation/access/own.server"
import { hasSample, isSample } from "~/models/foundation/sample-record/sample-record.server"
import type { BulkAct } from "~/models/foundation/selection/bulk-act.server"
import type { PlannedItem } from "~/models/foundation/selection/selection"
import type { ItemOutcome, TaskWork } from "~/models/foundation/task/run-task.server"
import { inNameOrder } from "~/models/people/name-order/name-order.server"
import { latestStatuses } from "~/models/people/student/latest-statuses.server"
import { type NoPlaceInPlan, planRefusal } from "~/models/people/student/plan-room.server"
import { findPlanned, forgetPlan, setStatusBack } from "~/models/people/student/set-status.server"
import {
  isPlannedStep,
  type StatusStep,
  type StudentStatus,
  statusLabels,
  statusSteps,
  stepsFrom,
  studentStatuses,
} from "~/models/people/student/student"
import { findStudent } from "~/models/people/student/student.server"
import { todayOf } from "~/utils/clock.server"
import { addDays } from "~/utils/dates"
import { countOf, formatDate } from "~/utils/formats"
import { groupBy } from "~/utils/group-by"
import { fullName, joinNames } from "~/utils/names"
import type { Result } from "~/utils/result"
import { instantOf, today } from "~/utils/zones"
import { isEnrolledSinceStatus } from "../class/active-by-enrolling.server"
import { Stay } from "../class/restore-stays.server"
import { countSpots, FreedSpot } from "./booked-spots.server"
import {
  type Canceled,
  cancelPlannedStatus,
  findPlannedStatus,
  keepLeaving,
  type Leaving,
  leftBy,
  listPlanned,
  Plan,
  planAgain,
  planStatus,
  restoreLeft,
  type WhichPlan,
  writeStatus,
} from "./future-status.server"
import { freedText } from "./spots-text"
import { StatusForm } from "./status-form"

type Changed = Result<Leaving, "no-student" | "not-now" | "past" | "planned"> | NoPlaceInPlan

type Step = { step: StatusStep; reason?: string; leaveClasses?: boolean; from?: string | undefined }

/**
 * Takes a student a step on from today: a row of the history says from when and why. Ending leaves every class and frees what is
 * booked beside them, pausing does when asked; answers what. Both may begin on a later day, and so may coming back, one of them at a time. Refused when the status does not lead there, and when the plan has no place for
 * someone who comes (back) to lessons.
 */
export function changeStatus(
  actor: Actor,
  studentId: string,
  { step, reason, leaveClasses = false, from }: Step,
): Changed {
  return transact(() => {
    const student = findStudent(actor, studentId)
    if (!student || student.erasedAt !== null) return { ok: false, reason: "no-student" }
    if (!stepsFrom(student.status).includes(step)) return { ok: false, reason: "not-now" }
    const { to: status } = statusSteps[step]
    const refusal = planRefusal(actor, student, status)
    if (refusal) return refusal

    const fromDate = todayOf(actor)
    if (isPlannedStep(step) && from && from !== fromDate) {
      if (from < fromDate) return { ok: false, reason: "past" }
      if (findPlannedStatus(actor, studentId)) return { ok: false, reason: "planned" }
      const given = { step, from, reason: reason ?? statusSteps[step].label, leaveClasses }
      return { ok: true, ...planStatus(actor, studentId, given) }
    }
    const planned = findPlanned(actor, studentId)
    const plan = planned && (step === "end" || planned.status === status) ? Plan.parse(planned) : null
    if (plan) forgetPlan(actor, studentId)
    const given = reason ?? null
    const rowId = add(actor, studentStatusChanges, { studentId, status, fromDate, reason: given })
    const leaves = step === "end" || (step === "pause" && leaveClasses)
    const left = writeStatus(actor, student, { status, fromDate, reason: given, leaves })
    if (leaves) keepLeaving(actor, rowId, left, plan)
    return { ok: true, ...left, plan }
  })
}

// A status step for many students. What it changes is kept with each, so that all of them can be taken back at once.

const Before = z.object({
  from: z.enum(studentStatuses),
  to: z.enum(studentStatuses),
  stays: z.array(Stay),
  spots: z.array(FreedSpot).default([]),
  plan: Plan.nullable().default(null),
  /** It begins on a later day. */
  isPlanned: z.boolean().default(false),
})

const work: TaskWork<StatusForm> = {
  about: StatusForm,
  atMost: 3,
  carryOut: (actor, { step, reason, leaveClasses, from }, { subjectId }) => {
    const student = findStudent(actor, subjectId)
    if (!student) return { ok: false, reason: isGone }
    const later = laterDay(actor, { step, from })
    // A day that has begun since the preview is today.
    const changed = changeStatus(actor, subjectId, { step, reason, leaveClasses, from: later })
    if (!changed.ok && changed.reason === "limit-reached") return { ok: false, reason: noRoomText(changed) }
    if (!changed.ok && changed.reason === "planned") return { ok: false, reason: alreadyPlanned }
    if (!changed.ok) return { ok: false, reason: isText(student.status) }
    const { to } = statusSteps[step]
    const left = changed.classes.length > 0 ? `, left ${joinNames(changed.classes)}` : ""
    return {
      ok: true,
      note: `${statusLabels[to]}${fromText(later)}${left}${freedText(changed.spots.length)}`,
      made: subjectId,
      before: {
        ...{ from: student.status, to, isPlanned: later !== undefined },
        ...{ stays: changed.stays, spots: changed.spots, plan: changed.plan ?? null },
      },
    }
  },
  undo: (actor, { from }, { subjectId, before }) => {
    const back = takeBackStatus(actor, subjectId, { ...Before.parse(before), on: from })
    if (!back.ok || !back.notBack?.length) return back
    return { ...back, note: `${back.note}. ${back.notBack.join(" ")}` }
  },
}

/** With the classes and booked spots that don't come back, each with why. */
type TakenBack = ItemOutcome & { notBack?: string[] }

/**
 * Gives a student the status back that they had before a step, with the classes they left. Refused where it changed since.
 * @param on the day for which the step was planned
 */
function takeBackStatus(
  actor: Actor,
  studentId: string,
  { from, to, isPlanned, on, ...given }: z.output<typeof Before> & { on?: string | undefined },
): TakenBack {
  const student = findStudent(actor, studentId)
  if (!student || student.erasedAt !== null) return { ok: false, reason: isGone }
  if (isPlanned && student.status !== to) {
    const canceled = cancelPlannedStatus(actor, studentId, { status: to, on: on ?? "" })
    if (canceled.ok)
      return { ok: true, note: statusLabels[student.status], made: studentId, notBack: canceled.notBack }
    return {
      ok: false,
      reason: findPlannedStatus(actor, studentId) ? changedSince : "Was already canceled.",
    }
  }
  if (student.status !== to)
    return { ok: false, reason: `Is now ${statusLabels[student.status].toLowerCase()}.` }
  if (isEnrolledSinceStatus(actor, studentId, from))
    return { ok: false, reason: "Was enrolled in a class afterward." }
  const full = planRefusal(actor, student, from)
  if (full) return { ok: false, reason: noRoomText(full) }
  const [latest] = latestStatuses(actor, studentId)
  if (isPlanned && latest?.fromDate !== on) return { ok: false, reason: changedSince }
  // Once a plan has begun, what the student left then is with it.
  const { plan, ...left } = isPlanned && latest?.stays ? leftBy(actor, { ...latest, studentId }) : given
  return transact((): TakenBack => {
    setStatusBack(actor, studentId, { before: to, status: from })
    const notBack = restoreLeft(actor, studentId, left)
    if (plan) planAgain(actor, studentId, plan)
    return { ok: true, note: statusLabels[from], made: studentId, notBack }
  })
}

const changedSince = "The status has changed."
const isGone = "No longer in the school."
const isText = (status: StudentStatus) => `Is ${statusLabels[status].toLowerCase()}.`
const noRoomText = ({ planName }: { planName: string }) =>
  `Your ${planName} plan has no room for another student.`
const alreadyPlanned = "Pauses, leaves or comes back on a later day already. Cancel that first."

/** The day of a step that begins later; undefined for today. */
function laterDay(actor: Actor, { step, from }: Pick<StatusForm, "step" | "from">): string | undefined {
  return isPlannedStep(step) && from && from > todayOf(actor) ? from : undefined
}

const fromText = (later: string | undefined) => (later ? ` from ${formatDate(later, "medium")}` : "")

/** Takes students a step on. */
export const changeStatuses: BulkAct<StatusForm> = {
  permission: "student:write",
  choice: StatusForm,
  refuse: (actor, { step, from }) =>
    isPlannedStep(step) && from && from < todayOf(actor)
      ? { from: "Enter today or a later date." }
      : undefined,
  kind: "change-statuses",
  plan: planStep,
  work,
}

function planStep(
  actor: Actor,
  studentIds: readonly string[],
  { step, leaveClasses, from }: StatusForm,
): PlannedItem[] {
  const { to } = statusSteps[step]
  const later = laterDay(actor, { step, from })
  const planned = later ? listPlanned(actor, studentIds) : undefined
  const day = later ?? todayOf(actor)
  const classesOf = listClassNames(actor, studentIds, day)
  const { planName, students: places } = findPlanUsage(actor)
  let left = seatsLeft(places)
  const mayBeSample = hasSample(actor)
  const isOfSample = (id: string) => mayBeSample && isSample(actor, "student", id)
  const leaves = step === "end" || (step === "pause" && leaveClasses)
  const lessonsOf = leaves ? countLessonsAfter(actor, studentIds, day) : new Map<string, number>()
  const spotsOf = leaves ? countSpots(actor, studentIds, day) : new Map<string, number>()
  return listStudents(actor, studentIds).map((student): PlannedItem => {
    const line = { id: student.id, name: fullName(student) }
    const { status } = student
    if (status === to) return { ...line, text: `Is ${statusLabels[to].toLowerCase()} already.`, can: false }
    if (!stepsFrom(status).includes(step)) return { ...line, text: isText(status), can: false }
    if (planned?.has(student.id)) return { ...line, text: alreadyPlanned, can: false }
    if (countsTowardPlan(to) && !countsTowardPlan(status) && !isOfSample(student.id)) {
      if (left < 1) return { ...line, text: noRoomText({ planName }), can: false }
      // Who comes back later takes the place then.
      if (!later) left -= 1
    }
    const names = [...new Set((classesOf.get(student.id) ?? []).map(({ name }) => name))]
    const spots = spotsOf.get(student.id) ?? 0
    const lessons = lessonsOf.get(student.id) ?? 0
    const ahead = lessons > 0 ? ` and ${countOf(lessons, "planned lesson")}` : ""
    const leaving = leaves && names.length > 0 ? `, leaves ${joinNames(names)}${ahead}` : ""
    const text = `${statusLabels[status]} → ${statusLabels[to]}${fromText(later)}${leaving}${freedText(spots)}`
    return { ...line, text, can: true }
  })
}

function listStudents(actor: Actor, studentIds: readonly string[]) {
  return ownRows(actor, students, ["id", "firstName", "lastName", "status"])
    .where(among(students.id, studentIds))
    .orderBy(...inNameOrder)
    .all()
}

/** How many planned lessons of their own classes each student has after a day: spots in others are counted apart, or stay. */
export function countLessonsAfter(
  actor: Actor,
  studentIds: readonly string[],
  day: string,
): Map<string, number> {
  const rows = askAll<{ studentId: string; lessons: number }>(sql`
    select b.resource_id as studentId, count(*) as lessons
    from json_each(${JSON.stringify(studentIds)}) asked
    cross join bookings b on b.school_id = ${actor.school.id} and b.resource = 'student'
      and b.resource_id = asked.value
      and b.starts_at >= ${instantOf(addDays(day, 1), "00:00", actor.school.timeZone)}
      and not exists (select 1 from seats spot where spot.school_id = b.school_id and spot.session_id = b.session_id
        and spot.student_id = b.resource_id and spot.kind in ('make_up', 'visitor'))
    group by b.resource_id`)
  return new Map(rows.map(({ studentId, lessons }) => [studentId, lessons]))
}

function listClassNames(actor: Actor, studentIds: readonly string[], day: string) {
  const found = select({ studentId: enrollments.studentId, name: classes.name })
    .from(enrollments)
    .innerJoin(classes, joined(classes, enrollments.classId))
    .where(
      and(
        own(actor, enrollments),
        among(enrollments.studentId, studentIds),
        or(isNull(enrollments.endsOn), gt(enrollments.endsOn, day)),
      ),
    )
    .orderBy(sql`${classes.name} collate nocase`)
    .all()
  return groupBy(found, ({ studentId }) => studentId)
}

/**
 * Takes the last step of a student's status back: they have the status again that they had before it, and what they left by it. Refused,
 * with the reason, where the status has changed since, they were enrolled since, or the plan has no place for it.
 */
export function undoStatus(actor: Actor, studentId: string, step: StatusStep): TakenBack {
  const { to } = statusSteps[step]
  const [latest, before] = latestStatuses(actor, studentId)
  const from = before?.status
  const isStep = from !== undefined && (statusSteps[step].from as readonly string[]).includes(from)
  if (latest?.status !== to || !isStep) return { ok: false, reason: changedSince }
  const left = leftBy(actor, { ...latest, studentId })
  return takeBackStatus(actor, studentId, { from, to, ...left, isPlanned: false })
}

/**
 * Cancels what is planned, or undoes it where the student has paused or left by it since: of which plan is said, since another may be
 * the latest by now. Without that, what is planned is canceled, and a status that has begun stays.
 */
export function keepAfterAll(
  actor: Actor,
  studentId: string,
  which?: WhichPlan,
): Canceled | { ok: false; reason: "not-undone"; why: string } {
  const canceled = cancelPlannedStatus(actor, studentId, which)
  if (canceled.ok || !which) return canceled
  const [latest] = latestStatuses(actor, studentId)
  const isMeant = latest?.status === which.status && latest.fromDate === which.on
  const wasPlanned = isMeant && today(actor.school.timeZone, latest.createdAt) < latest.fromDate
  if (!wasPlanned || (latest.status !== "former" && latest.status !== "paused"))
    return { ok: false, reason: "not-undone", why: changedSince }
  const { status, fromDate: on, reason } = latest
  const undone = undoStatus(actor, studentId, status === "former" ? "end" : "pause")
  return undone.ok
    ? { ok: true, status, on, reason, notBack: undone.notBack ?? [] }
    : { ok: false, reason: "not-undone", why: undone.reason }
}
