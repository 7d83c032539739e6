import { transact } from "db/client.server"
import { studentStatusChanges, students } from "db/schema/people"
import { enrollments } from "db/schema/teaching"
import { and, asc, inArray, lte, sql } from "drizzle-orm"
import { z } from "zod"
import type { Actor } from "~/models/foundation/access/actor"
import { add, change, ownRows, remove } from "~/models/foundation/access/door.server"
import { among } from "~/models/foundation/access/own.server"
import { allOrNothing } from "~/models/foundation/access/rehearse.server"
import { recordEvent } from "~/models/foundation/audit/audit.server"
import { planRefusal } from "~/models/people/student/plan-room.server"
import { findPlanned } from "~/models/people/student/set-status.server"
import {
  type PlannedStep,
  type StudentStatus,
  statusSteps,
  stepsFrom,
  studentStatuses,
} from "~/models/people/student/student"
import { findStudent } from "~/models/people/student/student.server"
import { todayOf } from "~/utils/clock.server"
import { laterOf } from "~/utils/dates"
import type { Result } from "~/utils/result"
import { leaveAllClasses } from "../class/leave-class.server"
import { listStays, restoreWhatCan, Stay } from "../class/restore-stays.server"
import { FreedSpot, freeSpots, restoreSpots } from "./booked-spots.server"

// A status that begins on a later day is a row of the history from that day, marked as ahead: at most one of a student. The
// classes end on that day at once; the status itself follows when the day has begun at the school. Until then it is
// canceled as a whole. A former student who is enrolled from a later day comes back on it (class/active-by-enrolling).

export type PlannedStatus = { status: StudentStatus; on: string; reason: string | null }

/** Which plan of a student's is meant. */
export const WhichPlan = z.object({ status: z.enum(studentStatuses), on: z.iso.date() })
export type WhichPlan = z.output<typeof WhichPlan>

/** In the words of the index of such rows. */
const isAhead = sql`${studentStatusChanges.isAhead}`

const removeRow = (actor: Actor, changeId: string) => remove(actor, studentStatusChanges, changeId)

/** What a student becomes on a later day; undefined where nothing is planned. */
export function findPlannedStatus(actor: Actor, studentId: string): PlannedStatus | undefined {
  const row = findPlanned(actor, studentId)
  return row && { status: row.status, on: row.fromDate, reason: row.reason }
}

/** Those of these students for whom a status is planned. */
export function listPlanned(actor: Actor, studentIds: readonly string[]): Set<string> {
  const rows = ownRows(actor, studentStatusChanges, ["studentId"])
    .where(and(isAhead, among(studentStatusChanges.studentId, studentIds)))
    .all()
  return new Set(rows.map(({ studentId }) => studentId))
}

/** Plans a step, in the caller's transaction, and lets the classes end on that day where the student leaves them. */
export function planStatus(
  actor: Actor,
  studentId: string,
  {
    step,
    from,
    reason,
    leaveClasses,
  }: { step: PlannedStep; from: string; reason: string; leaveClasses: boolean },
): Leaving {
  const leaves = step === "end" || (step === "pause" && leaveClasses)
  const status = statusSteps[step].to
  const rowId = add(actor, studentStatusChanges, { studentId, status, fromDate: from, reason, isAhead: true })
  const left = leaves ? leave(actor, studentId, { lastDay: from, reason }) : undefined
  if (left) keepLeaving(actor, rowId, left)
  const { classes, stays, spots } = left ?? nothingLeft
  recordEvent(actor, "student.plan-status", studentId, { after: { status, from, reason, classes } })
  return { classes, stays, spots }
}

/** What a student leaves, as it was. */
export type Leaving = { classes: string[]; stays: Stay[]; spots: FreedSpot[]; plan?: Plan | null }

const nothingLeft: Leaving = { classes: [], stays: [], spots: [] }

/** Lets a student leave every class after a last day, and what is booked for them beside those. */
function leave(
  actor: Actor,
  studentId: string,
  { lastDay, reason }: { lastDay: string; reason: string },
): Leaving {
  const stays = listStays(actor, { studentId }, lastDay)
  // First, since a credit that is open again may be of a lesson after the last day, which goes with its class.
  const spots = freeSpots(actor, studentId, lastDay)
  const classes = leaveAllClasses(actor, studentId, lastDay, reason)
  return { classes, stays, spots }
}

/** Keeps with a step what was left by it, for its undo. */
export const keepLeaving = (
  actor: Actor,
  rowId: string,
  { stays, spots }: Pick<Leaving, "stays" | "spots">,
  plan: Plan | null = null,
) => change(actor, studentStatusChanges, rowId, { stays: JSON.stringify({ stays, spots, plan }) })

/** What was planned for a later day and went with a step, with what would have brought its classes back. */
export const Plan = z.object({
  status: z.enum(studentStatuses),
  fromDate: z.string(),
  reason: z.string().nullable(),
  stays: z.string().nullable(),
})
export type Plan = z.output<typeof Plan>

/** Plans again what a step that is taken back had dropped, in the caller's transaction. */
export const planAgain = (actor: Actor, studentId: string, plan: Plan) =>
  add(actor, studentStatusChanges, { studentId, ...plan, isAhead: true })

/** Rows from before spots were freed have the enrollments alone. */
const Left = z.union([
  z.array(Stay).transform((stays) => ({ stays, spots: [] as FreedSpot[], plan: null })),
  z.object({ stays: z.array(Stay), spots: z.array(FreedSpot), plan: Plan.nullable().default(null) }),
])

/** `notBack` are the classes and booked spots that don't come back, each with why. */
export type Canceled = Result<PlannedStatus & { notBack: string[] }, "nothing-planned">

/**
 * Cancels what is planned: the student keeps the status and has the classes and spots again that can come back.
 * @param which another plan stays
 */
export function cancelPlannedStatus(actor: Actor, studentId: string, which?: WhichPlan): Canceled {
  return allOrNothing((): Canceled => {
    const row = findPlanned(actor, studentId)
    if (!row) return { ok: false, reason: "nothing-planned" }
    const { status, fromDate: on, reason } = row
    if (which && (which.status !== status || which.on !== on)) return { ok: false, reason: "nothing-planned" }
    removeRow(actor, row.id)
    const { stays, spots } = leftBy(actor, row)
    const notBack = restoreLeft(actor, row.studentId, { stays, spots })
    recordEvent(actor, "student.cancel-status", studentId, { before: { status, from: on, reason } })
    return { ok: true, status, on, reason, notBack }
  })
}

/** Brings back what can, in the caller's transaction. Answers the classes and spots that can't, each with why. */
export const restoreLeft = (
  actor: Actor,
  studentId: string,
  { stays, spots }: Pick<Leaving, "stays" | "spots">,
): string[] => [...restoreWhatCan(actor, stays), ...restoreSpots(actor, studentId, spots)]

/**
 * What a student left by a step, of their classes those that still end as it had it: what someone changed since stays as it is. A
 * merged student's are the other's.
 */
export function leftBy(
  actor: Actor,
  { studentId, stays, fromDate }: { studentId: string; stays: string | null; fromDate: string },
): Pick<Leaving, "stays" | "spots"> & { plan: Plan | null } {
  const left = Left.parse(JSON.parse(stays ?? "[]"))
  const ends = new Map(
    ownRows(actor, enrollments, ["id", "endsOn"])
      .where(
        inArray(
          enrollments.id,
          left.stays.map(({ id }) => id),
        ),
      )
      .all()
      .map(({ id, endsOn }) => [id, endsOn]),
  )
  return {
    spots: left.spots,
    plan: left.plan,
    stays: left.stays
      .filter(({ id, startsOn }) => !ends.has(id) || ends.get(id) === laterOf(startsOn, fromDate))
      .map((stay) => ({ ...stay, studentId })),
  }
}

/** So many students in one go; the next turn takes the rest. */
const mostAtOnce = 100

/**
 * Carries out what is planned for today or before: the status begins, and classes that were joined since end too. A plan
 * that the status no longer leads to is dropped; who comes back waits while the plan has no room.
 * @returns how many students changed
 */
export function beginPlannedStatuses(actor: Actor): number {
  const due = ownRows(actor, studentStatusChanges)
    .where(and(isAhead, lte(studentStatusChanges.fromDate, todayOf(actor))))
    .orderBy(asc(studentStatusChanges.studentId))
    .limit(mostAtOnce)
    .all()
  return due.filter((row) => transact(() => beginPlanned(actor, row))).length
}

function beginPlanned(actor: Actor, row: typeof studentStatusChanges.$inferSelect): boolean {
  const { id, studentId, status, fromDate, reason, stays } = row
  const student = findStudent(actor, studentId)
  const leadsThere = stepsFrom(student?.status ?? status).some((step) => statusSteps[step].to === status)
  if (!student || student.erasedAt !== null || !leadsThere) {
    removeRow(actor, id)
    return false
  }
  if (planRefusal(actor, student, status)) return false
  change(actor, studentStatusChanges, id, { isAhead: false })
  const left = writeStatus(actor, student, { status, fromDate, reason, leaves: stays !== null })
  if (stays !== null) keepLeaving(actor, id, withEarlier(Left.parse(JSON.parse(stays)), left))
  return true
}

/** What a student left when a step was planned, and what else once it began; a spot that was booked again between counts once. */
const withEarlier = (
  earlier: Pick<Leaving, "stays" | "spots">,
  left: Pick<Leaving, "stays" | "spots">,
): Pick<Leaving, "stays" | "spots"> => ({
  stays: [...new Map([...earlier.stays, ...left.stays].map((stay) => [stay.id, stay])).values()],
  spots: [...new Map([...earlier.spots, ...left.spots].map((spot) => [spot.sessionId, spot])).values()],
})

type Begun = {
  status: StudentStatus
  /** The day in the history, from which the student leaves the classes. */
  fromDate: string
  reason: string | null
  leaves: boolean
}

/**
 * Lets a status begin whose row is in the history, in the caller's transaction: the student has it, leaves every class and what is
 * booked beside them where asked, and the activity says so. Answers what they left.
 */
export function writeStatus(
  actor: Actor,
  student: { id: string; status: StudentStatus },
  { status, fromDate, reason, leaves }: Begun,
): Leaving {
  change(actor, students, student.id, { status })
  const why = reason ?? statusSteps[status === "former" ? "end" : "pause"].label
  const left = leaves ? leave(actor, student.id, { lastDay: fromDate, reason: why }) : nothingLeft
  recordEvent(actor, "student.change-status", student.id, {
    before: { status: student.status },
    after: { status, reason, classes: left.classes },
  })
  return left
}
